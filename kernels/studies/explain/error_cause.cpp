#include "kernels/studies/explain/error_cause.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/texture_unit/ideal.h"

namespace texelscope {

namespace {
// Calls `visit` with each tap that has a weight.
template <class Visit>
void each_weighed(const Explanation& e, Visit visit) {
  for (const ExplainedPart& part : e.parts)
    for (std::size_t i = 0; i < std::size_t(part.trace.tap_count); ++i)
      if (const TapTrace& tap = part.trace.tap[i]; tap.exists && tap.weight != 0) visit(part, tap);
}

struct Span {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  int texels = 0; // different ones
  bool finite = true;
};

Span span_of(const Explanation& e, std::size_t word) {
  Span span;
  std::vector<std::pair<int, TapTrace>> seen;
  each_weighed(e, [&](const ExplainedPart& part, const TapTrace& tap) {
    const double value = tap.value[word];
    span.finite &= std::isfinite(value);
    span.low = std::min(span.low, value);
    span.high = std::max(span.high, value);
    const auto same = [&](const std::pair<int, TapTrace>& one) {
      const TapTrace& other = one.second;
      if (tap.border || other.border) return tap.border == other.border;
      return one.first == part.trace.level && tap.x == other.x && tap.y == other.y && tap.z == other.z;
    };
    if (std::none_of(seen.begin(), seen.end(), same)) seen.emplace_back(part.trace.level, tap);
  });
  span.texels = int(seen.size());
  return span;
}

ErrorCause cause_of(const Explanation& e, std::size_t word, const Span& span) {
  if (e.empty) return ErrorCause::nothing_fetched;
  if (!e.has_values) return ErrorCause::unknown_texels;
  if (e.slab_samples > 0) return ErrorCause::combined;
  if (e.function == FetchKind::gather) return ErrorCause::gathered;
  const ExplainedComponent& w = e.components[word];
  if (!std::isfinite(w.value) || !std::isfinite(w.ideal)) return ErrorCause::not_finite;
  if (span.texels <= 1 && w.value == w.ideal) return ErrorCause::unchanged;
  if (w.value == w.ideal) return span.low == span.high ? ErrorCause::same_texels : ErrorCause::exact;
  if (w.steps == 0) return ErrorCause::nearest_float;
  if (e.anisotropic()) return ErrorCause::probes;
  const double stored = border_error(e, word), rest = w.weights_error - stored;
  if (std::fabs(stored) > std::max(std::fabs(rest), std::fabs(w.sum_error))) return ErrorCause::border_color;
  if (reads_other_levels(e)) return ErrorCause::level_of_detail;
  return std::fabs(rest) >= std::fabs(w.sum_error) ? ErrorCause::weights : ErrorCause::sum;
}

std::string sum_bits(const SumTrace& sum) {
  return std::to_string(sum.digits != 0 ? sum.digits : 16);
}

bool border_alone(const Explanation& e) {
  bool alone = true;
  each_weighed(e, [&](const ExplainedPart&, const TapTrace& tap) { alone &= tap.border; });
  return alone;
}

std::string sentence_of(const Explanation& e, std::size_t word, const PictureError& error) {
  const ExplainedComponent& w = e.components[word];
  const std::string name = word_name(e, word), ideal = brief_text(error.ideal),
                    by = fmt::format("{:+.3g}", error.error);
  switch (error.cause) {
  case ErrorCause::nothing_fetched:
    return text(Text::reason_empty);
  case ErrorCause::unknown_texels:
    return text(Text::reason_no_values);
  case ErrorCause::combined:
    return say(Text::explain_slab, {std::to_string(e.slab_samples / 2 + 1), std::to_string(e.slab_samples),
                                    label(e.effective.slab)});
  case ErrorCause::gathered:
    return say(Text::error_gathered, {channel_name(std::size_t(e.at.component))});
  case ErrorCause::unchanged:
    return say(border_alone(e) ? Text::error_border_alone : Text::error_unchanged,
               {name, brief_text(w.value)});
  case ErrorCause::same_texels:
    return say(Text::error_same_texels, {name, brief_text(w.value)});
  case ErrorCause::exact:
    return say(Text::error_exact, {name, brief_text(w.value)});
  case ErrorCause::nearest_float:
    return say(Text::error_nearest, {ideal, name});
  case ErrorCause::not_finite:
    return say(Text::error_not_finite_of_explain, {name, brief_text(w.value)});
  case ErrorCause::weights:
    return say(Text::error_weights,
               {ideal, name, by, std::to_string(1 << e.parts.front().trace.weight_bits)});
  case ErrorCause::sum:
    return say(Text::error_sum, {ideal, name, by, sum_bits(w.sum)});
  case ErrorCause::level_of_detail:
    return say(Text::error_level,
               {ideal, name, by, brief_text(e.lod->lod / 256.0), brief_text(e.lod->ideal)});
  case ErrorCause::border_color:
    return say(Text::error_border, {ideal, name, by});
  case ErrorCause::probes:
    break;
  }
  return say(Text::error_probes, {name, ideal, by});
}
} // namespace

double border_error(const Explanation& e, std::size_t word) {
  const Texture texture = texture_of(nullptr, e.effective);
  double error = 0;
  for (const ExplainedPart& part : e.parts)
    for (std::size_t i = 0; i < std::size_t(part.trace.tap_count); ++i)
      if (part.trace.tap[i].border && part.exact_weight[i] != 0)
        error +=
            part.exact_weight[i] * (part.trace.tap[i].value[word] - unit::ideal_border(texture, int(word)));
  return error;
}

bool reads_other_levels(const Explanation& e) {
  constexpr double rounding = 1.5 / 256;
  if (!e.lod || std::fabs(e.lod->ideal - e.lod->lod / 256.0) < rounding) return false;
  return std::any_of(e.parts.begin(), e.parts.end(), [](const ExplainedPart& part) {
    double exact = 0;
    for (const ExplainedTexel& texel : part.texels)
      exact += texel.exact_weight;
    return std::fabs(exact - std::ldexp(part.trace.weight, -part.trace.weight_bits)) > rounding;
  });
}

bool float_weights_help(const Explanation& e, std::size_t word) {
  const Span span = span_of(e, word);
  const double error = std::fabs(e.components[word].value - e.components[word].ideal);
  return std::isfinite(error) && span.finite && error > (span.high - span.low) / 2048;
}

PictureError error_cause(const Explanation& e, std::size_t word) {
  PictureError error;
  error.cause = cause_of(e, word, e.empty ? Span() : span_of(e, word));
  error.ideal = e.components[word].ideal;
  error.error = e.components[word].value - e.components[word].ideal;
  error.float_weights_help = error.cause == ErrorCause::weights && float_weights_help(e, word);
  error.sentence = sentence_of(e, word, error);
  return error;
}

} // namespace texelscope
