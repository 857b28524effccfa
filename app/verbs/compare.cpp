// texelscope compare: compares two sources' pictures of a session, value by value.
#include <charconv>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include "app/cli/arguments.h"
#include "app/cli/outputs.h"
#include "app/cli/verbs.h"
#include "app/verbs/replay_options.h"
#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/base/half.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/threads.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/files/progress_line.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/gl/backends.h"
#include "kernels/studies/compare/compare_report.h"
#include "kernels/studies/sources/requested_values.h"
#include "kernels/studies/texture/replay.h"
#include "kernels/studies/texture/texture_source.h"
#include "kernels/unit/fetch/fetch_map.h"
#include "kernels/unit/image_io/write_image.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
struct Wanted {
  ValueSource source = ValueSource::model;
  fs::path file; // a picture, or a session where the source is `state`
};

// A count of values, or a share of all.
struct MaxDiffering {
  std::string argument;
  double number = 0;
  bool percent = false;
  bool allows(const Metrics& m) const {
    return double(m.different) <= (percent ? number / 100 * double(m.count) : number);
  }
};

struct CompareOptions {
  LoadedSession loaded;
  std::array<Wanted, 2> sides;
  int width = 640, height = 480;
  Region region;
  fs::path out;
  Measure measure = Measure::signed_difference;
  std::optional<double> max_error, min_psnr, min_ssim;
  std::optional<MaxDiffering> max_differing;
  std::string ending; // of --out, which names its format
  std::optional<BackendKind> backend;
  std::int64_t frames_limit = max_replayed_frames;
  bool json = false;
};

void declare_compare(Arguments& arguments, CompareOptions& options) {
  arguments.positional("SESSION", Text::compare_session_help, Stream::input);
  arguments.option("--a", "SOURCE", Text::compare_a_help, Stream::input);
  arguments.option("--b", "SOURCE", Text::compare_b_help, Stream::input);
  arguments.option("--size", "WxH", Text::compare_size_help);
  arguments.option("--roi", "X,Y,W,H", Text::compare_roi_help);
  arguments.option("--out", "FILE", Text::compare_out_help, options.out, Stream::output);
  arguments.option("--format", "NAME", Text::format_difference_help);
  arguments.option("--measure", "NAME", Text::compare_measure_help);
  arguments.option("--max-error", "NUMBER", Text::compare_max_error_help, options.max_error, 0, 1e308);
  arguments.option("--min-psnr", "DB", Text::compare_min_psnr_help, options.min_psnr, 0, 1e308);
  arguments.option("--min-ssim", "NUMBER", Text::compare_min_ssim_help, options.min_ssim, -1, 1);
  arguments.option("--max-differing", "COUNT|SHARE%", Text::compare_max_differing_help);
  arguments.toggle("--json", Text::compare_json_help, options.json, Stream::printed);
  arguments.option("--backend", Text::app_backend_help, options.backend);
  declare_frames_limit(arguments, options.frames_limit);
  arguments.session_fields();
}

Wanted wanted_from(const Arguments& arguments, const std::string& flag) {
  const auto source_text = arguments.value(flag);
  if (!source_text) throw UserError(text(Text::compare_no_sources));
  const auto rest = [&](std::string_view prefix) { return source_text->substr(prefix.size()); };
  if (source_text->starts_with("file:")) return {ValueSource::file, rest("file:")};
  if (source_text->starts_with("session:")) return {ValueSource::state, rest("session:")};
  const auto source = named<ValueSource>(*source_text);
  const bool needs_more = source == ValueSource::state || source == ValueSource::pinned ||
                          source == ValueSource::file || source == ValueSource::before;
  if (!source || needs_more) throw UserError(say(Text::compare_unknown_source, {flag, *source_text}));
  return {*source, {}};
}

Region region_from(const Arguments& arguments, int width, int height) {
  const auto region_text = arguments.value("--roi");
  if (!region_text) return {};
  Region r;
  char more = 0;
  const int read = std::sscanf(region_text->c_str(), "%d,%d,%d,%d%c", &r.x, &r.y, &r.width, &r.height, &more);
  const bool inside = r.x >= 0 && r.y >= 0 && r.width > 0 && r.height > 0 && r.x < width && r.y < height &&
                      r.width <= width - r.x && r.height <= height - r.y;
  if (read != 4 || !inside)
    throw UserError(
        say(Text::compare_bad_roi, {*region_text, std::to_string(width), std::to_string(height)}));
  return r;
}

