// COMPARE: what is compared and how, the numbers, and how the differences are spread.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/texts.h"
#include "ui/widgets.h"

namespace texelscope {

namespace {
constexpr EnumEntry modes[] = {
    {0, "off", Text::compare_off, Text::compare_off_help},
    {1, "split", Text::compare_split, Text::compare_split_help},
    {2, "side", Text::compare_side, Text::compare_side_help},
    {3, "blink", Text::compare_blink, Text::compare_blink_help},
    {4, "signed", Text::measure_signed, Text::measure_signed_help},
    {5, "absolute", Text::measure_absolute, Text::measure_absolute_help},
    {6, "ulp", Text::measure_ulp, Text::measure_ulp_help},
    {7, "relative", Text::measure_relative, Text::measure_relative_help},
};
constexpr EnumEntry sources[] = {
    {0, "state", Text::values_state, Text::values_state_help},
    {1, "pinned", Text::values_pinned, Text::values_pinned_help},
    {2, "model", Text::values_model, Text::values_model_help},
    {3, "cuda", Text::values_cuda, Text::values_cuda_help},
    {4, "opengl", Text::values_opengl, Text::values_opengl_help},
    {5, "ideal", Text::values_ideal, Text::values_ideal_help},
    {6, "file", Text::values_file, Text::values_file_help},
};
} // namespace

template <>
EnumTable enum_table<ui::CompareMode>() {
  return modes;
}
template <>
EnumTable enum_table<ui::CompareSource>() {
  return sources;
}

namespace ui {

namespace {
void mode_row(Context& ui) {
  std::vector<Segment> items;
  for (const EnumEntry& mode : enum_table<CompareMode>())
    items.push_back({text(mode.label), std::string(mode.identifier), text(mode.help), {}});
  int chosen = int(ui.state.compare.mode);
  if (segments(ui, "compare.mode", items.data(), int(items.size()), chosen,
               std::min(ImGui::GetContentRegionAvail().x, ui.px(520))))
    ui.state.compare.mode = CompareMode(chosen);
}

std::string pin_words(const CompareFindings& findings, int number) {
  for (const ComparePin& pin : findings.pins)
    if (pin.number == number || (number == 0 && &pin == &findings.pins.back()))
      return say(Text::compare_pin_named, {std::to_string(pin.number), pin.label});
  return label(CompareSource::pinned);
}

std::string choice_words(const CompareFindings& findings, const ComparedChoice& choice) {
  return choice.source == CompareSource::pinned ? pin_words(findings, choice.pin) : label(choice.source);
}

// One line of the list; pins each by itself.
void source_item(Context& ui, ComparedChoice& choice, const ComparedChoice& item, const std::string& words,
                 const std::string& name) {
  if (ImGui::Selectable(words.c_str(), choice == item)) choice = item;
  map_item(ui, name, words);
  tooltip(ui, text(enum_table<CompareSource>()[std::size_t(item.source)].help));
}

void source_choice(Context& ui, const CompareFindings& findings, std::size_t side, float width) {
  const std::string name = side == 0 ? "compare.a" : "compare.b";
  ComparedChoice& choice = ui.state.compare.sides[side];
  const std::string shown = choice_words(findings, choice);
  ImGui::AlignTextToFramePadding();
  words(ui, ui.theme.fonts.bold, ui.color().dim, text(side == 0 ? Text::compare_a : Text::compare_b));
  ImGui::SameLine(0, ui.px(5));
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo(("##" + name).c_str(), shown.c_str(), ImGuiComboFlags_HeightLarge);
  map_item(ui, name, shown);
  if (!open) return tooltip(ui, text(enum_table<CompareSource>()[std::size_t(choice.source)].help));
  for (const EnumEntry& entry : enum_table<CompareSource>()) {
    const CompareSource source = CompareSource(entry.value);
    const std::string item = name + "." + std::string(entry.identifier);
    if (source != CompareSource::pinned || findings.pins.empty())
      source_item(ui, choice, {source, 0}, text(entry.label), item);
    else
      for (const ComparePin& pin : findings.pins)
        source_item(ui, choice, {source, pin.number}, pin_words(findings, pin.number),
                    item + "." + std::to_string(pin.number));
  }
  ImGui::EndCombo();
}

void sources_row(Context& ui, const CompareFindings& findings) {
  const float room = ImGui::GetContentRegionAvail().x;
  const float buttons = ui.px(92), letters = ui.px(46);
  const float width = std::clamp((room - buttons - letters) / 2, ui.px(70), ui.px(190));
  source_choice(ui, findings, 0, width);
  ImGui::SameLine(0, ui.px(6));
  source_choice(ui, findings, 1, width);
  ImGui::SameLine(0, ui.px(6));
  auto& sides = ui.state.compare.sides;
  if (button(ui, "compare.swap", text(Text::compare_swap), text(Text::compare_swap_help)))
    std::swap(sides[0], sides[1]);
  ImGui::SameLine(0, ui.px(3));
  if (button(ui, "compare.pin", text(Text::compare_pin), text(Text::compare_pin_help)))
    ui.act(CommandId::pin_state);
  const bool file = sides[0].source == CompareSource::file || sides[1].source == CompareSource::file;
  if (!file) return;
  if (button(ui, "compare.open", text(Text::compare_file_button), text(Text::compare_file_help)))
    run_command(ui, CommandId::open_reference);
  ImGui::SameLine(0, ui.px(6));
  ImGui::AlignTextToFramePadding();
  words(ui, ui.theme.fonts.small, ui.color().dim, ui.state.compare.reference, "compare.reference");
}

const char* channel_name(std::size_t channel) {
  static constexpr Text names[] = {Text::field_show_r, Text::field_show_g, Text::field_show_b,
                                   Text::field_show_a};
  return text(names[channel]);
}

// Name and number; every other one in the second column. `value` may be clicked where that does something.
class MetricRows {
public:
  explicit MetricRows(Context& context) : ui(context) {
    column = std::max(ui.px(150), ImGui::GetContentRegionAvail().x / 2);
  }

