#include "kernels/studies/lessons/lesson_members.h"

#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/state/stored/suggest_field.h"

namespace texelscope {

namespace {
using Kind = Quantity::Kind;

void read_landing(const JsonNode& node, Quantity& into) {
  JsonReader members(node);
  const auto x = members.need("x"), y = members.need("y"), kind = members.find("kind"),
             bits = members.find("bits"), channels = members.find("channels"),
             boundary = members.find("boundary");
  write_lab::BoundaryTest& test = into.boundary_test;
  members.newer("x_in_texels", test.x_in_texels);
  members.finish();
  into.place = {x->integer(-2, test.width + 1), y->integer(-2, test.height + 1)};
  if (kind) test.format.kind = ElementKind(kind->one_of({"unsigned", "signed", "float"}));
  if (bits) {
    test.format.bits = bits->integer(8, 32);
    if (test.format.bits % 8 != 0 || test.format.bits == 24)
      bits->refuse(say(Text::error_bits, {bits->value().excerpt}) + ".");
  }
  if (channels) {
    test.format.channels = channels->integer(1, 4);
    if (test.format.channels == 3) channels->refuse(text(Text::error_three_channels) + std::string("."));
  }
  if (boundary) test.boundary = write_lab::Boundary(boundary->one_of({"zero", "clamp"}));
}

void read_amp(const JsonNode& node, Quantity& into) {
  if (node.is_text()) {
    into.word = node.string();
    return void(node.one_of({"tex1", "tex2", "tex3", "tex4", "tex5", "tex6"}));
  }
  JsonReader members(node);
  AmpTexture& texture = into.configuration.texture;
  const auto scalar = members.need("scalar"), access = members.need("access");
  members.newer("components", texture.components, Within{1, 4});
  members.newer("rank", texture.rank, Within{1, 3});
  members("bits", texture.bits, Within{8, 64});
  members.finish();
  texture.scalar = AmpScalar(scalar->one_of({"int", "uint", "float", "double", "norm", "unorm"}));
  into.configuration.access =
      AmpAccess(access->one_of({"read", "write", "read_and_write", "write_by_view", "make_view", "sample"}));
}

void read_time(const JsonNode& node, JsonReader& members, Quantity& into) {
  into.fields = read_settings(node);
  if (const auto over = members.need("over")) into.over = read_settings(*over);
}

void read_operands(const JsonNode& node, Quantity& into) {
  for (const JsonNode& item : node.items())
    into.operands.push_back(read_quantity(item));
  if (into.operands.size() != 2) node.refuse(text(Text::lesson_wants_two));
}

void read_pixel(const JsonNode& node, JsonReader& members, Quantity& into) {
  if (const auto size = members.find("size")) {
    const auto sides = size->items();
    if (sides.size() != 2) size->refuse(text(Text::lesson_wants_two));
    into.width = sides[0].integer(1, 4096);
    into.height = sides[1].integer(1, 4096);
  }
  const auto items = node.items();
  if (items.size() != 2) node.refuse(text(Text::lesson_wants_two));
  into.pixel = {items[0].integer(0, into.width - 1), items[1].integer(0, into.height - 1)};
}

void read_distinct(const JsonNode& node, JsonReader& members, Quantity& into) {
  read_described(node, into.at);
  members("to", into.to);
  members("count", into.count, Within{2, 100000});
}

void read_field_path(const JsonNode& node, Quantity& into) {
  into.word = node.string();
  if (!find_field(into.word))
    node.refuse(say(Text::session_unknown_field, {into.word, suggest_field(into.word)}));
}

constexpr std::string_view kinds[] = {"fetch",   "pixel",     "distinct", "difference", "ratio",
                                      "compare", "effective", "note",     "staleness",  "legality",
                                      "landing", "amp",       "time",     "number",     "warp"};

// The member that says what to compute.
JsonNode kind_of(JsonReader& members, Quantity& into) {
  for (std::size_t i = 0; i < std::size(kinds); ++i)
    if (members.object().find(kinds[i])) {
      into.kind = Kind(i);
      return *members.find(kinds[i]);
    }
  std::string all;
  for (const std::string_view name : kinds)
    all += (all.empty() ? "" : ", ") + std::string(name);
  members.object().refuse(say(Text::lesson_no_quantity, {all}));
}

void read_kind(const JsonNode& node, JsonReader& members, Quantity& into) {
  switch (into.kind) {
  case Kind::fetch:
    read_described(node, into.at);
    return;
  case Kind::pixel:
  case Kind::warp:
    return read_pixel(node, members, into);
  case Kind::distinct:
    return read_distinct(node, members, into);
  case Kind::difference:
  case Kind::ratio:
  case Kind::compare:
    return read_operands(node, into);
  case Kind::effective:
  case Kind::note:
    return read_field_path(node, into);
  case Kind::staleness:
  case Kind::legality:
    into.word = node.string();
    return;
  case Kind::landing:
    return read_landing(node, into);
  case Kind::amp:
    return read_amp(node, into);
  case Kind::time:
    return read_time(node, members, into);
  case Kind::number:
    into.number = node.number();
    return;
  }
}
} // namespace

FieldSettings read_settings(const JsonNode& node) {
  FieldSettings settings;
  for (const JsonNode& member : node.members()) {
    LoadedSession scratch;
    read_session_field(node.source(), member.name(), member.member(), scratch);
    const Field* field = find_field(member.name());
    settings.emplace_back(member.name(), field->get(scratch.session));
  }
  return settings;
}

Quantity read_quantity(const JsonNode& node) {
  JsonReader members(node);
  Quantity quantity;
  const JsonNode what = kind_of(members, quantity);
  describe_part(members, quantity);
  if (const auto fields = members.find("fields")) quantity.fields = read_settings(*fields);
  read_kind(what, members, quantity);
  for (const char* of_other_kinds : {"to", "count", "size", "over"})
    members.find(of_other_kinds);
  members.finish();
  return quantity;
}

} // namespace texelscope
