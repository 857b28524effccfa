// What a texture object sees of memory that holds something else; see MemoryShape in resolve.h.
#pragma once

#include "kernels/texture_unit/texture_unit.h"

namespace texelscope {

// Memory whose rows the texture object takes for others (Effective::is_relaid), as it sees them. `texels`: as Image's.
Image seen_image(const std::byte* texels, const Effective& effective);
// Either; `relaid` takes the rows where they have to be moved.
Texture seen_texture(const std::byte* texels, const Effective& effective, Image& relaid);

} // namespace texelscope
