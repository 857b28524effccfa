#include "app/messages.h"

#include <cstdio>

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
  if (!is_quiet) std::printf("%s\n", sentence.c_str());
}

} // namespace texelscope
