// Formats the results of verbs as JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace texelscope {

// JSON has no NaN and no infinities. Such a number becomes null, and a member "NAME_text" beside it is "nan",
// "inf" or "-inf". Beside a list it is a list of the same length, with null for every finite number. Bytes
// that are not valid UTF-8 are replaced, and strings are escaped as by visible_json(). The text ends with a
// line feed.
std::string json_text(nlohmann::ordered_json json);

} // namespace texelscope
