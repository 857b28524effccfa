// Internal to the OpenGL export: its parts.
#pragma once

#include "kernels/studies/export/shader.h"

namespace texelscope::program {

std::string opengl_shader(const Facts& facts); // GLSL
void opengl_texture(Code& code, const Facts& facts);
void opengl_sampler(Code& code, const Facts& facts);

} // namespace texelscope::program
