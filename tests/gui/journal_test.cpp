// The journal: each change is a line with what it did, and a click goes back.
#include <chrono>
#include <thread>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class JournalWindow : public GuiTest {};

TEST_F(JournalWindow, AChangeSaysFromToAndWhatItDid) {
  start({"--backend", "cpu"});
  show_tab("history");
  ASSERT_TRUE(comes("journal.0"));
  w().settle(60); // collects times before the change
  ASSERT_TRUE(click_sets("sampler.filter.point", "sampler.filter", "point"));
  EXPECT_TRUE(says("journal.1", "filter: linear → point"));
  EXPECT_TRUE(says("journal_value.1", "largest change 0.")) << "the change is a number greater than 0";
  EXPECT_TRUE(says("journal_value.1", " at "));
  EXPECT_TRUE(says("journal_time.1", " us, "));
  w().click("journal.0");
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
  EXPECT_TRUE(says("journal.1", "· filter: linear → point")) << "the undone entry stays in the list";
  w().click("journal.1");
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  EXPECT_TRUE(says("journal_value.1", "largest change 0.")) << "the measurement stays";
}

TEST_F(JournalWindow, AMovedViewIsNotCompared) {
  start({"--backend", "cpu"});
  show_tab("history");
  ASSERT_TRUE(comes("journal.0"));
  w().key("0");
  ASSERT_TRUE(comes("journal.1"));
  EXPECT_TRUE(goes("journal_value.1")) << "there is nothing to judge";
  EXPECT_TRUE(goes("journal_time.1"));
  std::this_thread::sleep_for(
      std::chrono::milliseconds(700)); // changes of the view in quick succession are one
  w().key("g");                        // the grid drawn over the picture does not change its values
  EXPECT_TRUE(says("journal.2", "grid: on → off"));
  EXPECT_TRUE(goes("journal_value.2"));
}

} // namespace texelscope::gui
