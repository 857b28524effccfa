// The file of `texelscope report`: one JSON object with the documents that verify, legality and bench write,
// and the designed fetches, about one device. It contains no name of a user, a host or a folder.
//
//   {"format": "texelscope-report", "version": 1, "program", "date", "seconds", "interrupted", "device",
//    "verify", "fetches", "legality", "bench"}
//
// The last four are sections: {"state", "reason", "document"}, the last two as far as there are any.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "kernels/ground/files/json_node.h"
#include "kernels/state/session/enums.h"
#include "kernels/studies/verify/designed_cases.h"

namespace texelscope {

enum class ReportPart : std::uint8_t { verify, fetches, legality, bench };
inline constexpr std::size_t report_part_count = 4;
// partly: ended by the time limit or by Ctrl+C; left_out: Ctrl+C came before it.
enum class PartState : std::uint8_t { done, partly, no_gpu, failed, left_out };
template <>
EnumTable enum_table<ReportPart>();
template <>
EnumTable enum_table<PartState>();

struct ReportDevice {
  bool gpu = false; // else the device is the processor, and the last three are empty
  std::string name, compute_capability, driver, cuda;
};

struct ReportHead {
  std::string program, date; // "0.1.0"; "2026-11-24", of UTC
  double seconds = 0;        // that it took
  bool interrupted = false;  // by Ctrl+C
  ReportDevice device;
};

struct MadeSection {
  PartState state = PartState::left_out;
  std::string reason; // failed: the message
  nlohmann::ordered_json document;
};
std::string report_json(const ReportHead& head, const std::array<MadeSection, report_part_count>& sections);

nlohmann::ordered_json fetches_json(const std::vector<verify::DesignedResult>& results);

inline constexpr std::size_t max_report_bytes = std::size_t(64) << 20;
inline constexpr int max_report_levels = 10;

// Reading. Every function throws a UserError with the place if the file is not as it must be: also for
// another version, and for control characters in a string.
bool is_report(const JsonNode& root); // whether it says so
ReportHead read_report_head(const JsonNode& root);
struct ReportSection {
  PartState state = PartState::left_out;
  std::string reason;
  std::optional<JsonNode> document;
};
ReportSection report_section(const JsonNode& root, ReportPart part);
// Throws also if the section has no document.
JsonNode report_document(const JsonNode& root, ReportPart part);

// What a device returned for one of designed_cases().
struct DesignedAgreement {
  const verify::DesignedCase* designed = nullptr;
  bool refused = false;
  std::size_t differing = 0; // fetches that differ from this program's model
};
// Only fetches of designed_cases() are read; others are an error.
std::vector<DesignedAgreement> read_fetches(const JsonNode& document);

// A report with its text, which the nodes point into.
class ReportFile {
public:
  ReportFile(std::string json, const std::string& name);
  explicit ReportFile(const std::filesystem::path& path);
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;
  JsonNode root() const { return {source, tree}; }

private:
  std::string bytes, name;
  JsonText source;
  JsonValue tree;
};

// Whether a file says that it is a report; false if it is not, or cannot be read.
bool is_report_file(const std::filesystem::path& file);

} // namespace texelscope
