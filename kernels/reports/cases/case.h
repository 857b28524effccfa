// One texture, sampler and way of fetching as a plain record, drawn at random by verify or stored in
// captures. The texels are a pure function of it, so that a record of some eighty bytes contains everything.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/unit/texture_unit/surface.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::verify {

// The bits of the texels.
enum class TexelStyle : std::uint8_t {
  unit, // integers: any code; floats: in [0,1)
  near, // floats: either sign, magnitudes from 2^-6 to 2^7
  wild  // floats: any bits at all, including NaN, Inf and denormals
};

// The operation on the texture: texelscope::FetchKind, or a surface function.
enum class Operation : std::uint8_t { plain, lod, grad, gather, texel, surface_read, surface_write };

// How an array is made: plain, with cudaArrayTextureGather, as a mipmapped array of one level, or by OpenGL.
enum class ArrayKind : std::uint8_t { plain, gather, mipmapped, shared };

// 72 bytes in a capture file, in this order; enums have their values in spec.h and texture_unit.h.
struct Case {
  std::uint8_t kind = 0, bits = 8, channels = 1, style = 0; // ElementKind, TexelStyle
  std::uint8_t dimension = 1, storage = 0, operation = 0, levels = 1;
  std::uint8_t filter = 0, read_mode = 0, normalized = 0, srgb = 0;
  std::array<std::uint8_t, 3> address = {0, 0, 0}; // as requested (also wrap without normalized coordinates)
  std::uint8_t mip_filter = 0;
  std::uint8_t anisotropy = 0, seamless = 0, no_trilinear_optimization = 0;
  std::uint8_t component = 0;  // gather
  std::uint8_t boundary = 0;   // surfaces: BoundaryMode
  std::uint8_t array_kind = 0; // ArrayKind
  std::uint16_t samples = 0;
  std::array<std::uint32_t, 4> border = {0, 0, 0, 0}; // float bits
  float mip_bias = 0, mip_min = 0, mip_max = 0;
  std::uint32_t width = 1, height = 1, depth = 1; // depth: slices, layers, or faces
  std::uint32_t seed = 0;
  std::uint32_t reserved = 0;

  ElementFormat format() const { return {ElementKind(kind), bits, channels}; }
  Sampler sampler() const;
  bool operator==(const Case&) const = default;
};
static_assert(sizeof(Case) == 72);

// A well-mixed 32-bit number from a seed and an index.
std::uint32_t mix(std::uint32_t seed, std::uint32_t index);

// The case's texture with its texels, all levels one after the other.
class Specimen {
public:
  explicit Specimen(const Case& c);
  Specimen(const Specimen&) = delete;
  Specimen& operator=(const Specimen&) = delete;
  const Texture& texture() const { return texture_; }
  Texture& texture() { return texture_; }
  std::vector<std::byte>& bytes() { return bytes_; }

private:
  std::vector<std::byte> bytes_;
  Texture texture_;
};

// The number of 32-bit values in a request, and of components that are returned for it.
std::size_t request_value_count(const Case& c);
std::size_t result_component_count(const Case& c);
// Converts a request to 32-bit values and back: float bits of the coordinates, then the layer, then LOD or
// gradients; tex1Dfetch's index; a surface's x in bytes, y and z or layer.
void put_request(const Case& c, const FetchAt& at, std::uint32_t* values);
FetchAt get_request(const Case& c, const std::uint32_t* values);

// "3d tex linear u8x4 normalized": for a table and for searching.
std::string class_name(const Case& c);

// The value of surface write number `index`.
SurfaceBits written_value(const Case& c, std::size_t index);

} // namespace texelscope::verify
