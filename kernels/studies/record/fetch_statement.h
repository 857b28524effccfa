// A statement of tex or tld4, read completely.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/studies/record/ptx_tokens.h"
#include "kernels/studies/record/site.h"

namespace texelscope::record {

// The names that a function can use as operands.
class Names {
public:
  void add_register(std::string_view name, bool vector);
  void add_registers(std::string_view prefix, int count); // "%f<7>"
  void add_texture(std::string_view name) { textures.emplace(name); }

  // False for a name that blocks of the function give to different things.
  bool is_register(std::string_view name) const; // of one component
  bool is_texture(std::string_view name) const;  // a .texref

private:
  bool declares_register(std::string_view name) const;

  std::set<std::string> registers, vectors, textures;
  std::set<std::pair<std::string, int>> ranges;
};

struct FetchStatement {
  // One word of 32 bits.
  struct Operand {
    enum class Type { bits, f32, f16, predicate };
    std::string text; // a register, or a number with its sign
    Type type = Type::bits;
    bool is_register = true;
  };
  Site site; // without function and places
  std::string guard;
  bool guard_negated = false;
  std::string object;           // a register; empty: a .texref
  std::vector<Operand> inputs;  // the words behind the object
  std::vector<Operand> outputs; // the words behind these
};

// `statement` begins with the guard or the instruction and ends with the semicolon. Throws a Refusal.
FetchStatement read_fetch(std::span<const Token> statement, const Names& names);

} // namespace texelscope::record
