// The effect of each command on the session and on the window's own state.
#include <algorithm>
#include <cmath>

#include "kernels/ground/text/texts.h"
#include "ui/compare/scope_panel.h"
#include "ui/shell/panel_focus.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
void set_address(Context& ui, AddressMode mode) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (ui.state.settings.keyed_axes[axis]) ui.session.sampler.address[axis] = mode;
}

// X, Y and Z choose one axis for W C M B; pressed again, all axes.
void choose_axis(Context& ui, std::size_t axis) {
  static constexpr Text chosen[] = {Text::axes_x, Text::axes_y, Text::axes_z};
  std::array<bool, 3> alone = {};
  alone[axis] = true;
  const bool again = ui.state.settings.keyed_axes == alone;
  ui.state.settings.keyed_axes = again ? std::array{true, true, true} : alone;
  const Text said = again ? Text::axes_both : chosen[axis];
  ui.output.actions.push_back({Action::Kind::message, {}, text(said), 0});
}

void rotate(Context& ui, double degrees) {
  if (is_resize(ui.session))
    ui.output.actions.push_back({Action::Kind::message, {}, text(Text::resize_not_rotated), 0});
  else
    ui.session.view.rotation = std::remainder(ui.session.view.rotation + degrees, 360.0);
}

void fit_view(Context& ui) {
  ViewSpec& view = ui.session.view;
  const Area& a = ui.areas.result_picture;
  if (is_resize(ui.session)) {
    view.center_x = view.center_y = 0.5;
    return magnify_resize(
        ui, std::min(double(a.width()) / view.resize_width, double(a.height()) / view.resize_height));
  }
  const auto [across, along] = spanned_size(ui.session);
  const double aspect = double(a.width()) / a.height() * along / across;
  view.center_x = view.center_y = 0.5;
  view.rotation = 0;
  view.span = aspect >= 1 ? 1.08 : 1.08 / aspect;
}

void ask_path(Context& ui, PathPrompt prompt) {
  ui.output.actions.push_back({Action::Kind::ask_file, {}, {}, std::size_t(prompt)});
}

void ask_state(Context& ui) {
  ui.state.dialogs.prompt = PathPrompt::paste;
  ui.state.dialogs.focus_request = true;
  ui.state.dialogs.prompt_text.clear();
  ui.state.dialogs.prompt_error.clear();
}

void open_palette(Context& ui, const std::string& query) {
  ui.state.answer.shown.reset();
  ui.state.palette.open = true;
  ui.state.palette.query = query;
  ui.state.palette.choice = 0;
  ui.state.palette.active = false;
  ++ui.state.palette.openings;
  ui.state.dialogs.focus_request = true;
}

void next_kind(Context& ui) {
  ElementFormat& format = ui.session.texture.format;
  format.kind = static_cast<ElementKind>((int(format.kind) + 1) % 3);
}

bool edits_session(Context& ui, CommandId id) {
  Session& s = ui.session;
  switch (id) {
  case CommandId::fit_view:
    fit_view(ui);
    return true;
  case CommandId::one_to_one:
    if (is_resize(s))
      magnify_resize(ui, 1);
    else
      s.view.span = double(ui.areas.result_picture.height()) / spanned_size(s)[1];
    return true;
  case CommandId::zoom_in:
    zoom_view(ui, 0.8);
    return true;
  case CommandId::zoom_out:
    zoom_view(ui, 1.25);
    return true;
  case CommandId::rotate_left:
    rotate(ui, -15);
    return true;
  case CommandId::rotate_right:
    rotate(ui, 15);
    return true;
  case CommandId::clear_strokes:
    s.write.strokes.clear();
    return true;
  case CommandId::step_frame:
    ++s.write.frame;
    return true;
  case CommandId::restart_animation:
    s.write.frame = s.write.feedback_start = 0;
    return true;
  case CommandId::normalized:
    s.sampler.normalized_coords = !s.sampler.normalized_coords;
    return true;
  case CommandId::filter:
    s.sampler.filter = s.sampler.filter == FilterMode::point ? FilterMode::linear : FilterMode::point;
    return true;
  case CommandId::read_mode:
    s.sampler.read_mode =
        s.sampler.read_mode == ReadMode::element ? ReadMode::normalized_float : ReadMode::element;
    return true;
  case CommandId::address_wrap:
    set_address(ui, AddressMode::wrap);
    return true;
  case CommandId::address_clamp:
    set_address(ui, AddressMode::clamp);
    return true;
  case CommandId::address_mirror:
    set_address(ui, AddressMode::mirror);
    return true;
  case CommandId::address_border:
    set_address(ui, AddressMode::border);
    return true;
  case CommandId::bits_8:
    s.texture.format.bits = 8;
    return true;
  case CommandId::bits_16:
    s.texture.format.bits = 16;
    return true;
  case CommandId::bits_32:
    s.texture.format.bits = 32;
    return true;
  case CommandId::kind:
    next_kind(ui);
    return true;
  case CommandId::grid:
    s.view.grid = !s.view.grid;
    return true;
  default:
    return false;
  }
}

