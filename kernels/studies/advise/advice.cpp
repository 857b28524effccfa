#include "kernels/studies/advise/advice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/ground/base/parallel.h"
#include "kernels/unit/texture_unit/ideal.h"

namespace texelscope::advise {

namespace {
constexpr int visits = 3, launches_of_visit = 4; // of which the first one warms the caches
constexpr double launch_ms = 1.5;
constexpr int max_repeats = 1 << 20;
constexpr std::size_t max_blocks = std::size_t(1) << 30;     // of a launch
constexpr std::size_t max_kept_bytes = std::size_t(4) << 30; // of prepared choices at a time
constexpr std::size_t max_compared = std::size_t(1) << 22;   // fetches
constexpr double coordinates_share = 0.85;                   // of a fetch's time, beyond which it is said

// Some entries of the list, in parts that lie evenly over it.
struct Part {
  std::size_t first = 0, count = 0;
};
std::vector<Part> compared_parts(const FetchList& list) {
  constexpr std::size_t count = 16;
  const std::size_t most = max_compared / lanes;
  if (list.entries() <= most) return {{0, list.entries()}};
  std::vector<Part> parts;
  for (std::size_t i = 0; i < count; ++i)
    parts.push_back({(list.entries() - most / count) / (count - 1) * i, most / count});
  return parts;
}

// The exact values of those entries' fetches: of each lane the channels.
std::vector<double> exact_values(const StudiedScene& studied, const Part& part) {
  const FetchList& list = studied.scene.fetches;
  const auto channels = std::size_t(studied.scene.own.channels);
  std::vector<double> exact(part.count * lanes * channels);
  loop_in_parallel(tbb::blocked_range<std::size_t>(0, part.count), [&](const auto& range) {
    for (std::size_t i = range.begin(); i < range.end(); ++i)
      for (int lane = 0; lane < lanes; ++lane) {
        const auto coordinate = [&](int axis) {
          return axis < list.axes() ? list.at(part.first + i, lane, axis) : 0.0f;
        };
        FetchAt at{.x = coordinate(0), .y = coordinate(1), .z = coordinate(2)};
        if (studied.scene.by_index) at.texel = int(coordinate(0));
        const std::array<double, 4> value = unit::ideal_result(studied.texture, studied.function, at);
        std::copy_n(value.begin(), channels,
                    exact.begin() + std::ptrdiff_t((i * lanes + std::size_t(lane)) * channels));
      }
  });
  return exact;
}

class Errors {
public:
  explicit Errors(const StudiedScene& of) : studied(of), parts(compared_parts(of.scene.fetches)) {
    for (const Part& part : parts)
      exact.push_back(exact_values(studied, part));
  }

  std::size_t compared() const {
    std::size_t count = 0;
    for (const Part& part : parts)
      for (std::size_t i = 0; i < part.count; ++i)
        for (int lane = 0; lane < lanes; ++lane)
          count += studied.scene.fetches.fetches_here(part.first + i, lane) ? 1 : 0;
    return count;
  }

  void set(MeasuredChoice& measured, PreparedChoice& prepared) const {
    const auto channels = std::size_t(studied.scene.own.channels);
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const std::vector<float> found = prepared.results(parts[p].first, parts[p].count);
      for (std::size_t i = 0; i < parts[p].count * lanes; ++i) {
        if (!studied.scene.fetches.fetches_here(parts[p].first + i / lanes, int(i % lanes))) continue;
        double worst = 0;
        for (std::size_t c = 0; c < channels; ++c)
          worst = std::max(worst, error_of(found[i * channels + c], exact[p][i * channels + c]));
        measured.worst_error = std::max(measured.worst_error, worst);
        sum += worst;
        ++count;
      }
    }
    measured.mean_error = count == 0 ? 0 : sum / double(count);
  }

private:
  // What is no number by exact arithmetic has no error.
  static double error_of(double found, double exact) {
    if (!std::isfinite(exact)) return 0;
    const double apart = std::abs(found - exact);
    return std::isnan(apart) ? std::numeric_limits<double>::infinity() : apart;
  }

  const StudiedScene& studied;
  std::vector<Part> parts;
  std::vector<std::vector<double>> exact;
};

// Launches of one choice, long enough to be timed. Either blocks make one part of the list each and end, or
// they make several: whichever is faster here.
class Timed {
public:
  Timed(PreparedChoice& of, const FetchList& list)
      : prepared(of), blocks(list.blocks()), fetches(list.blocks() * entries_of_block * lanes) {
    double best = std::numeric_limits<double>::infinity();
    int best_rounds = 1;
    for (const int tried : {8, 1}) {
      rounds = tried;
      lengthen();
      if (const double time = std::min(ns(), ns()); time < best) best = time, best_rounds = tried;
    }
    rounds = best_rounds;
  }
  double ns() { return prepared.launch_ms(repeats, rounds) * 1e6 / (double(fetches) * repeats); }

private:
  void lengthen() {
    const int most = int(std::clamp<std::size_t>(max_blocks / blocks / 8, 1, max_repeats)) * 8;
    repeats = std::max(repeats, rounds);
    for (double ms = prepared.launch_ms(repeats, rounds); ms < launch_ms / 2 && repeats < most;) {
      const double longer = repeats * std::clamp(launch_ms / std::max(ms, 1e-3), 1.5, 64.0);
      repeats = int(std::min(double(most), std::ceil(longer / 8) * 8));
      ms = prepared.launch_ms(repeats, rounds);
    }
  }

