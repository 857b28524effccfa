#include "ui/frame/lessons.h"

#include <gtest/gtest.h>

#include "ui/frame/ui.h"

namespace texelscope::ui {
namespace {

TEST(Prediction, IsReadAsPeopleWriteNumbers) {
  EXPECT_EQ(parse_prediction("0.125"), 0.125);
  EXPECT_EQ(parse_prediction(" +1/8 "), 0.125);
  EXPECT_EQ(parse_prediction("0,125"), 0.125);
  EXPECT_EQ(parse_prediction("-1e-3"), -0.001);
  EXPECT_EQ(parse_prediction("77 / 256"), 77 / 256.0);
  for (const char* none : {"", "x", "1/0", "1/", "/2", "1 2x", "nan", "inf", "0x1"})
    EXPECT_EQ(parse_prediction(none), std::nullopt) << none;
}

TEST(Judgement, OfNumbersAndChoices) {
  LessonStep step;
  step.tolerance = 0.01;
  EXPECT_EQ(judge(step, 0.5, 0.5, -1), Judgement::exact);
  EXPECT_EQ(judge(step, 0.5, 0.509, -1), Judgement::close);
  EXPECT_EQ(judge(step, 0.5, 0.511, -1), Judgement::wrong);
  step.choices = {{{"a", ""}, std::string("clamp"), {}}, {{"b", ""}, 0.214, {}}};
  EXPECT_EQ(judge(step, std::string("clamp"), 0, 0), Judgement::exact);
  EXPECT_EQ(judge(step, std::string("wrap"), 0, 0), Judgement::wrong);
  EXPECT_EQ(judge(step, 0.21, 0, 1), Judgement::exact);
  EXPECT_EQ(judge(step, 0.21, 0, 0), Judgement::wrong) << "text is no number";
  EXPECT_EQ(judge(step, 0.21, 0, -1), Judgement::wrong) << "nothing was chosen";
}

class Pages : public testing::Test {
protected:
  Pages() {
    Lesson first{"a", {"A", ""}, {LessonStep(), LessonStep()}}, second{"b", {"B", ""}, {LessonStep()}};
    first.steps[0].session.texture.width = 11;
    first.steps[1].session.texture.width = 12;
    second.steps[0].session.texture.width = 21;
    shelf.lessons = {first, second};
    Bug bug{"c", {"C", ""}, {}, {}, {}, {{"sampler.filter", std::string("point")}}, {"sampler.filter"}};
    shelf.bugs = {bug};
    session.texture.width = 99;
  }
  LessonShelf shelf;
  Session session;
  State state;
};

TEST_F(Pages, TurnThroughAllStepsAndBack) {
  open_lesson(shelf, 0, 0, session, state);
  EXPECT_EQ(session.texture.width, 11);
  EXPECT_EQ(state.panels.tab, Tab::lesson);
  state.lesson.answered = 1;
  turn_page(shelf, 1, session, state);
  EXPECT_EQ(session.texture.width, 12);
  EXPECT_EQ(state.lesson.answered, 1u) << "turning the page keeps the answers";
  turn_page(shelf, 1, session, state);
  EXPECT_EQ(session.texture.width, 21);
  EXPECT_EQ(state.lesson.answered, 0u);
  turn_page(shelf, 1, session, state);
  EXPECT_EQ(session.texture.width, 21) << "there is no page after the last";
  turn_page(shelf, -1, session, state);
  EXPECT_EQ(session.texture.width, 12) << "back to the last step of the first lesson";
}

TEST_F(Pages, KeepTheOwnSessionOfTheFirst) {
  const Session own = session;
  open_lesson(shelf, 0, 1, session, state);
  session.sampler.srgb = true;
  open_bug(shelf, 0, session, state);
  EXPECT_EQ(session.sampler.filter, FilterMode::point);
  session.sampler.filter = FilterMode::linear;
  reset_lesson(shelf, session, state);
  EXPECT_EQ(session.sampler.filter, FilterMode::point);
  state.lesson.mark_done("bug.c");
  state.lesson.mark_done("bug.c");
  EXPECT_EQ(state.lesson.own, own);
  leave_lesson(state);
  EXPECT_FALSE(state.lesson.open());
  EXPECT_EQ(state.lesson.done, std::vector<std::string>{"bug.c"});
  EXPECT_EQ(state.lesson.own, std::nullopt);
}

TEST_F(Pages, WhatIsNotThereIsNotOpened) {
  open_lesson(shelf, 2, 0, session, state);
  open_bug(shelf, 1, session, state);
  EXPECT_FALSE(state.lesson.open());
  EXPECT_EQ(session.texture.width, 99);
}

} // namespace
} // namespace texelscope::ui
