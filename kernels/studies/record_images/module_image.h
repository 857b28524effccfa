// What a program hands to CUDA as a module: PTX as text, a cubin (machine code as ELF), or a fat binary that
// holds several of both. Whatever the bytes are, reading ends and stays within them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kernels/studies/record_images/image_extent.h"
#include "kernels/studies/record_images/ptx_head.h"

namespace texelscope::modules {

enum class EntryKind : std::uint8_t {
  ptx,
  machine_code,
  link_time, // the intermediate code of -dlto
  other,
};

enum class Compression : std::uint8_t { none, lz4, zstd, unknown };

struct ModuleEntry {
  EntryKind kind = EntryKind::other;
  Architecture architecture;
  PtxVersion version; // of PTX; of other kinds the version of its encoding
  Compression compression = Compression::none;
  bool debug = false;                // compiled with -G
  bool relocatable = false;          // PTX that its options call a part of a program (-rdc=true)
  std::string name;                  // of the source, where it was compiled with -G or -lineinfo
  std::string options;               // PTX's for ptxas, such as "-maxrregcount=32"
  std::uint64_t bytes = 0;           // of the content
  std::span<const std::byte> stored; // points into the bytes of the module
};

struct ModuleImage {
  ImageForm form = ImageForm::fat_binary;
  std::vector<ModuleEntry> entries; // in their order
};

// Why there is no PTX that a device could run; ptx_choice.h has the sentences.
enum class NoPtx : std::uint8_t {
  unknown_form,        // neither PTX, nor a cubin, nor a fat binary
  broken,              // its parts do not fit together, or it is cut
  unknown_compression, //
  too_large,           // PTX of more than max_content_bytes
  empty,               // neither PTX nor a function in machine code
  machine_code,        // machine code alone
  link_time,           // intermediate code for the linker, without PTX
  relocatable,         // PTX of a part of a program
  other_architecture,  // PTX, but of newer or other devices
  newer_than_driver,   // PTX of a version that the driver does not know
};

inline constexpr std::uint64_t max_content_bytes = std::uint64_t(256) << 20;

std::variant<ModuleImage, NoPtx> read_image(std::span<const std::byte> bytes);

// Decompressed: broken, unknown_compression or too_large if it cannot be. PTX ends before its zero.
std::variant<std::string, NoPtx> content_of(const ModuleEntry& entry);

} // namespace texelscope::modules
