#include "ui/pins.h"

#include <gtest/gtest.h>

#include "ui/ui.h"

namespace texelscope::ui {
namespace {

std::vector<int> numbers(const Pins& pins) {
  std::vector<int> all;
  for (const Pin& pin : pins.kept())
    all.push_back(pin.number);
  return all;
}

TEST(Pins, TheNewOneIsChosenAndTakesTheLowestNumber) {
  Pins pins;
  EXPECT_EQ(pins.chosen_spot(), nullptr);
  for (int x = 0; x < 3; ++x)
    pins.add({{x, 0}});
  EXPECT_EQ(numbers(pins), (std::vector{1, 2, 3}));
  EXPECT_EQ(pins.chosen_spot()->pixel.x, 2);
  pins.remove(1);
  EXPECT_EQ(pins.chosen_spot()->pixel.x, 2) << "another one goes";
  pins.add({{7, 0}});
  EXPECT_EQ(numbers(pins), (std::vector{1, 2, 3}));
  EXPECT_EQ(pins.kept()[1].spot.pixel.x, 7);
  EXPECT_EQ(pins.chosen(), 1u);
}

TEST(Pins, WhereAllAreTakenTheChosenMoves) {
  Pins pins;
  for (int x = 0; x < int(Pins::most); ++x)
    pins.add({{x, 0}});
  pins.choose(2);
  pins.add({{50, 0}});
  EXPECT_EQ(pins.kept().size(), Pins::most);
  EXPECT_EQ(pins.kept()[2].spot.pixel.x, 50);
  pins.let_go();
  pins.add({{60, 0}});
  EXPECT_EQ(pins.kept().back().spot.pixel.x, 60);
  EXPECT_EQ(pins.chosen(), Pins::most - 1);
}

TEST(Pins, EscapeTakesTheChosenThenTheLast) {
  Pins pins;
  for (int x = 0; x < 3; ++x)
    pins.add({{x, 0}});
  pins.choose(0);
  pins.remove_one();
  EXPECT_EQ(numbers(pins), (std::vector{2, 3}));
  EXPECT_EQ(pins.chosen(), std::nullopt);
  pins.remove_one();
  EXPECT_EQ(numbers(pins), (std::vector{2}));
  pins.remove_one();
  pins.remove_one();
  EXPECT_TRUE(pins.kept().empty());
}

TEST(Pins, TheNextGoesRound) {
  Pins pins;
  pins.choose_next();
  EXPECT_EQ(pins.chosen(), std::nullopt);
  pins.add({{0, 0}});
  pins.add({{1, 0}});
  pins.choose_next();
  EXPECT_EQ(pins.chosen(), 0u);
  pins.let_go();
  pins.choose_next();
  EXPECT_EQ(pins.chosen(), 0u);
}

TEST(Pins, WhyTellsOfThePinElseOfTheMouse) {
  State state;
  EXPECT_EQ(state.chosen(), std::nullopt);
  state.hovered = Pixel{3, 4};
  EXPECT_EQ(state.chosen(), (Spot{{3, 4}}));
  state.pins.add({{5, 6}, {1, 0}});
  EXPECT_EQ(state.chosen(), (Spot{{5, 6}, {1, 0}}));
  EXPECT_EQ(state.chosen_pixel(), (Pixel{5, 6}));
}

TEST(Stepped, ByPixelsWithinThePicture) {
  const std::array<double, 2> texel = {3, 3};
  EXPECT_EQ(stepped({{5, 6}}, 1, 0, StepSize::pixel, texel, 10, 8), (Spot{{6, 6}}));
  EXPECT_EQ(stepped({{9, 0}}, 1, -1, StepSize::pixel, texel, 10, 8), (Spot{{9, 0}}));
}

TEST(Stepped, ByTexelsAndTheirParts) {
  const std::array<double, 2> texel = {3, 3};
  EXPECT_EQ(stepped({{5, 6}}, -1, 0, StepSize::texel, texel, 10, 8), (Spot{{5, 6}, {-256, 0}}));
  EXPECT_EQ(stepped({{5, 6}, {4, 4}}, 0, 1, StepSize::fraction, texel, 10, 8), (Spot{{5, 6}, {4, 5}}));
  EXPECT_EQ(stepped({{9, 6}}, 1, 0, StepSize::texel, texel, 10, 8), (Spot{{9, 6}}))
      << "it would leave the picture";
}

TEST(Stepped, APixelFromBetweenIsAPixelAgain) {
  // 1.25 texels of 4 pixels: five pixels on.
  EXPECT_EQ(stepped({{5, 6}, {320, 0}}, 1, 0, StepSize::pixel, {4, 4}, 100, 80), (Spot{{11, 6}}));
}

} // namespace
} // namespace texelscope::ui
