#include "kernels/studies/report/report_summary.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/files/json_text.h"
#include "kernels/ground/files/text_columns.h"
#include "kernels/ground/text/texts.h"
#include "kernels/reports/support_matrix/legality_table.h"
#include "kernels/studies/bench/bench_file.h"
#include "kernels/studies/labs/legality_answers.h"
#include "kernels/studies/verify/report_file.h"
#include "kernels/studies/verify/verify_file.h"

namespace texelscope {

namespace {
using Json = nlohmann::ordered_json;

constexpr std::size_t label_column = 14, line_width = 100;
constexpr std::size_t max_listed = 20; // as text; JSON lists all

struct LegalityFigures {
  std::size_t attempts = 0;
  std::array<std::size_t, 3> counts = {}; // by verdict
  std::string capture;                    // the device of the shipped capture; empty: there is none
  std::vector<std::string> other;         // the attempts with another outcome than there
};

LegalityFigures figures_of(const legality::Outcomes& outcomes) {
  LegalityFigures figures;
  figures.attempts = outcomes.rows.size();
  for (const auto& [configuration, outcome] : outcomes.rows)
    ++figures.counts[std::size_t(outcome.verdict)];
  try {
    const legality::Outcomes captured = answers_of_capture();
    figures.capture = captured.source.gpu;
    for (const auto& [configuration, outcome] : outcomes.rows) {
      const legality::Outcome* const there = legality::find(captured.rows, configuration);
      if (there && *there != outcome) figures.other.push_back(legality::identifier(configuration));
    }
  } catch (const MachineError&) { // there is no capture
  }
  return figures;
}

struct BenchFigures {
  std::size_t measured = 0, skipped = 0, wrong = 0;
};

BenchFigures figures_of(const std::vector<profile::Report>& reports) {
  BenchFigures figures;
  for (const profile::Report& report : reports)
    for (const profile::Measured& cell : report.cells) {
      ++(cell.skipped ? figures.skipped : figures.measured);
      figures.wrong += !cell.skipped && !cell.right();
    }
  return figures;
}

struct Summary {
  ReportHead head;
  std::array<ReportSection, report_part_count> sections;
  std::optional<VerifyFigures> verify;
  std::optional<std::vector<DesignedAgreement>> fetches;
  std::optional<LegalityFigures> legality;
  std::optional<BenchFigures> bench;
};

Summary summary_of(const JsonNode& root) {
  Summary summary{read_report_head(root), {}, {}, {}, {}, {}};
  for (std::size_t i = 0; i < report_part_count; ++i)
    summary.sections[i] = report_section(root, ReportPart(i));
  const auto document = [&](ReportPart part) { return summary.sections[std::size_t(part)].document; };
  if (const auto found = document(ReportPart::verify)) summary.verify = read_verify(*found);
  if (const auto found = document(ReportPart::fetches)) summary.fetches = read_fetches(*found);
  if (const auto found = document(ReportPart::legality))
    summary.legality = figures_of(answers_of_text(found->string(), std::string(root.source().name)));
  if (const auto found = document(ReportPart::bench)) summary.bench = figures_of(read_bench(*found));
  return summary;
}

std::vector<const VerifiedClass*> differing(const VerifyFigures& figures) {
  std::vector<const VerifiedClass*> all;
  for (const VerifiedClass& one : figures.classes)
    if (one.mismatches > 0) all.push_back(&one);
  return all;
}

// The first of many, each on a line of its own.
std::string listed(const std::vector<std::string>& lines) {
  std::string out;
  for (std::size_t i = 0; i < std::min(lines.size(), max_listed); ++i)
    out += two_columns("", lines[i], label_column + 2, line_width);
  if (lines.size() > max_listed)
    out += two_columns("", say(Text::report_more, {std::to_string(lines.size() - max_listed)}),
                       label_column + 2, line_width);
  return out;
}

std::string part_line(ReportPart part, const std::string& sentence) {
  return two_columns(label(part), sentence, label_column, line_width);
}
std::string more_line(const std::string& sentence) {
  return two_columns("", sentence, label_column, line_width);
}

std::string verify_text(const VerifyFigures& figures) {
  const auto wrong = differing(figures);
  const std::string fetches = std::to_string(figures.fetches),
                    classes = std::to_string(figures.classes.size());
  if (wrong.empty()) return part_line(ReportPart::verify, say(Text::report_all_agree, {fetches, classes}));
  std::string out = part_line(ReportPart::verify,
                              say(Text::report_some_differ, {std::to_string(figures.mismatches), fetches,
                                                             std::to_string(wrong.size()), classes}));
  std::vector<std::string> lines;
  for (const VerifiedClass* one : wrong)
    lines.push_back(
        say(Text::report_class, {one->name, std::to_string(one->mismatches), std::to_string(one->fetches),
                                 one->first->request, one->first->device, one->first->model}));
  return out + listed(lines);
}

std::string fetches_text(const std::vector<DesignedAgreement>& all) {
  std::vector<std::string> lines;
  for (const DesignedAgreement& one : all) {
    const std::string name = say(Text::report_design, {one.designed->name, text(one.designed->label)});
    if (one.refused)
      lines.push_back(say(Text::report_design_refused, {name}));
    else if (one.differing > 0)
      lines.push_back(say(Text::report_design_differs,
                          {name, std::to_string(one.differing), std::to_string(one.designed->at.size())}));
  }
  const Text sentence = lines.empty() ? Text::report_designs_agree : Text::report_designs_differ;
  return part_line(ReportPart::fetches,
                   say(sentence, {std::to_string(all.size()), std::to_string(lines.size())})) +
         listed(lines);
}

std::string legality_text(const LegalityFigures& figures) {
  const std::string sentence =
      say(Text::legality_total, {counted(figures.attempts, Text::one_attempt, Text::some_attempts),
                                 std::to_string(figures.counts[0]), std::to_string(figures.counts[1]),
                                 std::to_string(figures.counts[2])});
  std::string out = part_line(ReportPart::legality, sentence);
  if (!figures.capture.empty())
    out += more_line(say(Text::report_other, {std::to_string(figures.other.size()), figures.capture}));
  return out + listed(figures.other);
}

std::string bench_text(const BenchFigures& figures) {
  return part_line(ReportPart::bench,
                   say(Text::report_cells, {counted(figures.measured, Text::one_case, Text::some_cases),
                                            std::to_string(figures.skipped), std::to_string(figures.wrong)}));
}

std::string head_text(const ReportHead& head) {
  const ReportDevice& device = head.device;
  const std::string of =
      device.gpu ? say(Text::report_gpu, {device.name, device.compute_capability, device.driver, device.cuda})
                 : say(Text::report_cpu, {device.name});
  std::string out = of + "\n" +
                    say(Text::report_made, {head.program, head.date, fmt::format("{:.0f}", head.seconds)}) +
                    "\n";
  if (head.interrupted) out += std::string(text(Text::report_interrupted)) + "\n";
  return out;
}

Json verify_figures(const VerifyFigures& figures) {
  Json json = {{"fetches", figures.fetches},
               {"mismatches", figures.mismatches},
               {"fast_path_differs", figures.fast_differs},
               {"classes", figures.classes.size()},
               {"differing", Json::array()}};
  for (const VerifiedClass* one : differing(figures))
    json["differing"].push_back({{"class", one->name},
                                 {"fetches", one->fetches},
                                 {"mismatches", one->mismatches},
                                 {"request", one->first->request},
                                 {"device", one->first->device},
                                 {"model", one->first->model}});
  return json;
}

Json fetches_figures(const std::vector<DesignedAgreement>& all) {
  Json json = {{"cases", Json::array()}};
  for (const DesignedAgreement& one : all)
    json["cases"].push_back({{"name", one.designed->name},
                             {"fetches", one.designed->at.size()},
                             {"refused", one.refused},
                             {"differing", one.differing}});
  return json;
}

Json legality_figures(const LegalityFigures& figures) {
  Json json = {{"attempts", figures.attempts},
               {"accepted", figures.counts[0]},
               {"altered", figures.counts[1]},
               {"refused", figures.counts[2]}};
  if (!figures.capture.empty())
    json.update({{"capture", figures.capture}, {"other_than_capture", figures.other}});
  return json;
}

Json bench_figures(const BenchFigures& figures) {
  return {{"measured", figures.measured}, {"skipped", figures.skipped}, {"wrong", figures.wrong}};
}
} // namespace

std::string report_summary_text(const JsonNode& root) {
  const Summary summary = summary_of(root);
  std::string out = head_text(summary.head);
  for (std::size_t i = 0; i < report_part_count; ++i) {
    const ReportSection& section = summary.sections[i];
    const auto part = ReportPart(i);
    if (!section.document) {
      out += part_line(part, label(section.state));
      if (!section.reason.empty()) out += more_line(section.reason);
      continue;
    }
    if (part == ReportPart::verify) out += verify_text(*summary.verify);
    if (part == ReportPart::fetches) out += fetches_text(*summary.fetches);
    if (part == ReportPart::legality) out += legality_text(*summary.legality);
    if (part == ReportPart::bench) out += bench_text(*summary.bench);
    if (section.state == PartState::partly) out += more_line(label(section.state));
  }
  return out;
}

std::string report_summary_json(const JsonNode& root) {
  const Summary summary = summary_of(root);
  const ReportHead& head = summary.head;
  const ReportDevice& device = head.device;
  Json json = {{"program", head.program},         {"date", head.date}, {"seconds", head.seconds},
               {"interrupted", head.interrupted}, {"gpu", device.gpu}, {"device", device.name}};
  if (device.gpu)
    json.update({{"compute_capability", device.compute_capability},
                 {"driver", device.driver},
                 {"cuda", device.cuda}});
  for (std::size_t i = 0; i < report_part_count; ++i) {
    const auto part = ReportPart(i);
    Json& made = json[std::string(identifier(part))] = {{"state", identifier(summary.sections[i].state)}};
    if (!summary.sections[i].reason.empty()) made["reason"] = summary.sections[i].reason;
    if (!summary.sections[i].document) continue;
    if (part == ReportPart::verify) made.update(verify_figures(*summary.verify));
    if (part == ReportPart::fetches) made.update(fetches_figures(*summary.fetches));
    if (part == ReportPart::legality) made.update(legality_figures(*summary.legality));
    if (part == ReportPart::bench) made.update(bench_figures(*summary.bench));
  }
  return json_text(std::move(json));
}

} // namespace texelscope
