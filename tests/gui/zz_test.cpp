#include "gui/gui_test.h"
#include <filesystem>
namespace texelscope::gui {
class ZZ : public GuiTest {};
TEST_F(ZZ, Levels) {
  start({"--texture.width", "64", "--texture.height", "64", "--texture.levels", "7", "--texture.kind",
         "float", "--texture.bits", "32"});
  show_tab("scope");
  w().click("scope.levels");
  comes("scope.plot");
  w().click("scope.series.opengl");
  const Box plot = w().box("scope.plot");
  w().move(plot.x() + 40, plot.y());
  w().settle();
  w().key("shift+F12");
  w().settle();
  for (int i = 0; i < 12; ++i)
    w().wheel(plot.x() + 40, plot.y(), 1);
  w().settle();
  w().key("shift+F12");
  w().settle();
  for (const auto& e : std::filesystem::directory_iterator(w().folder())) {
    std::printf("%s\n", e.path().c_str());
    if (e.path().extension() == ".png")
      std::filesystem::copy_file(e.path(), "/tmp/weights.scratch/scope-" + e.path().filename().string(),
                                 std::filesystem::copy_options::overwrite_existing);
  }
}
} // namespace texelscope::gui
