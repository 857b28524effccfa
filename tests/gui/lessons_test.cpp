// Lessons by mouse and keyboard: predict, reveal, try, leave; and finding a bug.
#include <set>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class LessonsWindow : public GuiTest {
protected:
  void open(const std::string& lesson) {
    choose_from_menu("lessons", "lesson." + lesson);
    ASSERT_TRUE(comes("panel.lesson"));
    ASSERT_TRUE(goes("command.lesson_leave"));
    w().settle();
  }
  void open_bug(const std::string& bug) {
    choose_from_menu("lessons", "menu.bugs");
    ASSERT_TRUE(comes("bug." + bug));
    w().click("bug." + bug);
    ASSERT_TRUE(comes("bug.symptom"));
    ASSERT_TRUE(goes("menu.bugs"));
    w().settle();
  }
  void predict(const std::string& number) {
    w().reach("lesson.number");
    w().click("lesson.number");
    w().key("ctrl+a");
    w().type(number);
    w().key("Return");
  }
};

TEST_F(LessonsWindow, PredictWrongThenRight) {
  start({"--backend", "cpu", "--texture.width", "48"});
  ASSERT_TRUE(comes("result"));
  open("half-a-texel");
  EXPECT_TRUE(becomes("texture.width", 5));
  EXPECT_TRUE(says_anywhere("lesson.title", "3. Half a texel"));
  EXPECT_TRUE(says_anywhere("lesson.step", "Step 1 of 2"));
  EXPECT_FALSE(w().shows("lesson.verdict"));
  EXPECT_FALSE(w().shows("lesson.see"));
  EXPECT_TRUE(comes("pin.1")); // the step's place
  EXPECT_FALSE(w().shows("why.pixel"));
  EXPECT_FALSE(w().shows("status.value"));
  EXPECT_FALSE(w().shows("lesson.try.0"));
  EXPECT_FALSE(w().shows("panel.why")) << "the card has its place";
  w().reach("lesson.reveal");
  w().click("lesson.reveal");
  EXPECT_TRUE(says_anywhere("lesson.predict_first", text(Text::lesson_number_first)));
  predict("0.25");
  EXPECT_TRUE(says("lesson.verdict", "No: yours is off by +0.125. The answer: 0.125"));
  EXPECT_TRUE(says_anywhere("lesson.source", text(Text::lesson_by_model)));
  EXPECT_TRUE(says("why.pixel", "")); // a wrong answer reveals as much as a right one
  EXPECT_TRUE(says("status.value", "0.125"));
  predict("1/8");
  EXPECT_TRUE(says("lesson.verdict", "Right. The answer: 0.125"));
  for (const auto& [texel, weight] : {std::pair{0, "128"}, {1, "128"}, {2, "0"}, {3, "0"}})
    EXPECT_TRUE(says_anywhere("why.picture.weight." + std::to_string(texel), weight));
  w().reach("lesson.try.0");
  EXPECT_TRUE(click_sets("lesson.try.0", "sampler.filter", "point"));
  w().key("F8");
  EXPECT_TRUE(says_anywhere("lesson.step", "Step 2 of 2"));
  EXPECT_FALSE(w().shows("lesson.verdict"));
  predict("2");
  EXPECT_TRUE(says("lesson.verdict", "No: yours is off by +1"));
  EXPECT_TRUE(says("why.coord.x", "1.999")) << "the float is 1.99899995";
  EXPECT_TRUE(says("lesson.result", "0 of 2 right"));
  w().click("lesson.leave");
  EXPECT_TRUE(becomes("texture.width", 48));
  EXPECT_TRUE(goes("panel.lesson"));
  w().click("menu.lessons");
  EXPECT_TRUE(says("lesson.half-a-texel", "(done)"));
  EXPECT_TRUE(says("lessons.progress", "1 of 30 lessons done"));
  EXPECT_TRUE(says("lessons.done.basics", "1/8"));
  EXPECT_TRUE(says("lessons.done.history", "0/2"));
  EXPECT_TRUE(is_drawn("lesson"));
  w().key("Escape");
  const auto home = w().home();
  EXPECT_EQ(w().close(), 0);
  const std::string kept = contents(home / "config/texelscope/settings.json");
  EXPECT_NE(kept.find("\"half-a-texel\""), std::string::npos) << kept;
}

