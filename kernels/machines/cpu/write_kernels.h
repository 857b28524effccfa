// The CPU's write kernels: write_rules.h over whole textures, on all threads of the caller's arena.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/state/session/spec.h"
#include "kernels/unit/image/image.h"

namespace texelscope::cpu {

// Writes every texel; `phase` counts 1/1024 of a period.
void write_pattern(Image& texture, PatternKind pattern, std::int64_t phase);

// Paints the strokes in order, each in its plane. Writes outside the texture are dropped in zero mode and
// land on the edge in clamp mode.
void paint(Image& texture, std::span<const BrushStroke> strokes, BoundaryMode boundary);

// Computes one step from `last` into `next`, which has the same size and format. Reads outside return 0 or
// the edge's texel.
void feedback_step(const Image& last, Image& next, FeedbackRule rule, BoundaryMode boundary);

} // namespace texelscope::cpu
