// The menu bar above and the status line below.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "ui/shell/file_list.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
void menu_entry(Context& ui, CommandId id, bool enabled = true, bool ticked = false) {
  const Command& entry = command(id);
  if (ImGui::MenuItem(text(entry.label), key_text(entry.key).c_str(), ticked, enabled)) run_command(ui, id);
  map_item(ui, "command." + std::string(entry.name), text(entry.label));
}

void recent_entries(Context& ui) {
  int index = 0;
  for (const std::string& path : *ui.frame.document.recent) {
    const std::string shown = path_end(ui.theme.fonts.text, path, ui.px(420));
    ImGui::PushID(index);
    if (ImGui::MenuItem((shown + "##recent").c_str()))
      ui.output.actions.push_back({Action::Kind::open_path, {}, path, 0});
    ImGui::PopID();
    map_item(ui, fmt::format("recent.{}", index), path);
    if (shown != path) tooltip(ui, path);
    ++index;
  }
}

void appearance_menu(Context& ui) {
  if (!begin_menu(ui, Text::menu_appearance, "menu.appearance")) return;
  for (CommandId id :
       {CommandId::toggle_theme, CommandId::scale_up, CommandId::scale_down, CommandId::scale_reset})
    menu_entry(ui, id);
  ImGui::Separator();
  menu_entry(ui, CommandId::speak_english, true, language() == Language::english);
  menu_entry(ui, CommandId::speak_chinese, true, language() == Language::chinese);
  ImGui::EndMenu();
}

void menus(Context& ui) {
  if (begin_menu(ui, Text::menu_file, "menu.file")) {
    for (CommandId id : {CommandId::open, CommandId::examples, CommandId::save, CommandId::save_as,
                         CommandId::save_picture, CommandId::save_picture_as, CommandId::save_window_picture,
                         CommandId::save_texture_as, CommandId::save_scope, CommandId::reset_session})
      menu_entry(ui, id);
    if (ui.frame.document.recent != nullptr && !ui.frame.document.recent->empty()) {
      ImGui::Separator();
      recent_entries(ui);
    }
    ImGui::Separator();
    menu_entry(ui, CommandId::quit);
    ImGui::EndMenu();
  }
  if (begin_menu(ui, Text::menu_edit, "menu.edit")) {
    menu_entry(ui, CommandId::undo, ui.frame.document.position > 0);
    menu_entry(ui, CommandId::redo,
               ui.frame.document.changes != nullptr &&
                   ui.frame.document.position + 1 < ui.frame.document.changes->size());
    ImGui::Separator();
    for (CommandId id :
         {CommandId::copy_value, CommandId::copy_explanation, CommandId::copy_line, CommandId::copy_session})
      menu_entry(ui, id);
    ImGui::Separator();
    for (CommandId id : {CommandId::copy_cuda, CommandId::copy_driver, CommandId::copy_hip,
                         CommandId::copy_opengl, CommandId::copy_webgpu})
      menu_entry(ui, id);
    ImGui::Separator();
    for (CommandId id : {CommandId::paste, CommandId::paste_from})
      menu_entry(ui, id);
    ImGui::Separator();
    menu_entry(ui, CommandId::clear_strokes);
    ImGui::EndMenu();
  }
  if (begin_menu(ui, Text::menu_view, "menu.view")) {
    for (CommandId id :
         {CommandId::go_to, CommandId::fit_view, CommandId::one_to_one, CommandId::zoom_in,
          CommandId::zoom_out, CommandId::rotate_left, CommandId::rotate_right, CommandId::auto_range})
      menu_entry(ui, id);
    ImGui::Separator();
    for (CommandId id : {CommandId::pin, CommandId::next_pin, CommandId::clear_pins})
      menu_entry(ui, id);
    ImGui::Separator();
    for (CommandId id :
         {CommandId::show_ideal, CommandId::show_difference, CommandId::toggle_compare, CommandId::pin_state})
      menu_entry(ui, id);
    ImGui::Separator();
    for (CommandId id : {CommandId::texture_or_result, CommandId::toggle_left, CommandId::toggle_right,
                         CommandId::toggle_bottom, CommandId::present})
      menu_entry(ui, id);
    ImGui::Separator();
    for (CommandId id : {CommandId::pause, CommandId::step_frame, CommandId::restart_animation})
      menu_entry(ui, id);
    ImGui::Separator();
    appearance_menu(ui);
    ImGui::EndMenu();
  }
  if (begin_menu(ui, Text::menu_labs, "menu.labs")) {
    for (const EnumEntry& lab : enum_table<Lab>().subspan(1))
      menu_entry(ui, lab_command(Lab(lab.value)));
    ImGui::Separator();
    for (CommandId id : {CommandId::toggle_backend, CommandId::measure_weights})
      menu_entry(ui, id);
    ImGui::Separator();
    menu_entry(ui, CommandId::close_lab, ui.state.panels.lab != Lab::none);
    ImGui::EndMenu();
  }
  if (begin_menu(ui, Text::menu_lessons, "menu.lessons")) {
    lesson_menu(ui);
    ImGui::EndMenu();
  }
  if (begin_menu(ui, Text::menu_help, "menu.help")) {
    for (CommandId id : {CommandId::tour, CommandId::palette, CommandId::shortcuts, CommandId::about})
      menu_entry(ui, id);
    ImGui::EndMenu();
  }
}

