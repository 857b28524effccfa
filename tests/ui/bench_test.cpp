// The bench lab's views and the plots that they draw.
#include "kernels/ground/text/texts.h"
#include "ui/frame/bench.h"

#include <gtest/gtest.h>

namespace texelscope::ui {
namespace {

TEST(BenchViews, PlotsHaveTheirNames) {
  int plots = 0;
  for (const EnumEntry& view : enum_table<BenchView>())
    if (const auto plot = plot_of(BenchView(view.value))) {
      EXPECT_EQ(identifier(*plot), view.identifier);
      ++plots;
    }
  EXPECT_EQ(plots, int(enum_table<profile::Plot>().size()));
  EXPECT_FALSE(plot_of(BenchView::table));
  EXPECT_FALSE(plot_of(BenchView::compare));
}

TEST(BenchViews, EachSaysWhatToMeasureForIt) {
  EXPECT_EQ(nothing_to_draw(profile::Plot::staircase), Text::bench_no_staircase);
  EXPECT_EQ(nothing_to_draw(profile::Plot::path_comparison), Text::bench_no_duel);
}

} // namespace
} // namespace texelscope::ui