std::optional<MaxDiffering> max_differing(const Arguments& arguments) {
  const auto limit_text = arguments.value("--max-differing");
  if (!limit_text) return std::nullopt;
  MaxDiffering max_differing{*limit_text, 0, limit_text->ends_with('%')};
  const char *first = limit_text->data(), *last = first + limit_text->size() - max_differing.percent;
  const auto [end, error] = std::from_chars(first, last, max_differing.number);
  const bool whole = max_differing.number == std::floor(max_differing.number);
  if (error != std::errc() || end != last || !(max_differing.number >= 0) ||
      !(max_differing.percent ? max_differing.number <= 100 : whole && std::isfinite(max_differing.number)))
    throw UserError(say(Text::flag_bad, {"--max-differing", say(Text::compare_bad_share, {*limit_text})}));
  return max_differing;
}

void finish(CompareOptions& options, const Arguments& arguments) {
  options.sides = {wanted_from(arguments, "--a"), wanted_from(arguments, "--b")};
  options.loaded = session_from(arguments, "SESSION");
  const auto [width, height] = picture_size_from(arguments, options.loaded.session);
  options.width = width, options.height = height;
  options.region = region_from(arguments, options.width, options.height);
  check_format_option(arguments);
  options.ending = output_ending(arguments, options.out, {"png", "exr", "npy"});
  const std::string& ending = options.ending;
  if (!options.out.empty() && ending != ".png" && ending != ".exr" && ending != ".npy")
    throw UserError(say(Text::compare_ending, {options.out.string()}));
  if (arguments.given("--measure") && options.out.empty()) throw UserError(text(Text::compare_measure_alone));
  options.measure = arguments.choice<Measure>("--measure").value_or(Measure::signed_difference);
  options.max_differing = max_differing(arguments);
}

// The session's texels and, if requested, the picture that a backend fetched from them.
ValueRequest request_of(LoadedSession loaded, ValueSource source, std::optional<BackendKind> backend,
                        const CompareOptions& options) {
  OffscreenBackend made = make_offscreen_backend(backend);
  const auto [resolution, image] = open_study(loaded, made.backend->info().limits, check_notes);
  const Session& session = loaded.session;
  const Effective& effective = resolution.effective;
  const auto [width, height] = picture_size(session, options.width, options.height);
  ValueRequest request{source, session, effective, image, nullptr, "", {}, width, height};
  const bool written = effective.writes(session).mode != WriteMode::off;
  const bool returned = source == ValueSource::state || source == ValueSource::cuda;
  if (returned && !session.fetch.body.empty() && made.backend->info().kind == BackendKind::cuda)
    throw UserError("fetch.body: " + std::string(text(Text::compare_body_cuda)));
  if (written || returned) {
    ProgressLine progress;
    run_frame(*made.backend, {session, effective, request.texels, width, height}, options.frames_limit,
              progress);
  }
  if (returned) request.returned = std::make_shared<const Picture>(made.backend->read_result());
  if (written) request.texels = std::make_shared<const Image>(made.backend->read_texture());
  request.maker = made.backend->info().device;
  return request;
}

ComparedPicture picture_of(const CompareOptions& options, std::size_t side, GlSampler& opengl) {
  const Wanted& wanted = options.sides[side];
  ValueRequest request;
  if (wanted.source == ValueSource::file) {
    request.source = wanted.source;
    request.file = wanted.file;
  } else {
    const bool other = wanted.source == ValueSource::state;
    const auto backend =
        other ? options.backend
              : std::optional(wanted.source == ValueSource::cuda ? BackendKind::cuda : BackendKind::cpu);
    request = request_of(other ? load_session(wanted.file) : options.loaded, wanted.source, backend, options);
  }
  // A new thread has no OpenGL context.
  ComparedPicture made;
  made.values = start_async([&] { return make_values(request, opengl); }).get();
  made.name = wanted.source == ValueSource::state ? input_name(wanted.file.filename())
                                                  : std::string(identifier(wanted.source));
  return made;
}

