#include "kernels/studies/fetches/fetch_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <stdio.h> // fseeko

#include "kernels/ground/base/half.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/write_file.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/unit/image_io/npy_header.h"

namespace texelscope::fetches {

namespace {
namespace fs = std::filesystem;
using Floats = std::array<float, 3>;
using Numbers = std::array<std::uint32_t, 3>;
using Name = std::array<char, 6>; // filled up with zeros

// As it lies in the file.
struct StoredRow {
  std::uint64_t number = 0;
  std::uint32_t process = 0, site = 0, object = 0;
  std::uint64_t launch = 0;
  Numbers block = {}, thread = {}, block_size = {};
  std::uint8_t lane = 0, quad_lane = 0;
  Name function = {};
  std::array<double, 3> coordinates = {};
  std::int32_t layer = 0;
  float level = 0;
  Floats dx = {}, dy = {};
  std::uint8_t component = 0;
  Name type = {};
  std::uint8_t received = 0, incomplete = 0;
  TexelBits result = {};
};

template <class Row, class Archive>
constexpr void for_each_field(Row&& row, Archive&& archive) {
  archive("number", row.number);
  archive("process", row.process);
  archive("site", row.site);
  archive("object", row.object);
  archive("launch", row.launch);
  archive("block", row.block);
  archive("thread", row.thread);
  archive("block_size", row.block_size);
  archive("lane", row.lane);
  archive("quad_lane", row.quad_lane);
  archive("function", row.function);
  archive("coordinates", row.coordinates);
  archive("layer", row.layer);
  archive("level", row.level);
  archive("dx", row.dx);
  archive("dy", row.dy);
  archive("component", row.component);
  archive("type", row.type);
  archive("received", row.received);
  archive("incomplete", row.incomplete);
  archive("result", row.result);
}

template <class T>
constexpr std::size_t items = 1;
template <class T, std::size_t count>
constexpr std::size_t items<std::array<T, count>> = count;
template <>
constexpr std::size_t items<Name> = 1;

// "<u4"
template <class T>
std::string type_of(const T&) {
  const char letter = std::is_floating_point_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'u';
  return fmt::format("{}{}{}", sizeof(T) == 1 ? '|' : '<', letter, sizeof(T));
}
template <class T, std::size_t count>
std::string type_of(const std::array<T, count>& all) {
  return type_of(all[0]);
}
std::string type_of(const Name& name) {
  return fmt::format("|S{}", name.size());
}

// As NumPy writes it: "[('number', '<u8'), ('block', '<u4', (3,)), ...]".
std::string row_type() {
  std::string list;
  for_each_field(StoredRow(), [&]<class T>(const char* name, const T& value) {
    if (!list.empty()) list += ", ";
    list += std::string("('") + name + "', '" + type_of(value) + "'";
    list += items<T> == 1 ? ")" : ", (" + std::to_string(items<T>) + ",))";
  });
  return "[" + list + "]";
}

constexpr std::size_t row_bytes = [] {
  std::size_t bytes = 0;
  const StoredRow row;
  for_each_field(row, [&]<class T>(const char*, const T&) { bytes += sizeof(T); });
  return bytes;
}();

static_assert(std::endian::native == std::endian::little);

std::string npy_header(std::uint64_t rows) {
  return npy_header_bytes({row_type(), false, {rows}});
}

void append_packed(const StoredRow& row, std::string& bytes) {
  for_each_field(row, [&]<class T>(const char*, const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  });
}

StoredRow unpacked(const char* bytes) {
  StoredRow row;
  for_each_field(row, [&]<class T>(const char*, T& value) {
    std::memcpy(static_cast<void*>(&value), bytes, sizeof value);
    bytes += sizeof value;
  });
  return row;
}

Name name_of(std::string_view text) {
  Name name = {};
  std::copy_n(text.begin(), std::min(text.size(), name.size()), name.begin());
  return name;
}

constexpr std::string_view types[] = {"u32", "s32", "f32", "f16"}; // as record::ResultType

void append_cell(std::string& line, const Name& name) {
  line += std::string(name.data(), ::strnlen(name.data(), name.size()));
}
template <class T>
requires std::is_arithmetic_v<T>
void append_cell(std::string& line, const T& value) {
  line += fmt::format("{}", value);
}
// The coordinates of most fetches are floats, which fewer digits identify.
void append_cell(std::string& line, const double& value) {
  line += double(float(value)) == value ? fmt::format("{}", float(value)) : fmt::format("{}", value);
}

std::string csv_head() {
  std::string line;
  for_each_field(StoredRow(), [&]<class T>(const char* name, const T&) {
    for (std::size_t i = 0; i < items<T>; ++i)
      line += fmt::format("{}{}{}", line.empty() ? "" : ",", name,
                          items<T> == 1 ? "" : std::string("_") + "xyzw"[i]);
  });
  return line + "\n";
}

void append_csv(const StoredRow& row, std::string& lines) {
  const std::size_t start = lines.size();
  const auto type = std::size_t(std::ranges::find(types, std::string_view(row.type.data())) - types);
  for_each_field(row, [&]<class T>(const char*, const T& value) {
    for (std::size_t i = 0; i < items<T>; ++i) {
      if (lines.size() != start) lines += ',';
      if constexpr (std::is_same_v<T, TexelBits>) {
        if ((row.received >> i & 1) != 0) lines += result_text(record::ResultType(type), value[i]);
      } else if constexpr (items<T> == 1) {
        append_cell(lines, value);
      } else {
        append_cell(lines, value[i]);
      }
    }
  });
  lines += '\n';
}

// NumPy's versions differ in how many spaces they leave behind the dictionary.
std::string_view without_padding(std::string_view dictionary) {
  return dictionary.substr(0, dictionary.find_last_not_of(" \n") + 1);
}

class Rows {
public:
  Rows(std::uint64_t count, const std::optional<ThreadPosition>& thread, bool csv, const PartSink& sink)
      : left(count), thread(thread), append(csv ? append_csv : append_packed), sink(sink),
        buffer(csv ? csv_head() : npy_header(count)) {}

