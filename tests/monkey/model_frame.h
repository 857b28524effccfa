// What a session's texture and picture must be, by the exact model alone: the texels are made anew, written
// from the start, and each pixel is one call of fetch(). Nothing is kept from one session to the next, and
// nothing of the backends' own ways to fetch is used.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "kernels/unit/display/picture.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope::monkey {

Image model_texels(const Session& session, const Effective& effective, const std::filesystem::path& base);

// The fetches of one pixel, at most; a pixel of an anisotropic fetch has up to 16 probes.
int fetches_of_pixel(const Session& session, const Effective& effective);

// Whether a device's bits are known to be the model's; see docs/texture-unit.md, "What is not exact".
bool is_measured(const Effective& effective);

// Compares every `stride`th pixel, beginning with number `first`. Returns the first difference as text, or
// nothing.
std::string picture_difference(const Picture& shown, const Session& session, const Effective& effective,
                               const Image& texels, std::size_t first, std::size_t stride);
// The first texel that differs, as text, or nothing.
std::string texel_difference(const Image& shown, const Image& wanted);

} // namespace texelscope::monkey
