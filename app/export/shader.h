// Internal to the exports: the fetch in GLSL and WGSL, which both read the texels as the texture object sees them.
#pragma once

#include "app/export/facts.h"

namespace texelscope::program {

// What a fetch of this texture gives the shader: floats or integers, before tex*<T> takes it for another type.
ResultType unit_type(const Facts& facts);
int axis_count(Dimension dimension);

// The coordinate as normalized: OpenGL's and WebGPU's samplers take no other.
std::array<Term, 3> normalized_at(const Facts& facts, const FetchCode& fetch, Language language);

// From `value`, a vector of four: statements that leave the result's words in `words`, a vector of four unsigned.
void result_words(Code& code, const Facts& facts, Language language);
// The same of a slab: a loop around `statement`, which sets `value` from `along`, the sample's coordinate.
void slab_words(Code& code, const Facts& facts, Language language, const std::string& statement);

} // namespace texelscope::program
