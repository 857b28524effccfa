#include "kernels/reports/support_matrix/legality.h"

#include <algorithm>

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr EnumEntry memories[] = {
    {0, "linear_memory", Text::storage_linear, Text::storage_linear_help},
    {1, "pitch_memory", Text::storage_pitch, Text::storage_pitch_help},
    {2, "array", Text::storage_array, Text::storage_array_help},
    {3, "mipmapped", Text::memory_mipmapped, Text::memory_mipmapped_help},
};
constexpr EnumEntry uses[] = {
    {0, "texture", Text::use_texture, Text::use_texture_help},
    {1, "surface", Text::use_surface, Text::use_surface_help},
    {2, "surface_without_flag", Text::use_no_flag, Text::use_no_flag_help},
    {3, "gather", Text::use_gather, Text::use_gather_help},
    {4, "view", Text::use_view, Text::use_view_help},
};
constexpr EnumEntry verdicts[] = {
    {0, "accepted", Text::verdict_accepted, Text::verdict_accepted_help},
    {1, "altered", Text::verdict_altered, Text::verdict_altered_help},
    {2, "refused", Text::verdict_refused, Text::verdict_refused_help},
};
} // namespace

template <>
EnumTable enum_table<legality::Memory>() {
  return memories;
}
template <>
EnumTable enum_table<legality::Use>() {
  return uses;
}
template <>
EnumTable enum_table<legality::Verdict>() {
  return verdicts;
}

namespace legality {

namespace {

bool fits(std::string_view pattern, std::string_view word) {
  if (pattern.empty()) return word.empty();
  if (pattern.front() == '*')
    return fits(pattern.substr(1), word) || (!word.empty() && fits(pattern, word.substr(1)));
  return !word.empty() && pattern.front() == word.front() && fits(pattern.substr(1), word.substr(1));
}

template <class Visit>
void each_word(std::string_view list, std::string_view separators, Visit&& visit) {
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t end = std::min(list.find_first_of(separators, start), list.size());
    if (end > start) visit(list.substr(start, end - start));
    start = end + 1;
  }
}
} // namespace

int Format::channels() const {
  return int(4 - std::count(bits.begin(), bits.end(), 0));
}

int Format::bytes() const {
  return texels ? texels->bytes() : std::max(1, (bits[0] + bits[1] + bits[2] + bits[3]) / 8);
}

std::vector<Setting> settings(const Configuration& a) {
  return {{"format", a.format->name},
          {"read_mode", texelscope::identifier(a.read_mode)},
          {"filter", texelscope::identifier(a.filter)},
          {"address", texelscope::identifier(a.address)},
          {"coordinates", a.normalized ? "normalized" : "unnormalized"},
          {"storage", texelscope::identifier(a.memory)},
          {"dimension", texelscope::identifier(a.dimension)},
          {"other_address", texelscope::identifier(a.other_address)},
          {"mip_filter", texelscope::identifier(a.mip_filter)},
          {"srgb", a.srgb ? "on" : "off"},
          {"use", texelscope::identifier(a.use)}};
}

std::string identifier(const Configuration& a) {
  const std::vector<Setting> all = settings(a);
  std::string out(all[0].value);
  for (std::size_t i = 1; i < 7; ++i)
    out.append("/").append(all[i].value);
  if (a.other_address != a.address) out.append("/other_").append(texelscope::identifier(a.other_address));
  if (a.mip_filter == FilterMode::linear) out += "/mip_linear";
  if (a.srgb) out += "/srgb";
  if (a.use != Use::texture) out.append("/").append(texelscope::identifier(a.use));
  return out;
}

std::string_view word(Verdict verdict) {
  return texelscope::identifier(verdict);
}

std::string joined_changes(const Outcome& answer) {
  std::string out;
  for (const std::string& change : answer.changes)
    out.append(out.empty() ? "" : " ").append(change);
  return out;
}

namespace {
// The effective value of a setting, if its identifier does not describe it.
struct EffectiveValue {
  std::string_view value;
  Text label;
};
constexpr EffectiveValue effective_values[] = {{"index", Text::became_index},
                                               {"zero", Text::became_zero},
                                               {"half_border", Text::became_half_border},
                                               {"first_channel", Text::became_first_channel}};

std::string spaced(std::string_view name) {
  std::string out(name);
  std::ranges::replace(out, '_', ' ');
  return out;
}

// The sentence for "fetch:address=clamp".
std::string change_text(std::string_view change) {
  if (change == "fetch:none") return text(Text::changed_nothing_fetched);
  if (change == "surface:write=lost") return text(Text::changed_write_lost);
  const std::size_t colon = change.find(':'), equals = change.find('=');
  if (colon >= equals || equals == std::string_view::npos) return std::string(change);
  const std::string setting = spaced(change.substr(colon + 1, equals - colon - 1));
  std::string value = spaced(change.substr(equals + 1));
  for (const EffectiveValue& effective : effective_values)
    if (change.substr(equals + 1) == effective.value) value = text(effective.label);
  if (setting == "error") return say(Text::changed_error, {value});
  return say(change.starts_with("fetch:") ? Text::changed_fetch : Text::changed_description,
             {setting, value});
}
} // namespace

std::string reason(const Outcome& answer) {
  if (answer.verdict == Verdict::refused) return answer.call + ": " + answer.error;
  std::string out;
  for (const std::string& change : answer.changes)
    out.append(out.empty() ? "" : ", ").append(change_text(change));
  return out;
}

bool matches(std::string_view pattern, const Configuration& configuration, const Outcome& answer) {
  const std::string name = identifier(configuration);
  bool all = true;
  each_word(pattern, " /", [&](std::string_view wanted) {
    bool found =
        fits(wanted, word(answer.verdict)) || fits(wanted, answer.call) || fits(wanted, answer.error);
    for (const std::string& change : answer.changes)
      found |= fits(wanted, change);
    each_word(name, "/", [&](std::string_view part) { found |= fits(wanted, part); });
    all &= found;
  });
  return all;
}

} // namespace legality
} // namespace texelscope
