// What verify saves of a mismatch: the request as text, and a session that repeats it.
#pragma once

#include <string>

#include "kernels/studies/verify/verify.h"

namespace texelscope {

// "2d tex linear u8 normalized, 13 x 7, wrap clamp, x 0x1.8p-1 y 0x1p-2"
std::string describe_request(const verify::Mismatch& mismatch);

// Writes NAME.dds and NAME.json, a session whose one pixel makes the fetch (see it with "texelscope render
// NAME.json --size 1x1"). Returns empty if a session cannot express it: surfaces, most directions of cubes,
// numbers that are not finite.
std::string save_mismatch(const verify::Mismatch& mismatch, const std::string& name);

} // namespace texelscope
