// Internal to import_desc: the statements and initializers that fill a descriptor.
#pragma once

#include <array>
#include <map>

#include "kernels/state/stored/import/desc_reader.h"

namespace texelscope::desc {

struct Parsed {
  std::array<std::optional<double>, slot_count> said;
  std::array<std::size_t, slot_count> where = {}; // offsets of the values in the source
  bool zeroed = false;                            // members that are not named became 0
  std::vector<ImportWarning> warnings;
};

class Parser {
public:
  Parser(std::string_view code, std::string_view name) : reader(code, name) {}
  Parsed run(); // throws UserError with line, column and word

private:
  bool initializer_alone() const;
  bool is_access(std::size_t ahead) const;
  void statement();
  void pass_over();
  void skip_head();
  void declaration();
  bool clears();
  bool takes_name(const CppToken& variable);
  const CppToken* next_field(std::string_view variable);
  bool assigns();
  void whole_value();
  void clear();
  void initializer();
  void designated();
  void element(std::size_t& slot);
  std::optional<std::size_t> index(const Member& of);
  void value_of(const std::vector<std::size_t>& targets); // the same for all; if empty, it is skipped
  void assign_member(std::size_t to);
  void array_value(std::size_t to);
  void value_at(std::size_t slot);

  Reader reader;
  Parsed parsed;
  std::string desc; // the variable's name, once it is known
  bool found = false;
  // The fields that follow each variable, in the source's order; empty: nobody has asked for them.
  std::optional<std::map<std::string_view, std::vector<const CppToken*>>> fields;
};

} // namespace texelscope::desc
