// CUPTI's range profiler: its functions, opened at run time, and the metrics of a chip.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/ground/base/shared_library.h"
#include "kernels/machines/cuda/profile/cupti_range.h"

namespace texelscope::cuda {

#define TEXELSCOPE_CUPTI_PARAMS(name, type)                                                                  \
  type##_Params name = {};                                                                                   \
  name.structSize = type##_Params::size()

template <class Params>
using CuptiCall = CUptiResult (*)(Params*);

struct Cupti {
  // Throws MachineError if it is not installed.
  Cupti();
  // Throws a MachineError with the reason and, if there is one, the cure.
  void check(CUptiResult result, const char* call) const;

  SharedLibrary library;
  decltype(&cuptiGetResultString) result_string;
  CuptiCall<CUpti_Profiler_Initialize_Params> initialize;
  CuptiCall<CUpti_Device_GetChipName_Params> chip_name;
  CuptiCall<CUpti_Profiler_Host_Initialize_Params> host_initialize;
  CuptiCall<CUpti_Profiler_Host_Deinitialize_Params> host_deinitialize;
  CuptiCall<CUpti_Profiler_Host_ConfigAddMetrics_Params> add_metrics;
  CuptiCall<CUpti_Profiler_Host_GetConfigImageSize_Params> config_size;
  CuptiCall<CUpti_Profiler_Host_GetConfigImage_Params> config_image;
  CuptiCall<CUpti_Profiler_Host_GetNumOfPasses_Params> pass_count;
  CuptiCall<CUpti_Profiler_Host_EvaluateToGpuValues_Params> evaluate;
  CuptiCall<CUpti_RangeProfiler_Enable_Params> enable;
  CuptiCall<CUpti_RangeProfiler_Disable_Params> disable;
  CuptiCall<CUpti_RangeProfiler_GetCounterDataSize_Params> data_size;
  CuptiCall<CUpti_RangeProfiler_CounterDataImage_Initialize_Params> data_initialize;
  CuptiCall<CUpti_RangeProfiler_SetConfig_Params> set_config;
  CuptiCall<CUpti_RangeProfiler_Start_Params> start;
  CuptiCall<CUpti_RangeProfiler_Stop_Params> stop;
  CuptiCall<CUpti_RangeProfiler_PushRange_Params> push;
  CuptiCall<CUpti_RangeProfiler_PopRange_Params> pop;
  CuptiCall<CUpti_RangeProfiler_DecodeData_Params> decode;
};
#define TEXELSCOPE_CUPTI(cupti, function, ...) (cupti).check((cupti).function(__VA_ARGS__), #function)

using MetricNames = std::vector<const char*>;

// The metrics of a chip, and the hardware's configuration for counting them.
class MetricSet {
public:
  // Throws MachineError if the chip is unknown or has no such metric.
  MetricSet(const Cupti& cupti, const std::string& chip, MetricNames names);

  int passes() const;
  std::size_t size() const { return names_.size(); }
  const MetricNames& names() const { return names_; }
  const std::vector<std::uint8_t>& config() const { return config_; }
  // Returns the values in the order of the names.
  std::vector<double> values(const std::vector<std::uint8_t>& counter_data) const;

private:
  struct Close {
    const Cupti* cupti;
    void operator()(CUpti_Profiler_Host_Object* object) const;
  };

  const Cupti& cupti_;
  MetricNames names_;
  std::unique_ptr<CUpti_Profiler_Host_Object, Close> host_;
  std::vector<std::uint8_t> config_;
};

} // namespace texelscope::cuda
