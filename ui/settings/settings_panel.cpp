// The left column: the sampler, and each other section of the settings folded to a line.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/resolve/settings_rows.h"
#include "ui/settings/row_parts.h"
#include "ui/settings/rows.h"
#include "ui/settings/sections.h"

namespace texelscope::ui {

namespace {
// Stands beside the last button, or below the first one where the column has no more room.
void next_button(Context& ui, float start, const char* label) {
  ImGui::SameLine(0, ui.px(3));
  const float needed = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
  if (ImGui::GetContentRegionAvail().x >= needed) return;
  ImGui::NewLine();
  ImGui::SetCursorPosX(start);
}

void size_presets(Context& ui) {
  static constexpr int sizes[] = {1, 4, 13, 64, 256, 1024};
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(5), ui.px(2)));
  const float start = ImGui::GetCursorPosX();
  for (int size : sizes) {
    if (size != sizes[0]) next_button(ui, start, std::to_string(size).c_str());
    if (button(ui, fmt::format("texture.size.{}", size), std::to_string(size).c_str(),
               text(Text::size_preset_help),
               ui.session.texture.width == size && ui.session.texture.height == size))
      ui.session.texture.width = ui.session.texture.height = size;
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

void file_button(Context& ui) {
  if (ui.session.texture.source != Source::file) return;
  const std::string& path = ui.session.texture.path;
  const std::string name = path.empty() ? text(Text::no_file) : path.substr(path.find_last_of('/') + 1);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
  if (button(ui, "texture.path", (name + "##path").c_str(),
             path.empty() ? text(Text::no_file_help) : path.c_str()))
    run_command(ui, CommandId::open);
}

// Plain tex reads only level 0: beside the levels is a button that makes the others matter.
void unread_levels(Context& ui) {
  const Note* note =
      ui.session.texture.levels > 1 ? ui.frame.resolution->note_for("sampler.mip_bias") : nullptr;
  if (note == nullptr || note->rule != text(Text::rule_plain_level)) return;
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::Indent(ui.px(settings_label_width));
  ImGui::PushTextWrapPos(0);
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, note->sentence, "note.texture.levels");
  ImGui::PopTextWrapPos();
  tooltip(ui, note->rule);
  if (link(ui, "fix.texture.levels", note->fix_label.c_str())) apply_fix(ui, *note);
  tooltip(ui, note->rule);
  ImGui::Unindent(ui.px(settings_label_width));
  ImGui::PopFont();
}

void body_row(Context& ui) {
  const std::string& body = ui.session.fetch.body;
  if (!ui.state.settings.show_all && body.empty()) return;
  const auto lines = 1 + std::count(body.begin(), body.end(), '\n');
  const std::string content = body.empty() ? text(Text::body_write)
                                           : counted(std::size_t(lines), Text::body_line, Text::body_lines) +
                                                 ", " + text(Text::body_edit);
  action_row(ui, "fetch.body", content.c_str(), text(Text::body_edit_help), CommandId::lab_fetch);
}

void strokes_button(Context& ui) {
  if (ui.session.write.mode != WriteMode::brush) return;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
  const std::string label = say(Text::clear_strokes, {std::to_string(ui.session.write.strokes.size())});
  if (button(ui, "write.strokes", label.c_str(), text(Text::field_strokes_help)))
    run_command(ui, CommandId::clear_strokes);
  note_row(ui, "write.strokes");
}

void animation_buttons(Context& ui) {
  const WriteMode mode = ui.session.write.mode;
  if (mode != WriteMode::pattern && mode != WriteMode::feedback) return;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
  const float start = ImGui::GetCursorPosX();
  if (button(ui, "write.pause", text(ui.frame.paused ? Text::go_on : Text::pause), text(Text::command_pause),
             ui.frame.paused))
    run_command(ui, CommandId::pause);
  next_button(ui, start, text(Text::step));
  if (button(ui, "write.step", text(Text::step), text(Text::command_step)))
    run_command(ui, CommandId::step_frame);
  next_button(ui, start, text(Text::restart));
  if (button(ui, "write.restart", text(Text::restart), text(Text::command_restart)))
    run_command(ui, CommandId::restart_animation);
}

// What stands between the rows: it is drawn where this row begins, whether or not the row is shown.
struct Extra {
  std::string_view before;
  void (*draw)(Context&);
};
constexpr Extra extras[] = {{"texture.raw_width", file_button},   {"texture.kind", size_presets},
                            {"texture.mips", unread_levels},      {"fetch.coordinates", body_row},
                            {"write.all_planes", strokes_button}, {"write.boundary", animation_buttons}};

// Rows whose segments mark the value in effect, or have keys.
struct Marked {
  std::string_view path;
  int (*effective)(const Effective&);
  CommandId key = CommandId::undo; // the first one's; undo: none
};
constexpr Marked marked[] = {
    {"texture.storage", [](const Effective& e) { return int(e.storage); }},
    {"texture.channel_kind", [](const Effective& e) { return int(e.channel_kind); }},
    {"sampler.normalized_coords", nullptr, CommandId::normalized},
    {"sampler.address_x", [](const Effective& e) { return int(e.sampler.address[0]); },
     CommandId::address_wrap},
    {"sampler.address_y", [](const Effective& e) { return int(e.sampler.address[1]); },
     CommandId::address_wrap},
    {"sampler.address_z", [](const Effective& e) { return int(e.sampler.address[2]); },
     CommandId::address_wrap},
    {"sampler.filter", [](const Effective& e) { return int(e.sampler.filter); }, CommandId::filter},
    {"sampler.read_mode", [](const Effective& e) { return int(e.descriptor_read_mode); },
     CommandId::read_mode}};

// Of the projections, those that the dimension has.
unsigned offered_choices(const Field& field, const Session& session) {
  if (field.path != "view.projection") return ~0u;
  const Dimension dimension = session.texture.dimension;
  const auto bit = [](Projection p) { return 1u << unsigned(p); };
  unsigned offered = bit(Projection::flat) | bit(Projection::sheet);
  if (is_cube(dimension)) offered |= bit(Projection::net) | bit(Projection::sphere);
  if (dimension == Dimension::d2 || dimension == Dimension::d2_layered)
    offered |= bit(Projection::tilted) | bit(Projection::grid);
  return offered;
}

void choice_row(Context& ui, const SettingsRow& row, const Field& field) {
  if (row.path == "view.projection") return scene_row(ui, offered_choices(field, ui.session));
  if (row.listed) return combo_row(ui, row.path.data(), offered_choices(field, ui.session));
  const auto* mark = std::ranges::find(marked, row.path, &Marked::path);
  if (mark == std::end(marked)) return enum_row(ui, row.path.data());
  enum_row(ui, row.path.data(), mark->effective(ui.frame.resolution->effective), mark->key,
           mark->key != CommandId::undo);
}

void control_row(Context& ui, const SettingsRow& row, const Field& field) {
  const char* path = row.path.data();
  switch (field.type) {
  case FieldType::boolean: {
    const auto* mark = std::ranges::find(marked, row.path, &Marked::path);
    return mark == std::end(marked) ? bool_row(ui, path) : bool_row(ui, path, mark->key, true);
  }
  case FieldType::integer:
    return row.values.empty() ? integer_row(ui, path, row.speed) : value_row(ui, path, row.values);
  case FieldType::number:
    return number_row(ui, path, row.speed, row.decimals);
  case FieldType::choice:
    return choice_row(ui, row, field);
  case FieldType::numbers:
    return numbers_row(ui, path);
  case FieldType::text:
  case FieldType::strokes:
    break; // no row
  }
}

bool shows(const Context& ui, const SettingsRow& row, const Field& field) {
  static const Session defaults;
  if (row.where == SettingsRow::Where::page) return false;
  const Visibility visible = visibility(row, ui.session, ui.frame.resolution->effective);
  return visible == Visibility::shown ||
         (visible == Visibility::folded &&
          (ui.state.settings.show_all || field.get(ui.session) != field.get(defaults)));
}

// The rows that a lesson's step is about; empty: all are shown.
std::vector<std::string_view> rows_of_step(const Context& ui) {
  const LessonState& s = ui.state.lesson;
  if (s.lesson < 0 || s.all_settings || ui.frame.lessons->opened != s.opened) return {};
  const auto paths = step_settings(ui.frame.lessons->lessons[std::size_t(s.lesson)], std::size_t(s.step));
  std::vector<std::string_view> rows;
  for (const SettingsSection& section : settings_sections())
    for (const SettingsRow& row : section.rows)
      if (std::ranges::find(paths, row.path) != paths.end() && row.where != SettingsRow::Where::page &&
          visibility(row, ui.session, ui.frame.resolution->effective) != Visibility::hidden)
        rows.push_back(row.path);
  return rows;
}

void section_rows(Context& ui, const SettingsSection& rows) {
  for (const SettingsRow& row : rows.rows) {
    if (row.where == SettingsRow::Where::page) continue;
    for (const Extra& extra : extras)
      if (extra.before == row.path) extra.draw(ui);
    const Field& field = *find_field(row.path);
    if (shows(ui, row, field)) control_row(ui, row, field);
  }
}

bool has_rare_rows(const Context& ui, const SettingsSection& rows) {
  return std::ranges::any_of(rows.rows, [&](const SettingsRow& row) {
    return row.where != SettingsRow::Where::page &&
           visibility(row, ui.session, ui.frame.resolution->effective) == Visibility::folded;
  });
}

void more_or_less(Context& ui, const SettingsSection& rows) {
  if (!has_rare_rows(ui, rows)) return;
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
  if (link(ui, "settings.more." + std::string(rows.name),
           text(ui.state.settings.show_all ? Text::fewer_settings : Text::more_settings)))
    ui.state.settings.show_all = !ui.state.settings.show_all;
  tooltip(ui, text(Text::more_settings_help));
  ImGui::PopFont();
}

// The map names what is folded away, with its header, for those who look for it.
void map_folded(Context& ui, const SettingsSection& rows) {
  const auto add = [&](const std::string& name) {
    ui.output.map.push_back(
        {"folded." + name, 0, 0, 0, 0, "settings.fold." + std::string(rows.name), false, 0});
  };
  add(std::string(rows.name) + "."); // what stands between the rows
  add("settings.more." + std::string(rows.name));
  for (const SettingsRow& row : rows.rows)
    if (shows(ui, row, *find_field(row.path))) add(std::string(row.path));
}

struct Title {
  std::string_view section;
  Text title;
};
constexpr Title titles[] = {{"texture", Text::title_texture},
                            {"fetch", Text::title_fetch},
                            {"scene", Text::title_scene},
                            {"write", Text::title_write}};
// Unfolded, and without what stands between the rows.
void draw_rows_of_step(Context& ui, const std::vector<std::string_view>& paths) {
  for (const SettingsSection& rows : settings_sections()) {
    const auto* title = std::ranges::find(titles, rows.name, &Title::section);
    bool titled = title == std::end(titles);
    for (const SettingsRow& row : rows.rows) {
      if (std::ranges::find(paths, row.path) == paths.end()) continue;
      if (!std::exchange(titled, true)) section(ui, title->title);
      control_row(ui, row, *find_field(row.path));
    }
  }
}

// In a lesson: from the settings of its step to all of them, and back.
void all_or_step(Context& ui) {
  LessonState& s = ui.state.lesson;
  if (s.lesson < 0) return;
  ImGui::Dummy(ImVec2(1, ui.px(6)));
  ImGui::PushFont(ui.theme.fonts.small);
  if (link(ui, "settings.all", text(s.all_settings ? Text::lesson_step_settings : Text::lesson_all_settings)))
    s.all_settings = !s.all_settings;
  ImGui::PopFont();
}

void all_sections(Context& ui) {
  for (const SettingsSection& rows : settings_sections()) {
    const auto* title = std::ranges::find(titles, rows.name, &Title::section);
    const bool sampler = rows.name == "sampler";
    if (!sampler && title == std::end(titles)) continue; // of the page alone
    if (!sampler && !section_header(ui, rows, title->title)) {
      map_folded(ui, rows);
      continue;
    }
    section_rows(ui, rows);
    more_or_less(ui, rows);
  }
}
} // namespace

