#include <imgui.h>
namespace texelscope::ui { const char* imgui_version() { return IMGUI_VERSION; } }
