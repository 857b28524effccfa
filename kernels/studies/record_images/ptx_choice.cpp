#include "kernels/studies/record_images/ptx_choice.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <span>
#include <tuple>
#include <vector>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/record_images/cubin.h"

namespace texelscope::modules {

namespace {
auto rank(const ModuleEntry& entry) {
  return std::tuple(entry.architecture.number, entry.architecture.scope, entry.version);
}

std::string version_text(PtxVersion version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor);
}

std::string capability_text(int architecture) {
  return std::to_string(architecture / 10) + "." + std::to_string(architecture % 10);
}

// "compute_90a, compute_120", each once.
std::string architectures_of(const std::vector<const ModuleEntry*>& entries) {
  std::vector<std::string> names;
  for (const ModuleEntry* entry : entries) {
    const std::string name = "compute_" + to_string(entry->architecture);
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return joined(names);
}

std::optional<Cubin> cubin_of(const ModuleEntry& entry) {
  const auto content = content_of(entry);
  const auto* elf = std::get_if<std::string>(&content);
  return elf ? read_cubin(std::as_bytes(std::span(*elf))) : std::nullopt;
}

// Of a module without PTX.
NoPtx without_ptx(const ModuleImage& image, bool linked) {
  bool functions = false, relocatable = linked, link_time = false;
  for (const ModuleEntry& entry : image.entries) {
    link_time = link_time || entry.kind == EntryKind::link_time;
    if (entry.kind != EntryKind::machine_code) continue;
    const auto cubin = cubin_of(entry);
    functions = functions || !cubin || !cubin->functions.empty();
    relocatable = relocatable || (cubin && cubin->relocatable);
    if (functions) break; // those of other architectures are compiled from the same source
  }
  if (functions) return relocatable ? NoPtx::relocatable : NoPtx::machine_code;
  return link_time ? NoPtx::link_time : NoPtx::empty;
}
} // namespace

std::variant<ChosenPtx, PtxRefusal> ptx_for(const ModuleImage& image, const Device& device, bool linked) {
  const auto refused = [&device](NoPtx reason, std::string found = {}) {
    return PtxRefusal{reason, std::move(found), device.architecture};
  };
  std::vector<const ModuleEntry*> all, whole, fitting, known;
  const auto only = [](const std::vector<const ModuleEntry*>& from, std::vector<const ModuleEntry*>& to,
                       const auto& accepts) {
    std::ranges::copy_if(from, std::back_inserter(to),
                         [&](const ModuleEntry* entry) { return accepts(*entry); });
    return !to.empty();
  };
  for (const ModuleEntry& entry : image.entries)
    if (entry.kind == EntryKind::ptx) all.push_back(&entry);
  if (all.empty()) return refused(without_ptx(image, linked));
  if (!only(all, whole, [](const ModuleEntry& entry) { return !entry.relocatable; }))
    return refused(NoPtx::relocatable);
  if (!only(whole, fitting,
            [&](const ModuleEntry& entry) { return runs_ptx(device.architecture, entry.architecture); }))
    return refused(NoPtx::other_architecture, architectures_of(whole));
  if (!only(fitting, known, [&](const ModuleEntry& entry) {
        return !device.newest_ptx || entry.version <= *device.newest_ptx;
      }))
    return refused(NoPtx::newer_than_driver, version_text(fitting.front()->version));
  const ModuleEntry& best = **std::ranges::max_element(
      known, [](const ModuleEntry* a, const ModuleEntry* b) { return rank(*a) < rank(*b); });
  auto content = content_of(best);
  if (const auto* reason = std::get_if<NoPtx>(&content))
    return refused(*reason, *reason == NoPtx::too_large ? std::to_string(best.bytes >> 20) : "");
  std::string& text = std::get<std::string>(content);
  if (!read_ptx_head(text)) return refused(NoPtx::broken);
  return ChosenPtx{std::move(text), std::size_t(&best - image.entries.data())};
}

// NVIDIA's "PTX ISA", "Release Notes", table "PTX Release History". From each of these releases of CUDA on,
// both minor versions go up together.
std::optional<PtxVersion> newest_ptx(int driver_version) {
  constexpr int major_step = 1000, minor_step = 10, first_unknown = 14000;
  struct Row {
    int driver;
    PtxVersion ptx;
  };
  constexpr Row rows[] = {{13000, {9, 0}}, {12060, {8, 5}}, {12000, {8, 0}}, {11000, {7, 0}}};
  if (driver_version >= first_unknown) return std::nullopt;
  for (const Row& row : rows)
    if (driver_version >= row.driver)
      return PtxVersion{row.ptx.major, row.ptx.minor + driver_version % major_step / minor_step -
                                           row.driver % major_step / minor_step};
  return std::nullopt;
}

std::optional<Architecture> machine_code_for(const ModuleImage& image, int device) {
  std::optional<Architecture> best;
  for (const ModuleEntry& entry : image.entries) {
    const Architecture& made_for = entry.architecture;
    const bool runs = made_for.scope == ArchitectureScope::specific
                          ? made_for.number == device
                          : made_for.number / 10 == device / 10 && made_for.number <= device;
    if (entry.kind == EntryKind::machine_code && runs && (!best || best->number <= made_for.number))
      best = made_for;
  }
  return best;
}

std::uint32_t max_registers(const ModuleEntry& entry) {
  constexpr std::string_view option = "-maxrregcount";
  const std::size_t at = entry.options.find(option);
  std::uint32_t count = 0;
  if (at == std::string::npos) return count;
  const char* const digits = entry.options.c_str() + at + option.size() + 1; // behind = or a space
  if (at + option.size() < entry.options.size())
    std::from_chars(digits, entry.options.c_str() + entry.options.size(), count);
  return count;
}

std::optional<TextureUse> texture_use(const ModuleImage& image) {
  for (const ModuleEntry& entry : image.entries) {
    if (entry.kind != EntryKind::ptx) continue;
    const auto content = content_of(entry);
    if (const auto* text = std::get_if<std::string>(&content)) return texture_use(*text);
  }
  for (const ModuleEntry& entry : image.entries) {
    if (entry.kind != EntryKind::machine_code) continue;
    const auto cubin = cubin_of(entry);
    if (!cubin || !cubin->textures_known) continue;
    TextureUse use;
    for (const CubinFunction& function : cubin->functions) {
      use.fetches = use.fetches || function.textures.fetches;
      use.surfaces = use.surfaces || function.textures.surfaces;
    }
    return use;
  }
  return std::nullopt;
}

namespace {
struct Sentences {
  NoPtx reason;
  Text sentence, cure;
  bool cured = true;
};
constexpr Sentences all_sentences[] = {
    {NoPtx::unknown_form, Text::module_unknown_form, {}, false},
    {NoPtx::broken, Text::module_broken, {}, false},
    {NoPtx::unknown_compression, Text::module_unknown_compression, Text::module_unknown_compression_cure},
    {NoPtx::too_large, Text::module_too_large, {}, false},
    {NoPtx::empty, Text::module_empty, {}, false},
    {NoPtx::machine_code, Text::module_machine_code, Text::module_add_ptx},
    {NoPtx::link_time, Text::module_link_time, Text::module_link_time_cure},
    {NoPtx::relocatable, Text::module_relocatable, Text::module_relocatable_cure},
    {NoPtx::other_architecture, Text::module_other_architecture, Text::module_add_ptx},
    {NoPtx::newer_than_driver, Text::module_newer_than_driver, Text::module_newer_than_driver_cure},
};
const Sentences& sentences_of(NoPtx reason) {
  return *std::ranges::find(all_sentences, reason, &Sentences::reason);
}
} // namespace

std::string sentence(const PtxRefusal& refusal) {
  return say(sentences_of(refusal.reason).sentence, {refusal.found, capability_text(refusal.device)});
}

std::string cure(const PtxRefusal& refusal) {
  const Sentences& sentences = sentences_of(refusal.reason);
  return sentences.cured ? say(sentences.cure, {std::to_string(refusal.device)}) : "";
}

} // namespace texelscope::modules
