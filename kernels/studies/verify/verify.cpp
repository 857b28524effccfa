#include "kernels/studies/verify/verify.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "kernels/ground/base/float_steps.h"
#include "kernels/unit/texture_unit/quad.h"

namespace texelscope::verify {

namespace {
void compare_word(MismatchCount& count, std::uint32_t device, std::uint32_t model, ResultType type) {
  const bool floats = type == ResultType::floating;
  const std::int64_t difference = floats ? float_number(device) - float_number(model)
                                         : std::int64_t(std::int32_t(device)) - std::int32_t(model);
  count.largest_ulp =
      std::max(count.largest_ulp, std::uint64_t(std::max<std::int64_t>(1, std::abs(difference))));
}

void compare(MismatchCount& count, const Case& c, ResultType type, std::span<const FetchAt> at,
             const std::vector<std::uint32_t>& device, const std::vector<std::uint32_t>& model) {
  const std::size_t component_count = result_component_count(c);
  count.fetches += std::int64_t(at.size());
  count.components += std::int64_t(device.size());
  if (device == model) return;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const auto d = device.begin() + std::ptrdiff_t(i * component_count),
               m = model.begin() + std::ptrdiff_t(i * component_count);
    const auto end = d + std::ptrdiff_t(component_count);
    if (std::equal(d, end, m)) continue;
    ++count.mismatches;
    if (!count.first) count.first = Mismatch{c, at[i], {d, end}, {m, m + std::ptrdiff_t(component_count)}};
    for (std::size_t w = 0; w < component_count; ++w)
      if (d[std::ptrdiff_t(w)] != m[std::ptrdiff_t(w)])
        compare_word(count, d[std::ptrdiff_t(w)], m[std::ptrdiff_t(w)], type);
  }
}

void merge(MismatchCount& into, const MismatchCount& from) {
  into.fetches += from.fetches;
  into.components += from.components;
  into.mismatches += from.mismatches;
  into.by_model += from.by_model;
  into.fast_differs += from.fast_differs;
  into.largest_ulp = std::max(into.largest_ulp, from.largest_ulp);
  if (!into.first) into.first = from.first;
}

// Draws one case after the other for all threads: a case depends only on the seed and its number.
class Draw {
public:
  explicit Draw(const Options& given) : options(given) {
    // Few cases for few fetches would leave out classes, and many fetches of one texture are cheaper than
    // many textures.
    samples = int(std::clamp(options.fetches / (round_length * 32.0), 256.0, 60000.0));
  }

  struct Job {
    Group group;
    Case c;
    Random random;
    bool by_model; // compares with the model itself, not only with the fast path
  };
  // Empty if `only` excludes the case.
  std::optional<Job> job(std::int64_t number) const {
    const Group group = group_of(number);
    Random random(mix(options.seed, std::uint32_t(number)));
    const bool slow = group == Group::surface_write; // every write needs its own launch
    const Case c = random_case(group, random, slow ? 16 : samples);
    const bool left_out = class_name(c).find(options.only) == std::string::npos &&
                          std::string_view(group_name(group)).find(options.only) == std::string::npos;
    if (left_out) return std::nullopt;
    return Job{group, c, random, number / round_length % 4 == 0};
  }

private:
  const Options& options;
  int samples;
};

class Run {
public:
  Run(const Options& given, const std::function<std::unique_ptr<Device>()>& maker,
      const std::function<bool(double)>& on_progress)
      : options(given), draw(given), make_device(maker), progress(on_progress) {
    for (int g = 0; g < group_count; ++g)
      report.groups.emplace_back().name = group_name(Group(g));
  }

  Report run() {
    const auto start = std::chrono::steady_clock::now();
    find_first();
    const int threads =
        options.threads > 0 ? options.threads : int(std::max(1u, std::thread::hardware_concurrency()));
    work_on(threads);
    if (failure) std::rethrow_exception(failure);
    for (auto& [name, count] : classes) {
      count.name = name;
      report.classes.push_back(std::move(count));
    }
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(report);
  }

private:
  // Without this check, a pattern that matches nothing would search forever.
  void find_first() const {
    if (options.only.empty()) return;
    for (std::int64_t number = 0; number < round_length * 2000; ++number)
      if (draw.job(number)) return;
    throw std::invalid_argument(options.only);
  }

