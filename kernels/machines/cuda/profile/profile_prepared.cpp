#include "kernels/machines/cuda/profile/profile_prepared.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "kernels/reports/profile/cell/repeated_texels.h"

namespace texelscope::cuda {

using namespace profile;

namespace {
constexpr double min_clocked_ms = 1; // shorter launches do not measure the clock
constexpr double judging_ms = 3;     // decides which of few plans is faster
constexpr double sure_gain = 1.008;  // in launches of that length
constexpr std::size_t judged = 3;    // plans, besides the first
constexpr double enough_gain =
    1.05; // blocks that stay fall out of step, each time otherwise: less is not worth that
constexpr int cold_launches = 16; // of a sample, at most
constexpr int max_steps = 1 << 24, max_blocks = 1 << 22, max_kept_blocks = 1 << 14;

Stream new_stream() {
  Stream made;
  TEXELSCOPE_CUDA(cudaStreamCreateWithFlags, made.put(),
                  unsigned(cudaStreamNonBlocking)); // a window may draw beside it
  return made;
}

std::size_t level_bytes(const Texture& t) {
  return std::size_t(t.width) * std::size_t(t.height) * std::size_t(t.planes) *
         std::size_t(t.format.texel_bytes());
}

// The length of launches that compare similar plans, and the gain that counts.
struct Trial {
  double ms;
  double clear_gain; // more than chance usually makes
};
constexpr Trial in_caches = {0.6, 1.007}, from_memory = {2, 1.01};

// The first one that no other is clearly faster than.
template <class Tried>
const Tried& unbeaten(const std::vector<Tried>& tried, double clear_gain) {
  const double best = std::ranges::max_element(tried, {}, &Tried::rate)->rate;
  return *std::ranges::find_if(tried, [&](const Tried& t) { return t.rate * clear_gain >= best; });
}
} // namespace

CudaPrepared::CudaPrepared(const BenchmarkCase& of, WordMask mask, const DeviceFacts& on, double launch_ms,
                           int fixed_steps)
    : cell(of), texels_mask(mask), stream(new_stream()), texture(of, mask, stream.get()),
      arguments(texture.arguments()), kernel(texture.kernel()), device(on),
      clocks(make_device_memory(sizeof(ClockTable))), sums(make_device_memory(sums_of_few * sizeof(uint4))) {
  if (cell.cold) flushed = make_device_memory(flushed_bytes = 2 * on.l2_bytes);
  if (cell.cold) // one pass over the texture
    plan = {Layout::strips, 0, int(regions_of(access_pattern_of(cell)) / arguments.pattern.planes)};
  else if (fixed_steps > 0)
    plan = {Layout::strips, blocks_at_once(), fixed_steps};
  else
    plan = lengthened(fastest_plan(), launch_ms);
}

// Cold launches are short and vary in time, so a sample is the mean of several.
Sample CudaPrepared::launch(int times) {
  Plan longer = plan;
  longer.rounds *= times;
  return run(longer, cell.cold ? cold_launches : 1);
}

// Checks the first and the last warp of a launch with few steps.
double CudaPrepared::largest_error() {
  Plan few = plan;
  if (few.resident > 0) few.rounds = std::min(few.rounds, 4);
  run(few);
  Texture model = texture.shape();
  const RepeatedTexels memory(texels_mask, level_bytes(model));
  std::fill_n(model.level.begin(), model.level_count, memory.data());
  double largest = 0;
  for (const bool last : {false, true}) {
    const int warp = last ? warps_of_block - 1 : 0, block = last ? blocks(few) - 1 : 0;
    const auto expected = expected_sums(model, kind_of(cell), arguments.pattern, extent(few), block, warp);
    std::vector<TexelBits> found(32);
    const auto* const from =
        static_cast<const uint4*>(sums.get()) + (block > 0 ? threads_of_block : 0) + 32 * warp;
    TEXELSCOPE_CUDA(cudaMemcpy, found.data(), from, 32 * sizeof(uint4), cudaMemcpyDeviceToHost);
    largest = std::max(largest, profile::largest_error(model.result_type(), expected, found,
                                                       few.steps() * extent(few).chains));
  }
  return largest;
}

FetchCount CudaPrepared::fetch_count() {
  Plan few = plan;
  if (few.resident == 0) few.rounds = std::clamp(max_kept_blocks / arguments.pattern.planes, 1, few.rounds);
  std::vector<uint4> all(std::size_t(blocks(few)) * threads_of_block);
  sums = make_device_memory(all.size() * sizeof(uint4));
  arguments.keeps_all = true;
  run(few);
  arguments.keeps_all = false;
  TEXELSCOPE_CUDA(cudaMemcpy, all.data(), sums.get(), all.size() * sizeof(uint4), cudaMemcpyDeviceToHost);
  sums = make_device_memory(sums_of_few * sizeof(uint4));
  const bool floats = texture.shape().result_type() == ResultType::floating;
  double sum = 0;
  for (const uint4& components : all)
    sum += floats ? double(bits_float(components.x)) : double(components.x);
  return {extent(few).texels(), std::int64_t(sum)};
}

void CudaPrepared::count(CounterReader& reader, Counts& counts) {
  for (std::size_t group = 0; group < reader.groups().size(); ++group)
    reader.count(
        group, [this] { start_kernel(plan); }, counts, [this] { flush(); });
}

int CudaPrepared::blocks_at_once() const {
  int in_one = 0;
  TEXELSCOPE_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor, &in_one, kernel, threads_of_block, 0);
  return std::max(in_one, 1) * device.multiprocessors;
}

