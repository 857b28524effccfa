#include "kernels/studies/verify/random_textures.h"

#include <algorithm>
#include <bit>

#include "kernels/state/session/size_limits.h"
#include "kernels/studies/verify/random_numbers.h"

namespace texelscope::verify {

namespace {
struct Element {
  ElementKind kind;
  std::uint8_t bits;
  ReadMode read_mode;
  bool srgb;
  bool filtered; // linear filtering is legal
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

constexpr int first_surface_element = 5; // surfaces support neither normalized values nor sRGB

// Mostly small and odd, sometimes as long as an axis can be.
std::uint32_t side(Random& random, std::uint32_t room) {
  static constexpr std::uint32_t small[] = {1, 2, 3, 4, 5, 7, 8, 13, 16, 31, 64, 257};
  static constexpr std::uint32_t large[] = {1000, 4096, 4097, 8191, 8192, 8193, 10000, 16383, 16384};
  const std::uint32_t wanted = pick(random, 8) ? any_of(random, small) : any_of(random, large);
  return std::clamp(wanted, 1u, std::max(1u, room));
}

// Textures stay small, so that many can be drawn.
constexpr std::uint32_t max_texels = 65536;
} // namespace

void choose_element(Random& random, Case& c, Group group) {
  const bool surface = group == Group::surface_read || group == Group::surface_write;
  const int first = surface ? first_surface_element : 0;
  const Element& e = elements[first + pick(random, int(std::size(elements)) - first)];
  c.kind = std::uint8_t(e.kind);
  c.bits = e.bits;
  c.channels = any_of(random, {std::uint8_t(1), std::uint8_t(2), std::uint8_t(4)});
  c.style = e.kind == f ? std::uint8_t(pick(random, 3)) : 0;
  c.read_mode = std::uint8_t(e.read_mode);
  c.srgb = e.srgb;
  c.filter = e.filtered && pick(random, 4);
}

void choose_size(Random& random, Case& c) {
  c.width = side(random, 16384);
  switch (Dimension(c.dimension)) {
  case Dimension::d1:
    break;
  case Dimension::d1_layered:
    c.depth = 1 + std::uint32_t(pick(random, 7));
    break;
  case Dimension::d2:
    c.height = side(random, max_texels / c.width);
    break;
  case Dimension::d2_layered:
    c.height = side(random, max_texels / c.width);
    c.depth = 1 + std::uint32_t(pick(random, 5));
    break;
  case Dimension::d3: {
    static constexpr std::uint32_t sides[] = {1, 2, 3, 5, 7, 8, 13, 16, 32};
    c.width = pick(random, 12) ? any_of(random, sides) : std::min(c.width, 2048u);
    c.height = pick(random, 12) ? any_of(random, sides) : side(random, 2048);
    c.depth = pick(random, 12) ? any_of(random, sides) : side(random, 2048);
    while (c.width * c.height * c.depth > max_texels)
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

void choose_long_size(Random& random, Case& c, bool mips) {
  static constexpr std::uint32_t short_of_32768[] = {16385, 17000, 20000, 24576, 25001, 32767, 32768};
  static constexpr std::uint32_t sides[] = {16385, 20000, 32767, 32768, 32769,  40000,  50021, 64999,
                                            65000, 65536, 65537, 80000, 100003, 131071, 131072};
  static constexpr std::uint32_t depths[] = {2047, 2048, 2049, 2300, 2301, 2302, 2303, 2500,  3000,  3001,
                                             4095, 4096, 4097, 5000, 8191, 8192, 8193, 10007, 16383, 16384};
  const auto dimension = Dimension(c.dimension);
  const TextureShape shape{.dimension = dimension, .level_count = mips ? 2 : 1};
  const bool gathers = Operation(c.operation) == Operation::gather;
  const SizeLimit limit = size_limit(shape, Storage(c.storage), gathers);
  LargestSize largest = common_largest_sizes[std::size_t(limit)];
  largest[0] = largest_width(limit, common_largest_sizes, c.format());
  const std::uint32_t few = 1 + std::uint32_t(pick(random, 4));
  if (dimension == Dimension::d3) {
    std::uint32_t* const axes[] = {&c.width, &c.height, &c.depth};
    const int long_axis = pick(random, 3);
    for (int axis = 0; axis < 3; ++axis)
      *axes[axis] = axis == long_axis ? any_of(random, depths) : 1 + std::uint32_t(pick(random, 4));
    return;
  }
  const bool upright = !is_1d(dimension) && pick(random, 2);
  const auto longest = std::uint32_t(largest[upright ? 1 : 0]);
  const std::uint32_t side =
      std::min(longest, longest <= 32768 ? any_of(random, short_of_32768) : any_of(random, sides));
  (upright ? c.height : c.width) = side;
  if (!is_1d(dimension)) (upright ? c.width : c.height) = few;
  if (dimension == Dimension::d1_layered || dimension == Dimension::d2_layered)
    c.depth = 1 + std::uint32_t(pick(random, 3));
}

void choose_array_kind(Random& random, Case& c) {
  const auto dimension = Dimension(c.dimension);
  const TextureShape shape{.dimension = dimension, .level_count = 2};
  const auto fits = [&](SizeLimit limit) {
    const LargestSize& largest = common_largest_sizes[std::size_t(limit)];
    return int(c.width) <= largest[0] && (is_1d(dimension) || int(c.height) <= largest[1]);
  };
  if (Storage(c.storage) != Storage::array) return;
  const bool mipmaps = Operation(c.operation) != Operation::gather &&
                       fits(size_limit(shape, Storage::array, false)),
             gathers = dimension == Dimension::d2 && fits(SizeLimit::texture_2d_gather);
  const bool shares = mipmaps && (dimension == Dimension::d2 || dimension == Dimension::d2_layered ||
                                  dimension == Dimension::d3);
  if (shares && pick(random, 16) == 0)
    c.array_kind = std::uint8_t(ArrayKind::shared);
  else if (c.levels > 1)
    return;
  else if (gathers && pick(random, 2))
    c.array_kind = std::uint8_t(ArrayKind::gather);
  else if (mipmaps && pick(random, 4) == 0)
    c.array_kind = std::uint8_t(ArrayKind::mipmapped), c.mip_filter = std::uint8_t(pick(random, 2));
}

void choose_mips(Random& random, Case& c, Group group) {
  std::uint32_t largest = std::max(c.width, c.height);
  if (Dimension(c.dimension) == Dimension::d3) largest = std::max(largest, c.depth);
  if (Dimension(c.dimension) == Dimension::d1 || Dimension(c.dimension) == Dimension::d1_layered)
    largest = c.width;
  const int max_levels = std::min(int(std::bit_width(largest)), max_mip_levels);
  c.levels = std::uint8_t(pick(random, 3) ? max_levels : 1 + pick(random, max_levels));
  c.mip_filter = std::uint8_t(pick(random, 3) != 0);
  c.mip_max = pick(random, 3) ? float(c.levels) : uniform(random, -1, float(c.levels) + 1);
  c.mip_min = pick(random, 3) ? 0 : uniform(random, -1, float(c.levels));
  c.mip_bias = pick(random, 3) ? 0 : uniform(random, -3, 3);
  if (pick(random, 16) == 0) c.mip_bias = strange_number(random);
  if (pick(random, 16) == 0) (pick(random, 2) ? c.mip_min : c.mip_max) = strange_number(random);
  c.no_trilinear_optimization = std::uint8_t(pick(random, 2));
  if (group == Group::anisotropic || (group == Group::long_sides && pick(random, 2)))
    c.anisotropy = std::uint8_t(2 + pick(random, 15));
}

} // namespace texelscope::verify
