#include "ui/frame/pins.h"

#include <gtest/gtest.h>

#include "ui/frame/ui.h"

namespace texelscope::ui {
namespace {

SamplePosition at_u(double u) {
  return {{u, 0, 0}, false, 0, {}, 0};
}

std::vector<int> numbers(const Pins& pins) {
  std::vector<int> all;
  for (const Pin& pin : pins.kept())
    all.push_back(pin.number);
  return all;
}

TEST(Pins, TheNewOneIsChosenAndTakesTheLowestNumber) {
  Pins pins;
  EXPECT_EQ(pins.chosen_position(), nullptr);
  for (int x = 0; x < 3; ++x)
    pins.add(at_u(x));
  EXPECT_EQ(numbers(pins), (std::vector{1, 2, 3}));
  EXPECT_EQ(pins.chosen_position()->at[0], 2);
  pins.remove(1);
  EXPECT_EQ(pins.chosen_position()->at[0], 2) << "removing another pin keeps the choice";
  pins.add(at_u(7));
  EXPECT_EQ(numbers(pins), (std::vector{1, 2, 3}));
  EXPECT_EQ(pins.kept()[1].position.at[0], 7);
  EXPECT_EQ(pins.chosen(), 1u);
}

TEST(Pins, WhereAllAreTakenTheChosenMoves) {
  Pins pins;
  for (int x = 0; x < int(Pins::most); ++x)
    pins.add(at_u(x));
  pins.choose(2);
  pins.add(at_u(50));
  EXPECT_EQ(pins.kept().size(), Pins::most);
  EXPECT_EQ(pins.kept()[2].position.at[0], 50);
  pins.deselect();
  pins.add(at_u(60));
  EXPECT_EQ(pins.kept().back().position.at[0], 60);
  EXPECT_EQ(pins.chosen(), Pins::most - 1);
}

TEST(Pins, EscapeTakesTheChosenThenTheLast) {
  Pins pins;
  for (int x = 0; x < 3; ++x)
    pins.add(at_u(x));
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

TEST(Pins, WhatAQuestionNeedsStays) {
  Pins pins;
  pins.add(at_u(1), "u = 1");
  pins.add(at_u(2));
  pins.add(at_u(3));
  pins.choose(0);
  for (int i = 0; i < 3; ++i)
    pins.remove_one(false);
  EXPECT_EQ(numbers(pins), (std::vector{1}));
  EXPECT_EQ(pins.kept()[0].label, "u = 1");
  EXPECT_EQ(pins.chosen(), 0u);
  pins.move_chosen(at_u(4));
  EXPECT_EQ(pins.kept()[0].label, "") << "it is somewhere else now";
  pins.remove_one(false);
  EXPECT_TRUE(pins.kept().empty());
  pins.add(at_u(1), "u = 1");
  pins.remove_one();
  EXPECT_TRUE(pins.kept().empty());
}

TEST(Pins, TheNextGoesRound) {
  Pins pins;
  pins.choose_next();
  EXPECT_EQ(pins.chosen(), std::nullopt);
  pins.add(at_u(0));
  pins.add(at_u(1));
  pins.choose_next();
  EXPECT_EQ(pins.chosen(), 0u);
  pins.deselect();
  pins.choose_next();
  EXPECT_EQ(pins.chosen(), 0u);
}

TEST(Pins, WhyExplainsThePinElseThePixelUnderTheMouse) {
  State state;
  EXPECT_EQ(state.selection.chosen(), std::nullopt);
  state.selection.hovered = Pixel{3, 4};
  EXPECT_EQ(state.selection.chosen(), FetchTarget(Pixel{3, 4}));
  const Session session;
  const Effective effective = resolve(session).effective;
  EXPECT_EQ(state.selection.chosen_pixel(session, effective, 640, 480), (Pixel{3, 4}));
  state.selection.pins.add(*position_of(session, effective, 640, 480, {5, 6}));
  EXPECT_EQ(state.selection.chosen(), FetchTarget(*position_of(session, effective, 640, 480, {5, 6})));
  EXPECT_EQ(state.selection.chosen_pixel(session, effective, 640, 480), (Pixel{5, 6}));
}

} // namespace
} // namespace texelscope::ui
