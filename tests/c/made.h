// Textures, made through the library for C.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "texelscope/texelscope.h"

namespace texelscope::testing {

inline texelscope_texels texels_2d(const void* const* levels, int channel_kind, int bits, int channels,
                                   int width, int height) {
  texelscope_texels texels = {};
  texels.size = sizeof texels;
  texels.kind = TEXELSCOPE_2D;
  texels.channel_kind = channel_kind, texels.bits = bits, texels.channels = channels;
  texels.width = width, texels.height = height, texels.depth = 1;
  texels.level_count = 1, texels.levels = levels;
  return texels;
}

inline texelscope_sampler linear_sampler() {
  texelscope_sampler sampler = {};
  sampler.size = sizeof sampler;
  for (std::int32_t& mode : sampler.address_mode)
    mode = TEXELSCOPE_ADDRESS_CLAMP;
  sampler.filter_mode = TEXELSCOPE_FILTER_LINEAR;
  return sampler;
}

// 4 x 3 floats, 0 to 11, filtered linearly and clamped.
class Counted {
public:
  Counted() {
    for (std::size_t i = 0; i < 12; ++i)
      numbers[i] = float(i);
    const texelscope_sampler sampler = linear_sampler();
    EXPECT_EQ(texelscope_texture_create(&texels, &sampler, &texture), TEXELSCOPE_OK) << texelscope_error();
  }
  ~Counted() { texelscope_texture_destroy(texture); }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

  float numbers[12];
  const void* levels[1] = {numbers};
  texelscope_texels texels = texels_2d(levels, TEXELSCOPE_FLOAT, 32, 1, 4, 3);
  texelscope_texture texture = 0;
};

inline texelscope_request request_at(double x, double y) {
  texelscope_request request = {};
  request.size = sizeof request;
  request.at[0] = x, request.at[1] = y;
  return request;
}

// Of floats, into `results`.
inline texelscope_batch batch_at(const std::vector<float>& xy, std::vector<float>& results) {
  texelscope_batch batch = {};
  batch.size = sizeof batch;
  batch.count = xy.size() / 2;
  batch.at.data = xy.data();
  batch.results = results.data();
  batch.result_kind = TEXELSCOPE_FLOAT, batch.result_bits = 32;
  return batch;
}

} // namespace texelscope::testing
