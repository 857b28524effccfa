// What every panel gets: the frame to show, the session to edit, the state to remember, and where to report.
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
  bool under_tab = false; // the panel being drawn stands under a tab of its name

  const Palette& color() const { return theme.color; }
  const Palette& on_picture() const { return palette(true); } // pictures are as dark in the light theme
  float px(float design_pixels) const { return theme.px(design_pixels); }
  void act(CommandId id) { output.actions.push_back({Action::Kind::command, id, {}, 0}); }
};

// Runs a command: session and state changes here, the rest as an Action.
void run_command(Context& context, CommandId id);

void reveal_setting(
    Context&, const Field&); // its control in the left column, scrolled into sight and framed for a moment

// One file each.
void menu_bar(Context&);
void settings_panel(Context&);
void result_panel(Context&);
void texture_panel(Context&);
void why_panel(Context&, const Area&);
void cost_panel(Context&, const Area&);
void journal_panel(Context&, const Area&);
void compare_panel(Context&, const Area&);
void amp_panel(Context&, const Area&);
void lod_panel(Context&, const Area&);
void block_panel(Context&, const Area&);
void effective_panel(Context&, const Area&);
void scope_panel(Context&, const Area&);
void profile_panel(Context&, const Area&);
void lesson_panel(Context&, const Area&); // or a bug's
bool hides_bug(
    const Context&); // one is open that was neither named nor fixed nor told: nothing else may tell it
void bug_contents(Context&);
void lesson_menu(Context&);
bool lesson_key(Context&, const KeyPress&); // whether it was the lesson's
void tabbed_panels(Context&);
void lab_panel(Context&);
void legality_panel(Context&);
void staleness_panel(Context&);
void writes_panel(Context&);
void fetch_panel(Context&);
void bench_panel(Context&);
void status_bar(Context&);
void command_palette(Context&);
void shortcut_sheet(Context&);
void file_dialog(Context&);
void leaving_question(Context&);
void paste_prompt(Context&);
void about_box(Context&);
void toasts(Context&);

} // namespace texelscope::ui
