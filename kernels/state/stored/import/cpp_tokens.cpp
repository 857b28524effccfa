#include "kernels/state/stored/import/cpp_tokens.h"

#include <algorithm>
#include <array>
#include <optional>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/base/visible_text.h"

namespace texelscope {

namespace {
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

class Scanner {
public:
  explicit Scanner(std::string_view text) : source(text) { out.regions.push_back({0, {}}); }

  CppSource run() {
    while (at < source.size())
      if (!pass_over()) take();
    out.tokens.push_back({CppToken::Kind::end, source.substr(source.size()), source.size()});
    return std::move(out);
  }

private:
  // An #if that is open.
  struct Group {
    std::size_t outer;                // region
    std::optional<bool> constant;     // of `#if 0` and `#if 1`
    bool skips_outer;                 // the whole group is left out
    std::size_t branch;               // the first token of the present branch
    std::optional<int> opened_braces; // by the first branch
  };

  bool starts(std::string_view with) const { return source.substr(at).starts_with(with); }

  bool pass_over() {
    const char c = source[at];
    if (c == '\n') new_line = true;
    if (c == ' ' || c == '\\' || (c >= '\t' && c <= '\r')) {
      ++at;
      return true;
    }
    if (starts("//")) {
      at = line_end();
      return true;
    }
    if (c == '#' && new_line) {
      directive();
      return true;
    }
    if (!starts("/*")) {
      new_line = false;
      return false;
    }
    const auto end = source.find("*/", at + 2);
    at = end == std::string_view::npos ? source.size() : end + 2;
    return true;
  }

  // The end of the line, which a backslash continues.
  std::size_t line_end() const {
    std::size_t end = at;
    while ((end = std::min(source.find('\n', end), source.size())) < source.size()) {
      const std::size_t last = source[end - 1] == '\r' ? 2 : 1;
      if (end < at + last || source[end - last] != '\\') break;
      ++end;
    }
    return end;
  }

  void directive() {
    const std::size_t end = line_end();
    std::string_view line = trimmed(source.substr(at, end - at));
    const std::size_t comment = std::min(line.find("//"), line.find("/*"));
    const bool opens =
        comment < line.size() && line[comment + 1] == '*'; // a comment of several lines, perhaps
    const std::size_t closed = opens ? source.find("*/", at + comment + 2) : end;
    at = closed == std::string_view::npos ? source.size() : std::max(closed + (opens ? 2 : 0), end);
    line = line.substr(0, comment);
    const std::string_view rest = trimmed(line.substr(1));
    std::size_t letters = 0;
    while (letters < rest.size() && is_letter(rest[letters]))
      ++letters;
    const std::string_view name = rest.substr(0, letters), condition = trimmed(rest.substr(letters));
    if (name == "define" && !skipping) define(condition);
    if (name == "if" || name == "ifdef" || name == "ifndef") {
      groups.push_back({region, {}, skipping, out.tokens.size(), {}});
      enter(line, name == "if" ? condition : "");
    } else if (!groups.empty() && (name == "else" || name == "elif")) {
      end_branch();
      const std::optional<bool> before = groups.back().constant;
      if (before == true) {
        skipping = true;
      } else if (before == false && name == "else") {
        region = groups.back().outer;
        skipping = groups.back().skips_outer;
      } else {
        groups.back().constant.reset();
        enter(line, "");
      }
    } else if (!groups.empty() && name == "endif") {
      end_branch();
      region = groups.back().outer;
      skipping = groups.back().skips_outer;
      groups.pop_back();
    }
  }

  void define(std::string_view rest) {
    std::size_t end = 0;
    while (end < rest.size() && (is_letter(rest[end]) || is_digit(rest[end])))
      ++end;
    const bool lists = end < rest.size() && rest[end] == '(';
    const std::size_t body = lists ? std::min(rest.find(')', end), rest.size() - 1) + 1 : end;
    if (end > 0)
      out.macros.push_back(
          {rest.substr(0, end), trimmed(rest.substr(body)), rest.substr(end, body - end), region});
  }

  void enter(std::string_view line, std::string_view condition) {
    Group& group = groups.back();
    if (condition == "0" || condition == "1") group.constant = condition == "1";
    skipping = group.skips_outer || group.constant == false;
    region = group.outer;
    if (group.constant) return;
    out.regions.push_back({group.outer, trimmed(line)});
    region = out.regions.size() - 1;
  }

  // Where each branch opens a block that is closed behind #endif, the first one stands for all.
  void end_branch() {
    Group& group = groups.back();
    int opened = 0;
    for (std::size_t i = group.branch; i < out.tokens.size(); ++i)
      opened += int(out.tokens[i].is("{")) - int(out.tokens[i].is("}"));
    if (group.opened_braces && *group.opened_braces != 0 && opened == *group.opened_braces)
      out.tokens.resize(group.branch, {CppToken::Kind::end, {}, 0});
    if (!group.opened_braces) group.opened_braces = opened;
    group.branch = out.tokens.size();
  }

