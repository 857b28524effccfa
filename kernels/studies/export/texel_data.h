// Internal to the exports: a texture's texels as bytes that a program uploads.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/unit/image/image.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope::program {

struct TexelLevel {
  std::size_t offset = 0;               // of its first byte
  int width = 0, height = 0, depth = 0; // texels; depth: slices, layers or faces
  std::size_t row_bytes = 0, rows = 0;  // of one plane: rows of blocks where the texels are blocks
};

struct TexelData {
  std::vector<std::byte> bytes;
  std::vector<TexelLevel> levels;
};

// Texels as they lie in memory: packed to 32 bits or as blocks, if the channel kind requires it.
TexelData memory_texels(const Image& image, const Effective& effective);
// Texels as the texture object sees them: the levels, layers and element of its view, rows where a wrong
// pitch puts them. Packed texels and blocks are decoded.
TexelData seen_texels(const Image& image, const Effective& effective);

// 32-bit values in hex, eight per line, as the inside of an initializer.
std::string hex_values(const std::vector<std::byte>& bytes);

} // namespace texelscope::program
