// Dialogs in the window's center: for a file, for a pasted state, about changes that would be lost.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ui/frame/file_dialog.h"

namespace texelscope::ui {

enum class PathPrompt {
  none,
  open,
  save,
  picture,
  texture,
  legality,
  reference,
  scope,
  bench,
  bench_open,
  bench_before,
  trace_open,
  lesson_new,
  lesson_add,
  answers,
  paste
};

enum class LeavingAnswer : std::uint8_t { save, discard, cancel };
enum class RestoreAnswer : std::uint8_t { restore, discard, later };
enum class OverwriteAnswer : std::uint8_t { overwrite, save_as, cancel };

struct DialogState {
  PathPrompt prompt = PathPrompt::none;
  std::string prompt_text;
  std::string prompt_error;   // why a pasted state was rejected
  FileDialog files;           // of all prompts but `paste`
  bool leaving = false;       // the question about unsaved changes is open
  bool restoring = false;     // the question about those that another window left
  bool overwriting = false;   // the question about a file that somebody else has changed
  int answer = 0;             // the chosen button of any of them
  bool focus_request = false; // a popup just opened: its text field takes the keyboard
  bool sheet_open = false, about_open = false;

  bool asks() const { return leaving || restoring || overwriting; }
  bool chooses_file() const { return prompt != PathPrompt::none && prompt != PathPrompt::paste; }
};

struct DialogFrame {
  const FolderListing* folder = nullptr; // the folder shown in the file dialog, or the previous one
  std::vector<FilePlace> places;
  std::string home;             // the folder that ~ represents
  std::string question, reason; // whose changes would be lost and by what, or were left, or overwritten
};

} // namespace texelscope::ui
