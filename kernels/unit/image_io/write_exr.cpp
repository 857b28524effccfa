// Writes OpenEXR: R, G, B, A in scan lines, packed without loss.
#include <algorithm>
#include <exception>
#include <vector>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfOutputFile.h>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/write_file.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/exr_threads.h"
#include "kernels/unit/image_io/write_image.h"

namespace texelscope {

namespace {

constexpr const char* channel_names[] = {"R", "G", "B", "A"};

// OpenEXR writes its table of blocks, which lies before them, after them, and does not say where that fails.
class PlacedStream : public Imf::OStream {
public:
  explicit PlacedStream(const PlacedPartSink& sink) : Imf::OStream("memory"), put(sink) {}
  void write(const char from[], int count) override {
    const auto* first = reinterpret_cast<const std::byte*>(from);
    try {
      if (at != start + kept.size() || kept.size() >= enough) flush();
      if (kept.empty()) start = at;
      kept.insert(kept.end(), first, first + count);
      at += std::uint64_t(count);
    } catch (...) {
      failure = std::current_exception();
      throw;
    }
  }
  uint64_t tellp() override { return at; }
  void seekp(uint64_t position) override { at = position; }

  void finish() {
    if (failure) std::rethrow_exception(failure);
    flush();
  }

private:
  static constexpr std::size_t enough = 1 << 20; // for one part

  void flush() {
    if (!kept.empty()) put(start, kept);
    kept.clear();
  }

  const PlacedPartSink& put;
  std::vector<std::byte> kept;     // not yet put: contiguous bytes
  std::uint64_t start = 0, at = 0; // of them, and of the next
  std::exception_ptr failure;
};

Imf::Header header_of(const PictureRows& picture, Imf::PixelType type) {
  Imf::Header header(picture.width, picture.height);
  header.compression() = Imf::ZIP_COMPRESSION; // lossless for every bit
  for (const char* name : channel_names)
    header.channels().insert(name, Imf::Channel(type));
  return header;
}

// Of a band whose first row is `row` of the picture.
Imf::FrameBuffer frame_buffer(const Picture& band, int row, Imf::PixelType type) {
  const Imath::Box2i window({0, row}, {band.width - 1, row + band.height - 1});
  Imf::FrameBuffer buffer;
  std::size_t channel = 0;
  for (const char* name : channel_names)
    // Only read, although the type of a slice's pointer would allow more.
    buffer.insert(name, Imf::Slice::Make(type, band.pixels.front().data() + channel++, window,
                                         sizeof(TexelBits), sizeof(TexelBits) * std::size_t(band.width)));
  return buffer;
}

} // namespace

void write_exr(const std::filesystem::path& path, const PictureRows& picture) {
  if (picture.type == ResultType::signed_int)
    throw FileError(say(Text::image_exr_signed, {output_name(path)}));
  const Imf::PixelType type = picture.type == ResultType::unsigned_int ? Imf::UINT : Imf::FLOAT;
  write_placed_parts(path, [&](const PlacedPartSink& put) {
    const ExrThreads threads(std::size_t(picture.width), std::size_t(picture.height));
    PlacedStream stream(put);
    {
      Imf::OutputFile file(stream, header_of(picture, type));
      picture.bands([&](const Picture& band) {
        if (band.pixels.empty()) return;
        file.setFrameBuffer(frame_buffer(band, file.currentScanLine(), type));
        file.writePixels(band.height);
      });
    }
    stream.finish();
  });
}

} // namespace texelscope
