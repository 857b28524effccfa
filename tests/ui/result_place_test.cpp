// Where the panel draws the result: one screen pixel per pixel, or a resize by whole magnifications.
#include <gtest/gtest.h>

#include "kernels/ground/text/texts.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {
namespace {

// A panel of 640 x 380 with a resize to 28 x 14.
struct Panel {
  Panel() {
    areas.result_picture = {100, 50, 740, 430};
    session.view.mapping = Mapping::resize;
    session.view.resize_width = 28, session.view.resize_height = 14;
    session.view.span = 1.6;
  }
  double scale() const { return result_place(ui).scale; }
  double after(CommandId id) {
    run_command(ui, id);
    return scale();
  }

  Frame frame;
  Theme theme;
  Layout areas;
  Session session;
  State state;
  Output output;
  Context ui{frame, theme, areas, session, state, output};
};

TEST(ResultPlace, AFittedViewFillsThePanel) {
  Panel panel;
  panel.session.view.mapping = Mapping::fit;
  const ResultPlace place = result_place(panel.ui);
  EXPECT_EQ(place.width, 640);
  EXPECT_EQ(place.height, 380);
  EXPECT_EQ(place.x0, 100);
  EXPECT_EQ(place.y0, 50);
  EXPECT_EQ(place.scale, 1);
}

TEST(ResultPlace, AResizeIsMagnifiedByAWholeNumber) {
  Panel panel;
  const ResultPlace place = result_place(panel.ui);
  EXPECT_EQ(place.width, 28);
  EXPECT_EQ(place.height, 14);
  EXPECT_EQ(place.scale, 16) << "380 / (1.6 * 14) is 16.96";
  EXPECT_EQ(place.x0, 196);
  EXPECT_EQ(place.y0, 128);
  EXPECT_EQ(place.pixel_at(196 + 16 * 3 + 8, 128 + 16 * 5 + 8), (std::array{3.5, 5.5}));
  EXPECT_EQ(place.window_at(3.5, 5.5).x, 252);
  EXPECT_TRUE(place.contains({27, 13}));
  EXPECT_FALSE(place.contains({28, 13}));
  EXPECT_FALSE(place.contains({3, -1}));
  panel.session.view.resize_width = 1000, panel.session.view.resize_height = 700;
  panel.session.view.span = 1.1;
  EXPECT_EQ(panel.scale(), 1.0 / 3) << "half of it would not fit into 1.1 heights";
}

TEST(ResultPlace, CommandsGoFromOneMagnificationToAnother) {
  Panel panel;
  EXPECT_EQ(panel.after(CommandId::fit_view), 22) << "640 / 28, and 380 / 14 is more";
  EXPECT_EQ(panel.session.view.center_x, 0.5);
  EXPECT_EQ(panel.after(CommandId::zoom_in), 27);
  EXPECT_EQ(panel.after(CommandId::one_to_one), 1);
  EXPECT_EQ(panel.after(CommandId::zoom_in), 2) << "1.25 would not be whole";
  EXPECT_EQ(panel.after(CommandId::zoom_out), 1);
  EXPECT_EQ(panel.after(CommandId::zoom_out), 1 / 2.0);
  EXPECT_EQ(panel.after(CommandId::zoom_out), 1 / 3.0);
  EXPECT_EQ(panel.after(CommandId::zoom_in), 1 / 2.0);
  EXPECT_EQ(panel.after(CommandId::zoom_in), 1);
}

TEST(ResultPlace, TheCenterIsAShareOfAResize) {
  Panel panel;
  panel.session.view.center_x = 0.25, panel.session.view.center_y = 0.75;
  EXPECT_EQ(view_point(panel.ui, 420, 240), (std::array{0.25, 0.75})) << "the panel's middle";
  const std::array<double, 2> texture = result_to_texture(panel.ui, 420, 240);
  EXPECT_DOUBLE_EQ(texture[0], 0.25);
  panel.session.view.align_corners = true; // pixel 7's left edge, of 64 texels: 6.5 * 63 / 27 + 0.5
  EXPECT_DOUBLE_EQ(result_to_texture(panel.ui, 420, 240)[0], (6.5 * 63 / 27 + 0.5) / 64);
  EXPECT_EQ(view_point(panel.ui, 420, 240), (std::array{0.25, 0.75})) << "still the same pixels";
}

TEST(ResultPlace, AResizeIsNotRotated) {
  Panel panel;
  run_command(panel.ui, CommandId::rotate_left);
  EXPECT_EQ(panel.session.view.rotation, 0);
  ASSERT_EQ(panel.output.actions.size(), 1u);
  EXPECT_EQ(panel.output.actions[0].text, text(Text::resize_not_rotated));
  panel.session.view.mapping = Mapping::fit;
  run_command(panel.ui, CommandId::rotate_left);
  EXPECT_EQ(panel.session.view.rotation, -15);
}

} // namespace
} // namespace texelscope::ui