  PreparedChoice& prepared;
  std::size_t blocks, fetches;
  int repeats = 1, rounds = 1;
};

struct Kept {
  std::size_t index = 0; // in Advice::choices
  std::unique_ptr<PreparedChoice> prepared;
  std::optional<Timed> timed;
};

void time_once(MeasuredChoice& measured, Timed& timed, int visit) {
  timed.ns();
  for (int i = 1; i < launches_of_visit; ++i) {
    measured.ns.push_back(timed.ns());
    measured.visit.push_back(visit);
  }
}
} // namespace

double MeasuredChoice::median_ns() const {
  return ns.empty() ? std::numeric_limits<double>::quiet_NaN() : profile::median(ns);
}

void decide(Advice& advice) {
  for (MeasuredChoice& m : advice.choices) {
    if (!m.refusal.empty()) continue;
    if (advice.own().refusal.empty()) m.against_own = profile::judge_times(advice.own().ns, m.ns, 0, 1);
    m.on_front = std::ranges::none_of(advice.choices, [&](const MeasuredChoice& other) {
      return other.refusal.empty() && other.median_ns() < m.median_ns() && other.worst_error <= m.worst_error;
    });
  }
  // What is no number is no result, whatever error is allowed.
  const auto is_allowed = [&](const MeasuredChoice& m) {
    return m.refusal.empty() && std::isfinite(m.worst_error) && m.worst_error <= advice.allowed_error;
  };
  advice.best.reset();
  for (std::size_t i = 0; i < advice.choices.size(); ++i) {
    const MeasuredChoice& m = advice.choices[i];
    if (!is_allowed(m)) continue;
    if (!advice.best || m.median_ns() < advice.choices[*advice.best].median_ns()) advice.best = i;
  }
  // The present choice stays where another is not certainly faster.
  if (!advice.best || !is_allowed(advice.own())) return;
  const auto& judged = advice.choices[*advice.best].against_own;
  if (!judged || judged->verdict != profile::Verdict::faster) advice.best = 0;
}

std::optional<Advice> advise(const StudiedScene& studied, ChoiceMachine& machine,
                             std::optional<double> allowed_error, const AdviceProgress& progress) {
  const FetchList& list = studied.scene.fetches;
  const std::vector<Choice> choices = choices_of(studied.scene);
  Advice advice;
  advice.device = machine.device();
  advice.planes = machine.coordinates_are_planes();
  advice.filters = studied.scene.is_linear();
  advice.fetches = list.fetches();

  bool goes_on = true;
  const double compiled_share = 0.3;
  machine.compile(choices, [&](std::size_t done) {
    return goes_on = progress("", compiled_share * double(done) / double(choices.size() + 1));
  });
  if (!goes_on) return std::nullopt;
  const Errors errors(studied);
  advice.compared = std::min(errors.compared(), advice.fetches); // some may be repeated

  // Choices are timed in turns, as far as the device holds their texels at the same time.
  std::vector<Kept> kept;
  std::size_t kept_bytes = 0, done = 0;
  const auto time_kept = [&] {
    for (int visit = 0; visit < visits && goes_on; ++visit)
      for (Kept& one : kept) {
        const MeasuredChoice& m = advice.choices[one.index];
        goes_on = goes_on && progress(name(m.choice), compiled_share + (1 - compiled_share) * double(done) /
                                                                           double(choices.size()));
        if (goes_on) time_once(advice.choices[one.index], *one.timed, visit);
      }
    kept.clear();
    kept_bytes = 0;
  };
  for (const Choice& choice : choices) {
    goes_on = goes_on && progress(name(choice), compiled_share + (1 - compiled_share) * double(done) /
                                                                     double(choices.size()));
    if (!goes_on) return std::nullopt;
    MeasuredChoice measured;
    measured.choice = choice;
    auto prepared = machine.prepare(choice, measured.refusal);
    if (prepared) {
      errors.set(measured, *prepared);
      measured.bytes = prepared->bytes();
      measured.upload_ms = prepared->upload_ms();
      kept_bytes += measured.bytes;
      kept.push_back({advice.choices.size(), std::move(prepared), {}});
      kept.back().timed.emplace(*kept.back().prepared, list);
    }
    advice.choices.push_back(std::move(measured));
    ++done;
    if (kept_bytes > max_kept_bytes) time_kept();
  }
  time_kept();
  if (!goes_on) return std::nullopt;

  const auto alone = machine.coordinates_alone();
  Timed timed(*alone, list);
  MeasuredChoice coordinates;
  time_once(coordinates, timed, 0);
  advice.coordinates_ns = coordinates.median_ns();
  for (MeasuredChoice& m : advice.choices)
    m.waits_for_coordinates = m.refusal.empty() && advice.coordinates_ns > coordinates_share * m.median_ns();
  advice.allowed_error = allowed_error.value_or(
      advice.own().refusal.empty() ? advice.own().worst_error : std::numeric_limits<double>::infinity());
  decide(advice);
  return advice;
}

} // namespace texelscope::advise
