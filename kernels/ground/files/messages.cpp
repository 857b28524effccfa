#include "kernels/ground/files/messages.h"

#include <cstdio>
#include <string_view>

#include <fmt/format.h>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/visible_text.h"

namespace texelscope {

namespace {
bool is_quiet = false;

void write(std::FILE* to, const std::string& bytes) {
  std::fwrite(bytes.data(), 1, bytes.size(), to);
}

void print(const char* kind, const std::string& sentence) {
  write(stderr, fmt::format("texelscope: {}: {}\n", kind, visible_text(sentence)));
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
    write(stderr, fmt::format("{}{}: {}\n", visible_line(place), kind, visible_text(sentence)));
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
  if (!is_quiet) print_line(sentence);
}

void print_text_beside_output(const std::string& text) {
  if (!is_quiet) write(stderr, visible_text(text));
}

void print_text(const std::string& text) {
  write(stdout, visible_text(text));
}

void print_line(const std::string& line) {
  print_text(line + "\n");
}

void print_data(const std::string& bytes) {
  write(stdout, bytes);
}

} // namespace texelscope
