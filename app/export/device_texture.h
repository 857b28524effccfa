// Internal to the exports: the statements that make a texture object in CUDA's two APIs, and what both say
// alike.
#pragma once

#include <initializer_list>
#include <utility>

#include "app/export/facts.h"

namespace texelscope::program {

// Each ends with an object named `texture`, from `texels`, and `levels` where there are several.
void runtime_texture(Code& code, const Facts& facts);
void driver_texture(Code& code, const Facts& facts);

// "variable.field = value;"
void set(Code& code, const std::string& variable, const std::string& field, const std::string& value);
// "A | B", or what stands for none.
std::string flags(std::initializer_list<std::pair<bool, const char*>> list, const char* none);

// `pitch` and `memory`. Rows that a wrong pitch or another element makes of them: zeros between and behind,
// all that is reached is there.
struct PitchCalls {
  const char *allocate, *clear, *allocate_pitch;
  const char* last; // argument of the latter: ", 4"
};
void pitch_allocation(Code& code, const Facts& facts, const PitchCalls& calls);
std::string descriptor_pitch(const Facts& facts); // to the texture

// Whether blocks lie in an array of their sRGB kind, which CUDA takes only with the descriptor's sRGB.
bool keeps_srgb_kind(const Facts& facts);

// Of `view`, all but its format.
void view_fields(Code& code, const Facts& facts);

} // namespace texelscope::program
