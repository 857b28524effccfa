#include "app/window/draw_lists.h"

#include <array>
#include <functional>

#include <gtest/gtest.h>
#include <imgui.h>

namespace texelscope {
namespace {

using Draw = std::function<void(ImDrawList&)>;

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

  std::vector<DrawnArea> changes(
      const Draw& draw, const Draw& below = [](ImDrawList&) {}) {
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    draw(*ImGui::GetForegroundDrawList());
    below(*ImGui::GetBackgroundDrawList());
    ImGui::Render();
    return lists_.change(*ImGui::GetDrawData());
  }
  // Of a single list.
  DrawnArea change(const Draw& draw) {
    const std::vector<DrawnArea> areas = changes(draw);
    EXPECT_LE(areas.size(), 1u);
    return areas.empty() ? DrawnArea() : areas[0];
  }

  DrawLists lists_;
};

using Edges = std::array<float, 4>;

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

TEST_F(DrawListsTest, EachListHasItsArea) {
  const DrawnArea all{1, 2, 9, 8};
  const auto low = [](unsigned color) -> Draw {
    return [=](ImDrawList& list) { list.AddRectFilled(ImVec2(40, 30), ImVec2(60, 44), color); };
  };
  changes(square(1, 0xff102030u), low(0xff102030u));
  EXPECT_EQ(changes(square(1, 0xff405060u), low(0xff102030u)), std::vector({all}));
  EXPECT_EQ(changes(square(1, 0xff102030u), low(0xff405060u)), (std::vector{DrawnArea{40, 30, 60, 44}, all}));
  EXPECT_TRUE(changes(square(1, 0xff102030u), low(0xff405060u)).empty());
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

// Its rows as Dear ImGui's renderer computes them, from the top of what it draws.
Edges edges_of_clip(const ImDrawData& data) {
  const ImVec4& clip = data.CmdLists[0]->CmdBuffer[0].ClipRect;
  const auto row = [&](float y) { return (y - data.DisplayPos.y) * data.FramebufferScale.y; };
  return {clip.x, row(clip.y), clip.z, row(clip.w)};
}

TEST_F(DrawListsTest, TurnedTheFirstRowIsTheLowest) {
  change([](ImDrawList& list) {
    list.PushClipRect(ImVec2(10, 4), ImVec2(20, 30));
    list.AddRectFilled(ImVec2(0, 0), ImVec2(64, 48), 0xff102030u);
    list.PopClipRect();
  });
  ImDrawData& data = *ImGui::GetDrawData();
  EXPECT_EQ(edges_of_clip(data), (Edges{10, 4, 20, 30}));
  {
    TurnedLists lists(data);
    lists.clip_to({0, 0, 64, 48});
    EXPECT_EQ(data.DisplaySize.y * data.FramebufferScale.y, 48) << "the framebuffer's height";
    EXPECT_EQ(edges_of_clip(data), (Edges{10, 18, 20, 44}));
    lists.clip_to({12, 0, 14, 8});
    EXPECT_EQ(edges_of_clip(data), (Edges{12, 40, 14, 44}));
  }
  EXPECT_EQ(data.DisplaySize.y, 48);
  EXPECT_EQ(edges_of_clip(data), (Edges{10, 4, 20, 30})) << "as it was";
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
  TurnedLists lists(data);
  lists.clip_to({0, 0, 64, 40});
  EXPECT_EQ(edges_of_clip(data), (Edges{10, 48 - 31, 19, 48 - 5}));
  lists.clip_to({12, 0, 14, 8});
  EXPECT_EQ(edges_of_clip(data), (Edges{12, 48 - 8, 14, 48 - 5}));
  lists.clip_to({40, 0, 50, 8});
  const Edges none = edges_of_clip(data);
  EXPECT_EQ((std::array{none[2] - none[0], none[3] - none[1]}), (std::array{0.0f, 0.0f}));
}

} // namespace
} // namespace texelscope