void ask_in_bench(Context& ui, PathPrompt prompt) {
  ui.state.panels.lab = Lab::bench;
  ask_path(ui, prompt);
}

// Opens labs. A command that runs in a lab opens it, and is then carried out by the app.
bool edits_lab(Context& ui, CommandId id) {
  State& s = ui.state;
  switch (id) {
  case CommandId::lab_legality:
    s.panels.lab = Lab::legality;
    return true;
  case CommandId::lab_staleness:
    s.panels.lab = Lab::staleness;
    return true;
  case CommandId::lab_writes:
    s.panels.lab = Lab::writes;
    return true;
  case CommandId::lab_fetch:
    s.panels.lab = Lab::fetch;
    return true;
  case CommandId::lab_bench:
    s.panels.lab = Lab::bench;
    return true;
  case CommandId::lab_advise:
    s.panels.lab = Lab::advise;
    return true;
  case CommandId::lab_trace:
    s.panels.lab = Lab::trace;
    return true;
  case CommandId::lab_amp:
    s.panels.lab = Lab::amp;
    return true;
  case CommandId::close_lab:
    s.panels.lab = Lab::none;
    return true;
  case CommandId::save_legality:
    s.panels.lab = Lab::legality;
    ask_path(ui, PathPrompt::legality);
    return true;
  case CommandId::ask_device:
    s.panels.lab = Lab::legality;
    return false;
  case CommandId::save_bench:
    ask_in_bench(ui, PathPrompt::bench);
    return true;
  case CommandId::open_bench:
    ask_in_bench(ui, PathPrompt::bench_open);
    return true;
  case CommandId::open_bench_before:
    ask_in_bench(ui, PathPrompt::bench_before);
    return true;
  case CommandId::open_trace:
    s.panels.lab = Lab::trace;
    ask_path(ui, PathPrompt::trace_open);
    return true;
  case CommandId::bench_start:
  case CommandId::keep_bench_before:
    s.panels.lab = Lab::bench;
    return false;
  case CommandId::advise_start:
    s.panels.lab = Lab::advise;
    return false;
  case CommandId::time_writes:
  case CommandId::write_trap:
  case CommandId::write_misaligned:
    s.panels.lab = Lab::writes;
    return false;
  default:
    return false;
  }
}

// Once more, the result returns.
void toggle_view(Context& ui, ResultView view) {
  CompareChoice& choice = ui.state.compare;
  show_view(choice, view_of(choice) == view ? ResultView::result : view);
  ui.state.panels.column = ShownColumn::picture;
}

// Each shows the tab.
bool edits_profile(Context& ui, CommandId id) {
  if (id == CommandId::profile_count) { // the app counts
    show_tab(ui, Tab::cost);
    ui.state.profile.scroll_frames = 3;
    ui.state.profile.plot = ProfileState::Plot::warp;
  }
  struct Switch {
    CommandId id;
    bool ProfileState::*on;
    Text why_not; // the reason on a CPU
  };
  static constexpr Switch switches[] = {
      {CommandId::profile_cold, &ProfileState::cold, Text::live_no_cold},
      {CommandId::profile_heat, &ProfileState::heat, Text::live_no_heat},
      {CommandId::profile_counters, &ProfileState::counters, Text::live_no_counters}};
  const auto found = std::ranges::find(switches, id, &Switch::id);
  if (found == std::end(switches) && id != CommandId::profile) return false;
  show_tab(ui, Tab::cost);
  ui.state.profile.scroll_frames = 3;
  if (id == CommandId::profile) return true;
  bool& on = ui.state.profile.*(found->on);
  if (ui.frame.backend->kind == BackendKind::cuda)
    on = !on;
  else
    ui.output.actions.push_back({Action::Kind::message, {}, text(found->why_not), 0});
  return true;
}

bool edits_lesson(Context& ui, CommandId id) {
  State& s = ui.state;
  const LessonShelf& shelf = *ui.frame.lessons;
  switch (id) {
  case CommandId::lesson_previous:
  case CommandId::lesson_next:
    turn_page(shelf, id == CommandId::lesson_next ? 1 : -1, ui.session, s);
    return true;
  case CommandId::lesson_reveal:
    s.lesson.reveal_requested = s.lesson.open();
    return true;
  case CommandId::lesson_reset:
    reset_lesson(shelf, ui.session, s);
    return true;
  case CommandId::lesson_leave:
    leave_lesson(s);
    return true;
  case CommandId::present:
    s.panels.presenting = !s.panels.presenting;
    s.panels.column = ShownColumn::picture;
    ImGui::SetWindowFocus(nullptr); // the keys belong to the presenter
    if (s.panels.presenting)
      ui.output.actions.push_back({Action::Kind::message, {}, text(Text::present_hint), 0});
    return true;
  case CommandId::add_step:
    open_step_dialog(ui);
    return true;
  case CommandId::record_answers:
    if (!shelf.recorded_in.empty()) return false; // the app ends it
    ask_path(ui, PathPrompt::answers);
    return true;
  default:
    return false;
  }
}

