#include "kernels/unit/image_io/textures/vulkan_formats.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace texelscope {

namespace {

using enum ElementKind;
using Masks = std::array<std::uint32_t, 4>;

// Formats of equal channels, one number for each meaning of their bits.
struct Channels {
  std::uint32_t first;
  int bits, count;
  bool blue_first = false;
};
constexpr Channels all_channels[] = {
    {9, 8, 1},        {16, 8, 2},  {23, 8, 3},   {30, 8, 3, true}, {37, 8, 4},
    {44, 8, 4, true}, {51, 8, 4},  {70, 16, 1},  {77, 16, 2},      {84, 16, 3},
    {91, 16, 4},      {98, 32, 1}, {101, 32, 2}, {104, 32, 3},     {107, 32, 4},
};
enum class Meaning : std::uint8_t { unorm, snorm, uscaled, sscaled, uint, sint, srgb, sfloat };
constexpr std::string_view meaning_names[] = {"UNORM", "SNORM", "USCALED", "SSCALED",
                                              "UINT",  "SINT",  "SRGB",    "SFLOAT"};

std::size_t meaning_count(const Channels& channels) {
  return channels.bits == 32 ? 3 : 7;
}
Meaning meaning_of(const Channels& channels, std::uint32_t number) {
  const auto index = number - channels.first;
  if (channels.bits == 32) return std::array{Meaning::uint, Meaning::sint, Meaning::sfloat}[index];
  return channels.bits == 16 && index == 6 ? Meaning::sfloat : Meaning(index);
}

const Channels* channels_of(std::uint32_t number) {
  const auto* found = std::ranges::find_if(all_channels, [&](const Channels& one) {
    return number >= one.first && number < one.first + meaning_count(one);
  });
  return found == std::end(all_channels) ? nullptr : found;
}

std::string channels_name(const Channels& channels, Meaning meaning) {
  std::string name;
  for (int c = 0; c < channels.count; ++c)
    name += (channels.blue_first ? "BGRA" : "RGBA")[c] + std::to_string(channels.bits);
  return name + "_" + std::string(meaning_names[std::size_t(meaning)]);
}

std::optional<DdsTexelFormat> equal_channels(const Channels& channels, Meaning meaning) {
  using enum Meaning;
  const ElementKind kind = meaning == sfloat                                           ? floating
                           : meaning == snorm || meaning == sscaled || meaning == sint ? signed_int
                                                                                       : unsigned_int;
  DdsTexelFormat found;
  found.format.element = {kind, channels.bits, channels.count == 3 ? 4 : channels.count};
  found.format.normalized = meaning == unorm || meaning == snorm || meaning == srgb;
  found.format.srgb = meaning == srgb;
  if (channels.blue_first) {
    if (kind != unsigned_int && channels.count == 3) return std::nullopt; // whose alpha differs
    const Masks masks = {0xff0000, 0xff00, 0xff, channels.count == 4 ? 0xff000000 : 0};
    found.layout = masked_layout(8 * channels.count, masks);
  } else if (channels.count == 3) {
    found.layout = three_channels(found.format.element);
  }
  if (channels.count == 3) found.name = channels_name(channels, meaning);
  return found;
}

// Channels within a word; the format's name begins with the highest one.
struct Word {
  std::uint32_t number;
  std::string_view name;
  int bits;
  Masks masks;
  int channels = 4;
  bool integers = false;
};
constexpr Masks rgb10a2 = {0x3ff, 0xffc00, 0x3ff00000, 0xc0000000},
                bgr10a2 = {0x3ff00000, 0xffc00, 0x3ff, 0xc0000000};
constexpr Word words[] = {
    {1, "R4G4_UNORM_PACK8", 8, {0xf0, 0, 0, 0x0f}, 2},
    {2, "R4G4B4A4_UNORM_PACK16", 16, {0xf000, 0xf00, 0xf0, 0xf}},
    {3, "B4G4R4A4_UNORM_PACK16", 16, {0xf0, 0xf00, 0xf000, 0xf}},
    {4, "R5G6B5_UNORM_PACK16", 16, {0xf800, 0x7e0, 0x1f, 0}},
    {5, "B5G6R5_UNORM_PACK16", 16, {0x1f, 0x7e0, 0xf800, 0}},
    {6, "R5G5B5A1_UNORM_PACK16", 16, {0xf800, 0x7c0, 0x3e, 1}},
    {7, "B5G5R5A1_UNORM_PACK16", 16, {0x3e, 0x7c0, 0xf800, 1}},
    {8, "A1R5G5B5_UNORM_PACK16", 16, {0x7c00, 0x3e0, 0x1f, 0x8000}},
    {58, "A2R10G10B10_UNORM_PACK32", 32, bgr10a2},
    {62, "A2R10G10B10_UINT_PACK32", 32, bgr10a2, 4, true},
    {64, "A2B10G10R10_UNORM_PACK32", 32, rgb10a2},
    {68, "A2B10G10R10_UINT_PACK32", 32, rgb10a2, 4, true},
    {1000340000, "A4R4G4B4_UNORM_PACK16", 16, {0xf00, 0xf0, 0xf, 0xf000}},
    {1000340001, "A4B4G4R4_UNORM_PACK16", 16, {0xf, 0xf0, 0xf00, 0xf000}},
    {1000470000, "A1B5G5R5_UNORM_PACK16", 16, {0x1f, 0x3e0, 0x7c00, 0x8000}},
    {1000470001, "A8_UNORM", 8, {0, 0, 0, 0xff}},
};

DdsTexelFormat word_format(const Word& word) {
  DdsTexelFormat found;
  found.name = word.name;
  found.layout = masked_layout(word.bits, word.masks, word.channels == 2);
  if (word.integers) found.layout.kind = TexelLayout::Kind::integers;
  found.format.element = found.layout.becomes;
  found.format.normalized = !word.integers;
  return found;
}

constexpr std::uint32_t first_blocks = 131, end_of_blocks = 147; // BC1 to BC7

DdsFormat block_format(std::uint32_t number) {
  using enum bc::Format;
  struct Blocks {
    bc::Format format;
    bool srgb;
  };
  constexpr Blocks blocks[] = {
      {bc1, false},           {bc1, true},          {bc1, false},       {bc1, true},
      {bc2, false},           {bc2, true},          {bc3, false},       {bc3, true},
      {bc4_unorm, false},     {bc4_snorm, false},   {bc5_unorm, false}, {bc5_snorm, false},
      {bc6h_unsigned, false}, {bc6h_signed, false}, {bc7, false},       {bc7, true},
  };
  const Blocks& found = blocks[number - first_blocks];
  return {
      .blocks = found.format, .element = {}, .normalized = !bc::is_bc6h(found.format), .srgb = found.srgb};
}

// Formats that CUDA lacks and that nothing here decodes.
struct NamedRange {
  std::uint32_t first, count;
  std::string_view name;
};
constexpr NamedRange other_formats[] = {
    {59, 1, "A2R10G10B10_SNORM"},
    {63, 1, "A2R10G10B10_SINT"},
    {65, 1, "A2B10G10R10_SNORM"},
    {69, 1, "A2B10G10R10_SINT"},
    {110, 12, "64-bit channels"},
    {125, 1, "X8_D24_UNORM"},
    {127, 1, "S8_UINT"},
    {128, 1, "D16_UNORM_S8_UINT"},
    {129, 1, "D24_UNORM_S8_UINT"},
    {130, 1, "D32_SFLOAT_S8_UINT"},
    {147, 2, "ETC2 R8G8B8"},
    {149, 2, "ETC2 R8G8B8A1"},
    {151, 2, "ETC2 R8G8B8A8"},
    {153, 2, "EAC R11"},
    {155, 2, "EAC R11G11"},
    {1000054000, 8, "PVRTC"},
    {1000156000, 7, "YCbCr"},
    {1000156007, 3, "R10X6"},
    {1000156010, 7, "YCbCr of 10 bits"},
    {1000156017, 3, "R12X4"},
    {1000156020, 7, "YCbCr of 12 bits"},
    {1000156027, 7, "YCbCr of 16 bits"},
};
constexpr std::uint32_t first_astc = 157, first_astc_floats = 1000066000, first_astc_volumes = 1000288000;
constexpr std::string_view astc_blocks[] = {"4x4", "5x4",  "5x5",  "6x5",  "6x6",   "8x5",   "8x6",
                                            "8x8", "10x5", "10x6", "10x8", "10x10", "12x10", "12x12"};

} // namespace