  bool add(Text name, Text help, const char* map_name, const std::string& value, ImU32 color = 0) {
    const float x = start + (count++ % 2 == 0 ? 0 : column);
    if (count % 2 == 0) ImGui::SameLine(x);
    ImGui::SetCursorPosX(x);
    words(ui, ui.theme.fonts.small, ui.color().dim, text(name));
    tooltip(ui, text(help));
    ImGui::SameLine(x + ui.px(72));
    words(ui, ui.theme.fonts.mono_small, color != 0 ? color : ui.color().text, value,
          std::string("compare.") + map_name);
    tooltip(ui, text(help));
    return ImGui::IsItemClicked();
  }

  void end_line() { count += count % 2; } // the next one begins another

private:
  Context& ui;
  float start = ImGui::GetCursorPosX(), column;
  int count = 0;
};

std::string decibels(double value) {
  return std::isnan(value)   ? text(Text::no_number)
         : std::isinf(value) ? "inf dB"
                             : fmt::format("{:.2f} dB", value);
}
std::string short_number(double value, const char* form = "{:.4g}") {
  return std::isnan(value) ? text(Text::no_number) : fmt::format(fmt::runtime(form), value);
}

// A click goes to the pixel, where WHY explains it.
void largest_row(Context& ui, const Metrics& all, MetricRows& rows) {
  if (!all.largest) {
    rows.add(Text::metric_largest, Text::metric_largest_help, "largest", text(Text::no_number));
    return;
  }
  const LargestError& e = *all.largest;
  if (rows.add(Text::metric_largest, Text::metric_largest_help, "largest",
               fmt::format("{:+.3g}", e.difference), ui.color().accent))
    ui.state.pins.add({e.pixel});
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ImGui::SameLine(0, ui.px(6));
  words(ui, ui.theme.fonts.mono_small, ui.color().accent,
        say(Text::compare_place,
            {std::to_string(e.pixel.x), std::to_string(e.pixel.y), channel_name(e.channel)}),
        "compare.largest.place");
  tooltip(ui, text(Text::metric_largest_help));
  if (ImGui::IsItemClicked()) ui.state.pins.add({e.pixel});
}

void metrics(Context& ui, const CompareFound& found) {
  const Metrics& all = found.metrics.all;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui.px(4), ui.px(2)));
  MetricRows rows(ui);
  largest_row(ui, all, rows);
  rows.end_line();
  rows.add(Text::metric_different, Text::metric_different_help, "different",
           say(Text::metric_of, {std::to_string(all.different), std::to_string(all.count)}));
  rows.end_line();
  rows.add(Text::metric_mean, Text::metric_mean_help, "mean", short_number(all.mean, "{:+.4g}"));
  rows.add(Text::metric_mean_absolute, Text::metric_mean_absolute_help, "mean_absolute",
           short_number(all.mean_absolute));
  rows.add(Text::metric_rmse, Text::metric_rmse_help, "rmse", short_number(all.rmse));
  rows.add(Text::metric_psnr, Text::metric_psnr_help, "psnr", decibels(all.psnr));
  rows.add(Text::metric_ssim, Text::metric_ssim_help, "ssim", short_number(all.ssim, "{:.6f}"));
  rows.add(Text::metric_ulp, Text::metric_ulp_help, "ulp", std::to_string(all.largest_ulp));
  if (all.nans[0] + all.nans[1] + all.infinities[0] + all.infinities[1] > 0)
    rows.add(
        Text::metric_nonfinite, Text::metric_nonfinite_help, "nonfinite",
        say(Text::metric_nonfinite_counts, {std::to_string(all.nans[0]), std::to_string(all.infinities[0]),
                                            std::to_string(all.nans[1]), std::to_string(all.infinities[1])}));
  ImGui::PopStyleVar();
}

void region_row(Context& ui, const CompareFound& found) {
  CompareChoice& choice = ui.state.compare;
  if (button(ui, "compare.region", text(Text::compare_region), text(Text::compare_region_help),
             choice.marks_region))
    choice.marks_region = !choice.marks_region;
  ImGui::SameLine(0, ui.px(3));
  ImGui::BeginDisabled(choice.region.width == 0);
  if (button(ui, "compare.whole", text(Text::compare_whole), text(Text::compare_whole_help)))
    choice.region = {};
  ImGui::EndDisabled();
  ImGui::SameLine(0, ui.px(6));
  const Segment items[] = {{text(Text::compare_linear), "linear", text(Text::compare_linear_help), {}},
                           {text(Text::compare_log), "log", text(Text::compare_log_help), {}}};
  int axis = choice.logarithmic ? 1 : 0;
  segments(ui, "compare.axis", items, 2, axis, ui.px(96));
  choice.logarithmic = axis == 1;
  ImGui::SameLine(0, ui.px(8));
  ImGui::AlignTextToFramePadding();
  const Region& r = found.metrics.region;
  words(ui, ui.theme.fonts.mono_small, ui.color().dim,
        fmt::format("{},{} {} x {}", r.x, r.y, r.width, r.height), "compare.region.size");
}

double bar_share(std::int64_t count, std::int64_t most, bool logarithmic) {
  if (count == 0 || most == 0) return 0;
  return logarithmic ? std::log1p(double(count)) / std::log1p(double(most)) : double(count) / double(most);
}

// A line of steps for each channel.
void histogram(Context& ui, const CompareFound& found, float height) {
  const Histogram& h = ui.state.compare.logarithmic ? found.powers : found.linear;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, base = at.y + height - ui.px(15);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, ImVec2(at.x + width, base), ui.color().window, ui.px(3));
  std::int64_t most = 0;
  for (const auto& counts : h.counts)
    for (const std::int64_t count : counts)
      most = std::max(most, count);
  for (std::size_t c = 0; c < 4; ++c) {
    const float step = width / float(std::max<std::size_t>(1, h.counts[c].size()));
    for (std::size_t i = 0; i < h.counts[c].size(); ++i) {
      const float share = float(bar_share(h.counts[c][i], most, h.powers));
      if (share == 0) continue;
      const float x = at.x + step * float(i),
                  top = base - std::max(ui.px(1), share * (base - at.y - ui.px(2)));
      draw->AddRectFilled(ImVec2(x, top), ImVec2(x + std::max(1.0f, step - 1), base),
                          with_alpha(ui.color().channel[c], 0.55f));
    }
  }
  const std::string low = h.powers ? fmt::format("2^{}", h.first_power) : fmt::format("{:.3g}", -h.reach);
  const std::string high =
      h.powers ? fmt::format("2^{}", h.first_power + most_powers - 1) : fmt::format("{:+.3g}", h.reach);
  ImFont* font = ui.theme.fonts.mono_small;
  const auto mark = [&](float x, const std::string& words) {
    const float w = font->CalcTextSizeA(ui.px(12), 1e9f, 0, words.c_str()).x;
    draw->AddText(font, ui.px(12), ImVec2(std::clamp(x - w / 2, at.x, at.x + width - w), base + ui.px(1)),
                  ui.color().dim, words.c_str());
  };
  mark(at.x + (h.powers ? ui.px(40) : 0), low);
  mark(at.x + width, high);
  mark(h.powers ? at.x : at.x + width / 2, text(Text::compare_histogram_zero));
  ImGui::Dummy(ImVec2(width, height));
  map_item(ui, "compare.histogram", say(Text::compare_map_scale, {low, high}));
  tooltip(ui, text(h.powers ? Text::compare_log_help : Text::compare_linear_help));
}

