#include "kernels/studies/record/fetch_statement.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "kernels/studies/record/refusal.h"

namespace texelscope::record {

void Names::add_register(std::string_view name, bool vector) {
  (vector ? vectors : registers).emplace(name);
}

void Names::add_registers(std::string_view prefix, int count) {
  ranges.emplace(prefix, count);
}

bool Names::is_register(std::string_view name) const {
  return declares_register(name) && !vectors.contains(std::string(name)) &&
         !textures.contains(std::string(name));
}

bool Names::is_texture(std::string_view name) const {
  return textures.contains(std::string(name)) && !declares_register(name);
}

bool Names::declares_register(std::string_view name) const {
  if (registers.contains(std::string(name))) return true;
  const std::size_t last = name.find_last_not_of("0123456789");
  const std::size_t digits = last == std::string_view::npos ? 0 : last + 1;
  // "%r12" can be the register 12 of "%r" and the register 2 of "%r1".
  for (std::size_t split = digits; split < name.size(); ++split) {
    if (name[split] == '0' && split + 1 < name.size()) continue;
    int number = 0;
    const auto [end, error] = std::from_chars(name.data() + split, name.data() + name.size(), number);
    if (error != std::errc() || end != name.data() + name.size()) continue;
    const std::string prefix(name.substr(0, split));
    if (const auto found = ranges.lower_bound({prefix, number + 1});
        found != ranges.end() && found->first == prefix)
      return true;
  }
  return false;
}

namespace {
using Operand = FetchStatement::Operand;
using Reason = Refusal::Reason;

struct GeometryRow {
  std::string_view name;
  Geometry geometry;
  int coordinates;
  bool layered, gathers, takes_offsets;
};
constexpr GeometryRow geometries[] = {
    {".1d", Geometry::d1, 1, false, false, true},      {".2d", Geometry::d2, 2, false, true, true},
    {".3d", Geometry::d3, 3, false, false, true},      {".a1d", Geometry::a1d, 1, true, false, true},
    {".a2d", Geometry::a2d, 2, true, true, true},      {".cube", Geometry::cube, 3, false, true, false},
    {".acube", Geometry::acube, 3, true, true, false},
};

template <class Value>
struct Name {
  std::string_view name;
  Value value;
};
constexpr Name<FetchKind> kinds[] = {
    {".base", FetchKind::base}, {".level", FetchKind::level}, {".grad", FetchKind::gradients}};
constexpr Name<int> components[] = {{".r", 0}, {".g", 1}, {".b", 2}, {".a", 3}};
constexpr Name<ResultType> result_types[] = {{".u32", ResultType::u32},
                                             {".s32", ResultType::s32},
                                             {".f32", ResultType::f32},
                                             {".f16", ResultType::f16}};
constexpr Name<CoordinateType> coordinate_types[] = {{".s32", CoordinateType::s32},
                                                     {".f32", CoordinateType::f32}};

template <class Table>
auto find_row(const Table& table, std::string_view name) {
  const auto found = std::ranges::find(table, name, [](const auto& row) { return row.name; });
  return found == std::end(table) ? nullptr : &*found;
}

class Reader {
public:
  Reader(std::span<const Token> tokens, const Names& names) : tokens(tokens), names(names) {}

  FetchStatement all() {
    read_guard();
    statement.site.ptx_line = peek().line;
    read_instruction();
    read_results();
    read_address();
    read_rest();
    // The words of the results are the last.
    for (const Operand& output : results)
      statement.outputs.push_back(output);
    for (int result = 0, word = word_count(); result < statement.site.result_count; ++result)
      if (!discarded[std::size_t(result)]) statement.site.results[std::size_t(result)] = word++;
    statement.site.words_per_lane = word_count() + int(statement.outputs.size());
    if (resident) {
      statement.site.resident = {statement.site.words_per_lane++, 1};
      statement.outputs.push_back(*resident);
    }
    return statement;
  }

private:
  [[noreturn]] void refuse(Reason reason) const { throw Refusal{reason, peek().line}; }
  const Token& peek(std::size_t ahead = 0) const { return tokens[std::min(at + ahead, tokens.size() - 1)]; }
  const Token& take() {
    const Token& token = peek();
    at += at + 1 < tokens.size(); // the semicolon stays
    return token;
  }
  bool take_if(std::string_view mark) {
    if (!peek().is(mark)) return false;
    take();
    return true;
  }
  void expect(std::string_view mark) {
    if (!take_if(mark)) refuse(Reason::unknown_operands);
  }

  int word_count() const { return (statement.object.empty() ? 0 : 2) + int(statement.inputs.size()); }

  std::string take_register() {
    if (!peek().is_word() || peek(1).is_modifier() || !names.is_register(peek().text))
      refuse(Reason::unknown_operands);
    return std::string(take().text);
  }

  void read_guard() {
    if (!take_if("@")) return;
    statement.guard_negated = take_if("!");
    statement.guard = take_register();
    statement.site.guarded = true;
  }

  std::vector<std::string_view> read_modifiers() {
    std::vector<std::string_view> modifiers;
    while (peek().is_modifier()) {
      statement.site.instruction += peek().text;
      modifiers.push_back(take().text);
    }
    return modifiers;
  }

