// Animation, and windows of any size and scale.
#include <algorithm>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class Live : public GuiTest {
protected:
  std::int64_t number() { return w().field("write.frame"); }
  std::vector<std::array<std::uint8_t, 3>> texture_pixels() {
    const Box b = w().box("texture");
    const Shot screen = take_shot(display_->name());
    std::vector<std::array<std::uint8_t, 3>> pixels;
    for (int y = int(b.y0); y < int(b.y1); y += 3)
      for (int x = int(b.x0); x < int(b.x1); x += 3)
        pixels.push_back(screen.at(x, y));
    return pixels;
  }

  void animates() {
    w().move(w().box("panel.settings").x0 + 2, w().box("panel.settings").y1 - 2);
    const auto first = number();
    EXPECT_TRUE(w().until([&] { return number() > first + 5; }));
    w().key("F5");
    w().settle(3);
    const auto still = number();
    const auto picture = texture_pixels();
    EXPECT_EQ(history_length(), 1u) << "the running time is no undo step";
    w().settle(6);
    EXPECT_EQ(number(), still) << "F5 pauses";
    EXPECT_EQ(texture_pixels(), picture);
    w().key("period");
    EXPECT_TRUE(becomes("write.frame", still + 1));
    w().settle(4);
    EXPECT_EQ(number(), still + 1) << "one step";
    w().tap("period", 8);
    EXPECT_TRUE(becomes("write.frame", still + 9));
    w().settle(3);
    EXPECT_NE(texture_pixels(), picture) << "another frame, another picture";
    w().key("F5");
    EXPECT_TRUE(w().until([&] { return number() > still + 14; }));
  }
};

TEST_F(Live, PatternFollowsTheFrameNumber) {
  start({"--write.mode", "pattern", "--write.speed", "16"});
  animates();
}

TEST_F(Live, FeedbackFollowsTheFrameNumber) {
  start({"--write.mode", "feedback", "--write.feedback", "drift"});
  animates();
}

// The same frame gives the same picture, whatever happened in between.
TEST_F(Live, FramesComeBack) {
  start({"--write.mode", "feedback", "--write.feedback", "life", "--texture.source", "noise", "--paused"});
  const auto first = [&] {
    w().move(w().box("panel.settings").x0 + 2, w().box("panel.settings").y1 - 2);
    w().settle(4);
    return texture_pixels();
  }();
  w().tap("period", 7);
  EXPECT_TRUE(becomes("write.frame", 7));
  w().settle(4);
  EXPECT_NE(texture_pixels(), first);
  w().key("Home");
  EXPECT_TRUE(becomes("write.frame", 0));
  EXPECT_TRUE(w().until([&] { return texture_pixels() == first; }));
}

TEST_F(Live, TheBackendKeyAnswers) {
  start();
  const std::string before = w().text("badge");
  w().key("F2");
  if (before.starts_with("CPU")) {
    const bool answered = w().until([&] { return w().shows("toast.0") || w().text("badge") != before; });
    ASSERT_TRUE(answered);
    if (w().text("badge") == before) {
      // Without a GPU the message says why, and that the CPU stays.
      EXPECT_TRUE(toasts(say(Text::backend_stays, {""})));
    }
  } else {
    EXPECT_TRUE(says("badge", "CPU"));
  }
  w().key("f");
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  w().settle(5);
}

TEST_F(Live, TexturesOfAnySizeWhileRunning) {
  start();
  for (const char* size : {"1", "16384", "2", "8191"}) {
    w().enter_value("texture.width", size);
    EXPECT_TRUE(becomes("texture.width", std::stoi(size)));
    EXPECT_TRUE(w().until(
        [&] { return w().text("texture.summary").starts_with(size) && !w().shows("loading"); }, 30));
  }
}

