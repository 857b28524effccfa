// Every shipped session's picture against the approved one: scripts/golden.sh makes them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "kernels/unit/image_io/read_image.h"
#include "tests/program.h"
#include "tests/source_root.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;
using tests::source_root;

std::vector<std::string> sessions() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(source_root / "assets/sessions"))
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, ThePictureIsTheApprovedOne) {
  const Program program = {};
  const fs::path golden = source_root / "tests/golden" / (GetParam() + ".png");
  const Ran ran = program.render(
      {(source_root / "assets/sessions" / (GetParam() + ".json")).string(), "--size", "160x120"}, "now.png");
  if (ran.code == 2) { // a session that demonstrates a refusal has no picture
    EXPECT_FALSE(fs::exists(golden)) << ran.err;
    return;
  }
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Image now = read_image(program / "now.png"), approved = read_image(golden);
  ASSERT_TRUE(now.shape() == approved.shape());
  int different = 0;
  for (int y = 0; y < now.height; ++y)
    for (int x = 0; x < now.width; ++x)
      for (int c = 0; c < now.format.channels; ++c)
        different += now.bits_at(x, y, c) != approved.bits_at(x, y, c);
  EXPECT_EQ(different, 0) << "of " << now.width * now.height * now.format.channels << " bytes";
}

INSTANTIATE_TEST_SUITE_P(Sessions, Golden, testing::ValuesIn(sessions()), [](const auto& tested) {
  std::string name = tested.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-'; }, '_');
  return "Session" + name;
});

TEST(Golden, NoPictureIsLeftOver) {
  const auto names = sessions();
  for (const auto& entry : fs::directory_iterator(source_root / "tests/golden"))
    EXPECT_NE(std::find(names.begin(), names.end(), entry.path().stem().string()), names.end())
        << entry.path();
}

} // namespace
} // namespace texelscope
