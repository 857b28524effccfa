// Fetches of any texture, projection and function, a picture at a time: fetch_rules.h, then the fast path, or
// the model where only it knows the answer.
#pragma once

#include "kernels/fetch/fetch_rules.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::cpu {

// Four components per pixel, rows from the top; empty places are 0.
void fetch_view(const Texture& texture, const FetchView& view, int width, int height,
                std::uint32_t* components);
// Rows [first, end) of it, on the calling thread alone.
void fetch_view_rows(const Texture& texture, const FetchView& view, int width, int first, int end,
                     std::uint32_t* components);

} // namespace texelscope::cpu
