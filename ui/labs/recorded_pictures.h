// What the recorded fetches of an object look like.
#pragma once

#include <cstdint>

#include "ui/widgets/context.h"

namespace texelscope::ui {

// Beside one another: the last launch in the shape of its grid, a click on a thread of which opens its fetch;
// the places of the coordinates within a texel; the texels that they lie in. Nothing if there are no maps of
// the object.
void recorded_pictures(Context&, int object);

// Opens the object as a session with a pin where the fetch of that number sampled.
void open_fetch(Context&, int object, std::uint64_t number);

} // namespace texelscope::ui