TEST_F(LessonsWindow, TheBorderColorIsNotCountedAsATexel) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  open("clamp-and-wrap");
  predict("7");
  ASSERT_TRUE(says("lesson.verdict", "Right."));
  EXPECT_TRUE(says_anywhere("why.picture.step.2", text(Text::picture_one_texel)));
  w().reach("lesson.try.1");
  EXPECT_TRUE(click_sets("lesson.try.1", "sampler.address_x", "border"));
  EXPECT_TRUE(says_anywhere("why.picture.texel.0", text(Text::why_border)));
}

// One step after the other with nothing but the digits and Return.
TEST_F(LessonsWindow, ReturnRevealsAndGoesOn) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  open("what-is-a-texel");
  const char* predicted[] = {"5", "9", "0.6", "4"}; // the second is wrong
  for (int step = 0; step < 4; ++step) {
    ASSERT_TRUE(says_anywhere("lesson.step", "Step " + std::to_string(step + 1) + " of 4"));
    w().settle(8); // its field has the keyboard some frames after it came
    w().type(predicted[step]);
    w().key("Return");
    EXPECT_TRUE(says("lesson.verdict", step == 1 ? "No" : "Right."));
    EXPECT_TRUE(says_anywhere("lesson.dot." + std::to_string(step), step == 1 ? "wrong" : "right"));
    if (step < 3) {
      EXPECT_FALSE(w().shows("lesson.result"));
      w().key("Return");
    }
  }
  EXPECT_TRUE(says_anywhere("lesson.result", "3 of 4 right"));
  EXPECT_TRUE(says_anywhere("lesson.go_on", "Next lesson: Coordinates from zero"));
  w().reach("lesson.dot.1");
  w().settle(5);
  w().click("lesson.dot.1");
  EXPECT_TRUE(says_anywhere("lesson.step", "Step 2 of 4"));
  w().reach("lesson.dot.3");
  w().settle(5);
  w().click("lesson.dot.3");
  EXPECT_TRUE(says_anywhere("lesson.step", "Step 4 of 4"));
  w().click("lesson.go_on");
  EXPECT_TRUE(says_anywhere("lesson.title", "2. Coordinates from zero"));
  EXPECT_TRUE(says_anywhere("pin.label", "x = 3.2"));
}

// As after a click on the picture: nothing has the keyboard, and the digits would be shortcuts.
TEST_F(LessonsWindow, DigitsAreTheAnswersWhereverTheyAreTyped) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  open("what-is-a-texel");
  w().type("5");
  w().key("Return");
  ASSERT_TRUE(says("lesson.verdict", "Right."));
  w().click("lesson.go_on"); // by the mouse
  ASSERT_TRUE(says_anywhere("lesson.step", "Step 2 of 4"));
  w().settle(8);
  w().type("abc");
  w().key("Return");
  // Newer versions of Dear ImGui empty the field, which is then asked for a number.
  EXPECT_TRUE(says_anywhere("lesson.predict_first", "such as 0.5 or 1/8"));
  w().settle(5);
  EXPECT_EQ(w().field("sampler.filter"), "point") << "the field keeps the keyboard";
  w().key("ctrl+a");
  w().key("BackSpace");
  const Box result = w().box("result");
  w().click_at(result.x() + 90, result.y() + 40);
  w().settle(5);
  const double center = w().field("view.center_x");
  w().type("16");
  EXPECT_TRUE(says_anywhere("lesson.number", "16"));
  EXPECT_EQ(w().field("view.center_x"), center);
  EXPECT_EQ(w().field("texture.bits"), 16);
  w().key("Return");
  EXPECT_TRUE(says("lesson.verdict", "No"));
}

TEST_F(LessonsWindow, AnswersAreThereWhenOneGoesBack) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  open("half-a-texel");
  predict("0.125");
  ASSERT_TRUE(says("lesson.verdict", "Right."));
  w().key("F8");
  ASSERT_TRUE(says_anywhere("lesson.step", "Step 2 of 2"));
  EXPECT_FALSE(w().shows("lesson.verdict"));
  w().key("F7");
  ASSERT_TRUE(says_anywhere("lesson.step", "Step 1 of 2"));
  EXPECT_TRUE(says_anywhere("lesson.verdict", "Right. The answer: 0.125"));
  EXPECT_EQ(w().text("lesson.number"), "0.125");
  w().click("lesson.leave");
  ASSERT_TRUE(goes("panel.lesson"));
  open("half-a-texel");
  EXPECT_TRUE(says_anywhere("lesson.verdict", "Right. The answer: 0.125"));
  EXPECT_TRUE(says_anywhere("lesson.dot.0", "right"));
  EXPECT_TRUE(w().shows("lesson.go_on"));
}

