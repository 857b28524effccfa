// texelscope advise without a GPU: what it refuses, and in which order.
#include <gtest/gtest.h>

#include "tests/kernels/studies/fetches/made_recording.h"
#include "tests/program.h"

namespace texelscope {
namespace {

using tests::MadeRecording;

TEST(AdviseVerb, ExplainsItself) {
  const Program program;
  const Ran ran = program.run({"advise", "--help"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const char* word : {"SESSION", "--error", "--size", "--json", "session fields"})
    EXPECT_TRUE(has(ran.out, word)) << word;
  EXPECT_TRUE(has(program.run({"--help"}).out, "advise"));
}

TEST(AdviseVerb, NeedsAGpu) {
  const Program program;
  const Ran ran = program.run({"advise"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(has(ran.err, "texelscope: error: ")) << ran.err;
}

// A session that no choice can stand for is refused on every machine.
TEST(AdviseVerb, RefusesSessionsBeforeItLooksForAGpu) {
  const Program program;
  expect_refused(program.run({"advise", "--texture.dimension", "cube", "--texture.width", "16",
                              "--texture.height", "16"}),
                 "advise compares fetches from 1-D, 2-D and 3-D textures; this one is cube.");
  expect_refused(program.run({"advise", "--texture.levels", "3"}), "this texture has 3.");
  expect_refused(program.run({"advise", "--error", "-1"}), "--error");
  expect_refused(program.run({"advise", "--size", "3"}), "--size");
  expect_refused(program.run({"advise", "none.json"}), "none.json");
  expect_refused(program.run({"advise", "--plot", "plot.png"}), "the name of a plot must end in .svg.");
}

TEST(AdviseVerb, RefusesRecordingsBeforeItLooksForAGpu) {
  MadeRecording made;
  made.save_texels();
  made.save_fetches();
  const Program program;
  write(program / "trace.json", trace::write_trace_report(made.report));
  expect_refused(program.run({"advise", "trace.json#1", "--size", "32x32"}), "--size does not go with");
  expect_refused(program.run({"advise", "trace.json#1", "--sampler.filter", "point"}),
                 "a setting of the session does not go with");
  expect_refused(program.run({"advise", "trace.json#2"}), "has no object 2; its objects are: 1.");
  expect_refused(program.run({"advise", "trace.json#0"}), "\"0\" behind # is not the number of an object.");
  expect_refused(program.run({"advise", "none.json#1"}), "none.json");
  expect_refused(program.run({"advise", "trace.json", "--size", "32x32"}), "--size does not go with");
  made.report.fetches->sites.at(0).objects.push_back({.object = 5, .recorded = 1});
  write(program / "two.json", trace::write_trace_report(made.report));
  expect_refused(program.run({"advise", "two.json"}),
                 "Several textures are fetched; name one: two.json#1, two.json#5.");
  made.report.fetches->sites.clear();
  write(program / "none.json", trace::write_trace_report(made.report));
  expect_refused(program.run({"advise", "none.json"}), "none.json has no recorded fetches of a texture");
  made.report.fetches->file.clear();
  write(program / "none.json", trace::write_trace_report(made.report));
  expect_refused(program.run({"advise", "none.json#1"}), "The report has no file of recorded fetches");
}

} // namespace
} // namespace texelscope
