#include "kernels/studies/answers/answer_search.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

#include "kernels/ground/files/files.h"
#include "kernels/studies/answers/answer_names.h"
#include "kernels/studies/answers/answer_table.h"

namespace texelscope {

namespace {
constexpr std::string_view ignored =
    " a about all am an and any are as at bad be broken bug but by can cannot correct correctly could"
    " cuda d did do does doesn don fix for from get got has have help how i if in incorrect"
    " incorrectly into is isn issue it its ll m me my of on or please problem properly question re s"
    " seems should so some such t than that the their them then there they this to understand"
    " understanding use using ve vs was we what when where which while who why will with work working"
    " works would wrong wrongly you your ";

// Words of one meaning: each stands for the first of its row.
struct Meaning {
  std::string_view first;
  std::array<std::string_view, 6> others;
};
constexpr Meaning meanings[] = {{"color", {"colour", "rgb", "rgba"}},
                                {"linear", {"bilinear", "lerp"}},
                                {"interpolation", {"interpolate", "interpolated"}},
                                {"fp16", {"f16", "float16", "half2", "half4"}},
                                {"float", {"fp32", "float32", "f32"}},
                                {"level", {"lod", "mip", "mipmap", "miplevel"}},
                                {"anisotropy", {"anisotropic", "aniso"}},
                                {"precision", {"accuracy", "accurate", "precise", "inaccurate", "imprecise"}},
                                {"fast", {"faster", "speed", "performance", "slow", "slower", "benchmark"}},
                                {"normalized", {"normalised", "normalize", "norm"}},
                                {"unnormalized", {"unnormalised"}},
                                {"texel", {"pixel"}},
                                {"mirror", {"mirrored", "reflect", "reflection"}},
                                {"wrap", {"repeat", "tile", "periodic"}},
                                {"clamp", {"saturate"}},
                                {"3d", {"volume"}},
                                {"layer", {"layered"}},
                                {"cube", {"cubemap"}},
                                {"point", {"nearest"}},
                                {"zero", {"0", "black", "empty"}},
                                {"8", {"uint8", "uchar", "byte"}},
                                {"write", {"store", "written"}},
                                {"read", {"load"}},
                                {"fetch", {"sample", "lookup", "sampling"}},
                                {"max", {"maximum", "limit"}},
                                {"large", {"larger", "largest", "big", "bigger", "biggest", "huge"}},
                                {"difference", {"different", "differ", "mismatch"}},
                                {"amd", {"hip", "rocm", "radeon"}},
                                {"webgpu", {"wgpu", "wgsl"}},
                                {"opencv", {"cv", "cv2"}},
                                {"garbage", {"gibberish", "nonsense", "corrupt", "corrupted"}},
                                {"dark", {"darker"}},
                                {"bright", {"brighter"}},
                                {"direct3d", {"d3d", "d3d11", "d3d12", "directx", "hlsl"}}};

std::string lower(std::string_view word) {
  std::string out;
  for (const char c : word)
    out += char(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// Without the commonest endings, so that "fetches", "fetched" and "fetching" are one.
std::string stem(std::string word) {
  const auto cut = [&](std::string_view ending, std::size_t kept) {
    if (word.size() < ending.size() + kept || !word.ends_with(ending)) return false;
    word.resize(word.size() - ending.size());
    return true;
  };
  const bool is_singular = word.ends_with("ss") || word.ends_with("us") || word.ends_with("is");
  if (cut("ies", 3))
    word += 'y';
  else if (!is_singular)
    cut("s", 2);
  if (!cut("ing", 4)) cut("ed", 4);
  if (word.size() > 4 && word.ends_with('e')) word.pop_back();
  return word;
}

std::string canonical(const std::string& word) {
  static const std::map<std::string, std::string> firsts = [] {
    std::map<std::string, std::string> all;
    for (const Meaning& meaning : meanings)
      for (const std::string_view other : meaning.others)
        if (!other.empty()) all[stem(std::string(other))] = stem(std::string(meaning.first));
    return all;
  }();
  const std::string stemmed = stem(word);
  const auto found = firsts.find(stemmed);
  return found == firsts.end() ? stemmed : found->second;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80) != 0;
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_upper(char c) {
  return std::isupper(static_cast<unsigned char>(c)) != 0;
}

// "3-D" and "1-D" are one word, "3d"; "{0}" in a message's text is none.
std::string joined_dimensions(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' && i + 2 < text.size() && is_digit(text[i + 1]) && text[i + 2] == '}') {
      i += 2;
      continue;
    }
    const bool joins = text[i] == '-' && i > 0 && is_digit(text[i - 1]) && i + 1 < text.size() &&
                       (text[i + 1] == 'D' || text[i + 1] == 'd') &&
                       (i + 2 == text.size() || !is_word(text[i + 2]));
    if (!joins) out += text[i];
  }
  return out;
}

// The parts of "cudaMallocPitch" and "surf2Dwrite"; of a plain word none.
std::vector<std::string> parts_of(std::string_view name) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool hump = i > 0 && is_upper(name[i]) && !is_upper(name[i - 1]) && !is_digit(name[i - 1]);
    const bool after_2d = i > 1 && is_upper(name[i - 1]) && is_digit(name[i - 2]);
    const bool to_2d = i > 0 && is_digit(name[i]) && !is_digit(name[i - 1]) && i + 1 < name.size() &&
                       (name[i + 1] == 'D' || name[i + 1] == 'd');
    if (hump || after_2d || to_2d) parts.emplace_back();
    parts.back() += name[i];
  }
  return parts.size() == 1 ? std::vector<std::string>() : parts;
}

