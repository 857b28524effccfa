// Steps written into lesson files: what is written is read again as it was.
#include "kernels/studies/lessons/lesson_writer.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"
#include "kernels/studies/lessons/lesson_file.h"
#include "tests/program.h"
#include "tests/refusal.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

class LessonWriter : public testing::Test {
protected:
  LessonWriter() {
    step.text = "Texels 0 and 1 hold 0 and 0.25.\nThe fetch lies between them.";
    step.session.texture.source = Source::ramp;
    step.session.texture.width = 5;
    step.session.texture.height = 5;
    step.session.texture.format = {ElementKind::floating, 32, 1};
    step.session.sampler.normalized_coords = false;
    step.session.sampler.address[0] = AddressMode::clamp;
    step.session.sampler.read_mode = ReadMode::element;
    step.session.view.span = 0.1;
    step.base = folder.root();
  }
  NewStep asking(AnswerPart part = AnswerPart::value) const {
    NewStep with = step;
    with.look = {{0.2, 0.5}};
    with.question =
        NewStep::Question{"What is returned?", "85/256 of 0.25.", {.x = 0.8333f, .y = 2.5f}, part, 0, 0.001};
    return with;
  }
  tests::TempFolder folder;
  NewStep step;
};

TEST_F(LessonWriter, ANewLessonOpensAgainAsItWas) {
  const fs::path file = folder / "Third of a texel.json";
  EXPECT_EQ(write_lesson(file, "A third", asking()), "third-of-a-texel");
  const LessonFile read = load_lesson(file);
  EXPECT_EQ(read.lesson.id, "third-of-a-texel");
  EXPECT_EQ(read.lesson.title.english, "A third");
  ASSERT_EQ(read.lesson.steps.size(), 1u);
  const LessonStep& there = read.lesson.steps[0];
  EXPECT_EQ(there.text.english, step.text);
  EXPECT_EQ(there.session, step.session);
  EXPECT_EQ(there.at, (std::array{0.2, 0.5}));
  EXPECT_EQ(there.question.english, "What is returned?");
  EXPECT_EQ(there.see.english, "85/256 of 0.25.");
  EXPECT_EQ(there.tolerance, 0.001);
  EXPECT_EQ(std::get<double>(compute_answer(read.answers[0], there.session, {}).value), 85 / 256.0 * 0.25);
  EXPECT_EQ(contents(file).find("mip_bias"), std::string::npos) << "only what differs from a new session";
}

TEST_F(LessonWriter, StepsAreAddedAndTheOthersStay) {
  const fs::path file = folder / "l.json";
  write_lesson(file, "", step);
  EXPECT_EQ(load_lesson(file).lesson.title.english, "l");
  EXPECT_FALSE(load_lesson(file).lesson.steps[0].asks());
  EXPECT_EQ(append_step(file, asking(AnswerPart::taps)), 2);
  step.session = Session();
  step.text = "文字 \"quoted\" \\ and a tab\t.";
  EXPECT_EQ(append_step(file, step), 3);
  const LessonFile read = load_lesson(file);
  ASSERT_EQ(read.lesson.steps.size(), 3u);
  EXPECT_EQ(read.lesson.steps[0].session.texture.width, 5);
  EXPECT_EQ(std::get<double>(compute_answer(read.answers[1], read.lesson.steps[1].session, {}).value), 2)
      << "at y = 2.5 only one row has a weight";
  EXPECT_EQ(read.lesson.steps[2].text.english, step.text);
  EXPECT_EQ(read.lesson.steps[2].session, Session());
}

TEST_F(LessonWriter, AnAuthorsOwnPartsStay) {
  const fs::path file = folder / "own.json";
  write(file, R"({"version": 1, "id": "mine", "title": {"en": "M", "zh-Hans": "我"}, "steps": [
    {"text": {"en": ["a", "b"]}, "session": {}, "try": [{"en": "p", "fields": {"sampler.filter": "point"}}],
     "question": {"en": "q"}, "choices": [{"is": "a", "en": "A"}, {"is": 2, "en": "B", "why": {"en": "w"}}],
     "answer": {"number": 2}, "see": {"en": "s"}}]})");
  EXPECT_EQ(append_step(file, step), 2);
  const LessonFile read = load_lesson(file);
  EXPECT_EQ(read.lesson.id, "mine");
  EXPECT_EQ(read.lesson.title.chinese, "我");
  EXPECT_EQ(read.lesson.steps[0].tries.size(), 1u);
  EXPECT_EQ(read.lesson.steps[0].choices[1].why.english, "w");
  EXPECT_EQ(read.answers[0].number, 2);
}

TEST_F(LessonWriter, APictureIsNamedFromTheLessonsFolder) {
  fs::create_directories(folder / "course/pictures");
  step.session.texture.source = Source::file;
  step.session.texture.path = "course/pictures/a.png"; // from the base
  write(folder / "course/pictures/a.png", "");
  write_lesson(folder / "course/l.json", "", step);
  EXPECT_NE(contents(folder / "course/l.json").find("\"pictures/a.png\""), std::string::npos);
  EXPECT_EQ(fs::weakly_canonical(load_lesson(folder / "course/l.json").lesson.steps[0].session.texture.path),
            fs::weakly_canonical(folder / "course/pictures/a.png"));
}

TEST_F(LessonWriter, ABadFileIsRefusedAndStays) {
  const auto refused = [&](const std::string& name, const std::string& content) {
    write(folder / name, content);
    const std::string reason = refusal_of([&] { append_step(folder / name, step); });
    EXPECT_EQ(contents(folder / name), content);
    return reason;
  };
  EXPECT_NE(refused("session.json", R"({"version": 1, "texture": {}})").find("is unknown here"),
            std::string::npos);
  EXPECT_NE(refused("broken.json", "{\"version\": 1,").find("not JSON"), std::string::npos);
  EXPECT_NE(refusal_of([&] { append_step(folder / "none.json", step); }).find("none.json"),
            std::string::npos);
  fs::create_directories(folder / "folder.json");
  EXPECT_NE(refusal_of([&] { append_step(folder / "folder.json", step); }), "");
  EXPECT_ANY_THROW(write_lesson(folder / "no/such/folder.json", "", step));
  std::string full = R"({"version": 1, "id": "f", "title": {"en": "F"}, "steps": [)";
  for (int i = 0; i < 64; ++i)
    full += std::string(i == 0 ? "" : ",") + R"({"text": {"en": "a"}, "session": {}})";
  EXPECT_NE(refused("full.json", full + "]}").find("has 64 steps already"), std::string::npos);
  write_lesson(folder / "large.json", "", step);
  const std::string before = contents(folder / "large.json");
  step.text = std::string(std::size_t(1) << 20, 'x');
  EXPECT_NE(refusal_of([&] { append_step(folder / "large.json", step); }).find("would be larger than 1 MB"),
            std::string::npos);
  EXPECT_EQ(contents(folder / "large.json"), before);
}

TEST_F(LessonWriter, AFileIsALessonByItsSteps) {
  write_lesson(folder / "l.json", "", step);
  EXPECT_TRUE(is_lesson_file(folder / "l.json"));
  write(folder / "s.json", R"({"version": 1})");
  write(folder / "bad.json", R"({"steps": )");
  write(folder / "steps.png", R"({"steps": []})");
  for (const char* other : {"s.json", "bad.json", "steps.png", "none.json"})
    EXPECT_FALSE(is_lesson_file(folder / other)) << other;
}

} // namespace
} // namespace texelscope
