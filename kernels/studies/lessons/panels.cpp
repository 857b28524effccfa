#include "kernels/studies/lessons/panels.h"

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr EnumEntry tabs[] = {
    {0, "why", Text::title_why, Text::tab_why_help},
    {1, "cost", Text::title_cost, Text::tab_cost_help},
    {2, "journal", Text::title_journal, Text::tab_journal_help},
    {3, "compare", Text::title_compare, Text::tab_compare_help},
    {4, "scope", Text::title_scope, Text::tab_scope_help},
    {5, "profile", Text::title_profile, Text::tab_profile_help},
    {6, "amp", Text::title_amp, Text::tab_amp_help},
    {7, "lod", Text::title_lod, Text::tab_lod_help},
    {8, "block", Text::title_block, Text::tab_block_help},
    {9, "effective", Text::title_effective, Text::tab_effective_help},
    {10, "lesson", Text::title_lesson, Text::tab_lesson_help},
};
constexpr EnumEntry labs[] = {
    {0, "none", Text::lab_none, Text::lab_none_help},
    {1, "legality", Text::lab_legality, Text::lab_legality_help},
    {2, "staleness", Text::lab_staleness_title, Text::lab_staleness_help},
    {3, "writes", Text::lab_writes, Text::lab_writes_help},
    {4, "fetch", Text::lab_fetch, Text::lab_fetch_help},
    {5, "bench", Text::lab_bench, Text::lab_bench_help},
    {6, "trace", Text::lab_trace, Text::lab_trace_help},
};
} // namespace

template <>
EnumTable enum_table<Tab>() {
  return tabs;
}

template <>
EnumTable enum_table<Lab>() {
  return labs;
}

} // namespace texelscope
