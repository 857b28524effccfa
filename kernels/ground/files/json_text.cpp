#include "kernels/ground/files/json_text.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "kernels/ground/base/visible_text.h"

namespace texelscope {

namespace {
using Json = nlohmann::ordered_json;

bool is_nonfinite(const Json& value) {
  return value.is_number_float() && !std::isfinite(value.get<double>());
}

const char* nonfinite_name(double value) {
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

// Replaces numbers that are not finite by null and returns their names. `value` is a number or a list of
// numbers. Returns null if every number is finite.
Json take_nonfinite(Json& value) {
  if (is_nonfinite(value)) {
    Json name = nonfinite_name(value.get<double>());
    value = nullptr;
    return name;
  }
  if (!value.is_array()) return nullptr;
  Json list = Json::array();
  bool any = false;
  for (Json& item : value) {
    list.push_back(take_nonfinite(item));
    any |= !list.back().is_null();
  }
  return any ? list : Json();
}

void name_nonfinite(Json& value) {
  if (value.is_array())
    for (Json& item : value)
      name_nonfinite(item);
  if (!value.is_object()) return;
  Json named = Json::object();
  for (auto& [name, member] : value.items()) {
    Json names = take_nonfinite(member);
    name_nonfinite(member);
    named[name] = std::move(member);
    if (!names.is_null()) named[name + "_text"] = std::move(names);
  }
  value = std::move(named);
}
} // namespace

std::string json_text(Json json) {
  name_nonfinite(json);
  return visible_json(json.dump(1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

} // namespace texelscope