  void read_instruction() {
    Site& site = statement.site;
    const int line = peek().line;
    site.instruction = take().text;
    const bool gathers = site.instruction == "tld4";
    const std::vector<std::string_view> modifiers = read_modifiers();
    std::size_t next = 0;
    const auto modifier = [&] { return next < modifiers.size() ? modifiers[next] : std::string_view(); };
    const auto unless = [&](bool known) {
      if (!known) throw Refusal{Reason::unknown_instruction, line};
      ++next;
    };
    if (gathers) {
      const auto* component = find_row(components, modifier());
      unless(component != nullptr);
      site.kind = FetchKind::gather;
      site.component = component->value;
    } else if (const auto* kind = find_row(kinds, modifier())) {
      unless(true);
      site.kind = kind->value;
    }
    geometry = find_row(geometries, modifier());
    unless(geometry != nullptr && (!gathers || geometry->gathers));
    site.geometry = geometry->geometry;
    if (modifier() == ".v2") {
      unless(!gathers);
      unless(modifier() == ".f16x2");
      site.result_type = ResultType::f16x2;
      site.result_count = 2;
    } else {
      unless(modifier() == ".v4");
      const auto* type = find_row(result_types, modifier());
      unless(type != nullptr && !(gathers && type->value == ResultType::f16));
      site.result_type = type->value;
      site.result_count = 4;
    }
    const auto* type = find_row(coordinate_types, modifier());
    unless(type != nullptr);
    site.coordinate_type = type->value;
    if (next != modifiers.size()) throw Refusal{Reason::unknown_instruction, line};
  }

  void read_results() {
    const Site& site = statement.site;
    expect("{");
    for (int result = 0; result < site.result_count; ++result) {
      if (result > 0) expect(",");
      discarded[std::size_t(result)] = take_if("_");
      if (discarded[std::size_t(result)]) continue;
      results.push_back(
          {take_register(), site.result_type == ResultType::f16 ? Operand::Type::f16 : Operand::Type::bits});
    }
    expect("}");
    if (take_if("|")) resident = {take_register(), Operand::Type::predicate};
  }

  // A register or a number of 32 bits.
  Operand take_operand(Operand::Type type) {
    const bool negative = peek().is("-");
    if (!negative && !peek().is_number()) return {take_register(), type};
    if (negative) take();
    if (!peek().is_number()) refuse(Reason::unknown_operands);
    return {(negative ? "-" : "") + std::string(take().text), type, false};
  }

  std::vector<Operand> take_vector(Operand::Type type) {
    std::vector<Operand> operands;
    expect("{");
    do
      operands.push_back(take_operand(type));
    while (take_if(","));
    expect("}");
    return operands;
  }

  // Vectors have 1, 2 or 4 components; those behind the first `count` are ignored.
  Words add_words(const std::vector<Operand>& operands, std::size_t skipped, int count) {
    const std::size_t used = skipped + std::size_t(count);
    const std::size_t given = operands.size();
    if (given < used || (given != 1 && given != 2 && given != 4)) refuse(Reason::unknown_operands);
    const Words words = {word_count(), count};
    for (std::size_t i = skipped; i < used; ++i)
      statement.inputs.push_back(operands[i]);
    return words;
  }

  Operand::Type coordinate_operand() const {
    return statement.site.coordinate_type == CoordinateType::f32 ? Operand::Type::f32 : Operand::Type::bits;
  }

  void read_address() {
    Site& site = statement.site;
    expect(",");
    expect("[");
    if (!peek().is_word() || peek(1).is_modifier()) refuse(Reason::unknown_operands);
    if (names.is_texture(peek().text)) {
      site.texture = take().text;
    } else {
      statement.object = take_register();
      site.object = {0, 2};
    }
    expect(",");
    if (peek().is_word() && peek(1).is(",")) refuse(Reason::separate_sampler);
    std::vector<Operand> operands = peek().is("{")
                                        ? take_vector(coordinate_operand())
                                        : std::vector<Operand>{{take_register(), coordinate_operand()}}; // 1d
    if (geometry->layered) {
      operands[0].type = Operand::Type::bits;
      site.layer = add_words(operands, 0, 1);
    }
    site.coordinates = add_words(operands, geometry->layered, geometry->coordinates);
    expect("]");
  }

  void read_rest() {
    Site& site = statement.site;
    if (site.kind == FetchKind::level) {
      expect(",");
      site.level = add_words({take_operand(coordinate_operand())}, 0, 1);
    }
    if (site.kind == FetchKind::gradients)
      for (Words* gradient : {&site.dx, &site.dy}) {
        expect(",");
        *gradient = add_words(take_vector(Operand::Type::f32), 0, geometry->coordinates);
      }
    if (peek().is(",") && peek(1).is("{") && geometry->takes_offsets) {
      take();
      site.offsets = add_words(take_vector(Operand::Type::bits), 0, geometry->coordinates);
    }
    // Behind one coordinate it could be an offset as well.
    if (peek().is(",") && geometry->coordinates > 1) {
      take();
      site.reference = add_words({take_operand(Operand::Type::f32)}, 0, 1);
    }
    if (!peek().is(";")) refuse(Reason::unknown_operands);
  }

  std::span<const Token> tokens;
  const Names& names;
  std::size_t at = 0;
  FetchStatement statement;
  const GeometryRow* geometry = nullptr;
  std::array<bool, 4> discarded = {};
  std::vector<Operand> results;
  std::optional<Operand> resident;
};
} // namespace

FetchStatement read_fetch(std::span<const Token> statement, const Names& names) {
  return Reader(statement, names).all();
}

std::optional<Geometry> named_geometry(std::string_view instruction) {
  for (const GeometryRow& row : geometries)
    if (instruction.find(std::string(row.name) + ".") != instruction.npos) return row.geometry;
  return std::nullopt;
}

} // namespace texelscope::record
