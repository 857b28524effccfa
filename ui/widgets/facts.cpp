#include "ui/widgets/facts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"

namespace texelscope::ui {

namespace {
constexpr float label_width = 84;
constexpr float column_width = 74; // room for ten digits

float width_of(const Context& ui, std::string_view shown) {
  const ImFont* font = ui.theme.fonts.mono_small;
  return const_cast<ImFont*>(font)
      ->CalcTextSizeA(font->FontSize, 1e9f, 0, shown.data(), shown.data() + shown.size())
      .x;
}

void label(Context& ui, std::string_view shown, std::string_view help) {
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, shown);
  tooltip(ui, help);
}
} // namespace

void triangle(Context& ui, ImVec2 at, bool open, ImU32 ink) {
  const float r = ui.px(4);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (open)
    draw->AddTriangleFilled(ImVec2(at.x - r, at.y - r * 0.6f), ImVec2(at.x + r, at.y - r * 0.6f),
                            ImVec2(at.x, at.y + r * 0.8f), ink);
  else
    draw->AddTriangleFilled(ImVec2(at.x - r * 0.6f, at.y - r), ImVec2(at.x + r * 0.8f, at.y),
                            ImVec2(at.x - r * 0.6f, at.y + r), ink);
}

bool fold(Context& ui, const std::string& name, std::string_view title, std::string_view summary,
          bool open_at_first, std::string_view help) {
  auto& turned = ui.state.why.folds;
  bool open = (open_at_first && ui.state.why.details) != turned.contains(name);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(21);
  if (ImGui::InvisibleButton(name.c_str(), ImVec2(std::max(1.0f, width), height))) {
    if (!turned.erase(name)) turned.insert(name);
    open = !open;
  }
  map_item(ui, "why.fold." + name, fmt::format("{}: {}", open ? "open" : "folded", summary));
  const bool marked = ImGui::IsItemHovered() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible);
  tooltip(ui, help, text(Text::why_fold_help));
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddLine(ImVec2(at.x, at.y + ui.px(1)), ImVec2(at.x + width, at.y + ui.px(1)), ui.color().line, 1);
  const ImU32 ink = marked ? ui.color().text : ui.color().dim;
  const float line = at.y + ui.px(4);
  triangle(ui, ImVec2(at.x + ui.px(5), line + ui.px(8)), open, ink);
  const ImFont* bold = ui.theme.fonts.bold;
  draw->AddText(bold, bold->FontSize, ImVec2(at.x + ui.px(14), line), ink, title.data(),
                title.data() + title.size());
  const float taken = const_cast<ImFont*>(bold)
                          ->CalcTextSizeA(bold->FontSize, 1e9f, 0, title.data(), title.data() + title.size())
                          .x +
                      ui.px(22);
  const ImFont* mono = ui.theme.fonts.mono_small;
  if (taken + width_of(ui, summary) <= width)
    draw->AddText(mono, mono->FontSize, ImVec2(at.x + width - width_of(ui, summary), line + ui.px(2)),
                  ui.color().dim, summary.data(), summary.data() + summary.size());
  return open;
}

void fact(Context& ui, const Fact& shown) {
  const std::string& full = shown.full.empty() ? shown.shown : shown.full;
  draw_text(ui, ui.theme.fonts.mono_small, shown.color != 0 ? shown.color : ui.color().text, shown.shown);
  if (!shown.name.empty()) map_item(ui, "why." + shown.name, full);
  if (ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(ui, full, text(Text::why_copy_help));
  }
  if (!ImGui::IsItemClicked()) return;
  ImGui::SetClipboardText(full.c_str());
  ui.output.actions.push_back({Action::Kind::message, {}, say(Text::copied, {full}), 0});
}

void fact_right(Context& ui, const Fact& shown, float x1) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(ImVec2(std::floor(x1 - width_of(ui, shown.shown)), at.y));
  fact(ui, shown);
}

void heading_right(Context& ui, std::string_view shown, float x1, std::string_view help) {
  const ImFont* font = ui.theme.fonts.small;
  const float width = const_cast<ImFont*>(font)
                          ->CalcTextSizeA(font->FontSize, 1e9f, 0, shown.data(), shown.data() + shown.size())
                          .x;
  ImGui::SetCursorScreenPos(ImVec2(std::floor(x1 - width), ImGui::GetCursorScreenPos().y));
  label(ui, shown, help);
}

void fact_row(Context& ui, std::string_view name, const Fact& shown, std::string_view help) {
  const float x = ImGui::GetCursorPosX();
  label(ui, name, help);
  const float taken = ImGui::GetItemRectSize().x + ui.px(8), right = ImGui::GetWindowContentRegionMax().x;
  const float from = x + std::max(ui.px(label_width), taken), width = width_of(ui, shown.shown);
  if (from + width <= right)
    ImGui::SameLine(from);
  else if (x + taken + width <= right)
    ImGui::SameLine(right - width);
  else
    ImGui::SetCursorPosX(std::max(x, right - width)); // on its own line
  fact(ui, shown);
}

void fact_flow(Context& ui, const std::vector<Fact>& all, float indent) {
  const float x0 = ImGui::GetCursorScreenPos().x + indent,
              x1 = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  bool first = true;
  for (const Fact& one : all) {
    if (!first) ImGui::SameLine(0, ui.px(8));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (!first && at.x + width_of(ui, one.shown) > x1) {
      ImGui::NewLine();
      first = true;
    }
    if (first) ImGui::SetCursorScreenPos(ImVec2(x0, ImGui::GetCursorScreenPos().y));
    fact(ui, one);
    first = false;
  }
}

void fact_table(Context& ui, const std::vector<Fact>& headings, const std::vector<FactLine>& lines) {
  const float left = ImGui::GetCursorScreenPos().x,
              room = ImGui::GetContentRegionAvail().x - ui.px(label_width);
  const std::size_t at_once =
      std::max<std::size_t>(1, std::size_t(std::max(0.0f, room) / ui.px(column_width)));
  for (std::size_t first = 0; first < headings.size(); first += at_once) {
    const std::size_t end = std::min(headings.size(), first + at_once);
    const float step = std::min(room / float(std::min(at_once, headings.size())), ui.px(110));
    const auto right = [&](std::size_t column) {
      return left + ui.px(label_width) + step * float(column - first + 1);
    };
    const auto row = [&](auto&& cell) {
      for (std::size_t column = first; column < end; ++column) {
        ImGui::SameLine();
        fact_right(ui, cell(column), right(column));
      }
    };
    ImGui::Dummy(ImVec2(1, ui.px(14)));
    for (std::size_t column = first; column < end; ++column) {
      ImGui::SameLine();
      const Fact& heading = headings[column];
      ImGui::SetCursorScreenPos(
          ImVec2(std::floor(right(column) - width_of(ui, heading.shown)), ImGui::GetCursorScreenPos().y));
      draw_text(ui, ui.theme.fonts.mono_small, heading.color, heading.shown);
    }
    for (const FactLine& line : lines) {
      label(ui, line.label, line.help);
      const Fact& leftmost = line.facts[first];
      if (ImGui::GetItemRectMax().x + ui.px(4) > right(first) - width_of(ui, leftmost.shown))
        ImGui::Dummy(ImVec2(1, ui.px(13)));
      row([&](std::size_t column) { return line.facts[column]; });
    }
  }
}

} // namespace texelscope::ui
