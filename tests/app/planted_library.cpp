// A library that nobody should open: it leaves a file behind in the current folder.
#include <cstdio>

namespace {
struct Opened {
  Opened() {
    if (std::FILE* file = std::fopen("planted library was opened", "w")) std::fclose(file);
  }
} opened;
} // namespace
