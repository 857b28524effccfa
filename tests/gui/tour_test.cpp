// The guided tour: at the first start and when it is asked for, by mouse and by keyboard alone.
#include <algorithm>
#include <array>
#include <fstream>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class Tour : public GuiTest {
protected:
  void SetUp() override { home_ = folder_.path("home"); }

  // Settings in which nothing has been seen yet.
  void first_start(std::vector<std::string> arguments = {}, int width = 1280, int height = 720, int dpi = 96,
                   const char* settings = "{\"version\": 1}") {
    std::filesystem::create_directories(home_ / "config/texelscope");
    std::ofstream(home_ / "config/texelscope/settings.json") << settings;
    arguments.insert(arguments.end(), {"--backend", "cpu"});
    start(std::move(arguments), width, height, dpi);
  }
  bool seen() {
    std::ifstream file(home_ / "config/texelscope/settings.json");
    return Json::parse(file).at("tour_seen");
  }
  int stop() {
    for (int i = 0; i < 5; ++i)
      if (w().shows(std::string("tour.title.") + names[i])) return i;
    return -1;
  }
  ::testing::AssertionResult is_at(int wanted) {
    if (w().until([&] { return stop() == wanted; })) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "the tour is at " << stop() << ", not at " << wanted;
  }
  // Whether the pixels along the panel's edges have the accent's color, and those outside it are dimmed.
  ::testing::AssertionResult is_framed(const char* panel) {
    w().move(1, 1);
    w().settle();
    const Box frame = w().box("tour.frame"), area = w().box(panel);
    if (frame.x0 > area.x0 + 2 || frame.x1 < area.x1 - 2 || frame.y0 > area.y0 + 2 || frame.y1 < area.y1 - 2)
      return ::testing::AssertionFailure() << panel << " is not within the frame";
    const Shot shot = take_shot(w().display().name());
    const auto blue = [&](double x, double y) {
      const auto& p = shot.at(std::clamp(int(x), 0, shot.width - 1), std::clamp(int(y), 0, shot.height - 1));
      return p[2] > 120 && p[2] > p[0] + 40;
    };
    int framed = 0;
    for (int i = 1; i < 20; ++i) {
      const double y = frame.y0 + (frame.y1 - frame.y0) * i / 20,
                   x = frame.x0 + (frame.x1 - frame.x0) * i / 20;
      framed += blue(frame.x0 + 1, y) + blue(frame.x1 - 2, y) + blue(x, frame.y0 + 1) + blue(x, frame.y1 - 2);
    }
    if (framed >= 66) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << framed << " of 76 points around " << panel << " are the frame's";
  }
  // Mean brightness of a part of the screen.
  double brightness(const Box& box) {
    const Shot shot = take_shot(w().display().name());
    double sum = 0;
    int count = 0;
    for (int y = int(box.y0); y < int(box.y1); ++y)
      for (int x = int(box.x0); x < int(box.x1); ++x, ++count)
        sum += shot.at(x, y)[0] + shot.at(x, y)[1] + shot.at(x, y)[2];
    return sum / count / 3;
  }
  // The card covers nothing of the panel that it speaks of, unless that fills the window.
  bool is_beside(const char* panel) {
    const Box card = w().box("tour.card"), area = w().box(panel);
    return card.x1 <= area.x0 || card.x0 >= area.x1 || card.y1 <= area.y0 || card.y0 >= area.y1;
  }

  static constexpr const char* names[] = {"result", "settings", "texture", "why", "status"};
  static constexpr const char* panels[] = {"panel.result", "panel.settings", "panel.texture", "panel.why",
                                           "status.note"};
};

// A fresh start shows few texels and a pin beyond their edge; later ones show the last session.
TEST_F(Tour, TheFirstPictureIsOfAFewTexels) {
  first_start();
  ASSERT_TRUE(comes("tour.card"));
  EXPECT_EQ(w().field("texture.width"), 8);
  EXPECT_EQ(w().field("sampler.address_x"), "wrap");
  EXPECT_TRUE(says("pin.label", "u = 1.25"));
  w().click("tour.skip");
  ASSERT_TRUE(goes("tour.card"));
  EXPECT_TRUE(w().shows("hint"));
  EXPECT_TRUE(comes("why.pixel")) << "of the pin";
  w().key("Escape");
  EXPECT_TRUE(goes("pin.1"));
  EXPECT_EQ(w().close(), 0) << "nothing was changed, so nothing is asked";
  start({"--backend", "cpu", "--texture.width", "24"});
  EXPECT_EQ(w().field("texture.width"), 24);
  EXPECT_FALSE(w().shows("pin.1"));
}

