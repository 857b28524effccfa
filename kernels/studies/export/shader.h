// Internal to the exports: the fetch in GLSL and WGSL. Both read the texels as the texture object sees them.
#pragma once

#include "kernels/studies/export/facts.h"

namespace texelscope::program {

// The type that a fetch of this texture returns in the shader: floats or integers, before tex*<T> takes it as
// another type.
ResultType unit_type(const Facts& facts);

// tex1Dfetch reads a row of texels, without a sampler.
inline bool reads_row(const Facts& facts) {
  return facts.view.function == FetchKind::texel;
}
bool filters_linearly(const Facts& facts); // integers never
int address_count(Dimension dimension);    // address modes that a sampler needs: a cube's faces have two axes

std::vector<std::string> shader_remarks(const Facts& facts); // what both say of a session
// The border that a texture of integers has: "1, 2, 3, 4", with u behind unsigned ones.
std::string integer_border(const Facts& facts);

// The layer that is fetched: a negative one counts as unsigned, so that the last one is read.
std::string read_layer(const Facts& facts, const FetchCode& fetch);
float held_bias(const Facts& facts); // the bias of levels as an NVIDIA sampler holds it

// The coordinate in normalized form: OpenGL's and WebGPU's samplers take no other.
std::array<Term, 3> normalized_at(const Facts& facts, const FetchCode& fetch, Language language);

// Statements that compute the result's components from `value`, a vector of four, in `words`, a vector of
// four unsigned.
void components_statement(Code& code, const Facts& facts, Language language);
// The fetch at a sample of a slab, at the coordinate `along`.
FetchCode along_slab(const Facts& facts, FetchCode fetch);
// Computes the components of a slab: a loop around `statement`, which sets `value` from `along`.
void slab_text(Code& code, const Facts& facts, Language language, const std::string& statement);

} // namespace texelscope::program
