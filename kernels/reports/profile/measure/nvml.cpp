#include "kernels/reports/profile/measure/nvml.h"

#include <chrono>
#include <utility>

namespace texelscope {

// Structures of nvml.h. GCC 13.2 cannot compile a class whose members have types without a linkage, in a
// source that another one includes.
namespace nvml {
struct ProcessInfo { // nvmlProcessInfo_v2_t
  unsigned pid;
  unsigned long long memory;
  unsigned gpu_instance, compute_instance;
};
struct ProcessSample { // nvmlProcessUtilizationSample_t
  unsigned pid;
  unsigned long long microseconds; // since 1970
  unsigned multiprocessors, memory, encoder, decoder;
};
struct Utilization { // nvmlUtilization_t
  unsigned gpu, memory;
};
} // namespace nvml

namespace {
// From nvml.h, which is missing on a machine without the toolkit.
using Result = int; // 0: NVML_SUCCESS
using Device = void*;
constexpr int multiprocessor_clock = 1, memory_clock = 2; // NVML_CLOCK_SM, NVML_CLOCK_MEM
constexpr int gpu_temperature = 0;                        // NVML_TEMPERATURE_GPU

constexpr Result no_samples = 6; // NVML_ERROR_NOT_FOUND
using nvml::ProcessInfo, nvml::ProcessSample, nvml::Utilization;
constexpr unsigned max_processes = 1024;

using GetUnsigned = Result (*)(Device, unsigned*);
using GetClock = Result (*)(Device, int, unsigned*);

constexpr std::pair<unsigned long long, const char*> reasons[] = {{0x2, "applications_clocks_setting"},
                                                                  {0x4, "sw_power_cap"},
                                                                  {0x8, "hw_slowdown"},
                                                                  {0x10, "sync_boost"},
                                                                  {0x20, "sw_thermal_slowdown"},
                                                                  {0x40, "hw_thermal_slowdown"},
                                                                  {0x80, "hw_power_brake_slowdown"},
                                                                  {0x100, "display_clock_setting"}};

std::optional<double> clock_of(GetClock get, Device device, int kind) {
  unsigned mhz = 0;
  return get(device, kind, &mhz) == 0 ? std::optional<double>(mhz) : std::nullopt;
}
} // namespace

struct Nvml::Functions {
  Result (*init)();
  Result (*shutdown)();
  Result (*by_uuid)(const char*, Device*);
  Result (*temperature)(Device, int, unsigned*);
  Result (*reasons)(Device, unsigned long long*);
  GetUnsigned power;
  // Null if the driver lacks them.
  Result (*compute_processes)(Device, unsigned*, ProcessInfo*) = nullptr;
  Result (*graphics_processes)(Device, unsigned*, ProcessInfo*) = nullptr;
  Result (*process_utilization)(Device, ProcessSample*, unsigned*, unsigned long long) = nullptr;
  Result (*utilization)(Device, Utilization*) = nullptr;
  GetClock clock, top_clock;

  bool load(const SharedLibrary& from) {
    from.find(compute_processes, "nvmlDeviceGetComputeRunningProcesses_v3");
    from.find(graphics_processes, "nvmlDeviceGetGraphicsRunningProcesses_v3");
    from.find(process_utilization, "nvmlDeviceGetProcessUtilization");
    from.find(utilization, "nvmlDeviceGetUtilizationRates");
    return from.find(init, "nvmlInit_v2") && from.find(shutdown, "nvmlShutdown") &&
           from.find(by_uuid, "nvmlDeviceGetHandleByUUID") &&
           from.find(temperature, "nvmlDeviceGetTemperature") &&
           (from.find(reasons, "nvmlDeviceGetCurrentClocksEventReasons") ||
            from.find(reasons, "nvmlDeviceGetCurrentClocksThrottleReasons")) &&
           from.find(power, "nvmlDeviceGetPowerUsage") && from.find(clock, "nvmlDeviceGetClockInfo") &&
           from.find(top_clock, "nvmlDeviceGetMaxClockInfo");
  }
};

Nvml::Nvml(const std::string& uuid) : library{"libnvidia-ml.so.1"} {
  auto found = std::make_unique<Functions>();
  if (!found->load(library) || found->init() != 0) return;
  if (found->by_uuid(uuid.c_str(), &device) == 0)
    functions = std::move(found);
  else
    found->shutdown();
}

Nvml::~Nvml() {
  if (functions) functions->shutdown();
}

profile::Condition Nvml::condition() const {
  profile::Condition c;
  if (!functions) return c;
  c.clock_mhz = clock_of(functions->clock, device, multiprocessor_clock);
  c.memory_clock_mhz = clock_of(functions->clock, device, memory_clock);
  unsigned value = 0;
  if (functions->temperature(device, gpu_temperature, &value) == 0) c.temperature_c = value;
  if (functions->power(device, &value) == 0) c.power_w = value * 1e-3; // from milliwatts
  unsigned long long bits = 0;
  if (functions->reasons(device, &bits) == 0) c.throttle = throttle_reasons(bits);
  return c;
}

std::optional<double> Nvml::top_clock_mhz() const {
  return functions ? clock_of(functions->top_clock, device, multiprocessor_clock) : std::nullopt;
}

std::optional<double> Nvml::top_memory_clock_mhz() const {
  return functions ? clock_of(functions->top_clock, device, memory_clock) : std::nullopt;
}

ProcessQuery Nvml::process_query() const {
  return {[this] { return processes(); }, [this] { return worked(); },
          [this]() -> std::optional<unsigned> {
            Utilization found = {};
            if (!functions || !functions->utilization || functions->utilization(device, &found) != 0)
              return std::nullopt;
            return found.gpu;
          }};
}

std::optional<std::vector<unsigned>> Nvml::processes() const {
  if (!functions || !functions->compute_processes || !functions->graphics_processes) return std::nullopt;
  std::vector<unsigned> all;
  std::vector<ProcessInfo> list(max_processes);
  for (const auto get : {functions->compute_processes, functions->graphics_processes}) {
    unsigned count = max_processes;
    if (get(device, &count, list.data()) != 0) return std::nullopt;
    for (unsigned i = 0; i < count; ++i)
      all.push_back(list[i].pid);
  }
  return all;
}

std::optional<std::vector<ProcessWork>> Nvml::worked() const {
  if (!functions || !functions->process_utilization) return std::nullopt;
  using namespace std::chrono;
  const auto now = duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
  std::vector<ProcessSample> list(max_processes);
  unsigned count = max_processes;
  const Result result = functions->process_utilization(device, list.data(), &count,
                                                       static_cast<unsigned long long>(now - 1000000));
  if (result == no_samples) return std::vector<ProcessWork>();
  if (result != 0) return std::nullopt;
  std::vector<ProcessWork> all;
  for (unsigned i = 0; i < count; ++i)
    all.push_back({list[i].pid, list[i].multiprocessors});
  return all;
}

std::vector<std::string> throttle_reasons(unsigned long long bits) {
  std::vector<std::string> named;
  for (const auto& [bit, name] : reasons)
    if (bits & bit) named.emplace_back(name);
  return named;
}

} // namespace texelscope
