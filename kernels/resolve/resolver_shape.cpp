// How large a texture can be, and of what it is made.
#include "kernels/resolve/resolver.h"

#include <algorithm>
#include <bit>

#include "kernels/image/image.h"
#include "kernels/text/texts.h"

namespace texelscope {

// Of what the dimension has not, and what it makes equal.
void Resolver::shape() {
  Effective& e = result.effective;
  if (is_1d(e.dimension)) {
    e.height = 1;
    note(NoteKind::no_effect, "texture.height", text(Text::note_one_row), Text::rule_one_row);
  }
  if (is_cube(e.dimension) && e.height != e.width) {
    note(NoteKind::refused, "texture.height", text(Text::note_square), Text::rule_square,
         text(Text::fix_square), {{"texture.height", std::int64_t(e.width)}});
    e.height = e.width;
  }
  if (!has_depth(e.dimension))
    note(NoteKind::no_effect, "texture.depth",
         text(is_cube(e.dimension) ? Text::note_six_faces : Text::note_no_depth), Text::rule_depth,
         text(Text::fix_3d), {{"texture.dimension", std::string("3d")}});
}

void Resolver::limit_depth(int fits) {
  Effective& e = result.effective;
  if (e.depth <= fits) return;
  note(NoteKind::refused, "texture.depth",
       say(Text::note_depth, {std::to_string(requested.texture.depth), std::to_string(fits)}),
       Text::rule_depth_limit, text(Text::fix_fewer), {{"texture.depth", std::int64_t(fits)}});
  e.depth = fits;
}

void Resolver::planes() {
  const Dimension dimension = result.effective.dimension;
  limit_depth(dimension == Dimension::d3 ? limits.max_3d : limits.max_layers / plane_count(dimension, 1));
}

// Of all levels and planes.
std::int64_t Resolver::bytes() const {
  const Effective& e = result.effective;
  std::int64_t texels = 0;
  for (int level = 0; level < e.level_count; ++level) {
    const auto [width, height, depth] = level_size(e.dimension, e.width, e.height, e.planes(), level);
    texels += std::int64_t(width) * height * depth;
  }
  return texels * e.format.texel_bytes();
}

// Too much for memory: first less depth, then smaller sides.
void Resolver::fit() {
  Effective& e = result.effective;
  if (bytes() <= limits.max_bytes) return;
  limit_depth(std::max(1, int(double(e.depth) * double(limits.max_bytes) / double(bytes()))));
  const int width = e.width;
  while (bytes() > limits.max_bytes) {
    e.width = std::max(1, e.width / 2);
    if (!is_1d(e.dimension)) e.height = std::max(1, e.height / 2);
    e.level_count = std::min(e.level_count, int(std::bit_width(unsigned(std::max(e.width, e.height)))));
  }
  if (e.width != width)
    note(NoteKind::refused, "texture.width",
         say(Text::note_size,
             {std::to_string(requested.texture.width), std::to_string(requested.texture.height),
              std::to_string(e.width), std::to_string(e.height)}),
         Text::rule_depth_limit);
}

void Resolver::levels() {
  planes();
  Effective& e = result.effective;
  const int depth = e.dimension == Dimension::d3 ? e.depth : 1;
  const int most = std::bit_width(unsigned(std::max({e.width, e.height, depth})));
  if (e.level_count <= most) return;
  note(NoteKind::refused, "texture.levels",
       say(Text::note_levels, {std::to_string(e.level_count), std::to_string(most)}), Text::rule_levels,
       text(Text::fix_fewer), {{"texture.levels", std::int64_t(most)}});
  e.level_count = most;
}

void Resolver::size() {
  Effective& e = result.effective;
  if (e.width <= limits.max_width && e.height <= limits.max_height) return;
  e.width = std::min(e.width, limits.max_width);
  e.height = std::min(e.height, limits.max_height);
  note(
      NoteKind::refused, "texture.width",
      say(Text::note_size, {std::to_string(requested.texture.width), std::to_string(requested.texture.height),
                            std::to_string(limits.max_width), std::to_string(limits.max_height)}),
      Text::rule_size);
}

void Resolver::element() {
  Effective& e = result.effective;
  if (e.format.kind != ElementKind::floating || e.format.bits != 8) return;
  e.format.bits = 16;
  note(NoteKind::refused, "texture.bits", text(Text::note_float8), Text::rule_float8, text(Text::fix_bits16),
       {{"texture.bits", std::int64_t(16)}});
}

} // namespace texelscope
