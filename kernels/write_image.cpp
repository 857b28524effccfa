#include "kernels/write_image.h"

#include <cstring>
#include <string>
#include <vector>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfOutputFile.h>

#include "kernels/texts.h"
#include "kernels/write_file.h"

namespace texelscope {

namespace {

// OpenEXR writes line tables after the lines, so it wants a stream that can go back.
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

// Version 1.0, padded so that the data start at a multiple of 64 bytes.
std::string npy_header(const char* type, int width, int height, int channels) {
  const std::string sides = std::to_string(height) + ", " + std::to_string(width);
  std::string words = "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (" + sides +
                      (channels > 1 ? ", " + std::to_string(channels) : "") + "), }";
  constexpr std::size_t before = 10; // magic, version, length
  words.append(63 - (before + words.size()) % 64, ' ');
  words += '\n';
  const auto length = static_cast<unsigned>(words.size());
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(length & 255u);
  header += static_cast<char>(length >> 8);
  return header + words;
}

std::string npy_type(const ElementFormat& format) {
  const char kind = format.kind == ElementKind::unsigned_int ? 'u'
                    : format.kind == ElementKind::signed_int ? 'i'
                                                             : 'f';
  return {format.bits == 8 ? '|' : '<', kind, static_cast<char>('0' + format.bits / 8)};
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
  if (picture.type == ResultType::signed_int) throw FileError(say(Text::image_exr_signed, {path.string()}));
  const Imf::PixelType type = picture.type == ResultType::unsigned_int ? Imf::UINT : Imf::FLOAT;
  Imf::Header header(picture.width, picture.height);
  header.compression() = Imf::ZIP_COMPRESSION; // lossless for every bit
  Imf::FrameBuffer buffer;
  std::size_t channel = 0;
  for (const char* name : {"R", "G", "B", "A"}) {
    header.channels().insert(name, Imf::Channel(type));
    // The slice wants a pointer it may write through; an output file only reads.
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
  const std::string header =
      npy_header(npy_type(result_format(picture.type)).c_str(), picture.width, picture.height, 4);
  write_file(path, {std::as_bytes(std::span(header)), std::as_bytes(std::span(picture.pixels))});
}

void write_npy(const std::filesystem::path& path, const Image& image) {
  const std::string header =
      npy_header(npy_type(image.format).c_str(), image.width, image.height, image.format.channels);
  write_file(path, {std::as_bytes(std::span(header)), std::span(image.texels).first(image.size_bytes())});
}

} // namespace texelscope
