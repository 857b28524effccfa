// Textures in every way that CUDA, OpenGL and Vulkan make them, captured by programs that share nothing with
// the product: each fetch, through the model and the fast path, bit for bit.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "captures/ways/read_ways.h"

namespace texelscope {
namespace {

std::vector<ways::WayCapture> captures(const char* name) {
  return ways::read_ways(std::filesystem::path(TEXELSCOPE_SOURCE_DIR "/tests/captures/ways") / name);
}

std::size_t differing(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  EXPECT_EQ(a.size(), b.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    count += a[i] != b[i];
  return count;
}

void replay(const char* name, std::size_t ways_at_least) {
  std::map<std::string, std::size_t> wrong;
  for (const ways::WayCapture& c : captures(name)) {
    const ways::WayTexels texels(c.setup);
    const Texture texture = ways::model_texture(c.setup, texels);
    wrong[c.setup.way] += differing(ways::model_results(texture, c), c.results) +
                          differing(ways::fast_results(texture, c), c.results);
  }
  EXPECT_GE(wrong.size(), ways_at_least);
  for (const auto& [way, count] : wrong)
    EXPECT_EQ(count, 0u) << way;
}

TEST(WayReplay, EachWayOnAnH200) {
  replay("h200-ways.bin", 100);
}

TEST(WayReplay, EachWayOnAnH100) {
  replay("h100-ways.bin", 100);
}

// What the flag decides shows in the captures: with the other class the model is wrong.
TEST(WayReplay, TheGatherFlagDecides) {
  std::size_t wrong_plain = 0, wrong_gather = 0;
  for (const ways::WayCapture& c : captures("h200-ways.bin")) {
    if (c.setup.dim != ways::d2 || c.setup.resource != ways::array ||
        std::max(c.setup.width, c.setup.height) <= 16384)
      continue;
    const ways::WayTexels texels(c.setup);
    Texture texture = ways::model_texture(c.setup, texels);
    texture.gather_array = !texture.gather_array;
    (c.setup.gather_flag ? wrong_gather : wrong_plain) +=
        differing(ways::model_results(texture, c), c.results);
  }
  EXPECT_GT(wrong_plain, 100u);
  EXPECT_GT(wrong_gather, 100u);
}

} // namespace
} // namespace texelscope
