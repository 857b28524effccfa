#include "app/cli/verbs.h"

#include <algorithm>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/suggest.h"

namespace texelscope {

std::span<const Verb> verbs() {
  static constexpr Verb all[] = {
      {"render", Text::render_about, run_render,
       "render session.json -o result.png --size 1920x1080\nrender picture.png --window --tab why --at "
       "320,240 -o window.png",
       Text::exit_failed, Text::exit_stopped},
      {"scope", Text::scope_about, run_scope,
       "scope session.json --line 200,240,440,240\nscope session.json --sources model,opengl --csv line.csv",
       Text::exit_failed, Text::exit_stopped},
      {"explain", Text::explain_about, run_explain,
       "explain session.json --at 320,240\nexplain picture.png --sampler.address_x border --json",
       Text::exit_failed, Text::exit_stopped},
      {"compare", Text::compare_about, run_compare,
       "compare session.json --a model --b opengl --max-error 0.01\ncompare --a session:a.json --b "
       "session:b.json -o difference.png",
       Text::exit_over_limit, Text::exit_stopped},
      {"sample", Text::sample_about, run_sample,
       "sample --texture t.npy --coords c.npy -o o.npy --dim 2d --filter linear"},
      {"verify", Text::verify_about, run_verify, "verify --fetches 1e9 --json verify.json",
       Text::exit_mismatch},
      {"legality", Text::legality_about, run_legality,
       "legality --only \"bc7* array 2d\"\nlegality --only \"altered u8x4 2d\" --csv altered.csv"},
      {"report", Text::report_about, run_report, "report --out report.json\nreport --show report.json",
       Text::exit_failed, Text::exit_interrupted},
      {"bench", Text::bench_about, run_bench,
       "bench --json before.json\nbench --cell u8x4.bilinear.2d.array.tile.256K.tex --baseline before.json",
       Text::exit_wrong_result, Text::exit_interrupted},
      {"bench-compare", Text::compare_bench_about, run_bench_compare,
       "bench-compare before.json after.json --threshold 5", Text::exit_slower},
      {"bench-merge", Text::merge_about, run_bench_merge, "bench-merge 1.json 2.json 3.json -o whole.json"},
      {"bench-plot", Text::plot_about, run_bench_plot,
       "bench-plot after.json --kind staircase -o staircase.svg"},
      {"advise", Text::advise_about, run_advise, "advise session.json\nadvise trace.json#3 --json",
       Text::exit_failed, Text::exit_stopped},
      {"write-lab", Text::lab_about, run_write_lab,
       "write-lab --only \"surface texture\" --json writes.json"},
      {"lesson", Text::lesson_about, run_lesson,
       "lesson half-a-texel --answers\nlesson --check\nlesson --collect answers/*.json"},
      {"answers", Text::answers_about, run_answers,
       "answers half a texel off\nanswers \"wrap does not wrap\" --json", Text::exit_no_answer},
      {"fetch-check", Text::fetch_check_about, run_fetch_check, "fetch-check body.cu --architecture 90"},
      {"export", Text::export_about, run_export, "export session.json --as cuda -o program.cu"},
      {"import-desc", Text::import_about, run_import_desc, "import-desc sampler.cpp -o session.json"},
      {"trace", Text::trace_about, run_trace,
       "trace -- ./app\ntrace --out trace.json --texels texels -- python3 app.py", Text::exit_trace},
      {"trace-open", Text::trace_open_about, run_trace_open,
       "trace-open trace.json#3\ntrace-open trace.json#3 --out session.json"},
      {"info", Text::info_about, run_info, "info picture.tif\ninfo picture.png --json"},
      {"share", Text::share_about, run_share, "share session.json"},
      {"doctor", Text::doctor_about, run_doctor, "doctor"},
      {"help", Text::help_about, run_help, "help render\nhelp fields sampler"},
  };
  return all;
}

const Verb& window_verb() {
  static constexpr Verb window = {"", Text::app_about, open_window,
                                  "picture.png --sampler.filter linear\n--lesson half-a-texel"};
  return window;
}

const Verb* find_verb(std::string_view name) {
  const auto all = verbs();
  const auto found = std::ranges::find(all, name, &Verb::name);
  return found == all.end() ? nullptr : &*found;
}

void refuse_verb(const std::string& name) {
  std::vector<std::string> names;
  for (const Verb& verb : verbs())
    names.emplace_back(verb.name);
  const std::string near = nearest_word(name, names);
  throw UserError(near.empty() ? say(Text::verb_unknown_far, {name}) : say(Text::verb_unknown, {name, near}));
}

} // namespace texelscope
