// The legality matrix as a table: one row per format, one column per combination of the table's settings, and
// in every cell the matching configurations.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "kernels/reports/support_matrix/legality.h"
#include "kernels/unit/image/block_compression/block_format.h"

namespace texelscope {
namespace legality {

// The settings that the columns distinguish: read mode, filter and sRGB; storage and dimension; coordinates
// and the first axis's address mode; the purpose of the array and the mip filter.
enum class Columns : std::uint8_t { reading, places, addressing, uses };
enum class FormatClass : std::uint8_t { integers, floats, normalized, blocks, others };
FormatClass class_of(const Format& format);

struct TableFilter {
  Columns columns = Columns::reading;
  std::optional<FormatClass> formats = {};
  std::optional<Memory> memory = {};
  std::optional<Verdict> verdict = {};
  std::string pattern = {}; // each must occur in the configuration's identifier or in its outcome
  bool operator==(const TableFilter&) const = default;
};

struct Cell {
  std::vector<std::size_t> configurations; // indices into AnsweredAttempts, in their order
  std::array<int, 3> counts = {};          // by verdict
};

struct Table {
  std::vector<const Format*> rows;
  std::vector<std::vector<const char*>> columns; // a text for each band of the header, the widest band first
  std::vector<Cell> cells;                       // rows.size() * columns.size(), rows behind each other
  std::array<int, 3> counts = {};                // by verdict, of all configurations shown

  int shown() const { return counts[0] + counts[1] + counts[2]; }
  const Cell& cell(std::size_t row, std::size_t column) const { return cells[row * columns.size() + column]; }
};
// Rows and columns without any configuration are left out.
Table make_table(const AnsweredAttempts& answered, const TableFilter& filter);
// The configurations that are shown, in their order.
AnsweredAttempts shown_configurations(const AnsweredAttempts& answered, const TableFilter& filter);

struct CellPlace {
  std::size_t row = 0, column = 0;
  bool operator==(const CellPlace&) const = default;
};
std::optional<CellPlace> place_of(const Table& table, const Configuration& configuration, Columns columns);

// The configuration that a session requests of CUDA; `blocks`: the format of its file. The dimensions' unused
// axes and the mip filter of a single level are as in configurations(). Empty for a format that is not tried.
std::optional<Configuration> configuration_of(const Session& session, std::optional<bc::Format> blocks = {});
const Outcome* find(const AnsweredAttempts& answered, const Configuration& configuration);

} // namespace legality

template <>
EnumTable enum_table<legality::Columns>();
template <>
EnumTable enum_table<legality::FormatClass>();

} // namespace texelscope
