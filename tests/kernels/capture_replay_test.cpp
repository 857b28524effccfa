// Every captured fetch, through the model and through the fast path: bit for bit what the hardware returned.
#include <bit>
#include <cstring>
#include <filesystem>

#include <gtest/gtest.h>

#include "captures/capture_file.h"
#include "kernels/cpu/fast_fetch.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope {
namespace {

Image image_of(const captures::Case& setup) {
  Image image = Image::create(int(setup.width), int(setup.height), setup.format());
  const std::vector<std::byte> texels = captures::texels(setup);
  std::memcpy(image.texels.data(), texels.data(), texels.size());
  return image;
}

Effective sampler_of(const captures::Case& setup) {
  Effective s;
  s.normalized_coords = setup.normalized != 0;
  s.address = {AddressMode(setup.address[0]), AddressMode(setup.address[1])};
  for (std::size_t c = 0; c < 4; ++c)
    s.border_color[c] = std::bit_cast<float>(setup.border[c]);
  s.filter = FilterMode(setup.filter);
  s.read_mode = ReadMode(setup.read_mode);
  s.srgb = setup.srgb != 0;
  return s;
}

TexelBits fast(const Texture2D& texture, float x, float y) {
  TexelBits words = {};
  cpu::fetch_rows(cpu::plan_fetch(texture, {0, 0, x, 0, 0, y, 0}, 1), 0, 1, words.data());
  return words;
}

struct Tally {
  int words = 0, model_misses = 0, fast_misses = 0;
};

void replay(const captures::Capture& capture, Tally& tally) {
  const Image image = image_of(capture.setup);
  const Texture2D texture = bind(image, sampler_of(capture.setup));
  const std::size_t channels = capture.setup.channels;
  for (std::size_t i = 0; i < capture.setup.samples; ++i) {
    const float x = std::bit_cast<float>(capture.coordinates[2 * i]),
                y = std::bit_cast<float>(capture.coordinates[2 * i + 1]);
    const TexelBits model = fetch(texture, x, y), vector = fast(texture, x, y);
    for (std::size_t c = 0; c < channels; ++c) {
      const std::uint32_t expected = capture.words[i * channels + c];
      ++tally.words;
      tally.model_misses += model[c] != expected;
      tally.fast_misses += vector[c] != expected;
    }
  }
}

TEST(CaptureReplay, equals_the_hardware) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TEXELSCOPE_SOURCE_DIR "/tests/captures")) {
    if (entry.path().extension() != ".bin") continue;
    ++files;
    Tally tally;
    for (const captures::Capture& capture : captures::read_file(entry.path()))
      replay(capture, tally);
    EXPECT_GT(tally.words, 50000) << entry.path();
    EXPECT_EQ(tally.model_misses, 0) << "of " << tally.words << ", " << entry.path();
    EXPECT_EQ(tally.fast_misses, 0) << "of " << tally.words << ", " << entry.path();
  }
  EXPECT_GE(files, 1);
}

} // namespace
} // namespace texelscope