// Whether the name is that of a control, not of a frame or picture that contains controls.
bool is_control(const Json& item) {
  const std::string name = item.at("name");
  for (const char* whole : {"panel.", "splitter.", "result", "texture", "hint", "loading", "toast.",
                            "footprint.weight", "why.picture.weight."})
    if (name == whole || (std::string(whole).ends_with('.') && name.starts_with(whole))) return false;
  return item.at("visible").get<bool>();
}

// No control lies over another, leaves its panel at the side, or leaves the window.
void layout_is_sound(const Json& map) {
  struct Place {
    std::string name;
    Box box;
  };
  std::vector<Place> controls;
  const double width = map["size"][0], height = map["size"][1];
  std::optional<Place> panel;
  for (const Json& item : map["items"]) {
    Place place{item["name"], {item["rect"][0], item["rect"][1], item["rect"][2], item["rect"][3]}};
    if (place.name.starts_with("panel.")) panel = place;
    if (!is_control(item)) continue;
    Box& b = place.box;
    // Only the settings panel is longer than its area: what is scrolled past its end is clipped there.
    const bool scrolls = panel && panel->name == "panel.settings" && b.x() < panel->box.x1;
    if (scrolls) b.y0 = std::max(b.y0, panel->box.y0), b.y1 = std::min(b.y1, panel->box.y1);
    EXPECT_TRUE(b.x0 >= -4 && b.y0 >= 0 && b.x1 <= width && b.y1 <= height)
        << place.name << " leaves the window"; // a menu's highlight begins left of it
    const bool in_panel = panel && b.x() > panel->box.x0 && b.x() < panel->box.x1 && b.y() > panel->box.y0 &&
                          b.y() < panel->box.y1;
    if (in_panel && (b.x0 < panel->box.x0 || b.x1 > panel->box.x1))
      ADD_FAILURE() << place.name << " leaves " << panel->name;
    for (const Place& other : controls) {
      const bool apart = b.x1 <= other.box.x0 + 1 || other.box.x1 <= b.x0 + 1 || b.y1 <= other.box.y0 + 1 ||
                         other.box.y1 <= b.y0 + 1;
      EXPECT_TRUE(apart) << place.name << " lies over " << other.name;
    }
    controls.push_back(place);
  }
  EXPECT_GT(controls.size(), 15u) << "a small window shows one column";
}

const std::vector<std::string> full = {"--write.mode", "pattern",          "--paused", "--sampler.address_x",
                                       "border",       "--texture.source", "one_hot",  "--texture.kind",
                                       "float",        "--texture.bits",   "32",       "--sampler.read_mode",
                                       "element"};

struct Screen {
  int width, height, dpi;
};
void PrintTo(const Screen& screen, std::ostream* out) {
  *out << screen.width << "x" << screen.height << " at " << screen.dpi << " dots an inch";
}

class Screens : public Live, public ::testing::WithParamInterface<Screen> {};

TEST_P(Screens, NothingOverlapsOrIsCutOff) {
  const auto [width, height, dpi] = GetParam();
  start(full, width, height, dpi);
  EXPECT_EQ(w().map().at("scale"), dpi / 96.0);
  const Box result = w().box("result");
  w().click_at(result.x(), result.y()); // WHY is full, too
  w().settle(4);
  layout_is_sound(w().map());
  EXPECT_GE((result.x1 - result.x0) * (result.y1 - result.y0), 0.25 * width * height)
      << "the result is the largest picture";
  // A note unfolds, and nothing runs into it.
  w().click("texture.bits.8");
  ASSERT_TRUE(comes("note.texture.bits"));
  w().settle(3);
  layout_is_sound(w().map());
}

std::string screen_name(const ::testing::TestParamInfo<Screen>& parameter) {
  const auto [width, height, dpi] = parameter.param;
  return std::to_string(width) + "x" + std::to_string(height) + "at" + std::to_string(dpi);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Screens,
                         ::testing::Values(Screen{1280, 720, 96}, Screen{1920, 1080, 96},
                                           Screen{2560, 1440, 192}),
                         screen_name);

