// Sessions, by the fields' names.
#include "kernels/state/stored/session_file.h"

#include <stdexcept>

#include "app/python/core.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope::python {

namespace {
const Field& field_at(const std::string& path) {
  const Field* field = find_field(path);
  if (!field) throw py::key_error("a session has no field \"" + path + "\"");
  return *field;
}

const char* name_of(NoteKind kind) {
  constexpr const char* names[] = {"no_effect", "altered", "refused"};
  return names[std::size_t(kind)];
}

void set(Session& session, const std::string& path, const FieldValue& value) {
  const Field& field = field_at(path);
  if (const auto refusal = assign(session, field, value)) throw std::invalid_argument(path + ": " + *refusal);
}
} // namespace

void assign_fields(Session& session, const std::map<std::string, FieldValue>& values) {
  for (const auto& [path, value] : values)
    set(session, path, value);
}

py::list notes_of(const Session& session) {
  py::list notes;
  for (const Note& note : resolve(session).notes) {
    py::dict fix;
    for (const auto& [field, value] : note.fix)
      fix[py::str(field)] = value;
    notes.append(py::make_tuple(name_of(note.kind), note.field, note.sentence, note.rule, fix));
  }
  return notes;
}

void declare_session(py::module_& module) {
  without_new(py::class_<Session>(module, "Session"))
      .def("copy", [](const Session& s) { return s; })
      .def(py::self == py::self)
      .def("get", [](const Session& s, const std::string& path) { return field_at(path).get(s); })
      .def("set", &set)
      .def("differing",
           [](const Session& a, const Session& b) {
             std::vector<std::string> paths;
             for (const Field* field : differing_fields(a, b))
               paths.emplace_back(field->path);
             return paths;
           })
      .def("notes", &notes_of)
      .def("json", &write_session)
      .def("share_line",
           [](const Session& session) {
             const ShareLine line = share_line(session);
             if (line.without_strokes)
               throw std::invalid_argument("the session's brush strokes do not fit into a share line");
             return line.line;
           })
      .def("save", [](const Session& session, const std::string& path, const std::string& base) {
        return save_session(path, session, base);
      });
  module.def("first_session", [] { return Session(); });
  module.def("parse_session", &parse_session);
  module.def("parse_share_line", &parse_share_line);
  module.def("load_session", [](const std::string& path) {
    const LoadedSession loaded = load_session(path);
    return py::make_tuple(loaded.session, py::bytes(loaded.base.string()));
  });
  module.def("field_paths", [] {
    std::vector<std::string> paths;
    for (const Field& field : fields())
      paths.emplace_back(field.path);
    return paths;
  });
}

} // namespace texelscope::python
