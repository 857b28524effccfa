// WHY: the chosen pixel's coordinate, footprint and value, step by step, by the exact model.
#include <fmt/format.h>

#include "kernels/texts.h"
#include "ui/picture_view.h"

namespace texelscope::ui {

namespace {
void line(Context& ui, Text name, std::string_view map_name, std::string_view value, ImU32 color = 0) {
  const float x = ImGui::GetCursorPosX();
  words(ui, ui.theme.fonts.small, ui.color().dim, text(name));
  ImGui::SameLine(x + ui.px(54));
  const float width = ui.theme.fonts.mono->CalcTextSizeA(ui.px(14), 1e9f, 0, value.data(), value.data() + value.size()).x;
  words(ui, width > ImGui::GetContentRegionAvail().x ? ui.theme.fonts.mono_small : ui.theme.fonts.mono, color != 0 ? color : ui.color().text, value, map_name);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (ImGui::IsItemClicked()) {
    ImGui::SetClipboardText(std::string(value).c_str());
    ui.output.actions.push_back({Action::Kind::message, {}, say(Text::copied, {value}), 0});
  }
}

std::string value_words(ResultType type, std::uint32_t bits) {
  if (type == ResultType::floating) return fmt::format("{:<13} {:08x}", number_words(shown_value(type, {}, bits)), bits);
  if (type == ResultType::unsigned_int) return fmt::format("{:<13} {:08x}", bits, bits);
  return fmt::format("{:<13} {:08x}", std::int32_t(bits), bits);
}

void values(Context& ui, const TexelBits& bits) {
  static constexpr Text names[] = {Text::field_show_r, Text::field_show_g, Text::field_show_b, Text::field_show_a};
  const Effective& e = ui.frame.resolution->effective;
  const int shown = e.function == FetchKind::gather ? 4 : e.result_format().channels;
  for (std::size_t c = 0; c < std::size_t(shown); ++c)
    line(ui, names[c], std::string("why.value.") + "rgba"[c], value_words(e.result, bits[c]), ui.color().channel[c]);
}

// What is above is one of the slab's fetches, what is below the value of all.
void slab(Context& ui) {
  if (ui.frame.resolution->effective.slab == Slab::off) return;
  const FetchSpec& fetch = ui.session.fetch;
  const std::string count = std::to_string(fetch.slab_samples);
  line(ui, Text::why_slab, "why.slab", say(Text::why_slab_folds, {label(fetch.slab), count}));
  ImGui::PushTextWrapPos(0);
  words(ui, ui.theme.fonts.small, ui.color().dim, say(Text::why_slab_sample, {std::to_string(fetch.slab_samples / 2 + 1), count}),
        "why.slab.sample");
  ImGui::PopTextWrapPos();
}

void error_against_ideal(Context& ui, const Trace& trace, const TexelBits& bits) {
  const Effective& e = ui.frame.resolution->effective;
  if (e.result != ResultType::floating || e.function == FetchKind::gather || e.function == FetchKind::texel) return;
  if (e.slab != Slab::off) return; // the ideal is of one fetch
  const double got = shown_value(ResultType::floating, {}, bits[0]);
  line(ui, Text::why_ideal, "why.ideal", number_words(trace.ideal[0]));
  line(ui, Text::why_error, "why.error", fmt::format("{:+.3g}", got - trace.ideal[0]));
}

// The level of detail, the face and the layer, where there are such.
void places(Context& ui, const Trace& trace) {
  const Effective& e = ui.frame.resolution->effective;
  if (is_cube(e.dimension)) line(ui, Text::why_face, "why.face", label(CubeFace(trace.face)));
  if (is_layered(e.dimension)) line(ui, Text::why_layer, "why.layer", std::to_string(trace.layer));
  if (e.level_count > 1) line(ui, Text::why_lod, "why.lod", fmt::format("{:.6g} = {}/256", trace.lod / 256.0, trace.lod));
}

const LevelTrace& first_part(const Trace& trace) { return trace.probes.empty() ? trace.level[0] : trace.probes[0]; }

void coordinates(Context& ui, const Trace& trace) {
  const Effective& e = ui.frame.resolution->effective;
  const bool normalized = e.normalized_coords;
  const LevelTrace& part = first_part(trace);
  line(ui, normalized ? Text::why_u : Text::why_x, "why.x", fmt::format("{:<12.9g} > {:.6g}", part.axis[0].given, part.axis[0].position), ui.color().axis_x);
  if (is_1d(e.dimension)) return;
  line(ui, normalized ? Text::why_v : Text::why_y, "why.y", fmt::format("{:<12.9g} > {:.6g}", part.axis[1].given, part.axis[1].position), ui.color().axis_y);
  if (e.dimension == Dimension::d3)
    line(ui, normalized ? Text::why_w : Text::why_z, "why.z", fmt::format("{:<12.9g} > {:.6g}", part.axis[2].given, part.axis[2].position));
}

std::string tap_place(const Effective& e, const LevelTrace& level, const TapTrace& tap) {
  if (tap.border) return text(Text::why_border);
  std::string where = is_1d(e.dimension) ? std::to_string(tap.x) : fmt::format("{},{}", tap.x, tap.y);
  if (e.dimension == Dimension::d3) where += fmt::format(",{}", tap.z);
  if (is_cube(e.dimension)) where = fmt::format("{} {}", label(CubeFace(tap.z % 6)), where);
  return e.level_count > 1 ? fmt::format("L{} {}", level.level, where) : where;
}

void taps(Context& ui, const LevelTrace& level, int first) {
  const Effective& e = ui.frame.resolution->effective;
  for (int i = 0; i < level.tap_count; ++i) {
    const TapTrace& tap = level.tap[std::size_t(i)];
    if (tap.weight == 0 || !tap.exists) continue;
    const std::string where = tap_place(e, level, tap);
    const std::string value = ui.frame.trace_has_values ? fmt::format("{:.5g}", tap.value[0]) : "";
    ImGui::PushID(&tap);
    line(ui, Text::why_texel, fmt::format("why.tap.{}", first + i),
         fmt::format("{:<7} {:>3}/{} {}", where, tap.weight, 1 << level.weight_bits, value));
    ImGui::PopID();
  }
}
} // namespace

void why_panel(Context& ui, const Area& area) {
  begin_panel(ui, "why", area, Text::title_why);
  const auto& chosen = ui.state.chosen();
  if (!chosen || (!ui.frame.trace && !ui.frame.hovered_value)) {
    ImGui::PushTextWrapPos(0);
    words(ui, ui.theme.fonts.small, ui.color().dim, text(Text::why_empty), "why.empty");
    ImGui::PopTextWrapPos();
    end_panel();
    return;
  }
  line(ui, Text::why_pixel, "why.pixel", fmt::format("{}, {}{}", chosen->x, chosen->y, ui.state.pinned ? text(Text::why_pinned) : ""));
  const TexelBits bits = ui.frame.hovered_value ? *ui.frame.hovered_value : ui.frame.trace->result;
  if (ui.frame.trace && ui.frame.resolution->effective.function != FetchKind::texel) {
    const Trace& trace = *ui.frame.trace;
    places(ui, trace);
    coordinates(ui, trace);
    for (int i = 0; i < trace.level_count; ++i) taps(ui, trace.level[std::size_t(i)], 8 * i);
    for (std::size_t i = 0; i < trace.probes.size(); ++i) taps(ui, trace.probes[i], 8 * int(i));
    ImGui::Dummy(ImVec2(1, ui.px(3)));
    slab(ui);
  }
  values(ui, bits);
  if (ui.frame.trace && ui.frame.trace_has_values) error_against_ideal(ui, *ui.frame.trace, bits);
  end_panel();
}

} // namespace texelscope::ui
