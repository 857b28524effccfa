// Internal to import_desc: follows what code does with descriptors and texture references, statement by
// statement and function by function. Where a condition is not constant both branches are followed, and
// members that then differ are unknown.
#pragma once

#include <bitset>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/files/strict_json.h"
#include "kernels/state/stored/import/cpp_constants.h"

namespace texelscope::desc {

class Interpreter {
public:
  // `name`: printed in front of messages.
  Interpreter(std::string_view code, std::string_view name);
  // What each descriptor holds where a texture is made of it, or where its life ends, in the source's order.
  // Throws UserError with line, column and word.
  std::vector<DescState> run();

private:
  struct Variable {
    std::string name = {};
    std::size_t depth = 0, region = 0;
    bool foreign = false; // no descriptor
    bool driver = false, reference = false, pointer = false, array = false, promotes = false;
    bool undeclared = false;
    bool changed = false;                   // since a texture was made of it
    std::bitset<slot_count> set_here = {};  // in this function
    std::bitset<slot_count> elsewhere = {}; // in other functions, lastly at `elsewhere_at`
    std::size_t elsewhere_at = 0;
    Slots outside = {}; // what holds where no function runs
    Slots slots = {};
  };
  // What is known at one point of the program.
  struct Env {
    std::deque<Variable> variables;
    bool dead = false; // behind return, break, continue or throw
  };
  // A variable, and perhaps one of its members: "desc", "desc.filterMode", "desc->addressMode[1]".
  struct Path {
    std::string name = {};
    std::string_view member = {};
    std::size_t member_at = 0; // its token
    std::size_t index = 0;     // its "[", or 0
    std::size_t first = 0, next = 0;
  };
  struct Target {
    Type type = Type::flag;
    std::size_t slot = 0, size = 0; // 0: nothing that a session has
    bool known = false;             // a descriptor has it
    bool any_index = false;         // an element that is not known
  };

  // Statements.
  void run_to(std::size_t end);
  void statement();
  bool keyword();
  void block();
  void branch();
  void loop_for();
  bool loop_over(std::size_t open);
  bool loop_constant(std::size_t open);
  void loop_unknown(std::size_t body, Quote condition, bool at_least_once);
  void body_at(std::size_t first, Quote condition);
  void switch_cases();
  void leave();
  void jump(std::size_t length);
  bool transparent_block();
  void function(std::size_t header, std::size_t brace);
  void parameters(std::size_t first, std::size_t last);
  static std::size_t last_offset(const Variable& variable);
  void close_scope(std::size_t closed);
  template <class Run>
  void without_effect(Run&& run);

  // Declarations.
  bool declaration();
  bool reference_declaration();
  bool alias_declaration();
  bool foreign_declaration();
  void declare(Variable variable, std::size_t at_token);
  void initialize(Variable& variable, std::size_t first, std::size_t last);
  void forget_parts(std::string_view name);
  Variable fresh(const std::string& name) const;

  // Expressions.
  void expression();
  void walk(std::size_t first, std::size_t last, std::string_view callee);
  std::size_t call(std::size_t word, std::string_view callee);
  void may_change(Variable& variable, std::bitset<slot_count> slots, Quote by);
  void may_be_set(std::size_t first, std::size_t last, Quote by);
  void used_macro(std::size_t word);
  void called(std::string_view function);
  std::vector<std::size_t> set_in(std::string_view function);
  void given_away(const Path& path, std::string_view callee);
  void given_away(const Path& path, Quote by);
  bool is_reference(std::size_t word) const;
  bool is_call(std::size_t open) const;
  bool is_changed(std::size_t open, std::size_t close) const;
  bool has_type_before(std::size_t brace) const;
  std::string_view called_before(std::size_t open) const;
  std::size_t other_name(std::size_t word, std::size_t last);
  bool name_other(std::size_t word, std::size_t first, std::size_t end);
  bool special_call(std::size_t word, std::size_t open);
  bool is_whole_size(const Variable& variable, Quote size, bool by_pointer);
  void reference_call(std::string_view what, const std::vector<Quote>& arguments);
  std::size_t whole(Variable& variable, const Path& path, std::size_t last, std::string_view callee);
  std::size_t access(Variable& variable, const Path& path, std::size_t last, std::string_view callee);
  std::size_t assign(Variable& variable, const Path& path, std::size_t last);
  void whole_value(Variable& variable, std::size_t first, std::size_t last);
  void initializer(Variable& variable, std::size_t open);
  void fill(Variable& variable, const Target& target, std::size_t first, std::size_t end);
  void array_value(Variable& variable, const Target& target, std::size_t open);