  void add(const record::FetchSite& site, std::size_t number, int object,
           std::span<const RecordedFetch> fetches) {
    for (const RecordedFetch& fetch : fetches) {
      const std::uint64_t of_object = ++numbers[object];
      if ((thread && !is_at(fetch, *thread)) || left == 0) continue;
      --left;
      append(stored(site, number, object, of_object, fetch), buffer);
      if (buffer.size() >= part_bytes) flush();
    }
  }
  void flush() {
    sink(std::as_bytes(std::span(buffer)));
    buffer.clear();
  }

private:
  static constexpr std::size_t part_bytes = 1 << 20;

  static StoredRow stored(const record::FetchSite& of, std::size_t number, int object,
                          std::uint64_t of_object, const RecordedFetch& fetch) {
    const record::Site& site = of.site;
    StoredRow row;
    row.number = of_object, row.process = of.process;
    row.site = std::uint32_t(number), row.object = std::uint32_t(object);
    row.launch = fetch.grid;
    row.block = fetch.block, row.thread = fetch.thread, row.block_size = fetch.block_size;
    row.lane = std::uint8_t(fetch.lane), row.quad_lane = std::uint8_t(fetch.at.quad_lane);
    row.function = name_of(identifier(fetch.function));
    row.coordinates = fetch.coordinates;
    row.layer = fetch.at.layer, row.level = fetch.at.lod;
    row.dx = {fetch.at.dx.x, fetch.at.dx.y, fetch.at.dx.z};
    row.dy = {fetch.at.dy.x, fetch.at.dy.y, fetch.at.dy.z};
    row.component = std::uint8_t(fetch.at.component);
    row.incomplete = site.offsets.count > 0 || site.reference.count > 0;
    set_result(row, site, fetch.result);
    return row;
  }

  static void set_result(StoredRow& row, const record::Site& site, const TexelBits& bits) {
    const bool pairs = site.result_type == record::ResultType::f16x2;
    row.type = name_of(types[std::size_t(pairs ? record::ResultType::f16 : site.result_type)]);
    for (std::size_t i = 0; i < row.result.size(); ++i) {
      const std::size_t word = pairs ? i / 2 : i;
      if (site.results[word] < 0) continue;
      row.received = std::uint8_t(row.received | 1u << i);
      row.result[i] = pairs ? bits[word] >> 16 * (i % 2) & 0xffff : bits[word];
    }
  }

  std::uint64_t left;
  const std::optional<ThreadPosition>& thread;
  void (*append)(const StoredRow&, std::string&);
  const PartSink& sink;
  std::string buffer;
  std::map<int, std::uint64_t> numbers; // of each object
};

// The row of a recording, or the name of the field that shows it to be of none.
class Checked {
public:
  explicit Checked(const StoredRow& from) : stored(from) {
    check("number", stored.number > 0);
    check("object", stored.object <= std::uint32_t(std::numeric_limits<int>::max()));
    for (std::size_t i = 0; i < 3; ++i)
      check("thread", stored.thread[i] < stored.block_size[i]);
    check("lane", stored.lane < 32);
    check("quad_lane", stored.quad_lane < 4);
    check("component", stored.component < 4);
    check("received", stored.received < 16);
    check("incomplete", stored.incomplete < 2);
    set_function();
    set_type();
    const double x = stored.coordinates[0];
    check("coordinates", row.fetch.function != FetchKind::texel ||
                             (std::abs(x) <= 2147483648.0 && x < 2147483648.0 && x == std::floor(x)));
    if (wrong.empty()) set_others();
  }

  FetchRow row;
  std::string_view wrong;

private:
  void check(std::string_view field, bool right) {
    if (!right && wrong.empty()) wrong = field;
  }

  void set_function() {
    bool known = false;
    for (const EnumEntry& each : enum_table<FetchKind>())
      if (name_of(each.identifier) == stored.function) {
        row.fetch.function = FetchKind(each.value);
        known = true;
      }
    check("function", known);
  }

  void set_type() {
    const auto* const type = std::ranges::find(types, stored.type, name_of);
    check("type", type != std::end(types));
    row.type = record::ResultType(type - types);
  }

