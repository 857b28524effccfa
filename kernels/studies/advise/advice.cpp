#include "kernels/studies/advise/advice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/ground/base/parallel.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/texture_unit/ideal.h"

namespace texelscope::advise {

namespace {
constexpr int launches_of_visit = 4; // of which the first one warms the caches
constexpr double launch_ms = 1.5;
constexpr int max_repeats = 1 << 20;
constexpr std::size_t max_blocks = std::size_t(1) << 30;     // of a launch
constexpr std::size_t max_kept_bytes = std::size_t(4) << 30; // of prepared choices at a time
constexpr std::size_t max_compared = std::size_t(1) << 22;   // fetches
constexpr double limit_share = 0.85; // of a fetch's time, from which on it is what the fetch waits for

// Some entries of the list, in parts that lie evenly over it.
struct EntryRange {
  std::size_t first = 0, count = 0;
};
std::vector<EntryRange> compared_parts(const FetchList& list) {
  constexpr std::size_t count = 16;
  const std::size_t most = max_compared / lanes;
  std::vector<EntryRange> parts;
  if (list.entries() <= most) {
    for (std::size_t first = 0; first < list.entries(); first += most / count)
      parts.push_back({first, std::min(most / count, list.entries() - first)});
    return parts;
  }
  for (std::size_t i = 0; i < count; ++i)
    parts.push_back({(list.entries() - most / count) / (count - 1) * i, most / count});
  return parts;
}

// The exact values of those entries' fetches: of each lane the channels.
std::vector<double> exact_values(const StudiedScene& studied, const EntryRange& part) {
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
  // It is of no use if `goes_on` says false.
  Errors(const StudiedScene& of, const std::function<bool()>& goes_on)
      : studied(of), parts(compared_parts(of.scene.fetches)) {
    for (const EntryRange& part : parts) {
      if (!goes_on()) return;
      exact.push_back(exact_values(studied, part));
    }
  }

  void count(Advice& advice) const {
    for (std::size_t p = 0; p < parts.size(); ++p)
      for (std::size_t i = 0; i < parts[p].count * lanes; ++i) {
        if (!is_compared(p, i)) continue;
        ++advice.compared;
        bool finite = true;
        for (std::size_t c = 0; c < channels; ++c)
          finite = finite && std::isfinite(exact[p][i * channels + c]);
        advice.not_finite += finite ? 0 : 1;
      }
  }

  void set(MeasuredChoice& measured, PreparedChoice& prepared) const {
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const std::vector<float> found = prepared.results(parts[p].first, parts[p].count);
      for (std::size_t i = 0; i < parts[p].count * lanes; ++i) {
        if (!is_compared(p, i)) continue;
        double worst = 0;
        bool lost = false;
        for (std::size_t c = 0; c < channels; ++c) {
          const double is = found[i * channels + c], should = exact[p][i * channels + c];
          worst = std::max(worst, error_of(is, should));
          lost = lost || (std::isnan(should) ? !std::isnan(is) : std::isinf(should) && is != should);
        }
        measured.worst_error = std::max(measured.worst_error, worst);
        measured.lost += lost ? 1 : 0;
        sum += worst;
        ++count;
      }
    }
    measured.mean_error = count == 0 ? 0 : sum / double(count);
  }

private:
  bool is_compared(std::size_t part, std::size_t i) const {
    const FetchList& list = studied.scene.fetches;
    const std::size_t entry = parts[part].first + i / lanes;
    return !list.is_repeated(entry) && list.fetches_here(entry, int(i % lanes));
  }

  // What is not finite by exact arithmetic has no error: it is lost or not. Doubles have a rounding of their
  // own, so that less than that is none.
  double error_of(double found, double exact) const {
    if (!std::isfinite(exact)) return 0;
    const double apart = std::abs(found - exact);
    if (std::isnan(apart)) return std::numeric_limits<double>::infinity();
    return apart <= rounding ? 0 : apart;
  }

