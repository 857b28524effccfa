// Reads OpenEXR: the first flat part; its R, G, B, A or Y or only channel, from scan lines or tiles.
#include <algorithm>
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
#include <OpenEXR/openexr.h>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/text/texts.h"
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

Imf::FrameBuffer frame_buffer(Image& image, const Imath::Box2i& window, const Names& picked,
                              Imf::PixelType type) {
  Imf::FrameBuffer buffer;
  const auto bytes = std::size_t(image.format.bits / 8);
  for (std::size_t c = 0; c < picked.size(); ++c) {
    const double missing = c < 3 ? 0 : type == Imf::UINT ? 4294967295.0 : 1;
    // A name that no channel has is filled with `missing`.
    const std::string name = picked[c].empty() ? "texelscope missing " + std::to_string(c) : picked[c];
    buffer.insert(name, Imf::Slice::Make(type, image.texels.data() + c * bytes, window, picked.size() * bytes,
                                         image.row_bytes(), 1, 1, missing));
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

Image read_part(const InputFile& file, Imf::MultiPartInputFile& exr, const Progress& progress) {
  Imf::InputPart part(exr, flat_part(file, exr));
  const Imf::Header& header = part.header();
  const Imath::Box2i window = header.dataWindow();
  const std::int64_t width = std::int64_t(window.max.x) - window.min.x + 1;
  const std::int64_t height = std::int64_t(window.max.y) - window.min.y + 1;
  file.check_sides(std::uint64_t(width), std::uint64_t(height));
  const Names picked = pick_channels(file, header.channels());
  const Imf::PixelType type = common_type(file, header.channels(), picked);
  const ElementFormat format = element_of(type, picked.size());
  file.check_packed(std::uint64_t(width * height) * std::uint64_t(format.texel_bytes()),
                    packing_ratio(header.compression()));
  // Memory is touched row by row during decoding, so that a small file that claims a large picture fails
  // before it has used much.
  Image image = Image::unwritten({int(width), int(height), format});
  part.setFrameBuffer(frame_buffer(image, window, picked, type));
  constexpr int rows = 256; // the largest block of any compression
  for (std::int64_t y = 0; y < height; y += rows) {
    if (progress && !progress(double(y) / double(height))) return {};
    part.readPixels(int(window.min.y + y), int(window.min.y + std::min(y + rows, height) - 1));
  }
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
// that with the size of the file first, and says what is wrong with a header.
void check_header(const InputFile& file) {
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
  exr_finish(&reader);
  if (result == EXR_ERR_OUT_OF_MEMORY) throw std::bad_alloc();
  if (result != EXR_ERR_SUCCESS && reason.empty()) reason = exr_get_default_error_message(result);
  if (!reason.empty()) refuse_because(file, reason);
}

} // namespace

Image read_exr(const InputFile& file, const ReadShape&, const Progress& progress) {
  try {
    check_header(file);
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
