// What a report says of the fetches that a trace recorded.
#include <gtest/gtest.h>

#include "kernels/studies/trace_report/trace_report_file.h"
#include "kernels/studies/trace_report/trace_text.h"
#include "kernels/unit/check/request_session.h"

namespace texelscope::trace {

namespace {
TraceReport report_of_fetches() {
  TraceReport report;
  report.command = {"./app"};
  FetchesReport& fetches = report.fetches.emplace();
  fetches.sites = {{7,
                    "sample(float)",
                    "tex.2d.v4.f32.f32",
                    {"app.cu:12", "app.cu:30"},
                    3000,
                    100,
                    {{0, 500, {}, {}, 500, 0, 0, 0}, {2, 1500, {-0.5, 0}, {1.25, 1e30}, 4, 7, 1500, 3}}},
                   {8, "other()", "tld4.a.2d.v4.f32.f32", {}, 5, 1, {}}};
  fetches.unrecorded = {{9, "The module has machine code alone, without PTX.", "-gencode"}};
  fetches.notes = {"One warp in 8 was recorded; all are counted."};
  fetches.dropped = 1000;
  fetches.uncounted = 1;
  return report;
}

TEST(FetchesReports, SayWhatEachInstructionFetched) {
  EXPECT_EQ(trace_text(report_of_fetches()), R"(Trace of ./app, exit code 0
The program made no textures, surfaces or arrays.

The program's kernels fetched 3005 times, by 2 texture instructions.
  One warp in 8 was recorded; all are counted.
  A module of process 9 was not recorded: The module has machine code alone, without PTX.
    cure: -gencode
  1000 fetches are counted, but did not fit into the memory for records: --every 2 records one warp in 2.
  A process ended before its last fetches could be counted.

tex.2d.v4.f32.f32 in sample(float) app.cu:12
  3000 fetches by 100 warps
  of no known object: 500 recorded
    500 with a coordinate that is NaN or infinite
  of #2: 1500 recorded, x -0.5 to 1.25, y 0 to 1e+30
    7 outside of the texture
    4 with a coordinate that is NaN or infinite
    1497 of 1500 values equal the model's

tld4.a.2d.v4.f32.f32 in other()
  5 fetches by 1 warps
)");
}

TEST(ChangedDescriptors, AreNamedAndKeptInTheFile) {
  TraceReport report;
  report.command = {"./app"};
  report.set = "normalizedCoords=1";
  report.objects.resize(2);
  report.objects[0].number = 1, report.objects[0].changed = true;
  report.objects[1].number = 2, report.objects[1].change_error = "CUDA_ERROR_INVALID_VALUE";
  const std::string text = trace_text(report);
  for (const char* line :
       {"\nDescriptors of texture objects were changed by --set normalizedCoords=1.\nWhich values "
        "fetched differ from those of the original descriptors is known only with --fetches and "
        "--texels.\n",
        "\n  changed by --set\n",
        "\n  not changed by --set: cuTexObjectCreate returned CUDA_ERROR_INVALID_VALUE\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  const std::string json = write_trace_report(report);
  EXPECT_EQ(trace_text(parse_trace_report(json, "trace.json")), text);
  EXPECT_EQ(write_trace_report(TraceReport()).find("\"set\""), std::string::npos);
}

TEST(ChangedDescriptors, AreNamedBesideTheProgramsOwn) {
  TraceReport report;
  report.set = "normalizedCoords=1";
  TracedObject& object = report.objects.emplace_back();
  object.number = 1, object.changed = true;
  object.request.array = ArrayRequest{{32, 0, 0, 0, 2}, 8, 8, 0, 0, 1};
  object.request.sampler.normalizedCoords = 1;
  object.effective = effective_sampler(object.request);
  object.original = object.request.sampler;
  object.original->normalizedCoords = 0;
  object.original->filterMode = TextureFilterMode::linear;
  object.findings.push_back({FindingKind::leaked, "", "It stays.", "", "", ""});
  FetchesReport& fetches = report.fetches.emplace();
  FetchSite& site = fetches.sites.emplace_back();
  for (const OriginalComparison& each :
       {OriginalComparison{100, 7, 0.25, ""}, OriginalComparison{100, 7, 0, ""},
        OriginalComparison{100, 0, 0, ""}, OriginalComparison{0, 0, 0, "The reason."}}) {
    FetchedObject& fetched = site.objects.emplace_back();
    fetched.object = 1;
    fetched.original = each;
  }
  const std::string text = trace_text(report);
  for (const char* line :
       {"\n  the program's own: filterMode linear, addressMode wrap wrap, readMode element, normalizedCoords "
        "0\n"
        "  requested: filterMode point, addressMode wrap wrap, readMode element, normalizedCoords 1\n",
        "\n    7 of 100 values differ from those of the original descriptor, at most by 0.25\n",
        "\n    7 of 100 values differ from those of the original descriptor\n",
        "\n    none of 100 values differs from that of the original descriptor\n",
        "\n    not compared with the original descriptor: The reason.\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  EXPECT_EQ(text.find("known only with"), std::string::npos);
  const TraceReport read = parse_trace_report(write_trace_report(report), "trace.json");
  EXPECT_EQ(read.fetches, report.fetches);
  EXPECT_EQ(trace_text(read), text);
}

TEST(TextureNumbers, AreNamedWhereTheyAreNotTheObjects) {
  TraceReport report;
  report.objects.resize(2);
  report.objects[0].number = 1, report.objects[0].texture_number = 1;
  report.objects[1].number = 2, report.objects[1].texture_number = 13;
  report.objects[1].stack = {{"/home/app", 0xa4b0, "use()"}, {"/home/app", 0x10, "main"}};
  const std::string text = trace_text(report);
  EXPECT_NE(text.find("#1 texture of an array, once\n"), std::string::npos) << text;
  EXPECT_NE(text.find("#2 texture of an array, once, first as texture object 13 of its process\n  at use() "
                      "(app+0xa4b0)\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("app+0x10"), std::string::npos) << "of what is clean the place is enough";
  EXPECT_EQ(trace_text(parse_trace_report(write_trace_report(report), "trace.json")), text);
}

TEST(FetchesReports, AreKeptInTheFile) {
  const TraceReport report = report_of_fetches();
  const TraceReport read = parse_trace_report(write_trace_report(report), "trace.json");
  EXPECT_EQ(read.fetches, report.fetches);
  TraceReport without = report;
  without.fetches.reset();
  const std::string json = write_trace_report(without);
  EXPECT_EQ(json.find("fetches"), std::string::npos);
  EXPECT_FALSE(parse_trace_report(json, "trace.json").fetches);
}
} // namespace

} // namespace texelscope::trace
