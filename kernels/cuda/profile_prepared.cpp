#include "kernels/cuda/profile_prepared.h"

#include <algorithm>

#include "kernels/profile/repeated_texels.h"

namespace texelscope::cuda {

using namespace profile;

namespace {
constexpr double telling_ms = 1;         // shorter launches do not tell the clock
constexpr double trial_ms = 0.6;         // tells which plan is faster of those that are alike,
constexpr double streaming_trial_ms = 2; // where texels come from memory,
constexpr double judging_ms = 3;         // and of those that are not alike
constexpr double clear_gain = 1.02;      // of plans that are alike, so that chance seldom chooses
constexpr double enough_gain = 1.05;     // blocks that stay fall out of step, each time otherwise: less is not worth that
constexpr int clock_nanoseconds = 100000;
constexpr int most_steps = 1 << 24, most_blocks = 1 << 22, most_kept_blocks = 1 << 14;

Stream new_stream() {
  Stream made;
  TEXELSCOPE_CUDA(cudaStreamCreateWithFlags, made.put(), unsigned(cudaStreamNonBlocking)); // a window may draw beside it
  return made;
}

std::size_t level_bytes(const Texture& t) {
  return std::size_t(t.width) * std::size_t(t.height) * std::size_t(t.depth) * std::size_t(t.format.texel_bytes());
}
} // namespace

CudaPrepared::CudaPrepared(const Cell& of, WordMask mask, const DeviceFacts& on, double launch_ms, int fixed_steps)
    : cell(of), texels_mask(mask), stream(new_stream()), texture(of, mask, stream.get()), arguments(texture.arguments()),
      kernel(texture.kernel()), clocks(make_device_memory(sizeof(ClockTable))), sums(make_device_memory(sums_of_few * sizeof(uint4))) {
  if (cell.cold) flushed = make_device_memory(flushed_bytes = 2 * on.l2_bytes);
  if (fixed_steps > 0 && !cell.cold)
    plan = {Layout::strips, resident_blocks(on.multiprocessors), fixed_steps};
  else
    choose_plan(on, launch_ms);
}

Sample CudaPrepared::launch(int times) {
  Plan longer = plan;
  longer.rounds *= times;
  return run(longer);
}

// Of the first and the last warp in a launch of few steps.
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
    const auto expected = expected_sums(model, kind_of(cell), arguments.walk, extent(few), block, warp);
    std::vector<TexelBits> found(32);
    const auto* const from = static_cast<const uint4*>(sums.get()) + (block > 0 ? threads_of_block : 0) + 32 * warp;
    TEXELSCOPE_CUDA(cudaMemcpy, found.data(), from, 32 * sizeof(uint4), cudaMemcpyDeviceToHost);
    largest = std::max(largest, profile::largest_error(model.result_type(), expected, found, few.steps() * extent(few).chains));
  }
  return largest;
}

Tally CudaPrepared::tally() {
  Plan few = plan;
  if (few.resident == 0) few.rounds = std::clamp(most_kept_blocks / arguments.walk.planes, 1, few.rounds);
  std::vector<uint4> all(std::size_t(blocks(few)) * threads_of_block);
  sums = make_device_memory(all.size() * sizeof(uint4));
  arguments.keeps_all = true;
  run(few);
  arguments.keeps_all = false;
  TEXELSCOPE_CUDA(cudaMemcpy, all.data(), sums.get(), all.size() * sizeof(uint4), cudaMemcpyDeviceToHost);
  sums = make_device_memory(sums_of_few * sizeof(uint4));
  const bool floats = texture.shape().result_type() == ResultType::floating;
  double sum = 0;
  for (const uint4& words : all)
    sum += floats ? double(bits_float(words.x)) : double(words.x);
  return {extent(few).texels(), std::int64_t(sum)};
}

void CudaPrepared::count(CounterReader& reader, Counts& counts) {
  for (std::size_t group = 0; group < reader.groups().size(); ++group)
    reader.count(group, [this] { start_kernel(plan); }, counts, [this] { flush(); });
}

int CudaPrepared::resident_blocks(int multiprocessors) const {
  int in_one = 0;
  TEXELSCOPE_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor, &in_one, kernel, threads_of_block, 0);
  return std::max(in_one, 1) * multiprocessors;
}

