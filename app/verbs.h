// The verbs of the command line: `texelscope VERB ...`. One file a verb; verbs.cpp lists them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/text_id.h"

namespace texelscope {

struct Verb {
  std::string_view name;
  Text about;
  // The words after the verb; gives the exit code. Throws UserError, FileError (2), MachineError (1).
  int (*run)(const std::vector<std::string>& words);
};

std::span<const Verb> verbs();

int run_render(const std::vector<std::string>& words);
int run_explain(const std::vector<std::string>& words);
int run_compare(const std::vector<std::string>& words);
int run_sample(const std::vector<std::string>& words);
int run_verify(const std::vector<std::string>& words);
int run_legality(const std::vector<std::string>& words);
int run_write_lab(const std::vector<std::string>& words);
int run_doctor(const std::vector<std::string>& words);

} // namespace texelscope
