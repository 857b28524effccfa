// WHY: the chosen pixel's coordinate, footprint and value, step by step, by the exact model.
#include <fmt/format.h>

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
  for (std::size_t c = 0; c < std::size_t(e.format.channels); ++c)
    line(ui, names[c], std::string("why.value.") + "rgba"[c], value_words(e.result, bits[c]), ui.color().channel[c]);
}

void error_against_ideal(Context& ui, const Trace& trace, const TexelBits& bits) {
  if (ui.frame.resolution->effective.result != ResultType::floating) return;
  const double got = shown_value(ResultType::floating, {}, bits[0]);
  line(ui, Text::why_ideal, "why.ideal", number_words(trace.ideal[0]));
  line(ui, Text::why_error, "why.error", fmt::format("{:+.3g}", got - trace.ideal[0]));
}

void coordinates(Context& ui, const Trace& trace) {
  const bool normalized = ui.frame.resolution->effective.normalized_coords;
  line(ui, normalized ? Text::why_u : Text::why_x, "why.x", fmt::format("{:<12.9g} > {:.6g}", trace.level[0].axis[0].given, trace.level[0].axis[0].position), ui.color().axis_x);
  line(ui, normalized ? Text::why_v : Text::why_y, "why.y", fmt::format("{:<12.9g} > {:.6g}", trace.level[0].axis[1].given, trace.level[0].axis[1].position), ui.color().axis_y);
}

void taps(Context& ui, const Trace& trace) {
  for (int i = 0; i < trace.level[0].tap_count; ++i) {
    const TapTrace& tap = trace.level[0].tap[std::size_t(i)];
    if (tap.weight == 0) continue;
    const std::string where = tap.border ? text(Text::why_border) : fmt::format("{},{}", tap.x, tap.y);
    const std::string value = ui.frame.trace_has_values ? fmt::format("{:.5g}", tap.value[0]) : "";
    ImGui::PushID(&tap);
    line(ui, Text::why_texel, fmt::format("why.tap.{}", i),
         fmt::format("{:<7} {:>3}/256 {}", where, tap.weight, value));
    ImGui::PopID();
  }
}
} // namespace

void why_panel(Context& ui, const Area& area) {
  begin_panel(ui, "why", area, Text::title_why);
  const auto& chosen = ui.state.pinned ? ui.state.pinned : ui.state.hovered;
  if (!chosen || (!ui.frame.trace && !ui.frame.hovered_value)) {
    ImGui::PushTextWrapPos(0);
    words(ui, ui.theme.fonts.small, ui.color().dim, text(Text::why_empty), "why.empty");
    ImGui::PopTextWrapPos();
    end_panel();
    return;
  }
  line(ui, Text::why_pixel, "why.pixel", fmt::format("{}, {}{}", chosen->x, chosen->y, ui.state.pinned ? text(Text::why_pinned) : ""));
  const TexelBits bits = ui.frame.hovered_value ? *ui.frame.hovered_value : ui.frame.trace->result;
  if (ui.frame.trace) {
    coordinates(ui, *ui.frame.trace);
    taps(ui, *ui.frame.trace);
    ImGui::Dummy(ImVec2(1, ui.px(3)));
  }
  values(ui, bits);
  if (ui.frame.trace && ui.frame.trace_has_values) error_against_ideal(ui, *ui.frame.trace, bits);
  end_panel();
}

} // namespace texelscope::ui
