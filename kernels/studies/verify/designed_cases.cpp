#include "kernels/studies/verify/designed_cases.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/spec.h"
#include "kernels/unit/texture_unit/quad.h"

namespace texelscope::verify {

namespace {
constexpr ElementKind of_unsigned = ElementKind::unsigned_int, of_signed = ElementKind::signed_int,
                      of_float = ElementKind::floating;

Case plain_case(Dimension dimension, ElementKind kind, int bits, int channels, std::uint32_t seed) {
  Case c;
  c.dimension = std::uint8_t(dimension);
  c.kind = std::uint8_t(kind);
  c.bits = std::uint8_t(bits);
  c.channels = std::uint8_t(channels);
  c.read_mode = std::uint8_t(kind == of_float ? ReadMode::element : ReadMode::normalized_float);
  c.address = {1, 1, 1}; // clamp
  c.filter = std::uint8_t(FilterMode::linear);
  c.seed = seed;
  return c;
}

// Half steps of the weights, from the middle of one texel to that of the next, so that ties are among them.
DesignedCase weights() {
  DesignedCase d{"weights", Text::designed_weights, plain_case(Dimension::d1, of_float, 32, 1, 1), {}};
  d.setup.width = 2;
  for (int k = 0; k <= 512; ++k)
    d.at.push_back({.x = 0.5f + float(k) / 512});
  return d;
}

// Eight products of very different magnitudes: the sum depends on the order and on every rounding.
DesignedCase sums() {
  DesignedCase d{"sums", Text::designed_sums, plain_case(Dimension::d3, of_float, 32, 2, 2), {}};
  d.setup.style = std::uint8_t(TexelStyle::near);
  d.setup.width = 5, d.setup.height = 4, d.setup.depth = 3;
  for (std::uint32_t k = 0; k < 128; ++k)
    d.at.push_back({.x = 0.5f + float(mix(2, 3 * k) % 1024) / 256,
                    .y = 0.5f + float(mix(2, 3 * k + 1) % 768) / 256,
                    .z = 0.5f + float(mix(2, 3 * k + 2) % 512) / 256});
  return d;
}

// Both axes over five periods, in steps that are no steps of the texels.
DesignedCase addresses(std::string_view name, Text label, AddressMode mode) {
  DesignedCase d{name, label, plain_case(Dimension::d2, of_unsigned, 8, 4, 3), {}};
  d.setup.width = 5, d.setup.height = 3;
  d.setup.normalized = 1;
  d.setup.address = {std::uint8_t(mode), std::uint8_t(mode), std::uint8_t(mode)};
  for (std::size_t i = 0; i < 4; ++i)
    d.setup.border[i] = std::bit_cast<std::uint32_t>(0.2f * float(i + 1));
  for (int k = -40; k <= 40; ++k)
    d.at.push_back({.x = float(k) / 16, .y = float(-k) / 16 + 0.1f});
  return d;
}

// One point fetch of each of the 256 codes of a channel.
DesignedCase codes(std::string_view name, Text label, ElementKind kind, bool srgb) {
  DesignedCase d{name, label, plain_case(Dimension::d1, kind, 8, 1, 4), {}};
  d.setup.width = 4096;
  d.setup.filter = std::uint8_t(FilterMode::point);
  d.setup.srgb = srgb;
  const Specimen specimen(d.setup);
  const std::byte* texels = specimen.texture().level[0];
  for (int code = 0; code < 256; ++code) {
    const std::byte* const found = std::find(texels, texels + d.setup.width, std::byte(code));
    d.at.push_back({.x = float(found - texels) + 0.5f});
  }
  return d;
}

// NaN, infinities, denormals and all other bits of half floats, each with its neighbor at three weights.
DesignedCase special_numbers() {
  DesignedCase d{
      "special_numbers", Text::designed_special, plain_case(Dimension::d1, of_float, 16, 4, 5), {}};
  d.setup.style = std::uint8_t(TexelStyle::wild);
  d.setup.width = 64;
  for (int k = 0; k < 189; ++k)
    d.at.push_back({.x = 0.5f + float(k / 3) + float(k % 3) * 127 / 256});
  return d;
}

void add_mips(Case& c) {
  c.width = c.height = 16;
  c.levels = 5;
  c.normalized = 1;
  c.mip_filter = std::uint8_t(FilterMode::linear);
  c.mip_max = 4;
}

// Steps of 1/512 between two levels, and beyond the chain at both ends.
DesignedCase levels() {
  DesignedCase d{"levels", Text::designed_levels, plain_case(Dimension::d2, of_float, 32, 1, 6), {}};
  d.setup.operation = std::uint8_t(Operation::lod);
  add_mips(d.setup);
  for (int k = 0; k <= 256; ++k)
    d.at.push_back({.x = 0.37f, .y = 0.61f, .lod = 1 + float(k) / 512});
  for (const float lod : {-1.0f, -0.25f, 0.0f, 0.499f, 2.75f, 4.0f, 9.0f})
    d.at.push_back({.x = 0.37f, .y = 0.61f, .lod = lod});
  return d;
}

// `longest`: the ratio of the axes of the longest footprint. Four fetches in a row have the same gradients,
// as the threads of a quad.
DesignedCase footprints(std::string_view name, Text label, int anisotropy, float longest,
                        std::uint32_t seed) {
  DesignedCase d{name, label, plain_case(Dimension::d2, of_float, 32, 1, seed), {}};
  d.setup.operation = std::uint8_t(Operation::grad);
  add_mips(d.setup);
  d.setup.anisotropy = std::uint8_t(anisotropy);
  for (int k = 0; k < 256; ++k) {
    const int quad = k / 4;
    const float turn = float(quad % 8) / 8, ratio = 1 + (longest - 1) * float(quad / 8) / 7;
    const float across = std::exp2(float(quad % 3)) / 16, along = across * ratio;
    d.at.push_back({.x = 0.3f + float(k % 2) / 64,
                    .y = 0.6f + float(k / 2 % 2) / 64,
                    .dx = {along * (1 - turn), along * turn, 0},
                    .dy = {-across * turn, across * (1 - turn), 0}});
  }
  return d;
}

// Directions along two edges and around a corner, and the ties between two and three faces.
DesignedCase cube(std::string_view name, Text label, bool seamless) {
  DesignedCase d{name, label, plain_case(Dimension::cube, of_unsigned, 8, 4, 9), {}};
  d.setup.width = d.setup.height = 4;
  d.setup.depth = 6;
  d.setup.normalized = 1;
  d.setup.seamless = seamless;
  for (int k = -32; k <= 32; ++k) {
    const float along = float(k) / 32;
    d.at.push_back({.x = 1, .y = along, .z = 0.97f});
    d.at.push_back({.x = along, .y = -1, .z = -1});
    d.at.push_back({.x = -1, .y = 1, .z = 0.9f + along / 8});
  }
  return d;
}

// Layers outside the texture, and the last ones inside.
DesignedCase layers() {
  DesignedCase d{
      "layers", Text::designed_layers, plain_case(Dimension::d2_layered, of_unsigned, 8, 4, 10), {}};
  d.setup.width = d.setup.height = 3;
  d.setup.depth = 4;
  for (const int layer : {-70000, -65537, -65536, -2, -1, 0, 1, 2, 3, 4, 5, 65535, 65536, 65539, 1 << 30})
    d.at.push_back({.x = 1.25f, .y = 1.75f, .layer = layer});
  return d;
}

// The order of the four texels, and which ones they are at the steps of the weights.
DesignedCase gather() {
  DesignedCase d{"gather", Text::designed_gather, plain_case(Dimension::d2, of_unsigned, 8, 4, 11), {}};
  d.setup.operation = std::uint8_t(Operation::gather);
  d.setup.component = 1;
  d.setup.width = d.setup.height = 4;
  for (int k = -16; k < 80; ++k)
    d.at.push_back({.x = float(k) / 16 + 1.0f / 1024, .y = float(k) / 16 - 1.0f / 1024, .component = 1});
  return d;
}

// Indices inside and outside of linear memory.
DesignedCase indices() {
  DesignedCase d{"indices", Text::designed_indices, plain_case(Dimension::d1, of_signed, 16, 1, 12), {}};
  d.setup.operation = std::uint8_t(Operation::texel);
  d.setup.storage = std::uint8_t(Storage::linear);
  d.setup.filter = std::uint8_t(FilterMode::point);
  d.setup.width = 8;
  for (const int texel : {-1000000, -2, -1, 0, 1, 6, 7, 8, 9, 1 << 27, 1 << 30})
    d.at.push_back({.texel = texel});
  return d;
}

std::vector<DesignedCase> make_cases() {
  std::vector<DesignedCase> all = {
      weights(),
      sums(),
      addresses("wrap", Text::designed_wrap, AddressMode::wrap),
      addresses("clamp", Text::designed_clamp, AddressMode::clamp),
      addresses("mirror", Text::designed_mirror, AddressMode::mirror),
      addresses("border", Text::designed_border, AddressMode::border),
      codes("unsigned_codes", Text::designed_unsigned, of_unsigned, false),
      codes("signed_codes", Text::designed_signed, of_signed, false),
      codes("srgb_codes", Text::designed_srgb, of_unsigned, true),
      special_numbers(),
      levels(),
      footprints("gradients", Text::designed_gradients, 0, 4, 7),
      footprints("anisotropy", Text::designed_anisotropy, 16, 20, 8),
      cube("cube_edges", Text::designed_cube, false),
      cube("seamless_edges", Text::designed_seamless, true),
      layers(),
      gather(),
      indices(),
  };
  for (DesignedCase& d : all) {
    d.setup.samples = std::uint16_t(d.at.size());
    unit::set_quad_lanes(d.at);
  }
  return all;
}
} // namespace

std::vector<std::uint32_t> DesignedCase::requests() const {
  const std::size_t count = request_value_count(setup);
  std::vector<std::uint32_t> values(at.size() * count);
  for (std::size_t i = 0; i < at.size(); ++i)
    put_request(setup, at[i], values.data() + i * count);
  return values;
}

const std::vector<DesignedCase>& designed_cases() {
  static const std::vector<DesignedCase> all = make_cases();
  return all;
}

std::vector<DesignedResult> fetch_designed(Device& device) {
  std::vector<DesignedResult> results;
  for (const DesignedCase& designed : designed_cases()) {
    const Specimen specimen(designed.setup);
    DesignedResult& result = results.emplace_back();
    if (auto got = device.run(designed.setup, specimen.texture(), designed.at, result.refusal))
      result.components = std::move(*got);
  }
  return results;
}

std::size_t count_differing(const DesignedCase& designed, std::span<const std::uint32_t> components) {
  Specimen specimen(designed.setup);
  const std::vector<std::uint32_t> model =
      model_results(designed.setup, specimen.texture(), designed.at, specimen.bytes().data());
  const std::size_t count = result_component_count(designed.setup);
  std::size_t differing = 0;
  for (std::size_t i = 0; i < designed.at.size(); ++i)
    differing += !std::equal(model.begin() + std::ptrdiff_t(i * count),
                             model.begin() + std::ptrdiff_t((i + 1) * count),
                             components.begin() + std::ptrdiff_t(i * count));
  return differing;
}

} // namespace texelscope::verify
