// The parsers of what strangers wrote, as functions of bytes: scripts/fuzz.sh feeds them with random ones,
// and a test with those of tests/fuzz/corpus.
#pragma once

#include <span>
#include <string_view>

namespace texelscope::fuzz {

struct Target {
  std::string_view name;               // and of its corpus: tests/fuzz/corpus/NAME
  void (*run)(std::string_view bytes); // throws Broken, or whatever no parser may throw
};

std::span<const Target> targets();

} // namespace texelscope::fuzz
