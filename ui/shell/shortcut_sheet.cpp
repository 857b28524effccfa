// F1: every key, in groups, in as many columns as fit.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "kernels/ground/text/texts.h"
#include "ui/widgets/modal.h"

namespace texelscope::ui {

namespace {
using Id = CommandId;

// Commands of each group; one that is in none stands in the last.
struct Group {
  Text title;
  std::vector<CommandId> commands;
  std::vector<std::pair<Text, Text>> others = {}; // keys, or the mouse, and what they do
};

const std::vector<Group>& groups() {
  static const std::vector<Group> all = {
      {Text::keys_sampler,
       {Id::normalized, Id::filter, Id::read_mode, Id::address_wrap, Id::address_clamp, Id::address_mirror,
        Id::address_border, Id::axis_x, Id::axis_y, Id::axis_z, Id::bits_8, Id::bits_16, Id::bits_32,
        Id::kind}},
      {Text::menu_view,
       {Id::fit_view, Id::one_to_one, Id::zoom_in, Id::zoom_out, Id::rotate_left, Id::rotate_right, Id::go_to,
        Id::auto_range, Id::grid, Id::texture_or_result},
       {{Text::key_pan, Text::key_pan_does}}},
      {Text::keys_pins,
       {Id::pin, Id::next_pin, Id::copy_value, Id::copy_explanation, Id::every_step},
       {{Text::key_arrows, Text::key_arrows_does},
        {Text::key_step_texel, Text::key_step_texel_does},
        {Text::key_step_fraction, Text::key_step_fraction_does}}},
      {Text::keys_measure,
       {Id::toggle_compare, Id::pin_state, Id::scope_line, Id::profile, Id::profile_heat,
        Id::profile_counters, Id::measure_weights, Id::toggle_backend}},
      {Text::keys_animation, {Id::pause, Id::step_frame, Id::restart_animation, Id::clear_strokes}},
      {Text::keys_mouse,
       {},
       {{Text::mouse_drag, Text::mouse_drag_does},
        {Text::mouse_wheel, Text::mouse_wheel_does},
        {Text::mouse_right, Text::mouse_right_does},
        {Text::mouse_click, Text::mouse_click_does},
        {Text::mouse_double, Text::mouse_double_does}}},
      {Text::menu_file,
       {Id::open, Id::examples, Id::save, Id::save_as, Id::save_picture, Id::save_window_picture,
        Id::reset_session, Id::quit}},
      {Text::menu_edit, {Id::undo, Id::redo, Id::copy_session, Id::copy_line, Id::paste, Id::paste_from}},
      {Text::menu_lessons,
       {Id::lesson_reveal, Id::lesson_next, Id::lesson_previous, Id::present},
       {{Text::key_clicker, Text::key_clicker_does}}},
      {Text::keys_window,
       {Id::palette, Id::shortcuts, Id::next_panel, Id::toggle_left, Id::toggle_right, Id::toggle_bottom,
        Id::toggle_theme, Id::scale_up, Id::scale_down, Id::scale_reset},
       {{Text::key_tab, Text::key_tab_does}}}};
  return all;
}

struct Line {
  std::string key, label; // a title has no key
};

bool is_in_a_group(CommandId id) {
  return std::ranges::any_of(groups(), [&](const Group& group) {
    return std::ranges::find(group.commands, id) != group.commands.end();
  });
}

std::vector<std::vector<Line>> blocks() {
  std::vector<std::vector<Line>> all;
  for (const Group& group : groups()) {
    std::vector<Line> lines = {{"", text(group.title)}};
    for (const CommandId id : group.commands)
      if (command(id).key.key != 0) lines.push_back({key_text(command(id).key), text(command(id).label)});
    for (const auto& [key, label] : group.others)
      lines.push_back({text(key), text(label)});
    all.push_back(std::move(lines));
  }
  for (const Command& c : commands())
    if (c.key.key != 0 && !is_in_a_group(c.id)) all.back().push_back({key_text(c.key), text(c.label)});
  return all;
}

constexpr float pitch = 16, gap = 10, min_column = 340, max_column = 420; // design pixels

float height_of(const std::vector<Line>& block) {
  return pitch * float(block.size()) + gap;
}

// The least height at which that number of columns holds all blocks in their order.
float column_height(const std::vector<std::vector<Line>>& all, int columns) {
  float total = 0, tallest = 0;
  for (const auto& block : all) {
    total += height_of(block);
    tallest = std::max(tallest, height_of(block));
  }
  for (float limit = std::max(tallest, total / float(columns));; limit += pitch) {
    int needed = 1;
    float used = 0;
    for (const auto& block : all) {
      if (used > 0 && used + height_of(block) > limit) ++needed, used = 0;
      used += height_of(block);
    }
    if (needed <= columns) return limit;
  }
}

void draw_block(Context& ui, const std::vector<Line>& block, float x, float y, float width) {
  for (const Line& line : block) {
    const bool title = line.key.empty();
    ImGui::SetCursorPos(ImVec2(x, y));
    draw_text(ui, title ? ui.theme.fonts.bold : ui.theme.fonts.mono_small,
              title ? ui.color().dim : ui.color().accent, title ? line.label : line.key,
              title ? "sheet.group" : "");
    if (!title) {
      ImGui::SetCursorPos(ImVec2(x + ui.px(104), y));
      const std::string shown = elided(ui.theme.fonts.small, line.label, width - ui.px(104 + 12));
      draw_text(ui, ui.theme.fonts.small, ui.color().text, shown);
      if (shown != line.label) tooltip(ui, line.label);
    }
    y += ui.px(pitch);
  }
}
} // namespace

void shortcut_sheet(Context& ui) {
  if (!ui.state.dialogs.sheet_open) return;
  const std::vector<std::vector<Line>> all = blocks();
  const float room = ui.areas.menu.width() / ui.theme.scale - 40;
  const int columns = std::clamp(int(room / min_column), 1, 3);
  const float column_width = std::clamp(room / float(columns) - 10, min_column, max_column);
  const float limit = column_height(all, columns);
  begin_popup_window(ui, "sheet", column_width * float(columns) + 28, 52 + limit);
  draw_text(ui, ui.theme.fonts.bold, ui.color().text, text(Text::title_shortcuts), "sheet.title");
  ImGui::Dummy(ImVec2(1, ui.px(4)));
  const float top = ImGui::GetCursorPosY(), width = ImGui::GetContentRegionAvail().x / float(columns);
  float x = ui.px(14), used = 0;
  for (const auto& block : all) {
    if (used > 0 && used + height_of(block) > limit) x += width, used = 0;
    draw_block(ui, block, x, top + ui.px(used), width);
    used += height_of(block);
  }
  const bool outside = !ui.state.dialogs.focus_request && ImGui::IsMouseClicked(0);
  ImGui::End();
  if (outside || pressed(ui, key_escape)) ui.state.dialogs.sheet_open = false;
}

} // namespace texelscope::ui
