#include "app/main/command_line.h"

int main(int argc, char** argv) {
  return texelscope::run_command_line({argv + (argc > 0), argv + argc});
}
