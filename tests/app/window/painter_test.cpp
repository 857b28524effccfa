#include "app/window/painter.h"

#include <random>
#include <string>
#include <vector>

#include <glad/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include "app/window/explorer.h"
#include "app/window/framebuffer.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/gl/egl_context.h"

namespace texelscope {
namespace {

// The window's frames, each drawn by the painter and whole into another canvas, upright and upside down.
class PainterTest : public ::testing::Test {
protected:
  PainterTest() : explorer_({{}, {}, {}, BackendKind::cpu, true, true, false, BodyOrigin::file, {}}) {
    explorer_.state().first_start = false;
    imgui_.set_look(true, 1);
  }
  ~PainterTest() override { set_language(Language::english); }

  void frame(const std::vector<ui::KeyPress>& keys = {}) {
    const Explorer::Input input{float(width_), float(height_), now_ += 1.0 / 60, keys, {}};
    explorer_.run(input, imgui_.theme());
    imgui_.new_frame(input.width, input.height, 1.0f / 60);
    explorer_.draw(input, imgui_.theme());
    explorer_.take_requests();
    imgui_.finish_frame();
    const std::vector<std::uint8_t> upright = draw_whole(FirstRow::bottom);
    std::vector<std::uint8_t> turned;
    {
      TurnedLists lists(*ImGui::GetDrawData());
      lists.clip_to({0, 0, width_, height_});
      turned = draw_whole(FirstRow::top);
    }
    if (painter_.compare(imgui_, width_, height_, false)) {
      painter_.draw(imgui_);
      ++drawn_;
    }
    const std::vector<std::uint8_t> painted = painter_.read();
    ASSERT_TRUE(painted == turned) << "frame " << number_;
    // A pixel whose center lies on an edge is within it or not, depending on which way up it is drawn.
    int other = 0;
    for (std::size_t i = 0; i < painted.size(); ++i)
      other += painted[i] != upright[i];
    ASSERT_LT(other, 0.002 * double(painted.size())) << "frame " << number_;
    ++number_;
  }

  std::vector<std::uint8_t> draw_whole(FirstRow first) {
    whole_.resize(width_, height_);
    glBindFramebuffer(GL_FRAMEBUFFER, whole_.framebuffer());
    clear_framebuffer(imgui_.theme(), width_, height_);
    imgui_.draw();
    return read_framebuffer(width_, height_, first);
  }

  EglContext context_; // before what needs it
  ImGuiHost imgui_{nullptr};
  Explorer explorer_;
  Painter painter_;
  ui::Canvas whole_;
  int width_ = 1000, height_ = 640, number_ = 0, drawn_ = 0;
  double now_ = 0;
};

TEST_F(PainterTest, PartsMakeTheWholeWindow) {
  std::mt19937 random(7);
  const auto up_to = [&](int end) { return int(random() % unsigned(end)); };
  const ui::CommandId commands[] = {ui::CommandId::palette,     ui::CommandId::undo,
                                    ui::CommandId::pause,       ui::CommandId::step_frame,
                                    ui::CommandId::shortcuts,   ui::CommandId::toggle_left,
                                    ui::CommandId::lab_legality};
  ImGuiIO& io = ImGui::GetIO();
  for (int act = 0; act < 50; ++act) {
    switch (up_to(8)) {
    case 0:
      explorer_.state().panels.tab = Tab(up_to(int(Tab::effective) + 1));
      break;
    case 1:
      frame({ui::command(commands[up_to(int(std::size(commands)))]).key});
      break;
    case 2:
      frame({{ui::key_escape}});
      break;
    case 3:
      io.MouseDown[0] = !io.MouseDown[0];
      break;
    case 4:
      io.MouseWheel = float(up_to(3) - 1);
      break;
    default:
      io.MousePos = ImVec2(float(up_to(width_)), float(up_to(height_)));
    }
    frame();
    if (HasFatalFailure()) return;
  }
}

TEST_F(PainterTest, AnotherSizeLookOrLanguageIsDrawnWhole) {
  frame();
  frame();
  width_ = 900;
  frame();
  imgui_.set_look(false, 1);
  frame();
  imgui_.set_look(false, 1.25f);
  frame();
  if (imgui_.speak(Language::chinese)) { // else it has no font
    imgui_.set_look(false, 1.25f);
    frame();
  }
  height_ = 700;
  frame();
}

TEST_F(PainterTest, FramesThatShowTheSameAreNotDrawn) {
  for (int i = 0; i < 30; ++i)
    frame();
  const int before = drawn_;
  for (int i = 0; i < 12; ++i)
    frame();
  EXPECT_LE(drawn_ - before, 4) << "the times change a few times a second";
}

} // namespace
} // namespace texelscope
