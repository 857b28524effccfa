#include "kernels/unit/image_io/unpack.h"

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <span>

#include <stdio.h> // fseeko
#include <zlib.h>
#include <zstd.h>

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {

[[noreturn]] void refuse_packed(const InputFile& file, Text reason) {
  file.refuse(Text::image_truncated, {text(reason)});
}

// A decompressor takes packed bytes and gives unpacked ones, as far as both spaces reach.
class Unpacker {
public:
  virtual ~Unpacker() = default;
  struct Step {
    std::size_t taken = 0, given = 0;
    bool ended = false, damaged = false;
  };
  virtual Step step(std::span<const std::byte> from, std::span<std::byte> to) = 0;
};

class ZlibUnpacker : public Unpacker {
public:
  explicit ZlibUnpacker(bool has_header) {
    constexpr int raw = -15, either_header = 15 + 32;
    if (inflateInit2(&stream, has_header ? either_header : raw) != Z_OK) throw std::bad_alloc();
  }
  ~ZlibUnpacker() override { inflateEnd(&stream); }
  ZlibUnpacker(const ZlibUnpacker&) = delete;
  ZlibUnpacker& operator=(const ZlibUnpacker&) = delete;

  Step step(std::span<const std::byte> from, std::span<std::byte> to) override {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(from.data()));
    stream.avail_in = uInt(from.size());
    stream.next_out = reinterpret_cast<Bytef*>(to.data());
    stream.avail_out = uInt(to.size());
    const int result = inflate(&stream, Z_NO_FLUSH);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    return {from.size() - stream.avail_in, to.size() - stream.avail_out, result == Z_STREAM_END,
            result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR};
  }

private:
  z_stream stream = {};
};

class ZstdUnpacker : public Unpacker {
public:
  ZstdUnpacker() : stream(ZSTD_createDStream()) {
    if (!stream) throw std::bad_alloc();
  }

  Step step(std::span<const std::byte> from, std::span<std::byte> to) override {
    ZSTD_inBuffer in = {from.data(), from.size(), 0};
    ZSTD_outBuffer out = {to.data(), to.size(), 0};
    const std::size_t result = ZSTD_decompressStream(stream.get(), &out, &in);
    return {in.pos, out.pos, result == 0, ZSTD_isError(result) != 0};
  }

private:
  struct Free {
    void operator()(ZSTD_DStream* of) const { ZSTD_freeDStream(of); }
  };
  std::unique_ptr<ZSTD_DStream, Free> stream;
};

class CopyUnpacker : public Unpacker {
public:
  Step step(std::span<const std::byte> from, std::span<std::byte> to) override {
    const std::size_t count = std::min(from.size(), to.size());
    std::copy_n(from.begin(), count, to.begin());
    return {count, count, false, false};
  }
};

std::unique_ptr<Unpacker> unpacker_of(Packing packing) {
  switch (packing) {
  case Packing::none:
    return std::make_unique<CopyUnpacker>();
  case Packing::zstd:
    return std::make_unique<ZstdUnpacker>();
  case Packing::deflate:
  case Packing::zlib_or_gzip:
    break;
  }
  return std::make_unique<ZlibUnpacker>(packing == Packing::zlib_or_gzip);
}

// The most bytes that a byte can unpack to. Zstandard has blocks of 4 bytes that repeat one byte 131072
// times.
std::uint64_t max_ratio(Packing packing) {
  return packing == Packing::none ? 1 : packing == Packing::zstd ? 40000 : 1100;
}

// The packed bytes, a piece at a time.
class PackedBytes {
public:
  PackedBytes(const InputFile& of, std::uint64_t count) : file(of), unread(count) {}

  std::span<const std::byte> next() {
    if (rest.empty() && unread > 0) {
      const auto some = std::size_t(std::min<std::uint64_t>(unread, piece.size()));
      file.read(piece.data(), some);
      unread -= some;
      rest = std::span(piece).first(some);
    }
    return rest;
  }
  void take(std::size_t count) { rest = rest.subspan(count); }
  std::uint64_t left() const { return unread + rest.size(); }

private:
  const InputFile& file;
  std::uint64_t unread;
  std::array<std::byte, 65536> piece;
  std::span<const std::byte> rest;
};

// The checksum of all that was unpacked comes last. What a file holds beyond the wanted bytes does not
// matter.
void read_end(const InputFile& file, Unpacker& unpacker, PackedBytes& source) {
  std::byte spare[16];
  while (true) {
    const Unpacker::Step step = unpacker.step(source.next(), spare);
    if (step.damaged) refuse_packed(file, Text::image_not_unpacked);
    if (step.ended || step.given > 0) return;
    if (step.taken == 0) refuse_packed(file, Text::image_too_short);
    source.take(step.taken);
  }
}

} // namespace

std::vector<std::byte> unpack(const InputFile& file, Packing packing, std::uint64_t packed,
                              std::uint64_t bytes, const Progress& progress) {
  if (packed > remaining_bytes(file) || bytes / max_ratio(packing) > packed)
    refuse_packed(file, Text::image_too_short);
  const auto unpacker = unpacker_of(packing);
  PackedBytes source(file, packed);
  std::vector<std::byte> all;
  std::size_t done = 0;
  bool ended = false;
  while (done < bytes && !ended) {
    if (progress && !progress(double(done) / double(bytes))) return {};
    // At most twice what was unpacked, and at first 64 KiB.
    if (done == all.size())
      all.resize(std::size_t(std::min<std::uint64_t>(bytes, std::max<std::uint64_t>(2 * done, 65536))));
    const auto from = source.next();
    const auto piece = std::span(all).subspan(done, std::min<std::size_t>(all.size() - done, 1 << 20));
    const Unpacker::Step step = unpacker->step(from, piece);
    if (step.damaged) refuse_packed(file, Text::image_not_unpacked);
    source.take(step.taken);
    done += step.given;
    ended = step.ended;
    if (step.taken == 0 && step.given == 0 && !ended) break;
  }
  if (done < bytes) refuse_packed(file, Text::image_too_short);
  if (packing != Packing::none && !ended) read_end(file, *unpacker, source);
  return all;
}

std::uint64_t remaining_bytes(const InputFile& file) {
  return file.size - std::min<std::uint64_t>(file.size, std::uint64_t(::ftello(file.handle.get())));
}

void seek(const InputFile& file, std::uint64_t position) {
  if (position > file.size || ::fseeko(file.handle.get(), off_t(position), SEEK_SET) != 0)
    file.refuse(Text::image_truncated, {text(Text::image_too_short)});
}

} // namespace texelscope
