// Sessions, by the fields' names.
#include <cstddef>
#include <cstring>

#include "app/c/json.h"
#include "app/c/objects.h"
#include "app/c/texels.h"
#include "kernels/state/session/sampler_members.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/state/stored/share_line.h"

namespace texelscope::c {

namespace {
const char* given(const char* text, const char* name) {
  if (!text) refuse(std::string(name) + " is a null pointer");
  return text;
}

const Field& field_at(const char* path) {
  const Field* field = find_field(given(path, "field"));
  if (!field) throw Refusal(TEXELSCOPE_NO_FIELD, "a session has no field \"" + std::string(path) + "\"");
  return *field;
}

FieldValue value_of(const texelscope_value* from) {
  const auto value = taken(from, offsetof(texelscope_value, text), "texelscope_value");
  check_enumerator(value.type, TEXELSCOPE_NUMBERS, "texelscope_value::type");
  require(value.reserved == 0, "texelscope_value::reserved is not 0");
  switch (value.type) {
  case TEXELSCOPE_BOOLEAN:
    check_enumerator(std::int32_t(value.integer == 0 || value.integer == 1 ? value.integer : -1), 1,
                     "texelscope_value::integer");
    return value.integer == 1;
  case TEXELSCOPE_INTEGER:
    return value.integer;
  case TEXELSCOPE_NUMBER:
    return value.number;
  case TEXELSCOPE_TEXT:
    return std::string(given(value.text, "texelscope_value::text"));
  default:
    require(value.numbers || value.count == 0, "texelscope_value::numbers is a null pointer");
    require(value.count <= max_strokes * stroke_numbers, "no field has so many numbers");
    return std::vector<double>(value.numbers, value.numbers + value.count);
  }
}

void add(texelscope_session* session, SessionEntry entry) {
  require(session, "session is a null pointer");
  *session = sessions().add(std::make_shared<const SessionEntry>(std::move(entry)));
}

// Gives the caller the text that `made` returns.
template <class Make>
texelscope_status give_text(char** text, Make&& made) {
  return call([&] {
    require(text, "the place for the text is a null pointer");
    *text = text_of(made()).release();
  });
}

std::string fields_json() {
  Json names = Json::array();
  for (const Field& field : fields())
    names.push_back(field.path);
  return text_json(names);
}

std::string differing_json(const Session& a, const Session& b) {
  Json names = Json::array();
  for (const Field* field : differing_fields(a, b))
    names.push_back(field->path);
  return text_json(names);
}

std::string whole_share_line(const Session& session) {
  ShareLine line = share_line(session);
  require(!line.without_strokes, "the session's brush strokes do not fit into a share line");
  return std::move(line.line);
}
} // namespace

} // namespace texelscope::c

using namespace texelscope;
using namespace texelscope::c;

texelscope_status texelscope_session_create(texelscope_session* session) {
  return call([&] { add(session, {}); });
}

texelscope_status texelscope_session_of_texture(texelscope_texture texture, texelscope_session* session) {
  return call([&] {
    SessionEntry entry{textures().get(texture)->session, {}};
    entry.session.texture.source = Source::file;
    for (const Field& field : fields())
      entry.stated.emplace(field.path);
    add(session, std::move(entry));
  });
}

texelscope_status texelscope_session_copy(texelscope_session from, texelscope_session* session) {
  return call([&] {
    require(session, "session is a null pointer");
    *session = sessions().add(sessions().get(from));
  });
}

texelscope_status texelscope_session_destroy(texelscope_session session) {
  return call([&] { sessions().remove(session); });
}

texelscope_status texelscope_session_load(const char* path, texelscope_session* session) {
  return call([&] {
    LoadedSession loaded = load_session(given(path, "path"));
    add(session, {std::move(loaded.session), std::move(loaded.base), std::move(loaded.stated)});
  });
}

texelscope_status texelscope_session_save(texelscope_session session, const char* path) {
  return call([&] {
    const auto entry = sessions().get(session);
    save_session(given(path, "path"), entry->session, entry->base);
  });
}

texelscope_status texelscope_session_json(texelscope_session session, char** json) {
  return give_text(json, [&] { return write_session(sessions().get(session)->session); });
}

texelscope_status texelscope_session_parse(const char* json, const char* name, texelscope_session* session) {
  return call([&] {
    LoadedSession loaded = parse_session_fields(given(json, "json"), name ? name : "session");
    add(session, {std::move(loaded.session), {}, std::move(loaded.stated)});
  });
}

texelscope_status texelscope_session_share_line(texelscope_session session, char** line) {
  return give_text(line, [&] { return whole_share_line(sessions().get(session)->session); });
}

texelscope_status texelscope_session_parse_share_line(const char* line, texelscope_session* session) {
  return call([&] {
    SessionEntry entry{parse_share_line(given(line, "line")), {}};
    for (const Field& field : fields())
      entry.stated.emplace(field.path);
    add(session, std::move(entry));
  });
}

texelscope_status texelscope_session_folder(texelscope_session session, char** folder) {
  return give_text(folder, [&] { return sessions().get(session)->base.string(); });
}

texelscope_status texelscope_session_set_folder(texelscope_session session, const char* folder) {
  return call([&] {
    const std::filesystem::path base = given(folder, "folder");
    sessions().change(session, [&](SessionEntry entry) {
      entry.base = base;
      return entry;
    });
  });
}

texelscope_status texelscope_session_fields(char** json) {
  return give_text(json, [] { return fields_json(); });
}

texelscope_status texelscope_session_get(texelscope_session session, const char* field, char** json) {
  return give_text(json, [&] {
    const auto entry = sessions().get(session);
    return text_json(value_json(field_at(field).get(entry->session)));
  });
}

texelscope_status texelscope_session_set(texelscope_session session, const char* field,
                                         const texelscope_value* value) {
  return call([&] {
    const Field& chosen = field_at(field);
    const FieldValue made = value_of(value);
    sessions().change(session, [&](SessionEntry entry) {
      if (const auto refusal = assign(entry.session, chosen, made))
        refuse(std::string(chosen.path) + ": " + *refusal);
      entry.stated.emplace(chosen.path);
      return entry;
    });
  });
}

texelscope_status texelscope_session_differing(texelscope_session a, texelscope_session b, char** json) {
  return give_text(json,
                   [&] { return differing_json(sessions().get(a)->session, sessions().get(b)->session); });
}

texelscope_status texelscope_session_notes(texelscope_session session, char** json) {
  return give_text(json, [&] { return notes_json(resolve(sessions().get(session)->session).notes); });
}

texelscope_status texelscope_session_sampler(texelscope_session session, texelscope_sampler* sampler) {
  return call([&] {
    const TextureDesc desc = desc_of(sessions().get(session)->session.sampler);
    texelscope_sampler made = {};
    std::memcpy(made.address_mode, &desc, sizeof desc);
    give_struct(&made, sizeof made, "texelscope_sampler", sampler);
  });
}
