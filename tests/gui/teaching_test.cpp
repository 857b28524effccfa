// What a lecturer uses: presenter mode, steps written from the window, lessons opened from files, and
// recorded answers.
#include <fstream>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

namespace fs = std::filesystem;

class Teaching : public GuiTest {
protected:
  Json file(const fs::path& path) {
    std::ifstream in(path);
    return in ? Json::parse(in) : Json();
  }
  fs::path lesson() {
    const fs::path path = folder_.path("mine.json");
    std::ofstream(path) << R"({"version": 1, "id": "mine", "title": {"en": "My lesson"}, "steps": [
      {"text": {"en": "Only a text."}, "session": {"texture": {"width": 33}}},
      {"text": {"en": "And a question."}, "session": {"texture": {"width": 34}},
       "question": {"en": "How many?"}, "answer": {"number": 7}}]})";
    return path;
  }
  // The mean of a part of the screen, 0 to 255.
  double brightness(const Box& box) {
    const Shot shot = take_shot(w().display().name());
    double sum = 0;
    int count = 0;
    for (int y = int(box.y0) + 2; y < int(box.y1) - 2; y += 3)
      for (int x = int(box.x0) + 2; x < int(box.x1) - 2; x += 3, ++count)
        sum += shot.at(x, y)[1];
    return sum / std::max(1, count);
  }
  double text_height(const char* item) {
    const Box box = w().box(item);
    return box.y1 - box.y0;
  }
};

TEST_F(Teaching, PresenterModeShowsTheLessonAndTheResultAlone) {
  start({"--backend", "cpu", "--lesson", "half-a-texel"});
  ASSERT_TRUE(comes("lesson.question"));
  const double small = text_height("lesson.title");
  w().key("F11");
  ASSERT_TRUE(comes("present.leave"));
  ASSERT_TRUE(says("lesson.title", "3. Half a texel"));
  EXPECT_GT(text_height("lesson.title"), 1.4 * small);
  const Box after = w().box("result");
  EXPECT_GT((after.x1 - after.x0) * (after.y1 - after.y0), 0.35 * 1280 * 720) << "beside larger type";
  for (const char* hidden : {"menu.file", "panel.why", "panel.why.hidden", "panel.cost", "texture",
                             "status.note", "tabs.history", "view.grid", "sampler.filter"})
    EXPECT_FALSE(w().shows(hidden)) << hidden;
  EXPECT_TRUE(is_drawn("lesson"));
  EXPECT_TRUE(says("present.caption", "clamp, linear, in texels; F: point | linear"));
  w().key("f");
  EXPECT_TRUE(says("present.caption", "clamp, point, in texels"));
  w().key("f");
  EXPECT_TRUE(says("present.caption", "clamp, linear"));
  EXPECT_LT(brightness(w().box("panel.lesson")), 90);
  w().key("ctrl+t");
  w().settle();
  EXPECT_GT(brightness(w().box("panel.lesson")), 180) << "the light theme";
  // The clicker's keys: nothing is told before, then the answer, then the next step.
  EXPECT_FALSE(w().shows("lesson.verdict"));
  EXPECT_FALSE(w().shows("lesson.try.0"));
  w().key("Next");
  EXPECT_TRUE(says_anywhere("lesson.verdict", "The answer: 0.125"));
  EXPECT_TRUE(says_anywhere("lesson.step", "Step 1 of 2"));
  w().key("Next");
  EXPECT_TRUE(says_anywhere("lesson.step", "Step 2 of 2"));
  EXPECT_FALSE(w().shows("lesson.verdict"));
  w().key("Prior");
  EXPECT_TRUE(says_anywhere("lesson.step", "Step 1 of 2"));
  w().key("F8");
  EXPECT_TRUE(says_anywhere("lesson.step", "Step 2 of 2"));
  w().key("F9");
  EXPECT_TRUE(says_anywhere("lesson.verdict", "The answer: "));
  w().key("Escape");
  EXPECT_TRUE(comes("menu.file"));
  EXPECT_TRUE(goes("present.leave"));
  EXPECT_TRUE(says_anywhere("lesson.step", "Step 2 of 2")) << "Esc ends the mode, not the lesson";
  w().click("menu.lessons");
  ASSERT_TRUE(comes("command.present"));
  EXPECT_FALSE(w().text("lesson.half-a-texel").find("(done)") != std::string::npos)
      << "nobody predicted anything";
  w().click("command.present");
  ASSERT_TRUE(comes("present.leave"));
  w().click("present.leave");
  EXPECT_TRUE(comes("menu.file"));
}

TEST_F(Teaching, ALongTitleLeavesNothingCutOff) {
  start({"--backend", "cpu", "--lesson", "unnormalized-wrap"}, 1920, 1080);
  ASSERT_TRUE(comes("lesson.question"));
  w().key("F11");
  ASSERT_TRUE(comes("present.leave"));
  const Box panel = w().box("panel.lesson"), step = w().box("lesson.step"), title = w().box("lesson.title");
  EXPECT_LT(step.x1, panel.x1);
  EXPECT_GE(step.y0, title.y1 - 2) << "it has a line of its own";
  // The answer of choices is marked, though nobody chose one.
  w().key("Next");
  EXPECT_TRUE(says_anywhere("lesson.choice.1", "✓ clamp"));
  EXPECT_FALSE(w().shows("lesson.verdict"));
  EXPECT_TRUE(comes("lesson.see"));
}

