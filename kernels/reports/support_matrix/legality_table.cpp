#include "kernels/reports/support_matrix/legality_table.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr EnumEntry column_sets[] = {
    {0, "reading", Text::columns_reading, Text::columns_reading_help},
    {1, "places", Text::columns_places, Text::columns_places_help},
    {2, "addressing", Text::columns_addressing, Text::columns_addressing_help},
    {3, "uses", Text::columns_uses, Text::columns_uses_help},
};
constexpr EnumEntry format_classes[] = {
    {0, "integers", Text::formats_integers, Text::formats_integers_help},
    {1, "floats", Text::formats_floats, Text::formats_floats_help},
    {2, "normalized", Text::formats_normalized, Text::formats_normalized_help},
    {3, "blocks", Text::formats_blocks, Text::formats_blocks_help},
    {4, "others", Text::formats_others, Text::formats_others_help},
};
} // namespace

template <>
EnumTable enum_table<legality::Columns>() {
  return column_sets;
}
template <>
EnumTable enum_table<legality::FormatClass>() {
  return format_classes;
}

namespace legality {

namespace {
// One band of a column's header: its index among its kind, and its text.
struct Band {
  int order = 0;
  const char* word = "";
  bool operator<(const Band& other) const { return order < other.order; }
};
using Bands = std::vector<Band>;

template <class E>
Band band(E value) {
  return {int(value), label(value)};
}
Band band(bool value, Text no, Text yes) {
  return {int(value), text(value ? yes : no)};
}

Bands bands_of(const Configuration& a, Columns columns) {
  switch (columns) {
  case Columns::reading:
    return {band(a.read_mode), band(a.filter), band(a.srgb, Text::column_no_srgb, Text::column_srgb)};
  case Columns::places:
    return {band(a.memory), band(a.dimension)};
  case Columns::addressing:
    return {band(!a.normalized, Text::column_normalized, Text::column_unnormalized), band(a.address)};
  case Columns::uses:
    break;
  }
  return {band(a.use),
          band(a.mip_filter == FilterMode::linear, Text::column_mip_point, Text::column_mip_linear)};
}

// matches() compares whole parts of an identifier; a search finds text anywhere in a part.
std::string anywhere(const std::string& search) {
  std::istringstream in(search);
  std::string pattern;
  for (std::string word; in >> word;)
    pattern += "*" + word + "* ";
  return pattern;
}

class Sieve {
public:
  explicit Sieve(const TableFilter& f) : filter(f), pattern(anywhere(f.pattern)) {}
  bool lets_through(const Configuration& configuration, const Outcome& answer) const {
    return (!filter.formats || class_of(*configuration.format) == *filter.formats) &&
           (!filter.memory || configuration.memory == *filter.memory) &&
           (!filter.verdict || answer.verdict == *filter.verdict) &&
           (pattern.empty() || matches(pattern, configuration, answer));
  }

private:
  const TableFilter& filter;
  std::string pattern;
};

std::vector<const char*> labels_of(const Bands& bands) {
  std::vector<const char*> labels;
  for (const Band& one : bands)
    labels.push_back(one.word);
  return labels;
}
} // namespace

FormatClass class_of(const Format& format) {
  if (format.is_block()) return FormatClass::blocks;
  if (format.is_integer()) return FormatClass::integers;
  if (format.kind == kind::floating) return FormatClass::floats;
  if (format.kind == kind::none || format.kind == kind::nv12) return FormatClass::others;
  return FormatClass::normalized;
}

Table make_table(const AnsweredAttempts& answered, const TableFilter& filter) {
  const Sieve sieve(filter);
  std::vector<std::size_t> shown;
  std::map<const Format*, std::size_t> rows; // formats() is one array, so this is its order
  std::map<Bands, std::size_t> columns;
  for (std::size_t i = 0; i < answered.size(); ++i) {
    const auto& [configuration, answer] = answered[i];
    if (!sieve.lets_through(configuration, answer)) continue;
    shown.push_back(i);
    rows[configuration.format] = 0;
    columns[bands_of(configuration, filter.columns)] = 0;
  }
  Table table;
  for (auto& [format, place] : rows) {
    place = table.rows.size();
    table.rows.push_back(format);
  }
  for (auto& [bands, place] : columns) {
    place = table.columns.size();
    table.columns.push_back(labels_of(bands));
  }
  table.cells.resize(rows.size() * columns.size());
  for (const std::size_t i : shown) {
    const auto& [configuration, answer] = answered[i];
    const std::size_t column = columns[bands_of(configuration, filter.columns)];
    Cell& cell = table.cells[rows[configuration.format] * columns.size() + column];
    cell.configurations.push_back(i);
    ++cell.counts[std::size_t(answer.verdict)];
    ++table.counts[std::size_t(answer.verdict)];
  }
  return table;
}

AnsweredAttempts shown_configurations(const AnsweredAttempts& answered, const TableFilter& filter) {
  const Sieve sieve(filter);
  AnsweredAttempts shown;
  for (const auto& [configuration, answer] : answered)
    if (sieve.lets_through(configuration, answer)) shown.emplace_back(configuration, answer);
  return shown;
}

std::optional<CellPlace> place_of(const Table& table, const Configuration& configuration, Columns columns) {
  const auto row = std::ranges::find(table.rows, configuration.format);
  const auto column = std::ranges::find(table.columns, labels_of(bands_of(configuration, columns)));
  if (row == table.rows.end() || column == table.columns.end()) return std::nullopt;
  return CellPlace{std::size_t(row - table.rows.begin()), std::size_t(column - table.columns.begin())};
}

namespace {
const TexelFormatRow* texels_of(const TextureSpec& texture, std::optional<bc::Format> blocks) {
  if (texture.channel_kind != ChannelKind::blocks) return texel_format(texture);
  return blocks ? &texel_format(*blocks) : nullptr;
}
} // namespace

std::optional<Configuration> configuration_of(const Session& session, std::optional<bc::Format> blocks) {
  const TextureSpec& texture = session.texture;
  const Sampler& sampler = session.sampler;
  const auto all = formats();
  const TexelFormatRow* const texels = texels_of(texture, blocks);
  if (!texels) return std::nullopt;
  const auto format = std::ranges::find(all, texels, &Format::texels);
  const bool levels = texture.levels > 1;
  Configuration configuration{.format = &*format,
                              .read_mode = sampler.read_mode,
                              .filter = sampler.filter,
                              .address = sampler.address[0],
                              .other_address = sampler.address[is_1d(texture.dimension) ? 0 : 1],
                              .normalized = sampler.normalized_coords,
                              .memory = levels ? Memory::mipmapped : Memory::array,
                              .dimension = texture.dimension,
                              .mip_filter = levels ? sampler.mip_filter : FilterMode::point,
                              .srgb = sampler.srgb,
                              .use =
                                  session.fetch.function == FetchKind::gather ? Use::gather : Use::texture};
  if (texture.storage == Storage::pitch) configuration.memory = Memory::pitch;
  if (texture.storage == Storage::linear) configuration.memory = Memory::linear;
  return configuration;
}

const Outcome* find(const AnsweredAttempts& answered, const Configuration& configuration) {
  const auto row = std::ranges::find(answered, configuration, &AnsweredAttempts::value_type::first);
  return row == answered.end() ? nullptr : &row->second;
}

} // namespace legality
} // namespace texelscope
