// The LOD scope's picture: texels of the level, the footprint spanned by two gradients, probes, and the
// gradients themselves, which can be dragged.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

void lod_picture(Context&, const LodScope&, const Area&);

// The parts of a fetch: its probes, or its one or two levels.
std::vector<const LevelTrace*> parts_of(const Trace&);

// The first and the last level that they use.
std::array<int, 2> levels_of(const Trace&);

} // namespace texelscope::ui
