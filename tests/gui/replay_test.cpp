// A session whose feedback is at a late frame: the window replays it while drawing, and the replay can be
// stopped.
#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

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