// Tries blocks that end, in each layout, with one region or several. If all texels fit the L1, it also tries
// blocks that stay: as many as are resident at once, half and a quarter of them. With larger textures, blocks
// that stay would find some texels in the L1 or the L2 by luck: they fall out of step, and find what others
// have left.
CudaPrepared::Plan CudaPrepared::fastest_plan() {
  const int planes = arguments.pattern.planes;
  std::vector<Plan> going, staying;
  for (const Layout layout : {Layout::strips, Layout::interleaved, Layout::across, Layout::stacked}) {
    const int regions = int(regions_of(access_pattern_of(cell, layout)) / planes);
    for (const int each : {1, 4, 16})
      if (each != 4 || streams()) going.push_back({layout, 0, (regions + each - 1) / each, each});
  }
  for (const int part : {1, 2, 4})
    staying.push_back({Layout::strips, (blocks_at_once() / part + planes - 1) / planes * planes, 1});
  const Tried go = fastest(going);
  if (cell.bytes > in_l1) return go.plan;
  const Tried stay = fastest(staying);
  const bool is_faster = stay.rate > enough_gain * go.rate && is_worth(stay.plan, go.plan);
  return is_faster ? stay.plan : go.plan;
}

// Compares plans by launches of the same length.
std::vector<CudaPrepared::Tried> CudaPrepared::tried(std::span<const Plan> plans, double ms) {
  const Plan first = lengthened(plans.front(), ms);
  std::vector<Tried> all;
  for (const Plan& p : plans) {
    const Plan equally_long = as_long_as(p, first);
    all.push_back({equally_long, rate(equally_long)});
  }
  return all;
}

// If the texels are in caches, short launches show little more than whether the first plan is as good as any:
// many small blocks take longer to start.
CudaPrepared::Tried CudaPrepared::fastest(std::span<const Plan> plans) {
  const Trial trial = streams() ? from_memory : in_caches;
  const std::vector<Tried> all = tried(plans, trial.ms);
  const Tried& found = unbeaten(all, trial.clear_gain);
  if (streams() || &found == &all.front()) return found;
  std::vector<double> rates;
  for (const Tried& t : all)
    rates.push_back(t.rate);
  std::ranges::sort(rates, std::greater());
  std::vector<Plan> few = {all.front().plan};
  for (const Tried& t : std::span(all).subspan(1))
    if (t.rate >= rates[std::min(judged, rates.size()) - 1]) few.push_back(t.plan);
  return {unbeaten(tried(few, judging_ms), sure_gain).plan,
          found.rate}; // its own rate: that of longer launches is higher
}

bool CudaPrepared::is_worth(const Plan& staying, Plan going) {
  going = lengthened(going, judging_ms);
  return rate(as_long_as(staying, going)) > enough_gain * rate(going);
}

