// The recording of assets/recordings, made on an NVIDIA H200: each fetch is the model's.
#include <gtest/gtest.h>

#include "kernels/ground/text/language.h"
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

// The file holds English sentences, and is written again as it was.
TEST(ShippedRecording, ItsFindingIsSaidInTheChosenLanguage) {
  const trace::TraceReport report =
      trace::load_trace_report(TEXELSCOPE_SOURCE_DIR "/assets/recordings/half_texel.json");
  const trace::Finding& finding = report.objects.at(0).findings.at(0);
  const std::string english =
      "Thread 0 samples x at 0 texels, and each next one 0.5 texels further: the picture "
      "is shifted by 0.25 texels.";
  EXPECT_EQ(finding.sentence.str(), english);
  set_language(Language::chinese);
  EXPECT_EQ(finding.sentence.str(),
            "线程 0 的 x 位于 0 个纹素处，其后每个线程再远 0.5 个纹素：图像偏移了 0.25 个纹素。");
  EXPECT_EQ(finding.rule.str(), "纹素 i 的中心在 i + 0.5，归一化坐标为 (i + 0.5) / 大小。");
  EXPECT_EQ(finding.cure.str(), "坐标再加 0.25 个纹素");
  const trace::TraceReport of_chinese =
      trace::parse_trace_report(trace::write_trace_report(report), "t.json");
  set_language(Language::english);
  EXPECT_EQ(of_chinese.objects.at(0).findings.at(0), finding);
  EXPECT_EQ(of_chinese.objects.at(0).findings.at(0).sentence.str(), english);
}
} // namespace

} // namespace texelscope::fetches
