// Every command that works without pointing at a control: one table for menus, keys, palette and the key
// sheet.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "kernels/ground/text/text_id.h"
#include "kernels/state/session/spec.h"
#include "ui/frame/keys.h"

namespace texelscope::ui {

enum class CommandId {
  open,
  examples,
  save,
  save_as,
  save_picture,
  save_picture_as,
  save_window_picture,
  save_texture_as,
  reset_session,
  quit,
  undo,
  redo,
  copy_value,
  copy_session,
  copy_cuda,
  copy_driver,
  copy_hip,
  copy_opengl,
  copy_webgpu,
  copy_line,
  paste,
  paste_from,
  go_to,
  fit_view,
  one_to_one,
  zoom_in,
  zoom_out,
  rotate_left,
  rotate_right,
  auto_range,
  pin,
  next_pin,
  clear_pins,
  copy_explanation,
  measure_weights,
  every_step,
  toggle_backend,
  pause,
  step_frame,
  restart_animation,
  clear_strokes,
  toggle_compare,
  show_ideal,
  show_difference,
  pin_state,
  open_reference,
  palette,
  shortcuts,
  tour,
  about,
  next_panel,
  toggle_theme,
  scale_up,
  scale_down,
  scale_reset,
  speak_english,
  speak_chinese,
  toggle_left,
  toggle_right,
  toggle_bottom,
  scope_line,
  scope_pin,
  save_scope,
  profile,
  profile_cold,
  profile_heat,
  profile_counters,
  profile_count,
  lab_legality,
  lab_staleness,
  lab_writes,
  lab_fetch,
  lab_bench,
  lab_advise,
  lab_trace,
  lab_amp,
  close_lab,
  ask_device,
  save_legality,
  time_writes,
  write_trap,
  write_misaligned,
  bench_start,
  save_bench,
  open_bench,
  open_bench_before,
  keep_bench_before,
  advise_start,
  open_trace,
  lesson_previous,
  lesson_next,
  lesson_reveal,
  lesson_reset,
  lesson_leave,
  present,
  add_step,
  record_answers,
  normalized,
  filter,
  read_mode,
  address_wrap,
  address_clamp,
  address_mirror,
  address_border,
  axis_x,
  axis_y,
  axis_z,
  bits_8,
  bits_16,
  bits_32,
  kind,
  texture_or_result,
  grid
};

struct Command {
  CommandId id;
  std::string_view name; // in the ui map: "command.undo"
  Text label;
  KeyPress key; // key 0: none
  bool single_letter() const { return key.key != 0 && key.key < 128 && !key.ctrl; }
};

std::span<const Command> commands();
const Command& command(CommandId id);
std::string key_text(const KeyPress& key); // "Ctrl+Z", "" for none

// Actions that only the app can perform. The ui performs all others itself by editing the session or its
// state.
struct Action {
  enum class Kind {
    command,
    open_path,
    save_path,
    picture_path,
    texture_path,
    load_history,
    legality_path,
    reference_path,
    scope_path,
    bench_path,
    open_bench,
    open_bench_before,
    open_trace,
    open_shipped_trace,
    open_traced,   // index: the number of an object of the trace
    advise_traced, // index: the number of an object of the trace, whose fetches are advised on
    open_fetch,    // index: the number of an object of the trace; text: that of one of its fetches
    lesson_new,    // the step that is being written, in a new lesson of its own
    lesson_add,    // the same, as the last step of a lesson
    answers_path,  // answers are recorded in it
    paste_text,
    message,
    body_edited, // by hand, or an example was chosen; text: the body before
    agree_body,  // text: the body that is to be compiled, and run
    ask_file,    // index: the PathPrompt
    cancel_file, // its dialog was closed
    leave,       // index: a LeavingAnswer
    restore,     // index: a RestoreAnswer
    overwrite    // index: an OverwriteAnswer
  } kind;
  CommandId command = CommandId::undo;
  std::string text;      // a path, a message, a pasted state
  std::size_t index = 0; // load_history; for a path to save: 1 if an existing file may be replaced
};

} // namespace texelscope::ui
