// What a shipped fetch body, which the CPU runs too, makes of one pixel: its value, and every fetch.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/machines/cpu/body_fetch.h"
#include "kernels/unit/fetch/fetch_map.h"

namespace texelscope {

struct ExplainedBody {
  std::string name;        // "4-catmull-rom"
  int component_count = 4; // of the value
  cpu::BodyPixelValue pixel;
};

// Empty: the session has none, or one that only a GPU runs. `texels` are laid out in memory like an Image
// (effective.memory_shape()).
std::optional<ExplainedBody> explained_body(const Session& session, const Effective& effective,
                                            const std::byte* texels, int width, int height,
                                            const Pixel& pixel);

} // namespace texelscope