  // If the system starts fewer threads, those that it has started do the work, or else this one.
  void work_on(int threads) {
    std::vector<std::jthread> workers;
    workers.reserve(std::size_t(threads));
    try {
      for (int i = 0; i < threads; ++i)
        workers.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      if (workers.empty()) work();
    } catch (...) {
      stopped = true;
      throw;
    }
  }

  void work() {
    try {
      const std::unique_ptr<Device> device = make_device();
      while (!stopped) {
        const auto job = draw.job(next++);
        if (job) check(*device, *job);
      }
    } catch (...) {
      const std::lock_guard lock(guard);
      if (!failure) failure = std::current_exception();
      stopped = true;
    }
  }

  void check(Device& device, Draw::Job job) {
    Specimen specimen(job.c);
    std::vector<FetchAt> at(job.c.samples);
    for (FetchAt& a : at)
      a = random_request(job.c, job.random);
    share_gradients(job.c, job.random, at);
    unit::set_quad_lanes(at);
    std::string refusal;
    const auto got = device.run(job.c, specimen.texture(), at, refusal);
    if (!got) return refuse(refusal);
    MismatchCount count;
    const ResultType type =
        job.c.operation > int(Operation::texel) ? ResultType::unsigned_int : specimen.texture().result_type();
    compare(count, job.c, type, at, *got, expected(job, specimen, at, *got, count));
    const std::lock_guard lock(guard);
    merge(report.groups[std::size_t(job.group)], count);
    merge(classes[class_name(job.c)], count);
    done += count.fetches;
    report.fetches += count.fetches;
    report.mismatches += count.mismatches;
    report.by_model += count.by_model;
    report.fast_differs += count.fast_differs;
    if (double(done) >= options.fetches) stopped = true;
    if (progress && !progress(std::min(1.0, double(done) / options.fetches))) stopped = true;
  }

  // Surfaces have no fast path.
  static std::vector<std::uint32_t> expected(const Draw::Job& job, Specimen& specimen,
                                             std::span<const FetchAt> at,
                                             const std::vector<std::uint32_t>& got, MismatchCount& count) {
    const bool has_fast_path = job.c.operation <= int(Operation::texel);
    std::vector<std::uint32_t> fast;
    if (has_fast_path) {
      fast = fast_results(job.c, specimen.texture(), at);
      if (!job.by_model && fast == got) return fast;
    }
    std::vector<std::uint32_t> model = model_results(job.c, specimen.texture(), at, specimen.bytes().data());
    count.by_model += std::int64_t(at.size());
    const std::size_t component_count = result_component_count(job.c);
    for (std::size_t i = 0; has_fast_path && i < at.size(); ++i)
      count.fast_differs += !std::equal(model.begin() + std::ptrdiff_t(i * component_count),
                                        model.begin() + std::ptrdiff_t((i + 1) * component_count),
                                        fast.begin() + std::ptrdiff_t(i * component_count));
    return model;
  }

  void refuse(const std::string& reason) {
    const std::lock_guard lock(guard);
    if (++report.refused <= 8) report.refusals.push_back(reason);
  }

  const Options& options;
  const Draw draw;
  const std::function<std::unique_ptr<Device>()>& make_device;
  const std::function<bool(double)>& progress;
  std::atomic<std::int64_t> next = 0;
  std::atomic<bool> stopped = false;
  std::mutex guard; // guards the following members
  std::int64_t done = 0;
  Report report;
  std::map<std::string, MismatchCount> classes;
  std::exception_ptr failure;
};
} // namespace

Report verify(const Options& options, const std::function<std::unique_ptr<Device>()>& make_device,
              const std::function<bool(double)>& progress) {
  return Run(options, make_device, progress).run();
}

} // namespace texelscope::verify
