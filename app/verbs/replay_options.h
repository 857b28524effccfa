// --frames-limit, for verbs that replay.
#pragma once

#include <cstdint>

namespace texelscope {

class Arguments;

void declare_frames_limit(Arguments& arguments, std::int64_t& limit);

} // namespace texelscope
