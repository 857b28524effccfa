#include "app/messages.h"

#include <cstdio>
#include <string_view>

#include "kernels/standard_streams.h"

namespace texelscope {

namespace {
bool is_quiet = false;

void print(const char* kind, const std::string& sentence) {
  std::fprintf(stderr, "texelscope: %s: %s\n", kind, sentence.c_str());
}
} // namespace

void set_quiet(bool quiet) {
  is_quiet = quiet;
}

bool quiet() {
  return is_quiet;
}

void print_placed(const std::string& place, const char* kind, const std::string& sentence) {
  if (std::string_view(kind) == "error" || !is_quiet)
    std::fprintf(stderr, "%s%s: %s\n", place.c_str(), kind, sentence.c_str());
}

void print_error(const std::string& sentence) {
  print("error", sentence);
}

void print_warning(const std::string& sentence) {
  if (!is_quiet) print("warning", sentence);
}

void print_note(const std::string& sentence) {
  if (!is_quiet) print("note", sentence);
}

void print_done(const std::string& sentence) {
  if (standard_output_is_claimed()) return print_note(sentence);
  if (!is_quiet) std::printf("%s\n", sentence.c_str());
}

} // namespace texelscope
