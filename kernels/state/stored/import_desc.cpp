#include "kernels/state/stored/import_desc.h"

#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/fields.h"
#include "kernels/state/stored/import/desc_parser.h"

namespace texelscope {

using namespace desc;

namespace {
FieldValue field_value(const Field& field, double given) {
  if (field.type == FieldType::boolean) return given != 0;
  if (field.type == FieldType::choice) return std::string(field.choices[std::size_t(given)].identifier);
  if (field.type == FieldType::integer) return std::int64_t(given);
  return given;
}

ImportedDesc taken(const Parsed& parsed, const JsonText& source, const Sampler& present) {
  const auto& said = parsed.said;
  ImportedDesc imported;
  imported.zeroed = parsed.zeroed;
  imported.warnings = parsed.warnings;
  Session session;
  session.sampler = present;
  const auto put = [&](const Field& field, const FieldValue& given, std::size_t slot) {
    const auto reason = assign(session, field, given);
    const std::string_view name = member(member_of_slot(slot)).name;
    if (reason)
      imported.warnings.push_back(
          {source.place(parsed.where[slot]),
           say(Text::import_not_set, {say(Text::session_bad_field, {name, *reason})})});
    return !reason;
  };
  for (std::size_t slot = 0; slot < slot_count; ++slot) {
    const Field& field = *find_field(field_path(slot));
    if (field.type == FieldType::numbers) {
      bool any = false;
      auto list = std::get<std::vector<double>>(field.get(session));
      for (std::size_t i = 0; i < field.count; ++i) {
        any = any || said[slot + i];
        if (said[slot + i] || parsed.zeroed) list[i] = said[slot + i].value_or(0);
      }
      if (put(field, list, slot) && any)
        imported.said.push_back(std::string(field.path) + ": " + format_value(field, list));
      slot += field.count - 1;
      continue;
    }
    if (!said[slot] && !parsed.zeroed) continue;
    const FieldValue given = field_value(field, said[slot].value_or(0));
    if (put(field, given, slot) && said[slot])
      imported.said.push_back(std::string(field.path) + ": " + format_value(field, given));
  }
  imported.sampler = session.sampler;
  return imported;
}
} // namespace

ImportedDesc import_desc(std::string_view code, std::string_view name, const Sampler& present) {
  return taken(Parser(code, name).run(), {code, name}, present);
}

bool is_texture_desc(std::string_view source) {
  for (const CppToken& token : cpp_tokens(source)) {
    if (is_desc_type(token) || find_member(token.spelling)) return true;
    for (const Enumerator& name : enumerators())
      if (bare(token.spelling) == name.name) return true;
  }
  return false;
}

} // namespace texelscope