  void take() {
    const std::size_t first = at;
    const char c = source[at];
    auto kind = CppToken::Kind::mark;
    if (is_letter(c)) {
      kind = CppToken::Kind::word;
      while (at < source.size() && (is_letter(source[at]) || is_digit(source[at])))
        ++at;
      if (starts("\"") && source.substr(first, at - first).ends_with('R')) {
        kind = CppToken::Kind::text;
        take_raw_text();
      }
    } else if (is_digit(c) || (c == '.' && at + 1 < source.size() && is_digit(source[at + 1]))) {
      kind = CppToken::Kind::number;
      take_number();
    } else if (c == '"' || c == '\'') {
      kind = CppToken::Kind::text;
      take_text(c);
    } else {
      take_mark();
    }
    if (!skipping) out.tokens.push_back({kind, source.substr(first, at - first), first, region});
  }

  void take_mark() {
    static constexpr std::string_view operators[] = {"->", "::", "==", "!=", "<=", ">=", "&&", "||", "++",
                                                     "--", "|=", "&=", "^=", "+=", "-=", "*=", "/=", "%="};
    const bool two = std::ranges::any_of(operators, [&](std::string_view mark) { return starts(mark); });
    at += starts("<<=") || starts(">>=") ? 3
          : two                          ? 2
                                         : std::max<std::size_t>(utf8_bytes(source.substr(at)), 1);
  }

  void take_number() {
    const bool hex = starts("0x") || starts("0X");
    while (at < source.size()) {
      const char c = source[at];
      const char before = at > 0 ? source[at - 1] : ' ';
      const bool exponent = hex ? before == 'p' || before == 'P' : before == 'e' || before == 'E';
      const bool exponent_sign = (c == '+' || c == '-') && exponent;
      if (!is_digit(c) && !is_letter(c) && c != '.' && c != '\'' && !exponent_sign) return;
      ++at;
    }
  }

  void take_text(char quote) {
    for (++at; at < source.size() && source[at] != quote && source[at] != '\n'; ++at)
      if (source[at] == '\\') ++at;
    at = std::min(at + 1, source.size());
  }

  void take_raw_text() {
    const std::size_t open = std::min(source.find('(', at), source.size());
    const std::string end =
        ")" + std::string(source.substr(at + 1, std::min(open - at - 1, std::size_t(16)))) + "\"";
    const std::size_t close = source.find(end, open);
    at = close == std::string_view::npos ? source.size() : close + end.size();
  }

  std::string_view source;
  std::size_t at = 0, region = 0;
  bool new_line = true, skipping = false;
  std::vector<Group> groups;
  CppSource out;
};

void match_brackets(CppTokens& tokens) {
  static constexpr std::string_view openers = "([{", closers = ")]}";
  std::vector<std::size_t> open;
  std::array<std::size_t, 3> open_of = {}; // how many of each kind
  const auto pop = [&](std::size_t end) {
    tokens[open.back()].partner = end;
    --open_of[openers.find(tokens[open.back()].spelling)];
    open.pop_back();
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].spelling.size() != 1) continue;
    if (const auto kind = openers.find(tokens[i].spelling); kind != openers.npos) {
      open.push_back(i);
      ++open_of[kind];
    }
    const auto kind = closers.find(tokens[i].spelling);
    if (kind == closers.npos || open_of[kind] == 0) continue;
    while (openers.find(tokens[open.back()].spelling) != kind)
      pop(i);
    tokens[i].partner = open.back();
    pop(i);
  }
  while (!open.empty())
    pop(tokens.size() - 1);
}
} // namespace

CppSource cpp_source(std::string_view text) {
  CppSource source = Scanner(text).run();
  match_brackets(source.tokens);
  return source;
}

std::size_t value_end(const CppTokens& tokens, std::size_t first, std::size_t last) {
  last = std::min(last, tokens.size() - 1);
  std::size_t i = first;
  const auto is = [&](std::string_view mark) { return tokens[i].is(mark); };
  while (i < last && !is(",") && !is(";") && !is(")") && !is("}") && !is("]"))
    i = is("(") || is("[") || is("{") ? tokens[i].partner + 1 : i + 1;
  return std::min(i, last);
}

std::vector<std::pair<std::size_t, std::size_t>> values_in(const CppTokens& tokens, std::size_t open) {
  std::vector<std::pair<std::size_t, std::size_t>> list;
  const std::size_t close = std::min(tokens[open].partner, tokens.size() - 1);
  for (std::size_t first = open + 1; first < close; first = list.back().second + 1)
    list.emplace_back(first, value_end(tokens, first, close));
  return list;
}

} // namespace texelscope
