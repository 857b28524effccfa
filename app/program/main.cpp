#include <cstdio>
#include <new>

#include "app/main/command_line.h"
#include "kernels/ground/text/texts.h"

// Memory can also end while the arguments are copied, or while the sentence about an error is made.
int main(int argc, char** argv) try {
  return texelscope::run_command_line({argv + (argc > 0), argv + argc});
} catch (const std::bad_alloc&) {
  std::fprintf(stderr, "texelscope: error: %s\n",
               texelscope::text(texelscope::Text::app_error_out_of_memory));
  return 1;
}
