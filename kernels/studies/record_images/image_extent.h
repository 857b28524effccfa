// Where the bytes of a module lie that a program hands to CUDA. cuModuleLoadData() and cuLibraryLoadData()
// get an address alone: how far the module reaches, it says itself. Needs nothing but the standard library,
// since the library in the traced program asks it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

namespace texelscope::modules {

enum class ImageForm : std::uint8_t { ptx, cubin, fat_binary };

struct ImageExtent {
  ImageForm form;
  std::uint64_t
      address;         // of the fat binary itself, if the program handed over the structure that points to it
  std::uint64_t bytes; // of PTX without the zero that ends it
  bool linked = false; // by nvlink, of relocatable parts that are not in here
};

// What is larger is not read. The largest module of CUDA's own libraries has less than a tenth of it.
inline constexpr std::uint64_t max_image_bytes = std::uint64_t(1) << 31;

// The structure in the section .nvFatBinSegment; fatbinary_section.h of the toolkit declares it.
struct FatBinaryWrapper {
  std::uint32_t magic, version; // version 2: linked, and `more` is an array of the parts
  std::uint64_t data, more;
};
inline constexpr std::uint32_t wrapper_magic = 0x466243b1, linked_version = 2;

struct FatBinaryHeader {
  std::uint32_t magic;
  std::uint16_t version, header_bytes;
  std::uint64_t bytes; // of the entries behind the header
};
inline constexpr std::uint32_t fat_binary_magic = 0xba55ed50;
inline constexpr std::uint16_t fat_binary_version = 1;

// ELF of 64 bits.
struct CubinHeader {
  std::uint8_t ident[16];
  std::uint16_t type, machine;
  std::uint32_t version;
  std::uint64_t entry, segments_at, sections_at;
  std::uint32_t flags;
  std::uint16_t header_bytes, segment_step, segments, section_step, sections, names_section;
};
struct CubinSection {
  std::uint32_t name, type;
  std::uint64_t flags, address, at, bytes;
  std::uint32_t link, info;
  std::uint64_t alignment, step;
};
struct CubinSegment {
  std::uint32_t type, flags;
  std::uint64_t at, address, physical, bytes, bytes_in_memory, alignment;
};
static_assert(sizeof(FatBinaryWrapper) == 24 && sizeof(FatBinaryHeader) == 16 && sizeof(CubinHeader) == 64 &&
              sizeof(CubinSection) == 64 && sizeof(CubinSegment) == 56);
static_assert(std::endian::native == std::endian::little);
inline constexpr std::uint8_t elf_ident[] = {0x7f, 'E', 'L', 'F', 2, 1}; // 64 bits, little endian
inline constexpr std::uint16_t cuda_machine = 190, relocatable_type = 1;
inline constexpr std::uint64_t executable_section = 4;

// Variables without values lie nowhere in the file; those of a relocatable cubin have types of CUDA's own.
inline bool has_bytes(const CubinSection& section) {
  constexpr std::uint32_t no_bits = 8, global_variables = 0x70000007, shared_variables = 0x7000000a;
  return section.type != no_bits && section.type != global_variables && section.type != shared_variables;
}

inline bool is_cubin(const CubinHeader& header) {
  return std::memcmp(header.ident, elf_ident, sizeof elf_ident) == 0 && header.machine == cuda_machine;
}

// A `Memory` copies bytes at an address: bool(std::uint64_t address, void* to, std::size_t bytes), false if
// some of them cannot be read.
template <class Value, class Memory>
std::optional<Value> value_at(const Memory& memory, std::uint64_t address) {
  Value value;
  if (!memory(address, &value, sizeof value)) return std::nullopt;
  return value;
}

// More sections than a header can count: the first one has the count and the index of the names.
struct CubinCounts {
  std::uint64_t sections = 0, names = 0;
};
template <class Memory>
std::optional<CubinCounts> cubin_counts(const CubinHeader& header, std::uint64_t address,
                                        const Memory& memory) {
  CubinCounts counts = {header.sections, header.names_section};
  if (header.sections_at == 0) return CubinCounts{};
  if (header.section_step != sizeof(CubinSection) || header.sections_at > max_image_bytes)
    return std::nullopt;
  constexpr std::uint16_t elsewhere = 0xffff;
  if (header.sections == 0 || header.names_section == elsewhere) {
    const auto first = value_at<CubinSection>(memory, address + header.sections_at);
    if (!first) return std::nullopt;
    if (header.sections == 0) counts.sections = first->bytes;
    if (header.names_section == elsewhere) counts.names = first->link;
  }
  if (counts.sections > max_image_bytes / sizeof(CubinSection)) return std::nullopt;
  return counts;
}

template <class Memory>
std::optional<std::uint64_t> cubin_bytes(std::uint64_t address, const Memory& memory) {
  const auto header = value_at<CubinHeader>(memory, address);
  if (!header || !is_cubin(*header)) return std::nullopt;
  const auto counts = cubin_counts(*header, address, memory);
  if (!counts || (header->segments != 0 && header->segment_step != sizeof(CubinSegment))) return std::nullopt;
  std::uint64_t end = sizeof(CubinHeader);
  // Whether the part ends within what is read at all.
  const auto reach = [&end](std::uint64_t at, std::uint64_t bytes) {
    if (at > max_image_bytes || bytes > max_image_bytes - at) return false;
    end = std::max(end, at + bytes);
    return true;
  };
  if (!reach(header->sections_at, counts->sections * sizeof(CubinSection)) ||
      (header->segments != 0 && !reach(header->segments_at, header->segments * sizeof(CubinSegment))))
    return std::nullopt;
  for (std::uint64_t i = 0; i < counts->sections; ++i) {
    const auto section =
        value_at<CubinSection>(memory, address + header->sections_at + i * sizeof(CubinSection));
    if (!section) return std::nullopt;
    if (i != 0 && has_bytes(*section) && !reach(section->at, section->bytes)) return std::nullopt;
  }
  for (std::uint64_t i = 0; i < header->segments; ++i) {
    const auto segment =
        value_at<CubinSegment>(memory, address + header->segments_at + i * sizeof(CubinSegment));
    if (!segment || (segment->bytes != 0 && !reach(segment->at, segment->bytes))) return std::nullopt;
  }
  return end;
}

// The characters before the zero, which is looked for page by page, as the next page may not exist.
template <class Memory>
std::optional<std::uint64_t> text_bytes(std::uint64_t address, const Memory& memory) {
  constexpr std::uint64_t page = 4096;
  for (std::uint64_t bytes = 0; bytes <= max_image_bytes;) {
    char piece[page];
    const std::uint64_t length = page - (address + bytes) % page;
    if (!memory(address + bytes, piece, length)) return std::nullopt;
    const auto zero = std::uint64_t(std::find(piece, piece + length, '\0') - piece);
    bytes += zero;
    if (zero != length) return bytes;
  }
  return std::nullopt;
}

// Empty if no module begins there, one that is cut, or one of more than max_image_bytes.
template <class Memory>
std::optional<ImageExtent> image_extent(std::uint64_t address, const Memory& memory) {
  auto magic = value_at<std::uint32_t>(memory, address);
  if (!magic) return std::nullopt;
  bool linked = false;
  if (*magic == wrapper_magic) {
    const auto wrapper = value_at<FatBinaryWrapper>(memory, address);
    if (!wrapper) return std::nullopt;
    linked = wrapper->version == linked_version;
    address = wrapper->data;
    magic = value_at<std::uint32_t>(memory, address);
    if (!magic || *magic != fat_binary_magic) return std::nullopt;
  }
  if (*magic == fat_binary_magic) {
    const auto header = value_at<FatBinaryHeader>(memory, address);
    if (!header || header->version != fat_binary_version || header->header_bytes < sizeof *header ||
        header->bytes > max_image_bytes)
      return std::nullopt;
    return ImageExtent{ImageForm::fat_binary, address, header->header_bytes + header->bytes, linked};
  }
  if (std::memcmp(&*magic, elf_ident, sizeof *magic) == 0) {
    const auto bytes = cubin_bytes(address, memory);
    if (!bytes) return std::nullopt;
    return ImageExtent{ImageForm::cubin, address, *bytes};
  }
  const auto first = std::uint8_t(*magic & 0xff);
  if (first != '\t' && first != '\n' && first != '\r' && (first < ' ' || first > '~')) return std::nullopt;
  const auto bytes = text_bytes(address, memory);
  if (!bytes) return std::nullopt;
  return ImageExtent{ImageForm::ptx, address, *bytes};
}

} // namespace texelscope::modules
