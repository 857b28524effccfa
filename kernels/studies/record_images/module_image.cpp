#include "kernels/studies/record_images/module_image.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include <lz4.h>
#include <zstd.h>

#include "kernels/ground/base/strings.h"
#include "kernels/studies/record_images/cubin.h"

namespace texelscope::modules {

namespace {
// What an entry of a fat binary begins with. Name and options lie behind it, in the rest of the entry's
// header.
struct EntryHeader {
  std::uint16_t kind, unused;
  std::uint32_t header_bytes;
  std::uint64_t stored_bytes; // with zeros up to a multiple of 8
  std::uint32_t compressed_bytes, options_table;
  std::uint16_t minor, major;
  std::uint32_t architecture, name_at, name_bytes;
  std::uint64_t flags, hash, content_bytes; // the last one is 0 for what is not compressed
};
static_assert(sizeof(EntryHeader) == 64);

// Where the options lie, from the beginning of the header.
struct OptionsTable {
  std::uint32_t at, bytes;
};

constexpr std::uint16_t ptx_kind = 1, machine_code_kind = 2, link_time_kind = 8;
constexpr std::uint64_t debug_flag = 0x2, lz4_flag = 0x2000, zstd_flag = 0x8000, specific_flag = 0x100000,
                        family_flag = 0x200000;

EntryKind kind_of(const EntryHeader& header) {
  switch (header.kind) {
  case ptx_kind:
    return EntryKind::ptx;
  case machine_code_kind:
    return EntryKind::machine_code;
  case link_time_kind:
    return EntryKind::link_time;
  default:
    return EntryKind::other;
  }
}

Compression compression_of(const EntryHeader& header) {
  switch (header.flags & (lz4_flag | zstd_flag)) {
  case lz4_flag:
    return Compression::lz4;
  case zstd_flag:
    return Compression::zstd;
  case 0:
    return header.compressed_bytes == 0 && header.content_bytes == 0 ? Compression::none
                                                                     : Compression::unknown;
  default:
    return Compression::unknown;
  }
}

ArchitectureScope scope_of(const EntryHeader& header) {
  if (header.flags & specific_flag) return ArchitectureScope::specific;
  return header.flags & family_flag ? ArchitectureScope::family : ArchitectureScope::portable;
}

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Empty if it does not lie within the bytes.
std::optional<std::span<const std::byte>> part_of(std::span<const std::byte> bytes, std::uint64_t at,
                                                  std::uint64_t size) {
  if (at > bytes.size() || size > bytes.size() - at) return std::nullopt;
  return bytes.subspan(at, size);
}

template <class Value>
std::optional<Value> value_in(std::span<const std::byte> bytes, std::uint64_t at) {
  const auto part = part_of(bytes, at, sizeof(Value));
  if (!part) return std::nullopt;
  Value value;
  std::memcpy(&value, part->data(), sizeof value);
  return value;
}

bool has_option(std::string_view options, std::string_view option) {
  for (std::size_t at = 0; at <= options.size();) {
    const std::size_t end = std::min(options.find(' ', at), options.size());
    if (options.substr(at, end - at) == option) return true;
    at = end + 1;
  }
  return false;
}

// The entry with which the bytes begin; `taken`: how many of them belong to it.
std::optional<ModuleEntry> read_entry(std::span<const std::byte> bytes, std::uint64_t& taken) {
  const auto header = value_in<EntryHeader>(bytes, 0);
  if (!header || header->header_bytes < sizeof *header) return std::nullopt;
  const auto whole_header = part_of(bytes, 0, header->header_bytes);
  const auto stored = part_of(bytes, header->header_bytes, header->stored_bytes);
  if (!whole_header || !stored || header->compressed_bytes > stored->size()) return std::nullopt;
  taken = header->header_bytes + header->stored_bytes;

  ModuleEntry entry;
  entry.kind = kind_of(*header);
  constexpr std::uint32_t max_architecture = 9999;
  if (header->architecture > max_architecture) return std::nullopt;
  entry.architecture = {int(header->architecture), scope_of(*header)};
  entry.version = {header->major, header->minor};
  entry.compression = compression_of(*header);
  entry.debug = header->flags & debug_flag;
  const bool compressed = entry.compression != Compression::none;
  entry.stored = compressed ? stored->first(header->compressed_bytes) : *stored;
  entry.bytes = compressed ? header->content_bytes : stored->size();
  if (header->name_bytes != 0) {
    const auto name = part_of(*whole_header, header->name_at, header->name_bytes);
    if (!name) return std::nullopt;
    entry.name = text_of(*name);
  }
  // Machine code has a table of another kind there.
  if (header->options_table != 0 && entry.kind == EntryKind::ptx) {
    const auto table = value_in<OptionsTable>(*whole_header, header->options_table);
    const auto options = table ? part_of(*whole_header, table->at, table->bytes) : std::nullopt;
    if (!options) return std::nullopt;
    entry.options = trimmed(text_of(*options));
    entry.relocatable = has_option(entry.options, "--compile-only") || has_option(entry.options, "-c");
  }
  return entry;
}

std::variant<ModuleImage, NoPtx> read_fat_binary(std::span<const std::byte> bytes) {
  const auto header = value_in<FatBinaryHeader>(bytes, 0);
  if (!header || header->version != fat_binary_version || header->header_bytes < sizeof *header)
    return NoPtx::broken;
  const auto entries = part_of(bytes, header->header_bytes, header->bytes);
  if (!entries) return NoPtx::broken;
  ModuleImage image{ImageForm::fat_binary, {}};
  for (auto rest = *entries; !rest.empty();) {
    std::uint64_t taken = 0;
    auto entry = read_entry(rest, taken);
    if (!entry) return NoPtx::broken;
    image.entries.push_back(std::move(*entry));
    rest = rest.subspan(taken);
  }
  return image;
}

std::variant<ModuleImage, NoPtx> image_of_cubin(std::span<const std::byte> bytes) {
  const auto cubin = read_cubin(bytes);
  if (!cubin) return NoPtx::broken;
  ModuleEntry entry;
  entry.kind = EntryKind::machine_code;
  entry.architecture.number = cubin->architecture;
  entry.relocatable = cubin->relocatable;
  entry.bytes = bytes.size();
  entry.stored = bytes;
  return ModuleImage{ImageForm::cubin, {std::move(entry)}};
}

std::variant<ModuleImage, NoPtx> image_of_ptx(std::span<const std::byte> bytes) {
  const std::string_view text = text_of(bytes);
  const auto head = read_ptx_head(text.substr(0, text.find('\0')));
  if (!head) return NoPtx::unknown_form;
  ModuleEntry entry;
  entry.kind = EntryKind::ptx;
  entry.architecture = head->target;
  entry.version = head->version;
  entry.debug = head->debug;
  entry.bytes = bytes.size();
  entry.stored = bytes;
  return ModuleImage{ImageForm::ptx, {std::move(entry)}};
}

// Whether the content has the size that the entry states.
bool decompress(const ModuleEntry& entry, std::string& content) {
  const auto* stored = reinterpret_cast<const char*>(entry.stored.data());
  if (entry.compression == Compression::lz4) {
    constexpr std::uint64_t max_ratio = 255; // more is not possible
    if (entry.bytes > max_ratio * entry.stored.size()) return false;
    content.resize(entry.bytes);
    const int size = LZ4_decompress_safe(stored, content.data(), int(entry.stored.size()), int(entry.bytes));
    return size >= 0 && std::uint64_t(size) == entry.bytes;
  }
  const unsigned long long stated = ZSTD_getFrameContentSize(stored, entry.stored.size());
  if (stated != entry.bytes && stated != ZSTD_CONTENTSIZE_UNKNOWN) return false;
  content.resize(entry.bytes);
  return ZSTD_decompress(content.data(), entry.bytes, stored, entry.stored.size()) == entry.bytes;
}
} // namespace

std::variant<ModuleImage, NoPtx> read_image(std::span<const std::byte> bytes) {
  const auto magic = value_in<std::uint32_t>(bytes, 0);
  if (!magic) return NoPtx::unknown_form;
  if (*magic == fat_binary_magic) return read_fat_binary(bytes);
  if (std::memcmp(&*magic, elf_ident, sizeof *magic) == 0) return image_of_cubin(bytes);
  return image_of_ptx(bytes);
}

std::variant<std::string, NoPtx> content_of(const ModuleEntry& entry) {
  if (entry.compression == Compression::unknown) return NoPtx::unknown_compression;
  if (entry.bytes > max_content_bytes || entry.stored.size() > max_content_bytes) return NoPtx::too_large;
  std::string content;
  if (entry.compression == Compression::none)
    content = text_of(entry.stored);
  else if (!decompress(entry, content))
    return NoPtx::broken;
  if (entry.kind == EntryKind::ptx) content.resize(std::min(content.find('\0'), content.size()));
  return content;
}

} // namespace texelscope::modules
