#include "kernels/reports/cases/case.h"

#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "kernels/state/session/format_name.h"
#include "kernels/unit/batch/batch_fetch.h"
#include "kernels/unit/image/image.h"

namespace texelscope::verify {

namespace {
// The bits of channel number `index` (texel * channels + channel), in the low `bits` bits.
std::uint32_t texel_bits(const Case& c, std::uint32_t index) {
  const std::uint32_t random = mix(c.seed, index);
  if (ElementKind(c.kind) != ElementKind::floating || TexelStyle(c.style) == TexelStyle::wild)
    return c.bits == 32 ? random : random & ((1u << c.bits) - 1u);
  const bool near = TexelStyle(c.style) == TexelStyle::near;
  if (c.bits == 16) {
    const std::uint32_t exponent = near ? 9u + (random >> 16) % 13u : (random >> 16) % 15u;
    return (near ? (random >> 31) << 15 : 0u) | exponent << 10 | (random & 1023u);
  }
  const std::uint32_t exponent = near ? 121u + (random >> 23) % 13u : 126u - (random >> 23) % 24u;
  return (near ? (mix(c.seed, ~index) >> 31) << 31 : 0u) | exponent << 23 | (random & 0x7fffffu);
}

// Calls visit(float or int&) for every used part of a request, in the order of put_request.
template <class At, class Float, class Int>
void visit_request(const Case& c, At& at, Float&& number, Int&& integer) {
  const auto dimension = Dimension(c.dimension);
  const auto operation = Operation(c.operation);
  if (operation == Operation::texel) return integer(at.texel);
  const auto n = std::size_t(coordinate_count(dimension));
  if (operation == Operation::surface_read || operation == Operation::surface_write) {
    integer(at.texel);
    if (n > 1) integer(at.row);
    if (n > 2 || is_layered(dimension)) integer(at.layer);
    return;
  }
  const auto vector = [&](auto& x, auto& y, auto& z) {
    number(x);
    if (n > 1) number(y);
    if (n > 2) number(z);
  };
  vector(at.x, at.y, at.z);
  if (is_layered(dimension)) integer(at.layer);
  if (operation == Operation::lod) number(at.lod);
  if (operation != Operation::grad) return;
  vector(at.dx.x, at.dx.y, at.dx.z);
  vector(at.dy.x, at.dy.y, at.dy.z);
}
} // namespace

Sampler Case::sampler() const {
  Sampler s;
  s.normalized_coords = normalized != 0;
  for (std::size_t i = 0; i < 3; ++i)
    s.address[i] = AddressMode(address[i]);
  for (std::size_t i = 0; i < 4; ++i)
    s.border_color[i] = std::bit_cast<float>(border[i]);
  s.filter = FilterMode(filter);
  s.read_mode = ReadMode(read_mode);
  s.srgb = srgb != 0;
  s.mip_filter = FilterMode(mip_filter);
  s.mip_bias = mip_bias;
  s.mip_min = mip_min;
  s.mip_max = mip_max;
  s.max_anisotropy = anisotropy;
  s.seamless_cube = seamless != 0;
  s.disable_trilinear_optimization = no_trilinear_optimization != 0;
  return s;
}

std::uint32_t mix(std::uint32_t seed, std::uint32_t index) {
  std::uint64_t z = (std::uint64_t(seed) << 32 | index) + 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return std::uint32_t((z ^ (z >> 31)) >> 16);
}

Specimen::Specimen(const Case& c) {
  Texture& t = texture_;
  t.dimension = Dimension(c.dimension);
  t.storage = Storage(c.storage);
  t.format = c.format();
  t.width = int(c.width), t.height = int(c.height), t.planes = int(c.depth);
  t.level_count = c.levels;
  t.gather_array = ArrayKind(c.array_kind) == ArrayKind::gather;
  t.one_level = ArrayKind(c.array_kind) == ArrayKind::mipmapped;
  t.mipmapped = c.levels > 1 || t.one_level;
  t.sampler = c.sampler();
  std::size_t texels = 0;
  std::array<std::size_t, max_mip_levels> first = {};
  for (int level = 0; level < t.level_count; ++level) {
    first[std::size_t(level)] = texels;
    const auto [width, height, depth] = t.size_of(level);
    texels += std::size_t(width) * std::size_t(height) * std::size_t(depth);
  }
  const std::size_t bytes = c.bits / 8u;
  bytes_.resize(texels * c.channels * bytes + Image::padding);
  for (std::size_t i = 0; i < texels * c.channels; ++i) {
    const std::uint32_t word = texel_bits(c, std::uint32_t(i));
    std::memcpy(bytes_.data() + i * bytes, &word, bytes);
  }
  for (int level = 0; level < t.level_count; ++level)
    t.level[std::size_t(level)] =
        bytes_.data() + first[std::size_t(level)] * std::size_t(t.format.texel_bytes());
}

std::size_t request_value_count(const Case& c) {
  std::size_t count = 0;
  FetchAt at;
  const auto one = [&](auto&) { ++count; };
  visit_request(c, at, one, one);
  return count;
}

std::size_t result_component_count(const Case& c) {
  switch (Operation(c.operation)) {
  case Operation::gather:
    return 4;
  case Operation::surface_read:
    return std::size_t(c.format().texel_bytes() + 3) / 4;
  case Operation::surface_write:
    return 2;
  default:
    return c.channels;
  }
}

void put_request(const Case& c, const FetchAt& at, std::uint32_t* values) {
  visit_request(
      c, at, [&](float value) { *values++ = std::bit_cast<std::uint32_t>(value); },
      [&](int value) { *values++ = std::uint32_t(value); });
}

FetchAt get_request(const Case& c, const std::uint32_t* values) {
  FetchAt at;
  visit_request(
      c, at, [&](float& value) { value = std::bit_cast<float>(*values++); },
      [&](int& value) { value = int(*values++); });
  at.component = c.component;
  return at;
}

std::string class_name(const Case& c) {
  static constexpr const char* dimensions[] = {"1d",         "2d",   "3d",          "1d-layered",
                                               "2d-layered", "cube", "cube-layered"};
  static constexpr const char* operations[] = {"tex",        "texLod",   "texGrad",  "gather",
                                               "tex1Dfetch", "surfread", "surfwrite"};
  static constexpr const char* storages[] = {"", " pitch", " linear memory"};
  static constexpr const char* array_kinds[] = {"", " gather-array", " mipmapped-array", " opengl"};
  const ElementFormat format = c.format();
  std::string name = fmt::format("{} {}{}{}", dimensions[c.dimension], operations[c.operation],
                                 storages[c.storage], array_kinds[c.array_kind]);
  if (c.operation <= int(Operation::gather) && Operation(c.operation) != Operation::gather)
    name += c.filter ? " linear" : " point";
  if (c.levels > 1) name += c.mip_filter ? " mip-linear" : " mip-point";
  if (c.anisotropy > 1) name += " anisotropic";
  name += " " + element_name(format);
  if (c.srgb)
    name += " srgb";
  else if (c.read_mode)
    name += " normalized";
  return name;
}

SurfaceBits written_value(const Case& c, std::size_t index) {
  SurfaceBits bits;
  for (std::size_t i = 0; i < bits.size(); ++i)
    bits[i] = mix(c.seed, ~std::uint32_t(index * 4 + i));
  return bits;
}

} // namespace texelscope::verify
