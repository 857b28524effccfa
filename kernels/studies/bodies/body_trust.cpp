#include "kernels/studies/bodies/body_trust.h"

#include <algorithm>

#include "kernels/ground/base/folder_entries.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/json_node.h"
#include "kernels/ground/files/kept_file.h"
#include "kernels/ground/files/paths.h"
#include "kernels/ground/files/strict_json.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/spec.h"
#include "kernels/unit/resolve/shipped_body.h"

namespace texelscope {

namespace {
namespace fs = std::filesystem;

constexpr std::size_t max_file_bytes = std::size_t(16) << 20;
constexpr int file_version = 1;

bool holds(const std::vector<std::string>& all, const std::string& one) {
  return std::ranges::find(all, one) != all.end();
}

// A file that cannot be read counts as holding no agreement; `left`: it is not overwritten either.
std::vector<std::string> read_kept(const fs::path& file, KeptFile& state) {
  std::vector<std::string> bodies, problems;
  state = file.empty() ? KeptFile::missing
                       : read_kept_file(
                             file, max_file_bytes,
                             [&](const std::string& json) {
                               const std::string name = file.string();
                               const JsonText source{json, name};
                               const JsonValue root = parse_strict_json(source, 4);
                               const JsonNode node(source, root);
                               node.allow({"version", "bodies"});
                               node.at("version").integer(file_version, file_version);
                               for (const JsonNode& body : node.at("bodies").items())
                                 bodies.push_back(body.string());
                             },
                             problems);
  return state == KeptFile::read ? bodies : std::vector<std::string>();
}

void write_kept(const fs::path& file, const std::vector<std::string>& bodies) {
  std::string list;
  for (const std::string& body : bodies)
    list += (list.empty() ? "\n  " : ",\n  ") + json_string(body);
  std::error_code reported_by_write;
  fs::create_directories(file.parent_path(), reported_by_write);
  write_text_file(file,
                  "{\"version\": " + std::to_string(file_version) + ", \"bodies\": [" + list + "\n]}\n");
}
} // namespace

bool BodyTrust::was_typed(const std::string& body) const {
  return std::ranges::find(typed_here, body) != typed_here.end();
}

bool BodyTrust::is_shipped(const std::string& body) {
  if (find_shipped_body(body)) return true;
  if (!shipped) {
    shipped.emplace();
    for (BodyExample& example : body_examples())
      shipped->push_back(std::move(example.body));
  }
  return holds(*shipped, body);
}

bool BodyTrust::is_kept(const std::string& body) {
  KeptFile state;
  if (!kept) kept = read_kept(kept_in, state);
  return holds(*kept, body);
}

bool BodyTrust::trusts(const std::string& body) {
  return body.empty() || was_typed(body) || is_shipped(body) || is_kept(body);
}

BodyWaits BodyTrust::waits(const std::string& body, bool runs) {
  if (body.empty() || was_typed(body)) return BodyWaits::no;
  if (!trusts(body)) return BodyWaits::for_consent;
  return runs ? BodyWaits::no : BodyWaits::for_request;
}

void BodyTrust::typed(const std::string& body) {
  if (body.empty() || was_typed(body)) return;
  typed_here.push_back(body);
  typed_bytes += body.size();
  while (typed_bytes > max_typed_bytes) {
    typed_bytes -= typed_here.front().size();
    typed_here.pop_front();
  }
}

void BodyTrust::edited(const std::string& before, const std::string& now) {
  if (trusts(before) || trusts(now)) typed(now);
}

void BodyTrust::agree(const std::string& body) {
  typed(body);
  if (body.empty() || kept_in.empty() || is_shipped(body)) return;
  KeptFile state;
  kept = read_kept(kept_in, state); // another window may have added some
  std::erase(*kept, body);
  kept->push_back(body);
  if (kept->size() > max_kept) kept->erase(kept->begin(), kept->end() - max_kept);
  if (state == KeptFile::left) return;
  try {
    write_kept(kept_in, *kept);
  } catch (const std::exception&) {
    // The next start asks again.
  }
}

void BodyTrust::keep(const std::string& body) {
  if (!body.empty() && was_typed(body) && !is_kept(body)) agree(body);
}

void BodyTrust::came(const std::string& body, BodyOrigin from) {
  const auto known = std::ranges::find(origins, body, &std::pair<std::string, BodyOrigin>::first);
  if (body.empty() || known != origins.end()) return;
  origins.emplace_back(body, from);
  if (origins.size() > max_origins) origins.pop_front();
}

BodyOrigin BodyTrust::origin(const std::string& body) const {
  for (const auto& [known, from] : origins)
    if (known == body) return from;
  return BodyOrigin::file;
}

fs::path agreed_bodies_file() {
  const fs::path folder = state_folder();
  return folder.empty() ? folder : folder / "agreed-bodies.json";
}

std::vector<BodyExample> body_examples() {
  std::vector<BodyExample> examples;
  std::error_code error;
  for (const fs::path& file : folder_entries(assets_folder() / "fetches", error))
    if (ending_of(file) == ".cu")
      examples.push_back({file.stem().string(), read_text_file(file, max_body_bytes)});
  std::sort(examples.begin(), examples.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return examples;
}

void check_body_trust(const std::string& body, const std::string& from) {
  if (!BodyTrust(agreed_bodies_file()).trusts(body)) throw UserError(say(Text::render_body_foreign, {from}));
}

} // namespace texelscope
