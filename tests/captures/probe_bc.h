// What the two parts of the block compression probe share: the kinds of arrays, and the file they write.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "tests/captures/probe.h"

namespace texelscope::captures {

struct BlockKind {
  const char* name;
  cudaChannelFormatKind kind;
  cudaResourceViewFormat view;
  std::size_t block_bytes;
  int channels;
  int bits = 8;
  bool srgb = false;
};
inline constexpr BlockKind block_kinds[] = {
    {"bc1", cudaChannelFormatKindUnsignedBlockCompressed1, cudaResViewFormatUnsignedBlockCompressed1, 8, 4},
    {"bc2", cudaChannelFormatKindUnsignedBlockCompressed2, cudaResViewFormatUnsignedBlockCompressed2, 16, 4},
    {"bc3", cudaChannelFormatKindUnsignedBlockCompressed3, cudaResViewFormatUnsignedBlockCompressed3, 16, 4},
    {"bc4u", cudaChannelFormatKindUnsignedBlockCompressed4, cudaResViewFormatUnsignedBlockCompressed4, 8, 1},
    {"bc4s", cudaChannelFormatKindSignedBlockCompressed4, cudaResViewFormatSignedBlockCompressed4, 8, 1},
    {"bc5u", cudaChannelFormatKindUnsignedBlockCompressed5, cudaResViewFormatUnsignedBlockCompressed5, 16, 2},
    {"bc5s", cudaChannelFormatKindSignedBlockCompressed5, cudaResViewFormatSignedBlockCompressed5, 16, 2},
    {"bc6hu", cudaChannelFormatKindUnsignedBlockCompressed6H, cudaResViewFormatUnsignedBlockCompressed6H, 16,
     3, 16},
    {"bc6hs", cudaChannelFormatKindSignedBlockCompressed6H, cudaResViewFormatSignedBlockCompressed6H, 16, 3,
     16},
    {"bc7", cudaChannelFormatKindUnsignedBlockCompressed7, cudaResViewFormatUnsignedBlockCompressed7, 16, 4},
    {"bc1srgb", cudaChannelFormatKindUnsignedBlockCompressed1SRGB, cudaResViewFormatUnsignedBlockCompressed1,
     8, 4, 8, true},
    {"bc2srgb", cudaChannelFormatKindUnsignedBlockCompressed2SRGB, cudaResViewFormatUnsignedBlockCompressed2,
     16, 4, 8, true},
    {"bc3srgb", cudaChannelFormatKindUnsignedBlockCompressed3SRGB, cudaResViewFormatUnsignedBlockCompressed3,
     16, 4, 8, true},
    {"bc7srgb", cudaChannelFormatKindUnsignedBlockCompressed7SRGB, cudaResViewFormatUnsignedBlockCompressed7,
     16, 4, 8, true},
};

inline cudaChannelFormatDesc block_desc(const BlockKind& kind) {
  const auto bits = [&](int channel) { return channel < kind.channels ? kind.bits : 0; };
  return {bits(0), bits(1), bits(2), bits(3), kind.kind};
}

struct Output {
  std::FILE* file;

  // A line of text; a set's line is followed by its binary part.
  void line(const char* format, ...) __attribute__((format(printf, 2, 3))) {
    char text[512];
    va_list values;
    va_start(values, format);
    std::vsnprintf(text, sizeof text, format, values);
    va_end(values);
    std::fprintf(file, "%s\n", text);
    std::puts(text);
  }
  void bytes(const void* from, std::size_t count) {
    if (std::fwrite(from, 1, count, file) != count) std::perror("fwrite"), std::exit(1);
  }
};

// Notes which sizes, layouts and flags cudaMalloc3DArray and cudaMallocMipmappedArray take.
void ask_block_arrays(Output& out, const BlockKind& kind);
void probe_block_uploads(Output& out);

} // namespace texelscope::captures