std::string badge_text(const Context& ui) {
  const bool cuda = ui.frame.backend->kind == BackendKind::cuda;
  return say(cuda ? Text::badge_cuda : Text::badge_cpu, {ui.frame.backend->device});
}

float badge_start(const Context& ui) {
  ImFont* small = ui.theme.fonts.small;
  const std::string shown = badge_text(ui);
  return ui.areas.menu.width() - small->CalcTextSizeA(small->FontSize, 1e9f, 0, shown.c_str()).x - ui.px(28);
}

// Right-aligned: the backend that made the picture.
void badge(Context& ui) {
  const bool cuda = ui.frame.backend->kind == BackendKind::cuda;
  const std::string device = badge_text(ui);
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::SetCursorScreenPos(ImVec2(badge_start(ui), ui.px(5)));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, ui.px(11));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(10), ui.px(2)));
  if (button(ui, "badge", device.c_str(),
             text(cuda ? (ui.frame.backend->shares_gl ? Text::badge_shared_help : Text::badge_copied_help)
                       : Text::badge_cpu_help)))
    run_command(ui, CommandId::toggle_backend);
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
}

std::string unpadded(const std::string& shown) {
  return shown.substr(std::min(shown.find_first_not_of(' '), shown.size()));
}

// "fetch  1.23 ms · 70.1 MTexel/s ·  60/s", whose numbers keep their places.
std::string cost_text(const Context& ui) {
  const Timing& timing = *ui.frame.timing;
  const auto& fetch = timing.stages[stage_fetch];
  const std::string rate = fmt::format("{:3.0f}/s", timing.frames_per_second);
  if (!fetch) return rate;
  const std::string time =
      say(Text::status_fetch, {fmt::format("{:>8}", unpadded(time_text(fetch->median)))});
  if (ui.areas.one_column) return time + " · " + rate;
  return fmt::format("{} · {:>13} · {}", time, unpadded(rate_text(timing.fetches_per_second, "Texel/s")),
                     rate);
}

