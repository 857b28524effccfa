// WHY's texels: those of each level or probe, their stored values, and their weights, the hardware's beside
// the exact ones.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "ui/why/why_axes.h"
#include "ui/why/why_sections.h"
#include "ui/widgets/facts.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
// The right edges of the two columns of weights.
float weight_end(const Context& ui) {
  return right_edge() - ui.px(76);
}

void headings(Context& ui, const LevelTrace& level) {
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::explain_texel));
  ImGui::SameLine();
  heading_right(ui, say(Text::why_weight, {std::to_string(1 << level.weight_bits)}), weight_end(ui),
                text(Text::why_weight_help));
  ImGui::SameLine();
  heading_right(ui, text(Text::why_exact), right_edge(), text(Text::why_exact_help));
}

void stored(Context& ui, const Explanation& e, const TapTrace& tap, const std::string& name) {
  const ElementFormat& format = e.effective.format;
  std::vector<Fact> bits, values;
  for (std::size_t c = 0; c < std::size_t(format.channels); ++c) {
    const std::string end = std::string(".") + "rgba"[c];
    bits.push_back({stored_text(format, tap.stored[c]), name + ".stored" + end, ui.color().dim});
    values.push_back({fmt::format("{:>8}", brief_number(tap.value[c], 5)), name + ".value" + end,
                      ui.color().channel[c], brief_number(tap.value[c], 9)});
  }
  const bool one_line = format.channels * (format.bits / 4 + 10) <= 30;
  if (one_line) bits.insert(bits.end(), values.begin(), values.end());
  fact_flow(ui, bits, ui.px(22));
  if (!one_line) fact_flow(ui, values, ui.px(22));
}

void texel(Context& ui, const Explanation& e, const ExplainedPart& part, const ExplainedTexel& texel,
           int number) {
  const LevelTrace& level = part.trace;
  const TapTrace& tap = level.tap[texel.tap];
  const std::string name = fmt::format("tap.{}", number);
  const float x = ImGui::GetCursorPosX();
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().dim, std::to_string(number));
  ImGui::SameLine(x + ui.px(22));
  const std::string where = tap_text(e, tap);
  fact(ui, {where, name, 0,
            fmt::format("{}{} {}", e.parts.size() > 1 ? fmt::format("L{} ", level.level) : "", where,
                        weight_text(texel.weight, level.weight_bits))});
  ImGui::SameLine();
  fact_right(ui, {std::to_string(texel.weight), name + ".weight"}, weight_end(ui));
  const double exact = texel.exact_weight;
  ImGui::SameLine();
  if (std::isnan(exact))
    fact_right(ui, {text(Text::no_number), name + ".exact"}, right_edge());
  else
    fact_right(ui,
               {fmt::format("{:.4f}", std::ldexp(exact, level.weight_bits)), name + ".exact", 0,
                fmt::format("{:.17g}", std::ldexp(exact, level.weight_bits))},
               right_edge());
  if (tap.exists && e.has_values) stored(ui, e, tap, name);
  if (const auto& memory = part.memory[texel.tap])
    paragraph(ui, ui.color().dim, memory_text(*memory), "why." + name + ".memory");
  if (const auto& block = part.block[texel.tap])
    paragraph(ui, ui.color().dim, block_text(*block), "why." + name + ".block");
}

void part_rows(Context& ui, const Explanation& e, std::size_t index, int first) {
  const ExplainedPart& part = e.parts[index];
  if (e.parts.size() > 1) why_axes(ui, e, part.trace, fmt::format(".{}", index));
  headings(ui, part.trace);
  for (const ExplainedTexel& read : part.texels)
    texel(ui, e, part, read, first++);
  ImGui::PushFont(ui.theme.fonts.small);
  if (button(ui, fmt::format("why.look.{}", index), text(Text::why_look), text(Text::why_look_help)))
    look_at_level(ui, e, part.trace.level, part.trace.tap[0].z);
  ImGui::PopFont();
}

std::string part_title(const Explanation& e, std::size_t index) {
  const LevelTrace& level = e.parts[index].trace;
  if (e.parts.size() == 1) return text(Text::why_texels);
  if (e.anisotropic())
    return say(Text::why_probe, {std::to_string(index + 1), std::to_string(e.parts.size())});
  return say(Text::why_level, {std::to_string(level.level)});
}

// "2 of 4": not all texels of a footprint have a weight. "border": those that have are none of the texture's.
std::string weighed_summary(const ExplainedPart& part) {
  const auto weighs = [&](const ExplainedTexel& texel) {
    return part.trace.tap[texel.tap].exists && texel.weight != 0;
  };
  const auto inside = [&](const ExplainedTexel& texel) {
    return texel.weight != 0 && !part.trace.tap[texel.tap].border;
  };
  if (std::none_of(part.texels.begin(), part.texels.end(), inside)) return text(Text::why_border);
  const auto weighed = std::size_t(std::count_if(part.texels.begin(), part.texels.end(), weighs));
  const std::string all = std::to_string(part.texels.size());
  return weighed == part.texels.size() ? all : say(Text::why_texels_weighed, {std::to_string(weighed), all});
}

std::string part_summary(const Explanation& e, std::size_t index) {
  const LevelTrace& level = e.parts[index].trace;
  if (e.parts.size() == 1) return weighed_summary(e.parts[index]);
  const std::string share = weight_text(level.weight, level.weight_bits);
  return e.anisotropic() ? fmt::format("L{} {}", level.level, share) : share;
}
} // namespace

void look_at_level(Context& ui, const Explanation& e, int level, int plane) {
  const MemoryShape memory = e.effective.memory_shape();
  double x = 0, y = 0, count = 0;
  for (const ExplainedPart& part : e.parts)
    for (int i = 0; part.trace.level == level && i < part.trace.tap_count; ++i) {
      const TapTrace& tap = part.trace.tap[std::size_t(i)];
      if (tap.border || !tap.exists || tap.z != plane) continue;
      x += tap.x + 0.5, y += tap.y + 0.5, ++count;
    }
  if (count == 0) return;
  ui.session.view.slice = plane + memory.first_layer;
  ui.session.view.level = level + memory.first_level;
  ui.state.texture.level.reset();
  const auto size = memory.size_of(ui.session.view.level);
  ui.state.texture.center_x = x / count / size[0];
  ui.state.texture.center_y = y / count / size[1];
  ui.state.texture.zoom = ui.px(52);
}

void why_texels(Context& ui, const Explanation& e) {
  int first = 0;
  for (std::size_t i = 0; i < e.parts.size(); ++i) {
    ImGui::PushID(int(i));
    if (fold(ui, fmt::format("texels.{}", i), part_title(e, i), part_summary(e, i), i < 2,
             text(e.anisotropic() ? Text::why_probe_help : Text::why_texels_help)))
      part_rows(ui, e, i, first);
    ImGui::PopID();
    first += int(e.parts[i].texels.size());
  }
}

} // namespace texelscope::ui