// Increases the rounds until a launch takes about `wanted_ms`.
CudaPrepared::Plan CudaPrepared::lengthened(Plan p, double wanted_ms) {
  const int max_rounds = p.resident > 0 ? max_steps : max_blocks / arguments.pattern.planes;
  for (double ms = 0; ms < wanted_ms / 2 && p.rounds < max_rounds;) {
    ms = std::max(run(p).ms, 1e-3);
    const double rounds = double(p.rounds) * std::clamp(wanted_ms / ms, 1.0, 64.0);
    p.rounds = int(std::min(rounds, double(max_rounds)));
  }
  return evened(p);
}

// Gives each multiprocessor the same number of blocks, and some of them one fewer. With one more, a few
// blocks would have the device to themselves at the end; launches of exactly the same number vary by 0.4 % if
// blocks are long.
CudaPrepared::Plan CudaPrepared::evened(Plan p) const {
  const int evenly = device.multiprocessors / std::gcd(device.multiprocessors, arguments.pattern.planes);
  if (p.resident == 0 && p.rounds > evenly) p.rounds -= p.rounds % evenly + evenly / 8;
  return p;
}

CudaPrepared::Plan CudaPrepared::as_long_as(Plan p, const Plan& other) const {
  p.rounds = 1;
  p.rounds = int(std::clamp<std::int64_t>(extent(other).texels() / extent(p).texels(), 1, max_steps));
  return evened(p);
}

// Texels per clock, or per millisecond if memory limits the rate, because clocks may change meanwhile.
double CudaPrepared::rate(const Plan& p) {
  const auto took = [&] {
    const Sample sample = run(p);
    return streams() || sample.clock_mhz == 0 ? sample.ms : sample.ms * sample.clock_mhz;
  };
  return double(extent(p).texels()) / std::min(took(), took());
}

// Uses two launches: every second launch of a stream begins 0.4 us later (seen on an H200), and with three
// launches for each timed one, the timed ones alternate between both kinds.
void CudaPrepared::flush() {
  if (!flushed) return;
  auto* const first = static_cast<std::byte*>(flushed.get());
  for (const std::size_t part : {std::size_t(0), flushed_bytes / 2})
    launch_profile_flush(first + part, flushed_bytes / 2, stream.get());
}

void CudaPrepared::start_kernel(const Plan& p) {
  arguments.pattern = access_pattern_of(cell, p.layout);
  if (p.resident > 0)
    set_blocks(arguments.pattern, blocks(p));
  else
    set_regions_of_block(arguments.pattern, p.regions);
  int steps = p.steps();
  auto* to = static_cast<uint4*>(sums.get());
  auto* table = static_cast<ClockTable*>(clocks.get());
  void* given[] = {&arguments, &steps, &to, &table};
  TEXELSCOPE_CUDA(cudaLaunchKernel, reinterpret_cast<const void*>(kernel), dim3(unsigned(blocks(p))),
                  dim3(threads_of_block), given, 0, stream.get());
}

double CudaPrepared::time_kernel(const Plan& p) {
  flush();
  TEXELSCOPE_CUDA(cudaEventRecord, start.get(), stream.get());
  start_kernel(p);
  TEXELSCOPE_CUDA(cudaEventRecord, end.get(), stream.get());
  TEXELSCOPE_CUDA(cudaEventSynchronize, end.get());
  float ms = 0;
  TEXELSCOPE_CUDA(cudaEventElapsedTime, &ms, start.get(), end.get());
  return ms;
}

// For short launches, a thread that runs after them measures the clock.
Sample CudaPrepared::run(const Plan& p, int max_launches) {
  auto* table = static_cast<ClockTable*>(clocks.get());
  TEXELSCOPE_CUDA(cudaMemsetAsync, table, 0, sizeof *table, stream.get());
  double ms = 0;
  int launches = 0;
  for (; launches < max_launches && ms < min_clocked_ms; ++launches)
    ms += time_kernel(p);
  ms /= launches;
  if (ms < min_clocked_ms) {
    TEXELSCOPE_CUDA(cudaMemsetAsync, table, 0, sizeof *table, stream.get());
    launch_profile_clock(table, stream.get());
  }
  ClockTable read;
  TEXELSCOPE_CUDA(cudaMemcpyAsync, &read, table, sizeof read, cudaMemcpyDeviceToHost, stream.get());
  TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
  return {ms, mean_mhz(read)};
}

} // namespace texelscope::cuda
