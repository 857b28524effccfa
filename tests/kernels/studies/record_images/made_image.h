// Modules that no compiler makes, and those in images/.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/studies/record_images/module_image.h"
#include "tests/files.h"

namespace texelscope::tests {

// An entry of a fat binary; the numbers that are not given follow from the content.
struct MadeEntry {
  std::uint16_t kind = 1;
  std::uint32_t architecture = 75;
  std::uint64_t flags = 0x11;
  std::string stored;
  std::uint64_t content_bytes = 0; // if it is compressed
  std::string options;
  std::uint16_t major = 9, minor = 0;
};

template <class Value>
void append(std::string& to, Value value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class Value>
void put(std::string& to, std::size_t at, Value value) {
  std::memcpy(to.data() + at, &value, sizeof value);
}

inline std::string made_entry(const MadeEntry& entry) {
  const std::uint32_t header_bytes = std::uint32_t(64 + 8 + (entry.options.size() + 7) / 8 * 8);
  const std::uint64_t stored_bytes = entry.stored.size() / 8 * 8 + 8;
  std::string bytes;
  append(bytes, entry.kind);
  append(bytes, std::uint16_t(0x101));
  append(bytes, header_bytes);
  append(bytes, stored_bytes);
  append(bytes, std::uint32_t(entry.content_bytes == 0 ? 0 : entry.stored.size()));
  append(bytes, std::uint32_t(64)); // the table of options
  append(bytes, entry.minor);
  append(bytes, entry.major);
  append(bytes, entry.architecture);
  append(bytes, std::uint64_t(0)); // no name
  append(bytes, entry.flags);
  append(bytes, std::uint64_t(0));
  append(bytes, entry.content_bytes);
  append(bytes, std::uint32_t(72));
  append(bytes, std::uint32_t(entry.options.size()));
  bytes += entry.options;
  bytes.resize(header_bytes);
  bytes += entry.stored;
  bytes.resize(header_bytes + stored_bytes);
  return bytes;
}

inline std::string made_fat_binary(const std::vector<MadeEntry>& entries) {
  std::string all, bytes;
  for (const MadeEntry& entry : entries)
    all += made_entry(entry);
  append(bytes, modules::fat_binary_magic);
  append(bytes, std::uint16_t(1));
  append(bytes, std::uint16_t(16));
  append(bytes, std::uint64_t(all.size()));
  return bytes + all;
}

// PTX as short as it can be.
inline std::string made_ptx(std::string_view target, std::string_view version = "9.0") {
  return ".version " + std::string(version) + "\n.target sm_" + std::string(target) + "\n.address_size 64\n";
}

inline MadeEntry ptx_entry(std::uint32_t architecture, std::uint64_t flags = 0x11,
                           std::string_view suffix = "") {
  MadeEntry entry;
  entry.architecture = architecture;
  entry.flags = flags;
  entry.stored = made_ptx(std::to_string(architecture).append(suffix));
  return entry;
}

// A file that make_images.sh made.
inline std::string stored_image(std::string_view name) {
  return contents(
      std::string(TEXELSCOPE_SOURCE_DIR "/tests/kernels/studies/record_images/images/").append(name));
}

inline std::variant<modules::ModuleImage, modules::NoPtx> read_bytes(std::string_view bytes) {
  return modules::read_image(std::as_bytes(std::span(bytes)));
}

// The module must be readable, and the bytes live longer.
inline modules::ModuleImage image_of(std::string_view bytes) {
  auto image = read_bytes(bytes);
  if (const auto* reason = std::get_if<modules::NoPtx>(&image)) {
    ADD_FAILURE() << "refused: " << int(*reason);
    return {};
  }
  return std::get<modules::ModuleImage>(std::move(image));
}

} // namespace texelscope::tests
