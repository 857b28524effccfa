#include "kernels/ground/files/suggest.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {

// The number of letters to insert, delete or replace.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t(0));
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

} // namespace

std::string nearest_word(std::string_view word, std::span<const std::string> known) {
  if (word.size() > 64) return {};
  std::size_t min_distance = std::max<std::size_t>(2, word.size() / 4) + 1;
  std::string best;
  for (const std::string& candidate : known)
    if (const std::size_t distance = edit_distance(word, candidate); distance < min_distance) {
      min_distance = distance;
      best = candidate;
    }
  return best;
}

std::string did_you_mean(const std::string& word) {
  return word.empty() ? std::string() : say(Text::did_you_mean, {word});
}

std::string terms_of(std::span<const std::string> names) {
  std::set<std::string> seen;
  std::string terms;
  for (const std::string& name : names) {
    std::istringstream parts(name);
    for (std::string part; std::getline(parts, part, '/');)
      if (seen.insert(part).second) terms += (terms.empty() ? "" : ", ") + part;
  }
  return terms;
}

} // namespace texelscope
