// Reads OpenEXR: the first flat part; its R, G, B, A or Y or only channel, from scan lines or tiles, with the
// levels of tiles that have them.
#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <string>
#include <vector>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfCompression.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfInputPart.h>
#include <OpenEXR/ImfMultiPartInputFile.h>
#include <OpenEXR/ImfPartType.h>
#include <OpenEXR/ImfTileDescription.h>
#include <OpenEXR/ImfTiledInputPart.h>
#include <OpenEXR/openexr.h>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/exr_threads.h"
#include "kernels/unit/image_io/readers.h"

namespace texelscope {

namespace {

using Names = std::vector<std::string>;

Names names_of(const Imf::ChannelList& list) {
  Names names;
  for (auto channel = list.begin(); channel != list.end(); ++channel)
    names.emplace_back(channel.name());
  return names;
}

// The layer ("beauty.") that holds colors: none, or the first one with R, G and B.
std::string color_layer(const Imf::ChannelList& list, const Names& names) {
  const auto has = [&](const std::string& name) { return list.findChannel(name.c_str()) != nullptr; };
  if (has("R") || has("G") || has("B") || has("Y")) return "";
  for (const std::string& name : names) {
    std::string layer = name.substr(0, name.rfind('.') + 1);
    if (!layer.empty() && has(layer + "R") && has(layer + "G") && has(layer + "B")) return layer;
  }
  return "";
}

// The channels to read, one for each channel of the image; an empty name for one that the file lacks.
Names pick_channels(const InputFile& file, const Imf::ChannelList& list) {
  Names names = names_of(list);
  const std::string layer = color_layer(list, names);
  const auto found = [&](const char* name) {
    return list.findChannel((layer + name).c_str()) ? layer + name : "";
  };
  const std::string r = found("R"), g = found("G"), b = found("B"), a = found("A"), y = found("Y");
  if (!b.empty() || (!a.empty() && !(r + g).empty())) return {r, g, b, a};
  if (!g.empty()) return {r, g};
  if (!r.empty()) return {r};
  if (list.findChannel("RY") || list.findChannel("BY")) file.refuse(Text::image_exr_subsampled);
  if (!y.empty()) return a.empty() ? Names{y} : Names{y, a};
  if (names.size() == 1) return names;
  std::string all;
  for (const std::string& name : names)
    all += (all.empty() ? "" : ", ") + name;
  file.refuse(Text::image_exr_channels, {all});
}

// One type for all channels: their own if they agree, else float.
Imf::PixelType common_type(const InputFile& file, const Imf::ChannelList& list, const Names& picked) {
  std::vector<Imf::PixelType> types;
  for (const std::string& name : picked) {
    if (name.empty()) continue;
    const Imf::Channel& channel = list[name.c_str()];
    if (channel.xSampling != 1 || channel.ySampling != 1) file.refuse(Text::image_exr_subsampled);
    types.push_back(channel.type);
  }
  return std::ranges::all_of(types, [&](auto type) { return type == types[0]; }) ? types[0] : Imf::FLOAT;
}

ElementFormat element_of(Imf::PixelType type, std::size_t channels) {
  const auto kind = type == Imf::UINT ? ElementKind::unsigned_int : ElementKind::floating;
  return {kind, type == Imf::HALF ? 16 : 32, int(channels)};
}

Imf::FrameBuffer frame_buffer(Image& image, int level, const Imath::Box2i& window, const Names& picked,
                              Imf::PixelType type) {
  Imf::FrameBuffer buffer;
  const auto bytes = std::size_t(image.format.bits / 8);
  for (std::size_t c = 0; c < picked.size(); ++c) {
    const double missing = c < 3 ? 0 : type == Imf::UINT ? 4294967295.0 : 1;
    // A name that no channel has is filled with `missing`.
    const std::string name = picked[c].empty() ? "texelscope missing " + std::to_string(c) : picked[c];
    buffer.insert(name, Imf::Slice::Make(type, image.level(level) + c * bytes, window, picked.size() * bytes,
                                         image.row_bytes(level), 1, 1, missing));
  }
  return buffer;
}

// The limit of a picture's size in memory, as a multiple of its bytes in the file. It leaves room for
// channels that are added or widened.
std::uint64_t packing_ratio(Imf::Compression compression) {
  switch (compression) {
  case Imf::NO_COMPRESSION:
    return 8;
  case Imf::RLE_COMPRESSION:
    return 512;
  case Imf::ZIPS_COMPRESSION:
  case Imf::ZIP_COMPRESSION:
  case Imf::PXR24_COMPRESSION:
    return 10000;
  case Imf::PIZ_COMPRESSION: // Huffman's code of runs takes 9 bits for 255 halves
    return 4000;
  case Imf::B44_COMPRESSION:
  case Imf::B44A_COMPRESSION: // 3 bytes for 16 halves
    return 128;
  default: // DWA: 4 bytes for 64 values, which are then packed like ZIP
    return 300000;
  }
}

int flat_part(const InputFile& file, const Imf::MultiPartInputFile& exr) {
  for (int part = 0; part < exr.parts(); ++part) {
    const Imf::Header& header = exr.header(part);
    if (!header.hasType() || !Imf::isDeepData(header.type())) return part;
  }
  file.refuse(Text::image_exr_deep);
}

// A texture's levels halve both sides, rounded down.
int level_count(const Imf::Header& header, int width, int height) {
  if (!header.hasTileDescription() || !Imf::isTiled(header.type())) return 1;
  const Imf::TileDescription& tiles = header.tileDescription();
  const int largest = std::max(width, height);
  const bool halved = tiles.mode == Imf::MIPMAP_LEVELS &&
                      (tiles.roundingMode == Imf::ROUND_DOWN ||
                       (std::has_single_bit(unsigned(width)) && std::has_single_bit(unsigned(height))));
  return halved ? std::min(int(std::bit_width(unsigned(largest))), max_mip_levels) : 1;
}

std::string levels_note(const InputFile& file, const Imf::Header& header, int levels) {
  if (levels > 1 || !header.hasTileDescription() || !Imf::isTiled(header.type())) return "";
  const std::string name = input_name(file.path);
  const Imf::LevelMode mode = header.tileDescription().mode;
  if (mode == Imf::RIPMAP_LEVELS) return say(Text::exr_ripmap, {name});
  const Imath::Box2i window = header.dataWindow();
  const bool one_texel = window.min == window.max;
  return mode == Imf::MIPMAP_LEVELS && !one_texel ? say(Text::exr_rounded_up, {name}) : "";
}

// A row of tiles at a time. Returns false if progress requested a stop.
bool read_tiles(Imf::MultiPartInputFile& exr, int number, Image& image, const Names& picked,
                Imf::PixelType type, const Progress& progress) {
  Imf::TiledInputPart part(exr, number);
  for (int level = 0; level < image.level_count; ++level) {
    part.setFrameBuffer(frame_buffer(image, level, part.dataWindowForLevel(level), picked, type));
    const int rows = part.numYTiles(level);
    for (int row = 0; row < rows; ++row) {
      if (progress && !progress(level == 0 ? 0.75 * row / rows : 0.75)) return false;
      part.readTiles(0, part.numXTiles(level) - 1, row, row, level);
    }
  }
  return true;
}

bool read_rows(Imf::MultiPartInputFile& exr, int number, Image& image, const Names& picked,
               Imf::PixelType type, const Progress& progress) {
  Imf::InputPart part(exr, number);
  const Imath::Box2i window = part.header().dataWindow();
  part.setFrameBuffer(frame_buffer(image, 0, window, picked, type));
  constexpr int rows = 256; // the largest block of any compression
  for (int y = 0; y < image.height; y += rows) {
    if (progress && !progress(double(y) / image.height)) return false;
    part.readPixels(window.min.y + y, window.min.y + std::min(y + rows, image.height) - 1);
  }
  return true;
}

Image read_part(const InputFile& file, Imf::MultiPartInputFile& exr, const Progress& progress) {
  const int number = flat_part(file, exr);
  const Imf::Header& header = exr.header(number);
  const Imath::Box2i window = header.dataWindow();
  const std::int64_t width = std::int64_t(window.max.x) - window.min.x + 1;
  const std::int64_t height = std::int64_t(window.max.y) - window.min.y + 1;
  file.check_sides(std::uint64_t(width), std::uint64_t(height));
  const Names picked = pick_channels(file, header.channels());
  const Imf::PixelType type = common_type(file, header.channels(), picked);
  TextureShape shape = {int(width), int(height), element_of(type, picked.size())};
  shape.level_count = level_count(header, shape.width, shape.height);
  file.check_packed(shape.size_bytes(), packing_ratio(header.compression()));
  // Memory is touched row by row during decoding, so that a small file that claims a large picture fails
  // before it has used much.
  Image image = Image::unwritten(shape);
  const auto missing = std::ranges::count(picked, "");
  if (missing > 0)
    image.file.texels =
        format_name({image.format.kind, image.format.bits, int(picked.size()) - int(missing)});
  image.note = levels_note(file, header, shape.level_count);
  const auto read = shape.level_count > 1 ? read_tiles : read_rows;
  if (!read(exr, number, image, picked, type, progress)) return {};
  return image;
}

[[noreturn]] void refuse_because(const InputFile& file, std::string reason) {
  while (!reason.empty() && (reason.back() == '.' || reason.back() == '\n'))
    reason.pop_back();
  std::ranges::replace(reason, '\n', ' ');
  // It may quote the file, and end within a character.
  file.refuse(Text::image_truncated, {visible_line(reason)});
}

// OpenEXR's reader for C++ takes as much memory as an attribute claims to hold. Its reader for C compares
// that with the size of the file first, and says what is wrong with a header. Returns the width and height
// of the first part.
std::array<std::size_t, 2> check_header(const InputFile& file) {
  std::string reason;
  exr_context_initializer_t settings = EXR_DEFAULT_CONTEXT_INITIALIZER;
  settings.user_data = &reason;
  settings.error_handler_fn = [](exr_const_context_t reader, exr_result_t, const char* message) {
    void* first = nullptr;
    if (exr_get_user_data(reader, &first) == EXR_ERR_SUCCESS && static_cast<std::string*>(first)->empty())
      *static_cast<std::string*>(first) = message;
  };
  exr_context_t reader = nullptr;
  const exr_result_t result = exr_start_read(&reader, readable_path(file.path).c_str(), &settings);
  exr_attr_box2i_t window = {};
  if (result == EXR_ERR_SUCCESS) exr_get_data_window(reader, 0, &window);
  exr_finish(&reader);
  if (result == EXR_ERR_OUT_OF_MEMORY) throw std::bad_alloc();
  if (result != EXR_ERR_SUCCESS && reason.empty()) reason = exr_get_default_error_message(result);
  if (!reason.empty()) refuse_because(file, reason);
  const auto side = [](std::int64_t first, std::int64_t last) {
    return std::size_t(std::max<std::int64_t>(last - first + 1, 1));
  };
  return {side(window.min.x, window.max.x), side(window.min.y, window.max.y)};
}

} // namespace

Image read_exr(const InputFile& file, const ReadShape&, const Progress& progress) {
  try {
    const auto [width, height] = check_header(file);
    const ExrThreads threads(width, height);
    Imf::MultiPartInputFile exr(readable_path(file.path).c_str());
    return read_part(file, exr, progress);
  } catch (const FileError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    refuse_because(file, error.what());
  }
}

} // namespace texelscope
