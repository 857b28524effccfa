#include "kernels/studies/advise/advice_report.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/text_columns.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/state/session/format_name.h"

namespace texelscope::advise {

using profile::Judged;

std::string error_text(double error) {
  return fmt::format("{:.3g}", error);
}

namespace {
std::string kib_text(std::size_t bytes) {
  return std::to_string((bytes + 1023) / 1024);
}
// The least number of three digits that is not smaller: the error to allow, so that it is allowed.
std::string allowing_text(double error) {
  const std::string nearest = error_text(error);
  if (!(std::stod(nearest) < error)) return nearest;
  const double digit = std::pow(10, std::floor(std::log10(error)) - 2);
  return error_text((std::floor(error / digit) + 1) * digit);
}
// With as many digits as tell it from the others.
std::string error_text_beside(double error, std::initializer_list<double> others) {
  int digits = 3;
  const auto text = [&](double number) { return fmt::format("{:.{}g}", number, digits); };
  const auto alike = [&](double other) { return other != error && text(other) == text(error); };
  while (digits < 17 && std::ranges::any_of(others, alike))
    ++digits;
  return text(error);
}
std::string percent(double share) {
  return fmt::format("{:.{}f} %", share * 100, std::abs(share) < 0.1 ? 1 : 0);
}
// "18 % to 21 %, 99 % confidence": how much less time.
std::string interval_text(const Judged& judged) {
  if (!judged.interval) return percent(-judged.change);
  return say(Text::advise_interval, {percent(-judged.interval->high), percent(-judged.interval->low)});
}

std::string size_text(const Scene& scene) {
  std::string size = std::to_string(scene.size[0]);
  for (int axis = 1; axis < scene.axes(); ++axis)
    size += " x " + std::to_string(scene.size[std::size_t(axis)]);
  return size;
}
std::string addresses(const Scene& scene) {
  if (scene.by_index) return "tex1Dfetch";
  std::string all;
  for (int axis = 0; axis < scene.axes(); ++axis)
    all += (axis > 0 ? " " : "") + std::string(identifier(scene.sampler.address[std::size_t(axis)]));
  return all;
}

// How much less time is worth a larger error.
double worthwhile(const Advice& advice) {
  return advice.prediction ? Prediction::margin : 0.05;
}

// What would be chosen if a larger error were allowed: of those on the front that are faster than the best
// the most exact. The nearest texel in place of a filter is no other precision, but another picture: of these
// (`nearest`) the fastest.
const MeasuredChoice* next_on_front(const Advice& advice, bool nearest) {
  const double enough = (1 - worthwhile(advice)) * advice.choices[*advice.best].median_ns();
  const auto rank = [&](const MeasuredChoice& m) { return nearest ? m.median_ns() : m.worst_error; };
  const MeasuredChoice* next = nullptr;
  for (const MeasuredChoice& m : advice.choices)
    if (m.on_front && (advice.filters && m.choice.way == Way::nearest) == nearest &&
        std::isfinite(m.worst_error) && m.worst_error > advice.allowed_error && m.median_ns() < enough &&
        (!next || rank(m) < rank(*next)))
      next = &m;
  return next;
}

// What would change the decision.
std::string change_sentence(const Advice& advice) {
  const MeasuredChoice& best = advice.choices[*advice.best];
  const auto less = [&](const MeasuredChoice& m) { return percent(1 - m.median_ns() / best.median_ns()); };
  if (const MeasuredChoice* next = next_on_front(advice, false))
    return say(Text::advise_would_change,
               {allowing_text(next->worst_error), name(next->choice), less(*next), name(best.choice)});
  if (const MeasuredChoice* next = next_on_front(advice, true))
    return say(Text::advise_without_filter,
               {name(next->choice), less(*next), name(best.choice), error_text(next->worst_error)});
  return *advice.best == 0 ? say(Text::advise_nothing_would_change, {percent(worthwhile(advice))})
                           : std::string();
}

// Empty: the texels take about as much memory as now.
std::string memory_sentence(const MeasuredChoice& best, const MeasuredChoice& own) {
  const double ratio = double(best.bytes) / double(own.bytes);
  if (!(ratio <= 0.75 || ratio >= 1.5) || kib_text(best.bytes) == kib_text(own.bytes)) return {};
  return say(Text::advise_memory, {kib_text(best.bytes), kib_text(own.bytes)});
}

// How many fetches take back what the upload costs more; empty: it costs no more.
std::string upload_sentence(const MeasuredChoice& best, const MeasuredChoice& own) {
  const double more = best.upload_ms - own.upload_ms, less = own.median_ns() - best.median_ns();
  if (!(more >= 0.1 * own.upload_ms) || less <= 0) return {}; // nor do predictions know it
  return say(Text::advise_upload_pays,
             {name(best.choice), fmt::format("{:.3g}", more), fmt::format("{:.2g}", more * 1e6 / less)});
}
} // namespace

std::string scene_line(const StudiedScene& studied, const Advice& advice) {
  const Scene& scene = studied.scene;
  return say(Text::advise_scene,
             {scene.title, size_text(scene), format_name(scene.own),
              std::string(identifier(scene.is_linear() ? FilterMode::linear : FilterMode::point)),
              addresses(scene), std::to_string(advice.fetches)});
}

std::string coordinates_text(const Advice& advice) {
  return text(advice.planes ? Text::advise_planes : Text::advise_points);
}

std::string scene_text(const StudiedScene& studied, const Advice& advice) {
  return say(Text::advise_scene_text, {scene_line(studied, advice), coordinates_text(advice)});
}

std::string prediction_text(const Advice& advice) {
  return say(Text::advise_predicted, {advice.device.name, advice.prediction->date});
}

namespace {
std::vector<std::string> decision(const Advice& advice) {
  const MeasuredChoice& own = advice.own();
  const std::string allowed = error_text(advice.allowed_error);
  if (!own.refusal.empty()) {
    const std::string why = say(Text::advise_own_refused, {name(own.choice), own.refusal.str()});
    if (!advice.best) return {why};
    const MeasuredChoice& best = advice.choices[*advice.best];
    return {why, say(Text::advise_take_instead, {name(best.choice), error_text(best.worst_error)})};
  }
  if (!advice.best) {
    const auto least = std::ranges::min_element(advice.choices, {}, [&](const MeasuredChoice& m) {
      return is_usable(advice, m) ? m.worst_error : std::numeric_limits<double>::infinity();
    });
    return {say(Text::advise_none, {allowed, allowing_text(least->worst_error), name(least->choice)})};
  }
  const MeasuredChoice& best = advice.choices[*advice.best];
  std::vector<std::string> all;
  if (*advice.best == 0) {
    const MeasuredChoice* rival = nullptr;
    for (const MeasuredChoice& m : advice.choices)
      if (&m != &own && is_usable(advice, m) && m.worst_error <= advice.allowed_error &&
          m.median_ns() < own.median_ns() && (!rival || m.median_ns() < rival->median_ns()))
        rival = &m;
    if (advice.prediction)
      all.push_back(say(Text::advise_predict_keep, {name(own.choice), allowed, percent(Prediction::margin)}));
    else if (rival && rival->against_own)
      all.push_back(say(Text::advise_keep_unclear, {name(own.choice), allowed, name(rival->choice),
                                                    interval_text(*rival->against_own)}));
    else
      all.push_back(say(Text::advise_keep, {name(own.choice), allowed}));
  } else if (advice.prediction && own.worst_error <= advice.allowed_error && best.against_own) {
    all.push_back(
        say(Text::advise_predict_take, {name(best.choice), name(own.choice),
                                        percent(-best.against_own->change), error_text(best.worst_error)}));
  } else if (own.worst_error <= advice.allowed_error && best.against_own) {
    all.push_back(
        say(Text::advise_take, {name(best.choice), name(own.choice), percent(-best.against_own->change),
                                interval_text(*best.against_own), error_text(best.worst_error)}));
  } else {
    all.push_back(say(advice.prediction ? Text::advise_predict_take_exact : Text::advise_take_exact,
                      {name(best.choice), name(own.choice),
                       error_text_beside(own.worst_error, {advice.allowed_error, best.worst_error}),
                       percent(best.median_ns() / own.median_ns()),
                       error_text_beside(best.worst_error, {own.worst_error})}));
  }
  if (*advice.best != 0) {
    all.push_back(memory_sentence(best, own));
    all.push_back(upload_sentence(best, own));
  }
  all.push_back(change_sentence(advice));
  if (advice.not_finite > 0)
    all.push_back(say(Text::advise_not_finite, {std::to_string(advice.not_finite),
                                                std::to_string(advice.compared), name(own.choice)}));
  std::erase(all, std::string());
  return all;
}
} // namespace

std::vector<std::string> verdict_sentences(const Advice& advice) {
  std::vector<std::string> all = decision(advice);
  if (advice.prediction) all.push_back(prediction_text(advice));
  return all;
}

std::string verdict_text(const Advice& advice) {
  return joined(verdict_sentences(advice), " ");
}

namespace {
std::string marks_text(const Advice& advice, std::size_t i) {
  std::vector<std::string> marks;
  const auto mark = [&](bool on, Text what) {
    if (on) marks.push_back(text(what));
  };
  mark(!is_usable(advice, advice.choices[i]), Text::advise_mark_lost);
  mark(i == 0, Text::advise_mark_own);
  mark(advice.best == i, Text::advise_mark_best);
  return joined(marks);
}

AdviceRow row_of(const Advice& advice, std::size_t i) {
  const MeasuredChoice& m = advice.choices[i];
  if (!m.refusal.empty())
    return {i, true, {name(m.choice), say(Text::advise_refused, {m.refusal.str()})}, {}, false, {}};
  const double relative = advice.own().refusal.empty() ? m.median_ns() / advice.own().median_ns() : NAN;
  const bool limit_is_known = !advice.prediction || m.limit == Limit::coordinates;
  return {i,
          false,
          {name(m.choice), fmt::format("{:.1f}", m.fetches_per_second() / 1e9),
           advice.prediction ? "-" : percent(m.share_of_peak()),
           limit_is_known ? std::string(label(m.limit)) : "-",
           std::isnan(relative) ? "-" : fmt::format("{:.3f}", relative), error_text(m.worst_error),
           error_text(m.mean_error), kib_text(m.bytes),
           advice.prediction ? "-" : fmt::format("{:.3f}", m.upload_ms)},
          marks_text(advice, i),
          m.on_front,
          limit_is_known ? std::string(text(enum_table<Limit>()[std::size_t(m.limit)].help)) : ""};
}
} // namespace

std::vector<AdviceColumn> advice_columns() {
  return {{text(Text::advise_column_choice), -13}, {text(Text::advise_column_rate), 9},
          {text(Text::advise_column_peak), 9},     {text(Text::advise_column_limit), -12},
          {text(Text::advise_column_time), 7},     {text(Text::advise_column_worst), 12},
          {text(Text::advise_column_mean), 12},    {text(Text::advise_column_memory), 10},
          {text(Text::advise_column_upload), 10}};
}

std::vector<AdviceRow> advice_rows(const Advice& advice) {
  std::vector<std::size_t> order(advice.choices.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::ranges::stable_sort(order, {}, [&](std::size_t i) {
    const MeasuredChoice& m = advice.choices[i];
    return m.refusal.empty() ? m.median_ns() : std::numeric_limits<double>::infinity();
  });
  std::vector<AdviceRow> rows;
  for (const std::size_t i : order)
    rows.push_back(row_of(advice, i));
  return rows;
}

std::string advice_text(const StudiedScene& studied, const Advice& advice) {
  std::string all = scene_text(studied, advice) + "\n" + advice.device.name + "\n\n";
  std::vector<TextColumn> columns;
  std::vector<std::string> titles;
  for (const AdviceColumn& column : advice_columns()) {
    columns.push_back({column.width, columns.empty() ? 0 : 2});
    titles.push_back(column.title);
  }
  columns.push_back({-1});
  all += table_line(columns, titles) + "\n";
  for (AdviceRow& row : advice_rows(advice)) {
    if (row.refused) {
      all += fmt::format("{:<13}  {}\n", row.cells[0], row.cells[1]);
      continue;
    }
    const std::string front = row.on_front ? text(Text::advise_mark_front) : "";
    row.cells.push_back(row.marks + (row.marks.empty() || front.empty() ? "" : ", ") + front);
    all += table_line(columns, row.cells) + "\n";
  }
  return all + "\n" + verdict_text(advice) + "\n";
}

nlohmann::ordered_json advice_json(const StudiedScene& studied, const Advice& advice) {
  const Scene& scene = studied.scene;
  nlohmann::ordered_json json;
  json["texelscope_advice"] = 1;
  json["device"] = advice.device.name;
  json["predicted"] = advice.prediction.has_value();
  if (advice.prediction)
    json["figures"] = {{"date", advice.prediction->date}, {"driver", advice.prediction->driver}};
  json["scene"] = {{"title", scene.title},
                   {"size", nlohmann::json::array()},
                   {"texels", format_name(scene.own)},
                   {"filter", identifier(scene.is_linear() ? FilterMode::linear : FilterMode::point)},
                   {"fetches", advice.fetches},
                   {"compared", advice.compared},
                   {"not_finite", advice.not_finite},
                   {"coordinates", advice.planes ? "computed" : "read"},
                   {"texels_are_known", scene.texels_are_known}};
  for (int axis = 0; axis < scene.axes(); ++axis)
    json["scene"]["size"].push_back(scene.size[std::size_t(axis)]);
  json["coordinates_ns"] = advice.coordinates_ns;
  json["allowed_error"] = advice.allowed_error;
  json["advised"] = advice.best ? nlohmann::ordered_json(name(advice.choices[*advice.best].choice))
                                : nlohmann::ordered_json();
  json["verdict"] = verdict_text(advice);
  json["choices"] = nlohmann::ordered_json::array();
  for (const MeasuredChoice& m : advice.choices) {
    nlohmann::ordered_json one;
    one["choice"] = name(m.choice);
    if (!m.refusal.empty()) {
      one["refused"] = m.refusal.str();
    } else {
      one["fetches_per_second"] = m.fetches_per_second();
      one["ns"] = m.ns;
      if (!advice.prediction) one["visits"] = m.visit;
      one["worst_error"] = m.worst_error;
      one["mean_error"] = m.mean_error;
      one["lost"] = m.lost;
      one["bytes"] = m.bytes;
      if (!advice.prediction) {
        one["upload_ms"] = m.upload_ms;
        one["share_of_peak"] = m.share_of_peak();
        one["limit"] = identifier(m.limit);
      }
      one["on_front"] = m.on_front;
      if (m.against_own) {
        one["verdict"] = identifier(m.against_own->verdict);
        one["change"] = m.against_own->change;
        if (m.against_own->interval)
          one["interval"] = {m.against_own->interval->low, m.against_own->interval->high};
      }
    }
    json["choices"].push_back(one);
  }
  return json;
}

} // namespace texelscope::advise