// The column at the left has the rows that the step is about, until all are wanted.
TEST_F(LessonsWindow, OnlyTheSettingsOfTheStep) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  open("half-a-texel");
  EXPECT_TRUE(w().shows("sampler.filter.point")) << "its buttons set it";
  EXPECT_TRUE(w().shows("sampler.normalized_coords.true")) << "it is not what a new session has";
  for (const char* other :
       {"sampler.srgb.true", "texture.source", "settings.fold.texture", "settings.fold.write"})
    EXPECT_FALSE(w().shows(other)) << other;
  w().reach("settings.all");
  w().click("settings.all");
  EXPECT_TRUE(comes("sampler.srgb.true"));
  EXPECT_TRUE(w().shows("settings.fold.texture"));
  w().key("F8");
  EXPECT_TRUE(says_anywhere("lesson.step", "Step 2 of 2"));
  EXPECT_TRUE(w().shows("sampler.srgb.true")) << "for the steps that follow too";
  w().reach("settings.all");
  w().click("settings.all");
  EXPECT_TRUE(goes("sampler.srgb.true"));
}

// Return is down and up again before the next frame.
TEST_F(LessonsWindow, AQuickReturnAnswers) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  open("what-is-a-texel");
  for (const char* number : {"6", "5"}) {
    w().reach("lesson.number");
    w().click("lesson.number");
    w().key("ctrl+a");
    w().type(number);
    ASSERT_TRUE(says("lesson.number", number));
    w().tap("Return", 1);
    EXPECT_TRUE(says("lesson.verdict", number == std::string("5") ? "Right." : "No: yours is off by +1"));
  }
  w().reach("lesson.number");
  w().click("lesson.number");
  w().key("ctrl+a");
  w().type("12345");
  w().tap("BackSpace", 3); // each of several in one frame counts
  EXPECT_TRUE(w().until([&] { return w().text("lesson.number") == "12"; })) << w().text("lesson.number");
}

TEST_F(LessonsWindow, EscapeClosesTheMenuAndKeepsThePin) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  open("half-a-texel");
  predict("1/8");
  ASSERT_TRUE(comes("why.coord.x"));
  w().click("menu.lessons");
  ASSERT_TRUE(comes("lesson.what-is-a-texel"));
  w().key("Escape");
  EXPECT_TRUE(goes("lesson.what-is-a-texel"));
  EXPECT_TRUE(w().shows("why.coord.x")) << "the pin";
  w().click("result");
  ASSERT_TRUE(comes("pin.2"));
  w().key("Escape");
  EXPECT_TRUE(goes("pin.2")) << "the learner's own";
  w().key("Escape");
  w().settle();
  EXPECT_TRUE(w().shows("pin.1")) << "the lesson's";
}

// Every lesson stands in the menu, in the order of its number down each column, at any size.
TEST_F(LessonsWindow, TheMenuShowsAllLessonsInGroups) {
  for (const auto [width, height, dpi, columns] :
       {std::array{1280, 720, 96, 3}, {1920, 1080, 192, 2}, {1280, 720, 192, 1}, {700, 600, 96, 2}}) {
    SCOPED_TRACE(std::to_string(width) + " at " + std::to_string(dpi));
    display_.reset();
    start({"--backend", "cpu"}, width, height, dpi);
    ASSERT_TRUE(comes("result"));
    w().click("menu.lessons");
    ASSERT_TRUE(comes("lesson.what-is-a-texel"));
    std::set<int> lefts;
    int lessons = 0;
    for (const Json& item : w().items()) {
      const std::string name = item["name"];
      if (!name.starts_with("lesson.") || !item["visible"]) continue;
      ++lessons;
      lefts.insert(int(item["rect"][0]));
      EXPECT_GE(item["rect"][0], 0);
      EXPECT_LE(item["rect"][2], width) << name;
    }
    EXPECT_EQ(int(lefts.size()), columns);
    if (height * 96 / dpi >= 540) {
      EXPECT_EQ(lessons, 30);
    }
    EXPECT_TRUE(is_drawn("lesson"));
    w().key("Escape");
    EXPECT_EQ(w().close(), 0);
    window_.reset();
  }
}

