// The bench lab: cells measured on the CPU while the window keeps drawing; tables, plots and files by the
// mouse.
#include <chrono>
#include <fstream>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/report/report.h"

namespace texelscope::gui {

namespace fs = std::filesystem;

class BenchWindow : public GuiTest {
protected:
  void open_lab(int width = 1600, int height = 900) {
    start({"--backend", "cpu"}, width, height);
    choose_from_menu("labs", "command.lab_bench");
    ASSERT_TRUE(comes("bench.start"));
  }
  void set_pattern(const std::string& pattern) {
    w().click("bench.pattern");
    w().key("ctrl+a");
    w().type(pattern);
    ASSERT_TRUE(says("bench.pattern", pattern));
    w().key("Return"); // Escape would undo the input
  }
  void measure(const std::string& pattern) {
    set_pattern(pattern);
    w().click("bench.start");
    ASSERT_TRUE(
        w().until([&] { return w().text("bench.start") == text(Text::bench_start) && rows() > 0; }, 30));
    w().settle();
  }
  void answer_prompt(const std::string& opener, const fs::path& file) {
    w().click(opener);
    choose_file(file);
  }
  void refused_in_dialog(const std::string& opener, const fs::path& file, const std::string& message) {
    w().click(opener);
    type_path(file);
    EXPECT_TRUE(says("prompt.note", message));
    w().key("Escape");
    ASSERT_TRUE(goes("prompt.path"));
  }
  std::vector<std::string> named(const std::string& beginning) { // from top to bottom
    std::vector<std::pair<double, std::string>> all;
    for (const Json& item : w().items())
      if (item["name"].get<std::string>().starts_with(beginning))
        all.emplace_back(item["rect"][1].get<double>(),
                         item["name"].get<std::string>().substr(beginning.size()));
    std::sort(all.begin(), all.end());
    std::vector<std::string> names;
    for (const auto& [y, name] : all)
      names.push_back(name);
    return names;
  }
  std::size_t rows() { return named("bench.row.").size(); }
  // Runs the program without a window.
  int run(std::vector<std::string> args) {
    args.insert(args.begin(), TEXELSCOPE_PROGRAM);
    return Process(args, {}).wait(60);
  }
  fs::path report(const std::string& name, const std::vector<std::string>& cells) {
    fs::path file = folder_ / name;
    std::vector<std::string> args = {"bench", "--backend", "cpu", "--json", file.string()};
    for (const std::string& cell : cells)
      args.insert(args.end(), {"--cell", cell});
    EXPECT_EQ(run(args), 0);
    return file;
  }
  // Copies a report with each cell's launches set to ms and up to 2 % more, independent of the machine's
  // load.
  static void retime(const fs::path& from, const fs::path& to, double ms) {
    const std::vector<double> samples = {ms * 1.01, ms, ms * 1.015, ms * 1.005, ms * 1.02};
    Json json = Json::parse(std::ifstream(from));
    json.erase("anchors"); // the machine's own drift
    for (Json& cell : json["cells"]) {
      const double factor = profile::median(samples) / cell["median_ms"].get<double>();
      cell["samples_ms"] = samples;
      cell["clocks_mhz"] = std::vector<double>(samples.size(), 800);
      cell["median_ms"] = profile::median(samples);
      cell["spread"] = profile::relative_spread(samples);
      for (const char* rate : {"texels_per_second", "bytes_per_second"})
        cell[rate] = cell[rate].get<double>() / factor;
    }
    std::ofstream(to) << json;
  }

  // Copies a report with counts as a GPU might have them.
  static void add_counts(const fs::path& from, const fs::path& to,
                         const std::vector<double>& l2_bytes_a_texel) {
    Json json = Json::parse(std::ifstream(from));
    for (std::size_t i = 0; i < l2_bytes_a_texel.size(); ++i) {
      const double texels = json["cells"][i]["texels"].get<double>();
      json["cells"][i]["counts"] = {{"quads", texels / 4},
                                    {"texture_sectors", texels / 8},
                                    {"texture_hits", texels / 16},
                                    {"l2_bytes", l2_bytes_a_texel[i] * texels},
                                    {"l1_share", 40.0},
                                    {"l2_share", 97.5},
                                    {"memory_share", 3.0},
                                    {"issue_share", 20.0}};
    }
    std::ofstream(to) << json;
  }

