// texelscope scope: values along a line over a session's result, printed in short or as CSV.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/arguments.h"
#include "app/cli/outputs.h"
#include "app/cli/verbs.h"
#include "app/verbs/replay_options.h"
#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/files/progress_line.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/compare/values.h"
#include "kernels/studies/sources/scope_curves.h"
#include "kernels/studies/texture/replay.h"
#include "kernels/studies/texture/texture_source.h"

namespace texelscope {

namespace {
struct ScopeOptions {
  LoadedSession loaded;
  scope::Line line;
  int width = 640, height = 480;
  double per_unit = 512;
  std::vector<scope::Series> sources = {scope::Series::model, scope::Series::ideal};
  std::string csv;
  std::int64_t frames_limit = max_replayed_frames;
  bool json = false;
};

void declare_scope(Arguments& arguments, ScopeOptions& options) {
  arguments.positional("SESSION", Text::scope_session_help, Stream::input);
  arguments.option("--line", "X0,Y0,X1,Y1", Text::scope_line_help);
  arguments.option("--size", "WxH", Text::scope_size_help);
  arguments.option("--samples", "NUMBER", Text::scope_samples_help, options.per_unit, 1.0 / 1024, 65536);
  arguments.option("--sources", "NAMES", Text::scope_sources_help);
  arguments.option("--csv", "FILE", Text::scope_csv_file_help, options.csv, Stream::output);
  arguments.toggle("--json", Text::explain_json_help, options.json, Stream::printed);
  declare_frames_limit(arguments, options.frames_limit);
  arguments.session_fields();
}

[[noreturn]] void refuse(const char* flag, Text reason, const std::string& given) {
  throw UserError(say(Text::flag_bad, {flag, say(reason, {given})}));
}

std::vector<scope::Series> sources_from(const Arguments& arguments) {
  const auto given =
      arguments.choices<scope::Series>("--sources", scope::series_count, Text::scope_bad_sources);
  if (!given) return {scope::Series::model, scope::Series::ideal};
  std::vector<scope::Series> sources; // as given, each once
  for (const scope::Series series : *given)
    if (std::ranges::find(sources, series) == sources.end()) sources.push_back(series);
  if (std::ranges::find(sources, scope::Series::pinned) != sources.end())
    refuse("--sources", Text::scope_pinned_in_window, *arguments.value("--sources"));
  return sources;
}

void finish(ScopeOptions& options, const Arguments& arguments) {
  options.loaded = session_from(arguments, "SESSION");
  const auto [width, height] = picture_size_from(arguments, options.loaded.session);
  options.width = width, options.height = height;
  const double middle = options.height / 2 + 0.5;
  const auto line = arguments.line("--line");
  options.line = line ? scope::Line{(*line)[0], (*line)[1], (*line)[2], (*line)[3]}
                      : scope::Line{0, middle, double(options.width), middle};
  options.sources = sources_from(arguments);
  if (arguments.given("--csv") && options.csv.empty()) throw UserError(say(Text::flag_no_value, {"--csv"}));
}

// The texture's content after the write kernels have run.
scope::Subject subject_from(ScopeOptions& options, Backend& backend) {
  auto [resolution, image] = open_study(options.loaded, backend.info().limits, print_notes);
  const Session& session = options.loaded.session;
  if (!session.fetch.body.empty()) print_warning("fetch.body: " + std::string(text(Text::scope_body)));
  if (resolution.effective.writes(session).mode != WriteMode::off) {
    ProgressLine progress;
    run_frame(backend, {session, resolution.effective, image, 1, 1}, options.frames_limit, progress);
    image = std::make_shared<const Image>(backend.read_texture());
  }
  return {session, resolution.effective, {image, image->texels.data()}};
}

struct Summary {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  int changes = 0;
  double error = 0; // the greatest, of floats
  int error_at = 0;
};

Summary summary_of(const ScopeCurves& curves, const ScopeCurves::Fetched& of, std::size_t c, bool compares) {
  Summary summary;
  for (std::size_t i = 0; i < of.results.size(); ++i) {
    const double value = number_of(of.type, of.results[i][c]);
    summary.changes += i > 0 && of.results[i][c] != of.results[i - 1][c];
    summary.low = std::min(summary.low, value);
    summary.high = std::max(summary.high, value);
    if (!compares) continue;
    const double error = std::abs(value - scope::ideal(curves.texture(), curves.samples(), int(i))[c]);
    if (!(error > summary.error)) continue;
    summary.error = error;
    summary.error_at = int(i);
  }
  return summary;
}

// Whether each value has an ideal one to compare with.
bool compares(const ScopeCurves& curves) {
  return curves.has_ideal() && curves.subject().effective.result == ResultType::floating;
}

void tell(const ScopeCurves& curves, const scope::Axis& axis, double per_unit) {
  const int count = curves.samples().count();
  const std::string samples = std::to_string(count), each = fmt::format("{}", per_unit);
  const std::string head =
      axis.in_texels ? say(Text::scope_told_texels, {axis.name, fmt::format("{:.9g}", axis.start),
                                                     fmt::format("{:.9g}", axis.end), samples, each})
                     : say(Text::scope_told_pixels, {fmt::format("{:.9g}", axis.length()), samples, each});
  print_line(head);
  for (const ScopeCurves::Fetched& of : curves.fetched())
    for (std::size_t c = 0; c < std::size_t(of.channels); ++c) {
      const Summary s = summary_of(curves, of, c, compares(curves));
      std::string line = say(Text::scope_told_values,
                             {identifier(of.series), std::string(1, "rgba"[c]), brief_number(s.low, 9),
                              brief_number(s.high, 9), std::to_string(s.changes)});
      const std::string where = fmt::format("{:.9g}", axis.at((s.error_at + 0.5) / count));
      if (compares(curves)) line += say(Text::scope_told_error, {fmt::format("{:.3g}", s.error), where});
      print_line(line);
    }
}

std::string scope_json(const ScopeCurves& curves, const scope::Axis& axis, double per_unit) {
  using Json = nlohmann::ordered_json;
  const scope::Line& line = curves.samples().line();
  const int count = curves.samples().count();
  Json json = {{"line", {line.x0, line.y0, line.x1, line.y1}},
               {"unit", axis.in_texels ? "texels" : "pixels"},
               {"axis", axis.in_texels ? Json(axis.name) : Json()},
               {"from", axis.start},
               {"to", axis.end},
               {"samples", count},
               {"samples_per_unit", per_unit},
               {"curves", Json::array()}};
  for (const ScopeCurves::Fetched& of : curves.fetched())
    for (std::size_t c = 0; c < std::size_t(of.channels); ++c) {
      const Summary s = summary_of(curves, of, c, compares(curves));
      Json curve = {{"source", identifier(of.series)},
                    {"channel", std::string(1, "rgba"[c])},
                    {"low", s.low},
                    {"high", s.high},
                    {"changes", s.changes}};
      if (compares(curves))
        curve.update({{"largest_error", s.error}, {"largest_error_at", axis.at((s.error_at + 0.5) / count)}});
      json["curves"].push_back(std::move(curve));
    }
  return json_text(std::move(json));
}
} // namespace

int run_scope(const std::vector<std::string>& args) {
  Arguments arguments("texelscope scope", Text::scope_about);
  ScopeOptions options;
  declare_scope(arguments, options);
  if (!arguments.parse(args)) return 0;
  finish(options, arguments);
  const auto backend = make_cpu_backend();
  const scope::Subject subject = subject_from(options, *backend);
  const auto axis_of = [&](const scope::Line& line) {
    return scope::axis_of(subject.session, subject.effective, options.width, options.height, line);
  };
  const scope::Steps steps = whole_steps(options.line, axis_of(options.line), options.per_unit);
  if (steps.count > scope::Samples::max_count)
    throw UserError(
        say(Text::scope_too_many, {std::to_string(steps.count), std::to_string(scope::Samples::max_count)}));
  ScopeCurves curves(subject, options.width, options.height, steps.line, int(steps.count));
  ScopeDevices devices;
  for (const scope::Series series : options.sources) {
    if (const std::string obstacle = curves.obstacle(series); !obstacle.empty()) throw UserError(obstacle);
    curves.add(series, nullptr, devices);
  }
  const scope::Axis axis = axis_of(steps.line);
  if (!options.csv.empty())
    write_file(options.csv, [&](const PartSink& sink) { write_scope_csv(curves, sink); });
  if (options.json)
    print_data(scope_json(curves, axis, options.per_unit));
  else
    tell(curves, axis, options.per_unit);
  return 0;
}

} // namespace texelscope
