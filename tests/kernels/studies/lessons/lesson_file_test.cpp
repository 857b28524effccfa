#include "kernels/studies/lessons/lesson_file.h"

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"
#include "tests/refusal.h"

namespace texelscope {
namespace {

// A lesson of one step with `more` members, one a line from line 7 on.
std::string lesson(const std::string& more) {
  return "{\"version\": 1,\n\"id\": \"x\",\n\"title\": {\"en\": \"T\"},\n\"steps\": [{\n\"text\": {\"en\": "
         "\"a\"},\n"
         "\"see\": {\"en\": \"b\"}, \"question\": {\"en\": \"c\"},\n" +
         more + "}]}";
}
const std::string session = "\"session\": {},\n", answer = "\"answer\": {\"fetch\": {\"x\": 1}}";

std::string lesson_refusal(const std::string& json) {
  return refusal_of([&] { parse_lesson(json, "l.json"); });
}

TEST(LessonFile, TheSmallestLesson) {
  const LessonFile file = parse_lesson(lesson(session + answer), "l.json");
  EXPECT_EQ(file.lesson.id, "x");
  ASSERT_EQ(file.lesson.steps.size(), 1u);
  EXPECT_EQ(file.lesson.steps[0].text.english, "a");
  EXPECT_TRUE(file.lesson.steps[0].text.chinese.empty()); // only shipped lessons must have both
  EXPECT_EQ(file.lesson.steps[0].session, Session());
  EXPECT_EQ(file.answers[0].kind, Quantity::Kind::fetch);
  EXPECT_EQ(file.answers[0].at.x, 1);
}

TEST(LessonFile, ReadsAllOfAStep) {
  const LessonFile file = parse_lesson(
      lesson("\"session\": {\"texture\": {\"width\": 8, \"height\": 4}},\n\"look\": {\"texel\": [1, 2]},\n"
             "\"try\": [{\"en\": \"p\", \"fields\": {\"sampler.filter\": \"point\"}}, {\"en\": \"l\", "
             "\"lab\": \"staleness\"}],\n"
             "\"choices\": [{\"is\": \"less\", \"en\": \"l\"}, {\"is\": 2, \"en\": \"m\", \"why\": {\"en\": "
             "\"w\"}}],\n\"tolerance\": 0.5,\n"
             "\"answer\": {\"compare\": [{\"fetch\": {\"x\": 0.5}, \"part\": \"lod\"}, {\"fetch\": {\"dx\": "
             "[1, 2]}, \"channel\": 2, "
             "\"fields\": {\"sampler.srgb\": true}}]}"),
      "l.json");
  const LessonStep& step = file.lesson.steps[0];
  EXPECT_EQ(step.at, (std::array{1.5 / 8, 2.5 / 4}));
  ASSERT_EQ(step.tries.size(), 2u);
  EXPECT_EQ(step.tries[0].fields, (FieldSettings{{"sampler.filter", std::string("point")}}));
  EXPECT_EQ(step.tries[1].lab, Lab::staleness);
  EXPECT_EQ(step.choices[1].is, LessonValue(2.0));
  EXPECT_EQ(step.choices[1].why.english, "w");
  EXPECT_EQ(step.tolerance, 0.5);
  const Quantity& answer_of = file.answers[0];
  EXPECT_EQ(answer_of.kind, Quantity::Kind::compare);
  ASSERT_EQ(answer_of.operands.size(), 2u);
  EXPECT_EQ(answer_of.operands[0].part, AnswerPart::lod);
  EXPECT_EQ(answer_of.operands[1].at.dx.y, 2);
  EXPECT_EQ(answer_of.operands[1].channel, 2);
}

TEST(LessonFile, ComparesWithAGivenNumber) {
  const LessonFile file = parse_lesson(
      lesson(session +
             "\"answer\": {\"compare\": [{\"fetch\": {\"x\": 3.5}, \"part\": \"texel_x\", \"fields\": "
             "{\"sampler.normalized_coords\": false, \"sampler.filter\": \"point\"}}, {\"number\": 2.5}]}"),
      "l.json");
  EXPECT_EQ(file.answers[0].operands[1].number, 2.5);
  EXPECT_EQ(compute_answer(file.answers[0], file.lesson.steps[0].session, {}).value,
            LessonValue("greater")); // texel 3
}

TEST(LessonFile, ErrorsAreReportedWithTheirLine) {
  const tests::Refusals<> cases = {
      {"{", "l.json:1:2: this is not JSON"},
      {"[]", "l.json:1:1: must be an object, {...}."},
      {"{\"version\": 2, \"id\": \"x\", \"title\": {\"en\": \"T\"}, \"steps\": []}",
       "l.json:1:2: version: must be 1."},
      {"{\"version\": 1, \"id\": \"x\", \"title\": {\"en\": \"T\"},\n \"steps\": []}",
       "l.json:2:2: steps: must be 1 to 64 steps."},
      {"{\"version\": 1,\n\"idd\": \"x\"}", "l.json:2:1: idd: is unknown here. Did you mean \"id\"?"},
      {lesson(answer), "\"session\" is missing."},
      {lesson(session + "\"answer\": {}"),
       "l.json:8:1: answer: names nothing to compute: it needs one of fetch, pixel,"},
      {lesson(session + "\"answer\": {\"fetch\": {\"u\": 1}}"), "l.json:8:22: u: is unknown here."},
      {lesson(session + "\"answer\": {\"fetch\": {\"x\": \"1\"}}"), "x: is 1, but must be a number."},
      {lesson(session + "\"answer\": {\"fetch\": {}, \"part\": \"texel\"}"),
       "part: is \"texel\", but must be one of value, error,"},
      {lesson(session + "\"answer\": {\"effective\": \"sampler.filtr\"}"),
       "effective: sampler.filtr is not a field."},
      {lesson(session + "\"answer\": {\"ratio\": [{\"fetch\": {}}]}"), "ratio: must be a list of two."},
      {lesson(session + "\"answer\": {\"landing\": {\"x\": 0, \"y\": 0, \"bits\": 24}}"),
       "bits: is 24, but must be 8, 16 or 32."},
      {lesson(session + "\"answer\": {\"landing\": {\"x\": 0, \"y\": 0, \"channels\": 3}}"),
       "channels: is 3, but CUDA arrays have 1, 2 or 4 channels."},
      {lesson(session + "\"answer\": {\"number\": \"2\"}"), "number: is 2, but must be a number."},
      {lesson("\"session\": {\"sampler\": {\"filter\": \"cubic\"}},\n" + answer),
       "l.json:7:25: sampler.filter is \"cubic\""},
      {lesson("\"session\": {\"smapler\": {}},\n" + answer), "l.json:7:13: "},
      {lesson("\"session\": 3,\n" + answer), "A session is an object"},
      {lesson("\"session\": \"nothing.json\",\n" + answer), "nothing.json"},
      {lesson(session + "\"try\": [{\"en\": \"x\"}],\n" + answer), "l.json:8:10: try: a button needs"},
      {lesson(session + "\"try\": [{\"en\": \"x\", \"tab\": \"colors\"}],\n" + answer),
       "tab: there is no tab \"colors\"."},
      {lesson(session + "\"try\": [{\"en\": \"x\", \"tab\": \"profile\", \"plot\": \"pie\"}],\n" + answer),
       "plot: is \"pie\", but must be one of warp."},
      {lesson(session + "\"answer\": {\"warp\": [640, 0]}"),
       "warp: is 640, but must be a whole number from 0 to 639."},
      {lesson(session + "\"choices\": [{\"is\": 1, \"en\": \"x\"}],\n" + answer),
       "choices: needs two choices or more."},
      {lesson(session + "\"tolerance\": -1,\n" + answer), "tolerance: must not be negative."},
  };
  tests::expect_refused_with(lesson_refusal, cases);
}

TEST(LessonFile, AStepMayAskNothing) {
  const auto step = [](const std::string& more) {
    return "{\"version\": 1, \"id\": \"x\", \"title\": {\"en\": \"T\"}, \"steps\": [{\"text\": {\"en\": "
           "\"a\"},\n\"session\": {}" +
           more + "}]}";
  };
  const LessonFile file = parse_lesson(step(""), "l.json");
  EXPECT_FALSE(file.lesson.steps[0].asks());
  EXPECT_EQ(file.answers.size(), 1u);
  const std::string alone = "needs a \"question\" beside it";
  const tests::Refusals<> cases = {
      {step(",\n\"answer\": {\"number\": 1}"), alone},
      {step(",\n\"tolerance\": 1"), alone},
      {step(",\n\"see\": {\"en\": \"s\"}"), alone},
      {step(",\n\"choices\": []"), alone},
      {step(", \"question\": {\"en\": \"q\"}"), "\"answer\" is missing"},
  };
  tests::expect_refused_with(lesson_refusal, cases);
  const LessonFile asks =
      parse_lesson(step(",\n\"question\": {\"en\": \"q\"}, \"answer\": {\"number\": 1}"), "l.json");
  EXPECT_TRUE(asks.lesson.steps[0].asks());
  EXPECT_TRUE(asks.lesson.steps[0].see.empty());
}

TEST(LessonOrder, GroupsListTheirLessons) {
  const auto groups =
      parse_lesson_order("{\"version\": 1, \"groups\": [{\"id\": \"g\", \"title\": {\"en\": \"G\"}, "
                         "\"lessons\": [\"b\", \"a\"]},"
                         "{\"id\": \"h\", \"title\": {\"en\": \"H\", \"zh-Hans\": \"Z\"}, \"lessons\": []}]}",
                         "order.json");
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].group.id, "g");
  EXPECT_EQ(groups[0].lessons, (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(groups[1].group.title.chinese, "Z");
  EXPECT_TRUE(groups[1].lessons.empty());
}

TEST(LessonOrder, ErrorsAreReportedWithTheirLine) {
  const auto refusal = [](const std::string& groups) {
    return refusal_of([&] { parse_lesson_order("{\"version\": 1,\n\"groups\": " + groups + "}", "o.json"); });
  };
  const auto group = [](const std::string& id, const std::string& lessons) {
    return "{\"id\": \"" + id + "\", \"title\": {\"en\": \"G\"},\n\"lessons\": " + lessons + "}";
  };
  EXPECT_EQ(refusal("[]"), "nothing");
  const tests::Refusals<> cases = {
      {"3", "o.json:2:1: groups: "},
      {"[3]", "o.json:2:1: groups: must be an object"},
      {"[" + group("", "[]") + "]", "id: must not be empty."},
      {"[" + group("g", "3") + "]", "o.json:3:1: lessons: "},
      {"[" + group("g", "[3]") + "]", "o.json:3:1: lessons: is 3, but must be text in quotes."},
      {"[" + group("g", "[\"a\", \"a\"]") + "]", "lists the lesson \"a\" a second time."},
      {"[" + group("g", "[\"a\"]") + ", " + group("h", "[\"b\", \"a\"]") + "]",
       "lists the lesson \"a\" a second time."},
      {"[{\"id\": \"g\", \"lessons\": []}]", "\"title\" is missing."},
      {"[{\"id\": \"g\", \"name\": 1}]", "name: is unknown here."},
  };
  tests::expect_refused_with(refusal, cases);
  EXPECT_NE(
      refusal_of([] { parse_lesson_order("{\"version\": 2, \"groups\": []}", "o.json"); }).find("must be 1"),
      std::string::npos);
}

TEST(LessonFile, BugsHaveOneWrongFieldAmongTheSuspects) {
  const auto bug = [](const std::string& wrong, const std::string& suspects) {
    return "{\"version\": 1, \"bugs\": [{\"id\": \"b\", \"title\": {\"en\": \"t\"}, \"symptom\": {\"en\": "
           "\"s\"}, \"why\": {\"en\": \"w\"}, "
           "\"session\": {}, \"wrong\": " +
           wrong + ", \"suspects\": " + suspects + "}]}";
  };
  const auto error = [](const std::string& json) { return refusal_of([&] { parse_bugs(json, "b.json"); }); };
  EXPECT_EQ(error(bug("{\"sampler.filter\": \"point\"}", "[\"sampler.filter\"]")), "nothing");
  const tests::Refusals<> cases = {
      {bug("{}", "[]"), "wrong: must set exactly one field."},
      {bug("{\"sampler.filter\": \"point\"}", "[\"sampler.srgb\"]"), "suspects: must hold sampler.filter"},
      {bug("{\"sampler.filter\": \"point\"}", "[\"sampler.s\"]"), "sampler.s is not a field."},
  };
  tests::expect_refused_with(error, cases);
}

} // namespace
} // namespace texelscope
