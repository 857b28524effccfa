// A session's texture as the exact model takes it.
#pragma once

#include "kernels/image/image.h"
#include "kernels/resolve/resolve.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope {

// The image with the sampler of `sampler`: what lies in memory, whatever a resource view sees of it.
Texture texture_of(const Image& image, const Effective& sampler);
// What the texture object sees of texels that lie in memory as Image's do (effective.memory_shape()); null:
// the shape and the sampler alone. Not for reinterpreted memory: see texture_view.h.
Texture texture_of(const std::byte* texels, const Effective& effective);

} // namespace texelscope
