// Recorded answers: what a student's file holds, and what a lecturer reads from many of them.
#include "kernels/studies/lessons/answers_file.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/files/errors.h"
#include "tests/program.h"
#include "tests/refusal.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Kind = Attempt::Kind;

Attempt predicted(double value, bool right, int step = 1) {
  return {Kind::predicted, "half-a-texel", step, "What is returned?", value, right};
}

TEST(AnswersFile, HoldsPredictionsInOrder) {
  const tests::TempFolder folder;
  AnswerRecorder recorder;
  recorder.add({predicted(9, false)}, 0, 0); // not on: nothing is kept
  recorder.start(folder / "a.json");
  EXPECT_TRUE(Json::parse(contents(folder / "a.json")).at("questions").empty()) << "the file exists at once";
  recorder.add({}, 1, 100);
  recorder.add({predicted(0.25, false)}, 1, 112.34);
  recorder.add({predicted(0.125, true)}, 1, 120);
  recorder.add({{Kind::named, "squares", 0, "It is square.", std::string("sampler.filter"), true}}, 2, 130);
  const Json json = Json::parse(contents(folder / "a.json"));
  EXPECT_EQ(json.at("format"), "texelscope-answers");
  const Json& questions = json.at("questions");
  ASSERT_EQ(questions.size(), 2u);
  EXPECT_EQ(questions[0].at("lesson"), "half-a-texel");
  EXPECT_EQ(questions[0].at("step"), 1);
  EXPECT_EQ(questions[0].at("question"), "What is returned?");
  const Json& predictions = questions[0].at("predictions");
  ASSERT_EQ(predictions.size(), 2u);
  EXPECT_EQ(predictions[0].at("predicted"), 0.25);
  EXPECT_EQ(predictions[0].at("right"), false);
  EXPECT_EQ(predictions[0].at("seconds"), 12.3);
  EXPECT_EQ(predictions[1].at("right"), true);
  const std::string time = predictions[1].at("time");
  EXPECT_EQ(time.size(), 20u) << time;
  EXPECT_TRUE(time.starts_with("20") && time[10] == 'T' && time.ends_with("Z")) << time;
  EXPECT_EQ(questions[1].at("bug"), "squares");
  EXPECT_EQ(questions[1].at("predictions")[0].at("kind"), "named");
  EXPECT_EQ(questions[1].at("predictions")[0].at("predicted"), "sampler.filter");
  EXPECT_EQ(answers_json(load_answers(folder / "a.json")), contents(folder / "a.json"));
}

TEST(AnswersFile, IsContinuedAndNoOtherFileIsTouched) {
  const tests::TempFolder folder;
  AnswerRecorder first, second;
  first.start(folder / "a.json");
  first.add({predicted(1, false)}, 1, 0);
  second.start(folder / "a.json");
  second.add({predicted(2, true)}, 1, 0);
  ASSERT_EQ(load_answers(folder / "a.json").size(), 1u);
  EXPECT_EQ(load_answers(folder / "a.json")[0].predictions.size(), 2u);
  write(folder / "session.json", "{\"version\": 1}");
  AnswerRecorder third;
  EXPECT_NE(refusal_of([&] { third.start(folder / "session.json"); }).find("holds no recorded answers"),
            std::string::npos);
  EXPECT_EQ(contents(folder / "session.json"), "{\"version\": 1}");
  EXPECT_FALSE(third.is_on());
  EXPECT_ANY_THROW(third.start(folder / "no/such/a.json"));
  EXPECT_FALSE(third.is_on());
}

