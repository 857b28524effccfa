#include "kernels/studies/record_images/image_extent.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/kernels/studies/record_images/made_image.h"

namespace texelscope::modules {
namespace {

using namespace tests;

constexpr std::uint64_t base = 0x7f0000001000;

// Bytes at an address; there is nothing before and behind them.
class Mapped {
public:
  Mapped(std::uint64_t start, std::string content) : first(start), bytes(std::move(content)) {}
  bool operator()(std::uint64_t address, void* to, std::size_t size) const {
    if (address < first || address - first > bytes.size() || size > bytes.size() - (address - first))
      return false;
    std::memcpy(to, bytes.data() + (address - first), size);
    return true;
  }

private:
  std::uint64_t first;
  std::string bytes;
};

std::optional<ImageExtent> extent(const std::string& bytes, std::uint64_t at = base) {
  return image_extent(at, Mapped(at, bytes));
}

TEST(ImageExtent, IsTheWholeModule) {
  for (const char* name : {"zstd.fatbin", "lz4.fatbin", "none.fatbin", "parts.fatbin"}) {
    const std::string bytes = stored_image(name);
    const auto found = extent(bytes + "behind");
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found->form, ImageForm::fat_binary) << name;
    EXPECT_EQ(found->bytes, bytes.size()) << name;
    EXPECT_EQ(found->address, base) << name;
    EXPECT_FALSE(found->linked) << name;
  }
  const auto cubin = extent(stored_image("fetch.cubin") + "behind");
  ASSERT_TRUE(cubin);
  EXPECT_EQ(cubin->form, ImageForm::cubin);
  EXPECT_EQ(cubin->bytes, 4200u);
}

TEST(ImageExtent, FollowsTheWrapper) {
  for (const std::uint32_t version : {1u, 2u}) {
    std::string bytes;
    append(bytes, wrapper_magic);
    append(bytes, version);
    append(bytes, base + 24 + 8);
    append(bytes, std::uint64_t(0));
    bytes += "between."; // 8 bytes
    const std::string module = stored_image("none.fatbin");
    const auto found = extent(bytes + module);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->form, ImageForm::fat_binary);
    EXPECT_EQ(found->address, base + 32);
    EXPECT_EQ(found->bytes, module.size());
    EXPECT_EQ(found->linked, version == 2);
    EXPECT_FALSE(extent(bytes + stored_image("fetch.cubin"))); // a wrapper has nothing else
    EXPECT_FALSE(extent(bytes));
    EXPECT_FALSE(extent(bytes.substr(0, 23)));
    put(bytes, 8, base); // itself
    EXPECT_FALSE(extent(bytes + module));
    put(bytes, 8, std::uint64_t(0));
    EXPECT_FALSE(extent(bytes + module));
  }
}

// Up to the end of a page, behind which there is nothing.
TEST(ImageExtent, OfTextEndsBeforeItsZero) {
  const std::string ptx = made_ptx("90");
  for (const std::size_t more : {0u, 1u, 4000u, 4096u, 10000u}) {
    const std::string text = ptx + std::string(more, ' ') + "x";
    const std::uint64_t at = (base & ~std::uint64_t(4095)) + 5 * 4096 - (text.size() + 1) % 4096;
    const auto found = extent(text + '\0', at);
    ASSERT_TRUE(found) << more;
    EXPECT_EQ(found->form, ImageForm::ptx);
    EXPECT_EQ(found->bytes, text.size()) << more;
    EXPECT_FALSE(extent(text, at)) << more; // no zero before memory ends
  }
  EXPECT_EQ(extent(ptx + std::string(4096, '\0')).value().bytes, ptx.size());
}

TEST(ImageExtent, RefusesWhatIsNoModule) {
  EXPECT_FALSE(extent(""));
  EXPECT_FALSE(extent(std::string(100, '\0')));
  EXPECT_FALSE(extent(std::string(100, '\xff')));
  EXPECT_FALSE(extent(std::string("\x01\xee\x55\xba", 4) + std::string(5000, '\0'))); // of long ago
  const std::string fat_binary = stored_image("none.fatbin");
  for (std::size_t size = 0; size < 16; ++size)
    EXPECT_FALSE(extent(fat_binary.substr(0, size))) << size;
  std::string other = fat_binary;
  put(other, 4, std::uint16_t(2));
  EXPECT_FALSE(extent(other));
  for (const std::uint64_t bytes : {max_image_bytes + 1, ~std::uint64_t(0), ~std::uint64_t(15)}) {
    std::string large = fat_binary;
    put(large, 8, bytes);
    EXPECT_FALSE(extent(large)) << bytes;
  }
  const std::string cubin = stored_image("fetch.cubin");
  for (std::size_t size = 0; size < cubin.size(); ++size) {
    const auto found = extent(cubin.substr(0, size));
    EXPECT_EQ(found ? found->bytes : cubin.size(), cubin.size()) << size; // its tables lie at its end
  }
  EXPECT_FALSE(extent(cubin.substr(0, 0xb80 + 17 * 64 - 1)));
}

} // namespace
} // namespace texelscope::modules
