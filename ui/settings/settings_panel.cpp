// The left column: every field of the texture, the sampler, the fetch and the write kernel.
#include <algorithm>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/resolve/settings_rows.h"
#include "ui/settings/row_parts.h"
#include "ui/settings/rows.h"

namespace texelscope::ui {

namespace {
void size_presets(Context& ui) {
  static constexpr int sizes[] = {1, 4, 13, 64, 256, 1024};
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(5), ui.px(2)));
  for (int size : sizes) {
    if (button(ui, fmt::format("texture.size.{}", size), std::to_string(size).c_str(),
               text(Text::size_preset_help),
               ui.session.texture.width == size && ui.session.texture.height == size))
      ui.session.texture.width = ui.session.texture.height = size;
    ImGui::SameLine(0, ui.px(3));
  }
  ImGui::NewLine();
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
  if (button(ui, "write.pause", text(ui.frame.paused ? Text::go_on : Text::pause), text(Text::command_pause),
             ui.frame.paused))
    run_command(ui, CommandId::pause);
  ImGui::SameLine();
  if (button(ui, "write.step", text(Text::step), text(Text::command_step)))
    run_command(ui, CommandId::step_frame);
  ImGui::SameLine();
  if (button(ui, "write.restart", text(Text::restart), text(Text::command_restart)))
    run_command(ui, CommandId::restart_animation);
}

// What stands between the rows: it is drawn where this row begins, whether or not the row is shown.
struct Extra {
  std::string_view before;
  void (*draw)(Context&);
};
constexpr Extra extras[] = {{"texture.raw_width", file_button},   {"texture.kind", size_presets},
                            {"texture.mips", unread_levels},      {"view.projection", body_row},
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
  const Visibility visible = visibility(row, ui.session, ui.frame.resolution->effective);
  return visible == Visibility::shown ||
         (visible == Visibility::folded &&
          (ui.state.settings.show_all || field.get(ui.session) != field.get(defaults)));
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

void more_or_less(Context& ui) {
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
  if (link(ui, "settings.more",
           text(ui.state.settings.show_all ? Text::fewer_settings : Text::more_settings)))
    ui.state.settings.show_all = !ui.state.settings.show_all;
  tooltip(ui, text(Text::more_settings_help));
  ImGui::PopFont();
}
} // namespace

void settings_panel(Context& ui) {
  begin_panel(ui, "settings", ui.areas.left, Text::title_texture);
  for (const SettingsSection& rows : settings_sections()) {
    if (rows.name == "sampler") section(ui, Text::title_sampler);
    if (rows.name == "fetch") section(ui, Text::title_fetch);
    if (rows.name == "write") section(ui, Text::title_write);
    section_rows(ui, rows);
    if (rows.name == "texture") more_or_less(ui);
  }
  ImGui::Dummy(ImVec2(1, ui.px(4)));
  end_panel();
}

} // namespace texelscope::ui