  // Names.
  static std::string pattern_of(std::string_view name);
  Path path_at(std::size_t first) const;
  void find_bodies_and_writes();
  std::string real_name(const std::string& name) const;
  bool is_array(const std::string& name) const;
  static bool contains(std::string_view outer, std::string_view inner);
  static bool may_be_same(std::string_view a, std::string_view b);
  bool is_declared(const std::string& name) const;
  static Target target_of(std::string_view member);
  Target member_target(std::size_t token) const;
  Target target_at(Target target, const Path& path);
  Variable* find(const std::string& name);
  Variable* variable_of(const Path& path);
  Variable& add_undeclared(const std::string& name);
  std::vector<Quote> arguments(std::size_t open) const; // as ranges of tokens
  std::size_t value_end(std::size_t first, std::size_t last) const;

  // Values.
  std::optional<Number> value(std::size_t first, std::size_t last, Type type);
  void put_value(Variable& variable, const Target& target, std::size_t first, std::size_t last,
                 std::string_view operation = "=");
  void put_flags(Variable& variable, std::optional<Number> bits, std::string_view operation,
                 std::size_t first, std::size_t last);
  void put(Variable& variable, std::size_t slot, Slot next);
  void clear(Variable& variable, bool changes = true);
  void spoil(Variable& variable, Text why, Quote quote, std::size_t first = 0,
             std::size_t count = slot_count);
  bool is_certain(std::size_t region) const;
  static void make_unknown(Slots& slots, std::bitset<slot_count> of, Text why, Quote quote);
  static Slot merged(const Slot& a, const Slot& b, Quote condition);
  void merge(Env& into, Env other, Quote condition);
  void snapshot(Variable& variable, std::size_t offset);

  bool is(std::size_t i, std::string_view mark) const { return tokens[i].is(mark); }
  bool is_word(std::size_t i) const { return tokens[i].is_word(); }
  bool is_access(std::size_t i) const { return is(i, ".") || is(i, "->"); }
  bool is_assignment(std::size_t i) const;
  bool is_operand(std::size_t i) const {
    return is_word(i) || tokens[i].kind == CppToken::Kind::number || is(i, ")") || is(i, "]");
  }
  Quote quote_of(std::string_view part) const;
  Quote quote_of(std::size_t first, std::size_t last) const; // tokens [first, last)
  void spend(std::size_t steps);
  [[noreturn]] void fail(std::size_t token, const std::string& sentence) const;
  std::string shown(std::size_t token) const;

  JsonText text;
  CppSource source;
  CppTokens& tokens;
  std::set<std::string, std::less<>> telling; // paths to members that only textures have
  // The bodies of functions by their names, and what is set where.
  std::multimap<std::string_view, std::pair<std::size_t, std::size_t>> bodies;
  struct Write {
    std::size_t at;
    std::string pattern;
    std::bitset<slot_count> slots;
  };
  std::vector<Write> writes;
  std::map<std::string_view, std::vector<std::size_t>> set_by; // functions: of `writes`
  Env env;
  std::vector<Env>* exits = nullptr;   // of break and continue
  std::vector<Env>* returns = nullptr; // of a lambda
  std::vector<DescState> states;
  std::map<std::string, std::pair<std::string, std::size_t>> aliases; // their depths
  std::optional<CppConstants> named_constants;
  std::map<std::string_view, std::set<std::string_view>> macros; // what their bodies name
  std::map<std::string_view, std::set<std::string_view>> calls;  // of functions
  std::set<std::string_view> goto_labels;
  std::optional<Quote> maybe;                   // of the present part of an expression
  std::map<std::string_view, double> constants; // loops' variables
  std::map<std::string_view, std::pair<std::string, std::size_t>> elements; // of range-based loops: slots
  std::map<std::string, std::pair<std::bitset<slot_count>, std::size_t>>
      set_elsewhere;                // what functions have set of variables that no code here declares
  std::set<std::string_view> types; // other names of descriptors' types
  std::size_t at = 0, here = 0;     // the statement's next token; the one that is carried out
  std::size_t depth = 0, function_depth = 0, function_region = 0, nesting = 0, classes = 0, steps_left;
  bool returned = false;

  static constexpr std::size_t max_levels = 200;
};

} // namespace texelscope::desc
