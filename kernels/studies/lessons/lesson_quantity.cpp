#include "kernels/studies/lessons/lesson_quantity.h"

#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/state/stored/suggest_field.h"

namespace texelscope {

namespace {
using Kind = Quantity::Kind;

Gradient read_gradient(const JsonNode& node) {
  const auto items = node.items();
  if (items.empty() || items.size() > 3) node.refuse(text(Text::lesson_wants_gradient));
  Gradient gradient;
  float* parts[] = {&gradient.x, &gradient.y, &gradient.z};
  for (std::size_t i = 0; i < items.size(); ++i)
    *parts[i] = float(items[i].number());
  return gradient;
}

FetchAt read_fetch(const JsonNode& node) {
  node.allow({"x", "y", "z", "layer", "lod", "dx", "dy", "component", "texel"});
  FetchAt at;
  const auto number = [&](const char* name, float& into) {
    if (const auto given = node.find(name)) into = float(given->number());
  };
  number("x", at.x);
  number("y", at.y);
  number("z", at.z);
  number("lod", at.lod);
  if (const auto layer = node.find("layer")) at.layer = layer->integer(-1000000, 1000000);
  if (const auto dx = node.find("dx")) at.dx = read_gradient(*dx);
  if (const auto dy = node.find("dy")) at.dy = read_gradient(*dy);
  if (const auto component = node.find("component")) at.component = component->integer(0, 3);
  if (const auto texel = node.find("texel")) at.texel = texel->integer(-1000000000, 1000000000);
  return at;
}

void read_landing(const JsonNode& node, Quantity& into) {
  node.allow({"x", "y", "kind", "bits", "channels", "boundary", "x_in_texels"});
  write_lab::BoundaryTest& boundary_test = into.boundary_test;
  into.place = {node.at("x").integer(-2, boundary_test.width + 1),
                node.at("y").integer(-2, boundary_test.height + 1)};
  if (const auto kind = node.find("kind"))
    boundary_test.format.kind = ElementKind(kind->one_of({"unsigned", "signed", "float"}));
  if (const auto bits = node.find("bits")) {
    boundary_test.format.bits = bits->integer(8, 32);
    if (boundary_test.format.bits % 8 != 0 || boundary_test.format.bits == 24)
      bits->refuse(say(Text::error_bits, {bits->value().excerpt}) + ".");
  }
  if (const auto channels = node.find("channels")) {
    boundary_test.format.channels = channels->integer(1, 4);
    if (boundary_test.format.channels == 3)
      channels->refuse(text(Text::error_three_channels) + std::string("."));
  }
  if (const auto mode = node.find("boundary"))
    boundary_test.boundary = write_lab::Boundary(mode->one_of({"zero", "clamp"}));
  if (const auto in_texels = node.find("x_in_texels")) boundary_test.x_in_texels = in_texels->flag();
}

void read_amp(const JsonNode& node, Quantity& into) {
  if (node.is_text()) {
    into.word = node.string();
    return void(node.one_of({"tex1", "tex2", "tex3", "tex4", "tex5", "tex6"}));
  }
  node.allow({"scalar", "components", "rank", "bits", "access"});
  AmpTexture& texture = into.configuration.texture;
  texture.scalar = AmpScalar(node.at("scalar").one_of({"int", "uint", "float", "double", "norm", "unorm"}));
  if (const auto components = node.find("components")) texture.components = components->integer(1, 4);
  if (const auto rank = node.find("rank")) texture.rank = rank->integer(1, 3);
  if (const auto bits = node.find("bits")) texture.bits = bits->integer(8, 64);
  into.configuration.access = AmpAccess(
      node.at("access").one_of({"read", "write", "read_and_write", "write_by_view", "make_view", "sample"}));
}

void read_time(const JsonNode& node, const JsonNode& whole, Quantity& into) {
  into.fields = read_settings(node);
  into.over = read_settings(whole.at("over"));
}

void read_operands(const JsonNode& node, Quantity& into) {
  for (const JsonNode& item : node.items())
    into.operands.push_back(read_quantity(item));
  if (into.operands.size() != 2) node.refuse(text(Text::lesson_wants_two));
}

void read_pixel(const JsonNode& node, const JsonNode& whole, Quantity& into) {
  if (const auto size = whole.find("size")) {
    const auto sides = size->items();
    if (sides.size() != 2) size->refuse(text(Text::lesson_wants_two));
    into.width = sides[0].integer(1, 4096);
    into.height = sides[1].integer(1, 4096);
  }
  const auto items = node.items();
  if (items.size() != 2) node.refuse(text(Text::lesson_wants_two));
  into.pixel = {items[0].integer(0, into.width - 1), items[1].integer(0, into.height - 1)};
}

void read_distinct(const JsonNode& node, const JsonNode& whole, Quantity& into) {
  into.at = read_fetch(node);
  into.to = read_fetch(whole.at("to"));
  into.count = whole.at("count").integer(2, 100000);
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
JsonNode kind_of(const JsonNode& node, Quantity& into) {
  for (std::size_t i = 0; i < std::size(kinds); ++i)
    if (const auto found = node.find(kinds[i])) {
      into.kind = Kind(i);
      return *found;
    }
  std::string all;
  for (const std::string_view name : kinds)
    all += (all.empty() ? "" : ", ") + std::string(name);
  node.refuse(say(Text::lesson_no_quantity, {all}));
}

void read_kind(const JsonNode& node, const JsonNode& whole, Quantity& into) {
  switch (into.kind) {
  case Kind::fetch:
    into.at = read_fetch(node);
    return;
  case Kind::pixel:
  case Kind::warp:
    return read_pixel(node, whole, into);
  case Kind::distinct:
    return read_distinct(node, whole, into);
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
    return read_time(node, whole, into);
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
  Quantity quantity;
  const JsonNode what = kind_of(node, quantity);
  node.allow({what.name(), "part", "channel", "fields", "to", "count", "size", "over"});
  if (const auto part = node.find("part"))
    quantity.part =
        AnswerPart(part->one_of({"value", "error", "texel_x", "texel_y", "weight", "taps", "bytes", "lod",
                                 "probes", "failure", "broken", "texels", "sectors", "lines"}));
  if (const auto channel = node.find("channel")) quantity.channel = channel->integer(0, 3);
  if (const auto fields = node.find("fields")) quantity.fields = read_settings(*fields);
  read_kind(what, node, quantity);
  return quantity;
}

} // namespace texelscope
