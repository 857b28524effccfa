// The values of a picture by the model and by exact arithmetic, and those of a file.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "kernels/machines/cpu/body_fetch.h"
#include "kernels/unit/display/values.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {

// The values of the fast path, which have the model's bits. `texture`: make_texture_view() of `effective`.
// `body`: what the CPU runs in place of the plain fetch.
Values model_values(const Texture& texture, const Effective& effective, const FetchView& view, int width,
                    int height, const std::optional<cpu::BodyOfPicture>& body = {});

// A sentence that says why exact arithmetic cannot compute such fetches; empty if it can.
std::string no_ideal(const Effective& effective);
// Exact coordinates, weights and sums over the decoded texels: unit::ideal_result() of each pixel; for a slab
// its samples' minimum, maximum or mean in double. Uses all cores with low priority.
Values ideal_values(const Texture& texture, const Effective& effective, const FetchView& view, int width,
                    int height, const std::stop_token& stop = {});

// A picture from a file, its first level and plane, as real values.
Values file_values(const Image& image);

} // namespace texelscope
