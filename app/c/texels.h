// Internal to the library for C: texels, samplers and columns of a caller's memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/state/session/texel.h"
#include "texelscope/texelscope.h"
#include "texelscope/texture_unit.h"

namespace texelscope::c {

// A caller's texels, checked as far as memory and enumerators go.
struct GivenTexels {
  TextureResource resource;
  TexelStorage storage = TexelStorage::copied;
  std::vector<std::array<std::int64_t, 4>> strides; // empty: tight
};
GivenTexels given_texels(const texelscope_texels* texels);

TextureDesc given_sampler(const texelscope_sampler* sampler); // null: all members are 0

// Throws std::invalid_argument as TextureObject does, for texels of these sizes and a sampler.
void check_resource(const TextureResource& resource, const TextureDesc& desc);

TextureShape shape_of(const TextureResource& resource);

// Copies a box of entries, `size` along x, y and z with `numbers` numbers of `bytes` each, tightly to `to`.
// `strides`: along x, y, z and from number to number.
void pack(const std::byte* from, const std::array<std::int64_t, 4>& strides,
          const std::array<std::size_t, 3>& size, std::size_t numbers, std::size_t bytes, std::byte* to);
// A level of strided texels, tightly packed. The resource must have been checked.
std::vector<std::byte> packed_level(const GivenTexels& texels, int level);

// Throws a Refusal unless the enumerator's number is from 0 to `last`.
void check_enumerator(std::int32_t number, int last, const char* member);

} // namespace texelscope::c
