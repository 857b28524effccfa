// texelscope bench-plot: draws plots of files of texelscope bench.
#include <filesystem>

#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "app/verbs/bench_options.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/plot/plots.h"
#include "kernels/studies/bench/bench_tools.h"
#include "kernels/studies/bench/plot_svg.h"

namespace texelscope {

using namespace profile;

namespace {
std::string checked_out(const Arguments& arguments) {
  std::string out = needed_text(arguments, "--out", "bench-plot");
  const std::filesystem::path path = out;
  if (is_standard_output(path)) return out;
  if (ending_of(path) == ".png")
    throw UserError(say(Text::plot_no_png, {out, std::filesystem::path(path).replace_extension().string()}));
  if (ending_of(path) != ".svg") throw UserError(say(Text::plot_ending, {out}));
  return out;
}

void check(const Drawing& drawing, Plot kind) {
  constexpr Text nothing[] = {Text::plot_nothing_staircase, Text::plot_nothing_polar,
                              Text::plot_nothing_matrix, Text::plot_nothing_duel};
  if (is_empty(drawing)) throw UserError(text(nothing[std::size_t(kind)]));
  const auto* lines = std::get_if<Lines>(&drawing);
  const auto* polar = std::get_if<Polar>(&drawing);
  if (!lines && !polar) return;
  const std::vector<Series>& all = lines ? lines->series : polar->series;
  if (all.size() <= max_series) return;
  std::vector<std::string> names;
  for (const Series& series : all)
    names.push_back(series.name);
  throw UserError(
      say(Text::plot_too_many, {std::to_string(all.size()), std::to_string(max_series), joined(names)}));
}
} // namespace

int run_bench_plot(const std::vector<std::string>& args) {
  Arguments arguments("texelscope bench-plot", Text::plot_about);
  arguments.positionals("FILES", Text::plot_files_help, Stream::input);
  arguments.option("--kind", "NAME", Text::plot_kind_help);
  arguments.option("--filter", "PATTERN", Text::tools_filter_help);
  arguments.option("--out", "FILE", Text::plot_out_help, Stream::output);
  if (!arguments.parse(args)) return 0;
  const std::vector<std::string>& files = arguments.all_text("FILES");
  if (files.empty()) throw UserError(say(Text::tools_missing, {"FILES", "bench-plot"}));
  const auto kind = arguments.choice<Plot>("--kind");
  if (!kind) throw UserError(say(Text::tools_missing, {"--kind", "bench-plot"}));
  const std::string out = checked_out(arguments);

  std::vector<Report> reports = load_all_reports(files);
  const std::string pattern = arguments.value("--filter").value_or("");
  if (keep_cells(reports, pattern) == 0 && !pattern.empty())
    throw UserError(say(Text::tools_no_cell, {pattern}));
  const Drawing drawing = draw(*kind, reports);
  check(drawing, *kind);
  write_text_file(out, plot_svg(drawing));
  print_done(say(Text::plot_done, {output_name(out), label(*kind)}));
  return 0;
}

} // namespace texelscope
