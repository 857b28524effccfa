#include "kernels/state/stored/share_line.h"

#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/fields.h"
#include "kernels/state/stored/share_bytes.h"

namespace texelscope {

namespace {
constexpr std::string_view prefix = "tx1.";

// FNV-1a, folded to 16 bits.
std::uint16_t hash16(std::string_view content) {
  std::uint32_t hash = 2166136261u;
  for (const char c : content)
    hash = (hash ^ std::uint8_t(c)) * 16777619u;
  return std::uint16_t(hash ^ (hash >> 16));
}

void write_value(ByteWriter& to, const Field& field, const FieldValue& value) {
  switch (field.type) {
  case FieldType::boolean:
    return to.byte(std::get<bool>(value));
  case FieldType::integer:
    return to.whole(std::get<std::int64_t>(value));
  case FieldType::number:
    return to.number(std::get<double>(value));
  case FieldType::text:
    return to.string(std::get<std::string>(value));
  case FieldType::choice:
    return to.fixed(hash16(std::get<std::string>(value)), 2);
  case FieldType::numbers:
  case FieldType::strokes: {
    const auto& list = std::get<std::vector<double>>(value);
    if (field.type == FieldType::strokes) to.count(list.size() / stroke_numbers);
    for (const double number : list)
      to.number(number);
    return;
  }
  }
}

FieldValue read_value(ByteReader& from, const Field& field) {
  switch (field.type) {
  case FieldType::boolean:
    return from.byte() != 0;
  case FieldType::integer:
    return from.whole();
  case FieldType::number:
    return from.number();
  case FieldType::text:
    return from.string();
  case FieldType::choice: {
    const auto hash = std::uint16_t(from.fixed(2));
    for (const EnumEntry& entry : field.choices)
      if (hash16(entry.identifier) == hash) return std::string(entry.identifier);
    throw UserError(say(Text::share_unknown_choice, {field.path}));
  }
  case FieldType::numbers:
  case FieldType::strokes:
    break;
  }
  const std::size_t count =
      field.type == FieldType::strokes ? from.count_up_to(max_strokes) * stroke_numbers : field.count;
  std::vector<double> list(count);
  for (double& number : list)
    number = from.number();
  return list;
}

std::string line_of(const Session& session) {
  ByteWriter to;
  for (const Field* field : differing_fields(session, {})) {
    to.fixed(hash16(field->path), 2);
    write_value(to, *field, field->get(session));
  }
  to.fixed(crc32(to.bytes.data(), to.bytes.size()), 4);
  return std::string(prefix) + base64url(to.bytes);
}

void read_field(ByteReader& from, Session& session) {
  const auto hash = std::uint16_t(from.fixed(2));
  for (const Field& field : fields()) {
    if (hash16(field.path) != hash) continue;
    if (const auto reason = assign(session, field, read_value(from, field)))
      throw UserError(say(Text::share_bad_field, {field.path, *reason}));
    return;
  }
  throw UserError(text(Text::share_unknown_field));
}
} // namespace

ShareLine share_line(const Session& session) {
  ShareLine share{line_of(session)};
  if (share.line.size() > max_share_line && !session.write.strokes.empty()) {
    Session bare = session;
    bare.write.strokes.clear();
    share = {line_of(bare), true};
  }
  if (share.line.size() > max_share_line) throw UserError(text(Text::share_too_long));
  return share;
}

bool is_share_line(std::string_view line) {
  line = trimmed(line);
  const auto dot = line.find('.');
  if (!line.starts_with("tx") || dot == std::string_view::npos || dot < 3 || dot > 6) return false;
  return line.substr(2, dot - 2).find_first_not_of("0123456789") == std::string_view::npos;
}

Session parse_share_line(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with(prefix)) throw UserError(say(Text::share_version, {line.substr(0, line.find('.'))}));
  if (line.size() > 4 * max_share_line) throw UserError(text(Text::share_damaged));
  const Bytes bytes = from_base64url(line.substr(prefix.size()));
  if (bytes.size() < 4) share_damaged();
  const std::size_t size = bytes.size() - 4;
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < 4; ++i)
    sum |= std::uint32_t(bytes[size + i]) << (8 * i);
  if (sum != crc32(bytes.data(), size)) share_damaged();
  Session session;
  ByteReader from(bytes, size);
  while (!from.ended())
    read_field(from, session);
  return session;
}

} // namespace texelscope
