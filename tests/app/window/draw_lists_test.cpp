#include "app/window/draw_lists.h"

#include <array>
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

  DrawnArea change(const std::function<void(ImDrawList&)>& draw) {
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    draw(*ImGui::GetForegroundDrawList());
    ImGui::Render();
    return lists_.change(*ImGui::GetDrawData());
  }

  DrawLists lists_;
};

using Edges = std::array<float, 4>;
using Draw = std::function<void(ImDrawList&)>;

Draw square(float x, unsigned color) {
  return [=](ImDrawList& list) { list.AddRectFilled(ImVec2(x, 2), ImVec2(9, 8), color); };
}

TEST_F(DrawListsTest, TheSameIsNoChange) {
  EXPECT_EQ(change(square(1, 0xff102030u)), (DrawnArea{0, 0, 64, 48})) << "the first is drawn whole";
  EXPECT_TRUE(change(square(1, 0xff102030u)).empty());
  EXPECT_TRUE(change(square(1, 0xff102030u)).empty());
}

TEST_F(DrawListsTest, PlaceColorClipAndTextureAreCompared) {
  const auto clipped = [](float x) -> Draw {
    return [=](ImDrawList& list) {
      list.PushClipRect(ImVec2(0, 0), ImVec2(x, 40));
      list.AddRectFilled(ImVec2(1, 2), ImVec2(9, 8), 0xff102030u);
      list.PopClipRect();
    };
  };
  const auto picture = [](int name) -> Draw {
    return [=](ImDrawList& list) { list.AddImage((ImTextureID)(intptr_t)name, ImVec2(1, 2), ImVec2(9, 8)); };
  };
  const DrawnArea all{1, 2, 9, 8};
  change(square(1, 0xff102030u));
  EXPECT_EQ(change(square(1.25f, 0xff102030u)), all);
  EXPECT_EQ(change(square(1.25f, 0xff102031u)), all);
  EXPECT_EQ(change(square(4.5f, 0xff102031u)), all) << "where it was";
  EXPECT_EQ(change(square(5.5f, 0xff102031u)), (DrawnArea{4, 2, 9, 8}));
  EXPECT_EQ(change(clipped(20)), all);
  EXPECT_EQ(change(clipped(21)), all);
  EXPECT_EQ(change(clipped(4)), all);
  EXPECT_EQ(change(clipped(3)), (DrawnArea{1, 2, 4, 8})) << "the rest was clipped and still is";
  EXPECT_EQ(change(picture(3)), all);
  EXPECT_TRUE(change(picture(3)).empty());
  EXPECT_EQ(change(picture(4)), all);
  EXPECT_EQ(change([](ImDrawList&) {}), all);
  EXPECT_TRUE(change([](ImDrawList&) {}).empty());
}

// What is added moves all that comes later to other places of the lists.
TEST_F(DrawListsTest, WhatIsDrawnBeforeAndAfterAChangeIsNoPartOfIt) {
  const auto three = [](int squares, unsigned color) -> Draw {
    return [=](ImDrawList& list) {
      list.AddRectFilled(ImVec2(0, 0), ImVec2(60, 8), 0xff808080u);
      for (int i = 0; i < squares; ++i)
        list.AddRectFilled(ImVec2(10 + 4 * float(i), 20), ImVec2(12 + 4 * float(i), 30), color);
      list.AddRectFilled(ImVec2(0, 40), ImVec2(60, 48), 0xff808080u);
    };
  };
  change(three(1, 0xff102030u));
  EXPECT_EQ(change(three(1, 0xff405060u)), (DrawnArea{10, 20, 12, 30}));
  EXPECT_EQ(change(three(3, 0xff405060u)), (DrawnArea{14, 20, 20, 30}));
  EXPECT_EQ(change(three(0, 0xff405060u)), (DrawnArea{10, 20, 20, 30}));
}