  const StudiedScene& studied;
  std::vector<EntryRange> parts;
  std::size_t channels = std::size_t(studied.scene.own.channels);
  double rounding =
      std::ldexp(std::max(std::abs(studied.scene.least), std::abs(studied.scene.greatest)), -50);
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
  double ns(Part part = Part::all) {
    return prepared.launch_ms(repeats, rounds, part) * 1e6 / (double(fetches) * repeats);
  }

private:
  void lengthen() {
    const int most = int(std::clamp<std::size_t>(max_blocks / blocks / 8, 1, max_repeats)) * 8;
    repeats = std::max(repeats, rounds);
    for (double ms = prepared.launch_ms(repeats, rounds, Part::all); ms < launch_ms / 2 && repeats < most;) {
      const double longer = repeats * std::clamp(launch_ms / std::max(ms, 1e-3), 1.5, 64.0);
      repeats = int(std::min(double(most), std::ceil(longer / 8) * 8));
      ms = prepared.launch_ms(repeats, rounds, Part::all);
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

// The faster of two launches behind one that warms the caches.
double fastest_ns(Timed& timed, Part part) {
  timed.ns(part);
  return std::min(timed.ns(part), timed.ns(part));
}

Limit limit_of(const MeasuredChoice& m, double coordinates_ns) {
  const double enough = limit_share * m.median_ns();
  if (coordinates_ns > enough) return Limit::coordinates;
  if (m.ns_in_l1 > enough) return fetches_from_texture(m.choice.way) ? Limit::texture : Limit::loads;
  return m.ns_in_l2 == 0 || m.ns_in_l2 > enough ? Limit::l2 : Limit::memory;
}

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

double present_error(const Advice& advice) {
  return advice.own().refusal.empty() ? advice.own().worst_error : std::numeric_limits<double>::infinity();
}

bool is_usable(const Advice& advice, const MeasuredChoice& measured) {
  const std::size_t lost_now = advice.own().refusal.empty() ? advice.own().lost : 0;
  return measured.refusal.empty() && measured.lost <= lost_now;
}

namespace {
// A prediction has no interval.
profile::Judged judged(const Advice& advice, const MeasuredChoice& m) {
  if (!advice.prediction) return profile::judge_times(advice.own().ns, m.ns, 0, 1);
  const double change = m.median_ns() / advice.own().median_ns() - 1;
  return {change < -Prediction::margin  ? profile::Verdict::faster
          : change > Prediction::margin ? profile::Verdict::slower
                                        : profile::Verdict::unclear,
          change, std::nullopt};
}
} // namespace

void decide(Advice& advice) {
  for (MeasuredChoice& m : advice.choices) {
    if (!m.refusal.empty()) continue;
    m.limit = limit_of(m, advice.coordinates_ns);
    if (advice.own().refusal.empty()) m.against_own = judged(advice, m);
    m.on_front =
        is_usable(advice, m) && std::ranges::none_of(advice.choices, [&](const MeasuredChoice& other) {
          return is_usable(advice, other) && other.median_ns() < m.median_ns() &&
                 other.worst_error <= m.worst_error;
        });
  }
  // What is no number is no result, whatever error is allowed.
  const auto is_allowed = [&](const MeasuredChoice& m) {
    return is_usable(advice, m) && std::isfinite(m.worst_error) && m.worst_error <= advice.allowed_error;
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
                             std::optional<double> allowed_error, const AdviceProgress& progress,
                             const AdviceExtent& extent) {
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
  std::optional<Errors> errors;
  if (extent.compares) {
    errors.emplace(studied, [&] { return goes_on = progress("", compiled_share); });
    if (!goes_on) return std::nullopt;
    errors->count(advice);
  }

  // Choices are timed in turns, as far as the device holds their texels at the same time.
  std::vector<Kept> kept;
  std::size_t kept_bytes = 0, done = 0;
  const auto time_kept = [&] {
    for (int visit = 0; visit < extent.visits && goes_on; ++visit)
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
      if (errors) errors->set(measured, *prepared);
      measured.bytes = prepared->bytes();
      measured.upload_ms = prepared->upload_ms();
      kept_bytes += measured.bytes;
      kept.push_back({advice.choices.size(), std::move(prepared), {}});
      Timed& timed = kept.back().timed.emplace(*kept.back().prepared, list);
      if (extent.finds_limits) measured.ns_in_l1 = fastest_ns(timed, Part::in_l1);
      if (extent.finds_limits && !kept.back().prepared->fits_l2())
        measured.ns_in_l2 = fastest_ns(timed, Part::in_l2);
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
  advice.allowed_error = allowed_error.value_or(present_error(advice));
  decide(advice);
  return advice;
}

} // namespace texelscope::advise

namespace texelscope {

template <>
EnumTable enum_table<advise::Limit>() {
  using advise::Limit;
  static constexpr EnumEntry limits[] = {
      {int(Limit::coordinates), "coordinates", Text::advise_limit_coordinates,
       Text::advise_limit_coordinates_help},
      {int(Limit::texture), "texture", Text::advise_limit_texture, Text::advise_limit_texture_help},
      {int(Limit::loads), "loads", Text::advise_limit_loads, Text::advise_limit_loads_help},
      {int(Limit::l2), "l2", Text::advise_limit_l2, Text::advise_limit_l2_help},
      {int(Limit::memory), "memory", Text::advise_limit_memory, Text::advise_limit_memory_help},
  };
  return limits;
}

} // namespace texelscope