void open_examples(Context& ui) {
  if (ui.frame.examples == nullptr) return;
  ui.state.examples.open = ui.state.dialogs.focus_request = true;
  ui.state.examples.scrolls = true;
}

// Once more, the picture returns.
void choose_column(State& state, ShownColumn column) {
  state.panels.column = state.panels.column == column ? ShownColumn::picture : column;
}

bool edits_state(Context& ui, CommandId id) {
  State& s = ui.state;
  switch (id) {
  case CommandId::examples:
    open_examples(ui);
    return true;
  case CommandId::axis_x:
    choose_axis(ui, 0);
    return true;
  case CommandId::axis_y:
    choose_axis(ui, 1);
    return true;
  case CommandId::axis_z:
    choose_axis(ui, 2);
    return true;
  case CommandId::pin:
    if (const auto position = pin_place(ui)) s.selection.pins.add(*position);
    return true;
  case CommandId::next_pin:
    s.selection.pins.choose_next();
    return true;
  case CommandId::clear_pins:
    s.selection.pins.clear();
    return true;
  case CommandId::measure_weights:
    s.why.toggle_weights();
    return true;
  case CommandId::every_step:
    s.why.toggle_every_step();
    return true;
  case CommandId::scope_line:
    select_in_scope(ui);
    return true;
  case CommandId::save_scope:
    ask_path(ui, PathPrompt::scope);
    return true;
  case CommandId::texture_or_result:
    s.panels.texture_is_hero = !s.panels.texture_is_hero || !bottom_is_open(s, ui.areas);
    open_bottom(s, ui.areas, true);
    return true;
  case CommandId::toggle_left:
    if (ui.areas.one_column || s.panels.presenting)
      choose_column(s, ShownColumn::settings);
    else
      s.panels.show_left = !s.panels.show_left;
    return true;
  case CommandId::toggle_right:
    if (ui.areas.one_column || s.panels.presenting)
      choose_column(s, ShownColumn::why);
    else
      s.panels.show_right = !s.panels.show_right;
    return true;
  case CommandId::toggle_bottom:
    open_bottom(s, ui.areas, !bottom_is_open(s, ui.areas));
    return true;
  case CommandId::next_panel:
    focus_next_panel(ui);
    return true;
  case CommandId::toggle_compare:
    toggle_view(ui, ResultView::before);
    return true;
  case CommandId::show_ideal:
    toggle_view(ui, ResultView::ideal);
    return true;
  case CommandId::show_difference:
    toggle_view(ui, ResultView::difference);
    return true;
  case CommandId::open_reference:
    ask_path(ui, PathPrompt::reference);
    return true;
  case CommandId::palette:
    if (s.palette.open)
      s.palette.open = false;
    else
      open_palette(ui, "");
    return true;
  case CommandId::go_to:
    open_palette(ui, text(Text::go_to_prefix));
    return true;
  case CommandId::shortcuts:
    s.dialogs.sheet_open = !s.dialogs.sheet_open;
    s.dialogs.focus_request = true;
    return true;
  case CommandId::tour:
    open_tour(s);
    return true;
  case CommandId::about:
    s.dialogs.about_open = true;
    s.dialogs.focus_request = true;
    return true;
  case CommandId::open:
    ask_path(ui, PathPrompt::open);
    return true;
  case CommandId::save_picture_as:
    ask_path(ui, PathPrompt::picture);
    return true;
  case CommandId::save_texture_as:
    ask_path(ui, PathPrompt::texture);
    return true;
  case CommandId::save_as:
    ask_path(ui, PathPrompt::save);
    return true;
  case CommandId::paste_from:
    ask_state(ui);
    return true;
  default:
    return false;
  }
}
// Those whose result would tell an answer that is still asked for.
bool tells_answer(CommandId id) {
  return id == CommandId::copy_explanation || id == CommandId::auto_range || id == CommandId::save_scope;
}
} // namespace

void run_command(Context& ui, CommandId id) {
  if (ui.frame.hides_answer && tells_answer(id))
    return ui.output.actions.push_back({Action::Kind::message, {}, hidden_why(ui), 0});
  const Lab lab = ui.state.panels.lab;
  if (!edits_session(ui, id) && !edits_lab(ui, id) && !edits_lesson(ui, id) && !edits_profile(ui, id) &&
      !edits_state(ui, id))
    ui.act(id);
  if (ui.state.panels.lab != lab) ui.state.panels.column = ShownColumn::picture; // which the lab covers
}

} // namespace texelscope::ui
