// Why recorded fetches returned their values, as a function and by the verb.
#include "kernels/studies/fetches/explained_fetch.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/files/errors.h"
#include "tests/kernels/studies/fetches/made_recording.h"
#include "tests/program.h"

namespace texelscope::fetches {

namespace {
using tests::MadeRecording;

class ExplainedFetches : public testing::Test {
protected:
  ExplainedFetch explained(std::uint64_t number, int object = 1) {
    const auto path = made.save_fetches();
    FetchFile file(path);
    return FetchExplainer(made.report).explain(find_fetch(file, object, number));
  }
  MadeRecording made;
};

TEST_F(ExplainedFetches, AreThoseOfTheModelAtTheExactPlace) {
  made.save_texels();
  const ExplainedFetch fetch = explained(2);
  EXPECT_EQ(fetch.why_not, "");
  EXPECT_TRUE(fetch.own_texels);
  EXPECT_TRUE(fetch.unsaid.empty()) << fetch.unsaid.front();
  const Explanation& e = fetch.explanation.fetch;
  EXPECT_EQ(e.at.x, 2);
  EXPECT_EQ(e.at.y, 1);
  ASSERT_EQ(e.parts.size(), 1u);
  EXPECT_EQ(e.parts[0].texels.size(), 4u) << "between four texels";
  EXPECT_EQ(e.components[0].value, 6.5) << "the mean of 1, 2, 11 and 12";
  ASSERT_TRUE(e.returned);
  EXPECT_EQ((*e.returned)[0], 0x40d00000u);
  const std::string text = fetch_text(fetch);
  EXPECT_TRUE(
      text.starts_with("Fetch 2 of #1: tex.2d.v4.f32.f32 in sample\n"
                       "  process 7, launch 5, block 1,0,0, thread 2,0,0: thread 34,0,0 of the launch\n"
                       "  the program got: 6.5 0 0 1\n"
                       "\nCoordinate 2, 1\n"))
      << text;
  EXPECT_TRUE(has(text, "returned by the program")) << text;
  EXPECT_TRUE(has(text, "40d00000 the same")) << text;
  EXPECT_FALSE(has(text, "in the view")) << text;
}

TEST_F(ExplainedFetches, SayWhereTheProgramGotAnotherValue) {
  made.save_texels();
  const std::string text = fetch_text(explained(3));
  EXPECT_TRUE(has(text, "the program got: 2 0 0 1\n")) << text;
  EXPECT_TRUE(has(text, "40000000 8388608 ULPs apart")) << text;
  const nlohmann::ordered_json json = fetch_json(explained(3));
  EXPECT_EQ(json.at("kernel"), "sample");
  EXPECT_EQ(json.at("position"), (std::vector<int>{32, 0, 0}));
  EXPECT_EQ(json.at("got").at(0), "40000000");
  EXPECT_EQ(json.at("fetch").at("coordinate").at(0).at("value"), 1.5);
  EXPECT_EQ(json.at("handed_over").at(0), "3f800000");
  EXPECT_EQ(json.at("device"), "the program");
  EXPECT_FALSE(json.contains("pixel")) << "no picture shows it";
}

TEST_F(ExplainedFetches, AreNotComparedWithTexelsThatAreNotKnown) {
  const ExplainedFetch fetch = explained(1);
  EXPECT_FALSE(fetch.own_texels);
  EXPECT_FALSE(fetch.explanation.fetch.returned);
  EXPECT_FALSE(fetch.explanation.fetch.has_values) << "no value of other texels is shown as its own";
  EXPECT_TRUE(fetch.explanation.picture.words.empty());
  EXPECT_EQ(fetch.explanation.picture.axes.at(0).given, 1.5);
  EXPECT_TRUE(has(fetch_text(fetch), "The texels of this object are not known")) << fetch_text(fetch);
}

TEST_F(ExplainedFetches, AreNotComparedWhereTheReportHasSeveralObjectsAsOne) {
  made.save_texels();
  made.report.objects.at(0).count = 3;
  const ExplainedFetch fetch = explained(3);
  EXPECT_FALSE(fetch.own_texels);
  EXPECT_FALSE(fetch.explanation.fetch.returned);
  EXPECT_TRUE(has(fetch.unsaid.at(0), "The program made 3 such objects at one place")) << fetch.unsaid[0];
}

TEST_F(ExplainedFetches, LeaveOutComponentsThatTheProgramDiscards) {
  made.save_texels();
  const auto path = made.save_fetches();
  FetchFile file(path);
  FetchRow row = find_fetch(file, 1, 3);
  row.received = 0b1000;
  const std::string text = fetch_text(FetchExplainer(made.report).explain(row));
  EXPECT_TRUE(has(text, "the program got: - - - 1\n")) << text;
  EXPECT_TRUE(has(text, "not kept by the program")) << text;
  EXPECT_FALSE(has(text, "8388608")) << text;
}

TEST_F(ExplainedFetches, SayWhyTheyAreNotExplained) {
  EXPECT_EQ(explained(1, 0).why_not, "It is not explained: which object it used is not known.");
  FetchRow row = explained(1).row;
  const auto why_not = [&] { return FetchExplainer(made.report).explain(row).why_not; };
  row.incomplete = true;
  EXPECT_EQ(why_not(),
            "It is not explained: tex.2d.v4.f32.f32 offsets texels or compares them, by values that "
            "the file does not hold.");
  row.incomplete = false;
  row.fetch.function = FetchKind::texel;
  EXPECT_TRUE(has(why_not(), "does not fit the object, a texture of 2d,")) << why_not();
  row.fetch.function = FetchKind::plain;
  made.report.fetches->sites.at(0).instruction = "tex.3d.v4.f32.f32";
  EXPECT_TRUE(has(why_not(), "tex.3d.v4.f32.f32 does not fit the object, a texture of 2d,")) << why_not();
  row.site = 1;
  EXPECT_THROW(why_not(), UserError);
  row.site = 0, row.process = 8;
  EXPECT_THROW(why_not(), UserError);
  row.process = 7, row.object = 2;
  EXPECT_THROW(why_not(), UserError);
}

TEST_F(ExplainedFetches, OfAThreadAreThoseOfItsLastLaunch) {
  made.save_texels();
  const auto path = made.save_fetches();
  FetchFile file(path);
  const std::string all = thread_text(made.report, file, {32, 0, 0}, 0);
  EXPECT_TRUE(all.starts_with("Thread 32,0,0 fetched 2 times in launch 6 of process 7.\n\n"
                              "Fetch of no known object: tex.2d.v4.f32.f32 in sample\n"))
      << all;
  EXPECT_TRUE(has(all, "\nFetch 3 of #1: ")) << all;
  EXPECT_FALSE(has(all, "Fetch 1 of #1")) << "of an earlier launch";
  const std::string of_object = thread_text(made.report, file, {32, 0, 0}, 1);
  EXPECT_TRUE(of_object.starts_with("Thread 32,0,0 fetched once in launch 6 of process 7.\n")) << of_object;
  EXPECT_THROW(thread_text(made.report, file, {33, 0, 0}, 0), UserError);
  const auto json = thread_json(made.report, file, {34, 0, 0}, 0);
  EXPECT_EQ(json.at("count"), 1);
  EXPECT_EQ(json.at("fetches").at(0).at("number"), 2);
}

class ExplainFetchVerb : public testing::Test {
protected:
  void SetUp() override {
    made.save_texels();
    made.save_fetches();
    write(program / "trace.json", trace::write_trace_report(made.report));
  }
  Ran explain(std::vector<std::string> args) const {
    args.insert(args.begin(), "explain");
    return program.run(args);
  }
  MadeRecording made;
  Program program;
};

TEST_F(ExplainFetchVerb, ExplainsAFetchAndAThread) {
  const Ran fetch = explain({"trace.json#1", "--fetch", "2"});
  EXPECT_EQ(fetch.code, 0) << fetch.err;
  EXPECT_TRUE(fetch.out.starts_with("Fetch 2 of #1: ")) << fetch.out;
  EXPECT_TRUE(has(fetch.out, "40d00000 the same")) << fetch.out;
  const Ran json = explain({"trace.json#1", "--fetch", "2", "--json"});
  EXPECT_EQ(nlohmann::json::parse(json.out).at("launch"), 5);
  const Ran thread = explain({"trace.json", "--thread", "34,0"});
  EXPECT_EQ(thread.code, 0) << thread.err;
  EXPECT_TRUE(thread.out.starts_with("Thread 34,0,0 fetched once in launch 5 of process 7.\n")) << thread.out;
  const Ran thread_json = explain({"trace.json#1", "--thread", "32,0,0", "--json"});
  EXPECT_EQ(nlohmann::json::parse(thread_json.out).at("count"), 1);
}

TEST_F(ExplainFetchVerb, SaysWhatIsWrong) {
  expect_refused(explain({"trace.json#1", "--fetch", "9"}),
                 "Of object 1 3 fetches were recorded, counted from 1: there is no fetch 9.");
  expect_refused(explain({"trace.json#1", "--fetch", "0"}), "--fetch");
  expect_refused(explain({"trace.json", "--fetch", "1"}),
                 "--fetch needs a report of texelscope trace and the");
  expect_refused(explain({"--thread", "1,2"}), "--thread needs a report of texelscope trace");
  expect_refused(explain({"trace.json#2", "--fetch", "1"}), "has no object 2; its objects are: 1.");
  expect_refused(explain({"trace.json", "--thread", "5,5"}), "No recorded fetch is of thread 5,5,0.");
  expect_refused(explain({"trace.json", "--thread", "5"}), "must be a thread such as 320,240 or 1,2,3");
  expect_refused(explain({"trace.json", "--thread", "5,-1"}), "must be a thread such as");
  expect_refused(explain({"trace.json#1", "--thread", "5,5", "--fetch", "1"}), "exclude each other");
  expect_refused(explain({"trace.json#1", "--fetch", "1", "--at", "1,2"}), "--at does not go with --fetch");
  expect_refused(explain({"trace.json#1", "--fetch", "1", "--sampler.filter", "point"}),
                 "a setting of the session does not go with");
  made.report.fetches->file = (made.folder / "other.csv").string();
  write(program / "csv.json", trace::write_trace_report(made.report));
  expect_refused(explain({"csv.json#1", "--fetch", "1"}), "only .npy files of fetches are read again");
  made.report.fetches->file.clear();
  write(program / "none.json", trace::write_trace_report(made.report));
  expect_refused(explain({"none.json#1", "--fetch", "1"}), "The report has no file of recorded fetches");
  std::filesystem::remove(made.folder / "fetched.npy");
  expect_refused(explain({"trace.json#1", "--fetch", "1"}), "fetched.npy");
}

TEST(TraceFetchOptions, SayWhatTheyNeed) {
  const Program program;
  expect_refused(program.run({"trace", "--fetches-out", "f.npy", "--", "true"}),
                 "--fetches-out needs --fetches.");
  expect_refused(program.run({"trace", "--thread", "1,2", "--", "true"}), "--thread needs --fetches.");
  expect_refused(program.run({"trace", "--fetches", "--fetches-out", "f.txt", "--", "true"}),
                 "--fetches-out writes .npy and .csv files, and f.txt is neither.");
  expect_refused(program.run({"trace", "--fetches", "--fetches-out", "none/f.npy", "--", "true"}), "none");
  expect_refused(program.run({"trace", "--fetches", "--thread", "1,x", "--", "true"}),
                 "must be a thread such as");
  expect_refused(
      program.run({"trace", "--fetches", "--thread", "1,2", "--fetches-out", "f.csv", "--", "true"}), ".npy");
}
} // namespace

} // namespace texelscope::fetches
