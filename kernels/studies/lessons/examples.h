// The shipped sessions as a gallery: in groups, each with a title and a line about it. assets/examples.json
// lists them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/studies/lessons/lesson.h"

namespace texelscope {

struct Example {
  std::filesystem::path session; // its file
  LocalizedText title, text;
};

struct ExampleGroup {
  std::string id;
  LocalizedText title;
  std::vector<Example> examples;
};

// The sessions are in `folder`. Throws a UserError with the place in the file.
std::vector<ExampleGroup> parse_examples(std::string_view json, std::string_view name,
                                         const std::filesystem::path& folder);
// Those beside the program; none if it has no such file. Throws UserError or FileError.
std::vector<ExampleGroup> shipped_examples();

} // namespace texelscope
