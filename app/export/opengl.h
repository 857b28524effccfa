// Internal to the OpenGL export: its parts.
#pragma once

#include "app/export/shader.h"

namespace texelscope::program {

// tex1Dfetch reads a buffer texture, without a sampler.
inline bool reads_buffer(const Facts& facts) {
  return facts.view.function == FetchKind::texel;
}

std::string opengl_shader(const Facts& facts); // GLSL
void opengl_texture(Code& code, const Facts& facts);
void opengl_sampler(Code& code, const Facts& facts);

} // namespace texelscope::program
