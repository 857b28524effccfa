#include "kernels/reports/coherence/staleness.h"

#include <algorithm>
#include <stdexcept>

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr EnumEntry write_paths[] = {
    {0, "surface", Text::stale_write_surface, Text::stale_write_surface_help},
    {1, "pitch", Text::stale_write_pitch, Text::stale_write_pitch_help},
    {2, "linear", Text::stale_write_linear, Text::stale_write_linear_help},
};
constexpr EnumEntry read_paths[] = {
    {0, "texture", Text::stale_read_texture, Text::stale_read_texture_help},
    {1, "surface", Text::stale_read_surface, Text::stale_read_surface_help},
    {2, "read_only_load", Text::stale_read_ldg, Text::stale_read_ldg_help},
    {3, "load", Text::stale_read_load, Text::stale_read_load_help},
};
constexpr EnumEntry readers[] = {
    {0, "same_thread", Text::stale_same_thread, Text::stale_same_thread_help},
    {1, "same_block", Text::stale_same_block, Text::stale_same_block_help},
    {2, "other_block", Text::stale_other_block, Text::stale_other_block_help},
};
} // namespace

template <>
EnumTable enum_table<staleness::WritePath>() {
  return write_paths;
}
template <>
EnumTable enum_table<staleness::ReadPath>() {
  return read_paths;
}
template <>
EnumTable enum_table<staleness::Reader>() {
  return readers;
}

namespace staleness {

std::optional<Text> obstacle(WritePath write, ReadPath read) {
  const bool array = write == WritePath::surface;
  if (array && read == ReadPath::read_only_load) return Text::stale_no_address_ldg;
  if (array && read == ReadPath::load) return Text::stale_no_address;
  if (!array && read == ReadPath::surface) return Text::stale_no_surface;
  return std::nullopt;
}

const std::vector<Combination>& combinations() {
  static const std::vector<Combination> all = [] {
    std::vector<Combination> made;
    for (const EnumEntry& write : write_paths)
      for (const EnumEntry& read : read_paths)
        for (const EnumEntry& reader : readers)
          for (int bits = 0; bits < 8; ++bits)
            if (!obstacle(WritePath(write.value), ReadPath(read.value)))
              made.push_back({WritePath(write.value), ReadPath(read.value), Reader(reader.value),
                              (bits & 4) != 0, (bits & 2) != 0, (bits & 1) != 0});
    return made;
  }();
  return all;
}

Guarantee guarantee(const Combination& combination) {
  if (combination.relaunched) return Guarantee::fresh;
  if (combination.read != ReadPath::load) return Guarantee::undefined;
  return combination.reader == Reader::other_block && !combination.fenced ? Guarantee::undefined
                                                                          : Guarantee::fresh;
}

Text rule(const Combination& combination) {
  if (combination.relaunched) return Text::stale_rule_relaunched;
  switch (combination.read) {
  case ReadPath::texture:
    return Text::stale_rule_texture;
  case ReadPath::surface:
    return Text::stale_rule_surface;
  case ReadPath::read_only_load:
    return Text::stale_rule_ldg;
  case ReadPath::load:
    break;
  }
  if (combination.reader == Reader::same_thread) return Text::stale_rule_load_thread;
  if (combination.reader == Reader::same_block) return Text::stale_rule_load_block;
  return combination.fenced ? Text::stale_rule_load_fenced : Text::stale_rule_load_unfenced;
}

std::string identifier(const Combination& combination) {
  std::string out(texelscope::identifier(combination.write));
  out.append("/").append(texelscope::identifier(combination.read));
  out.append("/").append(texelscope::identifier(combination.reader));
  if (combination.warmed) out += "/warmed";
  if (combination.fenced) out += "/fenced";
  if (combination.relaunched) out += "/relaunched";
  return out;
}

Result judge(int width, int height, const std::vector<std::uint32_t>& seen) {
  Result result{width, height, int(seen.size()), 0, 0, 0, {}};
  result.bitmap.resize((seen.size() + 7) / 8);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const auto texel = std::uint32_t(i);
    if (seen[i] == old_value(texel)) {
      ++result.stale;
      result.bitmap[i / 8] |= std::uint8_t(1u << (i % 8));
    } else {
      ++(seen[i] == new_value(texel) ? result.fresh : result.other);
    }
  }
  return result;
}

void check_size(int width, int height) {
  const auto fits = [](int size, int tile) { return size >= tile && size <= 1024 && size % tile == 0; };
  if (!fits(width, tile_width) || !fits(height, tile_height))
    throw std::invalid_argument("staleness: the size must be a multiple of 32 x 64, at most 1024 x 1024");
}

} // namespace staleness
} // namespace texelscope
