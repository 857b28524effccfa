#include "kernels/studies/verify/verify_file.h"

#include <algorithm>
#include <cstring>
#include <set>

#include <fmt/format.h>

#include "kernels/ground/files/described.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/verify/mismatch_session.h"

namespace texelscope {

namespace {
using verify::MismatchCount;

constexpr Within fetch_count = {0, 1'000'000'000'000'000}; // as of --fetches

VerifiedClass figures_of(const MismatchCount& count) {
  VerifiedClass made = {count.name, count.fetches, count.components, count.mismatches, count.largest_ulp, {}};
  if (const auto& first = count.first)
    made.first = {verify::class_name(first->setup), describe_request(*first),
                  hex_values(case_values(first->setup)), hex_values(first->device), hex_values(first->model)};
  return made;
}

void check_sums(const VerifyFigures& figures, const JsonNode& document) {
  std::set<std::string_view> seen;
  // These stay below fetch_count.high: a sum that exceeds the total is refused.
  std::int64_t fetches = 0, mismatches = 0;
  const std::vector<JsonNode> nodes = document.at("classes").items();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const VerifiedClass& read = figures.classes[i];
    nodes[i].at("mismatches").whole(0, read.fetches);
    if (read.first.has_value() != (read.mismatches > 0)) nodes[i].refuse(text(Text::verify_file_first));
    if (!seen.insert(read.name).second) nodes[i].at("name").refuse(text(Text::verify_file_twice));
    fetches += read.fetches;
    mismatches += read.mismatches;
    if (fetches > figures.fetches) break;
    if (mismatches > figures.mismatches) document.at("mismatches").refuse(text(Text::verify_file_sum));
  }
  if (fetches != figures.fetches) document.at("fetches").refuse(text(Text::verify_file_sum));
  if (mismatches != figures.mismatches) document.at("mismatches").refuse(text(Text::verify_file_sum));
}
} // namespace

// Reports need the members that are no `newer` ones.
template <class Archive>
void describe(Archive& archive, Described<Archive, FirstMismatch>& first) {
  archive.newer("class", first.class_name);
  archive("request", first.request);
  archive.newer("case", first.setup);
  archive("device", first.device);
  archive("model", first.model);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, VerifiedClass>& counted) {
  archive("name", counted.name);
  archive("fetches", counted.fetches, fetch_count);
  archive.newer("words", counted.words);
  archive("mismatches", counted.mismatches, fetch_count);
  archive.newer("largest_ulp", counted.largest_ulp);
  archive("first_mismatch", counted.first);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, VerifyFigures>& figures) {
  archive.newer("device", figures.device);
  archive.newer("seed", figures.seed);
  archive("fetches", figures.fetches, fetch_count);
  archive("mismatches", figures.mismatches, fetch_count);
  archive.newer("by_model", figures.by_model);
  archive("fast_path_differs", figures.fast_differs, fetch_count);
  archive.newer("seconds", figures.seconds);
  archive.newer("refused_cases", figures.refused);
  archive.newer("groups", figures.groups);
  archive("classes", figures.classes);
}

std::string verify_device(const CudaReport& cuda) {
  const CudaDevice& device = cuda.devices.front();
  return fmt::format("{}, compute {}.{}, CUDA {}.{}, driver {}", device.name, device.major, device.minor,
                     cuda.runtime_version / 1000, cuda.runtime_version % 1000 / 10, cuda.driver_name);
}

std::string hex_values(const std::vector<std::uint32_t>& values) {
  std::string all;
  for (const std::uint32_t value : values)
    all += fmt::format("{}{:08x}", all.empty() ? "" : " ", value);
  return all;
}

std::vector<std::uint32_t> case_values(const verify::Case& c) {
  std::vector<std::uint32_t> values(sizeof c / 4);
  std::memcpy(values.data(), &c, sizeof c);
  return values;
}

nlohmann::ordered_json verify_json(const verify::Report& report, const verify::Options& options,
                                   const std::string& device) {
  VerifyFigures figures = {device,
                           options.seed,
                           report.fetches,
                           report.mismatches,
                           report.by_model,
                           report.fast_differs,
                           report.seconds,
                           report.refused,
                           {},
                           {}};
  for (const MismatchCount& count : report.groups)
    if (count.fetches > 0) figures.groups.push_back(figures_of(count));
  for (const MismatchCount& count : report.classes)
    figures.classes.push_back(figures_of(count));
  return written(figures);
}

const VerifiedClass* VerifyFigures::find(std::string_view name) const {
  const auto found = std::ranges::find(classes, name, &VerifiedClass::name);
  return found == classes.end() ? nullptr : &*found;
}

VerifyFigures read_verify(const JsonNode& document) {
  VerifyFigures figures = read_described<VerifyFigures>(document);
  for (const char* part : {"mismatches", "fast_path_differs"})
    document.at(part).whole(0, figures.fetches);
  check_sums(figures, document);
  return figures;
}

} // namespace texelscope
