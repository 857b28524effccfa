// Files of texels.
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>

#include "kernels/state/session/enums.h"
#include "kernels/state/stored/share_bytes.h"
#include "kernels/unit/image_io/read_image.h"
#include "kernels/unit/image_io/write_dds.h"
#include "kernels/unit/image_io/write_image.h"
#include "tests/fuzz/nameless_file.h"
#include "tests/fuzz/parsers.h"
#include "tests/fuzz/picks.h"
#include "tests/fuzz/properties.h"
#include "tests/temp_folder.h"

namespace texelscope::fuzz {

namespace {
void require_whole(const Image& image) {
  require(image.width >= 1 && image.width <= (is_1d(image.dimension) ? max_linear_width : max_image_side),
          "a row has texels, and a limit");
  for (const int side : {image.height, image.planes})
    require(side >= 1 && side <= max_image_side, "each side has texels, and a limit");
  const int channels = image.format.channels;
  require(channels == 1 || channels == 2 || channels == 4, "textures have such channels");
  require(image.level_count >= 1 && image.level_count <= max_mip_levels, "levels have a limit");
  require(image.texels.size() >= image.size_bytes() + Image::padding, "every texel is there");
}

std::optional<Image> picture(std::string_view bytes, const ReadShape& shape = {}) try {
  auto image = accepted(
      bytes, [&](std::string_view content) { return read_image(NamelessFile(content).path(), shape); });
  if (image) require_whole(*image);
  return image;
} catch (const MachineError& no_memory) {
  require_sentence(no_memory.what(), bytes);
  return std::nullopt;
}

// `write` writes the image to a path.
template <class Write>
void require_same_texels(const Image& image, const Write& write, Dimension dimension = Dimension::d2) {
  constexpr std::size_t max_bytes = 1 << 20; // larger ones take too long
  if (image.size_bytes() > max_bytes) return;
  static const tests::TempFolder folder;
  const std::filesystem::path path = folder.path("texels");
  write(path);
  const Image again = read_image(path, {.dimension = dimension});
  require(again.shape() == image.shape() &&
              std::memcmp(again.texels.data(), image.texels.data(), image.size_bytes()) == 0,
          "a file that is written has the same texels");
}

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (const char byte : bytes.substr(0, 4))
    value = value << 8 | std::uint8_t(byte);
  return value;
}

// The file with the checksum that belongs to each of its chunks, so that any change gets past them.
std::string with_checksums(std::string_view bytes) {
  std::string file(bytes);
  constexpr std::size_t signature = 8, head = 8, sum = 4;
  for (std::size_t at = signature; at + head + sum <= file.size();) {
    const std::size_t length = big_endian(std::string_view(file).substr(at));
    if (length > file.size() - at - head - sum) break;
    const std::size_t end = at + head + length;
    const std::uint32_t checksum =
        crc32(reinterpret_cast<const std::uint8_t*>(file.data()) + at + 4, length + 4);
    for (std::size_t i = 0; i < sum; ++i)
      file[end + i] = char(checksum >> (24 - 8 * i));
    at = end + sum;
  }
  return file;
}
} // namespace

void npy(std::string_view bytes) {
  for (const EnumEntry& entry : enum_table<Dimension>()) {
    const auto dimension = Dimension(entry.value);
    if (const auto image = picture(bytes, {.dimension = dimension}); image && image->level_count == 1)
      require_same_texels(
          *image, [&](const auto& path) { write_npy(path, *image); },
          image->dimension == dimension ? dimension : Dimension::d2);
  }
}

void png(std::string_view bytes) {
  const auto image = picture(with_checksums(bytes));
  if (!image || image->format != ElementFormat{ElementKind::unsigned_int, 8, 4}) return;
  const std::span colors(reinterpret_cast<const std::uint8_t*>(image->texels.data()), image->plane_bytes());
  require_same_texels(*image,
                      [&](const auto& path) { write_png(path, image->width, image->height, colors); });
}

void jpeg(std::string_view bytes) {
  picture(bytes);
}

void exr(std::string_view bytes) {
  picture(bytes);
}

void dds(std::string_view bytes) {
  if (const auto image = picture(bytes))
    require_same_texels(*image, [&](const auto& path) { write_dds(path, *image); });
}

void pnm(std::string_view bytes) {
  picture(bytes);
}

void bmp(std::string_view bytes) {
  picture(bytes);
}

void tga(std::string_view bytes) {
  picture(bytes);
}

void hdr(std::string_view bytes) {
  picture(bytes);
}

void tiff(std::string_view bytes) {
  picture(bytes);
  picture(bytes, {.dimension = Dimension::d3});
}

void ktx2(std::string_view bytes) {
  if (const auto image = picture(bytes))
    require_same_texels(*image, [&](const auto& path) { write_dds(path, *image); });
}

void npz(std::string_view bytes) {
  for (const Dimension dimension : {Dimension::d2, Dimension::d3, Dimension::cube_layered})
    picture(bytes, {.dimension = dimension});
}

// The headers may name another file, of which there is none here.
void nrrd(std::string_view bytes) {
  picture(bytes);
}

void metaimage(std::string_view bytes) {
  picture(bytes);
}

void cube(std::string_view bytes) {
  picture(bytes);
}

void raw(std::string_view bytes) {
  Picks picks(bytes);
  Session session;
  for (const Field& field : fields())
    if (field.name().starts_with("raw_")) assign(session, field, picks.value(field));
  for (const EnumEntry& entry : enum_table<Dimension>())
    picture(picks.rest(), {session.texture.raw, Dimension(entry.value)});
}

} // namespace texelscope::fuzz
