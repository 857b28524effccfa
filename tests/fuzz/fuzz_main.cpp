// libFuzzer's functions: one program for all targets. The variable TEXELSCOPE_FUZZ names the one to run;
// without it the program prints their names.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <tbb/global_control.h>

#include "tests/fuzz/targets.h"

namespace {
using namespace texelscope::fuzz;

const Target* chosen = nullptr;

const Target* find_target(std::string_view name) {
  const auto found = std::ranges::find(targets(), name, &Target::name);
  return found == targets().end() ? nullptr : &*found;
}
} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  static const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  const char* const name = std::getenv("TEXELSCOPE_FUZZ");
  chosen = name ? find_target(name) : nullptr;
  if (chosen) return 0;
  for (const Target& target : targets())
    std::printf("%.*s\n", int(target.name.size()), target.name.data());
  std::exit(name ? 2 : 0);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  chosen->run({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
