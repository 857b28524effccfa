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

// 0.6 is 0.600000024 as a float.
TEST(Judgement, ARightAnswerIsNotReproached) {
  LessonStep step;
  step.tolerance = 0.005;
  EXPECT_EQ(verdict_text(step, double(0.6f), 0.6, -1), "✓ Right.");
  EXPECT_EQ(verdict_text(step, double(0.6f), 0.604, -1), "✓ Right.");
  EXPECT_EQ(verdict_text(step, double(0.6f), 0.5, -1), "× No: yours is off by -0.1.");
  EXPECT_EQ(truth_text(step, double(0.6f)), "The answer: 0.6");
  EXPECT_EQ(truth_text(step, 0.125), "The answer: 0.125");
  EXPECT_EQ(truth_text(step, -1e-9), "The answer: 0");
  step.tolerance = 0.00005;
  EXPECT_EQ(truth_text(step, 77 / 256.0), "The answer: 0.30078");
  step.tolerance = 0.5;
  EXPECT_EQ(truth_text(step, 153.0), "The answer: 153");
  EXPECT_EQ(truth_text(step, 85.25), "The answer: 85.3");
  step.tolerance = 0;
  EXPECT_EQ(truth_text(step, 257.0), "The answer: 257");
  EXPECT_EQ(truth_text(step, double(0.6f)), "The answer: 0.600000024");
  EXPECT_EQ(truth_text(step, std::string("clamp")), "The answer: clamp");
  step.choices = {{{"a", ""}, 0.5, {}}, {{"b", ""}, 0.6, {}}};
  EXPECT_EQ(verdict_text(step, 0.5, 0, 0), "✓ Right.");
  EXPECT_EQ(verdict_text(step, 0.5, 0, 1), "× No.");
}

LessonStep step_at(double u, double v, bool normalized) {
  LessonStep step;
  step.at = {u, v};
  step.session.texture.width = 8;
  step.session.texture.height = 4;
  step.session.sampler.normalized_coords = normalized;
  return step;
}

// The unit is the one of the session; what an author takes where it does not matter is left out.
TEST(CoordinateLabel, NamesWhatIsAsked) {
  EXPECT_EQ(coordinate_label(LessonStep()), "");
  EXPECT_EQ(coordinate_label(step_at(1.25, 0.5, true)), "u = 1.25");
  EXPECT_EQ(coordinate_label(step_at(0.3998, 0.5, false)), "x = 3.1984");
  EXPECT_EQ(coordinate_label(step_at(0.3, 0.125, true)), "u = 0.3") << "the center of row 0";
  EXPECT_EQ(coordinate_label(step_at(0.3, 0.2, true)), "u = 0.3, v = 0.2");
  EXPECT_EQ(coordinate_label(step_at(0.3, 0.2, false)), "x = 2.4, y = 0.8");
  EXPECT_EQ(coordinate_label(step_at(0.5, 0.2, true)), "v = 0.2");
  LessonStep row = step_at(0.3, 0.2, true);
  row.session.texture.dimension = Dimension::d1;
  EXPECT_EQ(coordinate_label(row), "u = 0.3");
  LessonStep volume = step_at(0.3, 0.2, true);
  volume.session.texture.dimension = Dimension::d3;
  volume.session.fetch.slice_axis = Axis::y;
  EXPECT_EQ(coordinate_label(volume), "x = 0.3, z = 0.2");
  LessonStep cube;
  cube.direction = {1, -3, 2};
  EXPECT_EQ(coordinate_label(cube), "(1, -3, 2)");
}

TEST(StepSettings, AreThoseThatTheStepIsAbout) {
  Lesson lesson;
  lesson.steps.resize(2);
  lesson.steps[0].session.texture.width = 5;
  lesson.steps[0].session.sampler.filter = FilterMode::point;
  lesson.steps[1].session = lesson.steps[0].session;
  lesson.steps[1].session.sampler.normalized_coords = false;
  lesson.steps[1].session.view.span = 3;
  LessonTry on, off;
  on.fields = {{"texture.width", std::int64_t(3)}, {"sampler.srgb", true}};
  off.fields = {{"sampler.srgb", false}};
  lesson.steps[1].tries = {on, off};
  EXPECT_EQ(step_settings(lesson, 0), (std::vector<std::string_view>{"sampler.filter"}));
  EXPECT_EQ(step_settings(lesson, 1),
            (std::vector<std::string_view>{"texture.width", "sampler.srgb", "sampler.normalized_coords"}));
}

