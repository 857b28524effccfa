// Objects that one place makes alike are one in the report; each is compared with texels of its own.
#include <gtest/gtest.h>

#include "tests/kernels/studies/fetches/made_recording.h"

namespace texelscope::fetches {

namespace {
using tests::MadeRecording;

trace::FetchedObject fetched(MadeRecording& made) {
  made.save_fetches();
  const auto& objects = made.report.fetches->sites.at(0).objects;
  EXPECT_EQ(objects.size(), 1u);
  return objects.at(0);
}

// Three fetches of the first, of which the last is not the model's, and one of the second, which returned 0.
TEST(AlikeObjects, AreComparedWithTheirOwnTexels) {
  for (const auto& [more, different] : {std::pair(0.f, 1u), {3.f, 2u}}) {
    MadeRecording made(MadeRecording::other_handle);
    ASSERT_EQ(made.report.objects.size(), 1u);
    EXPECT_EQ(made.report.objects[0].count, 2u);
    made.save_texels(1, more);
    made.save_texels(0);
    const trace::FetchedObject all = fetched(made);
    EXPECT_EQ(all.recorded, 4u);
    EXPECT_EQ(all.compared, 4u);
    EXPECT_EQ(all.different, different);
  }
}

TEST(AlikeObjects, WithoutTexelsOfTheirOwnAreNotCompared) {
  MadeRecording first(MadeRecording::other_handle), second(MadeRecording::other_handle);
  first.save_texels(0);
  EXPECT_EQ(fetched(first).compared, 3u);
  EXPECT_EQ(fetched(first).different, 1u);
  second.save_texels(1);
  EXPECT_EQ(fetched(second).compared, 1u);
  EXPECT_EQ(fetched(second).different, 0u);
}

TEST(AlikeObjects, OfAChangedDescriptorHaveTheirOwnOriginals) {
  MadeRecording made(MadeRecording::other_handle);
  trace::TracedObject& object = made.report.objects.at(0);
  object.changed = true;
  object.original = tests::sampler_facts(1, false); // point
  made.save_texels(0);
  made.save_texels(1, 100);
  EXPECT_EQ(fetched(made).original, (trace::OriginalComparison{4, 3, 100, ""}));
}

TEST(AlikeObjects, KeepTheirTexelsInTheFile) {
  MadeRecording made(MadeRecording::other_handle);
  made.save_texels(0);
  made.save_texels(1);
  const trace::TraceReport read = trace::parse_trace_report(write_trace_report(made.report), "trace.json");
  EXPECT_EQ(read.objects.at(0).texels, made.report.objects.at(0).texels);
  EXPECT_EQ(read.objects.at(0).texels.at(1).instance, 1u);
}
} // namespace

} // namespace texelscope::fetches
