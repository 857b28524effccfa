// The legality matrix as a table: a row a format, a column each way to set what the table is about, and in
// every cell the attempts that fit there.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "kernels/image/block_compression/block_format.h"
#include "kernels/support_matrix/legality.h"

namespace texelscope {
namespace legality {

// What the columns distinguish: read mode, filter and sRGB; storage and dimension; coordinates and the first
// axis's address mode; what the array is made for and the mip filter.
enum class Columns : std::uint8_t { reading, places, addressing, uses };
enum class FormatClass : std::uint8_t { integers, floats, normalized, blocks, others };
FormatClass class_of(const Format& format);

struct TableFilter {
  Columns columns = Columns::reading;
  std::optional<FormatClass> formats = {};
  std::optional<Memory> memory = {};
  std::optional<Verdict> verdict = {};
  std::string pattern = {}; // each must occur in the attempt's identifier or in its answer
  bool operator==(const TableFilter&) const = default;
};

struct Cell {
  std::vector<std::size_t> configurations; // places in AnsweredAttempts, in their order
  std::array<int, 3> counts = {};          // by verdict
};

struct Table {
  std::vector<const Format*> rows;
  std::vector<std::vector<const char*>> columns; // a word for each band of the header, the widest band first
  std::vector<Cell> cells;                       // rows.size() * columns.size(), rows behind each other
  std::array<int, 3> counts = {};                // by verdict, of all attempts shown

  int shown() const { return counts[0] + counts[1] + counts[2]; }
  const Cell& cell(std::size_t row, std::size_t column) const { return cells[row * columns.size() + column]; }
};
// Rows and columns without any attempt are left out.
Table make_table(const AnsweredAttempts& answered, const TableFilter& filter);
// The attempts that are shown, in their order.
AnsweredAttempts shown_configurations(const AnsweredAttempts& answered, const TableFilter& filter);

struct CellPlace {
  std::size_t row = 0, column = 0;
  bool operator==(const CellPlace&) const = default;
};
std::optional<CellPlace> place_of(const Table& table, const Configuration& configuration, Columns columns);

// What a session asks of CUDA; `blocks`: what its file holds. The dimensions' unused axes and the mip filter
// of a single level are as in attempts(). Nothing for a format that is not tried.
std::optional<Configuration> configuration_of(const Session& session, std::optional<bc::Format> blocks = {});
const Outcome* find(const AnsweredAttempts& answered, const Configuration& configuration);

} // namespace legality

template <>
EnumTable enum_table<legality::Columns>();
template <>
EnumTable enum_table<legality::FormatClass>();

} // namespace texelscope