std::optional<DdsTexelFormat> vulkan_format(std::uint32_t number) {
  if (const Channels* channels = channels_of(number))
    return equal_channels(*channels, meaning_of(*channels, number));
  if (const auto* word = std::ranges::find(words, number, &Word::number); word != std::end(words))
    return word_format(*word);
  if (number >= first_blocks && number < end_of_blocks) return DdsTexelFormat{.format = block_format(number)};
  const auto plain = [](const ElementFormat& element, bool normalized) {
    return DdsFormat{.blocks = {}, .element = element, .normalized = normalized};
  };
  const DdsFormat halves = plain(shared_exponent_layout.becomes, false);
  switch (number) {
  case 122:
    return DdsTexelFormat{halves, small_floats_layout, "B10G11R11_UFLOAT_PACK32"};
  case 123:
    return DdsTexelFormat{halves, shared_exponent_layout, "E5B9G9R9_UFLOAT_PACK32"};
  case 124: // depths
    return DdsTexelFormat{.format = plain({unsigned_int, 16, 1}, true)};
  case 126:
    return DdsTexelFormat{.format = plain({floating, 32, 1}, false)};
  default:
    return std::nullopt;
  }
}

std::string vulkan_format_name(std::uint32_t number) {
  if (const Channels* channels = channels_of(number))
    return channels_name(*channels, meaning_of(*channels, number));
  const std::size_t sizes = std::size(astc_blocks);
  if (number >= first_astc && number < first_astc + 2 * sizes)
    return "ASTC " + std::string(astc_blocks[(number - first_astc) / 2]);
  if (number >= first_astc_floats && number < first_astc_floats + sizes)
    return "ASTC HDR " + std::string(astc_blocks[number - first_astc_floats]);
  if (number >= first_astc_volumes && number < first_astc_volumes + 30) return "ASTC 3-D";
  for (const NamedRange& range : other_formats)
    if (number >= range.first && number < range.first + range.count) return std::string(range.name);
  return "VK_FORMAT " + std::to_string(number);
}

} // namespace texelscope
