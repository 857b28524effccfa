// Reports as files: what is refused, and where.
#include "kernels/studies/trace_report/trace_report_file.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/unit/check/request_session.h"
#include "tests/refusal.h"

namespace texelscope::trace {
namespace {

using Json = nlohmann::ordered_json;

TraceReport some_report() {
  TraceReport report;
  report.command = {"./app", "a b"};
  report.exit_code = 139;
  report.lost = 3;
  report.processes = {{100, 1, "/home/a/app", "no CUPTI"}};
  TracedObject object;
  object.number = 3;
  object.kind = ObjectKind::texture;
  object.call = "cudaCreateTextureObject";
  object.error = "cudaErrorInvalidValue";
  object.count = 7;
  object.alive = 2;
  object.context = 0xffffffffffffffff;
  object.stack = {{"/home/a/app", 0x1234, "draw(int)"}};
  object.texels = {{"/tmp/object-3.npy", 5}};
  object.request.resource = ResourceKind::pitch_2d;
  object.request.address = 0x7f0000000240;
  object.request.channels = {32, 0, 0, 0, 2};
  object.request.width = std::numeric_limits<std::size_t>::max();
  object.request.height = 5;
  object.request.pitch_in_bytes = 33;
  object.request.sampler.borderColor = {NAN, INFINITY, -INFINITY, 0.1f};
  object.request.sampler.filterMode = TextureFilterMode(-7);
  object.request.view = ViewRequest{22, 1, 2, 3, 4, 5, 6, 7};
  object.findings = {{FindingKind::freed, "f", "s", "r", "e", "c"}};
  object.effective = effective_sampler(object.request);
  report.objects = {object};
  report.findings = {{FindingKind::unchecked, "cuTexRef", "x", "y", "", "z"}};
  return report;
}

TEST(TraceReportFile, ReadsBackWhatItWrote) {
  const std::string json = write_trace_report(some_report());
  const TraceReport read = parse_trace_report(json, "t.json");
  EXPECT_EQ(write_trace_report(read), json);
  const TracedObject& object = read.objects.at(0);
  EXPECT_EQ(object.number, 3);
  EXPECT_EQ(object.context, 0xffffffffffffffff);
  EXPECT_EQ(object.request.address, 0x7f0000000240u);
  EXPECT_TRUE(std::isnan(object.request.sampler.borderColor[0]));
  EXPECT_EQ(object.request.sampler.borderColor[2], -INFINITY);
  EXPECT_EQ(object.request.sampler.borderColor[3], 0.1f);
  EXPECT_EQ(object.request.width, std::size_t(std::numeric_limits<std::int64_t>::max()));
  EXPECT_EQ(object.request.view->last_layer, 7u);
  EXPECT_EQ(object.findings.at(0).kind, FindingKind::freed);
  EXPECT_EQ(object.stack.at(0).function, "draw(int)");
  EXPECT_EQ(object.texels.at(0).launch, 5u);
}

std::string refusal(const Json& json) {
  return refusal_of([&] { parse_trace_report(json.dump(1), "t.json"); });
}

TEST(TraceReportFile, RefusesWhatIsNotAReport) {
  const Json sound = Json::parse(write_trace_report(some_report()));
  EXPECT_EQ(refusal(sound), "nothing");
  const auto with = [&](const char* place, const Json& value) {
    Json changed = sound;
    changed[Json::json_pointer(place)] = value;
    return refusal(changed);
  };
  EXPECT_NE(with("/version", 2).find("not a report of texelscope trace"), std::string::npos);
  EXPECT_NE(refusal(Json::object()).find("not a report"), std::string::npos);
  EXPECT_NE(refusal(Json::array()).find("not a report"), std::string::npos);
  for (const auto& [place, value] : std::vector<std::pair<const char*, Json>>{
           {"/objects/0/number", 0},
           {"/objects/0/number", "3"},
           {"/objects/0/kind", "sampler"},
           {"/objects/0/context", "7f"},
           {"/objects/0/context", "0x"},
           {"/objects/0/context", "0x1ffffffffffffffff"},
           {"/objects/0/requested/memory/address", "0xg"},
           {"/objects/0/requested/sampler/address_mode", Json::array({0, 1})},
           {"/objects/0/requested/sampler/border_color", Json::array({"big", 0, 0, 0})},
           {"/objects/0/requested/sampler/filter_mode", 1.5},
           {"/objects/0/requested/view/width", -1},
           {"/objects/0/findings/0/kind", "bad"},
           {"/objects/0/surprise", 1},
           {"/exit_code", 256},
           {"/objects", Json::object()},
           {"/command/0", 1}}) {
    const std::string reason = with(place, value);
    EXPECT_TRUE(reason.starts_with("t.json:")) << place << " " << reason;
  }
  Json lacking = sound;
  lacking["objects"][0].erase("requested");
  EXPECT_TRUE(refusal(lacking).starts_with("t.json:"));
}

TEST(TraceReportFile, AnyTextIsReadOrRefused) {
  std::mt19937 random(2);
  const std::string sound = write_trace_report(some_report());
  for (int i = 0; i < 2000; ++i) {
    std::string text = sound;
    for (int change = 0; change < 3; ++change)
      text[random() % text.size()] = "0\"{}[],:x-"[random() % 10];
    try {
      parse_trace_report(text, "t.json");
    } catch (const UserError&) { // all that it throws
    }
  }
}

} // namespace
} // namespace texelscope::trace