  tests::TempFolder own_;
  const fs::path folder_ = own_.root();
};

const std::string two = "u8x[14].bilinear.2d.array.tile.64K.tex";

TEST_F(BenchWindow, SaysWhatToDoAndHowManyCellsThereAre) {
  open_lab();
  EXPECT_TRUE(says("bench.empty", text(Text::bench_empty)));
  EXPECT_TRUE(says("bench.wanted", "; this device measures "));
  w().click("bench.suite.matrix");
  EXPECT_TRUE(says("bench.wanted", "cells: 81"));
  w().click("bench.caches.cold");
  EXPECT_TRUE(says("bench.wanted", "cells: 81"));
  set_pattern("u8x4.*");
  EXPECT_TRUE(says("bench.wanted", "cells: 4"));
  set_pattern("u8x5.*");
  EXPECT_TRUE(says("bench.wanted", "No cell has such a name. An example: "));
  w().click("bench.start"); // it is disabled
  EXPECT_EQ(w().text("bench.start"), text(Text::bench_start));
  EXPECT_TRUE(w().shows("bench.empty"));
}

TEST_F(BenchWindow, MeasuresAndShowsTheCells) {
  open_lab();
  measure(two);
  EXPECT_EQ(named("bench.row."), (std::vector<std::string>{"u8x1.bilinear.2d.array.tile.64K.tex",
                                                           "u8x4.bilinear.2d.array.tile.64K.tex"}));
  EXPECT_TRUE(says("bench.row.u8x4.bilinear.2d.array.tile.64K.tex", "core "));
  EXPECT_TRUE(says("bench.machine", "threads: 1"));
  EXPECT_FALSE(w().shows("bench.progress"));
  w().click("bench.row.u8x4.bilinear.2d.array.tile.64K.tex");
  EXPECT_TRUE(toasts("Copied: u8x4.bilinear.2d.array.tile.64K.tex"));
  EXPECT_TRUE(says("bench.cell", "u8x4.bilinear.2d.array.tile.64K.tex"));
  EXPECT_TRUE(says("bench.cell.3", "Checked: "));
  w().key("Escape"); // deselects the cell first
  EXPECT_TRUE(says("bench.cell", text(Text::bench_cell_none)));
  EXPECT_TRUE(w().shows("panel.lab"));
}

TEST_F(BenchWindow, CancelKeepsWhatIsMeasuredAndLeavingTheLabStopsNothing) {
  open_lab();
  w().click("bench.suite.full");
  set_pattern("*.2d.array.tile.64K.tex");
  w().click("bench.start");
  ASSERT_TRUE(w().until([&] { return rows() >= 2; }));
  EXPECT_EQ(w().text("bench.start"), text(Text::bench_cancel));
  EXPECT_TRUE(says("bench.progress", " s left "));
  w().click("lab.tabs.legality");
  ASSERT_TRUE(comes("legality.count"));
  w().key("f");
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  w().key("Escape");
  EXPECT_TRUE(comes("result"));
  choose_from_menu("labs", "command.lab_bench");
  ASSERT_TRUE(comes("bench.progress"));
  const std::size_t before = rows();
  EXPECT_TRUE(w().until([&] { return rows() > before; }));
  w().click("bench.start");
  EXPECT_TRUE(goes("bench.progress"));
  const std::size_t after = rows();
  EXPECT_LT(after, 150u);
  w().settle(10);
  EXPECT_EQ(rows(), after);
  EXPECT_EQ(w().text("bench.start"), text(Text::bench_start));
}

TEST_F(BenchWindow, ClosingDoesNotWaitForTheRun) {
  open_lab();
  w().click("bench.suite.full");
  set_pattern("f32x4.aniso16.2d.array.tile.4M.tex"); // takes seconds
  w().click("bench.start");
  ASSERT_TRUE(comes("bench.progress"));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(w().close(), 0);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 2);
}

TEST_F(BenchWindow, HeadingsSortAndTheFilterFinds) {
  const auto file =
      report("a.json", {"u8x4.bilinear.2d.array.tile.64K.tex", "f32x4.aniso16.2d.array.tile.64K.tex",
                        "u8x1.point.2d.array.tile.64K.tex"});
  open_lab();
  answer_prompt("bench.open", file);
  ASSERT_TRUE(comes("bench.row.u8x4.bilinear.2d.array.tile.64K.tex"));
  EXPECT_TRUE(says("bench.source", file.string()));
  const std::vector<std::string> as_measured = named("bench.row.");
  EXPECT_EQ(as_measured[1], "f32x4.aniso16.2d.array.tile.64K.tex");
  w().click("bench.column.core");
  EXPECT_TRUE(w().until([&] { return named("bench.row.")[0] == "f32x4.aniso16.2d.array.tile.64K.tex"; }))
      << "the slowest cell comes first";
  w().click("bench.column.core");
  EXPECT_TRUE(w().until([&] { return named("bench.row.")[2] == "f32x4.aniso16.2d.array.tile.64K.tex"; }));
  w().click("bench.column.core");
  EXPECT_TRUE(w().until([&] { return named("bench.row.") == as_measured; }))
      << "the order of measurement is back";
  w().click("bench.find");
  w().type("u8 point");
  EXPECT_TRUE(w().until(
      [&] { return named("bench.row.") == std::vector<std::string>{"u8x1.point.2d.array.tile.64K.tex"}; }));
  w().type(" nothing");
  EXPECT_TRUE(says("bench.nothing", text(Text::bench_found_none)));
}