TEST_F(Teaching, PresenterModeHidesTheAnswerOfABug) {
  start({"--backend", "cpu", "--lesson", "streaks"});
  ASSERT_TRUE(comes("bug.symptom"));
  w().key("F11");
  ASSERT_TRUE(comes("present.leave"));
  EXPECT_FALSE(w().shows("bug.outcome"));
  w().key("Next");
  EXPECT_TRUE(says_anywhere("bug.outcome", "clamp"));
  EXPECT_TRUE(is_drawn("bug"));
  w().key("F11");
  EXPECT_TRUE(comes("menu.file"));
}

TEST_F(Teaching, WithoutALessonTheResultTakesTheWindow) {
  start({"--backend", "cpu"}, 1920, 1080, 192);
  ASSERT_TRUE(comes("result"));
  w().key("F11");
  ASSERT_TRUE(goes("menu.file"));
  w().settle();
  const Box result = w().box("result");
  EXPECT_GT(result.x1 - result.x0, 1700);
  EXPECT_GT(result.y1 - result.y0, 860) << "a caption is below";
  w().key("ctrl+p"); // the palette is there
  ASSERT_TRUE(comes("palette.query"));
  w().type("presenter");
  EXPECT_TRUE(says("palette.choice", text(Text::command_present)));
  w().key("Return");
  EXPECT_TRUE(comes("menu.file"));
}

TEST_F(Teaching, PresenterModeShowsSettingsOrWhyOnAKey) {
  start({"--backend", "cpu"}, 1920, 1080, 192);
  ASSERT_TRUE(comes("result"));
  w().key("F11");
  ASSERT_TRUE(goes("menu.file"));
  w().key("ctrl+1");
  ASSERT_TRUE(comes("sampler.filter.point"));
  EXPECT_TRUE(click_sets("sampler.filter.point", "sampler.filter", "point"));
  w().key("ctrl+2");
  ASSERT_TRUE(goes("sampler.filter.point"));
  ASSERT_TRUE(comes("panel.why"));
  const Box result = w().box("result");
  w().move(result.x() + 31, result.y() + 17);
  ASSERT_TRUE(comes("why.picture.texel.0"));
  const Box texel = w().box("why.picture.texel.0");
  EXPECT_GT(texel.x1 - texel.x0, 190) << "legible from the last row";
  EXPECT_TRUE(is_drawn("why."));
  w().key("ctrl+2");
  EXPECT_TRUE(goes("panel.why"));
  EXPECT_GT(w().box("result").x1 - w().box("result").x0, 1700);
  w().key("F11");
  EXPECT_TRUE(comes("menu.file"));
}

TEST_F(Teaching, ALessonOpensByDropDialogAndCommandLine) {
  const fs::path path = lesson();
  start({"--backend", "cpu", path.string()});
  ASSERT_TRUE(says_anywhere("lesson.title", "My lesson"));
  EXPECT_TRUE(becomes("texture.width", 33));
  EXPECT_TRUE(says_anywhere("lesson.text", "Only a text."));
  EXPECT_FALSE(w().shows("lesson.reveal"));
  EXPECT_TRUE(comes("panel.why"));
  EXPECT_FALSE(w().shows("why.hidden")) << "there is no answer to hide";
  w().click("lesson.leave");
  ASSERT_TRUE(goes("lesson.title"));
  w().key("ctrl+o");
  choose_file(path);
  ASSERT_TRUE(says_anywhere("lesson.title", "My lesson"));
  w().click("lesson.leave");
  ASSERT_TRUE(goes("lesson.title"));
  const Box result = w().box("result");
  ASSERT_TRUE(drop_files(display_->name(), "Texelscope", int(result.x()), int(result.y()), {path}));
  ASSERT_TRUE(says_anywhere("lesson.title", "My lesson"));
  std::ofstream(folder_.path("bad.json")) << R"({"version": 1, "id": "x", "steps": []})";
  ASSERT_TRUE(drop_files(display_->name(), "Texelscope", int(result.x()), int(result.y()),
                         {folder_.path("bad.json")}));
  EXPECT_TRUE(toasts("\"title\" is missing"));
  EXPECT_TRUE(says_anywhere("lesson.title", "My lesson"));
}

