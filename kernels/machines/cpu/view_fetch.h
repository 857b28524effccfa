// Fetches whole pictures of any texture, projection and function: by fetch_rules.h and the fast path, or by
// the model if the fast path does not support the fetch.
#pragma once

#include "kernels/unit/fetch/fetch_rules.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::cpu {

// Writes four components per pixel, rows from the top; places where the view has nothing are 0.
void fetch_view(const Texture& texture, const FetchView& view, int width, int height,
                std::uint32_t* components);
// Fetches rows [first, end) of it into `components`, which points at the first of them.
void fetch_view_rows(const Texture& texture, const FetchView& view, int width, int first, int end,
                     std::uint32_t* components);
// The same on the calling thread only.
void fetch_view_rows_alone(const Texture& texture, const FetchView& view, int width, int first, int end,
                           std::uint32_t* components);

} // namespace texelscope::cpu
