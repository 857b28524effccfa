// texelscope explain: why a pixel of the result is what it is, and which sampler settings take effect.
#include <algorithm>
#include <limits>

#include "app/cli/arguments.h"
#include "app/cli/outputs.h"
#include "app/cli/verbs.h"
#include "app/verbs/replay_options.h"
#include "kernels/ground/base/half.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/files/progress_line.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/gl/backends.h"
#include "kernels/machines/gl/gl_sampler.h"
#include "kernels/studies/explain/explain_components.h"
#include "kernels/studies/explain/explain_report.h"
#include "kernels/studies/explain/fetch_picture_svg.h"
#include "kernels/studies/explain/one_fetch.h"
#include "kernels/studies/explain/proof_fetch.h"
#include "kernels/studies/fetches/explained_fetch.h"
#include "kernels/studies/sources/weight_machines.h"
#include "kernels/studies/texture/replay.h"
#include "kernels/studies/texture/texture_source.h"
#include "kernels/studies/trace_report/trace_place.h"
#include "kernels/studies/trace_report/trace_report_file.h"
#include "kernels/studies/verify/report_agreement.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/texture_view.h"
#include "kernels/unit/resolve/shipped_body.h"

namespace texelscope {

namespace {
struct ExplainOptions {
  LoadedSession loaded;
  std::optional<Pixel> at;
  std::optional<std::string> coord; // numbers, as many as the texture has coordinates
  int width = 640, height = 480;
  std::int64_t frames_limit = max_replayed_frames;
  bool json = false, strict = false;
  std::optional<std::string> report, svg;
  std::optional<BackendKind> backend;
  bool opengl = false; // the fetch is OpenGL's; the CPU runs write kernels
};

void declare(Arguments& arguments, ExplainOptions& options) {
  arguments.positional("SESSION", Text::explain_session_help, Stream::input);
  arguments.option("--at", "X,Y", Text::explain_at_help);
  arguments.option("--coord", "X,Y,Z", Text::explain_coord_help, options.coord);
  arguments.option("--lod", "NUMBER", Text::explain_lod_help);
  arguments.option("--fetch", "INTEGER", Text::explain_fetch_help);
  arguments.option("--thread", "X,Y,Z", Text::explain_thread_help);
  arguments.option("--size", "WxH", Text::explain_size_help);
  arguments.toggle("--json", Text::explain_json_help, options.json);
  arguments.option("--svg", "FILE", Text::explain_svg_help, options.svg, Stream::output);
  arguments.option("--report", "FILE", Text::explain_report_help, options.report, Stream::input);
  arguments.toggle("--strict", Text::strict_help, options.strict);
  arguments.option("--backend", "NAME", Text::explain_backend_help);
  declare_frames_limit(arguments, options.frames_limit);
  arguments.session_fields();
}

void finish(ExplainOptions& options, const Arguments& arguments) {
  options.loaded = session_from(arguments, "SESSION");
  const auto [width, height] = picture_size_from(arguments, options.loaded.session);
  options.width = width, options.height = height;
  if (const auto at = arguments.pixel("--at", options.width, options.height))
    options.at = {at->first, at->second};
  if (arguments.given("--lod") && !options.coord) throw UserError(text(Text::explain_coord_lod));
  if (options.coord && options.at) throw UserError(text(Text::explain_coord_or_at));
  options.opengl = arguments.value("--backend") == "opengl";
  options.backend = options.opengl ? BackendKind::cpu : arguments.backend("--backend", ", opengl");
  if (options.svg && !options.at && !options.coord) throw UserError(text(Text::explain_svg_fetch));
  if (options.svg) check_output_path(*options.svg);
  if (options.opengl && !options.at && !options.coord) throw UserError(text(Text::explain_opengl_fetch));
}

struct Setup {
  Session& session;
  Resolution resolution;
  std::shared_ptr<const Image> image;
  Backend& backend;
};

// The position named by --coord and --lod. An index of tex1Dfetch lies in the middle of its texel.
SamplePosition named_position(const Arguments& arguments, const Setup& setup) {
  const Effective& effective = setup.resolution.effective;
  SamplePosition position{{},
                          counts_texels(setup.session, effective),
                          setup.session.fetch.layer,
                          arguments.number("--lod", -1e6, 1e6),
                          0};
  if (position.lod && effective.function != FetchKind::lod) throw UserError(text(Text::explain_coord_lod));
  if (effective.function == FetchKind::texel) {
    position.at[0] =
        (double(*arguments.integer("--coord", -1'000'000'000, 1'000'000'000)) + 0.5) / effective.width;
    return position;
  }
  const auto numbers = arguments.floats("--coord", std::size_t(coordinate_count(effective.dimension)));
  std::copy(numbers->begin(), numbers->end(), position.at.begin());
  return position;
}

// The components of that fetch alone. Returns nothing if the picture combines a value from several fetches or
// returns another type.
std::optional<TexelBits> fetched_by_device(const Explanation& e, const Image& texels) {
  if (e.slab_samples > 0 || e.effective.type != FetchType::native) return std::nullopt;
  Image reinterpreted;
  const Texture texture = make_texture_view(texels.texels.data(), e.effective, reinterpreted);
  return fetch_one(make_device_batch(texture).get(), texture, e.function, e.at);
}

// What OpenGL's sampler returns for that fetch.
TexelBits fetched_by_opengl(const Setup& setup, const Explanation& e, const Image& texels,
                            GlWeights& opengl) {
  if (const std::string why = no_gl_fetch(e.effective); !why.empty()) throw UserError(why);
  Image reinterpreted;
  const Texture texture = make_texture_view(texels.texels.data(), e.effective, reinterpreted);
  TexelBits components = opengl.fetch_from(texture, e.function, {&e.at, 1}).front();
  const FetchView view = make_fetch_view(setup.session, e.effective, e.width, e.height);
  if (view.fills_alpha && view.function != FetchKind::gather) components[3] = float_bits(1);
  return components;
}

// The weights of the machine that fetches: the GPU's, or OpenGL's. Where they cannot be measured, a note says
// why.
std::optional<MachineWeights> measured_weights(const Setup& setup, const ExplainOptions& options,
                                               const Explanation& e, WeightMachines& machines) {
  const bool cuda = setup.backend.info().kind == BackendKind::cuda;
  if (e.empty || (!cuda && !options.opengl)) return std::nullopt;
  const WeighedMachine machine = options.opengl ? WeighedMachine::opengl : WeighedMachine::cuda;
  if (const std::string why = no_machine_weights(machine, e.effective); !why.empty()) {
    print_note(why);
    return std::nullopt;
  }
  try {
    return machines.measure(machine, e.effective, e.function, e.at, setup.backend.info().device);
  } catch (const MachineError& error) {
    if (error.device_lost) throw;
    print_note(error.what());
    return std::nullopt;
  }
}

// Explains the texture's content after the write kernels have run, and the pixel as the backend fetched it.
// Only a GPU or OpenGL, which run a single fetch, can return the value at a coordinate.
FetchExplanation print_fetch(const Setup& setup, const ExplainOptions& options, const FetchTarget& target,
                             WeightMachines& machines) {
  const Effective& effective = setup.resolution.effective;
  {
    ProgressLine progress;
    Session plain = setup.session;
    plain.fetch.body.clear();
    run_frame(setup.backend, {plain, effective, setup.image, options.width, options.height},
              options.frames_limit, progress);
  }
  const Picture picture = setup.backend.read_result();
  const bool writes = effective.writes(setup.session).mode != WriteMode::off;
  const Image written = writes ? setup.backend.read_texture() : Image();
  const Image& texels = writes ? written : *setup.image;
  const CompressedTexels* blocks =
      writes ? nullptr : texels.compressed.get(); // what a kernel wrote is not compressed
  Explanation fetch = explain(setup.session, effective, texels.texels.data(), options.width, options.height,
                              target, true, blocks);
  if (const auto* at = std::get_if<Pixel>(&target)) {
    fetch.returned = picture.pixels[std::size_t(at->y) * std::size_t(options.width) + std::size_t(at->x)];
  } else {
    fetch.pixel.reset(); // no picture was requested
    if (fetch.empty) throw UserError(text(Text::explain_coord_gradients));
    if (setup.backend.info().kind == BackendKind::cuda) fetch.returned = fetched_by_device(fetch, texels);
  }
  if (options.opengl && !fetch.empty)
    fetch.returned = fetched_by_opengl(setup, fetch, texels, machines.opengl());
  FetchExplanation all = explained(std::move(fetch), setup.resolution.notes, setup.session.view);
  if (const auto* at = std::get_if<Pixel>(&target))
    add_body(all, explained_body(setup.session, effective, texels.texels.data(), options.width,
                                 options.height, *at));
  return all;
}

// What a traced program fetched.
int explain_recorded(const Arguments& arguments, bool json) {
  for (const char* flag :
       {"--at", "--coord", "--lod", "--size", "--report", "--strict", "--backend", "--svg"})
    if (arguments.given(flag)) throw UserError(say(Text::explain_fetch_alone, {flag}));
  if (arguments.any_field()) throw UserError(say(Text::explain_fetch_alone, {text(Text::explain_a_setting)}));
  const auto number = arguments.integer("--fetch", 1, std::numeric_limits<std::int64_t>::max());
  const auto thread = arguments.thread("--thread");
  if (number && thread) throw UserError(text(Text::explain_fetch_or_thread));
  const auto argument = arguments.value("SESSION");
  if (!argument) throw UserError(text(number ? Text::explain_fetch_place : Text::explain_thread_report));
  const trace::TracePlace place = trace::trace_place(*argument);
  if (number && place.number == 0) throw UserError(text(Text::explain_fetch_place));
  const trace::TraceReport report = trace::load_trace_report(place.file);
  if (place.number != 0) find_object(report, place);
  fetches::FetchFile file = fetches::fetch_file_of(report);
  if (thread) {
    if (json)
      print_data(json_text(thread_json(report, file, *thread, place.number)));
    else
      print_text(thread_text(report, file, *thread, place.number));
    return 0;
  }
  const fetches::ExplainedFetch fetch =
      fetches::FetchExplainer(report).explain(find_fetch(file, place.number, std::uint64_t(*number)));
  if (json)
    print_data(json_text(fetch_json(fetch)));
  else
    print_text(fetch_text(fetch));
  return 0;
}
} // namespace

int run_explain(const std::vector<std::string>& args) {
  Arguments arguments("texelscope explain", Text::explain_about);
  ExplainOptions options;
  declare(arguments, options);
  if (!arguments.parse(args)) return 0;
  if (arguments.given("--fetch") || arguments.given("--thread"))
    return explain_recorded(arguments, options.json);
  finish(options, arguments);
  OffscreenBackend made = make_offscreen_backend(options.backend);
  const BackendInfo& info = made.backend->info();
  Study study = open_study(options.loaded, info.limits);
  Session& session = options.loaded.session;
  Setup setup = {session, std::move(study.resolution), study.image, *made.backend};
  if (options.at) check_body(setup.resolution);
  const bool shows_body = options.at && cpu_body(session.fetch.body, setup.resolution.effective);
  if (!session.fetch.body.empty() && !shows_body) print_note(text(Text::explain_body));
  std::string out;
  std::optional<ReportAgreement> agreement;
  if (options.report)
    agreement = agreement_in(*options.report,
                             verify_class_of(setup.resolution.effective, setup.image->compressed != nullptr));
  const nlohmann::ordered_json report = agreement ? agreement_json(*agreement) : nlohmann::ordered_json();
  if (options.at || options.coord) {
    const FetchTarget target =
        options.at ? FetchTarget(*options.at) : FetchTarget(named_position(arguments, setup));
    WeightMachines machines;
    const FetchExplanation explanation = print_fetch(setup, options, target, machines);
    const auto weights = measured_weights(setup, options, explanation.fetch, machines);
    const MachineWeights* const shown = weights ? &*weights : nullptr;
    const std::string& device = options.opengl ? machines.opengl().renderer() : info.device;
    if (options.svg)
      write_text_file(*options.svg, fetch_picture_svg(explanation.picture, target_text(explanation.fetch)));
    out = options.json ? explain_json(explanation, device, shown, report)
                       : explain_text(explanation, device, shown);
  } else {
    auto settings =
        explain_settings(session, setup.resolution, *setup.image, proof_fetch(info.kind, print_warning));
    for (SettingReport& note : explain_notes(session, setup.resolution))
      settings.push_back(std::move(note));
    const Dimension dimension = setup.resolution.effective.dimension;
    out = options.json ? settings_json(settings, dimension, info.device, report)
                       : settings_text(settings, dimension, info.device);
  }
  if (agreement && !options.json) out += "\n" + agreement_text(*agreement);
  (options.json ? print_data : print_text)(out);
  return strict_code(options.strict, setup.resolution);
}

} // namespace texelscope
