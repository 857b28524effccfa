// The arguments of every panel: the frame to show, the session to edit, the state to remember, and the
// output.
#pragma once

#include "ui/frame/ui.h"

namespace texelscope::ui {

struct Context {
  const Frame& frame;
  const Theme& theme;
  const Layout& areas;
  Session& session;
  State& state;
  Output& output;
  bool under_tab = false; // the panel being drawn has a tab with its name

  const Palette& color() const { return theme.color; }
  const Palette& on_picture() const { return palette(true); } // pictures are as dark in the light theme
  float px(float design_pixels) const { return theme.px(design_pixels); }
  void act(CommandId id) { output.actions.push_back({Action::Kind::command, id, {}, 0}); }
};

// Runs a command: changes session and state here, or emits an Action.
void run_command(Context& context, CommandId id);

void reveal_setting(
    Context&, const Field&); // its control in the left column, scrolled into view and framed for a moment

// Each of these is in its own file.
void menu_bar(Context&);
void settings_panel(Context&);
void result_panel(Context&);
void texture_panel(Context&);
void why_panel(Context&, const Area&);
void cost_panel(Context&, const Area&); // with the measurements of the session's own fetch
void journal_panel(Context&, const Area&);
void compare_strip(Context&); // over the picture, while something is compared
void levels_panel(Context&, const Area&);
void block_panel(Context&, const Area&);
void scope_panel(Context&, const Area&);
void lesson_panel(Context&, const Area&); // or a bug's
const char* hidden_why(const Context&);   // a sentence, while Frame::hides_answer
// A panel that tells answers; its title and that sentence while it may not.
void telling_panel(Context&, const Area&, const char* name, Text title, void (*panel)(Context&, const Area&));
void bug_contents(Context&);
void lesson_menu(Context&);
bool lesson_key(Context&, const KeyPress&);    // whether the lesson used it
bool presenter_key(Context&, const KeyPress&); // whether presenter mode used it
void open_step_dialog(Context&);
void step_dialog(Context&);
void tabbed_panels(Context&);
void column_choice(Context&); // of a small window
void show_tab(Context&, Tab); // in the lower row, unfolded
void lab_panel(Context&);
void legality_panel(Context&);
void staleness_panel(Context&);
void writes_panel(Context&);
void fetch_panel(Context&);
void bench_panel(Context&);
void advise_panel(Context&);
void trace_panel(Context&);
void amp_panel(Context&);
void status_bar(Context&);
Area tour(Context&);                      // what its card covers; empty if there is none
bool tour_key(Context&, const KeyPress&); // whether the tour used it
void command_palette(Context&);
void show_palette_again(Context&); // with what was typed
void answer_window(Context&);
void example_gallery(Context&);
void shortcut_sheet(Context&);
void file_dialog(Context&);
void leaving_question(Context&);
void paste_prompt(Context&);
void about_box(Context&);
void toasts(Context&, const Area& card); // they leave it free

} // namespace texelscope::ui
