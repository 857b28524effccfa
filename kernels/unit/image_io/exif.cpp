#include "kernels/unit/image_io/exif.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {

// EXIF is a TIFF file of directories alone; what lies outside of it reads as 0.
class ExifDirectories {
public:
  explicit ExifDirectories(std::span<const unsigned char> tiff)
      : bytes(tiff), big(!tiff.empty() && tiff[0] == 'M') {}

  std::uint32_t first() const { return u16(2) == 42 ? u32(4) : 0; }

  // The first value of the tag in the directory at `at`, as a number of 16 or 32 bits.
  std::optional<std::uint32_t> value(std::uint32_t at, std::uint32_t tag) const {
    constexpr std::uint32_t entry = 12, is_u16 = 3, is_u32 = 4, is_s32 = 9;
    if (at == 0) return std::nullopt;
    const std::uint32_t count = u16(at);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint64_t here = at + 2 + std::uint64_t(entry) * i;
      if (here + entry > bytes.size()) return std::nullopt;
      if (u16(here) != tag) continue;
      if (u16(here + 2) == is_u16) return u16(here + 8);
      if (u16(here + 2) == is_u32 || u16(here + 2) == is_s32) return u32(here + 8);
    }
    return std::nullopt;
  }

private:
  std::uint32_t u8(std::uint64_t at) const { return at < bytes.size() ? bytes[at] : 0u; }
  std::uint32_t u16(std::uint64_t at) const {
    return big ? u8(at) << 8 | u8(at + 1) : u8(at + 1) << 8 | u8(at);
  }
  std::uint32_t u32(std::uint64_t at) const {
    return big ? u16(at) << 16 | u16(at + 2) : u16(at + 2) << 16 | u16(at);
  }

  std::span<const unsigned char> bytes;
  bool big;
};

// Where the texel at (x, y) of the turned picture lies in a stored one of this size.
std::pair<int, int> stored_place(int orientation, int x, int y, int width, int height) {
  const bool swaps = orientation >= 5;
  const bool from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool from_below = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  if (swaps) std::swap(x, y);
  return {from_right ? width - 1 - x : x, from_below ? height - 1 - y : y};
}

} // namespace

ExifFacts exif_facts(std::span<const unsigned char> tiff) {
  constexpr std::uint32_t orientation_tag = 0x112, exif_tag = 0x8769, color_space_tag = 0xa001;
  const ExifDirectories exif(tiff);
  ExifFacts facts;
  const auto orientation = exif.value(exif.first(), orientation_tag);
  if (orientation && *orientation >= 1 && *orientation <= 8) facts.orientation = int(*orientation);
  if (const auto deeper = exif.value(exif.first(), exif_tag))
    facts.srgb = exif.value(*deeper, color_space_tag) == 1u;
  return facts;
}

Image oriented(Image image, int orientation, const InputFile& file) {
  if (orientation < 2 || orientation > 8 || image.width == 0) return image;
  TextureShape shape = image.shape();
  if (orientation >= 5) std::swap(shape.width, shape.height);
  Image turned = Image::unwritten(shape);
  const auto bytes = std::size_t(image.format.texel_bytes());
  for (int plane = 0; plane < shape.planes; ++plane)
    for (int y = 0; y < shape.height; ++y)
      for (int x = 0; x < shape.width; ++x) {
        const auto [from_x, from_y] = stored_place(orientation, x, y, image.width, image.height);
        std::memcpy(turned.texel(x, y, plane), image.texel(from_x, from_y, plane), bytes);
      }
  turned.srgb = image.srgb;
  turned.note = std::move(image.note);
  turned.file = std::move(image.file);
  add_note(turned, say(Text::image_oriented, {input_name(file.path), std::to_string(orientation)}));
  return turned;
}

} // namespace texelscope
