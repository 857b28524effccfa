#include "ui/frame/commands.h"

#include <array>

#include "kernels/ground/text/texts.h"

namespace texelscope::ui {

namespace {
using Id = CommandId;
constexpr KeyPress key(int k) {
  return {k, false, false, false};
}
constexpr KeyPress ctrl(int k) {
  return {k, true, false, false};
}
constexpr KeyPress ctrl_shift(int k) {
  return {k, true, true, false};
}

constexpr Command table[] = {
    {Id::open, "open", Text::command_open, ctrl('O')},
    {Id::examples, "examples", Text::command_examples, ctrl_shift('O')},
    {Id::save, "save", Text::command_save, ctrl('S')},
    {Id::save_as, "save_as", Text::command_save_as, ctrl_shift('S')},
    {Id::save_picture, "save_picture", Text::command_save_picture, key(key_f12)},
    {Id::save_picture_as, "save_picture_as", Text::command_save_picture_as, {}},
    {Id::save_window_picture,
     "save_window_picture",
     Text::command_save_window_picture,
     {key_f12, false, true, false}},
    {Id::save_texture_as, "save_texture_as", Text::command_save_texture_as, {}},
    {Id::reset_session, "reset_session", Text::command_reset_session, ctrl('N')},
    {Id::quit, "quit", Text::command_quit, ctrl('Q')},
    {Id::undo, "undo", Text::command_undo, ctrl('Z')},
    {Id::redo, "redo", Text::command_redo, ctrl_shift('Z')},
    {Id::copy_value, "copy_value", Text::command_copy_value, ctrl('C')},
    {Id::copy_session, "copy_session", Text::command_copy_session, ctrl_shift('C')},
    {Id::copy_cuda, "copy_cuda", Text::command_copy_cuda, {}},
    {Id::copy_driver, "copy_driver", Text::command_copy_driver, {}},
    {Id::copy_hip, "copy_hip", Text::command_copy_hip, {}},
    {Id::copy_opengl, "copy_opengl", Text::command_copy_opengl, {}},
    {Id::copy_webgpu, "copy_webgpu", Text::command_copy_webgpu, {}},
    {Id::copy_line, "copy_line", Text::command_copy_line, ctrl('L')},
    {Id::paste, "paste", Text::command_paste, ctrl('V')},
    {Id::paste_from, "paste_from", Text::command_paste_from, ctrl_shift('V')},
    {Id::go_to, "go_to", Text::command_go_to, ctrl('G')},
    {Id::fit_view, "fit_view", Text::command_fit, key('0')},
    {Id::one_to_one, "one_to_one", Text::command_one_to_one, key('1')},
    {Id::zoom_in, "zoom_in", Text::command_zoom_in, key('+')},
    {Id::zoom_out, "zoom_out", Text::command_zoom_out, key('-')},
    {Id::rotate_left, "rotate_left", Text::command_rotate_left, key('[')},
    {Id::rotate_right, "rotate_right", Text::command_rotate_right, key(']')},
    {Id::auto_range, "auto_range", Text::command_auto_range, key('A')},
    {Id::pin, "pin", Text::command_pin, key('P')},
    {Id::next_pin, "next_pin", Text::command_next_pin, key('J')},
    {Id::clear_pins, "clear_pins", Text::command_clear_pins, {}},
    {Id::copy_explanation, "copy_story", Text::command_copy_story, ctrl('E')},
    {Id::measure_weights, "measure_weights", Text::command_measure_weights, key('O')},
    {Id::every_step, "every_step", Text::command_every_step, key('Q')},
    {Id::toggle_backend, "toggle_backend", Text::command_backend, key(key_f2)},
    {Id::pause, "pause", Text::command_pause, key(key_f5)},
    {Id::step_frame, "step_frame", Text::command_step, key('.')},
    {Id::restart_animation, "restart_animation", Text::command_restart, key(key_home)},
    {Id::clear_strokes, "clear_strokes", Text::command_clear_strokes, key(key_delete)},
    {Id::show_ideal, "show_ideal", Text::command_ideal, key('I')},
    {Id::show_difference, "show_difference", Text::command_difference, key('D')},
    {Id::toggle_compare, "toggle_compare", Text::command_before, key('V')},
    {Id::pin_state, "pin_state", Text::command_keep_state, key('S')},
    {Id::open_reference, "open_reference", Text::command_open_reference, {}},
    {Id::palette, "palette", Text::command_palette, ctrl('P')},
    {Id::shortcuts, "shortcuts", Text::command_shortcuts, key(key_f1)},
    {Id::tour, "tour", Text::command_tour, {}},
    {Id::about, "about", Text::command_about, {}},
    {Id::next_panel, "next_panel", Text::command_next_panel, key(key_f6)},
    {Id::toggle_theme, "toggle_theme", Text::command_theme, ctrl('T')},
    {Id::scale_up, "scale_up", Text::command_scale_up, ctrl('+')},
    {Id::scale_down, "scale_down", Text::command_scale_down, ctrl('-')},
    {Id::scale_reset, "scale_reset", Text::command_scale_reset, ctrl('0')},
    {Id::speak_english, "speak_english", Text::command_english, {}},
    {Id::speak_chinese, "speak_chinese", Text::command_chinese, {}},
    {Id::toggle_left, "toggle_left", Text::command_left, ctrl('1')},
    {Id::toggle_right, "toggle_right", Text::command_right, ctrl('2')},
    {Id::toggle_bottom, "toggle_bottom", Text::command_bottom, ctrl('3')},
    {Id::scope_line, "scope_line", Text::command_scope_line, key('L')},
    {Id::scope_pin, "scope_pin", Text::command_scope_pin, {}},
    {Id::save_scope, "save_scope", Text::command_save_scope, {}},
    {Id::profile, "profile", Text::command_profile, key('T')},
    {Id::profile_cold, "profile_cold", Text::command_profile_cold, {}},
    {Id::profile_heat, "profile_heat", Text::command_profile_heat, key('H')},
    {Id::profile_counters, "profile_counters", Text::command_profile_counters, key('U')},
    {Id::profile_count, "profile_count", Text::command_profile_count, {}},
    {Id::lab_legality, "lab_legality", Text::command_lab_legality, {}},
    {Id::lab_staleness, "lab_staleness", Text::command_lab_staleness, {}},
    {Id::lab_writes, "lab_writes", Text::command_lab_writes, {}},
    {Id::lab_fetch, "lab_fetch", Text::command_lab_fetch, {}},
    {Id::lab_bench, "lab_bench", Text::command_lab_bench, {}},
    {Id::lab_advise, "lab_advise", Text::command_lab_advise, {}},
    {Id::lab_trace, "lab_trace", Text::command_lab_trace, {}},
    {Id::lab_amp, "lab_amp", Text::command_lab_amp, {}},
    {Id::close_lab, "close_lab", Text::command_close_lab, {}},
    {Id::ask_device, "ask_device", Text::command_ask_device, {}},
    {Id::save_legality, "save_legality", Text::command_save_legality, {}},
    {Id::time_writes, "time_writes", Text::command_time_writes, {}},
    {Id::write_trap, "write_trap", Text::command_write_trap, {}},
    {Id::write_misaligned, "write_misaligned", Text::command_write_misaligned, {}},
    {Id::bench_start, "bench_start", Text::command_bench_start, {}},
    {Id::save_bench, "save_bench", Text::command_save_bench, {}},
    {Id::open_bench, "open_bench", Text::command_open_bench, {}},
    {Id::open_bench_before, "open_bench_before", Text::command_open_bench_before, {}},
    {Id::keep_bench_before, "keep_bench_before", Text::command_keep_bench_before, {}},
    {Id::advise_start, "advise_start", Text::command_advise_start, {}},
    {Id::open_trace, "open_trace", Text::command_open_trace, {}},
    {Id::lesson_previous, "lesson_previous", Text::command_lesson_previous, key(key_f7)},
    {Id::lesson_next, "lesson_next", Text::command_lesson_next, key(key_f8)},
    {Id::lesson_reveal, "lesson_reveal", Text::command_lesson_reveal, key(key_f9)},
    {Id::lesson_reset, "lesson_reset", Text::command_lesson_reset, {}},
    {Id::lesson_leave, "lesson_leave", Text::command_lesson_leave, {}},
    {Id::present, "present", Text::command_present, key(key_f11)},
    {Id::add_step, "add_step", Text::command_add_step, {}},
    {Id::record_answers, "record_answers", Text::command_record_answers, {}},
    {Id::normalized, "normalized", Text::command_normalized, key('N')},
    {Id::filter, "filter", Text::command_filter, key('F')},
    {Id::read_mode, "read_mode", Text::command_read_mode, key('R')},
    {Id::address_wrap, "address_wrap", Text::command_wrap, key('W')},
    {Id::address_clamp, "address_clamp", Text::command_clamp, key('C')},
    {Id::address_mirror, "address_mirror", Text::command_mirror, key('M')},
    {Id::address_border, "address_border", Text::command_border, key('B')},
    {Id::axis_x, "axis_x", Text::command_axis_x, key('X')},
    {Id::axis_y, "axis_y", Text::command_axis_y, key('Y')},
    {Id::axis_z, "axis_z", Text::command_axis_z, key('Z')},
    {Id::bits_8, "bits_8", Text::command_bits_8, key('8')},
    {Id::bits_16, "bits_16", Text::command_bits_16, key('6')},
    {Id::bits_32, "bits_32", Text::command_bits_32, key('3')},
    {Id::kind, "kind", Text::command_kind, key('K')},
    {Id::texture_or_result, "texture_or_result", Text::command_texture_or_result, key('E')},
    {Id::grid, "grid", Text::command_grid, key('G')},
};
} // namespace

std::span<const Command> commands() {
  return table;
}

const Command& command(CommandId id) {
  for (const Command& entry : table)
    if (entry.id == id) return entry;
  return table[0];
}

std::string key_text(const KeyPress& press) {
  if (press.key == 0) return "";
  static constexpr std::array<std::string_view, 25> names = {
      "Esc", "Enter", "Tab", "Backspace", "Del", "Left", "Right", "Up",  "Down", "Home", "End",  "F1",  "F2",
      "F3",  "F4",    "F5",  "F6",        "F7",  "F8",   "F9",    "F10", "F11",  "F12",  "PgUp", "PgDn"};
  std::string keys = press.ctrl ? "Ctrl+" : "";
  if (press.shift) keys += "Shift+";
  if (press.alt) keys += "Alt+";
  if (press.key < 256) return keys + char(press.key);
  return keys + std::string(names.at(std::size_t(press.key - key_escape)));
}

} // namespace texelscope::ui
