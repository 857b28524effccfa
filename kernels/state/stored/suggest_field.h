// "Did you mean...?" for the path of a session's field.
#pragma once

#include <string>
#include <string_view>

namespace texelscope {

// did_you_mean() with the nearest path; empty if none is near.
std::string suggest_field(std::string_view path);

} // namespace texelscope
