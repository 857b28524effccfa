#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/files/text_columns.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "kernels/studies/explain/explain_report.h"

namespace texelscope {

namespace {
constexpr std::size_t line_width = 110;

std::string heading(Text title) {
  return std::string("\n") + text(title) + "\n";
}
constexpr int label_width = 36;

std::string label_of(std::string_view name) {
  return fmt::format("  {:<{}}", name, label_width);
}
std::string row(Text name, const std::string& value) {
  return label_of(text(name)) + value + "\n";
}

std::string pair_text(const std::array<int, 2>& pair) {
  const auto one = [](int texel) {
    return texel < 0 ? std::string(text(Text::border_color_name)) : std::to_string(texel);
  };
  return one(pair[0]) + ", " + one(pair[1]);
}
std::string why(const std::vector<std::string>& reasons) {
  std::string out = heading(Text::explain_why);
  for (const std::string& reason : reasons)
    out += two_columns("", reason, 2, line_width);
  return out;
}

std::string coordinate(const Explanation& e) {
  std::string out = heading(Text::explain_coordinate);
  if (e.width > 0) out += row(Text::explain_view, fmt::format("{:.9g}, {:.9g}", e.view[0], e.view[1]));
  for (const auto& [axis, step] : e.resize)
    out += label_of(say(Text::explain_resize, {axis})) + step + "\n";
  if (e.function == FetchKind::texel) return out + row(Text::explain_index, std::to_string(e.at.texel));
  const std::size_t count = is_1d(e.effective.dimension)                                               ? 1
                            : e.effective.dimension == Dimension::d3 || is_cube(e.effective.dimension) ? 3
                                                                                                       : 2;
  const float handed[] = {e.at.x, e.at.y, e.at.z};
  std::string values;
  for (std::size_t i = 0; i < count; ++i)
    values += (i ? "   " : "") + float_text(handed[i]);
  out += label_of(function_name(e.function, e.effective.dimension)) + values + "\n";
  if (is_layered(e.effective.dimension))
    out += row(Text::explain_layer, fmt::format("{} > {}", e.at.layer, e.trace.layer));
  if (is_cube(e.effective.dimension)) out += row(Text::explain_face, label(CubeFace(e.trace.face)));
  if (e.function == FetchKind::lod) out += row(Text::explain_lod_given, shortest_float(e.at.lod));
  if (e.function == FetchKind::gather) out += row(Text::explain_component, std::to_string(e.at.component));
  if (e.function != FetchKind::grad) return out;
  out += row(Text::explain_dx, gradient_text(e, e.at.dx));
  return out + row(Text::explain_dy, gradient_text(e, e.at.dy));
}

std::string level_of_detail(const Explanation& e) {
  if (!e.lod) return {};
  const ExplainedLod& lod = *e.lod;
  std::string out = heading(Text::explain_lod);
  if (e.function == FetchKind::grad) {
    out += row(Text::explain_lengths, fmt::format("{:.6g}, {:.6g}", lod.length[0], lod.length[1]));
    out += row(Text::explain_major, fmt::format("{:.6g}", lod.major));
    if (lod.ratio) out += row(Text::explain_ratio, fmt::format("{:.6g}", *lod.ratio));
    out += row(Text::explain_anisotropy, fmt::format("{:.6g}", lod.anisotropy));
  }
  out += row(Text::explain_lod_asked, levels_text(lod.exact));
  out += row(Text::explain_bias, shortest_float(lod.bias));
  if (lod.slope != 4) out += row(Text::explain_slope, slope_text(lod));
  out += row(Text::explain_biased, levels_text(lod.biased));
  out += row(Text::explain_clamps, levels_text(lod.lowest) + ", " + levels_text(lod.highest));
  out += row(Text::explain_lod_used, levels_text(lod.lod));
  return out + row(Text::explain_lod_ideal, fmt::format("{:.9g}", lod.ideal));
}

std::string axes(const Explanation& e, const LevelTrace& level) {
  const auto count = std::size_t(level.axis_count);
  std::string out = label_of("");
  for (std::size_t i = 0; i < count; ++i)
    out += fmt::format("{:>24}", axis_name(e, i));
  out += "\n";
  const auto line = [&](Text name, const auto& cell) {
    out += label_of(text(name));
    for (std::size_t i = 0; i < count; ++i)
      out += fmt::format("{:>24}", cell(level.axis[i]));
    out += "\n";
  };
  const bool linear = level.tap_count > 1;
  line(Text::explain_given, [](const AxisTrace& a) { return fmt::format("{:.9g}", a.given); });
  line(Text::explain_taken, [](const AxisTrace& a) { return fmt::format("{:.9g}", a.coordinate); });
  if (level.axis[0].fraction_bits != 0)
    line(Text::explain_fixed, [](const AxisTrace& a) {
      return fmt::format("{}/2^{}{}", a.fixed, a.fraction_bits,
                         a.odd_period ? text(Text::explain_reflected) : "");
    });
  line(Text::explain_position, [](const AxisTrace& a) { return fmt::format("{:.10g}", a.position); });
  if (linear)
    line(Text::explain_snapped, [](const AxisTrace& a) { return fmt::format("{}/256", a.snapped); });
  line(Text::explain_mode,
       [&](const AxisTrace& a) { return mode_text(e, std::size_t(&a - level.axis.data())); });
  line(Text::explain_footprint,
       [](const AxisTrace& a) { return fmt::format("{}, {}", a.footprint[0], a.footprint[1]); });
  line(Text::explain_texels, [](const AxisTrace& a) { return pair_text(a.texel); });
  if (linear) line(Text::explain_second, [](const AxisTrace& a) { return fmt::format("{}/256", a.weight); });
  return out;
}

std::string all_stored(const ElementFormat& format, const TapTrace& tap) {
  std::string out;
  for (std::size_t c = 0; c < std::size_t(format.channels); ++c)
    out += (c ? " " : "") + stored_text(format, tap.stored[c]);
  return out;
}
std::string all_decoded(const ElementFormat& format, const TapTrace& tap) {
  std::string out;
  for (std::size_t c = 0; c < std::size_t(format.channels); ++c)
    out += (c ? " " : "") + brief_number(tap.value[c], 8);
  return out;
}

// `number`: the number of its first texel, counted through all parts.
std::string texels(const Explanation& e, const ExplainedPart& part, int number) {
  const LevelTrace& level = part.trace;
  std::string out = fmt::format("  {:>4}  {:<16}{:<38}{:>12}{:>14}  {}\n", "#", text(Text::explain_texel),
                                text(Text::explain_stored), text(Text::explain_weight),
                                text(Text::explain_exact), text(Text::explain_decoded));
  for (const ExplainedTexel& texel : part.texels) {
    const TapTrace& tap = level.tap[texel.tap];
    const bool known = tap.exists && e.has_values;
    out += fmt::format(
        "  {:>4}  {:<16}{:<38}{:>12}{:>14}  {}\n", number++, tap_text(e, tap),
        known ? all_stored(e.effective.format, tap) : "", weight_text(texel.weight, level.weight_bits),
        std::isnan(texel.exact_weight) ? text(Text::no_number) : fmt::format("{:.8f}", texel.exact_weight),
        known ? all_decoded(e.effective.format, tap) : "");
    if (const auto& memory = part.memory[texel.tap]) out += "        " + memory_text(*memory) + "\n";
    if (const auto& block = part.block[texel.tap]) out += "        " + block_text(*block) + "\n";
  }
  return out;
}

std::string parts(const Explanation& e) {
  std::string out;
  int number = 0;
  for (std::size_t i = 0; i < e.parts.size(); ++i) {
    const LevelTrace& level = e.parts[i].trace;
    const std::string share = weight_text(level.weight, level.weight_bits);
    out += "\n" +
           (e.anisotropic()
                ? say(Text::explain_probe,
                      {std::to_string(i + 1), std::to_string(e.parts.size()), std::to_string(level.level),
                       share, fmt::format("{}/256, {}/256", level.offset[0], level.offset[1])})
                : say(Text::explain_level, {std::to_string(level.level), share})) +
           "\n";
    if (level.axis_count > 0) out += axes(e, level);
    out += texels(e, e.parts[i], number);
    number += int(e.parts[i].texels.size());
  }
  return out;
}

std::string measured(const Explanation& e, const MachineWeights& weights) {
  const MeasuredWeights& found = weights.found;
  std::string out = "\n" + say(Text::explain_measured, {weights.machine}) + "\n";
  out += fmt::format("  {:<28}{:>14}{:>20}  {}\n", text(Text::explain_texel), text(Text::explain_by_model),
                     text(Text::explain_by_machine), "");
  for (const MeasuredTexel& texel : found.texels)
    out += fmt::format(
        "  {:<28}{:>14}{:>20}  {}\n", measured_text(e, texel),
        texel.of_model ? weight_text(texel.model_weight, found.weight_bits) : text(Text::no_number),
        fmt::format("{:.4f}/{}", std::ldexp(texel.weight, found.weight_bits), 1 << found.weight_bits),
        texel.of_model && texel.equal() ? text(Text::explain_equal)
        : texel.of_model                ? text(Text::explain_differs)
                                        : text(Text::explain_not_in_model));
  for (const std::string& sentence : weights_sentences(found))
    out += two_columns("", sentence, 2, line_width);
  return out;
}

std::string sum(const Explanation& e, std::size_t i) {
  const SumTrace& sum = e.components[i].sum;
  const std::string name = word_name(e, i);
  if (sum.steps.empty()) return heading(Text::explain_sum) + row(Text::explain_no_sum, name);
  std::string out = "\n" + say(Text::explain_sum_of, {name}) + "\n";
  out += fmt::format("  {:>4}  {:>22}{:>24}{:>8}  {}\n", "#", text(Text::explain_product),
                     text(Text::explain_so_far), text(Text::explain_unit), text(Text::explain_means));
  for (const SumTrace::Step& step : sum.steps) {
    const bool adds = step.tap == SumTrace::Step::addition;
    out += fmt::format("  {:>4}  {:>22}{:>24}{:>8}  {:.10g}\n",
                       adds ? "+" : std::to_string(e.texel_number(step.tap)),
                       adds ? std::string(text(Text::explain_added)) : std::to_string(step.product), step.sum,
                       fmt::format("2^{}", step.unit), step_value(sum, step.sum, step.unit));
  }
  if (sum.largest_wide != 0)
    out += "        " +
           say(Text::explain_wide, {std::to_string(sum.wide), std::to_string(sum.largest_wide)}) + "\n";
  else if (sum.digits != 0)
    out += "        " + say(Text::explain_digits, {std::to_string(sum.digits)}) + "\n";
  return out;
}

std::string returned(const Explanation& e, std::size_t i) {
  if (!e.returned || (e.returned_mask >> i & 1) == 0) return returned_text(e, i);
  return fmt::format("{:08x} {}", (*e.returned)[i], returned_text(e, i));
}

std::string result(const Explanation& e, const std::string& device) {
  const bool is_returned = !e.hands_over_others(), compressed = e.components[0].specified.has_value();
  std::string out = heading(Text::explain_result);
  const auto specified = [&](const std::string& cell) {
    return compressed ? fmt::format("{:>22}", cell) : std::string();
  };
  out += fmt::format("  {:<6}{:>18}{:>10}{:>22}{}{:>14}{:>14}  {}\n", "", text(Text::explain_value),
                     text(Text::explain_bits), text(Text::explain_ideal),
                     specified(text(Text::explain_specified)), text(Text::explain_error),
                     text(Text::explain_steps),
                     is_returned ? say(Text::explain_returned, {device}) : std::string());
  for (std::size_t i = 0; i < std::size_t(e.word_count); ++i) {
    const ExplainedComponent& w = e.components[i];
    out += fmt::format("  {:<6}{:>18}  {:08x} {:>21}{}{:>14}{:>14}  {}\n", word_name(e, i), component_text(w),
                       w.bits, fmt::format("{:.17g}", w.ideal),
                       specified(fmt::format("{:.17g}", w.specified.value_or(0))),
                       brief_number(w.value - w.ideal, 6, true),
                       w.steps ? fmt::format("{:+}", *w.steps) : text(Text::no_number),
                       is_returned ? returned(e, i) : std::string());
  }
  if (e.anisotropic()) out += two_columns("", text(Text::explain_no_ideal), 2, line_width);
  return out;
}

std::string handed_over(const Explanation& e, const std::string& device) {
  if (!e.hands_over_others()) return {};
  std::string out = heading(Text::explain_handed);
  if (e.slab_samples > 0)
    out += two_columns("",
                       say(Text::explain_slab, {std::to_string(e.slab_samples / 2 + 1),
                                                std::to_string(e.slab_samples), label(e.effective.slab)}),
                       2, line_width);
  out += fmt::format("  {:<6}{:>18}{:>10}  {}\n", "", text(Text::explain_value), text(Text::explain_bits),
                     say(Text::explain_returned, {device}));
  for (std::size_t i = 0; i < std::size_t(e.handed_count); ++i)
    out += fmt::format("  {:<6}{:>18}  {:08x}  {}\n", word_name(e, i), value_text(e, e.handed[i]),
                       e.handed[i], returned(e, i));
  return out;
}

// The value that the picture has, and the fetches that it was made of.
std::string of_body(const Explanation& e, const ExplainedBody& body) {
  std::string out = heading(Text::explain_body_title);
  for (std::size_t i = 0; i < std::size_t(body.component_count); ++i)
    out += fmt::format("  {:<6}{:>18}  {:08x}\n", channel_name(i), value_text(e, body.pixel.value[i]),
                       body.pixel.value[i]);
  for (const cpu::BodyFetch& fetch : body.pixel.fetches) {
    std::string call = function_name(fetch.kind, e.effective.dimension) + " " + shortest_float(fetch.x) +
                       ", " + shortest_float(fetch.y);
    if (fetch.kind == FetchKind::gather) call += ", " + std::to_string(fetch.component);
    std::string values;
    for (std::size_t i = 0; i < std::size_t(body.component_count); ++i)
      values += (i ? "   " : "") + value_text(e, fetch.value[i]);
    out += label_of(call) + values + "\n";
  }
  return out;
}
} // namespace

std::string explain_text(const FetchExplanation& explanation, const std::string& device,
                         const MachineWeights* weights) {
  const Explanation& e = explanation.fetch;
  std::string out = target_text(e) + "\n" + why(explanation.reasons);
  if (e.empty) return out;
  if (explanation.body) out += of_body(e, *explanation.body);
  out += coordinate(e) + level_of_detail(e) + parts(e);
  if (weights != nullptr) out += measured(e, *weights);
  if (!e.has_values) return out;
  for (std::size_t i = 0; i < std::size_t(e.word_count); ++i)
    out += sum(e, i);
  return out + result(e, device) + handed_over(e, device);
}

std::string settings_text(const std::vector<SettingReport>& settings, Dimension dimension,
                          const std::string& device) {
  std::string out = fmt::format("{:<40}{:<24}{}\n", text(Text::settings_field),
                                text(Text::settings_requested), text(Text::settings_effective));
  for (const SettingReport& s : settings) {
    static constexpr Text changes[] = {Text::settings_idle, Text::settings_altered, Text::settings_refused};
    const std::string effective =
        !s.change ? s.effective
        : *s.change == NoteKind::no_effect
            ? text(changes[0])
            : s.effective + ", " + text(s.rounded ? Text::settings_rounded : changes[std::size_t(*s.change)]);
    out += fmt::format("{:<40}{:<24}{}\n", s.field->path, s.requested, effective);
    if (!s.change) continue;
    out += two_columns("", with_rule(s), 4, line_width);
    if (!s.proof) {
      if (!s.no_proof.empty()) out += two_columns("", s.no_proof, 4, line_width);
      continue;
    }
    const auto value = [](double v) { return brief_number(v, 9); };
    out +=
        two_columns("",
                    say(Text::settings_proof,
                        {proof_call(s, dimension), value(s.proof->as_requested), value(s.proof->as_effective),
                         s.proof->returned ? value(s.proof->returned_value) : text(Text::no_number), device}),
                    4, line_width);
  }
  return out;
}

} // namespace texelscope
