#include "ui/shell/file_list.h"

#include <algorithm>

#include "kernels/ground/text/texts.h"

namespace texelscope::ui {

namespace {
constexpr float row_height = 24, size_width = 88, changed_width = 136;

void follow_headers(FileDialog& dialog) {
  ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
  if (specs == nullptr || specs->SpecsCount == 0) return;
  dialog.order = FileOrder(specs->Specs[0].ColumnIndex);
  dialog.descending = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
}

void scroll_to(int row, float height, float headers) {
  const float top = ImGui::GetScrollY(), room = ImGui::GetWindowHeight() - headers, y = float(row) * height;
  if (y < top)
    ImGui::SetScrollY(y);
  else if (y + height > top + room)
    ImGui::SetScrollY(y + height - room);
}

// The visible part of the row, below the headers.
void map_row(Context& ui, const std::string& name, std::string_view shown, float top = 0) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax(), at = ImGui::GetWindowPos(),
               size = ImGui::GetWindowSize();
  const Area seen = {std::max(low.x, at.x), std::max(low.y, at.y + top), std::min(high.x, at.x + size.x),
                     std::min(high.y, at.y + size.y)};
  if (seen.height() > 0) map_rect(ui, name, seen, shown);
}

// A folder symbol at the row's start; files leave that space empty.
void folder_mark(Context& ui, ImVec2 at, ImU32 ink) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float x = at.x + ui.px(2), y = at.y + ui.px(6);
  draw->AddRectFilled(ImVec2(x, y), ImVec2(x + ui.px(6), y + ui.px(4)), ink, ui.px(1));
  draw->AddRectFilled(ImVec2(x, y + ui.px(2)), ImVec2(x + ui.px(14), y + ui.px(12)), ink, ui.px(1.5f));
}

void cell(Context& ui, ImFont* font, ImU32 ink, const std::string& shown, bool right) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = font->CalcTextSizeA(font->FontSize, 1e9f, 0, shown.c_str()).x;
  const float x = right ? at.x + ImGui::GetContentRegionAvail().x - width : at.x;
  ImGui::GetWindowDrawList()->AddText(
      font, font->FontSize, ImVec2(x, at.y + (ui.px(row_height) - font->FontSize) / 2), ink, shown.c_str());
}

void row(Context& ui, const FolderEntry& entry, int index, bool marked, FileClick& click) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float mark = ui.px(22), room = ImGui::GetContentRegionAvail().x - mark - ui.px(6);
  const ImU32 ink = marked          ? ui.color().selected_text
                    : entry.missing ? ui.color().dim
                                    : ui.color().text,
              dim = marked ? ink : ui.color().dim;
  ImGui::PushID(index);
  const bool chosen = ImGui::Selectable(
      "##entry", marked, ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick,
      ImVec2(0, ui.px(row_height)));
  // A press in the very frame in which the field takes back the keyboard reaches no item.
  const bool twice = ImGui::IsMouseDoubleClicked(0) &&
                     ImGui::IsMouseHoveringRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax()) &&
                     ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  if (chosen || twice) click = {index, twice};
  ImGui::PopID();
  map_row(ui, "prompt.entry." + entry.name, entry.name, ui.px(row_height));
  if (marked) map_row(ui, "prompt.choice", entry.name, ui.px(row_height));
  ImFont* font = ui.theme.fonts.text;
  const bool whole_path = entry.name.starts_with('/');
  const std::string shown = whole_path ? path_end(font, entry.name, room) : elided(font, entry.name, room);
  if (shown != entry.name) tooltip(ui, entry.name);
  if (entry.folder) folder_mark(ui, at, dim);
  ImGui::GetWindowDrawList()->AddText(font, font->FontSize,
                                      ImVec2(at.x + mark, at.y + (ui.px(row_height) - font->FontSize) / 2),
                                      ink, shown.c_str());
  ImGui::TableNextColumn();
  if (entry.missing)
    cell(ui, ui.theme.fonts.small, dim, text(Text::file_missing), true);
  else if (!entry.folder)
    cell(ui, ui.theme.fonts.mono_small, dim, size_text(entry.size), true);
  ImGui::TableNextColumn();
  cell(ui, ui.theme.fonts.mono_small, dim, entry.changed, false);
}