TEST_F(DrawListsTest, WhatLiesOutsideOfTheWindowIsNoChange) {
  const auto at = [](float x) -> Draw {
    return [=](ImDrawList& list) { list.AddRectFilled(ImVec2(x, 2), ImVec2(x + 4, 8), 0xff102030u); };
  };
  change(at(100));
  EXPECT_TRUE(change(at(200)).empty());
  EXPECT_EQ(change(at(62)), (DrawnArea{62, 2, 64, 8}));
  EXPECT_EQ(change(at(-2)), (DrawnArea{0, 2, 64, 8}));
}

TEST_F(DrawListsTest, TheWindowsSizeIsCompared) {
  const auto nothing = [](ImDrawList&) {};
  change(nothing);
  EXPECT_TRUE(change(nothing).empty());
  ImGui::GetIO().DisplaySize = ImVec2(65, 48);
  EXPECT_EQ(change(nothing), (DrawnArea{0, 0, 65, 48}));
}

TEST_F(DrawListsTest, WhereAUnitIsNoPixelAllIsDrawn) {
  change(square(1, 0xff102030u));
  ImGui::GetIO().DisplayFramebufferScale = ImVec2(1.5f, 1.5f);
  EXPECT_EQ(change(square(1, 0xff102030u)), (DrawnArea{0, 0, 96, 72}));
  EXPECT_TRUE(change(square(1, 0xff102030u)).empty());
  EXPECT_EQ(change(square(1, 0xff405060u)), (DrawnArea{0, 0, 96, 72}));
}

// Dear ImGui's renderer rounds the left edge, the lower edge and the size of a clip rectangle down.
TEST_F(DrawListsTest, APartOfAClipRectangleHasItsEdges) {
  change([](ImDrawList& list) {
    list.PushClipRect(ImVec2(10.5f, 4.25f), ImVec2(20.25f, 30.5f));
    list.AddRectFilled(ImVec2(0, 0), ImVec2(64, 48), 0xff102030u);
    list.PopClipRect();
  });
  ImDrawData& data = *ImGui::GetDrawData();
  ASSERT_EQ(data.CmdListsCount, 1);
  const ImVec4& clip = data.CmdLists[0]->CmdBuffer[0].ClipRect;
  clip_to({0, 0, 64, 40}, data);
  EXPECT_EQ((Edges{clip.x, clip.y, clip.z, clip.w}), (Edges{10.0f, 5.0f, 19.0f, 31.0f}));
  clip_to({12, 0, 14, 8}, data);
  EXPECT_EQ((Edges{clip.x, clip.y, clip.z, clip.w}), (Edges{12.0f, 5.0f, 14.0f, 8.0f}));
  clip_to({40, 0, 50, 8}, data);
  EXPECT_EQ((Edges{clip.x, clip.y, clip.z, clip.w}), (Edges{0.0f, 0.0f, 0.0f, 0.0f}));
}

// As Dear ImGui's renderer computes it: y of the display is row (y - DisplayPos.y) * FramebufferScale.y from
// the top.
TEST_F(DrawListsTest, UpsideDownTheFirstRowIsTheLowest) {
  change([](ImDrawList& list) {
    list.PushClipRect(ImVec2(10, 4), ImVec2(20, 30));
    list.AddRectFilled(ImVec2(0, 0), ImVec2(64, 48), 0xff102030u);
    list.PopClipRect();
  });
  ImDrawData& data = *ImGui::GetDrawData();
  const auto row = [&](float y) { return (y - data.DisplayPos.y) * data.FramebufferScale.y; };
  const ImVec4& clip = data.CmdLists[0]->CmdBuffer[0].ClipRect;
  turn_upside_down(data);
  EXPECT_EQ(data.DisplaySize.y * data.FramebufferScale.y, 48) << "the framebuffer's height";
  EXPECT_EQ(row(0), 48);
  EXPECT_EQ(row(48), 0);
  EXPECT_EQ((Edges{clip.x, row(clip.y), clip.z, row(clip.w)}), (Edges{10, 18, 20, 44}));
  turn_upside_down(data);
  EXPECT_EQ((Edges{row(0), row(48), clip.y, clip.w}), (Edges{0, 48, 4, 30}));
}

} // namespace
} // namespace texelscope
