// OpenGL's own sampler: the same texels and coordinates through texture(), textureLod(), textureGrad() or
// textureGather() and a sampler object of the same state.
#pragma once

#include <memory>
#include <string>

#include "app/gl/egl_context.h"
#include "kernels/compare/values.h"

namespace texelscope {

// Why OpenGL has no such fetch, a sentence; empty: it has.
std::string no_gl_fetch(const Effective& effective);

// With a context of its own and no display. Any thread may call that has no OpenGL context, one at a time.
class GlSampler {
public:
  // Each pixel's coordinates are rules::pixel_fetch()'s and reach the sampler as they are; but where OpenGL
  // knows no coordinates in texels for a dimension, they are divided by its size, and the remark says so.
  // `texture`: make_texture_view() of `effective`. Throws MachineError: no context, too large for
  // this OpenGL, and UserError with no_gl_fetch().
  Values fetch(const Texture& texture, const Effective& effective, const FetchView& view, int width,
               int height);

private:
  std::unique_ptr<EglContext> context;
};

} // namespace texelscope