TEST_F(Live, WindowsOfOtherSizes) {
  display_.emplace(1600, 1000);
  start({}, 1280, 720);
  w().resize(1000, 700);
  EXPECT_TRUE(comes("panel.why"));
  show_tab("cost");
  EXPECT_TRUE(comes("cost.fetch"));
  show_tab("history");
  EXPECT_TRUE(comes("journal.0"));
  layout_is_sound(w().map());
  w().resize(800, 500);
  w().click("columns.settings");
  ASSERT_TRUE(comes("sampler.filter.point"));
  EXPECT_TRUE(click_sets("sampler.filter.point", "sampler.filter", "point"));
  EXPECT_TRUE(click_sets("write.mode.brush", "write.mode", "brush")); // far down: scrolled to by the wheel
  layout_is_sound(w().map());
  w().click("columns.why");
  EXPECT_TRUE(comes("panel.why"));
  w().click("columns.picture");
  ASSERT_TRUE(comes("result"));
  layout_is_sound(w().map());
  const Box result = w().box("result");
  EXPECT_GT(result.x1 - result.x0, 200);
  EXPECT_GT(result.y1 - result.y0, 100);
  w().resize(200, 150); // too small to use, but it must not crash
  w().settle(5);
  w().resize(1600, 1000);
  ASSERT_TRUE(comes("panel.settings"));
  EXPECT_FALSE(w().shows("columns.why"));
  EXPECT_TRUE(click_sets("sampler.filter.linear", "sampler.filter", "linear"));
  layout_is_sound(w().map());
}

TEST_F(Live, SplittersMove) {
  start();
  const auto drags = [&](const std::string& splitter, const std::string& item, double dx, double dy) {
    const Box bar = w().box(splitter), before = w().box(item);
    w().drag(bar.x(), bar.y(), bar.x() + dx, bar.y() + dy);
    EXPECT_TRUE(w().until([&] {
      const Box now = w().box(item);
      return std::abs((now.x1 - now.x0) - (before.x1 - before.x0) - dx) < 2 &&
             std::abs((now.y1 - now.y0) - (before.y1 - before.y0) - dy) < 2;
    })) << splitter;
  };
  drags("splitter.left", "panel.settings", 40, 0);
  drags("splitter.bottom", "panel.result", 0, -30);
  drags("splitter.right", "panel.result", -24, 0);
  layout_is_sound(w().map());
}

// A session whose feedback is at a late frame: the window replays it while drawing, and the replay can be
// stopped.
class Replay : public GuiTest {
protected:
  std::filesystem::path session(const std::string& frame) {
    return folder_.write(
        "far.json",
        R"({"version": 1, "texture": {"width": 4, "height": 4}, "write": {"mode": "feedback", "frame": )" +
            frame + "}}");
  }
};

TEST_F(Replay, AFarFrameIsReplayedAndStopped) {
  start({session("1000000000").string(), "--backend", "cpu"});
  ASSERT_TRUE(comes("replay.stop"));
  EXPECT_TRUE(says("replay", " of 1000000000"));
  EXPECT_TRUE(is_drawn("replay"));
  EXPECT_FALSE(w().shows("hint")) << "the hint would cover the bar";
  EXPECT_EQ(w().field("write.frame"), 1000000000)
      << "the frame of the file stays until the replay is stopped";
  w().key("f"); // the window handles input all the while
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  w().click("replay.stop");
  EXPECT_TRUE(goes("replay.stop"));
  const std::int64_t reached = w().field("write.frame");
  EXPECT_GT(reached, 0);
  EXPECT_LT(reached, 1000000000);
}

TEST_F(Replay, ANearFrameEndsByItselfAndTheAnimationGoesOn) {
  start({session("3000").string(), "--backend", "cpu"});
  EXPECT_TRUE(w().until([&] { return w().field("write.frame") > 3000; }));
  EXPECT_FALSE(w().shows("replay.stop"));
}

} // namespace texelscope::gui
