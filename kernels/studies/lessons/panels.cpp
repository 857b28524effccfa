#include "kernels/studies/lessons/panels.h"

#include <algorithm>
#include <utility>

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr EnumEntry tabs[] = {
    {0, "levels", Text::title_levels, Text::tab_levels_help},
    {1, "scope", Text::title_scope, Text::tab_scope_help},
    {2, "history", Text::title_history, Text::tab_journal_help},
    {3, "cost", Text::title_cost, Text::tab_cost_help},
    {4, "block", Text::title_block, Text::tab_block_help},
    {5, "amp", Text::title_amp, Text::tab_amp_help},
    {6, "effective", Text::title_effective, Text::tab_effective_help},
};
constexpr std::pair<std::string_view, Tab> former[] = {
    {"lod", Tab::levels}, {"journal", Tab::history}, {"profile", Tab::cost}};
constexpr EnumEntry labs[] = {
    {0, "none", Text::lab_none, Text::lab_none_help},
    {1, "legality", Text::lab_legality, Text::lab_legality_help},
    {2, "staleness", Text::lab_staleness_title, Text::lab_staleness_help},
    {3, "writes", Text::lab_writes, Text::lab_writes_help},
    {4, "fetch", Text::lab_fetch, Text::lab_fetch_help},
    {5, "bench", Text::lab_bench, Text::lab_bench_help},
    {6, "advise", Text::lab_advise, Text::lab_advise_help},
    {7, "trace", Text::lab_trace, Text::lab_trace_help},
    {8, "amp", Text::lab_amp, Text::tab_amp_help},
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

std::optional<Tab> tab_named(std::string_view name) {
  for (const EnumEntry& entry : enum_table<Tab>())
    if (entry.identifier == name) return Tab(entry.value);
  for (const auto& [before, tab] : former)
    if (before == name) return tab;
  return std::nullopt;
}

bool was_tab(std::string_view name) {
  return name == "why" || name == "lesson" || name == "compare";
}

} // namespace texelscope
