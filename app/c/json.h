// Internal to the library for C: values as JSON.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "kernels/state/session/fields.h"
#include "kernels/unit/resolve/resolve.h"
#include "texelscope/texture_request.h"

namespace texelscope::c {

using Json = nlohmann::ordered_json;

// In the form that a session's file has.
Json value_json(const FieldValue& value);
std::string notes_json(const std::vector<Note>& notes);
std::string notes_json(const std::vector<CheckNote>& notes);
// What is no UTF-8 is replaced.
std::string text_json(const Json& json);

} // namespace texelscope::c
