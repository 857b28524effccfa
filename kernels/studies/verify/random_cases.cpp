#include "kernels/studies/verify/random_cases.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "kernels/studies/verify/random_numbers.h"
#include "kernels/studies/verify/random_textures.h"

namespace texelscope::verify {

namespace {
float border_value(Random& random, const Case& c) {
  const float largest = c.bits == 8 ? 255.0f : 65535.0f;
  switch (pick(random, 6)) {
  case 0:
    return uniform(random, -2, 2);
  case 1:
    return float(pick(random, int(largest))) / largest;
  case 2:
    return (float(pick(random, int(largest))) + 0.5f) / largest;
  case 3:
    return strange_number(random);
  default:
    return uniform(random, 0, 1);
  }
}

struct Shape {
  Dimension dimension;
  Operation operation;
  Storage storage = Storage::array;
};
constexpr Shape shapes[group_count] = {
    {Dimension::d1, Operation::plain},
    {Dimension::d2, Operation::plain},
    {Dimension::d3, Operation::plain},
    {Dimension::d1_layered, Operation::plain},
    {Dimension::d2_layered, Operation::plain},
    {Dimension::cube, Operation::plain},
    {Dimension::cube_layered, Operation::plain},
    {Dimension::d1, Operation::lod},
    {Dimension::d2, Operation::lod},
    {Dimension::d3, Operation::lod},
    {Dimension::d1_layered, Operation::lod},
    {Dimension::d2_layered, Operation::lod},
    {Dimension::cube, Operation::lod},
    {Dimension::cube_layered, Operation::lod},
    {Dimension::d2, Operation::plain}, // plain_mips
    {Dimension::d2, Operation::gather},
    {Dimension::d2, Operation::plain, Storage::pitch},
    {Dimension::d1, Operation::texel, Storage::linear},
    {Dimension::d2, Operation::surface_read},
    {Dimension::d2, Operation::surface_write},
    {Dimension::d2, Operation::grad},
    {Dimension::d2, Operation::grad},
    {Dimension::d2, Operation::plain}, // long_sides
};

// The kinds of textures that have long sides.
constexpr Shape long_shapes[] = {
    {Dimension::d1, Operation::plain},
    {Dimension::d1, Operation::lod},
    {Dimension::d1, Operation::grad},
    {Dimension::d1_layered, Operation::plain},
    {Dimension::d1_layered, Operation::lod},
    {Dimension::d2, Operation::plain},
    {Dimension::d2, Operation::plain},
    {Dimension::d2, Operation::lod},
    {Dimension::d2, Operation::grad},
    {Dimension::d2, Operation::gather},
    {Dimension::d2, Operation::plain, Storage::pitch},
    {Dimension::d2, Operation::plain, Storage::pitch},
    {Dimension::d2_layered, Operation::plain},
    {Dimension::d2_layered, Operation::lod},
    {Dimension::d3, Operation::plain},
    {Dimension::d3, Operation::lod},
    {Dimension::d1, Operation::texel, Storage::linear},
};

bool has_mips(Group g) {
  return (g >= Group::lod_1d && g <= Group::plain_mips) || g == Group::grad || g == Group::anisotropic;
}
bool has_mips(const Shape& shape) {
  return shape.operation == Operation::lod || shape.operation == Operation::grad;
}

// Whether the request is changed by hand so often that each such class holds a twentieth of all fetches.
void make_extreme(const Case& c, Random& random, FetchAt& at) {
  const bool gradients = Operation(c.operation) == Operation::grad;
  float* const numbers[] = {&at.x, &at.y, &at.z, &at.dx.x, &at.dx.y, &at.dx.z, &at.dy.x, &at.dy.y, &at.dy.z};
  const Dimension dimension = Dimension(c.dimension);
  const int axes = is_1d(dimension)                                                   ? 1
                   : dimension == Dimension::d2 || dimension == Dimension::d2_layered ? 2
                                                                                      : 3;
  if (pick(random, 12) == 0)
    *numbers[3 * pick(random, gradients ? 3 : 1) + pick(random, axes)] =
        std::numeric_limits<float>::quiet_NaN();
  if (gradients && pick(random, 4) == 0) {
    const float huge = pick(random, 8) ? std::exp2(uniform(random, 20, 128)) : strange_number(random);
    *numbers[3 * (1 + pick(random, 2)) + pick(random, axes)] = pick(random, 2) ? huge : -huge;
  }
}
} // namespace

const char* group_name(Group group) {
  static constexpr const char* names[group_count] = {"1d",
                                                     "2d",
                                                     "3d",
                                                     "1d layered",
                                                     "2d layered",
                                                     "cube",
                                                     "cube layered",
                                                     "1d lod",
                                                     "2d lod",
                                                     "3d lod",
                                                     "1d layered lod",
                                                     "2d layered lod",
                                                     "cube lod",
                                                     "cube layered lod",
                                                     "2d mips without lod",
                                                     "gather",
                                                     "pitch",
                                                     "tex1Dfetch",
                                                     "surface read",
                                                     "surface write",
                                                     "gradients",
                                                     "anisotropic",
                                                     "long sides"};
  return names[int(group)];
}

Group group_of(std::int64_t number_of_case) {
  const int place = int(number_of_case % round_length);
  if (place < group_count) return Group(place);
  return place % 2 == group_count % 2 ? Group::anisotropic : Group::grad;
}

Case random_case(Group group, Random& random, int samples) {
  const Shape& shape = group == Group::long_sides ? any_of(random, long_shapes) : shapes[int(group)];
  Case c;
  c.dimension = std::uint8_t(shape.dimension);
  c.operation = std::uint8_t(shape.operation);
  c.storage = std::uint8_t(shape.storage);
  c.samples = std::uint16_t(samples);
  c.seed = std::uint32_t(random());
  const bool surface = group == Group::surface_read || group == Group::surface_write;
  if (surface) {
    static constexpr Dimension dimensions[] = {Dimension::d1, Dimension::d2, Dimension::d3,
                                               Dimension::d1_layered, Dimension::d2_layered};
    c.dimension = std::uint8_t(any_of(random, dimensions));
  }
  if (group == Group::grad || (group == Group::anisotropic && pick(random, 3) == 0))
    c.dimension = std::uint8_t(pick(random, int(Dimension::cube_layered) + 1));
  choose_element(random, c, group);
  if (group == Group::long_sides)
    choose_long_size(random, c, has_mips(shape));
  else
    choose_size(random, c);
  if (group == Group::surface_write)
    c.width = std::min(c.width, 31u), c.height = std::min(c.height, 13u), c.depth = std::min(c.depth, 5u);
  const bool mips = has_mips(group) || (group == Group::long_sides && has_mips(shape)) ||
                    (group == Group::gather && pick(random, 2)),
             cube = Dimension(c.dimension) == Dimension::cube ||
                    Dimension(c.dimension) == Dimension::cube_layered;
  c.normalized = cube || pick(random, 3) != 0;
  for (std::uint8_t& mode : c.address)
    mode = std::uint8_t(pick(random, 4));
  for (std::uint32_t& b : c.border)
    b = std::bit_cast<std::uint32_t>(border_value(random, c));
  if (mips) choose_mips(random, c, group);
  if (!surface) choose_array_kind(random, c);
  // Only gradients need it, but any texture can have it.
  const bool takes_anisotropy = !surface && shape.operation != Operation::texel;
  if (takes_anisotropy && c.anisotropy == 0 && pick(random, 8) == 0)
    c.anisotropy = std::uint8_t(2 + pick(random, 15));
  c.seamless = std::uint8_t(cube && pick(random, 2));
  if (shape.operation == Operation::gather) c.component = std::uint8_t(pick(random, 4));
  if (shape.operation == Operation::texel) c.filter = 0, c.normalized = 0, c.srgb = 0;
  c.boundary = std::uint8_t(surface && pick(random, 2));
  return c;
}

FetchAt random_request(const Case& c, Random& random) {
  const auto dimension = Dimension(c.dimension);
  const auto operation = Operation(c.operation);
  const int width = int(c.width), height = int(c.height), depth = int(c.depth);
  FetchAt at;
  at.component = c.component;
  if (operation == Operation::texel) {
    at.texel = pick(random, 6)   ? pick(random, width)
               : pick(random, 3) ? pick(random, 3 * width) - width
                                 : int(random());
    return at;
  }
  if (operation == Operation::surface_read || operation == Operation::surface_write) {
    const auto index = [&](int size) {
      return pick(random, 4)   ? pick(random, size)
             : pick(random, 3) ? pick(random, 3 * size) - size
                               : int(random());
    };
    at.texel = int(std::int64_t(index(width)) * c.format().texel_bytes());
    at.row = index(height);
    at.layer = index(depth);
    return at;
  }
  if (dimension == Dimension::cube || dimension == Dimension::cube_layered) {
    float to[3];
    direction(random, width, to);
    at.x = to[0], at.y = to[1], at.z = to[2];
    at.layer = layer(random, depth / 6);
  } else {
    const bool normalized = c.normalized || c.levels > 1;
    // Uses steps of a level's texels, so that lower levels are tested at their edges too.
    const int level =
        operation == Operation::lod || operation == Operation::grad ? pick(random, c.levels) : 0;
    at.x = coordinate(random, std::max(1, width >> level), normalized);
    if (dimension != Dimension::d1 && dimension != Dimension::d1_layered)
      at.y = coordinate(random, std::max(1, height >> level), normalized);
    if (dimension == Dimension::d3)
      at.z = coordinate(random, std::max(1, depth >> level), normalized);
    else if (dimension != Dimension::d1 && dimension != Dimension::d2)
      at.layer = layer(random, depth);
  }
  if (operation == Operation::lod) at.lod = lod_value(random, c.levels);
  if (operation != Operation::grad) {
    make_extreme(c, random, at);
    return at;
  }
  const float length = std::exp2(uniform(random, -1, float(c.levels)));
  const float other = pick(random, 2) ? length : std::exp2(uniform(random, -1, float(c.levels)));
  at.dx = {gradient(random, length, width), gradient(random, length, height),
           gradient(random, length, depth)};
  at.dy = {gradient(random, other, width), gradient(random, other, height), gradient(random, other, depth)};
  make_extreme(c, random, at);
  return at;
}

void share_gradients(const Case& c, Random& random, std::span<FetchAt> at) {
  if (Operation(c.operation) != Operation::grad) return;
  for (std::size_t first = 0; first < at.size(); first += 4) {
    if (pick(random, 2)) continue;
    const std::span<FetchAt> quad = at.subspan(first, std::min<std::size_t>(4, at.size() - first));
    for (FetchAt& a : quad)
      if (pick(random, 3)) a.dx = quad[0].dx, a.dy = quad[0].dy;
  }
}

} // namespace texelscope::verify
