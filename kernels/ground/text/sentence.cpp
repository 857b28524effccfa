#include "kernels/ground/text/sentence.h"

#include <array>
#include <cctype>
#include <map>
#include <utility>

#include "kernels/ground/text/language.h"

namespace texelscope {

namespace {
constexpr std::size_t max_values = 10;             // {0} to {9}
constexpr std::size_t min_own_bytes = 12;          // fewer occur in other sentences too
constexpr std::size_t max_recognized_bytes = 2000; // no text is as long

using Values = std::array<std::optional<std::string_view>, max_values>;

// A text in one language, taken apart.
struct Pattern {
  Text id;
  std::vector<std::string_view> literals; // before, between and behind its values
  std::vector<std::size_t> values;        // the number of each
  std::size_t own_bytes = 0;              // of all literals

  Pattern(Text id, std::string_view string) : id(id) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i + 2 < string.size(); ++i) {
      if (string[i] != '{' || std::isdigit(static_cast<unsigned char>(string[i + 1])) == 0 ||
          string[i + 2] != '}')
        continue;
      literals.push_back(string.substr(begin, i - begin));
      values.push_back(static_cast<std::size_t>(string[i + 1] - '0'));
      i += 2;
      begin = i + 1;
    }
    literals.push_back(string.substr(begin));
    for (const std::string_view literal : literals)
      own_bytes += literal.size();
  }

  // Of two values side by side nobody knows where the first ends.
  bool is_recognizable() const {
    for (std::size_t i = 1; i + 1 < literals.size(); ++i)
      if (literals[i].empty()) return false;
    return own_bytes >= min_own_bytes;
  }

  std::optional<Values> values_in(std::string_view said) const {
    const std::string_view first = literals.front(), last = literals.back();
    if (values.empty()) return said == first ? std::optional(Values()) : std::nullopt;
    if (said.size() < first.size() + last.size() || !said.starts_with(first) || !said.ends_with(last))
      return std::nullopt;
    std::string_view rest = said.substr(first.size(), said.size() - first.size() - last.size());
    Values found;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool at_end = i + 1 == values.size();
      const std::size_t size = at_end ? rest.size() : rest.find(literals[i + 1]);
      if (size == rest.npos) return std::nullopt;
      const std::string_view value = rest.substr(0, size);
      auto& known = found[values[i]];
      if (known && *known != value) return std::nullopt;
      known = value;
      rest.remove_prefix(at_end ? size : size + literals[i + 1].size());
    }
    return found;
  }
};

class Patterns {
public:
  Patterns() {
    for (const Language language : {Language::english, Language::chinese})
      for (std::size_t i = 0; i < text_count(); ++i)
        if (const char* const string = translation(Text(i), language)) add(Pattern(Text(i), string));
  }

  // That with the most bytes of its own says the most.
  std::optional<Sentence> find(std::string_view said) const {
    const Pattern* best = nullptr;
    Values values;
    for (const auto* some : {&by_first_byte[place_of(said)], &by_first_byte[0]})
      for (const Pattern& each : *some) {
        if (best && each.own_bytes <= best->own_bytes) continue;
        const auto found = each.values_in(said);
        if (!found) continue;
        best = &each;
        values = *found;
      }
    if (!best) return std::nullopt;
    Sentence sentence(best->id);
    for (std::size_t i = 0; i < max_values && values[i]; ++i)
      sentence.values.push_back(value_of(*values[i]));
    return sentence;
  }

private:
  Sentence value_of(std::string_view said) const {
    if (const auto name = names.find(said); name != names.end() && name->second) return *name->second;
    return Sentence::recognized(said);
  }
  static std::size_t place_of(std::string_view string) {
    return string.empty() ? 0 : static_cast<unsigned char>(string.front());
  }
  void add(Pattern pattern) {
    if (pattern.is_recognizable())
      by_first_byte[place_of(pattern.literals.front())].push_back(std::move(pattern));
    else if (pattern.values.empty())
      add_name(pattern.literals.front(), pattern.id);
  }
  void add_name(std::string_view string, Text id) {
    const auto [name, is_new] = names.try_emplace(string, id);
    if (is_new || !name->second) return;
    for (const Language language : {Language::english, Language::chinese}) {
      const char *a = translation(*name->second, language), *b = translation(id, language);
      if ((a == nullptr) != (b == nullptr) || (a && std::string_view(a) != b)) name->second.reset();
      if (!name->second) return;
    }
  }

  std::array<std::vector<Pattern>, 256> by_first_byte; // 0: those that begin with a value
  // Texts with fewer bytes, such as "wrap"; empty: several have the same name in one language only.
  std::map<std::string_view, std::optional<Text>> names;
};

bool ends_sentence(std::string_view said) {
  return said.ends_with(".") || said.ends_with("。");
}
} // namespace

Sentence Sentence::recognized(std::string_view said) {
  static const Patterns patterns;
  if (said.size() > max_recognized_bytes) return std::string(said);
  if (auto whole = patterns.find(said)) return *whole;
  for (std::size_t at = said.find(' '); at != said.npos; at = said.find(' ', at + 1)) {
    if (!ends_sentence(said.substr(0, at))) continue;
    auto first = patterns.find(said.substr(0, at));
    if (!first) continue;
    first->append(recognized(said.substr(at + 1)));
    return *first;
  }
  return std::string(said);
}

void Sentence::append(Sentence next) {
  if (id || values.empty()) {
    Sentence first = std::exchange(*this, {});
    values.push_back(std::move(first));
  }
  if (next.id || next.values.empty()) return values.push_back(std::move(next));
  for (Sentence& each : next.values)
    values.push_back(std::move(each));
}

std::string Sentence::str() const {
  std::array<std::string, max_values> said;
  for (std::size_t i = 0; id && i < values.size() && i < max_values; ++i)
    said[i] = values[i].str();
  if (id)
    return say(*id,
               {said[0], said[1], said[2], said[3], said[4], said[5], said[6], said[7], said[8], said[9]});
  std::string line = verbatim;
  for (const Sentence& each : values)
    line += (line.empty() ? "" : " ") + each.str();
  return line;
}

} // namespace texelscope
