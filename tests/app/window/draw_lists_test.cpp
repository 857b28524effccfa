#include "app/window/draw_lists.h"

#include <functional>

#include <gtest/gtest.h>
#include <imgui.h>

namespace texelscope {
namespace {

// Dear ImGui without a window: what `draw` adds to the lists of one frame.
class DrawListsTest : public ::testing::Test {
protected:
  DrawListsTest() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = ImVec2(64, 48);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  }
  ~DrawListsTest() override { ImGui::DestroyContext(); }

  bool change(const std::function<void(ImDrawList&)>& draw) {
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    draw(*ImGui::GetForegroundDrawList());
    ImGui::Render();
    return lists_.change(*ImGui::GetDrawData());
  }

  DrawLists lists_;
};

TEST_F(DrawListsTest, TheSameIsNoChange) {
  const auto square = [](ImDrawList& list) { list.AddRectFilled(ImVec2(1, 2), ImVec2(9, 8), 0xff102030u); };
  EXPECT_TRUE(change(square)) << "the first shows something";
  EXPECT_FALSE(change(square));
  EXPECT_FALSE(change(square));
}

TEST_F(DrawListsTest, PlaceColorClipAndTextureAreCompared) {
  const auto square = [](float x, unsigned color) {
    return [=](ImDrawList& list) { list.AddRectFilled(ImVec2(x, 2), ImVec2(9, 8), color); };
  };
  const auto clipped = [](float x) {
    return [=](ImDrawList& list) {
      list.PushClipRect(ImVec2(0, 0), ImVec2(x, 40));
      list.AddRectFilled(ImVec2(1, 2), ImVec2(9, 8), 0xff102030u);
      list.PopClipRect();
    };
  };
  const auto picture = [](int name) {
    return [=](ImDrawList& list) { list.AddImage((ImTextureID)(intptr_t)name, ImVec2(1, 2), ImVec2(9, 8)); };
  };
  change(square(1, 0xff102030u));
  EXPECT_TRUE(change(square(1.25f, 0xff102030u)));
  EXPECT_TRUE(change(square(1.25f, 0xff102031u)));
  EXPECT_TRUE(change(clipped(20)));
  EXPECT_TRUE(change(clipped(21)));
  EXPECT_TRUE(change(picture(3)));
  EXPECT_FALSE(change(picture(3)));
  EXPECT_TRUE(change(picture(4)));
  EXPECT_TRUE(change([](ImDrawList&) {}));
  EXPECT_FALSE(change([](ImDrawList&) {}));
}

TEST_F(DrawListsTest, TheWindowsSizeIsCompared) {
  const auto nothing = [](ImDrawList&) {};
  change(nothing);
  EXPECT_FALSE(change(nothing));
  ImGui::GetIO().DisplaySize = ImVec2(65, 48);
  EXPECT_TRUE(change(nothing));
}

} // namespace
} // namespace texelscope
