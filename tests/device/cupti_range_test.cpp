// The parameters of CUPTI's range profiler are those of its headers, where the toolkit has them.
#include <gtest/gtest.h>

#if __has_include(<cupti_range_profiler.h>)
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include "kernels/machines/cuda/profile/cupti_range.h"

namespace texelscope {
namespace {

#define SIZE(type) EXPECT_EQ(cuda::type##_Params::size(), std::size_t(type##_Params_STRUCT_SIZE))
#define PLACE(type, member) EXPECT_EQ(offsetof(cuda::type##_Params, member), offsetof(type##_Params, member))

TEST(CuptiRange, ParametersAreThoseOfTheHeaders) {
  SIZE(CUpti_Profiler_Initialize);
  SIZE(CUpti_Device_GetChipName);
  PLACE(CUpti_Device_GetChipName, deviceIndex);
  PLACE(CUpti_Device_GetChipName, pChipName);
  SIZE(CUpti_Profiler_Host_Initialize);
  PLACE(CUpti_Profiler_Host_Initialize, profilerType);
  PLACE(CUpti_Profiler_Host_Initialize, pChipName);
  PLACE(CUpti_Profiler_Host_Initialize, pCounterAvailabilityImage);
  PLACE(CUpti_Profiler_Host_Initialize, pHostObject);
  SIZE(CUpti_Profiler_Host_Deinitialize);
  PLACE(CUpti_Profiler_Host_Deinitialize, pHostObject);
  SIZE(CUpti_Profiler_Host_ConfigAddMetrics);
  PLACE(CUpti_Profiler_Host_ConfigAddMetrics, pHostObject);
  PLACE(CUpti_Profiler_Host_ConfigAddMetrics, ppMetricNames);
  PLACE(CUpti_Profiler_Host_ConfigAddMetrics, numMetrics);
  SIZE(CUpti_Profiler_Host_GetConfigImageSize);
  PLACE(CUpti_Profiler_Host_GetConfigImageSize, pHostObject);
  PLACE(CUpti_Profiler_Host_GetConfigImageSize, configImageSize);
  SIZE(CUpti_Profiler_Host_GetConfigImage);
  PLACE(CUpti_Profiler_Host_GetConfigImage, pHostObject);
  PLACE(CUpti_Profiler_Host_GetConfigImage, configImageSize);
  PLACE(CUpti_Profiler_Host_GetConfigImage, pConfigImage);
  SIZE(CUpti_Profiler_Host_GetNumOfPasses);
  PLACE(CUpti_Profiler_Host_GetNumOfPasses, configImageSize);
  PLACE(CUpti_Profiler_Host_GetNumOfPasses, pConfigImage);
  PLACE(CUpti_Profiler_Host_GetNumOfPasses, numOfPasses);
  SIZE(CUpti_Profiler_Host_EvaluateToGpuValues);
  PLACE(CUpti_Profiler_Host_EvaluateToGpuValues, pHostObject);
  PLACE(CUpti_Profiler_Host_EvaluateToGpuValues, pCounterDataImage);
  PLACE(CUpti_Profiler_Host_EvaluateToGpuValues, counterDataImageSize);
  PLACE(CUpti_Profiler_Host_EvaluateToGpuValues, rangeIndex);
  PLACE(CUpti_Profiler_Host_EvaluateToGpuValues, ppMetricNames);
  PLACE(CUpti_Profiler_Host_EvaluateToGpuValues, numMetrics);
  PLACE(CUpti_Profiler_Host_EvaluateToGpuValues, pMetricValues);
  SIZE(CUpti_RangeProfiler_Enable);
  PLACE(CUpti_RangeProfiler_Enable, ctx);
  PLACE(CUpti_RangeProfiler_Enable, pRangeProfilerObject);
  SIZE(CUpti_RangeProfiler_Disable);
  PLACE(CUpti_RangeProfiler_Disable, pRangeProfilerObject);
  SIZE(CUpti_RangeProfiler_GetCounterDataSize);
  PLACE(CUpti_RangeProfiler_GetCounterDataSize, pRangeProfilerObject);
  PLACE(CUpti_RangeProfiler_GetCounterDataSize, pMetricNames);
  PLACE(CUpti_RangeProfiler_GetCounterDataSize, numMetrics);
  PLACE(CUpti_RangeProfiler_GetCounterDataSize, maxNumOfRanges);
  PLACE(CUpti_RangeProfiler_GetCounterDataSize, maxNumRangeTreeNodes);
  PLACE(CUpti_RangeProfiler_GetCounterDataSize, counterDataSize);
  SIZE(CUpti_RangeProfiler_CounterDataImage_Initialize);
  PLACE(CUpti_RangeProfiler_CounterDataImage_Initialize, pRangeProfilerObject);
  PLACE(CUpti_RangeProfiler_CounterDataImage_Initialize, counterDataSize);
  PLACE(CUpti_RangeProfiler_CounterDataImage_Initialize, pCounterData);
  SIZE(CUpti_RangeProfiler_SetConfig);
  PLACE(CUpti_RangeProfiler_SetConfig, pRangeProfilerObject);
  PLACE(CUpti_RangeProfiler_SetConfig, configSize);
  PLACE(CUpti_RangeProfiler_SetConfig, pConfig);
  PLACE(CUpti_RangeProfiler_SetConfig, counterDataImageSize);
  PLACE(CUpti_RangeProfiler_SetConfig, pCounterDataImage);
  PLACE(CUpti_RangeProfiler_SetConfig, range);
  PLACE(CUpti_RangeProfiler_SetConfig, replayMode);
  PLACE(CUpti_RangeProfiler_SetConfig, maxRangesPerPass);
  PLACE(CUpti_RangeProfiler_SetConfig, numNestingLevels);
  PLACE(CUpti_RangeProfiler_SetConfig, minNestingLevel);
  PLACE(CUpti_RangeProfiler_SetConfig, passIndex);
  PLACE(CUpti_RangeProfiler_SetConfig, targetNestingLevel);
  SIZE(CUpti_RangeProfiler_Start);
  PLACE(CUpti_RangeProfiler_Start, pRangeProfilerObject);
  SIZE(CUpti_RangeProfiler_Stop);
  PLACE(CUpti_RangeProfiler_Stop, pRangeProfilerObject);
  PLACE(CUpti_RangeProfiler_Stop, passIndex);
  PLACE(CUpti_RangeProfiler_Stop, targetNestingLevel);
  PLACE(CUpti_RangeProfiler_Stop, isAllPassSubmitted);
  SIZE(CUpti_RangeProfiler_PushRange);
  PLACE(CUpti_RangeProfiler_PushRange, pRangeProfilerObject);
  PLACE(CUpti_RangeProfiler_PushRange, pRangeName);
  SIZE(CUpti_RangeProfiler_PopRange);
  PLACE(CUpti_RangeProfiler_PopRange, pRangeProfilerObject);
  SIZE(CUpti_RangeProfiler_DecodeData);
  PLACE(CUpti_RangeProfiler_DecodeData, pRangeProfilerObject);
  PLACE(CUpti_RangeProfiler_DecodeData, numOfRangeDropped);
}

TEST(CuptiRange, NumbersAreThoseOfTheHeaders) {
  EXPECT_EQ(int(cuda::CUPTI_PROFILER_TYPE_RANGE_PROFILER), int(::CUPTI_PROFILER_TYPE_RANGE_PROFILER));
  EXPECT_EQ(int(cuda::CUPTI_UserRange), int(::CUPTI_UserRange));
  EXPECT_EQ(int(cuda::CUPTI_UserReplay), int(::CUPTI_UserReplay));
}

} // namespace
} // namespace texelscope
#endif
