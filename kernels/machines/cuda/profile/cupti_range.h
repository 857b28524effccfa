// The parameters of CUPTI's range profiler, as its library takes them: the headers of CUDA 12.4 do not have
// them, and those of CUDA 13 must agree (tests/device). The library may be newer than the headers.
#pragma once

#include <cuda.h>
#include <cupti_result.h>

#include <cstddef>
#include <cstdint>

namespace texelscope::cuda {

struct CUpti_Profiler_Host_Object;
struct CUpti_RangeProfiler_Object;

enum CUpti_ProfilerType : int { CUPTI_PROFILER_TYPE_RANGE_PROFILER = 0 };
enum CUpti_ProfilerRange : int { CUPTI_UserRange = 2 };
enum CUpti_ProfilerReplayMode : int { CUPTI_UserReplay = 3 };

// CUPTI requires their sizes without the padding at the end.
#define TEXELSCOPE_CUPTI_SIZE(type, last)                                                                    \
  static constexpr std::size_t size() {                                                                      \
    return offsetof(type, last) + sizeof(type::last);                                                        \
  }

struct CUpti_Profiler_Initialize_Params {
  std::size_t structSize;
  void* pPriv;
  TEXELSCOPE_CUPTI_SIZE(CUpti_Profiler_Initialize_Params, pPriv)
};

struct CUpti_Device_GetChipName_Params {
  std::size_t structSize;
  void* pPriv;
  std::size_t deviceIndex;
  const char* pChipName;
  TEXELSCOPE_CUPTI_SIZE(CUpti_Device_GetChipName_Params, pChipName)
};

struct CUpti_Profiler_Host_Initialize_Params {
  std::size_t structSize;
  void* pPriv;
  CUpti_ProfilerType profilerType;
  const char* pChipName;
  const std::uint8_t* pCounterAvailabilityImage;
  CUpti_Profiler_Host_Object* pHostObject;
  TEXELSCOPE_CUPTI_SIZE(CUpti_Profiler_Host_Initialize_Params, pHostObject)
};

struct CUpti_Profiler_Host_Deinitialize_Params {
  std::size_t structSize;
  void* pPriv;
  CUpti_Profiler_Host_Object* pHostObject;
  TEXELSCOPE_CUPTI_SIZE(CUpti_Profiler_Host_Deinitialize_Params, pHostObject)
};

struct CUpti_Profiler_Host_ConfigAddMetrics_Params {
  std::size_t structSize;
  void* pPriv;
  CUpti_Profiler_Host_Object* pHostObject;
  const char** ppMetricNames;
  std::size_t numMetrics;
  TEXELSCOPE_CUPTI_SIZE(CUpti_Profiler_Host_ConfigAddMetrics_Params, numMetrics)
};

struct CUpti_Profiler_Host_GetConfigImageSize_Params {
  std::size_t structSize;
  void* pPriv;
  CUpti_Profiler_Host_Object* pHostObject;
  std::size_t configImageSize;
  TEXELSCOPE_CUPTI_SIZE(CUpti_Profiler_Host_GetConfigImageSize_Params, configImageSize)
};

struct CUpti_Profiler_Host_GetConfigImage_Params {
  std::size_t structSize;
  void* pPriv;
  CUpti_Profiler_Host_Object* pHostObject;
  std::size_t configImageSize;
  std::uint8_t* pConfigImage;
  TEXELSCOPE_CUPTI_SIZE(CUpti_Profiler_Host_GetConfigImage_Params, pConfigImage)
};

struct CUpti_Profiler_Host_GetNumOfPasses_Params {
  std::size_t structSize;
  void* pPriv;
  std::size_t configImageSize;
  std::uint8_t* pConfigImage;
  std::size_t numOfPasses;
  TEXELSCOPE_CUPTI_SIZE(CUpti_Profiler_Host_GetNumOfPasses_Params, numOfPasses)
};

struct CUpti_Profiler_Host_EvaluateToGpuValues_Params {
  std::size_t structSize;
  void* pPriv;
  CUpti_Profiler_Host_Object* pHostObject;
  const std::uint8_t* pCounterDataImage;
  std::size_t counterDataImageSize;
  std::size_t rangeIndex;
  const char** ppMetricNames;
  std::size_t numMetrics;
  double* pMetricValues;
  TEXELSCOPE_CUPTI_SIZE(CUpti_Profiler_Host_EvaluateToGpuValues_Params, pMetricValues)
};

struct CUpti_RangeProfiler_Enable_Params {
  std::size_t structSize;
  void* pPriv;
  CUcontext ctx;
  CUpti_RangeProfiler_Object* pRangeProfilerObject;
  TEXELSCOPE_CUPTI_SIZE(CUpti_RangeProfiler_Enable_Params, pRangeProfilerObject)
};

struct CUpti_RangeProfiler_Disable_Params {
  std::size_t structSize;
  void* pPriv;
  CUpti_RangeProfiler_Object* pRangeProfilerObject;
  TEXELSCOPE_CUPTI_SIZE(CUpti_RangeProfiler_Disable_Params, pRangeProfilerObject)
};

struct CUpti_RangeProfiler_GetCounterDataSize_Params {
  std::size_t structSize;
  void* pPriv;
  CUpti_RangeProfiler_Object* pRangeProfilerObject;
  const char** pMetricNames;
  std::size_t numMetrics;
  std::size_t maxNumOfRanges;
  std::uint32_t maxNumRangeTreeNodes;
  std::size_t counterDataSize;
  TEXELSCOPE_CUPTI_SIZE(CUpti_RangeProfiler_GetCounterDataSize_Params, counterDataSize)
};

struct CUpti_RangeProfiler_CounterDataImage_Initialize_Params {
  std::size_t structSize;
  void* pPriv;
  CUpti_RangeProfiler_Object* pRangeProfilerObject;
  std::size_t counterDataSize;
  std::uint8_t* pCounterData;
  TEXELSCOPE_CUPTI_SIZE(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, pCounterData)
};

struct CUpti_RangeProfiler_SetConfig_Params {
  std::size_t structSize;
  void* pPriv;
  CUpti_RangeProfiler_Object* pRangeProfilerObject;
  std::size_t configSize;
  const std::uint8_t* pConfig;
  std::size_t counterDataImageSize;
  std::uint8_t* pCounterDataImage;
  CUpti_ProfilerRange range;
  CUpti_ProfilerReplayMode replayMode;
  std::size_t maxRangesPerPass;
  std::uint16_t numNestingLevels;
  std::uint16_t minNestingLevel;
  std::size_t passIndex;
  std::uint16_t targetNestingLevel;
  TEXELSCOPE_CUPTI_SIZE(CUpti_RangeProfiler_SetConfig_Params, targetNestingLevel)
};

struct CUpti_RangeProfiler_Start_Params {
  std::size_t structSize;
  void* pPriv;
  CUpti_RangeProfiler_Object* pRangeProfilerObject;
  TEXELSCOPE_CUPTI_SIZE(CUpti_RangeProfiler_Start_Params, pRangeProfilerObject)
};

struct CUpti_RangeProfiler_Stop_Params {
  std::size_t structSize;
  void* pPriv;
  CUpti_RangeProfiler_Object* pRangeProfilerObject;
  std::size_t passIndex;
  std::size_t targetNestingLevel;
  std::uint8_t isAllPassSubmitted;
  TEXELSCOPE_CUPTI_SIZE(CUpti_RangeProfiler_Stop_Params, isAllPassSubmitted)
};

struct CUpti_RangeProfiler_PushRange_Params {
  std::size_t structSize;
  void* pPriv;
  CUpti_RangeProfiler_Object* pRangeProfilerObject;
  const char* pRangeName;
  TEXELSCOPE_CUPTI_SIZE(CUpti_RangeProfiler_PushRange_Params, pRangeName)
};

struct CUpti_RangeProfiler_PopRange_Params {
  std::size_t structSize;
  void* pPriv;
  CUpti_RangeProfiler_Object* pRangeProfilerObject;
  TEXELSCOPE_CUPTI_SIZE(CUpti_RangeProfiler_PopRange_Params, pRangeProfilerObject)
};

struct CUpti_RangeProfiler_DecodeData_Params {
  std::size_t structSize;
  void* pPriv;
  CUpti_RangeProfiler_Object* pRangeProfilerObject;
  std::size_t numOfRangeDropped;
  TEXELSCOPE_CUPTI_SIZE(CUpti_RangeProfiler_DecodeData_Params, numOfRangeDropped)
};

#undef TEXELSCOPE_CUPTI_SIZE

} // namespace texelscope::cuda
