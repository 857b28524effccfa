// Reads KTX2 files (Khronos, "KTX File Format Specification", version 2), which a DDS texture holds as well.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/dds_header.h"
#include "kernels/unit/image_io/textures/vulkan_formats.h"
#include "kernels/unit/image_io/unpack.h"

namespace texelscope {

namespace {

// The structures of the file format.
struct Ktx2Header {
  std::array<char, 12> identifier;
  std::uint32_t format, type_size, width, height, depth, layers, faces, levels, scheme;
  std::uint32_t description, description_bytes, keys, keys_bytes;
  std::uint32_t global[4]; // two numbers of 64 bits that lie at a multiple of 4 bytes
};
static_assert(sizeof(Ktx2Header) == 80);
struct Ktx2Level {
  std::uint64_t place, packed, bytes;
};

enum Scheme : std::uint32_t { no_scheme, basis_lz, zstd_scheme, zlib_scheme };

[[noreturn]] void refuse_member(const InputFile& file, std::string_view name, std::uint64_t value) {
  file.refuse(Text::ktx2_member, {name, std::to_string(value)});
}

StatedShape stated_shape(const InputFile& file, const Ktx2Header& header) {
  StatedShape shape = {DdsDimension::two, header.width, header.height, header.depth,
                       header.layers,     header.faces, header.levels};
  if (header.faces != 1 && header.faces != 6) refuse_member(file, "faceCount", header.faces);
  const bool cube = header.faces == 6, volume = header.depth > 0;
  if (volume && (cube || header.height == 0)) refuse_member(file, "pixelDepth", header.depth);
  if (volume && header.layers > 0) refuse_member(file, "layerCount", header.layers);
  shape.dimension = cube                 ? DdsDimension::cube
                    : volume             ? DdsDimension::three
                    : header.height == 0 ? DdsDimension::one
                                         : DdsDimension::two;
  for (std::uint32_t* side : {&shape.height, &shape.depth, &shape.layers, &shape.levels})
    *side = std::max(*side, 1u);
  check_stated_shape(file, shape);
  return shape;
}

std::string bytes_at(const InputFile& file, std::uint64_t place, std::uint64_t count) {
  if (place > file.size || count > file.size - place)
    file.refuse(Text::image_truncated, {text(Text::image_too_short)});
  seek(file, place);
  std::string bytes(std::size_t(count), '\0');
  file.read(bytes.data(), bytes.size());
  return bytes;
}

std::uint32_t word_of(std::string_view bytes, std::size_t at) {
  std::uint32_t word = 0;
  if (at + sizeof word <= bytes.size()) std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

// The basic block of the data format descriptor.
struct Description {
  unsigned model = 0, flags = 0;
  bool is_premultiplied() const { return flags & 1; }
};
Description description_of(const InputFile& file, const Ktx2Header& header) {
  const std::string bytes = bytes_at(file, header.description, header.description_bytes);
  const std::uint32_t word = word_of(bytes, 12);
  return {word & 255, word >> 24};
}

// Formats without a number of Vulkan are named by their color model.
[[noreturn]] void refuse_format(const InputFile& file, const Ktx2Header& header) {
  const auto refuse_named = [&](const std::string& name) { file.refuse(Text::image_texel_format, {name}); };
  if (header.scheme == basis_lz) refuse_named("ETC1S / BasisLZ (Basis Universal)");
  if (header.scheme > zlib_scheme) refuse_member(file, "supercompressionScheme", header.scheme);
  if (header.format == 0) {
    const unsigned model = description_of(file, header).model;
    constexpr std::string_view models[] = {"ETC1",
                                           "ETC2",
                                           "ASTC",
                                           "ETC1S (Basis Universal)",
                                           "PVRTC",
                                           "PVRTC2",
                                           "UASTC (Basis Universal)",
                                           "UASTC HDR (Basis Universal)",
                                           "UASTC HDR 6x6 (Basis Universal)"};
    constexpr unsigned first = 160;
    refuse_named(model >= first && model < first + std::size(models) ? std::string(models[model - first])
                                                                     : "VK_FORMAT_UNDEFINED");
  }
  file.refuse(Text::image_texel_format, {vulkan_format_name(header.format)});
}

// The value of a key of the file's metadata, without the byte that ends it.
std::string key_value(const std::string& keys, std::string_view wanted) {
  for (std::size_t at = 0; at + 4 <= keys.size();) {
    const std::size_t count = word_of(keys, at), start = at + 4;
    if (count > keys.size() - start) return "";
    const std::string_view pair = std::string_view(keys).substr(start, count);
    const std::size_t end = pair.find('\0');
    if (pair.substr(0, end) == wanted && end != pair.npos) {
      const std::string_view value = pair.substr(end + 1);
      return std::string(value.substr(0, value.find('\0')));
    }
    at = start + (count + 3) / 4 * 4;
  }
  return "";
}

std::string ktx2_note(const InputFile& file, const Ktx2Header& header, const DdsTexelFormat& format) {
  const std::string name = input_name(file.path), keys = bytes_at(file, header.keys, header.keys_bytes);
  std::string note;
  const auto add = [&](const std::string& sentence) {
    if (!sentence.empty()) note += (note.empty() ? "" : " ") + sentence;
  };
  if (!format.name.empty()) add(conversion_note(file, format.layout, format.name));
  if (description_of(file, header).is_premultiplied()) add(say(Text::image_premultiplied, {name, "KTX2"}));
  const std::string orientation = key_value(keys, "KTXorientation"), swizzle = key_value(keys, "KTXswizzle");
  if (orientation.size() > 1 && orientation[1] == 'u')
    add(say(Text::ktx2_orientation, {name, visible_line(orientation)}));
  if (!swizzle.empty() && swizzle != "rgba") add(say(Text::ktx2_swizzle, {name, visible_line(swizzle)}));
  return note;
}

Packing packing_of(std::uint32_t scheme) {
  return scheme == zstd_scheme   ? Packing::zstd
         : scheme == zlib_scheme ? Packing::zlib_or_gzip
                                 : Packing::none;
}

// Nothing if progress requested a stop.
std::vector<std::byte> read_level(const InputFile& file, const Ktx2Header& header, const Ktx2Level& level,
                                  std::uint64_t bytes, const Progress& progress) {
  const std::uint64_t there = header.scheme == no_scheme ? level.packed : level.bytes;
  if (there < bytes) file.refuse(Text::dds_too_short, {std::to_string(bytes), std::to_string(there)});
  seek(file, level.place);
  return unpack(file, packing_of(header.scheme), level.packed, bytes, progress);
}

} // namespace

Image read_ktx2(const InputFile& file, const ReadShape&, const Progress& progress) {
  Ktx2Header header = {};
  file.read(&header, sizeof header);
  const StatedShape shape = stated_shape(file, header);
  const auto format = vulkan_format(header.format);
  if (!format || header.scheme == basis_lz || header.scheme > zlib_scheme) refuse_format(file, header);
  std::vector<Ktx2Level> index(shape.levels);
  file.read(index.data(), index.size() * sizeof index[0]);

  DdsTexture texture = texture_of(shape, format->format);
  texture.is_dx10 = true;
  texture.texels = format->name;
  texture.note = ktx2_note(file, header, *format);
  for (std::size_t level = 0; level < index.size(); ++level) {
    const std::uint64_t surfaces = std::uint64_t(shape.layers) * shape.faces;
    texture.levels.push_back(read_level(
        file, header, index[level], surfaces * stored_bytes(texture, format->layout, int(level)), progress));
    if (texture.levels.back().empty()) return {};
    convert_texels(format->layout, texture.levels.back());
  }
  return image_of(texture);
}

} // namespace texelscope
