// The verbs of the command line: `texelscope VERB ...`. One file a verb; verbs.cpp lists them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/text/texts.h"

namespace texelscope {

struct Verb {
  std::string_view name; // empty: the window
  Text about;            // its first sentence is shown in the list of verbs
  // Takes the arguments after the verb and returns the exit code. Throws UserError, FileError (2),
  // MachineError (1).
  int (*run)(const std::vector<std::string>& args);
  std::string_view example;         // lines of what follows "texelscope "
  Text failure = Text::exit_failed; // what exit code 1 means
  std::optional<Text> stopped = {}; // by Ctrl+C: what exit code 130 means
};

std::span<const Verb> verbs();
const Verb* find_verb(std::string_view name); // null: there is none
const Verb& window_verb();

// Throws a UserError that suggests the nearest verb.
[[noreturn]] void refuse_verb(const std::string& name);

int open_window(const std::vector<std::string>& args);
int run_render(const std::vector<std::string>& args);
int run_scope(const std::vector<std::string>& args);
int run_explain(const std::vector<std::string>& args);
int run_compare(const std::vector<std::string>& args);
int run_sample(const std::vector<std::string>& args);
int run_verify(const std::vector<std::string>& args);
int run_report(const std::vector<std::string>& args);
int run_legality(const std::vector<std::string>& args);
int run_bench_compare(const std::vector<std::string>& args);
int run_bench_merge(const std::vector<std::string>& args);
int run_bench_plot(const std::vector<std::string>& args);
int run_write_lab(const std::vector<std::string>& args);
int run_bench(const std::vector<std::string>& args);
int run_lesson(const std::vector<std::string>& args);
int run_fetch_check(const std::vector<std::string>& args);
int run_advise(const std::vector<std::string>& args);
int run_export(const std::vector<std::string>& args);
int run_import_desc(const std::vector<std::string>& args);
int run_trace(const std::vector<std::string>& args);
int run_trace_open(const std::vector<std::string>& args);
int run_info(const std::vector<std::string>& args);
int run_answers(const std::vector<std::string>& args);
int run_share(const std::vector<std::string>& args);
int run_doctor(const std::vector<std::string>& args);
int run_help(const std::vector<std::string>& args);

} // namespace texelscope