void add_term(std::vector<std::string>& terms, std::string_view word) {
  const std::string small = lower(word);
  if (!small.empty() && ignored.find(" " + small + " ") == ignored.npos) terms.push_back(canonical(small));
}

// Headings that are the program's own messages find who pastes one; questions are meant for the others.
double chapter_weight(std::string_view chapter) {
  return chapter.starts_with("Notes: ") || chapter.starts_with("CUDA: ") ? 0.75 : 1;
}

// How often each term occurs in a document, by the weight of the part where it stands.
using Weights = std::map<std::string, double>;

Weights weights_of(const Answer& answer) {
  Weights weights;
  const auto add = [&](std::string_view part, double weight) {
    for (const std::string& term : search_terms(part))
      weights[term] += weight;
  };
  add(answer.heading, 3);
  for (const std::string& title : answer.asked)
    add(title, 2);
  add(answer.text, 1);
  for (const std::string& command : answer.commands)
    add(command, 0.3);
  return weights;
}

std::set<std::string> set_of_terms(std::string_view words) {
  const auto terms = search_terms(words);
  return {terms.begin(), terms.end()};
}

// What a question may be spelled like: the heading, the titles in askers' words, the rows of the table.
std::vector<std::set<std::string>> titles_of(const Answer& answer) {
  std::vector<std::set<std::string>> titles = {set_of_terms(answer.heading)};
  for (const std::string& title : answer.asked)
    titles.push_back(set_of_terms(title));
  for (const std::string& row : table_of(answer.text).rows)
    titles.push_back(set_of_terms(row));
  return titles;
}

} // namespace

struct AnswerTitle {
  std::set<std::string> terms;
  double square = 0; // of its vector, whose axes are terms
};

struct AnswerDocument {
  Weights weights;
  std::vector<AnswerTitle> titles;
  double length = 0;
};

class AnswerIndex {
public:
  explicit AnswerIndex(std::span<const Answer> answers) {
    for (const Answer& answer : answers) {
      AnswerDocument document{weights_of(answer), {}};
      for (const auto& [term, weight] : document.weights) {
        ++containing[term];
        document.length += weight;
      }
      mean_length += document.length / double(answers.size());
      documents.push_back(std::move(document));
    }
    for (std::size_t i = 0; i < answers.size(); ++i)
      for (auto& terms : titles_of(answers[i])) {
        const double square = square_of(terms);
        documents[i].titles.push_back({std::move(terms), square});
      }
  }

