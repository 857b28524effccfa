#include "kernels/reports/profile/report/counters.h"

#include <map>
#include <mutex>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"

#if __has_include(<cupti_result.h>)
#include "kernels/machines/cuda/device/older_toolkit.h"
#include "kernels/machines/cuda/device/runtime.h"
#include "kernels/machines/cuda/profile/cupti.h"

namespace texelscope::profile {

namespace {
using namespace texelscope::cuda;

constexpr Counter first_share = Counter::l1_share;

// CUPTI hooks itself into the driver once per process. If it were unloaded and loaded again, its own hooks
// would be in the way.
const Cupti& loaded_cupti() {
  static const Cupti& cupti = *new Cupti;
  return cupti;
}

MetricNames names_of(const std::vector<Counter>& counters) {
  MetricNames names;
  for (const Counter counter : counters)
    names.push_back(metric(counter));
  return names;
}

// Empty if the chip lacks one of them.
std::optional<int> passes_of(const Cupti& cupti, const std::string& chip,
                             const std::vector<Counter>& counters) try {
  return MetricSet(cupti, chip, names_of(counters)).passes();
} catch (const MachineError&) {
  return std::nullopt;
}

// Uses all counters if `wanted` is empty. Each group takes the counters that still fit, in their order.
std::vector<CounterGroup> groups_of(const Cupti& cupti, const std::string& chip,
                                    const std::vector<Counter>& wanted = {}) {
  const auto is_wanted = [&](Counter c) {
    return wanted.empty() || std::ranges::find(wanted, c) != wanted.end();
  };
  std::vector<CounterGroup> groups;
  std::vector<Counter> left;
  for (std::size_t i = 0; i < std::size_t(first_share); ++i)
    if (is_wanted(Counter(i)) && passes_of(cupti, chip, {Counter(i)}) == 1) left.push_back(Counter(i));
  while (!left.empty()) {
    CounterGroup group;
    std::vector<Counter> later;
    for (const Counter counter : left) {
      group.counters.push_back(counter);
      if (passes_of(cupti, chip, group.counters) == 1) continue;
      group.counters.pop_back();
      later.push_back(counter);
    }
    groups.push_back(std::move(group));
    left = std::move(later);
  }
  CounterGroup shares;
  for (std::size_t i = std::size_t(first_share); i < counter_count; ++i)
    if (is_wanted(Counter(i)) && passes_of(cupti, chip, {Counter(i)})) shares.counters.push_back(Counter(i));
  shares.passes = shares.counters.empty() ? 0 : passes_of(cupti, chip, shares.counters).value_or(0);
  if (shares.passes > 0) groups.push_back(std::move(shares));
  if (groups.empty())
    MetricSet(cupti, chip, names_of({wanted.empty() ? Counter::quads : wanted.front()})); // throws the reason
  return groups;
}

struct GroupsOfChip {
  std::vector<CounterGroup> groups;
  std::vector<MetricSet> sets; // of the groups
};
// Made once for each choice of counters, because it takes some tenths of a second.
const GroupsOfChip& known_groups(const Cupti& cupti, const std::string& chip,
                                 const std::vector<Counter>& wanted) {
  static std::mutex busy;
  static auto& known = *new std::map<std::pair<std::string, std::vector<Counter>>, GroupsOfChip>;
  const std::scoped_lock lock(busy);
  const auto found = known.find({chip, wanted});
  if (found != known.end()) return found->second;
  GroupsOfChip made{groups_of(cupti, chip, wanted), {}};
  for (const CounterGroup& group : made.groups)
    made.sets.emplace_back(cupti, chip, names_of(group.counters));
  return known.emplace(std::pair(chip, wanted), std::move(made)).first->second;
}

std::string chip_of(const Cupti& cupti, int device) {
  TEXELSCOPE_CUPTI_PARAMS(initialize, CUpti_Profiler_Initialize);
  TEXELSCOPE_CUPTI(cupti, initialize, &initialize);
  TEXELSCOPE_CUPTI_PARAMS(name, CUpti_Device_GetChipName);
  name.deviceIndex = std::size_t(device);
  TEXELSCOPE_CUPTI(cupti, chip_name, &name);
  return name.pChipName;
}

// The runtime's own context of this device.
CUcontext current_context() {
  TEXELSCOPE_CUDA(cudaFree, nullptr); // creates it
  decltype(&cuCtxGetCurrent) get = nullptr;
  check(driver_function("cuCtxGetCurrent", reinterpret_cast<void**>(&get)), "cudaGetDriverEntryPoint");
  CUcontext context = nullptr;
  get(&context);
  return context;
}

// CUPTI's object, set up to count one group; another group needs another object.
class GroupSession {
public:
  GroupSession(const Cupti& cupti, CUcontext context, const MetricSet& metrics);

