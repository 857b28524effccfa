// The recording of assets/recordings, made on an NVIDIA H200: each fetch is the model's.
#include <gtest/gtest.h>

#include "kernels/studies/explain/explain_components.h"
#include "kernels/studies/fetches/explained_fetch.h"
#include "kernels/studies/trace_report/trace_report_file.h"

namespace texelscope::fetches {

namespace {
TEST(ShippedRecording, IsWhatTheModelSays) {
  const trace::TraceReport report =
      trace::load_trace_report(TEXELSCOPE_SOURCE_DIR "/assets/recordings/half_texel.json");
  ASSERT_EQ(report.objects.size(), 1u);
  ASSERT_EQ(report.objects[0].findings.size(), 1u);
  EXPECT_EQ(report.objects[0].findings[0].kind, trace::FindingKind::misread);
  EXPECT_EQ(report.objects[0].findings[0].field, "enlarge(unsigned long long, float*, int) half_texel.cu:6");
  FetchFile file = fetch_file_of(report);
  EXPECT_EQ(file.size(), 256u);
  FetchExplainer explainer(report);
  int same = 0;
  file.read([&](const FetchRow& row) {
    const ExplainedFetch fetch = explainer.explain(row);
    EXPECT_TRUE(fetch.own_texels);
    EXPECT_EQ(fetch.row.fetch.coordinates[0], 0.5 * double(row.fetch.position(0)));
    EXPECT_EQ(fetch.row.fetch.coordinates[1], 0.5 * double(row.fetch.position(1)) + 0.25);
    same += returned_same(fetch.explanation.fetch);
    return true;
  });
  EXPECT_EQ(same, 256);
}
} // namespace

} // namespace texelscope::fetches