void write_differences(const CompareOptions& options, const Values& a, const Values& b, double reach) {
  const std::string& ending = options.ending;
  if (ending == ".exr") return write_exr(options.out, difference_map(a, b, options.measure));
  if (ending == ".npy") return write_npy(options.out, difference_map(a, b, options.measure));
  const Picture map = largest_map(a, b, options.measure, {true, true, true, true});
  ViewSpec view;
  view.range_high = reach;
  view.false_color = options.measure == Measure::absolute ? FalseColor::viridis : FalseColor::signed_map;
  write_png(options.out, map.width, map.height, tone_map(map, view));
}

double reach_of(const Values& a, const Values& b, Measure measure) {
  double reach = 0;
  for (const TexelBits& pixel : largest_map(a, b, measure, {true, true, true, true}).pixels)
    if (const double d = std::abs(double(bits_float(pixel[0]))); std::isfinite(d)) reach = std::max(reach, d);
  return reach > 0 ? reach : 1;
}

std::string digits(double value) {
  return brief_number(value, 9);
}

// Each of the following functions checks one limit and prints an error if it is exceeded.
bool keeps_max_error(double limit, const Metrics& all) {
  const double largest = all.largest ? std::abs(all.largest->difference) : 0;
  if (largest > limit)
    print_error(say(Text::compare_over, {digits(largest), digits(limit)}));
  else if (all.unlike > 0)
    print_error(say(Text::compare_over_nonfinite, {std::to_string(all.unlike)}));
  return largest <= limit && all.unlike == 0;
}

// The metric is of the pairs of finite numbers.
bool keeps_minimum(double limit, double value, Text name, const Metrics& all) {
  if (std::isnan(value))
    print_error(say(Text::compare_no_metric, {text(name), digits(limit)}));
  else if (value < limit)
    print_error(say(Text::compare_under, {text(name), digits(value), digits(limit)}));
  else if (all.unlike > 0)
    print_error(say(Text::compare_over_nonfinite, {std::to_string(all.unlike)}));
  return value >= limit && all.unlike == 0;
}

bool keeps_max_differing(const MaxDiffering& max_differing, const Metrics& all) {
  if (!max_differing.allows(all))
    print_error(say(Text::compare_over_differing,
                    {std::to_string(all.different), std::to_string(all.count), max_differing.argument}));
  else if (all.unlike > 0)
    print_error(say(Text::compare_over_nonfinite, {std::to_string(all.unlike)}));
  return max_differing.allows(all) && all.unlike == 0;
}

bool keeps_limits(const CompareOptions& options, const Metrics& all) {
  bool kept = true;
  if (options.max_error) kept &= keeps_max_error(*options.max_error, all);
  if (options.min_psnr) kept &= keeps_minimum(*options.min_psnr, all.psnr, Text::metric_psnr, all);
  if (options.min_ssim) kept &= keeps_minimum(*options.min_ssim, all.ssim, Text::metric_ssim, all);
  if (options.max_differing) kept &= keeps_max_differing(*options.max_differing, all);
  return kept;
}
} // namespace

int run_compare(const std::vector<std::string>& args) {
  Arguments arguments("texelscope compare", Text::compare_about);
  CompareOptions options;
  declare_compare(arguments, options);
  if (!arguments.parse(args)) return 0;
  finish(options, arguments);
  GlSampler opengl;
  const std::array<ComparedPicture, 2> pictures = {picture_of(options, 0, opengl),
                                                   picture_of(options, 1, opengl)};
  const Values &a = pictures[0].values, &b = pictures[1].values;
  if (const std::string why = cannot_compare(a, b); !why.empty()) throw UserError(why);
  const PictureComparison result = compare(a, b, options.region);
  if (!options.out.empty()) write_differences(options, a, b, reach_of(a, b, options.measure));
  options.json ? print_data(compare_json(pictures, result)) : print_text(compare_text(pictures, result));
  return keeps_limits(options, result.all) ? 0 : 1;
}

} // namespace texelscope