TEST_F(Tour, FiveStopsByMouseThenNeverAgain) {
  first_start();
  ASSERT_TRUE(comes("tour.card"));
  EXPECT_FALSE(w().shows("hint")) << "the tour says more";
  for (int i = 0; i < 5; ++i) {
    SCOPED_TRACE(names[i]);
    ASSERT_TRUE(is_at(i));
    EXPECT_TRUE(is_framed(panels[i]));
    EXPECT_TRUE(is_beside(panels[i]));
    EXPECT_TRUE(says("tour.stop", std::to_string(i + 1) + " of 5"));
    EXPECT_TRUE(is_drawn("tour."));
    if (i == 2) {
      w().click("tour.back");
      ASSERT_TRUE(is_at(1));
      w().click("tour.next");
      ASSERT_TRUE(is_at(2));
    }
    if (i < 4) w().click("tour.next");
  }
  EXPECT_FALSE(w().shows("tour.skip"));
  EXPECT_TRUE(says("tour.keys", text(Text::tour_keys_end)));
  w().click("tour.next");
  EXPECT_TRUE(goes("tour.card"));
  EXPECT_TRUE(w().shows("hint"));
  EXPECT_EQ(w().close(), 0);
  EXPECT_TRUE(seen());
  start({"--backend", "cpu"});
  w().settle(10);
  EXPECT_FALSE(w().shows("tour.card"));
  choose_from_menu("help", "command.tour");
  ASSERT_TRUE(comes("tour.card"));
  EXPECT_TRUE(is_at(0));
  w().click("tour.skip");
  EXPECT_TRUE(goes("tour.card"));
}

// In a dense window the card stands where messages usually do.
TEST_F(Tour, AMessageLeavesTheCardFree) {
  first_start({}, 1920, 1080, 192, "{broken");
  ASSERT_TRUE(comes("toast.0"));
  ASSERT_TRUE(is_at(0));
  EXPECT_TRUE(is_beside("toast.0"));
  EXPECT_TRUE(is_drawn("toast.0"));
  EXPECT_TRUE(is_drawn("tour."));
  w().key("Escape");
  EXPECT_TRUE(goes("tour.card"));
}

TEST_F(Tour, ByKeyboardAlone) {
  first_start();
  ASSERT_TRUE(is_at(0));
  w().move(2, 2); // WHY would also explain the pixel under the mouse
  w().key("Return");
  ASSERT_TRUE(is_at(1));
  w().key("f"); // what the card says works while it is shown
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  w().key("ctrl+z");
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
  w().key("Return");
  w().key("Return");
  ASSERT_TRUE(is_at(3));
  w().key("p");
  EXPECT_TRUE(comes("why.pixel"));
  w().key("BackSpace");
  ASSERT_TRUE(is_at(2));
  w().key("Escape");
  EXPECT_TRUE(goes("tour.card"));
  EXPECT_TRUE(w().shows("why.pixel")) << "the key ended the tour, and did nothing else";
  w().key("Escape");
  EXPECT_TRUE(goes("why.pixel"));
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("guided tour");
  w().key("Return");
  ASSERT_TRUE(is_at(0));
  for (int i = 1; i <= 4; ++i) {
    w().key("Return");
    ASSERT_TRUE(is_at(i));
  }
  w().key("Return");
  EXPECT_TRUE(goes("tour.card"));
}

TEST_F(Tour, TheWindowWorksBehindIt) {
  first_start();
  ASSERT_TRUE(is_at(0));
  const Box settings = w().box("panel.settings");
  const Box sample{settings.x0 + 4, settings.y0 + 4, settings.x1 - 4, settings.y1 - 4};
  const double dimmed = brightness(sample);
  EXPECT_TRUE(click_sets("sampler.filter.point", "sampler.filter", "point"));
  const Box result = w().box("result");
  const double span = w().field("view.span");
  w().wheel(result.x0 + 40, result.y0 + 40, 2);
  EXPECT_TRUE(w().until([&] { return w().field("view.span").get<double>() < span; }));
  EXPECT_TRUE(is_at(0));
  w().click("tour.next");
  ASSERT_TRUE(is_at(1));
  w().move(1, 1);
  w().settle();
  EXPECT_GT(brightness(sample), dimmed + 4) << "the panel of the stop is not dimmed";
}

TEST_F(Tour, EndsInTheFirstLesson) {
  first_start();
  for (int i = 1; i <= 4; ++i)
    w().key("Return");
  ASSERT_TRUE(is_at(4));
  w().click("tour.lesson");
  EXPECT_TRUE(goes("tour.card"));
  EXPECT_TRUE(says_anywhere("lesson.title", "1. What is a texel?"));
}

// Whoever is asked for something else at the first start gets that.
TEST_F(Tour, ALessonComesFirst) {
  first_start({"--lesson", "half-a-texel"});
  EXPECT_TRUE(says_anywhere("lesson.title", "3. Half a texel"));
  EXPECT_FALSE(w().shows("tour.card"));
}

TEST_F(Tour, FitsANarrowWindowAndLargeText) {
  for (const auto [width, height, dpi] : {std::array{900, 600, 96}, {1280, 720, 192}}) {
    SCOPED_TRACE(dpi);
    display_.reset();
    std::filesystem::remove_all(home_);
    first_start({}, width, height, dpi);
    for (int i = 0; i < 5; ++i) {
      ASSERT_TRUE(is_at(i)) << i;
      const Box card = w().box("tour.card");
      EXPECT_GE(card.x0, 0);
      EXPECT_GE(card.y0, 0);
      EXPECT_LE(card.x1, width);
      EXPECT_LE(card.y1, height);
      EXPECT_TRUE(is_drawn("tour."));
      w().key("Return");
    }
    EXPECT_TRUE(goes("tour.card"));
    EXPECT_EQ(w().close(), 0);
    window_.reset();
  }
}

} // namespace texelscope::gui