  // Okapi BM25.
  double score(std::size_t number, const std::set<std::string>& question) const {
    const AnswerDocument& document = documents[number];
    double sum = 0;
    for (const std::string& term : question) {
      const auto found = document.weights.find(term);
      if (found == document.weights.end()) continue;
      const double often = found->second;
      sum += rarity(term) * often * 2.2 / (often + 1.2 * (0.4 + 0.6 * document.length / mean_length));
    }
    return sum;
  }
  // The cosine of the angle to the title that is most like it.
  double likeness(std::size_t number, const std::set<std::string>& question) const {
    const double mine = square_of(question);
    double best = 0;
    for (const AnswerTitle& title : documents[number].titles) {
      double common = 0;
      for (const std::string& term : question)
        if (title.terms.contains(term)) common += rarity(term) * rarity(term);
      if (common > 0) best = std::max(best, common / std::sqrt(mine * title.square));
    }
    return best;
  }

private:
  double square_of(const std::set<std::string>& terms) const {
    double sum = 0;
    for (const std::string& term : terms)
      sum += rarity(term) * rarity(term);
    return sum;
  }
  double rarity(const std::string& term) const {
    const auto found = containing.find(term);
    const double count = found == containing.end() ? 0 : found->second;
    return std::log(1 + (double(documents.size()) - count + 0.5) / (count + 0.5));
  }

  std::vector<AnswerDocument> documents;
  std::map<std::string, int> containing;
  double mean_length = 0;
};

std::vector<std::string> search_terms(std::string_view words) {
  const std::string content = joined_dimensions(words);
  std::vector<std::string> terms;
  for (std::size_t i = 0; i < content.size();) {
    std::size_t end = i;
    while (end < content.size() && is_word(content[end]))
      ++end;
    const std::string_view name = std::string_view(content).substr(i, end - i);
    add_term(terms, name);
    for (const std::string& part : parts_of(name))
      add_term(terms, part);
    i = end + 1;
  }
  return terms;
}

struct AnswerSearch::Known {
  explicit Known(std::vector<Answer> all) : answers(std::move(all)), index(answers), names(answers) {}

  std::vector<Answer> answers;
  AnswerIndex index;
  AnswerNames names;
};

AnswerSearch::AnswerSearch(std::vector<Answer> answers)
    : known(std::make_unique<Known>(std::move(answers))) {}
AnswerSearch::~AnswerSearch() = default;
AnswerSearch::AnswerSearch(AnswerSearch&&) noexcept = default;
AnswerSearch& AnswerSearch::operator=(AnswerSearch&&) noexcept = default;

std::span<const Answer> AnswerSearch::answers() const {
  return known->answers;
}

std::vector<FoundAnswer> AnswerSearch::find(std::string_view words, std::size_t max_count) const {
  constexpr double likeness_weight = 12;  // about two rare words of the question in a heading
  constexpr double unnamed_weight = 0.02; // behind the answers that are not about something else
  const std::set<std::string> question = set_of_terms(words);
  std::vector<FoundAnswer> found;
  for (std::size_t i = 0; i < known->answers.size(); ++i) {
    const Answer& answer = known->answers[i];
    const double score = known->index.score(i, question);
    if (score == 0) continue;
    found.push_back(
        {&answer, chapter_weight(answer.chapter) * (known->names.is_unnamed(i, words) ? unnamed_weight : 1) *
                      (score + likeness_weight * known->index.likeness(i, question))});
  }
  std::ranges::stable_sort(found, std::greater(), &FoundAnswer::score);
  found.resize(std::min(found.size(), max_count));
  return found;
}

AnswerSearch read_answers(const std::filesystem::path& page) {
  constexpr std::size_t max_page_bytes = 4 << 20;
  return AnswerSearch(parse_answers(read_text_file(page, max_page_bytes)));
}

} // namespace texelscope
