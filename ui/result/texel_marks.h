// Texels in the result: their values, and the pixels that read the one under the mouse.
#pragma once

#include <vector>

#include "ui/widgets/context.h"

namespace texelscope::ui {

// The values of texels that are large enough, channel by channel, at the places of their centers. `place`:
// from texels to the window; `size`: of a texel there, in pixels. Only those that lie whole in the clip
// rectangle have an item in the map, of the name.
template <class Place>
void write_texels(Context&, const TexelProbe&, double size, const char* name, Place place);
void write_texel(Context&, const TexelProbe&, int x, int y, float middle_x, float middle_y, const char* name);
bool has_room_for_values(const Context&, const TexelProbe&, double size);

// Over the result, where a pixel shows texels of the level that it reads.
void result_texel_values(Context&);
void texel_readers(Context&);

// The coordinates along one axis, in texels, at which a fetch reads texel i of n; those within [low, high).
struct Reach {
  double from, to;
};
std::vector<Reach> reaches(AddressMode mode, FilterMode filter, int i, int n, double low, double high);

template <class Place>
void write_texels(Context& ui, const TexelProbe& probe, double size, const char* name, Place place) {
  if (!has_room_for_values(ui, probe, size)) return;
  for (int y = 0; y < probe.rect.height; ++y)
    for (int x = 0; x < probe.rect.width; ++x) {
      const auto at = place(probe.rect.x + x + 0.5, probe.rect.y + y + 0.5);
      write_texel(ui, probe, x, y, at.x, at.y, name);
    }
}

} // namespace texelscope::ui
