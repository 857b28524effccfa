// Captures: what a real texture unit returned for known textures, samplers and coordinates. README.md gives
// the format.
//
// Plain C++ for programs that record, replay or fit. All numbers are little endian, all values are bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/reports/cases/case.h"
#include "packed_file.h"

namespace texelscope::captures {

using verify::Case;

struct Capture {
  Case setup;
  std::vector<std::uint32_t> requests; // verify::request_value_count each
  std::vector<std::uint32_t> results;  // verify::result_component_count each
};

inline constexpr char magic[8] = {'T', 'X', 'C', 'A', 'P', '0', '0', '3'};

inline void write_file(const std::filesystem::path& path, const std::vector<Capture>& captures) {
  std::ofstream file(path, std::ios::binary);
  file.write(magic, sizeof magic);
  for (const Capture& c : captures) {
    file.write(reinterpret_cast<const char*>(&c.setup), sizeof c.setup);
    file.write(reinterpret_cast<const char*>(c.requests.data()), std::streamsize(c.requests.size() * 4));
    file.write(reinterpret_cast<const char*>(c.results.data()), std::streamsize(c.results.size() * 4));
  }
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

// Throws std::runtime_error if the file is missing, of another kind or cut short.
inline std::vector<Capture> read_file(const std::filesystem::path& path) {
  const std::string bytes = read_packed(path);
  if (bytes.size() < sizeof magic || std::memcmp(bytes.data(), magic, sizeof magic) != 0)
    throw std::runtime_error(path.string() + " is no capture file");
  std::vector<Capture> captures;
  std::size_t at = sizeof magic;
  const auto take = [&](void* to, std::size_t count) {
    if (bytes.size() - at < count) throw std::runtime_error(path.string() + " is cut short");
    std::memcpy(to, bytes.data() + at, count);
    at += count;
  };
  while (at < bytes.size()) {
    Capture& c = captures.emplace_back();
    take(&c.setup, sizeof c.setup);
    c.requests.resize(c.setup.samples * verify::request_value_count(c.setup));
    c.results.resize(c.setup.samples * verify::result_component_count(c.setup));
    take(c.requests.data(), c.requests.size() * 4);
    take(c.results.data(), c.results.size() * 4);
  }
  return captures;
}

} // namespace texelscope::captures