void header(Context& ui, const char* name, Text label) {
  ImGui::TableNextColumn();
  const float behind = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text(label)).x;
  const float indent =
      label == Text::file_column_size ? std::max(0.0f, behind - ui.px(16)) : 0; // the space beside the arrow
  ImGui::SetCursorPos(ImVec2(ImGui::GetCursorPosX() + indent,
                             ImGui::GetCursorPosY() + (ui.px(row_height) - ImGui::GetFontSize()) / 2));
  ImGui::TableHeader(text(label));
  map_row(ui, name, text(label));
}
} // namespace

std::string path_end(ImFont* font, const std::string& path, float width) {
  const auto fits = [&](const std::string& shown) {
    return font->CalcTextSizeA(font->FontSize, 1e9f, 0, shown.c_str()).x <= width;
  };
  if (fits(path)) return path;
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
    if (std::string shown = "…" + path.substr(slash); fits(shown)) return shown;
  return elided(font, path, width);
}

FileClick file_list(Context& ui, const FolderListing& listing, std::span<const std::size_t> shown, int marked,
                    float height) {
  FileClick click;
  FileDialog& dialog = ui.state.dialogs.files;
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(ui.px(6), 0));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui.px(4), 0));
  ImGui::PushStyleColor(ImGuiCol_Header, ui.color().selected);
  const auto flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_Sortable | ImGuiTableFlags_NoSavedSettings |
                     ImGuiTableFlags_BordersOuter | ImGuiTableFlags_NoBordersInBody;
  if (ImGui::BeginTable("entries", 3, flags, ImVec2(0, height))) {
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch | ImGuiTableColumnFlags_DefaultSort);
    ImGui::TableSetupColumn("size", ImGuiTableColumnFlags_WidthFixed, ui.px(size_width));
    ImGui::TableSetupColumn("changed",
                            ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_PreferSortDescending,
                            ui.px(changed_width));
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers, ui.px(row_height));
    ImGui::PushFont(ui.theme.fonts.small);
    header(ui, "prompt.by_name", Text::file_column_name);
    header(ui, "prompt.by_size", Text::file_column_size);
    header(ui, "prompt.by_changed", Text::file_column_changed);
    ImGui::PopFont();
    follow_headers(dialog);
    if (dialog.scrolls && marked >= 0) scroll_to(marked, ui.px(row_height), ui.px(row_height));
    dialog.scrolls = false;
    ImGuiListClipper clipper;
    clipper.Begin(int(shown.size()), ui.px(row_height));
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        ImGui::TableNextRow(0, ui.px(row_height));
        ImGui::TableNextColumn();
        row(ui, listing.entries[shown[std::size_t(i)]], i, i == marked, click);
      }
    ImGui::EndTable();
  }
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  return click;
}

const FilePlace* file_places(Context& ui, float width, float height) {
  const FilePlace* clicked = nullptr;
  ImGui::BeginChild("places", ImVec2(width, height));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui.px(4), ui.px(2)));
  ImFont* font = ui.theme.fonts.text;
  int number = 1;
  for (const FilePlace& place : ui.frame.dialogs.places) {
    const bool here = ui.state.dialogs.files.wanted == place.folder;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Selectable(("##" + place.name).c_str(), here, 0, ImVec2(0, ui.px(row_height))))
      clicked = &place;
    ImGui::GetWindowDrawList()->AddText(
        font, font->FontSize, ImVec2(at.x + ui.px(8), at.y + (ui.px(row_height) - font->FontSize) / 2),
        ImGui::GetColorU32(ImGuiCol_Text), text(place.label));
    map_row(ui, "prompt.place." + place.name, text(place.label));
    tooltip(ui, place.folder.empty() ? text(place.label) : place.folder,
            say(Text::place_key, {std::to_string(number)}));
    ++number;
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
  return clicked;
}

} // namespace texelscope::ui
