// Verbs' results as JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace texelscope {

// JSON has no NaN and no infinities: such a number is null, and the member beside it, "NAME_text", is "nan",
// "inf" or "-inf"; beside a list it is a list of the same length, null where the number is there. What is no
// UTF-8 is replaced; strings as visible_json() has them. Ends with a line feed.
std::string json_text(nlohmann::ordered_json json);

} // namespace texelscope
