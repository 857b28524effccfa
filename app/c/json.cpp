#include "app/c/json.h"

#include <cmath>

namespace texelscope::c {

namespace {
Json number_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

const char* name_of(NoteKind kind) {
  constexpr const char* names[] = {"no_effect", "altered", "refused"};
  return names[std::size_t(kind)];
}
} // namespace

Json value_json(const FieldValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return number_json(*number);
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
    Json list = Json::array();
    for (const double number : *numbers)
      list.push_back(number_json(number));
    return list;
  }
  return std::visit([](const auto& plain) { return Json(plain); }, value);
}

std::string notes_json(const std::vector<Note>& notes) {
  Json list = Json::array();
  for (const Note& note : notes) {
    Json fix = Json::object();
    for (const auto& [path, value] : note.fix)
      fix[path] = value_json(value);
    list.push_back({{"kind", name_of(note.kind)},
                    {"field", note.field},
                    {"sentence", note.sentence},
                    {"rule", note.rule},
                    {"fix", std::move(fix)}});
  }
  return text_json(list);
}

std::string notes_json(const std::vector<CheckNote>& notes) {
  Json list = Json::array();
  for (const CheckNote& note : notes)
    list.push_back({{"kind", name(note.kind)},
                    {"field", note.field},
                    {"sentence", note.sentence},
                    {"rule", note.rule},
                    {"error", note.error},
                    {"cure", note.cure}});
  return text_json(list);
}

std::string text_json(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace texelscope::c