TEST_F(BenchWindow, OnACpuNothingIsCounted) {
  open_lab();
  EXPECT_TRUE(says("bench.counters", text(Text::bench_no_counters)));
  w().click("bench.counters.true");
  w().settle();
  EXPECT_NE(w().text("bench.counters.false").find("(chosen)"), std::string::npos)
      << "the switch is off and stays so";
  measure("u8x4.bilinear.2d.array.tile.64K.tex");
  w().click("bench.view.counters");
  EXPECT_TRUE(says("bench.nothing", text(Text::bench_counted_none)));
  EXPECT_FALSE(w().shows("bench.uncounted"));
  w().click("bench.view.table");
  EXPECT_TRUE(comes("bench.row.u8x4.bilinear.2d.array.tile.64K.tex"));
}

TEST_F(BenchWindow, CountsOfAFileAreShownAndSorted) {
  const std::string a = "u8x4.bilinear.2d.array.tile.64K.tex", b = "u8x2.bilinear.2d.array.tile.64K.tex",
                    c = "u8x1.bilinear.2d.array.tile.64K.tex";
  add_counts(report("times.json", {a, b, c}), folder_ / "counts.json", {2, 58.5, 0.25});
  open_lab();
  answer_prompt("bench.open", folder_ / "counts.json");
  ASSERT_TRUE(comes("bench.row." + a));
  EXPECT_FALSE(w().shows("bench.column.l2_bytes"));
  w().click("bench.view.counters");
  ASSERT_TRUE(comes("bench.column.l2_bytes"));
  EXPECT_TRUE(says("bench.row." + b, "l1_share 40.0 %, l2_share 97.5 %, memory_share 3.0 %, issue_share 20.0 "
                                     "%, l1_hits 50.0 %, l2_bytes 58.500, counted 100.00 %"));
  w().click("bench.column.l2_bytes");
  EXPECT_TRUE(w().until([&] { return named("bench.row.") == std::vector<std::string>{c, a, b}; }));
  w().click("bench.column.l2_bytes");
  EXPECT_TRUE(w().until([&] { return named("bench.row.") == std::vector<std::string>{b, a, c}; }));
  w().click("bench.row." + b);
  EXPECT_TRUE(says("bench.cell", b));
  EXPECT_TRUE(says_anywhere("bench.count.quads", "0.2500"));
  EXPECT_TRUE(says_anywhere("bench.count.l2_share", "97.50 %"));
  EXPECT_FALSE(w().shows("bench.count.instructions")) << "instructions were not counted";
  w().click("bench.view.table");
  EXPECT_TRUE(w().until([&] {
    return named("bench.row.") == std::vector<std::string>{a, b, c};
  })) << "each table has its own order";
  EXPECT_TRUE(says("bench.cell.4", "L1 hits 50.00 %"));
  EXPECT_FALSE(w().shows("bench.count.quads"));
}

TEST_F(BenchWindow, PlotsChooseTheirCells) {
  const auto file =
      report("a.json", {"u8x4.point.2d.array.tile.64K.tex", "u8x4.point.2d.array.tile.256K.tex",
                        "u8x4.bilinear.2d.array.tile.64K.tex", "u8x4.point.2d.array.rotated30.64K.tex"});
  open_lab();
  const Box middle = w().box("panel.lab");
  ASSERT_TRUE(drop_files(display_->name(), "Texelscope", int(middle.x()), int(middle.y()), {file}));
  ASSERT_TRUE(says("bench.source", file.string()));
  w().click("bench.view.staircase");
  ASSERT_TRUE(comes("bench.plot.staircase"));
  w().click("bench.at.u8x4.point.2d.array.tile.256K.tex");
  EXPECT_TRUE(toasts("Copied: u8x4.point.2d.array.tile.256K.tex"));
  EXPECT_TRUE(says("bench.cell", "u8x4.point.2d.array.tile.256K.tex"));
  w().click("bench.view.polar");
  ASSERT_TRUE(comes("bench.plot.polar"));
  w().click("bench.at.u8x4.point.2d.array.rotated30.64K.tex");
  EXPECT_TRUE(says("bench.cell", "u8x4.point.2d.array.rotated30.64K.tex"));
  w().click("bench.view.matrix");
  ASSERT_TRUE(comes("bench.plot.matrix"));
  w().click("bench.at.u8x4.bilinear.2d.array.tile.64K.tex");
  EXPECT_TRUE(says("bench.cell", "u8x4.bilinear.2d.array.tile.64K.tex"));
  answer_prompt("bench.save", folder_ / "plot.svg");
  EXPECT_TRUE(toasts("plot.svg"));
  EXPECT_GT(fs::file_size(folder_ / "plot.svg"), 1000u);
  w().click("bench.view.duel");
  EXPECT_TRUE(says("bench.nothing", text(Text::bench_no_duel)));
  w().click("bench.view.table");
  EXPECT_TRUE(comes("bench.row.u8x4.bilinear.2d.array.tile.64K.tex"));
}

