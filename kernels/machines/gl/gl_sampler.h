// Samples with OpenGL: the same texels and coordinates through texture(), textureLod(), textureGrad() or
// textureGather() and a sampler object of the same state.
#pragma once

#include <memory>
#include <string>

#include "kernels/machines/gl/egl_context.h"
#include "kernels/unit/display/values.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {

// A sentence that says why OpenGL has no such fetch; empty if it has one.
std::string no_gl_fetch(const Effective& effective);

// Has a context of its own and no display. Any thread without an OpenGL context may call it, one at a time.
class GlSampler {
public:
  // Each pixel's coordinates are those of rules::pixel_fetch() and reach the sampler unchanged. Only if
  // OpenGL has no coordinates in texels for a dimension are they divided by its size, and the remark says so.
  // `texture`: make_texture_view() of `effective`. Throws MachineError if there is no context or the texture
  // is too large for this OpenGL, and UserError with no_gl_fetch().
  Values fetch(const Texture& texture, const Effective& effective, const FetchView& view, int width,
               int height);

private:
  std::unique_ptr<EglContext> context;
};

} // namespace texelscope
