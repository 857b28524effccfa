// The entries of the command palette: commands, settings with their choices and numbers, lessons, bugs,
// sessions, places to go to, and answers.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/state/session/fields.h"
#include "kernels/studies/answers/answer_search.h"
#include "ui/frame/commands.h"
#include "ui/frame/examples.h"
#include "ui/frame/lessons.h"

namespace texelscope::ui {

enum class GoTo : std::uint8_t { nowhere, pixel, texel, coordinate };

struct PaletteEntry {
  std::string name, label;
  std::string beside = {};          // its key, or the effect of choosing it
  const Command* command = nullptr; // exactly one of these members is set
  const Field* field = nullptr;
  int lesson = -1, bug = -1, answer = -1;
  std::string path = {}; // of a session to open
  GoTo go_to = GoTo::nowhere;
  FieldValue value = {}; // of the field
  bool reveals = false;  // the field is shown in the settings, where it can be set
  std::array<double, 2> place = {};
  int rank = 0;
};

// What a window has to choose from.
struct PaletteSources {
  const LessonShelf* lessons = nullptr;
  const ExampleShelf* examples = nullptr;
  const std::vector<std::string>* recent = nullptr; // paths
  const AnswerSearch* answers = nullptr;
  std::function<bool(const Field&)> has_row; // whether a field has a control in the settings now
};

// All entries that have each word of the query, in either language, in the label or among the keywords; first
// those whose label matches the query best. A number at the query's end is one to set: "width 256". The
// answers that fit the query come behind all others.
std::vector<PaletteEntry> palette_entries(const PaletteSources& sources, const std::string& query);

// Other common names, one line per language with the usual name first: of a command by its name, of a field
// by its path, of a choice by "PATH.CHOICE".
std::string palette_keywords(std::string_view name);

// How well an entry matches the query: 0 best, -1 not at all.
int palette_rank(const std::string& query, const std::string& label, const std::string& keywords);

} // namespace texelscope::ui