TEST_F(LessonsWindow, ChoicesByKeysAlone) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("lesson wrap needs");
  w().key("Return");
  ASSERT_TRUE(says_anywhere("lesson.title", "Wrap needs normalized coordinates"));
  w().key("F9");
  EXPECT_TRUE(comes("lesson.predict_first"));
  w().key("2");
  EXPECT_TRUE(says_anywhere("lesson.choice.1", "clamp"));
  w().key("alt+1");
  w().key("F9");
  EXPECT_TRUE(says("lesson.verdict", "No."));
  EXPECT_TRUE(says_anywhere("lesson.why", "nothing repeats"));
  EXPECT_TRUE(says_anywhere("lesson.choice.1", "✓ clamp"));
  EXPECT_EQ(w().field("texture.source"), "uv_grid");
  w().key("ctrl+z"); // nothing was changed in the lesson, and undo does not reach changes before it
  w().settle();
  EXPECT_EQ(w().field("texture.source"), "uv_grid");
  w().key("F7");
  EXPECT_TRUE(says_anywhere("lesson.title", "6. Borders and mirrors"));
}

TEST_F(LessonsWindow, TheBugsAreTheMenusLastEntry) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  w().click("menu.lessons");
  ASSERT_TRUE(comes("menu.bugs"));
  EXPECT_GT(w().box("menu.bugs").y0, w().box("command.lesson_leave").y1 - 1)
      << "its entries may cover what lies below it";
}

// The window's usual notes on altered settings would name the culprit and offer a fix.
TEST_F(LessonsWindow, NotesWaitUntilTheBugIsFound) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  open_bug("sheared");
  EXPECT_TRUE(says("status.note", text(Text::bug_hides)));
  w().key("ctrl+e"); // copies what WHY says
  EXPECT_TRUE(says("toast.0", text(Text::bug_hides)));
  EXPECT_FALSE(w().shows("status.fix"));
  EXPECT_FALSE(w().shows("note.texture.pitch_offset"));
  w().reach("bug.suspect.texture.pitch_offset");
  w().click("bug.suspect.texture.pitch_offset");
  EXPECT_TRUE(says_anywhere("bug.outcome", "pitch"));
  EXPECT_TRUE(says("status.note", "544 bytes"));
  EXPECT_TRUE(comes("status.fix"));
  w().click("status.fix");
  EXPECT_TRUE(becomes("texture.pitch_offset", 0));
  EXPECT_TRUE(says("status.note", "as requested"));
}

TEST_F(LessonsWindow, ABugIsFixedByItsSetting) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  open_bug("streaks");
  EXPECT_TRUE(becomes("sampler.address_x", "clamp"));
  EXPECT_TRUE(says_anywhere("bug.tries", "0"));
  EXPECT_TRUE(click_sets("sampler.filter.point", "sampler.filter", "point"));
  EXPECT_TRUE(says_anywhere("bug.tries", "1"));
  EXPECT_TRUE(click_sets("sampler.filter.linear", "sampler.filter", "linear"));
  w().reach("bug.suspect.sampler.filter");
  w().click("bug.suspect.sampler.filter");
  EXPECT_TRUE(says_anywhere("bug.innocent", "It is not"));
  EXPECT_FALSE(w().shows("bug.outcome"));
  EXPECT_TRUE(click_sets("sampler.address_x.wrap", "sampler.address_x", "wrap"));
  EXPECT_TRUE(says_anywhere("bug.outcome", "Fixed"));
  EXPECT_TRUE(says_anywhere("bug.why", "Clamp repeats the first and the last column"));
  w().key("F8");
  EXPECT_TRUE(says_anywhere("bug.title", "A dark line above and below"));
  w().reach("bug.give_up");
  w().click("bug.give_up");
  EXPECT_TRUE(says_anywhere("bug.outcome", "It was sampler"));
  w().reach("bug.cure");
  EXPECT_TRUE(click_sets("bug.cure", "sampler.address_y", "clamp"));
}

} // namespace texelscope::gui