TEST_F(Teaching, TheStateBecomesAStep) {
  const fs::path path = folder_.path("new.json");
  start({"--backend", "cpu", "--texture.width", "40", "--sampler.filter", "linear"});
  ASSERT_TRUE(comes("result"));
  choose_from_menu("lessons", "command.add_step");
  ASSERT_TRUE(comes("step.text"));
  w().click("step.new");
  EXPECT_TRUE(says("step.error", text(Text::step_needs_text)));
  w().click("step.title");
  w().type("New lesson");
  w().click("step.text");
  w().type("Look at this.");
  w().click("step.question");
  w().type("What is red here?");
  EXPECT_TRUE(comes("step.pin_first")) << "nothing is pinned";
  w().click("step.new");
  EXPECT_TRUE(says("step.error", text(Text::step_pin_first)));
  w().key("Escape");
  ASSERT_TRUE(goes("step.text"));
  w().click("result");
  ASSERT_TRUE(comes("pin.1"));
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("state as a step");
  w().key("Return");
  ASSERT_TRUE(says("step.text", "Look at this.")) << "what was typed is still there";
  EXPECT_TRUE(comes("step.answer.r"));
  EXPECT_TRUE(is_drawn("step"));
  w().click("step.new");
  choose_file(path);
  EXPECT_TRUE(toasts("Step 1 was added to " + path.string()));
  EXPECT_TRUE(goes("step.text"));
  Json written = file(path);
  EXPECT_EQ(written["title"]["en"], "New lesson");
  EXPECT_EQ(written["steps"][0]["session"]["texture"]["width"], 40);
  EXPECT_EQ(written["steps"][0]["question"]["en"], "What is red here?");
  EXPECT_TRUE(written["steps"][0]["answer"].contains("fetch"));
  // The next one goes to the same file, without a dialog.
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("state as a step");
  w().key("Return");
  ASSERT_TRUE(comes("step.add_to"));
  w().click("step.text");
  w().type("Second.");
  w().click("step.add_to");
  EXPECT_TRUE(toasts("Step 2 was added to "));
  EXPECT_EQ(file(path)["steps"].size(), 2u);
  // A file that exists is not replaced without a question.
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("state as a step");
  w().key("Return");
  ASSERT_TRUE(comes("step.new"));
  w().click("step.text");
  w().type("Third.");
  w().click("step.new");
  type_path(path);
  ASSERT_TRUE(comes("prompt.keep"));
  EXPECT_EQ(file(path)["steps"].size(), 2u);
  w().key("Escape");
  w().key("Escape");
  w().key("Escape");
  w().settle();
  // It opens again, and its answer is computed.
  ASSERT_TRUE(goes("prompt.path"));
  w().key("ctrl+o");
  choose_file(path);
  ASSERT_TRUE(says_anywhere("lesson.title", "New lesson"));
  EXPECT_TRUE(comes("pin.1"));
  w().reach("lesson.number");
  w().click("lesson.number");
  w().type("5");
  w().key("Return");
  EXPECT_TRUE(says("lesson.verdict", "The answer: "));
}

TEST_F(Teaching, AnswersAreRecordedWhereTheStudentSaysSo) {
  const fs::path path = folder_.path("answers.json");
  start({"--backend", "cpu", "--lesson", "half-a-texel"});
  ASSERT_TRUE(comes("lesson.number"));
  EXPECT_FALSE(w().shows("lesson.recorded_in")) << "nothing is recorded unless it is wanted";
  choose_from_menu("lessons", "command.record_answers");
  choose_file(path);
  EXPECT_TRUE(toasts("are recorded in " + path.string()));
  EXPECT_TRUE(says_anywhere("lesson.recorded_in", path.string()));
  EXPECT_TRUE(file(path)["questions"].empty());
  for (const char* number : {"0.25", "1/8"}) {
    w().reach("lesson.number");
    w().click("lesson.number");
    w().key("ctrl+a");
    w().type(number);
    w().key("Return");
    EXPECT_TRUE(says("lesson.verdict", std::string(number) == "1/8" ? "Right." : "No: "));
  }
  const Json questions = file(path)["questions"];
  ASSERT_EQ(questions.size(), 1u);
  EXPECT_EQ(questions[0]["lesson"], "half-a-texel");
  ASSERT_EQ(questions[0]["predictions"].size(), 2u);
  EXPECT_EQ(questions[0]["predictions"][0]["predicted"], 0.25);
  EXPECT_EQ(questions[0]["predictions"][0]["right"], false);
  EXPECT_EQ(questions[0]["predictions"][1]["right"], true);
  choose_from_menu("lessons", "command.record_answers");
  EXPECT_TRUE(toasts("Nothing is recorded any more."));
  EXPECT_TRUE(goes("lesson.recorded_in"));
}

TEST_F(Teaching, AnswersOfABugAreRecordedFromTheCommandLine) {
  const fs::path path = folder_.path("answers.json");
  start({"--backend", "cpu", "--lesson", "streaks", "--record", path.string()});
  ASSERT_TRUE(says_anywhere("lesson.recorded_in", path.string()));
  ASSERT_TRUE(comes("bug.give_up"));
  w().key("alt+1");
  w().settle();
  if (w().shows("bug.give_up")) {
    w().reach("bug.give_up");
    w().click("bug.give_up");
  }
  EXPECT_TRUE(comes("bug.outcome"));
  const Json questions = file(path)["questions"];
  ASSERT_EQ(questions.size(), 1u);
  EXPECT_EQ(questions[0]["bug"], "streaks");
  EXPECT_EQ(questions[0]["predictions"][0]["kind"], "named");
  EXPECT_GE(questions[0]["predictions"].size(), 1u);
}

} // namespace texelscope::gui