TEST_F(BenchWindow, SavesWhatTheVerbsRead) {
  open_lab();
  measure(two);
  answer_prompt("bench.save", folder_ / "a.json");
  EXPECT_TRUE(toasts(say(Text::saved, {(folder_ / "a.json").string()})));
  const Json json = Json::parse(std::ifstream(folder_ / "a.json"));
  EXPECT_EQ(json.at("run").at("suite"), "quick");
  EXPECT_EQ(json.at("run").at("filter"), two);
  EXPECT_EQ(json.at("cells").size(), 2u);
  EXPECT_EQ(run({"bench-compare", (folder_ / "a.json").string(), (folder_ / "a.json").string(), "--threshold",
                 "0"}),
            0);
  answer_prompt("bench.save", folder_ / "a.csv");
  EXPECT_TRUE(toasts("a.csv"));
  refused_in_dialog("bench.save", folder_ / "a.txt",
                    say(Text::file_other_ending, {"a.txt", ".json, .csv, .svg"}));
  EXPECT_FALSE(fs::exists(folder_ / "a.txt"));
}

TEST_F(BenchWindow, ComparesWithWhatWasKept) {
  const std::string cell = "u8x4.bilinear.2d.array.tile.64K.tex";
  const auto measured = report("a.json", {cell, "u8x1.point.2d.array.tile.64K.tex"});
  retime(measured, folder_ / "before.json", 2);
  retime(measured, folder_ / "slow.json", 3);
  open_lab();
  w().click("bench.view.compare");
  EXPECT_TRUE(says("bench.uncompared", text(Text::bench_compare_empty)));
  answer_prompt("bench.open", folder_ / "before.json");
  ASSERT_TRUE(says("bench.source", "before.json")) << "the new line moves what is below";
  w().click("bench.keep_before");
  ASSERT_TRUE(comes("bench.compared." + cell));
  EXPECT_TRUE(says("bench.total", "0 slower, 0 faster"));
  EXPECT_TRUE(says("bench.beyond", "by the whole 99 % interval: nothing"));
  answer_prompt("bench.open", folder_ / "slow.json");
  EXPECT_TRUE(says("bench.total", "2 slower"));
  EXPECT_TRUE(says("bench.compared." + cell, "▼ slower ! 1.5"));
  EXPECT_TRUE(says("bench.beyond", "more than 5 % by the whole 99 % interval: 2"));
  w().enter_value("bench.threshold", "80");
  EXPECT_TRUE(says("bench.beyond", "more than 80 % by the whole 99 % interval: nothing"));
  w().click("bench.compared." + cell);
  ASSERT_TRUE(comes("bench.strip.before"));
  EXPECT_TRUE(says("bench.strip.after", " launches"));
  EXPECT_GT(w().box("bench.strip.after").y0, w().box("bench.strip.before").y1);
  answer_prompt("bench.open_before", folder_ / "slow.json");
  EXPECT_TRUE(says("bench.total", "0 slower, 0 faster"));
}

TEST_F(BenchWindow, WhatIsNoReportIsRefusedWithASentence) {
  open_lab();
  std::ofstream(folder_ / "bad.json") << "{\"format\": \"texelscope-bench\", \"version\": 7}";
  refused_in_dialog("bench.open", folder_ / "bad.json", "bad.json");
  EXPECT_TRUE(w().shows("bench.empty"));
}

TEST_F(BenchWindow, ASmallWindowHasRoomForIt) {
  open_lab(900, 600);
  measure(two);
  const Box panel = w().box("panel.lab");
  EXPECT_LE(w().box("bench.open").x1, panel.x1);
  EXPECT_LE(w().box("bench.cell").y1, panel.y1);
}

} // namespace texelscope::gui
