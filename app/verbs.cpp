#include "app/verbs.h"

#include "kernels/texts.h"

namespace texelscope {

std::span<const Verb> verbs() {
  static constexpr Verb all[] = {
      {"render", Text::render_about, run_render},
      {"scope", Text::scope_about, run_scope},
      {"explain", Text::explain_about, run_explain},
      {"compare", Text::compare_about, run_compare},
      {"sample", Text::sample_about, run_sample},
      {"verify", Text::verify_about, run_verify},
      {"legality", Text::legality_about, run_legality},
      {"bench-compare", Text::compare_bench_about, run_bench_compare},
      {"bench-merge", Text::merge_about, run_bench_merge},
      {"bench-plot", Text::plot_about, run_bench_plot},
      {"write-lab", Text::lab_about, run_write_lab},
      {"bench", Text::bench_about, run_bench},
      {"lesson", Text::lesson_about, run_lesson},
      {"fetch-check", Text::fetch_check_about, run_fetch_check},
      {"export", Text::export_about, run_export},
      {"import-desc", Text::import_about, run_import_desc},
      {"share", Text::share_about, run_share},
      {"doctor", Text::doctor_about, run_doctor},
  };
  return all;
}

} // namespace texelscope
