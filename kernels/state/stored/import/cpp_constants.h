// Internal to import_desc: names of pasted code that have one value wherever they are used.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/state/stored/import/desc_values.h"

namespace texelscope::desc {

// Macros without parameters, enumerators, and variables that nothing changes, by the rules of scopes.
class CppConstants {
public:
  // `source` is referred to.
  explicit CppConstants(const CppSource& source);

  // The value of the name, or of sizeof, at token `at`, which steps over it.
  std::optional<Number> named(std::size_t& at, Type type) const;
  // Of tokens [first, last).
  std::optional<Number> value(std::size_t first, std::size_t last, Type type) const;

private:
  struct Definition {
    const CppTokens* tokens; // of its value: [first, last); none if it is not constant
    std::size_t first = 0, last = 0;
    std::size_t begin = 0, end = 0; // its scope
    std::size_t region = 0;
    std::string_view type = {};
    bool is_const = false, is_member = false;
  };

  void find_macros(const CppSource& source);
  void find_variables();
  void declarators(std::size_t name, std::size_t type, std::size_t bracket);
  void define(std::size_t name, Definition definition);
  void add(std::string_view name, const Definition& definition);
  void find_functions();
  void find_changes();
  bool changes(std::size_t name, std::size_t bracket) const;
  bool opens(std::size_t brace, std::span<const std::string_view> words) const;
  Definition* find(std::size_t at);
  std::optional<Number> evaluated(const CppTokens& of, std::size_t first, std::size_t last,
                                  std::size_t used_at, Type type) const;
  std::optional<Number> named_in(const CppTokens& of, std::size_t& at, std::size_t used_at, Type type) const;
  bool is(std::size_t i, std::string_view mark) const { return tokens[i].is(mark); }

  const CppTokens& tokens;
  const std::vector<CppRegion>& regions;
  std::vector<bool> in_block;                 // tokens
  std::map<std::string_view, bool> functions; // whether they take no references
  std::deque<CppSource> bodies;               // of macros
  std::multimap<std::string_view, Definition> definitions;
  mutable std::size_t steps = 0, depth = 0;
};

} // namespace texelscope::desc
