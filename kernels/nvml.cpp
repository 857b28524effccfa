#include "kernels/nvml.h"

#include <utility>

namespace texelscope {

namespace {
// nvml.h's, which a machine without the toolkit has not.
using Result = int; // 0: NVML_SUCCESS
using Device = void*;
constexpr int multiprocessor_clock = 1, memory_clock = 2; // NVML_CLOCK_SM, NVML_CLOCK_MEM
constexpr int gpu_temperature = 0;                        // NVML_TEMPERATURE_GPU

using GetUnsigned = Result (*)(Device, unsigned*);
using GetClock = Result (*)(Device, int, unsigned*);

constexpr std::pair<unsigned long long, const char*> reasons[] = {
    {0x2, "applications_clocks_setting"}, {0x4, "sw_power_cap"},          {0x8, "hw_slowdown"},
    {0x10, "sync_boost"},                 {0x20, "sw_thermal_slowdown"},  {0x40, "hw_thermal_slowdown"},
    {0x80, "hw_power_brake_slowdown"},    {0x100, "display_clock_setting"}};

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
  GetClock clock, top_clock;

  bool load(const SharedLibrary& from) {
    return from.find(init, "nvmlInit_v2") && from.find(shutdown, "nvmlShutdown") &&
           from.find(by_uuid, "nvmlDeviceGetHandleByUUID") && from.find(temperature, "nvmlDeviceGetTemperature") &&
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

std::vector<std::string> throttle_reasons(unsigned long long bits) {
  std::vector<std::string> named;
  for (const auto& [bit, name] : reasons)
    if (bits & bit) named.emplace_back(name);
  return named;
}

} // namespace texelscope
