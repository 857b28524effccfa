#if __has_include(<cupti_result.h>)
#include "kernels/machines/cuda/profile/cupti.h"

#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"

namespace texelscope::cuda {

Cupti::Cupti() : library{"libcupti.so.13", "libcupti.so.12"} {
  const bool whole =
      library.find(result_string, "cuptiGetResultString") &&
      library.find(initialize, "cuptiProfilerInitialize") &&
      library.find(chip_name, "cuptiDeviceGetChipName") &&
      library.find(host_initialize, "cuptiProfilerHostInitialize") &&
      library.find(host_deinitialize, "cuptiProfilerHostDeinitialize") &&
      library.find(add_metrics, "cuptiProfilerHostConfigAddMetrics") &&
      library.find(config_size, "cuptiProfilerHostGetConfigImageSize") &&
      library.find(config_image, "cuptiProfilerHostGetConfigImage") &&
      library.find(pass_count, "cuptiProfilerHostGetNumOfPasses") &&
      library.find(evaluate, "cuptiProfilerHostEvaluateToGpuValues") &&
      library.find(enable, "cuptiRangeProfilerEnable") &&
      library.find(disable, "cuptiRangeProfilerDisable") &&
      library.find(data_size, "cuptiRangeProfilerGetCounterDataSize") &&
      library.find(data_initialize, "cuptiRangeProfilerCounterDataImageInitialize") &&
      library.find(set_config, "cuptiRangeProfilerSetConfig") &&
      library.find(start, "cuptiRangeProfilerStart") && library.find(stop, "cuptiRangeProfilerStop") &&
      library.find(push, "cuptiRangeProfilerPushRange") && library.find(pop, "cuptiRangeProfilerPopRange") &&
      library.find(decode, "cuptiRangeProfilerDecodeData");
  if (!whole) throw MachineError(text(Text::counters_no_library));
}

void Cupti::check(CUptiResult result, const char* call) const {
  switch (result) {
  case CUPTI_SUCCESS:
    return;
  case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
    throw MachineError(text(Text::counters_refused));
  case CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
  case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
    throw MachineError(text(Text::counters_virtual));
  case CUPTI_ERROR_HARDWARE_BUSY:
  case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
    throw MachineError(text(Text::counters_busy));
  default:
    break;
  }
  const char* message = nullptr;
  result_string(result, &message);
  throw MachineError(say(Text::counters_failed, {call, message ? message : std::to_string(int(result))}));
}

void MetricSet::Close::operator()(CUpti_Profiler_Host_Object* object) const {
  TEXELSCOPE_CUPTI_PARAMS(p, CUpti_Profiler_Host_Deinitialize);
  p.pHostObject = object;
  cupti->host_deinitialize(&p);
}

MetricSet::MetricSet(const Cupti& cupti, const std::string& chip, MetricNames names)
    : cupti_(cupti), names_(std::move(names)), host_(nullptr, Close{&cupti}) {
  TEXELSCOPE_CUPTI_PARAMS(made, CUpti_Profiler_Host_Initialize);
  made.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  made.pChipName = chip.c_str();
  TEXELSCOPE_CUPTI(cupti, host_initialize, &made);
  host_.reset(made.pHostObject);
  TEXELSCOPE_CUPTI_PARAMS(add, CUpti_Profiler_Host_ConfigAddMetrics);
  add.pHostObject = host_.get();
  add.ppMetricNames = names_.data();
  add.numMetrics = names_.size();
  TEXELSCOPE_CUPTI(cupti, add_metrics, &add);
  TEXELSCOPE_CUPTI_PARAMS(size, CUpti_Profiler_Host_GetConfigImageSize);
  size.pHostObject = host_.get();
  TEXELSCOPE_CUPTI(cupti, config_size, &size);
  config_.resize(size.configImageSize);
  TEXELSCOPE_CUPTI_PARAMS(image, CUpti_Profiler_Host_GetConfigImage);
  image.pHostObject = host_.get();
  image.configImageSize = config_.size();
  image.pConfigImage = config_.data();
  TEXELSCOPE_CUPTI(cupti, config_image, &image);
}

int MetricSet::passes() const {
  TEXELSCOPE_CUPTI_PARAMS(count, CUpti_Profiler_Host_GetNumOfPasses);
  count.configImageSize = config_.size();
  count.pConfigImage = const_cast<std::uint8_t*>(config_.data()); // CUPTI only reads it
  TEXELSCOPE_CUPTI(cupti_, pass_count, &count);
  return int(count.numOfPasses);
}

std::vector<double> MetricSet::values(const std::vector<std::uint8_t>& counter_data) const {
  std::vector<double> found(names_.size());
  TEXELSCOPE_CUPTI_PARAMS(evaluated, CUpti_Profiler_Host_EvaluateToGpuValues);
  evaluated.pHostObject = host_.get();
  evaluated.pCounterDataImage = counter_data.data();
  evaluated.counterDataImageSize = counter_data.size();
  evaluated.ppMetricNames = const_cast<const char**>(names_.data());
  evaluated.numMetrics = names_.size();
  evaluated.pMetricValues = found.data();
  TEXELSCOPE_CUPTI(cupti_, evaluate, &evaluated);
  return found;
}

} // namespace texelscope::cuda
#endif