void side_notes(Context& ui, const CompareFound& found) {
  for (std::size_t i = 0; i < 2; ++i) {
    const ComparedSide& side = found.sides[i];
    const std::string name = i == 0 ? "compare.side.a" : "compare.side.b";
    const std::string letter = std::string(text(i == 0 ? Text::compare_a : Text::compare_b)) + ": ";
    if (!side.failure.empty())
      paragraph(ui, ui.color().amber, letter + side.failure, name);
    else
      paragraph(ui, ui.color().dim, letter + side.label + (side.remark.empty() ? "" : ". " + side.remark),
                name);
  }
  if (!found.failure.empty()) paragraph(ui, ui.color().amber, found.failure, "compare.failure");
}

// At the right of the first line, whose number is of before.
void computing_mark(Context& ui) {
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(text(Text::compare_computing)).x);
  words(ui, ui.theme.fonts.small, ui.color().dim, text(Text::compare_computing), "compare.computing");
  ImGui::SetCursorPos(at);
}

void contents(Context& ui, const CompareFindings& findings) {
  if (ui.state.compare.mode == CompareMode::off)
    return paragraph(ui, ui.color().dim, text(Text::compare_is_off), "compare.hint");
  if (!findings.found)
    return paragraph(ui, ui.color().dim, text(Text::compare_computing), "compare.computing");
  const CompareFound& found = *findings.found;
  if (findings.computing) computing_mark(ui);
  if (found.compared) {
    metrics(ui, found);
    region_row(ui, found);
    histogram(ui, found, std::max(ui.px(70), ImGui::GetContentRegionAvail().y - ui.px(40)));
  }
  side_notes(ui, found);
}
} // namespace

void compare_panel(Context& ui, const Area& area) {
  static const CompareFindings none;
  const CompareFindings& findings = ui.frame.compare != nullptr ? *ui.frame.compare : none;
  begin_panel(ui, "compare", area, Text::title_compare);
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(5), ui.px(1)));
  mode_row(ui);
  sources_row(ui, findings);
  contents(ui, findings);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  end_panel();
}

} // namespace ui
} // namespace texelscope
