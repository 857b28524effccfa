// A session's texture in the form of the exact model.
#pragma once

#include "kernels/unit/image/image.h"
#include "kernels/unit/resolve/resolve.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {

// The image with the sampler of `sampler`: the content of memory, regardless of a resource view.
Texture texture_of(const Image& image, const Effective& sampler);
// The texture object's view of texels that are laid out in memory like an Image (effective.memory_shape());
// null: only the shape and the sampler. Not for reinterpreted memory: see texture_view.h.
Texture texture_of(const std::byte* texels, const Effective& effective);

// BC6H, whose texels are floats, has no alpha: where other formats mix in the border's, it stays 1.
void limit_border_of_blocks(Sampler& sampler, const ElementFormat& texel);

} // namespace texelscope
