#include "kernels/studies/compare/compare_report.h"

#include <cmath>
#include <functional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
using Json = nlohmann::ordered_json;

Json metrics_json(const Metrics& m) {
  Json json = {{"count", m.count},
               {"different", m.different},
               {"nan", {m.nans[0], m.nans[1]}},
               {"infinite", {m.infinities[0], m.infinities[1]}},
               {"unlike", m.unlike},
               {"mean", m.mean},
               {"mean_absolute", m.mean_absolute},
               {"rmse", m.rmse},
               {"psnr_db", m.psnr},
               {"ssim", m.ssim},
               {"max_ulp", m.largest_ulp}};
  if (!m.largest) return json;
  const LargestError& e = *m.largest;
  json["largest"] = {{"pixel", {e.pixel.x, e.pixel.y}},
                     {"channel", e.channel},
                     {"a", e.a},
                     {"b", e.b},
                     {"difference", e.difference}};
  return json;
}

std::string column(double value) {
  return fmt::format("{:>14}", std::isnan(value) ? "-" : fmt::format("{:.7g}", value));
}
std::string column(std::int64_t value) {
  return fmt::format("{:>14}", value);
}

// One row: the metric of all channels, then of each.
std::string row(const PictureComparison& result, Text name,
                const std::function<std::string(const Metrics&)>& cell) {
  std::string line = fmt::format("  {:<12}{}", text(name), cell(result.all));
  for (std::size_t c = 0; c < std::size_t(result.channels); ++c)
    line += cell(result.channel[c]);
  return line + "\n";
}

std::string heading(const PictureComparison& result) {
  static constexpr Text names[] = {Text::field_show_r, Text::field_show_g, Text::field_show_b,
                                   Text::field_show_a};
  std::string line = fmt::format("  {:<12}{:>14}", "", text(Text::compare_all));
  for (std::size_t c = 0; c < std::size_t(result.channels); ++c)
    line += fmt::format("{:>14}", text(names[c]));
  return line + "\n";
}

std::string side_text(Text letter, const ComparedPicture& picture) {
  std::string line = fmt::format("{}  {}", text(letter), picture.name);
  if (!picture.values.maker.empty()) line += ": " + picture.values.maker;
  if (!picture.values.remark.empty()) line += "  (" + picture.values.remark + ")";
  return line + "\n";
}

std::string largest_text(const LargestError& e) {
  static constexpr Text names[] = {Text::field_show_r, Text::field_show_g, Text::field_show_b,
                                   Text::field_show_a};
  const std::string place = say(
      Text::compare_place, {std::to_string(e.pixel.x), std::to_string(e.pixel.y), text(names[e.channel])});
  return fmt::format("  {:<12}{:>14}  {}  A {}, B {}\n", text(Text::metric_largest),
                     brief_number(e.difference, 7, true), place, brief_number(e.a, 9), brief_number(e.b, 9));
}
} // namespace

std::string compare_text(const std::array<ComparedPicture, 2>& pictures, const PictureComparison& result) {
  const Region& r = result.region;
  std::string out = side_text(Text::compare_a, pictures[0]) + side_text(Text::compare_b, pictures[1]);
  out += fmt::format("{}  {},{} {} x {}   {}  {:.7g}\n\n", text(Text::metric_region), r.x, r.y, r.width,
                     r.height, text(Text::metric_peak), result.peak);
  out += heading(result);
  out += row(result, Text::metric_different, [](const Metrics& m) { return column(m.different); });
  out += row(result, Text::metric_mean, [](const Metrics& m) { return column(m.mean); });
  out += row(result, Text::metric_mean_absolute, [](const Metrics& m) { return column(m.mean_absolute); });
  out += row(result, Text::metric_rmse, [](const Metrics& m) { return column(m.rmse); });
  out += row(result, Text::metric_psnr, [](const Metrics& m) { return column(m.psnr); });
  out += row(result, Text::metric_ssim, [](const Metrics& m) { return column(m.ssim); });
  out += row(result, Text::metric_ulp, [](const Metrics& m) { return column(m.largest_ulp); });
  if (result.all.nans[0] + result.all.nans[1] + result.all.infinities[0] + result.all.infinities[1] > 0)
    out += fmt::format("  {:<12}{}\n", text(Text::metric_nonfinite),
                       say(Text::metric_nonfinite_counts,
                           {std::to_string(result.all.nans[0]), std::to_string(result.all.infinities[0]),
                            std::to_string(result.all.nans[1]), std::to_string(result.all.infinities[1])}));
  if (result.all.largest) out += largest_text(*result.all.largest);
  return out;
}

std::string compare_json(const std::array<ComparedPicture, 2>& pictures, const PictureComparison& result) {
  const auto side = [](const ComparedPicture& p) {
    return Json{{"source", p.name}, {"maker", p.values.maker}, {"remark", p.values.remark}};
  };
  const Region& r = result.region;
  Json channels = Json::array();
  for (std::size_t c = 0; c < std::size_t(result.channels); ++c)
    channels.push_back(metrics_json(result.channel[c]));
  const Json root = {
      {"a", side(pictures[0])}, {"b", side(pictures[1])},          {"region", {r.x, r.y, r.width, r.height}},
      {"peak", result.peak},    {"all", metrics_json(result.all)}, {"channels", std::move(channels)}};
  return json_text(root);
}

} // namespace texelscope
