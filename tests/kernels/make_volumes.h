// Small files of arrays and volumes, as bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <zlib.h>

namespace texelscope::tests {

template <class Number>
std::string little(Number number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

// `window`: -15 makes Deflate, 15 zlib's format, 31 gzip's.
inline std::string packed(const std::string& bytes, int window) {
  z_stream stream = {};
  deflateInit2(&stream, 9, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = uInt(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = uInt(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

struct ZipMember {
  std::string name, content;
  bool deflated = false;
  bool wide = false;       // its sizes stand in a field of 64 bits, as numpy.savez() may write them
  unsigned method = 99999; // 99999: as stated by `deflated`
  unsigned flags = 0;
};

inline std::string make_zip(const std::vector<ZipMember>& members, const std::string& comment = "") {
  std::string file, directory;
  for (const ZipMember& m : members) {
    const std::string data = m.deflated ? packed(m.content, -15) : m.content;
    const auto method = std::uint16_t(m.method != 99999 ? m.method : m.deflated ? 8 : 0);
    const auto sum =
        std::uint32_t(crc32_z(0, reinterpret_cast<const Bytef*>(m.content.data()), m.content.size()));
    const auto size = std::uint32_t(m.content.size()), small = std::uint32_t(data.size()),
               all = std::uint32_t(0xffffffff);
    const std::string extra = m.wide ? little<std::uint16_t>(1) + little<std::uint16_t>(16) +
                                           little<std::uint64_t>(size) + little<std::uint64_t>(small)
                                     : "";
    const std::string common = little<std::uint16_t>(20) + little(std::uint16_t(m.flags)) + little(method) +
                               std::string(4, '\0') + little(sum) + little(m.wide ? all : small) +
                               little(m.wide ? all : size) + little(std::uint16_t(m.name.size())) +
                               little(std::uint16_t(extra.size()));
    directory += "PK\1\2" + little<std::uint16_t>(20) + common + std::string(10, '\0') +
                 little(std::uint32_t(file.size())) + m.name + extra;
    file += "PK\3\4" + common + m.name + extra + data;
  }
  const auto count = std::uint16_t(members.size());
  return file + directory + "PK\5\6" + std::string(4, '\0') + little(count) + little(count) +
         little(std::uint32_t(directory.size())) + little(std::uint32_t(file.size())) +
         little(std::uint16_t(comment.size())) + comment;
}

} // namespace texelscope::tests
