#include "kernels/verify/random_cases.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "kernels/half.h"

namespace texelscope::verify {

namespace {
float uniform(Random& random, float low, float high) {
  return low + (high - low) * float(random() >> 8) * 0x1p-24f;
}
int pick(Random& random, int count) {
  return int(random() % unsigned(count));
}
template <class T, std::size_t n>
T any_of(Random& random, const T (&list)[n]) {
  return list[random() % n];
}

float nudge(float value, int ulps) {
  const std::uint32_t bits = float_bits(value);
  std::int32_t ordered =
      bits & 0x80000000u ? -std::int32_t(bits & 0x7fffffffu) : std::int32_t(bits); // neighbours differ by one
  ordered += ulps;
  return bits_float(ordered < 0 ? 0x80000000u | std::uint32_t(-ordered) : std::uint32_t(ordered));
}

float strange_number(Random& random) {
  static constexpr float inf = std::numeric_limits<float>::infinity();
  static constexpr float list[] = {
      0.0f,         -0.0f,         1e-45f,       -1e-45f,
      1e-39f,       -1e-39f,       1.2e-38f,     -1.2e-38f,
      1e-10f,       -1e-10f,       -0x1p-25f,    -0x1p-22f,
      -0x1p-21f,    0x1p-22f,      16777216.f,   -16777216.f,
      2147483648.f, -2147483648.f, 4294967296.f, 1e9f,
      -1e9f,        1e20f,         -1e20f,       3.4e38f,
      -3.4e38f,     inf,           -inf,         std::numeric_limits<float>::quiet_NaN()};
  return any_of(random, list);
}

// A coordinate on an axis of `size` texels, as the sampler takes it.
float coordinate(Random& random, int size, bool normalized) {
  static constexpr int ways[] = {0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 4, 5, 6};
  const float scale = normalized ? 1 / float(size) : 1;
  switch (any_of(random, ways)) {
  case 0:
    return uniform(random, -1, 2) * (normalized ? 1 : float(size));
  case 1:
    return (float(pick(random, 3 * size) - size) + 0.5f) * scale; // centres
  case 2:
    return float(pick(random, 3 * size + 1) - size) * scale; // edges
  case 3:                                                    // steps of the weights and their middles
    return nudge((float(pick(random, 3 * size) - size) + float(pick(random, 512)) / 512) * scale,
                 pick(random, 7) - 3);
  case 4:
    return float(pick(random, 2048) - 512) / 512; // short binary fractions
  case 5:
    return uniform(random, -40, 40) * (normalized ? 1 : float(size));
  default:
    return strange_number(random);
  }
}

// A direction to a cube's face of `size` texels: anywhere, at texels' steps, near edges and corners, ties,
// strange.
void direction(Random& random, int size, float (&to)[3]) {
  const int major = pick(random, 3), way = pick(random, 10);
  const float length =
      pick(random, 3) == 0 ? std::exp2(uniform(random, -40, 40)) : std::exp2(float(pick(random, 9) - 4));
  for (float& c : to)
    c = uniform(random, -1, 1) * length;
  if (way < 3) return;
  to[major] = pick(random, 2) ? length : -length;
  for (int i = 0; i < 3; ++i) {
    if (i == major) continue;
    if (way < 6)
      to[i] = nudge((2 * (float(pick(random, size * 512)) / 512) / float(size) - 1) * length,
                    pick(random, 7) - 3);
    else if (way < 8)
      to[i] = pick(random, 2) ? nudge(pick(random, 2) ? length : -length, pick(random, 9) - 4) : to[i];
    else if (way == 8)
      to[i] = any_of(random, {0.0f, -0.0f, length, -length, 0.5f * length, -0.25f * length});
  }
  if (way == 9) to[pick(random, 3)] = strange_number(random);
}

float lod_value(Random& random, int levels) {
  switch (pick(random, 8)) {
  case 0:
    return float(pick(random, levels + 3) - 1);
  case 1:
    return nudge(float(pick(random, (levels + 2) * 512) - 512) / 512, pick(random, 7) - 3);
  case 2:
    return strange_number(random);
  case 3:
    return uniform(random, -20, 20);
  default:
    return uniform(random, -1, float(levels) + 1);
  }
}

// A gradient whose footprint is up to `texels` long on an axis of `size`.
float gradient(Random& random, float texels, int size) {
  const float length = texels / float(size);
  switch (pick(random, 5)) {
  case 0:
    return 0;
  case 1:
    return length * (pick(random, 2) ? 1.0f : -1.0f);
  default:
    return length * uniform(random, -1, 1);
  }
}

int layer(Random& random, int layers) {
  if (pick(random, 8)) return pick(random, layers);
  return pick(random, 4) ? pick(random, 2 * layers + 8) - layers - 4 : int(random());
}

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

struct Element {
  ElementKind kind;
  std::uint8_t bits;
  ReadMode read_mode;
  bool srgb;
  bool filtered; // linear is legal
};
constexpr ElementKind u = ElementKind::unsigned_int, s = ElementKind::signed_int, f = ElementKind::floating;
constexpr Element elements[] = {
    {u, 8, ReadMode::normalized_float, false, true}, {u, 16, ReadMode::normalized_float, false, true},
    {s, 8, ReadMode::normalized_float, false, true}, {s, 16, ReadMode::normalized_float, false, true},
    {u, 8, ReadMode::normalized_float, true, true},  {f, 16, ReadMode::element, false, true},
    {f, 32, ReadMode::element, false, true},         {u, 8, ReadMode::element, false, false},
    {s, 8, ReadMode::element, false, false},         {u, 16, ReadMode::element, false, false},
    {s, 16, ReadMode::element, false, false},        {u, 32, ReadMode::element, false, false},
    {s, 32, ReadMode::element, false, false}};

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
};

bool has_mips(Group g) {
  return (g >= Group::lod_1d && g <= Group::plain_mips) || g == Group::grad || g == Group::anisotropic;
}

// Mostly small and odd, at times as long as an axis gets.
std::uint32_t side(Random& random, std::uint32_t room) {
  static constexpr std::uint32_t small[] = {1, 2, 3, 4, 5, 7, 8, 13, 16, 31, 64, 257};
  static constexpr std::uint32_t large[] = {1000, 4096, 4097, 8191, 8192, 8193, 10000, 16383, 16384};
  const std::uint32_t wanted = pick(random, 8) ? any_of(random, small) : any_of(random, large);
  return std::clamp(wanted, 1u, std::max(1u, room));
}

// Textures stay small, so that many can be drawn.
constexpr std::uint32_t most_texels = 65536;

void choose_size(Random& random, Case& c) {
  c.width = side(random, 16384);
  switch (Dimension(c.dimension)) {
  case Dimension::d1:
    break;
  case Dimension::d1_layered:
    c.depth = 1 + std::uint32_t(pick(random, 7));
    break;
  case Dimension::d2:
    c.height = side(random, most_texels / c.width);
    break;
  case Dimension::d2_layered:
    c.height = side(random, most_texels / c.width);
    c.depth = 1 + std::uint32_t(pick(random, 5));
    break;
  case Dimension::d3: {
    static constexpr std::uint32_t sides[] = {1, 2, 3, 5, 7, 8, 13, 16, 32};
    c.width = pick(random, 12) ? any_of(random, sides) : std::min(c.width, 2048u);
    c.height = pick(random, 12) ? any_of(random, sides) : side(random, 2048);
    c.depth = pick(random, 12) ? any_of(random, sides) : side(random, 2048);
    while (c.width * c.height * c.depth > most_texels)
      (c.depth > c.height ? c.depth : c.height > 1 ? c.height : c.width) /= 2;
    break;
  }
  case Dimension::cube:
  case Dimension::cube_layered:
    c.width = c.height = side(random, 100);
    c.depth = Dimension(c.dimension) == Dimension::cube ? 6 : 6 * (1 + std::uint32_t(pick(random, 3)));
    break;
  }
  if (Dimension(c.dimension) != Dimension::cube && Dimension(c.dimension) != Dimension::cube_layered &&
      pick(random, 2) && c.height > 1)
    std::swap(c.width, c.height);
}

constexpr int filtered_elements = 7;     // the first ones
constexpr int first_surface_element = 5; // surfaces know neither normalized values nor sRGB

void choose_element(Random& random, Case& c, Group group) {
  const bool surface = group == Group::surface_read || group == Group::surface_write;
  const int first = surface ? first_surface_element : 0;
  const int count = group == Group::anisotropic ? filtered_elements : int(std::size(elements));
  const Element& e = elements[first + pick(random, count - first)];
  c.kind = std::uint8_t(e.kind);
  c.bits = e.bits;
  c.channels = any_of(random, {std::uint8_t(1), std::uint8_t(2), std::uint8_t(4)});
  c.style = e.kind == f ? std::uint8_t(pick(random, 3)) : 0;
  c.read_mode = std::uint8_t(e.read_mode);
  c.srgb = e.srgb;
  c.filter = e.filtered && pick(random, 4);
}

void choose_mips(Random& random, Case& c, Group group) {
  std::uint32_t largest = std::max(c.width, c.height);
  if (Dimension(c.dimension) == Dimension::d3) largest = std::max(largest, c.depth);
  if (Dimension(c.dimension) == Dimension::d1 || Dimension(c.dimension) == Dimension::d1_layered)
    largest = c.width;
  const int most = std::min(int(std::bit_width(largest)), Texture::most_levels);
  c.levels = std::uint8_t(pick(random, 3) ? most : 1 + pick(random, most));
  c.mip_filter = std::uint8_t(pick(random, 3) != 0);
  c.mip_max = pick(random, 3) ? float(c.levels) : uniform(random, -1, float(c.levels) + 1);
  c.mip_min = pick(random, 3) ? 0 : uniform(random, -1, float(c.levels));
  c.mip_bias = pick(random, 3) ? 0 : uniform(random, -3, 3);
  if (pick(random, 16) == 0) c.mip_bias = strange_number(random);
  if (pick(random, 16) == 0) (pick(random, 2) ? c.mip_min : c.mip_max) = strange_number(random);
  c.no_trilinear_optimization = std::uint8_t(pick(random, 2));
  if (group == Group::anisotropic) {
    c.anisotropy = std::uint8_t(2 + pick(random, 15));
    c.filter = 1;
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
                                                     "anisotropic"};
  return names[int(group)];
}

Case random_case(Group group, Random& random, int samples) {
  const Shape& shape = shapes[int(group)];
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
  if (group == Group::grad) c.dimension = std::uint8_t(pick(random, int(Dimension::cube_layered) + 1));
  choose_element(random, c, group);
  choose_size(random, c);
  if (group == Group::surface_write)
    c.width = std::min(c.width, 31u), c.height = std::min(c.height, 13u), c.depth = std::min(c.depth, 5u);
  const bool mips = has_mips(group), cube = Dimension(c.dimension) == Dimension::cube ||
                                            Dimension(c.dimension) == Dimension::cube_layered;
  c.normalized = cube || pick(random, 3) != 0;
  for (std::uint8_t& mode : c.address)
    mode = std::uint8_t(pick(random, 4));
  for (std::uint32_t& b : c.border)
    b = std::bit_cast<std::uint32_t>(border_value(random, c));
  if (mips) choose_mips(random, c, group);
  c.seamless = std::uint8_t(cube && pick(random, 2));
  if (group == Group::gather) c.component = std::uint8_t(pick(random, c.channels));
  if (group == Group::texel) c.filter = 0, c.normalized = 0, c.srgb = 0;
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
    // Steps of a level's texels, so that lower levels are probed at their edges too.
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
  if (operation != Operation::grad) return at;
  const float length = std::exp2(uniform(random, -1, float(c.levels)));
  const float other = pick(random, 2) ? length : std::exp2(uniform(random, -1, float(c.levels)));
  at.dx = {gradient(random, length, width), gradient(random, length, height),
           gradient(random, length, depth)};
  at.dy = {gradient(random, other, width), gradient(random, other, height), gradient(random, other, depth)};
  return at;
}

} // namespace texelscope::verify