  // Returns whether it was the last pass.
  bool pass(const std::function<void()>& launch);
  std::vector<double> values();
  void start_over();

private:
  struct Disable {
    const Cupti* cupti;
    void operator()(CUpti_RangeProfiler_Object* object) const {
      TEXELSCOPE_CUPTI_PARAMS(disabled, CUpti_RangeProfiler_Disable);
      disabled.pRangeProfilerObject = object;
      cupti->disable(&disabled);
    }
  };

  const Cupti& cupti;
  const MetricSet& metrics;
  std::unique_ptr<CUpti_RangeProfiler_Object, Disable> profiler;
  std::vector<std::uint8_t> empty, data; // filled by CUPTI
};

GroupSession::GroupSession(const Cupti& with, CUcontext context, const MetricSet& of)
    : cupti(with), metrics(of), profiler(nullptr, Disable{&with}) {
  TEXELSCOPE_CUPTI_PARAMS(enabled, CUpti_RangeProfiler_Enable);
  enabled.ctx = context;
  TEXELSCOPE_CUPTI(cupti, enable, &enabled);
  profiler.reset(enabled.pRangeProfilerObject);
  MetricNames names = metrics.names();
  TEXELSCOPE_CUPTI_PARAMS(size, CUpti_RangeProfiler_GetCounterDataSize);
  size.pRangeProfilerObject = profiler.get();
  size.pMetricNames = names.data();
  size.numMetrics = names.size();
  size.maxNumOfRanges = 1;
  size.maxNumRangeTreeNodes = 1;
  TEXELSCOPE_CUPTI(cupti, data_size, &size);
  empty.resize(size.counterDataSize);
  TEXELSCOPE_CUPTI_PARAMS(made, CUpti_RangeProfiler_CounterDataImage_Initialize);
  made.pRangeProfilerObject = profiler.get();
  made.counterDataSize = empty.size();
  made.pCounterData = empty.data();
  TEXELSCOPE_CUPTI(cupti, data_initialize, &made);
}

void GroupSession::start_over() {
  data = empty;
  TEXELSCOPE_CUPTI_PARAMS(config, CUpti_RangeProfiler_SetConfig);
  config.pRangeProfilerObject = profiler.get();
  config.configSize = metrics.config().size();
  config.pConfig = metrics.config().data();
  config.counterDataImageSize = data.size();
  config.pCounterDataImage = data.data();
  config.range = CUPTI_UserRange;
  config.replayMode = CUPTI_UserReplay;
  config.maxRangesPerPass = 1;
  config.numNestingLevels = 1;
  config.minNestingLevel = 1;
  config.targetNestingLevel = 1;
  TEXELSCOPE_CUPTI(cupti, set_config, &config);
}

bool GroupSession::pass(const std::function<void()>& launch) {
  TEXELSCOPE_CUPTI_PARAMS(started, CUpti_RangeProfiler_Start);
  TEXELSCOPE_CUPTI_PARAMS(pushed, CUpti_RangeProfiler_PushRange);
  TEXELSCOPE_CUPTI_PARAMS(popped, CUpti_RangeProfiler_PopRange);
  TEXELSCOPE_CUPTI_PARAMS(stopped, CUpti_RangeProfiler_Stop);
  started.pRangeProfilerObject = pushed.pRangeProfilerObject = popped.pRangeProfilerObject =
      stopped.pRangeProfilerObject = profiler.get();
  pushed.pRangeName = "launch";
  TEXELSCOPE_CUPTI(cupti, start, &started);
  try {
    TEXELSCOPE_CUPTI(cupti, push, &pushed);
    launch();
    TEXELSCOPE_CUDA(cudaDeviceSynchronize);
    TEXELSCOPE_CUPTI(cupti, pop, &popped);
  } catch (...) {
    cupti.pop(&popped);
    cupti.stop(&stopped);
    throw;
  }
  TEXELSCOPE_CUPTI(cupti, stop, &stopped);
  return stopped.isAllPassSubmitted != 0;
}

std::vector<double> GroupSession::values() {
  TEXELSCOPE_CUPTI_PARAMS(decoded, CUpti_RangeProfiler_DecodeData);
  decoded.pRangeProfilerObject = profiler.get();
  TEXELSCOPE_CUPTI(cupti, decode, &decoded);
  return metrics.values(data);
}

class RangeProfiler final : public CounterReader {
public:
  explicit RangeProfiler(const std::vector<Counter>& wanted);
  ~RangeProfiler() override;
  const std::vector<CounterGroup>& groups() const override { return of_chip->groups; }
  void count(std::size_t group, const std::function<void()>& launch, Counts& into,
             const std::function<void()>& before) override;
  bool is_free() const override;

private:
  // A context can have only one session at a time, which all readers share.
  struct Turn {
    std::mutex busy;
    std::optional<GroupSession> session;
    const RangeProfiler* of = nullptr; // the owner of the session
    std::size_t group = 0;
  };
  static Turn& turn() {
    static Turn& turn = *new Turn; // not destroyed, so that it outlives CUDA's own clean-up
    return turn;
  }
  GroupSession& session_of(std::size_t group);
  static void end_turn();

