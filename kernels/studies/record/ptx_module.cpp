#include "kernels/studies/record/ptx_module.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

#include "kernels/studies/record/refusal.h"

namespace texelscope::record {

namespace {
using Reason = Refusal::Reason;

bool is_fetch(const Token& token) {
  return token.is_word() && (token.is("tex") || token.is("tld4"));
}

// A line of the program's source: file, line, column.
using Location = std::tuple<int, int, int>;

class Parser {
public:
  explicit Parser(std::string_view ptx) : ptx(ptx), tokens(ptx_tokens(ptx)) {}

  PtxModule all() {
    if (std::ranges::none_of(tokens, is_fetch)) return {};
    check_names();
    while (at < tokens.size())
      read_module_statement();
    // Each is where it was looked for.
    if (std::size_t(std::ranges::count_if(tokens, [&](const Token& token) {
          return is_fetch(token) && &token != &tokens.back() && (&token + 1)->is_modifier();
        })) != module.fetches.size())
      refuse(Reason::structure);
    if (module.fetches.empty()) return {};
    check_header();
    name_places();
    return std::move(module);
  }

private:
  [[noreturn]] void refuse(Reason reason) const {
    throw Refusal{reason, at < tokens.size() ? tokens[at].line : tokens.back().line};
  }
  const Token& peek(std::size_t ahead = 0) const {
    static const Token none;
    return at + ahead < tokens.size() ? tokens[at + ahead] : none;
  }
  const Token& take() {
    if (at >= tokens.size()) refuse(Reason::structure);
    return tokens[at++];
  }
  void expect(std::string_view text) {
    if (!peek().is(text)) refuse(Reason::structure);
    take();
  }
  std::size_t offset_behind(const Token& token) const {
    return std::size_t(token.text.data() - ptx.data()) + token.text.size();
  }
  int take_int() {
    const std::string_view text = peek().text;
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (!peek().is_number() || error != std::errc() || end != text.data() + text.size())
      refuse(Reason::structure);
    take();
    return value;
  }

  // Names of registers and labels begin with these marks.
  void check_names() {
    for (at = 0; at < tokens.size(); ++at) {
      const std::string_view text = peek().text;
      if (peek().is_word() &&
          text.substr(std::min(text.find_first_not_of("%$_"), text.size())).starts_with("texelscope_"))
        refuse(Reason::name_taken);
      if (peek().is("#")) refuse(Reason::structure); // a preprocessor's line
    }
    at = 0;
  }

  void read_module_statement() {
    const Token& first = peek();
    if (first.is(".version")) {
      take();
      version_line = first.line;
      if (!peek().is_number()) refuse(Reason::structure);
      const std::string_view text = take().text;
      const std::size_t point = text.find('.');
      const auto number = [&](std::string_view digits) {
        int value = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return value;
      };
      version = {number(text.substr(0, point)), point == text.npos ? 0 : number(text.substr(point + 1))};
      module.header_end = offset_behind(tokens[at - 1]);
    } else if (first.is(".target")) {
      do {
        take();
        if (!peek().is_word()) refuse(Reason::structure);
        read_target(take());
      } while (peek().is(","));
      module.header_end = offset_behind(tokens[at - 1]);
    } else if (first.is(".address_size")) {
      take();
      address_size = take_int();
      address_line = first.line;
      module.header_end = offset_behind(tokens[at - 1]);
    } else if (first.is(".file")) {
      read_file();
    } else if (first.is(".section")) {
      while (!peek().is("{"))
        take();
      skip_braces();
    } else if (first.is_modifier()) {
      read_declaration();
    } else if (first.is(";")) {
      take();
    } else {
      refuse(Reason::structure);
    }
  }

  // "sm_90a", "texmode_independent"
  void read_target(const Token& target) {
    if (!target.text.starts_with("sm_")) return;
    target_line = target.line;
    std::from_chars(target.text.data() + 3, target.text.data() + target.text.size(), architecture);
  }

  // .file INDEX "NAME" [, TIME, SIZE]
  void read_file() {
    take();
    const int index = take_int();
    if (peek().text.size() < 2 || peek().text.front() != '"') refuse(Reason::structure);
    const std::string_view quoted = take().text;
    files[index] = quoted.substr(1, quoted.size() - 2);
    for (int more = 0; more < 2 && peek().is(","); ++more) {
      take();
      if (!take().is_number()) refuse(Reason::structure);
    }
  }

  // From a brace to the one that closes it.
  void skip_braces() {
    expect("{");
    for (int depth = 1; depth > 0;) {
      const Token& token = take();
      depth += token.is("{") ? 1 : token.is("}") ? -1 : 0;
    }
  }

  // A variable, a function, or its declaration.
  void read_declaration() {
    bool is_function = false;
    int depth = 0;
    std::string_view name;
    std::vector<std::string_view> textures;
    names = {};
    for (;;) {
      const Token& token = peek();
      if (token.is("(")) ++depth;
      if (token.is(")") && --depth < 0) refuse(Reason::structure);
      if (token.is("{")) {
        if (is_function && depth == 0) break;
        skip_braces();
        continue;
      }
      if (token.is("}")) refuse(Reason::structure);
      take();
      if (token.is(";") && depth == 0) break;
      if (token.is(".entry") || token.is(".func")) is_function = true;
      if (token.is_word() && depth == 0 && name.empty()) name = token.text;
      if (token.is(".texref") && peek().is_word()) textures.push_back(peek().text);
      if (token.is(".reg")) read_registers();
    }
    if (!is_function)
      for (const std::string_view texture : textures)
        module_textures.push_back(texture);
    if (!is_function || !peek().is("{") || tokens[at - 1].is(";")) return;
    for (const std::string_view texture : module_textures)
      names.add_texture(texture);
    for (const std::string_view texture : textures)
      names.add_texture(texture);
    function = name;
    read_body();
  }

