#include "kernels/legality.h"

#include <algorithm>

namespace texelscope::legality {

namespace {
constexpr std::string_view memories[] = {"linear_memory", "pitch_memory", "array", "mipmapped"};
constexpr std::string_view dimensions[] = {"1d",         "2d",   "3d",          "1d_layered",
                                           "2d_layered", "cube", "cube_layered"};
constexpr std::string_view uses[] = {"texture", "surface", "surface_without_flag", "gather"};

template <class E, std::size_t count>
std::string_view name_of(const std::string_view (&names)[count], E value) {
  return names[std::size_t(value)];
}

bool fits(std::string_view pattern, std::string_view word) {
  if (pattern.empty()) return word.empty();
  if (pattern.front() == '*')
    return fits(pattern.substr(1), word) || (!word.empty() && fits(pattern, word.substr(1)));
  return !word.empty() && pattern.front() == word.front() && fits(pattern.substr(1), word.substr(1));
}

template <class Visit>
void each_word(std::string_view words, std::string_view separators, Visit&& visit) {
  for (std::size_t start = 0; start <= words.size();) {
    const std::size_t end = std::min(words.find_first_of(separators, start), words.size());
    if (end > start) visit(words.substr(start, end - start));
    start = end + 1;
  }
}
} // namespace

int Format::channels() const {
  return int(4 - std::count(bits.begin(), bits.end(), 0));
}

int Format::bytes() const {
  if (!is_block()) return std::max(1, (bits[0] + bits[1] + bits[2] + bits[3]) / 8);
  const bool half =
      kind == kind::bc1 || kind == kind::bc1_srgb || kind == kind::bc4 || kind == kind::bc4_signed;
  return half ? 8 : 16;
}

std::vector<Setting> settings(const Attempt& a) {
  return {{"format", a.format->name},
          {"read_mode", texelscope::identifier(a.read_mode)},
          {"filter", texelscope::identifier(a.filter)},
          {"address", texelscope::identifier(a.address)},
          {"coordinates", a.normalized ? "normalized" : "unnormalized"},
          {"storage", name_of(memories, a.memory)},
          {"dimension", name_of(dimensions, a.dimension)},
          {"other_address", texelscope::identifier(a.other_address)},
          {"mip_filter", texelscope::identifier(a.mip_filter)},
          {"srgb", a.srgb ? "on" : "off"},
          {"use", name_of(uses, a.use)}};
}

std::string identifier(const Attempt& a) {
  const std::vector<Setting> all = settings(a);
  std::string words(all[0].value);
  for (std::size_t i = 1; i < 7; ++i)
    words.append("/").append(all[i].value);
  if (a.other_address != a.address) words.append("/other_").append(texelscope::identifier(a.other_address));
  if (a.mip_filter == FilterMode::linear) words += "/mip_linear";
  if (a.srgb) words += "/srgb";
  if (a.use != Use::texture) words.append("/").append(name_of(uses, a.use));
  return words;
}

std::string_view word(Verdict verdict) {
  constexpr std::string_view words[] = {"accepted", "altered", "refused"};
  return name_of(words, verdict);
}

std::string joined_changes(const Answer& answer) {
  std::string words;
  for (const std::string& change : answer.changes)
    words.append(words.empty() ? "" : " ").append(change);
  return words;
}

bool matches(std::string_view pattern, const Attempt& attempt, const Answer& answer) {
  const std::string name = identifier(attempt);
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

} // namespace texelscope::legality
