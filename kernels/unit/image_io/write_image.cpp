#include "kernels/unit/image_io/write_image.h"

#include <cstring>
#include <string>
#include <vector>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfOutputFile.h>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/write_file.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/npy_header.h"

namespace texelscope {

namespace {

// OpenEXR writes line tables after the lines, so it needs a stream that can seek.
class MemoryStream : public Imf::OStream {
public:
  MemoryStream() : Imf::OStream("memory") {}
  void write(const char from[], int count) override {
    const auto size = std::size_t(count);
    if (bytes.size() < at + size) bytes.resize(at + size);
    std::memcpy(bytes.data() + at, from, size);
    at += size;
  }
  uint64_t tellp() override { return at; }
  void seekp(uint64_t position) override { at = std::size_t(position); }

  std::vector<std::byte> bytes;

private:
  std::size_t at = 0;
};

// The axes of the shape's dimension, and one for channels where there are several.
std::string npy_header(const TextureShape& shape) {
  const auto [width, height, planes] = shape.size_of(0);
  NpyHeader header{npy_type(shape.format), false, {}};
  const Dimension d = shape.dimension;
  if (d != Dimension::d1 && d != Dimension::d2) header.shape.push_back(std::uint64_t(planes));
  if (!is_1d(d)) header.shape.push_back(std::uint64_t(height));
  header.shape.push_back(std::uint64_t(width));
  if (shape.format.channels > 1) header.shape.push_back(std::uint64_t(shape.format.channels));
  return npy_header_bytes(header);
}

ElementFormat result_format(ResultType type) {
  switch (type) {
  case ResultType::unsigned_int:
    return {ElementKind::unsigned_int, 32, 4};
  case ResultType::signed_int:
    return {ElementKind::signed_int, 32, 4};
  case ResultType::floating:
    break;
  }
  return {ElementKind::floating, 32, 4};
}

} // namespace

void write_exr(const std::filesystem::path& path, const Picture& picture) {
  if (picture.type == ResultType::signed_int)
    throw FileError(say(Text::image_exr_signed, {output_name(path)}));
  const Imf::PixelType type = picture.type == ResultType::unsigned_int ? Imf::UINT : Imf::FLOAT;
  Imf::Header header(picture.width, picture.height);
  header.compression() = Imf::ZIP_COMPRESSION; // lossless for every bit
  Imf::FrameBuffer buffer;
  std::size_t channel = 0;
  for (const char* name : {"R", "G", "B", "A"}) {
    header.channels().insert(name, Imf::Channel(type));
    // The slice takes a pointer to non-const data, but an output file only reads it.
    auto* first = reinterpret_cast<char*>(const_cast<TexelBits*>(picture.pixels.data())) + channel++ * 4;
    buffer.insert(name,
                  Imf::Slice(type, first, sizeof(TexelBits), sizeof(TexelBits) * std::size_t(picture.width)));
  }
  MemoryStream stream;
  {
    Imf::OutputFile file(stream, header);
    file.setFrameBuffer(buffer);
    file.writePixels(picture.height);
  }
  write_file(path, {stream.bytes});
}

void write_npy(const std::filesystem::path& path, const Picture& picture) {
  const std::string header = npy_header({picture.width, picture.height, result_format(picture.type)});
  write_file(path, {std::as_bytes(std::span(header)), std::as_bytes(std::span(picture.pixels))});
}

void write_npy(const std::filesystem::path& path, const Image& image) {
  const std::string header = npy_header(image);
  write_file(path, {std::as_bytes(std::span(header)), std::span(image.texels).first(image.size_bytes())});
}

} // namespace texelscope