TEST(AnswersFile, ErrorsAreReportedWithTheirLine) {
  const auto refusal = [](const std::string& questions) {
    return refusal_of([&] {
      parse_answers("{\"format\": \"texelscope-answers\", \"version\": 1,\n\"questions\": " + questions + "}",
                    "a.json");
    });
  };
  const auto question = [](const std::string& head, const std::string& prediction) {
    return "[{" + head + ", \"question\": \"q\",\n\"predictions\": [{" + prediction + "}]}]";
  };
  const std::string head = "\"lesson\": \"l\", \"step\": 1",
                    rest = ", \"right\": true, \"time\": \"t\", \"seconds\": 1";
  EXPECT_EQ(refusal(question(head, "\"predicted\": 1" + rest)), "nothing");
  const tests::Refusals<> cases = {
      {"3", "a.json:2:1: questions: "},
      {question("\"step\": 1", "\"predicted\": 1" + rest), "names neither a \"lesson\""},
      {question("\"bug\": \"b\", " + head, "\"predicted\": 1" + rest), "names neither a \"lesson\""},
      {question("\"lesson\": \"l\"", "\"predicted\": 1" + rest), "\"step\" is missing"},
      {question("\"lesson\": \"l\", \"step\": 0", "\"predicted\": 1" + rest), "step: is 0"},
      {question(head, "\"predicted\": true" + rest), "a.json:3:18: predicted: "},
      {question(head, rest.substr(2)), "\"predicted\" is missing"},
      {question(head, "\"predicted\": 1, \"kind\": \"guess\"" + rest), "must be one of predicted, named,"},
      {question(head, "\"predicted\": 1, \"name\": \"n\"" + rest), "name: is unknown here"},
  };
  tests::expect_refused_with(refusal, cases);
  EXPECT_NE(refusal_of([&] { parse_answers("{\"format\": \"texelscope-bench\"}", "a.json"); }), "");
}

std::vector<AnsweredQuestion> student(std::vector<Prediction> predictions) {
  return {{"half-a-texel", 1, "q", std::move(predictions)}};
}

TEST(AnswersFile, AClassIsCountedByFirstAndLastPredictions) {
  const auto wrong = [](double value) { return Prediction{Kind::predicted, value, false, "", 0}; };
  const Prediction right{Kind::predicted, 0.125, true, "", 0};
  const auto all = collect({student({right}),
                            student({wrong(0.25), right}),
                            student({wrong(0.25), wrong(0.5)}),
                            student({wrong(0.5)}),
                            student({}),
                            {{"squares", 0, "s", {{Kind::gave_up, {}, false, "", 0}}}}});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].answered, 4);
  EXPECT_EQ(all[0].right_first, 1);
  EXPECT_EQ(all[0].right_last, 2);
  EXPECT_EQ(all[0].common_wrong, "0.25");
  EXPECT_EQ(all[0].common_wrong_count, 2);
  EXPECT_EQ(all[1].page, "squares");
  EXPECT_EQ(all[1].answered, 1);
  EXPECT_EQ(all[1].right_last, 0);
  EXPECT_EQ(all[1].common_wrong_count, 0) << "who gave up predicted nothing";
}

TEST(AnswersFile, TheVerbCollectsThem) {
  const Program program;
  const Prediction wrong{Kind::predicted, 0.25, false, "2026-11-25T08:00:00Z", 3},
      right{Kind::predicted, 0.125, true, "2026-11-25T08:00:00Z", 4};
  write(program / "a.json", answers_json(student({wrong, right})));
  write(program / "b.json", answers_json(student({right})));
  write(program / "no.json", "{}");
  const Ran table = program.run({"lesson", "--collect", "a.json", "b.json"});
  EXPECT_EQ(table.code, 0) << table.err;
  const auto lines = lines_of(table.out);
  ASSERT_EQ(lines.size(), 3u) << table.out;
  EXPECT_EQ(lines[0], "Files: 2");
  EXPECT_TRUE(lines[2].starts_with("half-a-texel:1         2               1              2  0.25 (1x)"))
      << lines[2];
  const Json json = Json::parse(program.run({"lesson", "--collect", "--json", "a.json", "b.json"}).out);
  EXPECT_EQ(json.at("files"), Json({"a.json", "b.json"}));
  EXPECT_EQ(json.at("questions")[0].at("right_first"), 1);
  EXPECT_EQ(json.at("questions")[0].at("common_wrong"), "0.25");
  expect_refused(program.run({"lesson", "--collect"}), "needs one file of recorded answers or more");
  expect_refused(program.run({"lesson", "--collect", "no.json"}), "\"format\" is missing");
  expect_refused(program.run({"lesson", "--collect", "none.json"}), "none.json");
  expect_refused(program.run({"lesson", "--collect", "a.json", "--check"}), "exclude each other");
  expect_refused(program.run({"lesson", "half-a-texel", "borders"}), "borders is too many");
}

} // namespace
} // namespace texelscope
