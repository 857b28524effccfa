#include "kernels/studies/texture/adopt_file.h"

#include <gtest/gtest.h>

namespace texelscope {
namespace {

TEST(AdoptFile, AFileGivesWhatIsNotStated) {
  Session s;
  s.texture.source = Source::file;
  EXPECT_TRUE(adopts_file(s, {"texture.bits"}));
  const Image image({320, 200, {ElementKind::floating, 32, 1}});
  adopt_file(s, image, {"texture.bits", "texture.height"});
  EXPECT_EQ(s.texture.width, 320);
  EXPECT_EQ(s.texture.height, 64);
  EXPECT_EQ(s.texture.format, (ElementFormat{ElementKind::floating, 8, 1}));
  EXPECT_TRUE(
      adopts_file(s, {"texture.width", "texture.height", "texture.kind", "texture.bits", "texture.channels"}))
      << "it may be sRGB";
  EXPECT_FALSE(adopts_file(s, {"texture.width", "texture.height", "texture.kind", "texture.bits",
                               "texture.channels", "sampler.srgb"}));
  EXPECT_FALSE(adopts_file(Session(), {}));
}

} // namespace
} // namespace texelscope
