#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/format_name.h"
#include "kernels/studies/explain/explain_components.h"
#include "ui/settings/sections.h"
#include "ui/widgets/facts.h"

namespace texelscope::ui {

namespace {
std::string size_text(const TextureSpec& texture) {
  std::string size = std::to_string(texture.width);
  if (!is_1d(texture.dimension)) size += fmt::format(" × {}", texture.height);
  if (has_depth(texture.dimension)) size += fmt::format(" × {}", texture.depth);
  return size;
}

std::string source_text(const TextureSpec& texture) {
  if (texture.source != Source::file || texture.path.empty()) return label(texture.source);
  return texture.path.substr(texture.path.find_last_of('/') + 1);
}

std::string format_text(const ElementFormat& format) {
  return fmt::format("{} × {}", element_name(format), format.channels);
}

std::string texture_text(const TextureSpec& texture) {
  const std::string source = source_text(texture), size = size_text(texture),
                    format = format_text(texture.format);
  if (texture.levels < 2) return say(Text::settings_texture_summary, {source, size, format});
  return say(Text::settings_levels_summary, {source, size, format, std::to_string(texture.levels)});
}

std::string scene_text(const Session& session, Projection projection) {
  if (projection != Projection::tilted) return label(projection);
  return say(Text::settings_tilt_summary, {label(projection), fmt::format("{:.0f}", session.view.tilt)});
}

// The worst note about one of the section's rows.
const Note* note_of(const Context& ui, const SettingsSection& rows) {
  for (const Note& note : ui.frame.resolution->notes)
    if (note.kind != NoteKind::no_effect && section_of(note.field) == rows.name) return &note;
  return nullptr;
}
} // namespace

std::string section_summary(const Context& ui, std::string_view section) {
  const Session& session = ui.session;
  const Effective& effective = ui.frame.resolution->effective;
  if (section == "texture") return texture_text(session.texture);
  if (section == "fetch") return function_name(session.fetch.function, session.texture.dimension);
  if (section == "scene") return scene_text(session, effective.projection);
  return label(session.write.mode);
}

bool section_header(Context& ui, const SettingsSection& rows, Text title) {
  auto& unfolded = ui.state.settings.unfolded;
  bool open = unfolded.contains(rows.name);
  const std::string name = "settings.fold." + std::string(rows.name),
                    summary = section_summary(ui, rows.name);
  ImFont *bold = ui.theme.fonts.bold, *small = ui.theme.fonts.small;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = std::max(1.0f, ImGui::GetContentRegionAvail().x),
              label_width = ui.px(settings_label_width), room = width - label_width - ui.px(16);
  const std::string drawn = breakable(ui.theme, summary);
  const float lines = open ? 0 : small->CalcTextSizeA(small->FontSize, 1e9f, room, drawn.c_str()).y;
  const float height = std::max(ui.px(28), lines + ui.px(13));
  if (ImGui::InvisibleButton(name.c_str(), ImVec2(width, height))) {
    if (open)
      unfolded.erase(unfolded.find(rows.name));
    else
      unfolded.emplace(rows.name);
    open = !open;
  }
  map_item(ui, name, summary);
  const bool marked = ImGui::IsItemHovered() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible);
  tooltip(ui, text(Text::settings_fold_help));
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddLine(ImVec2(at.x, at.y + ui.px(2)), ImVec2(at.x + width, at.y + ui.px(2)), ui.color().line, 1);
  const ImU32 ink = marked ? ui.color().text : ui.color().dim;
  draw->AddText(bold, bold->FontSize, ImVec2(at.x, at.y + ui.px(7)), ink, text(title));
  if (!open)
    draw->AddText(small, small->FontSize, ImVec2(at.x + label_width, at.y + ui.px(8)), ink, drawn.c_str(),
                  nullptr, room);
  triangle(ui, ImVec2(at.x + width - ui.px(6), at.y + ui.px(15)), open, ink);
  if (const Note* note = open ? nullptr : note_of(ui, rows)) {
    const bool refused = note->kind == NoteKind::refused;
    draw->AddText(bold, bold->FontSize, ImVec2(at.x + label_width - ui.px(16), at.y + ui.px(7)),
                  refused ? ui.color().red : ui.color().amber,
                  text(refused ? Text::mark_of_refused : Text::mark_of_altered));
  }
  return open;
}

} // namespace texelscope::ui