std::string_view section_of(std::string_view path) {
  for (const SettingsSection& section : settings_sections())
    for (const SettingsRow& row : section.rows)
      if (row.where != SettingsRow::Where::page && row.path == path) return section.name;
  return path.substr(0, path.find('.')); // what stands between the rows
}

void reveal_setting(Context& ui, const Field& field) {
  SettingsState& settings = ui.state.settings;
  settings.unfolded.emplace(section_of(field.path));
  ui.state.lesson.all_settings = true;
  for (const SettingsSection& section : settings_sections())
    for (const SettingsRow& row : section.rows)
      if (row.path == field.path &&
          visibility(row, ui.session, ui.frame.resolution->effective) == Visibility::folded)
        settings.show_all = true;
  ui.state.panels.show_left = true;
  ui.state.revealed.path = field.path;
  ui.state.revealed.until = ImGui::GetTime() + 2;
  ui.state.revealed.scrolls = true;
}

void settings_panel(Context& ui) {
  Area area = ui.areas.left;
  const float foot = notes_height(ui, area);
  area.y1 -= foot;
  begin_panel(ui, "settings", area, Text::title_sampler);
  effect_count(ui);
  const auto step = rows_of_step(ui);
  if (step.empty())
    all_sections(ui);
  else
    draw_rows_of_step(ui, step);
  all_or_step(ui);
  ImGui::Dummy(ImVec2(1, ui.px(4)));
  end_panel();
  notes_at_foot(ui, {area.x0, area.y1, area.x1, area.y1 + foot});
}

} // namespace texelscope::ui