// Before the cursor's value, at whose left edge it ends; a click opens the tab. Returns where it begins.
// There is none where a note would have no room.
float cost_line(Context& ui, float end) {
  const Area& a = ui.areas.status;
  const std::string shown = cost_text(ui);
  ImFont* font = ui.theme.fonts.mono_small;
  const float width = font->CalcTextSizeA(font->FontSize, 1e9f, 0, shown.c_str()).x;
  if (end - width < ui.px(300)) return end;
  ImGui::SetCursorScreenPos(ImVec2(end - width, a.y0 + ui.px(7)));
  draw_text(ui, font, ui.color().dim, shown, "status.cost");
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  tooltip(ui, text(Text::status_cost_help));
  if (ImGui::IsItemClicked()) show_tab(ui, Tab::cost);
  return end - width;
}

// Drawn at the cursor; long notes have two small lines.
void note_text(Context& ui, ImU32 ink, const std::string& shown, float end, std::string_view name) {
  ImFont *font = ui.theme.fonts.text, *small = ui.theme.fonts.small;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string drawn = breakable(ui.theme, shown);
  if (at.x + font->CalcTextSizeA(font->FontSize, 1e9f, 0, drawn.c_str()).x <= end)
    return draw_text(ui, font, ink, shown, name);
  const ImVec2 size = small->CalcTextSizeA(small->FontSize, 1e9f, end - at.x, drawn.c_str());
  const Area& bar = ui.areas.status;
  ImGui::SetCursorScreenPos(ImVec2(at.x, std::floor(std::max(bar.y0, (bar.y0 + bar.y1 - size.y) / 2))));
  ImGui::PushTextWrapPos(end - ImGui::GetWindowPos().x);
  draw_text(ui, small, ink, shown, name);
  ImGui::PopTextWrapPos();
}

std::string cursor_text(Context& ui) {
  const auto chosen = ui.state.selection.chosen();
  if (ui.state.texture.hovered && ui.frame.picture.result != nullptr && ui.frame.picture.result->texels &&
      !skews_rows(ui.frame.resolution->effective)) {
    const TexelProbe& probe = *ui.frame.picture.result->texels;
    const int x = (*ui.state.texture.hovered)[0] - probe.rect.x,
              y = (*ui.state.texture.hovered)[1] - probe.rect.y;
    if (x >= 0 && y >= 0 && x < probe.rect.width && y < probe.rect.height) {
      std::string line = say(Text::status_texel, {std::to_string((*ui.state.texture.hovered)[0]),
                                                  std::to_string((*ui.state.texture.hovered)[1])});
      for (int c = 0; c < probe.format.channels; ++c)
        line += fmt::format(
            " {:>10.6g}",
            real_value(probe.format, probe.texels[std::size_t(y * probe.rect.width + x)][std::size_t(c)]));
      return line;
    }
  }
  const Explanation* explained =
      ui.frame.pixels.explanation != nullptr ? &ui.frame.pixels.explanation->fetch : nullptr;
  const bool by_model =
      chosen && explained != nullptr && !explained->pixel && !explained->empty && explained->has_values;
  if (!chosen || explained == nullptr || (!ui.frame.pixels.value && !by_model))
    return text(Text::status_idle);
  std::string line = by_model ? coordinate_text(*explained)
                              : say(Text::status_pixel, {std::to_string(explained->pixel->x),
                                                         std::to_string(explained->pixel->y)});
  const TexelBits& components = by_model ? explained->handed : *ui.frame.pixels.value;
  const Effective& e = ui.frame.resolution->effective;
  for (int c = 0; c < e.result_format().channels; ++c) {
    const std::uint32_t bits = components[std::size_t(c)];
    line += e.result == ResultType::floating ? fmt::format(" {:>12.9g}", shown_value(e.result, {}, bits))
            : e.result == ResultType::unsigned_int ? fmt::format(" {:>10}", bits)
                                                   : fmt::format(" {:>11}", std::int32_t(bits));
  }
  return line;
}
} // namespace

