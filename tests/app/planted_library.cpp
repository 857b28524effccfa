// A library that the program must not load: it creates a file in the current folder.
#include <cstdio>

namespace {
struct Opened {
  Opened() {
    if (std::FILE* file = std::fopen("planted library was opened", "w")) std::fclose(file);
  }
} opened;
} // namespace
