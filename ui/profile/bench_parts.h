// Internal to the bench lab's panel: its parts.
#pragma once

#include <string>
#include <vector>

#include <imgui.h>

#include "ui/widgets/axes.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

// Chooses a cell and copies its name.
void choose_bench_cell(Context&, const profile::BenchmarkCase&, bool in_table);

// The report's cell; null if it is not in the report.
const profile::Measured* measured_cell(const profile::Report*, const profile::BenchmarkCase&);
// Everything that is known of a cell, one line each, with its name first.
std::vector<std::string> cell_lines(const profile::Measured&);
void cell_tooltip(const Context&, const profile::Measured&);

// Tables scroll sideways if the names leave too little room, and the names stay visible.
constexpr ImGuiTableFlags bench_table_flags =
    ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_Resizable |
    ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;
float bench_name_width(const Context&); // of the longest of the report
float bench_inner_width(float wanted);  // or the available width, if that is larger

void bench_table(Context&, float height);
void bench_share_bar(Context&, double share, bool strong); // over the rest of the table cell
void bench_counters(Context&, const profile::Measured&);   // all counters of a counted cell
void bench_plot(Context&, const Area&);                    // the frame's
void bench_comparison(Context&, float height);
void bench_distributions(Context&, float height); // of the chosen cell, before and after

ImU32 bench_ink(const Context&, std::size_t series);

} // namespace texelscope::ui