  // Behind .reg, up to the semicolon or parenthesis, which stays.
  void read_registers() {
    bool vector = false;
    while (peek().is_modifier()) {
      vector |= peek().is(".v2") || peek().is(".v4");
      take();
      while (peek().is_number()) // of .align
        take();
    }
    for (;;) {
      if (!peek().is_word()) refuse(Reason::structure);
      const std::string_view name = take().text;
      if (peek().is("<")) {
        take();
        const int count = take_int();
        expect(">");
        if (vector) refuse(Reason::structure);
        names.add_registers(name, count);
      } else {
        names.add_register(name, vector);
      }
      // In a function's parameters another .reg follows.
      if (!peek().is(",") || peek(1).is_modifier()) return;
      take();
    }
  }

  void read_body() {
    take();
    places.clear();
    place.reset();
    for (int depth = 1; depth > 0;) {
      const Token& first = peek();
      if (first.is("{")) {
        take();
        ++depth;
      } else if (first.is("}")) {
        take();
        --depth;
      } else if (first.is(".loc")) {
        read_location();
      } else if (first.is(".file")) {
        read_file();
      } else if (first.is_word() && peek(1).is(":")) {
        at += 2;
      } else {
        read_statement();
      }
    }
  }

  // .loc FILE LINE COLUMN [, function_name LABEL [+ OFFSET], inlined_at FILE LINE COLUMN]
  void read_location() {
    take();
    const Location location = take_location();
    std::optional<Location> caller;
    while (peek().is(",")) {
      take();
      if (peek().is("function_name")) {
        take();
        take();
        if (peek().is("+")) {
          take();
          take_int();
        }
      } else {
        expect("inlined_at");
        caller = take_location();
      }
    }
    places[location] = caller;
    place = location;
  }

  Location take_location() {
    const int file = take_int(), line = take_int();
    return {file, line, take_int()};
  }

  void read_statement() {
    const std::size_t first = at;
    int depth = 0;
    for (;; take()) {
      if (peek().is("{") || peek().is("(") || peek().is("[")) ++depth;
      if ((peek().is("}") || peek().is(")") || peek().is("]")) && --depth < 0) refuse(Reason::structure);
      if (peek().is(";") && depth <= 0) break;
      if (peek().is(";")) refuse(Reason::structure);
    }
    take();
    const std::span<const Token> statement(tokens.data() + first, at - first);
    if (statement.front().is(".reg")) {
      const std::size_t behind = at;
      at = first + 1;
      read_registers();
      at = behind;
    }
    std::size_t opcode = 0;
    if (statement.front().is("@")) opcode = statement.size() > 1 && statement[1].is("!") ? 3 : 2;
    if (opcode < statement.size() && is_fetch(statement[opcode])) add_fetch(statement);
  }

  void add_fetch(std::span<const Token> statement) {
    const std::size_t begin = std::size_t(statement.front().text.data() - ptx.data());
    module.fetches.push_back({begin, offset_behind(statement.back()), read_fetch(statement, names)});
    module.fetches.back().statement.site.function = function;
    chains.emplace_back();
    // The same place is inlined at several: the latest counts.
    for (std::optional<Location> next = place; next && chains.back().size() < 64;) {
      chains.back().push_back(*next);
      const auto found = places.find(*next);
      next = found == places.end() ? std::nullopt : found->second;
    }
  }

  void check_header() const {
    const auto require = [](bool fulfilled, Reason reason, int line) {
      if (!fulfilled) throw Refusal{reason, line};
    };
    require(version >= std::pair(6, 2), Reason::old_version, version_line);
    require(architecture >= 30, Reason::old_target, target_line);
    require(address_size == 64, Reason::address_size, address_line);
  }

  // The files can stand behind the functions.
  void name_places() {
    for (std::size_t fetch = 0; fetch < chains.size(); ++fetch)
      for (const auto& [file, line, column] : chains[fetch]) {
        const auto found = files.find(file);
        if (found == files.end()) continue;
        const std::string_view name = found->second.substr(found->second.find_last_of('/') + 1);
        if (name == "texture_indirect_functions.h" || name == "texture_fetch_functions.h") continue;
        module.fetches[fetch].statement.site.places.push_back({std::string(found->second), line, column});
      }
  }

  std::string_view ptx;
  std::vector<Token> tokens;
  std::size_t at = 0;
  PtxModule module;

  std::pair<int, int> version;
  int version_line = 1, architecture = 0, target_line = 1, address_size = 32, address_line = 1;
  std::map<int, std::string_view> files;
  std::vector<std::string_view> module_textures;
  std::vector<std::vector<Location>> chains; // of each fetch

  // Of the present function.
  std::string_view function;
  Names names;
  std::map<Location, std::optional<Location>> places; // where each was inlined
  std::optional<Location> place;
};
} // namespace

PtxModule read_module(std::string_view ptx) {
  return Parser(ptx).all();
}

} // namespace texelscope::record
