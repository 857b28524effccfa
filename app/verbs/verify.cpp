// texelscope verify: compares the model with this machine's GPU over random textures, samplers and
// coordinates.
#include "kernels/studies/verify/verify.h"

#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/files/progress_line.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/machines/gl/backends.h"
#include "kernels/studies/verify/draw_summary.h"
#include "kernels/studies/verify/mismatch_session.h"
#include "kernels/studies/verify/verify_file.h"
#include "kernels/unit/image_io/read_image.h"

namespace texelscope {

namespace {
using verify::MismatchCount;

void print_group(const MismatchCount& count) {
  if (count.fetches == 0) return;
  print_line(fmt::format("{:<20} {:>14} {:>12} {:>12}", count.name, count.fetches, count.mismatches,
                         count.largest_ulp));
}

void print_mismatch(const MismatchCount& count, int number) {
  const verify::Mismatch& first = *count.first;
  print_line(say(Text::verify_mismatch, {verify::class_name(first.setup), describe_request(first)}));
  print_line(say(Text::verify_text, {hex_values(first.device), hex_values(first.model)}));
  if (const std::string path = save_mismatch(first, fmt::format("verify-mismatch-{}", number)); !path.empty())
    print_line(say(Text::verify_session, {path}));
}

// The number of rounds and fetches is part of the file: other numbers give other shares.
constexpr int drawn_rounds = 2000, drawn_samples = 20;

nlohmann::ordered_json draw_json(const verify::DrawSummary& draw, std::uint32_t seed) {
  nlohmann::ordered_json json = {{"format", "texelscope-verify-draw"},
                                 {"version", 1},
                                 {"seed", seed},
                                 {"rounds", drawn_rounds},
                                 {"samples", drawn_samples}};
  for (const verify::DrawnShare& one : draw.shares)
    json["shares"][one.name] = one.share;
  for (std::size_t group = 0; group < draw.ranges.size(); ++group) {
    const verify::DrawnRange& range = draw.ranges[group];
    json["ranges"][verify::group_name(verify::Group(group))] = {
        {"width", range.width}, {"height", range.height}, {"depth", range.depth}, {"levels", range.levels}};
  }
  return json;
}

void show_draw(std::uint32_t seed, const std::optional<std::string>& file) {
  const verify::DrawSummary draw = verify::summarize_draw(seed, drawn_rounds, drawn_samples);
  for (std::size_t i = 0; i < draw.shares.size(); ++i) {
    std::string line = fmt::format("{:<20} {:>6.2f} %", draw.shares[i].name, 100 * draw.shares[i].share);
    if (i < draw.ranges.size()) {
      const verify::DrawnRange& r = draw.ranges[i];
      line += fmt::format("  {} - {} x {} - {} x {} - {}, {} - {}", r.width[0], r.width[1], r.height[0],
                          r.height[1], r.depth[0], r.depth[1], r.levels[0], r.levels[1]);
    }
    print_line(line);
  }
  if (file) write_text_file(*file, json_text(draw_json(draw, seed)));
}

} // namespace

int run_verify(const std::vector<std::string>& args) {
  Arguments arguments("texelscope verify", Text::verify_about);
  verify::Options options;
  std::optional<std::string> json;
  bool draw = false;
  arguments.option("--fetches", "NUMBER", Text::verify_fetches_help, options.fetches, 1, 1e15);
  arguments.option("--seed", "INTEGER", Text::verify_seed_help, options.seed, 0, 0xffffffff);
  arguments.option("--only", "PATTERN", Text::verify_only_help, options.only);
  arguments.option("--json", "FILE", Text::verify_json_help, json, Stream::output);
  arguments.toggle("--draw", Text::verify_draw_help, draw);
  if (!arguments.parse(args)) return 0;
  if (draw) {
    show_draw(options.seed, json);
    return 0;
  }
  const CudaReport cuda = cuda_report();
  if (cuda.devices.empty()) throw MachineError(cuda.problem + (cuda.cure.empty() ? "" : " " + cuda.cure));
  const std::string device = verify_device(cuda);
  print_line(device);
  verify::Report report;
  try {
    ProgressLine progress;
    report = verify::verify(options, make_verify_device, [&](double share) {
      progress.show(share);
      return true;
    });
  } catch (const std::invalid_argument&) {
    throw UserError(say(Text::verify_no_class, {options.only}));
  }
  print_line(fmt::format("{:<20} {:>14} {:>12} {:>12}", text(Text::verify_class), text(Text::verify_fetches),
                         text(Text::verify_mismatches), text(Text::verify_ulp)));
  for (const MismatchCount& count : report.groups)
    print_group(count);
  int number = 0;
  for (const MismatchCount& count : report.groups)
    if (count.first) print_mismatch(count, ++number);
  for (const std::string& refusal : report.refusals)
    print_line(say(Text::verify_refused, {refusal}));
  print_line(
      say(Text::verify_total, {std::to_string(report.fetches), std::to_string(report.mismatches),
                               fmt::format("{:.1f}", report.seconds),
                               fmt::format("{:.1f}", double(report.fetches) / report.seconds * 1e-6)}));
  print_line(say(Text::verify_fast,
                 {std::to_string(report.by_model), std::to_string(report.fetches - report.by_model),
                  std::to_string(report.fast_differs)}));
  if (json) write_text_file(*json, json_text(verify_json(report, options, device)));
  return report.mismatches == 0 && report.fast_differs == 0 ? 0 : 1;
}

} // namespace texelscope
