// CUPTI's range profiler: its functions, opened at run time, and the metrics of a chip.
#pragma once

#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/ground/base/shared_library.h"

namespace texelscope::cuda {

// CUPTI requires the size of the structures that it may write to.
#define TEXELSCOPE_CUPTI_PARAMS(name, type)                                                                  \
  type##_Params name = {};                                                                                   \
  name.structSize = type##_Params_STRUCT_SIZE

struct Cupti {
  // Throws MachineError if it is not installed.
  Cupti();
  // Throws a MachineError with the reason and, if there is one, the cure.
  void check(CUptiResult result, const char* call) const;

  SharedLibrary library;
  decltype(&cuptiGetResultString) result_string;
  decltype(&cuptiProfilerInitialize) initialize;
  decltype(&cuptiDeviceGetChipName) chip_name;
  decltype(&cuptiProfilerHostInitialize) host_initialize;
  decltype(&cuptiProfilerHostDeinitialize) host_deinitialize;
  decltype(&cuptiProfilerHostConfigAddMetrics) add_metrics;
  decltype(&cuptiProfilerHostGetConfigImageSize) config_size;
  decltype(&cuptiProfilerHostGetConfigImage) config_image;
  decltype(&cuptiProfilerHostGetNumOfPasses) pass_count;
  decltype(&cuptiProfilerHostEvaluateToGpuValues) evaluate;
  decltype(&cuptiRangeProfilerEnable) enable;
  decltype(&cuptiRangeProfilerDisable) disable;
  decltype(&cuptiRangeProfilerGetCounterDataSize) data_size;
  decltype(&cuptiRangeProfilerCounterDataImageInitialize) data_initialize;
  decltype(&cuptiRangeProfilerSetConfig) set_config;
  decltype(&cuptiRangeProfilerStart) start;
  decltype(&cuptiRangeProfilerStop) stop;
  decltype(&cuptiRangeProfilerPushRange) push;
  decltype(&cuptiRangeProfilerPopRange) pop;
  decltype(&cuptiRangeProfilerDecodeData) decode;
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
