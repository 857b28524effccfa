// The window, on a display or drawn offscreen. Both functions throw MachineError (no display, no OpenGL) and
// UserError.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "kernels/machines/backend/backend.h"
#include "kernels/state/session/spec.h"
#include "kernels/studies/trace_report/trace_place.h"
#include "ui/frame/ui.h"

namespace texelscope {

struct WindowOptions {
  Session session;
  std::filesystem::path session_path; // empty: none was opened
  std::string session_text;           // its content
  std::filesystem::path base;         // relative texture paths start here
  bool body_given = false;            // its body was given as a flag
  bool share_line = false;            // it was given as a share line
  bool session_given = false;         // a file or a field flag was given: the last session is not restored
  std::optional<BackendKind> backend; // empty: CUDA if it works, else the CPU
  std::filesystem::path ui_map;       // empty: none is written
  int width = 1280;                   // of the window, screen units
  int height = 720;
  bool size_given = false;             // else the last size is used
  double scale = 0;                    // 0: the monitor's
  std::int64_t exit_after_frames = -1; // -1: until it is closed
  bool language_given = false;         // else the language chosen in the window is used
  bool fresh = false;                  // ignore the saved state and settings and leave them unchanged
  bool paused = false;
  std::string lesson;                     // an id or a file; empty: none
  std::filesystem::path record;           // answers are recorded in it; empty: they are not
  std::optional<trace::TracePlace> trace; // shown in the trace lab
};

// Runs until the window is closed; returns the process's exit code.
int run_window(const WindowOptions& options);

// A report to be shown in the bench lab.
struct ShownBench {
  std::filesystem::path file, before; // `before` may be empty
  ui::BenchView view = ui::BenchView::table;
};

struct RenderWindowOptions {
  Session session;
  std::filesystem::path session_path;
  std::filesystem::path base;
  bool body_given = false; // its body was given as a flag, or is to be trusted
  int width = 1280;        // pixels of the picture
  int height = 720;
  double scale = 1;
  bool light = false;      // the light theme
  std::int64_t frames = 1; // write.frame advances by one after each
  std::optional<BackendKind> backend;
  std::filesystem::path out; // .png
  Lab lab = Lab::none;
  std::optional<Tab> tab;                // empty: the first
  std::optional<ui::ShownColumn> column; // of a small window
  std::optional<Pixel> at;               // of the result's picture: pinned
  std::filesystem::path ui_map;          // empty: none is written
  ui::CompareChoice compare;
  std::optional<std::array<double, 4>> line; // the oscilloscope's, in pixels of the result
  std::string lesson;                        // an id or a file; empty: none
  bool reveal = false;                       // the lesson's answer is shown
  bool present = false;                      // presenter mode
  std::string
      keys; // letters and digits, pressed one after the other, with time for the journal to judge each
  std::optional<ShownBench> bench;
  std::optional<trace::TracePlace> trace; // shown in the trace lab
};

// Draws the whole window on an EglContext and writes it. Throws UserError if the session has no such tab.
void render_window(const RenderWindowOptions& options);

} // namespace texelscope
