// Every object of the studies and of all that they stand on, linked without Dear ImGui and GLFW: what one of
// them would call of the window is not there.
#include "kernels/ground/text/texts.h"

int main() {
  return *texelscope::text(texelscope::Text::window_title) == 0;
}