void menu_bar(Context& ui) {
  if (!ImGui::BeginMenuBar()) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(10), ui.px(8)));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui.px(12), ui.px(6)));
  ImGui::SetCursorPosX(ui.px(10));
  menus(ui);
  ImGui::PopStyleVar(2);
  const std::string name = ui.frame.document.name + (ui.frame.document.unsaved ? " *" : "");
  const float from = ImGui::GetCursorPosX() + ui.px(16);
  ImFont* font = ui.theme.fonts.text;
  const std::string shown = elided(font, name, badge_start(ui) - from - ui.px(10));
  const float width = font->CalcTextSizeA(font->FontSize, 1e9f, 0, shown.c_str()).x;
  const float middle = (ui.areas.menu.width() - width) / 2, last = badge_start(ui) - ui.px(10) - width;
  ImGui::SetCursorPosX(std::max(from, std::min(middle, last)));
  draw_text(ui, font, ui.color().dim, shown, "session_name");
  if (shown != name) tooltip(ui, name);
  badge(ui);
  ImGui::EndMenuBar();
}

// The most severe note, its cure, and the value under the cursor.
void status_bar(Context& ui) {
  const Area& a = ui.areas.status;
  const auto& notes = ui.frame.resolution->notes;
  const Note* worst = !notes.empty() && notes.front().kind != NoteKind::no_effect ? &notes.front() : nullptr;
  const bool hidden = ui.frame.hides_answer;
  // The session is not the traced program's.
  const bool recorded = ui.state.panels.lab == Lab::trace && ui.frame.trace->report.has_value();
  const std::string value = hidden || recorded ? "" : cursor_text(ui);
  ImFont* mono = ui.theme.fonts.mono;
  const auto width = [&](ImFont* font) {
    return font->CalcTextSizeA(font->FontSize, 1e9f, 0, value.c_str()).x;
  };
  if (width(mono) > a.width() * 0.5f) mono = ui.theme.fonts.mono_small;
  const float value_width = width(mono);
  const float value_start = a.x1 - value_width - ui.px(12);
  const float room =
      hidden ? a.x1 - ui.px(28) : cost_line(ui, value_start - ui.px(value.empty() ? 0 : 20)) - ui.px(16);
  ImGui::PushClipRect(ImVec2(a.x0, a.y0), ImVec2(room, a.y1), true);
  ImGui::SetCursorScreenPos(ImVec2(a.x0 + ui.px(12), a.y0 + ui.px(5)));
  if (!ui.frame.picture.load_error.empty()) {
    note_text(ui, ui.color().red, ui.frame.picture.load_error, room, "status.error");
    tooltip(ui, ui.frame.picture.load_error);
  } else if (hidden) {
    note_text(ui, ui.color().dim, hidden_why(ui), room, "status.note");
  } else if (recorded) {
    note_text(ui, ui.color().dim, ui.frame.trace->source, room, "status.note");
  } else if (worst != nullptr) {
    const bool refused = worst->kind == NoteKind::refused;
    // The cure stands first: the room for the sentence changes with the value at the right.
    if (!worst->fix_label.empty()) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      ImGui::SetCursorScreenPos(ImVec2(at.x, a.y0 + ui.px(2)));
      if (button(ui, "status.fix", worst->fix_label.c_str(), worst->rule.c_str())) apply_fix(ui, *worst);
      ImGui::SetCursorScreenPos(ImVec2(ImGui::GetItemRectMax().x + ui.px(10), at.y));
    }
    note_text(ui, refused ? ui.color().red : ui.color().amber,
              std::string(text(refused ? Text::mark_refused : Text::mark_altered)) + " " + worst->sentence,
              room, "status.note");
    tooltip(ui, worst->rule);
  } else {
    note_text(ui, ui.color().dim, text(Text::status_as_asked), room, "status.note");
  }
  ImGui::PopClipRect();
  ImGui::SetCursorScreenPos(ImVec2(value_start, a.y0 + ui.px(6)));
  if (hidden) return;
  draw_text(ui, mono, ui.color().text, value, "status.value");
  if (ImGui::IsItemClicked()) run_command(ui, CommandId::copy_value);
}

} // namespace texelscope::ui