  void set_others() {
    row.number = stored.number, row.process = stored.process;
    row.site = stored.site, row.object = int(stored.object);
    row.received = stored.received, row.incomplete = stored.incomplete != 0;
    RecordedFetch& fetch = row.fetch;
    fetch.grid = stored.launch;
    fetch.block = stored.block, fetch.thread = stored.thread, fetch.block_size = stored.block_size;
    fetch.lane = stored.lane;
    fetch.coordinates = stored.coordinates;
    fetch.result = stored.result;
    FetchAt& at = fetch.at;
    at.x = float(stored.coordinates[0]), at.y = float(stored.coordinates[1]);
    at.z = float(stored.coordinates[2]);
    if (fetch.function == FetchKind::texel) at.texel = int(stored.coordinates[0]);
    at.layer = stored.layer, at.lod = stored.level;
    at.dx = {stored.dx[0], stored.dx[1], stored.dx[2]};
    at.dy = {stored.dy[0], stored.dy[1], stored.dy[2]};
    at.quad_lane = stored.quad_lane, at.component = stored.component;
  }

  const StoredRow& stored;
};
} // namespace

std::string result_text(record::ResultType type, std::uint32_t bits) {
  switch (type) {
  case record::ResultType::u32:
    return std::to_string(bits);
  case record::ResultType::s32:
    return std::to_string(std::int32_t(bits));
  case record::ResultType::f16:
    return fmt::format("{}", half_to_float(std::uint16_t(bits)));
  case record::ResultType::f32:
  case record::ResultType::f16x2:
    break;
  }
  return fmt::format("{}", std::bit_cast<float>(bits));
}

bool is_at(const RecordedFetch& fetch, const ThreadPosition& position) {
  return fetch.position(0) == position[0] && fetch.position(1) == position[1] &&
         fetch.position(2) == position[2];
}

std::uint64_t count_fetches(const fs::path& folder, const std::vector<record::ServedModule>& modules,
                            const std::optional<ThreadPosition>& thread) {
  std::uint64_t count = 0;
  record::read_recording(folder, modules, [&](const auto& site, const auto&, const auto& record) {
    if (!thread) {
      count += record.header.lanes;
      return;
    }
    for (const RecordedFetch& fetch : fetches_of(site.site, record))
      count += is_at(fetch, *thread);
  });
  return count;
}

bool is_fetch_file_name(const fs::path& file) {
  const std::string ending = ending_of(file);
  return ending == ".npy" || ending == ".csv";
}

void write_fetch_file(const fs::path& file, std::uint64_t count,
                      const std::function<void(const TakeFetches&)>& produce,
                      const std::optional<ThreadPosition>& thread) {
  const auto parts = [&](const PartSink& sink) {
    Rows rows(count, thread, ending_of(file) == ".csv", sink);
    produce([&rows](const auto&... fetches) { rows.add(fetches...); });
    rows.flush();
  };
  write_file(file, parts, Durability::until_a_crash);
}

FetchFile::FetchFile(const fs::path& path) : file(path) {
  constexpr std::size_t before = 10; // magic, version, length
  std::string start(std::min<std::uintmax_t>(file.size, before), '\0');
  file.read(start.data(), start.size());
  if (!start.starts_with(npy_header(0).substr(0, before - 2)) || start.size() < before)
    file.refuse(Text::fetch_file_other);
  const auto byte = [&](std::size_t i) { return std::uint64_t(static_cast<unsigned char>(start[i])); };
  data = before + byte(8) + 256 * byte(9);
  if (file.size < data) file.refuse(Text::fetch_file_other);
  std::string dictionary(data - before, '\0');
  file.read(dictionary.data(), dictionary.size());
  const auto header = parse_npy_header(dictionary);
  const std::string whole = header && header->shape.size() == 1 ? npy_header(header->shape[0]) : "";
  if (whole.empty() || without_padding(dictionary) != without_padding(std::string_view(whole).substr(before)))
    file.refuse(Text::fetch_file_other);
  rows = header->shape[0];
  if ((file.size - data) % row_bytes != 0 || (file.size - data) / row_bytes != rows)
    file.refuse(Text::fetch_file_size, {std::to_string(rows), std::to_string(file.size)});
}

void FetchFile::read(const std::function<bool(const FetchRow&)>& take) {
  if (::fseeko(file.handle.get(), off_t(data), SEEK_SET) != 0)
    file.refuse(Text::image_truncated, {text(Text::image_too_short)});
  constexpr std::uint64_t at_a_time = 4096;
  std::vector<char> bytes(std::min(at_a_time, rows) * row_bytes);
  for (std::uint64_t first = 0; first < rows; first += at_a_time) {
    const std::uint64_t count = std::min(at_a_time, rows - first);
    file.read(bytes.data(), count * row_bytes);
    for (std::uint64_t i = 0; i < count; ++i) {
      const StoredRow stored = unpacked(&bytes[i * row_bytes]);
      const Checked checked(stored);
      if (!checked.wrong.empty())
        file.refuse(Text::fetch_file_row, {std::to_string(first + i), checked.wrong});
      if (!take(checked.row)) return;
    }
  }
}

} // namespace texelscope::fetches
