// texelscope advise: in which way a kernel best gets the values that it fetches.
#include <nlohmann/json.hpp>

#include "app/cli/arguments.h"
#include "app/cli/outputs.h"
#include "app/cli/verbs.h"
#include "app/verbs/replay_options.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/strings.h"
#include "kernels/ground/base/write_file.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/interrupt.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/files/progress_line.h"
#include "kernels/ground/files/today.h"
#include "kernels/ground/files/version.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/studies/advise/advice_plot.h"
#include "kernels/studies/advise/advice_report.h"
#include "kernels/studies/advise/choice_program.h"
#include "kernels/studies/advise/device_figures.h"
#include "kernels/studies/advise/matters.h"
#include "kernels/studies/advise/predicted_advice.h"
#include "kernels/studies/texture/replay.h"
#include "kernels/studies/texture/texture_source.h"
#include "kernels/studies/trace_report/trace_report_file.h"

namespace texelscope {

namespace {
namespace fs = std::filesystem;

// The texture of a trace that the argument names, by its number behind a #, or as the only one that is
// fetched. Empty: the argument is no trace.
std::optional<trace::TracePlace> traced_texture(const Arguments& arguments) {
  const auto argument = arguments.value("SESSION");
  if (!argument || is_standard_input(*argument)) return std::nullopt;
  trace::TracePlace place = trace::trace_place(*argument);
  if (place.number == 0) {
    if (!trace::is_trace_report_file(place.file)) return std::nullopt;
    place.number = trace::fetched_texture(trace::load_trace_report(place.file), place.file);
  }
  return place;
}

// The texels that the session's picture shows, after its writes.
std::shared_ptr<const Image> shown_texels(const Session& session, const Study& study,
                                          std::int64_t frames_limit) {
  const Effective& effective = study.resolution.effective;
  if (effective.writes(session).mode == WriteMode::off) return study.image;
  const auto backend = make_cpu_backend();
  ProgressLine progress;
  run_frame(*backend, {session, effective, study.image, 1, 1}, frames_limit, progress);
  return std::make_shared<const Image>(backend->read_texture());
}

advise::StudiedScene scene_from(const Arguments& arguments, const std::optional<trace::TracePlace>& place,
                                std::int64_t frames_limit) {
  if (place) {
    for (const char* of_session : {"--size", "--frames-limit"})
      if (arguments.given(of_session)) throw UserError(say(Text::advise_recorded_alone, {of_session}));
    if (arguments.any_field())
      throw UserError(say(Text::advise_recorded_alone, {text(Text::explain_a_setting)}));
    return advise::recorded_scene(trace::load_trace_report(place->file), *place);
  }
  LoadedSession loaded = session_from(arguments, "SESSION");
  const auto [width, height] = picture_size_from(arguments, loaded.session);
  const Study study = open_study(loaded, {}, print_notes);
  return advise::session_scene(
      loaded.session, study.resolution.effective, shown_texels(loaded.session, study, frames_limit),
      arguments.value("SESSION").value_or(text(Text::export_unnamed)), width, height);
}

advise::ProgramLanguage language_of(const std::string& file) {
  const std::string ending = fs::path(file).extension().string();
  if (ending == ".cu") return advise::ProgramLanguage::cuda;
  if (ending == ".py") return advise::ProgramLanguage::cupy;
  throw UserError(say(Text::advise_code_ending, {file}));
}

// The choice of that name, of those that the device runs; the advised one if no name is given.
const advise::MeasuredChoice& choice_to_write(const advise::Advice& advice,
                                              const std::optional<std::string>& wanted) {
  if (!wanted && !advice.best) throw UserError(verdict_text(advice));
  if (!wanted) return advice.choices[*advice.best];
  std::string names;
  for (const advise::MeasuredChoice& measured : advice.choices) {
    if (!measured.refusal.empty()) continue;
    if (name(measured.choice) == *wanted) return measured;
    names += (names.empty() ? "" : ", ") + name(measured.choice);
  }
  throw UserError(say(Text::advise_choice_unknown, {*wanted, names}));
}

// Writes the program, and the texels beside it. Returns the sentence that says so.
std::string write_code(const advise::StudiedScene& studied, advise::ChoiceMachine& machine,
                       const advise::Advice& advice, const advise::MeasuredChoice& chosen,
                       const fs::path& file, const std::string& command) {
  Sentence refusal;
  const auto prepared = machine.prepare(chosen.choice, refusal);
  if (!prepared) throw MachineError(refusal.str());
  advise::ProgramRequest request{
      chosen.choice, program_entries(studied.scene.fetches), {}, chosen.worst_error, advice.device.name,
      command,       file.filename().string() + ".texels"};
  for (const std::size_t entry : request.entries) {
    const std::vector<float> values = prepared->results(entry, 1);
    request.promised.insert(request.promised.end(), values.begin(), values.end());
  }
  const std::string program = choice_program(studied.scene, request, language_of(file));
  write_file(file.parent_path() / request.texel_file, {std::as_bytes(std::span(studied.scene.values))});
  write_text_file(file, program);
  return say(Text::advise_code_done, {file.string(), name(chosen.choice)});
}

void check_plot(const std::string& file) {
  if (ending_of(file) != ".svg") throw UserError(say(Text::plot_ending, {file}));
  check_output_path(file);
}

// Whether the choice matters, if times were measured. Empty: they were not.
std::optional<std::vector<advise::KernelWorth>> worth_from(const Arguments& arguments,
                                                           const std::optional<trace::TracePlace>& place) {
  const auto file = arguments.value("--times");
  if (!place) {
    if (file) throw UserError(text(Text::advise_times_alone));
    return std::nullopt;
  }
  const trace::TraceReport recorded = trace::load_trace_report(place->file);
  const auto times = file ? trace::load_trace_report(*file).times : recorded.times;
  if (!times) {
    if (file) throw UserError(say(Text::advise_times_missing, {*file}));
    return std::nullopt;
  }
  return advise::worth_of(recorded, place->number, *times);
}

// Where nothing can be measured, a prediction can be made.
std::unique_ptr<advise::ChoiceMachine> measuring_machine(const advise::Scene& scene) {
  try {
    return advise::make_cuda_choices(scene);
  } catch (const MachineError& error) {
    const std::vector<std::string> known = advise::shipped_figures();
    if (known.empty()) throw;
    throw MachineError(say(Text::advise_predict_instead, {sentence_of(error), known.front(), joined(known)}));
  }
}

void refuse_beside_figures(const Arguments& arguments) {
  for (const char* other : {"SESSION", "--error", "--size", "--frames-limit", "--times", "--json", "--code",
                            "--choice", "--plot", "--predict"})
    if (arguments.given(other)) throw UserError(say(Text::advise_figures_alone, {other}));
  if (arguments.any_field())
    throw UserError(say(Text::advise_figures_alone, {text(Text::explain_a_setting)}));
}

// Measures this device's figures.
int write_figures(const std::string& file) {
  check_output_path(file);
  const Interrupt interrupt;
  std::optional<advise::DeviceFigures> figures;
  {
    ProgressLine progress;
    figures = advise::measure_figures(advise::make_cuda_choices, advise::figure_scenes(),
                                      [&](const std::string&, double share) {
                                        progress.show(share);
                                        return !Interrupt::requested();
                                      });
  }
  if (!figures) return interrupted_code;
  figures->driver = cuda_report().driver_name;
  figures->program = version();
  figures->date = today();
  write_text_file(file, figures_json(*figures));
  print_done(
      say(Text::advise_figures_done, {file, figures->device.name, std::to_string(figures->figures.size())}));
  return 0;
}
} // namespace

int run_advise(const std::vector<std::string>& args) {
  Arguments arguments("texelscope advise", Text::advise_about);
  arguments.positional("SESSION", Text::advise_session_help, Stream::input);
  std::optional<double> allowed;
  bool json = false;
  std::int64_t frames_limit = max_replayed_frames;
  arguments.option("--error", "NUMBER", Text::advise_error_help, allowed, 0, 1e300);
  arguments.option("--size", "WxH", Text::explain_size_help);
  declare_frames_limit(arguments, frames_limit);
  arguments.option("--times", "FILE", Text::advise_times_help);
  arguments.toggle("--json", Text::explain_json_help, json);
  std::optional<std::string> code, choice, plot, figures, predict;
  arguments.option("--code", "FILE", Text::advise_code_help, code);
  arguments.option("--choice", "NAME", Text::advise_choice_help, choice);
  arguments.option("--plot", "FILE", Text::advise_plot_help, plot);
  arguments.option("--predict", "DEVICE|FILE", Text::advise_predict_help, predict);
  arguments.option("--figures", "FILE", Text::advise_figures_help, figures);
  arguments.session_fields();
  if (!arguments.parse(args)) return 0;
  if (figures) {
    refuse_beside_figures(arguments);
    return write_figures(*figures);
  }
  if (code && predict) throw UserError(text(Text::advise_predict_code));
  if (choice && !code) throw UserError(text(Text::advise_choice_alone));
  if (code) language_of(*code), check_output_path(*code);
  if (plot) check_plot(*plot);
  const auto place = traced_texture(arguments);
  const auto worth = worth_from(arguments, place);
  const advise::StudiedScene studied = scene_from(arguments, place, frames_limit);
  for (const Sentence& note : studied.notes)
    print_note(note.str());
  if (worth && !json) print_text(advise::worth_text(*worth) + "\n");
  std::optional<advise::DeviceFigures> stored;
  if (predict) stored = advise::load_figures(*predict);
  const Interrupt interrupt;
  const auto machine = predict ? nullptr : measuring_machine(studied.scene);
  std::optional<advise::Advice> advice;
  {
    ProgressLine progress;
    const auto show = [&](const std::string&, double share) {
      progress.show(share);
      return !Interrupt::requested();
    };
    advice = stored ? advise::predict(studied, *stored, allowed, show)
                    : advise::advise(studied, *machine, allowed, show);
  }
  if (!advice) return interrupted_code;
  const advise::MeasuredChoice* const written = code ? &choice_to_write(*advice, choice) : nullptr;
  if (json) {
    auto report = advice_json(studied, *advice);
    if (worth) report["kernels"] = worth_json(*worth);
    print_data(json_text(report));
  } else {
    print_text(advice_text(studied, *advice));
  }
  const auto wrote = [&](const std::string& sentence) {
    if (!json) print_done(sentence); // which would follow the JSON
  };
  if (code) wrote(write_code(studied, *machine, *advice, *written, *code, command_line("advise", args)));
  if (plot) {
    write_text_file(*plot, advice_svg(plot_of(studied, *advice)));
    wrote(say(Text::plot_done, {*plot, text(Text::advise_plot_title)}));
  }
  return 0;
}

} // namespace texelscope
