// texelscope_window_monkey: random input to the real window for some minutes.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include "monkey/window_monkey.h"

namespace {
constexpr const char* usage =
    "usage: texelscope_window_monkey [--seed N] [--minutes M] [--program FILE] [--evidence FOLDER] [-- "
    "ARGUMENT...]\n"
    "  --seed N           the random numbers (1)\n"
    "  --minutes M        how long (30)\n"
    "  --program FILE     in place of the build's\n"
    "  --evidence FOLDER  where the screen, the ui map and the last acts of a finding are written\n"
    "  -- ARGUMENT...     of the program\n";

bool parse(int count, char** values, texelscope::gui::WindowMonkeyOptions& options) {
  for (int i = 1; i < count; ++i) {
    const std::string_view name = values[i];
    if (name == "--") {
      options.arguments.assign(values + i + 1, values + count);
      return true;
    }
    if (i + 1 == count) return false;
    const char* value = values[++i];
    if (name == "--seed")
      options.seed = std::strtoull(value, nullptr, 10);
    else if (name == "--minutes")
      options.seconds = 60 * std::strtod(value, nullptr);
    else if (name == "--program")
      options.program = value;
    else if (name == "--evidence")
      options.evidence = value;
    else
      return false;
  }
  return true;
}
} // namespace

int main(int count, char** values) {
  texelscope::gui::WindowMonkeyOptions options;
  options.seconds = 30 * 60;
  if (!parse(count, values, options)) {
    std::fputs(usage, stderr);
    return 2;
  }
  try {
    texelscope::gui::WindowMonkey monkey(options);
    monkey.run();
    std::printf("seed %llu: %lld acts in %.1f minutes, %lld frames, no finding\n",
                (unsigned long long)options.seed, (long long)monkey.acts(), options.seconds / 60,
                (long long)monkey.frames());
    for (const auto& [kind, times] : monkey.kinds())
      std::printf("  %-15s %6lld\n", kind.c_str(), (long long)times);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