  const Cupti& cupti = loaded_cupti();
  CUcontext context;
  const GroupsOfChip* of_chip = nullptr;
};

RangeProfiler::RangeProfiler(const std::vector<Counter>& wanted) : context(current_context()) {
  int device = 0;
  TEXELSCOPE_CUDA(cudaGetDevice, &device);
  of_chip = &known_groups(cupti, chip_of(cupti, device), wanted);
  // If the driver refuses counters, it does so here; this is also the slow part of the setup.
  const std::scoped_lock lock(turn().busy);
  try {
    session_of(0).start_over();
    turn().session->pass([] {});
  } catch (...) {
    end_turn();
    throw;
  }
}

RangeProfiler::~RangeProfiler() {
  const std::scoped_lock lock(turn().busy);
  if (turn().of == this) end_turn();
}

void RangeProfiler::end_turn() {
  turn().session.reset();
  turn().of = nullptr;
}

bool RangeProfiler::is_free() const {
  const std::unique_lock lock(turn().busy, std::try_to_lock);
  return lock.owns_lock();
}

GroupSession& RangeProfiler::session_of(std::size_t group) {
  Turn& now = turn();
  if (now.session && now.of == this && now.group == group) return *now.session;
  end_turn();
  now.session.emplace(cupti, context, of_chip->sets[group]);
  now.of = this;
  now.group = group;
  return *now.session;
}

void RangeProfiler::count(std::size_t group, const std::function<void()>& launch, Counts& into,
                          const std::function<void()>& before) {
  const std::scoped_lock lock(turn().busy);
  GroupSession& session = session_of(group);
  session.start_over();
  bool last = false;
  for (int passes = 0; passes < groups()[group].passes && !last; ++passes) {
    if (before) before();
    TEXELSCOPE_CUDA(cudaDeviceSynchronize);
    last = session.pass(launch);
  }
  const std::vector<double> values = session.values();
  for (std::size_t i = 0; i < values.size(); ++i)
    into[groups()[group].counters[i]] = values[i];
}
} // namespace

std::unique_ptr<CounterReader> make_counter_reader(const std::vector<Counter>& wanted) {
  return std::make_unique<RangeProfiler>(wanted);
}

std::vector<CounterGroup> counter_groups(const std::string& chip) {
  return groups_of(loaded_cupti(), chip);
}

} // namespace texelscope::profile

#else

namespace texelscope::profile {

std::unique_ptr<CounterReader> make_counter_reader(const std::vector<Counter>&) {
  throw MachineError(text(Text::counters_not_built));
}

std::vector<CounterGroup> counter_groups(const std::string&) {
  throw MachineError(text(Text::counters_not_built));
}

} // namespace texelscope::profile

#endif