class Pages : public testing::Test {
protected:
  Pages() {
    Lesson first{"a", {"A", ""}, {LessonStep(), LessonStep()}}, second{"b", {"B", ""}, {LessonStep()}};
    for (LessonStep* step : {&first.steps[0], &first.steps[1], &second.steps[0]})
      step->question = {"?", ""};
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
  EXPECT_EQ(state.panels.column, ShownColumn::why);
  EXPECT_FALSE(state.panels.bottom_in_small);
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

// The first prediction counts, as in an examination.
TEST_F(Pages, CountWhatWasRightAtOnce) {
  open_lesson(shelf, 0, 0, session, state);
  EXPECT_EQ(count_asked(shelf.lessons[0]), 2);
  EXPECT_EQ(count_right(shelf.lessons[0], state.lesson), 0);
  state.lesson.right = 1;
  turn_page(shelf, 1, session, state);
  EXPECT_EQ(count_right(shelf.lessons[0], state.lesson), 1) << "turning the page keeps it";
  shelf.lessons[0].steps[0].question = {};
  EXPECT_EQ(count_asked(shelf.lessons[0]), 1);
  EXPECT_EQ(count_right(shelf.lessons[0], state.lesson), 0) << "which nobody asks";
  turn_page(shelf, 1, session, state);
  EXPECT_EQ(state.lesson.right, 0u);
}

TEST_F(Pages, HideTheAnswerUntilItIsGiven) {
  EXPECT_FALSE(hides_answer(shelf, state.lesson)) << "no page is open";
  open_lesson(shelf, 0, 0, session, state);
  EXPECT_TRUE(hides_answer(shelf, state.lesson)) << "the app does not know the page yet";
  reveal_answer(shelf, state.lesson);
  EXPECT_TRUE(hides_answer(shelf, state.lesson)) << "nothing is computed yet";
  shelf.opened = state.lesson.opened;
  EXPECT_TRUE(hides_answer(shelf, state.lesson));
  shelf.truth.failure = "no memory";
  EXPECT_FALSE(hides_answer(shelf, state.lesson)) << "there is no answer";
  shelf.truth.failure.clear();
  shelf.truth.found = LessonTruth{0.125, "the model"};
  EXPECT_TRUE(hides_answer(shelf, state.lesson));
  reveal_answer(shelf, state.lesson);
  EXPECT_FALSE(hides_answer(shelf, state.lesson));
  EXPECT_EQ(state.lesson.typed, "0.125");
  EXPECT_TRUE(state.lesson.revealed);
  turn_page(shelf, 1, session, state);
  EXPECT_TRUE(hides_answer(shelf, state.lesson)) << "each step has its own";
  turn_page(shelf, -1, session, state);
  EXPECT_FALSE(hides_answer(shelf, state.lesson)) << "it was answered before";
  leave_lesson(state);
  EXPECT_FALSE(hides_answer(shelf, state.lesson));
}

TEST_F(Pages, RevealTheChoiceThatIsRight) {
  shelf.lessons[0].steps[0].choices = {{{"a", ""}, std::string("wrap"), {}},
                                       {{"b", ""}, std::string("clamp"), {}}};
  open_lesson(shelf, 0, 0, session, state);
  shelf.opened = state.lesson.opened;
  shelf.truth.found = LessonTruth{std::string("clamp"), ""};
  reveal_answer(shelf, state.lesson);
  EXPECT_EQ(state.lesson.choice, 1);
  EXPECT_TRUE(state.lesson.typed.empty());
}

TEST_F(Pages, HideTheBugUntilItIsFound) {
  shelf.bug_fixed = true; // of the bug before
  open_bug(shelf, 0, session, state);
  EXPECT_TRUE(hides_answer(shelf, state.lesson));
  shelf.bug_fixed = false;
  shelf.opened = state.lesson.opened;
  EXPECT_TRUE(hides_answer(shelf, state.lesson));
  shelf.bug_fixed = true;
  EXPECT_FALSE(hides_answer(shelf, state.lesson)) << "the picture is right again";
  shelf.bug_fixed = false;
  reveal_answer(shelf, state.lesson);
  EXPECT_EQ(state.lesson.named, "sampler.filter");
  EXPECT_FALSE(hides_answer(shelf, state.lesson));
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

TEST_F(Pages, AStepWithoutAQuestionHidesNothingAndIsNeverMissing) {
  shelf.lessons[0].steps[0].question = {};
  open_lesson(shelf, 0, 0, session, state);
  EXPECT_FALSE(hides_answer(shelf, state.lesson));
  turn_page(shelf, 1, session, state);
  EXPECT_TRUE(hides_answer(shelf, state.lesson));
  show_answer(shelf.lessons[0], state.lesson);
  EXPECT_TRUE(state.lesson.is_done("a")) << "its only question is answered";
}

TEST_F(Pages, APresentersAnswerIsShownButMakesNothingDone) {
  open_lesson(shelf, 1, 0, session, state);
  shelf.opened = state.lesson.opened;
  EXPECT_TRUE(hides_answer(shelf, state.lesson));
  present_answer(state.lesson);
  EXPECT_TRUE(state.lesson.revealed);
  EXPECT_FALSE(hides_answer(shelf, state.lesson));
  EXPECT_FALSE(state.lesson.is_done("b"));
}

TEST_F(Pages, PresentedTheLessonAndTheResultTakeTheWindow) {
  Theme theme;
  theme.scale = presenter_scale(1280, 720);
  state.panels.presenting = true;
  Layout alone = layout(1280, 720, theme, state);
  EXPECT_EQ(alone.lesson.width(), 0) << "no lesson is open";
  EXPECT_GT(alone.result.width(), 1250);
  open_lesson(shelf, 0, 0, session, state);
  const Layout wide = layout(1280, 720, theme, state);
  EXPECT_GT(wide.lesson.width(), 500);
  EXPECT_GT(wide.result.width(), 600);
  EXPECT_LT(wide.lesson.x1, wide.result.x0);
  for (const Area& hidden : {wide.left, wide.texture, wide.bottom_right, wide.why, wide.rail, wide.tabs,
                             wide.lab, wide.texture_picture})
    EXPECT_EQ(hidden.width(), 0);
  const Layout tall = layout(800, 1200, theme, state);
  EXPECT_LT(tall.result.y1, tall.lesson.y0);
  EXPECT_GT(tall.lesson.width(), 700);
  state.panels.presenting = false;
  theme.scale = 1;
  EXPECT_GT(layout(1280, 720, theme, state).tabs.width(), 0);
}

TEST(Presenter, TextGrowsWithTheWindow) {
  EXPECT_NEAR(presenter_scale(1280, 720), 1.89, 0.01);
  EXPECT_NEAR(presenter_scale(1920, 1080), 2.84, 0.01);
  EXPECT_NEAR(presenter_scale(670, 1200), 1, 0.01) << "what a narrow window has room for";
}

} // namespace
} // namespace texelscope::ui