// Blocks that go, in each layout, with one region or several, but for texture fetches out of caches, which gain nothing by several; and
// as many that stay as run at once, half and a quarter of them. What does not fit half the L2, which may keep a copy in each half, wants
// all to go: those that stay fall out of step and find there, by luck, what others have left. Cold launches go over the texture once.
void CudaPrepared::choose_plan(const DeviceFacts& on, double launch_ms) {
  const int planes = arguments.walk.planes, all = resident_blocks(on.multiprocessors);
  const bool streams = cell.bytes > std::int64_t(on.l2_bytes / 2), takes_one = cell.path == Path::tex && !streams;
  std::vector<Plan> going, staying;
  for (const Layout layout : {Layout::strips, Layout::interleaved, Layout::across}) {
    const int regions = int(regions_of(walk_of(cell, layout)) / planes);
    for (const int each : {1, 4, 16})
      if (each == 1 || (!cell.cold && !takes_one)) going.push_back({layout, 0, (regions + each - 1) / each, each});
    for (const int part : {1, 2, 4})
      if (layout != Layout::across) staying.push_back({layout, (all / part + planes - 1) / planes * planes, 1});
  }
  const Tried go = fastest(going, streams ? streaming_trial_ms : trial_ms);
  plan = go.plan;
  if (cell.cold) return;
  if (!streams) {
    const Tried stay = fastest(staying, trial_ms);
    if (stay.texels_per_ms > enough_gain * go.texels_per_ms && is_worth(stay.plan, go.plan)) plan = stay.plan;
  }
  plan = lengthened(plan, launch_ms);
}

// In launches that take equally long; the first one, where none is clearly faster.
CudaPrepared::Tried CudaPrepared::fastest(std::span<const Plan> plans, double ms) {
  Tried best{cell.cold ? plans.front() : lengthened(plans.front(), ms)};
  for (const Plan& p : plans) {
    const Plan tried = cell.cold ? p : as_long_as(p, best.plan);
    const double speed = texels_per_ms(tried);
    if (speed >= clear_gain * best.texels_per_ms) best = {tried, speed};
  }
  return best;
}

bool CudaPrepared::is_worth(const Plan& staying, Plan going) {
  going = lengthened(going, judging_ms);
  return texels_per_ms(as_long_as(staying, going)) > enough_gain * texels_per_ms(going);
}

// So many rounds that a launch takes about so long.
CudaPrepared::Plan CudaPrepared::lengthened(Plan p, double wanted_ms) {
  const int most = p.resident > 0 ? most_steps : most_blocks / arguments.walk.planes;
  for (double ms = 0; ms < wanted_ms / 2 && p.rounds < most;) {
    ms = std::max(run(p).ms, 1e-3);
    const double rounds = double(p.rounds) * std::clamp(wanted_ms / ms, 1.0, 64.0);
    p.rounds = int(std::min(rounds, double(most)));
  }
  return p;
}

CudaPrepared::Plan CudaPrepared::as_long_as(Plan p, const Plan& other) const {
  p.rounds = 1;
  p.rounds = int(std::clamp<std::int64_t>(extent(other).texels() / extent(p).texels(), 1, most_steps));
  return p;
}

double CudaPrepared::texels_per_ms(const Plan& p) {
  return double(extent(p).texels()) / std::min(run(p).ms, run(p).ms);
}

void CudaPrepared::flush() {
  if (flushed) launch_profile_flush(flushed.get(), flushed_bytes, stream.get());
}

void CudaPrepared::start_kernel(const Plan& p) {
  arguments.walk = walk_of(cell, p.layout);
  if (p.resident > 0)
    set_blocks(arguments.walk, blocks(p));
  else
    set_regions_of_block(arguments.walk, p.regions);
  int steps = p.steps();
  auto* to = static_cast<uint4*>(sums.get());
  auto* table = static_cast<ClockTable*>(clocks.get());
  void* given[] = {&arguments, &steps, &to, &table};
  TEXELSCOPE_CUDA(cudaLaunchKernel, reinterpret_cast<const void*>(kernel), dim3(unsigned(blocks(p))), dim3(threads_of_block), given,
                  0, stream.get());
}

// The clock of short launches is told by a thread after them.
Sample CudaPrepared::run(const Plan& p) {
  auto* table = static_cast<ClockTable*>(clocks.get());
  TEXELSCOPE_CUDA(cudaMemsetAsync, table, 0, sizeof *table, stream.get());
  flush();
  TEXELSCOPE_CUDA(cudaEventRecord, start.get(), stream.get());
  start_kernel(p);
  TEXELSCOPE_CUDA(cudaEventRecord, end.get(), stream.get());
  TEXELSCOPE_CUDA(cudaEventSynchronize, end.get());
  float ms = 0;
  TEXELSCOPE_CUDA(cudaEventElapsedTime, &ms, start.get(), end.get());
  if (ms < telling_ms) {
    TEXELSCOPE_CUDA(cudaMemsetAsync, table, 0, sizeof *table, stream.get());
    launch_profile_clock(table, clock_nanoseconds, stream.get());
  }
  ClockTable read;
  TEXELSCOPE_CUDA(cudaMemcpyAsync, &read, table, sizeof read, cudaMemcpyDeviceToHost, stream.get());
  TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
  return {ms, mean_mhz(read)};
}

} // namespace texelscope::cuda
