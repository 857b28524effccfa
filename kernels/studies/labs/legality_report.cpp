#include "kernels/studies/labs/legality_report.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/files/text_columns.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

using namespace legality;

namespace {
constexpr std::size_t few = 40;

// The reason in identifiers, as patterns use them.
std::string short_reason(const Outcome& answer) {
  return answer.verdict == Verdict::refused ? answer.call + ": " + answer.error : joined_changes(answer);
}

std::string each_configuration(const AnsweredAttempts& rows) {
  std::size_t widest = 0;
  for (const auto& [configuration, answer] : rows)
    widest = std::max(widest, identifier(configuration).size());
  const TextColumn columns[] = {{-int(widest), 0}, {-8}, {}};
  const auto line = [&](const std::string& name, const std::string& verdict, const std::string& why) {
    const std::string padded = table_line(columns, {name, verdict, why});
    return padded.substr(0, padded.find_last_not_of(' ') + 1) + "\n";
  };
  std::string table =
      line(text(Text::legality_attempt), text(Text::legality_answer), text(Text::legality_reason));
  for (const auto& [configuration, answer] : rows)
    table += line(identifier(configuration), std::string(word(answer.verdict)), short_reason(answer));
  return table;
}

struct Group {
  Outcome answer;
  std::size_t count = 0;
  std::string first;
};

// Accepted ones first, then altered and refused ones; the most frequent outcome first.
std::vector<Group> groups_of(const AnsweredAttempts& rows) {
  std::vector<Group> groups;
  for (const auto& [configuration, answer] : rows) {
    auto group = std::ranges::find(groups, answer, &Group::answer);
    if (group == groups.end()) group = groups.insert(group, {answer, 0, identifier(configuration)});
    ++group->count;
  }
  std::ranges::stable_sort(groups, [](const Group& a, const Group& b) {
    return a.answer.verdict != b.answer.verdict ? a.answer.verdict < b.answer.verdict : a.count > b.count;
  });
  return groups;
}

std::string each_group(const AnsweredAttempts& rows) {
  const std::vector<Group> groups = groups_of(rows);
  std::size_t widest = 0;
  for (const Group& group : groups)
    widest = std::max(widest, short_reason(group.answer).size());
  const TextColumn columns[] = {{-8, 0}, {8}, {-int(widest)}, {}};
  std::string table = table_line(columns, {text(Text::legality_answer), text(Text::legality_attempts),
                                           text(Text::legality_reason), text(Text::legality_first)}) +
                      "\n";
  for (const Group& group : groups)
    table += table_line(columns, {std::string(word(group.answer.verdict)), std::to_string(group.count),
                                  short_reason(group.answer), group.first}) +
             "\n";
  return table;
}
} // namespace

std::string legality_table(const AnsweredAttempts& rows) {
  std::array<std::size_t, 3> counts = {};
  for (const auto& [configuration, answer] : rows)
    ++counts[std::size_t(answer.verdict)];
  return (rows.size() <= few ? each_configuration(rows) : each_group(rows)) +
         say(Text::legality_total,
             {counted(rows.size(), Text::one_attempt, Text::some_attempts), std::to_string(counts[0]),
              std::to_string(counts[1]), std::to_string(counts[2])}) +
         "\n";
}

std::string legality_csv(const AnsweredAttempts& rows) {
  std::vector<std::string> fields = {"attempt"};
  for (const Setting& setting : settings(rows.front().first))
    fields.emplace_back(setting.name);
  fields.insert(fields.end(), {"answer", "call", "error", "changes"});
  std::string csv = csv_line(fields);
  for (const auto& [configuration, answer] : rows) {
    fields = {identifier(configuration)};
    for (const Setting& setting : settings(configuration))
      fields.emplace_back(setting.value);
    fields.insert(fields.end(),
                  {std::string(word(answer.verdict)), answer.call, answer.error, joined_changes(answer)});
    csv += csv_line(fields);
  }
  return csv;
}

std::string legality_json(const Origin& source, const AnsweredAttempts& rows) {
  nlohmann::ordered_json json = {{"gpu", source.gpu},
                                 {"driver", source.driver},
                                 {"cuda", source.cuda},
                                 {"from", source.captured ? "capture" : "device"},
                                 {"object_us", source.object_us > 0 ? nlohmann::ordered_json(source.object_us)
                                                                    : nlohmann::ordered_json()},
                                 {"attempts", nlohmann::ordered_json::array()}};
  for (const auto& [configuration, answer] : rows) {
    nlohmann::ordered_json row = {{"attempt", identifier(configuration)}};
    for (const Setting& setting : settings(configuration))
      row[std::string(setting.name)] = setting.value;
    row["answer"] = word(answer.verdict);
    if (answer.verdict == Verdict::refused) row.update({{"call", answer.call}, {"error", answer.error}});
    if (!answer.changes.empty()) row["changes"] = answer.changes;
    json["attempts"].push_back(std::move(row));
  }
  return json.dump(1) + "\n";
}

std::vector<std::string> device_limits(const CudaDevice& device) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < size_limit_count; ++i) {
    if (SizeLimit(i) == SizeLimit::opengl_2d) continue; // of a context, not of the device
    const auto& [width, height, depth] = device.largest[i];
    std::string line = fmt::format("{}: {}", name(SizeLimit(i)), width);
    if (height > 1 || depth > 1) line += fmt::format(" x {}", height);
    if (depth > 1) line += fmt::format(" x {}", depth);
    lines.push_back(std::move(line));
  }
  const std::pair<const char*, std::size_t> alignments[] = {
      {"textureAlignment", device.texture_alignment},
      {"texturePitchAlignment", device.texture_pitch_alignment},
      {"surfaceAlignment", device.surface_alignment}};
  for (const auto& [alignment, bytes] : alignments)
    lines.push_back(fmt::format("cudaDeviceProp::{}: {} B", alignment, bytes));
  return lines;
}

} // namespace texelscope
