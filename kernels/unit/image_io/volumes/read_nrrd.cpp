// Reads NRRD ("nearly raw raster data", Teem's definition of formats 1 to 5), with the elements in the same
// file or in another one.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/base/strings.h"
#include "kernels/unit/image_io/volumes/volume_file.h"

namespace texelscope {

namespace {

struct NrrdType {
  std::string_view element; // as NumPy names it
  std::array<std::string_view, 7> names;
};
constexpr NrrdType nrrd_types[] = {
    {"i1", {"signed char", "int8", "int8_t"}},
    {"u1", {"uchar", "unsigned char", "uint8", "uint8_t"}},
    {"i2", {"short", "short int", "signed short", "signed short int", "int16", "int16_t"}},
    {"u2", {"ushort", "unsigned short", "unsigned short int", "uint16", "uint16_t"}},
    {"i4", {"int", "signed int", "int32", "int32_t"}},
    {"u4", {"uint", "unsigned int", "uint32", "uint32_t"}},
    {"i8",
     {"longlong", "long long", "long long int", "signed long long", "signed long long int", "int64",
      "int64_t"}},
    {"u8", {"ulonglong", "unsigned long long", "unsigned long long int", "uint64", "uint64_t"}},
    {"f4", {"float"}},
    {"f8", {"double"}},
};

// Axes along which a texture has texels; along others lie the channels of one.
constexpr std::string_view place_kinds[] = {"domain", "space", "time", "none", "???"};

struct NrrdHeader {
  VolumeHeader volume;
  std::vector<std::string> kinds; // of the axes
  std::string line;               // of the sizes, for messages
  bool is_big_endian = false;
};

void set_type(const InputFile& file, std::string_view line, std::string_view value, NrrdHeader& header) {
  for (const NrrdType& type : nrrd_types)
    if (!value.empty() && std::ranges::find(type.names, value) != type.names.end()) {
      header.volume.element = type.element;
      return;
    }
  refuse_line(file, line);
}

void set_encoding(const InputFile& file, std::string_view line, std::string_view value, NrrdHeader& header) {
  if (value == "gzip" || value == "gz")
    header.volume.packing = Packing::zlib_or_gzip;
  else if (value != "raw")
    refuse_line(file, line);
}

// Lists of files, one for each slice, are not read.
void set_data_file(const InputFile& file, std::string_view line, std::string_view value, NrrdHeader& header) {
  if (value.empty() || value == "LIST" || value.starts_with("LIST ") || value.find('%') != value.npos)
    refuse_line(file, line);
  header.volume.data_file = value;
}

void set_skip(const InputFile& file, std::string_view line, std::string_view value, bool lines,
              NrrdHeader& header) {
  const auto number = number_from<std::int64_t>(value);
  if (!number || *number < (lines ? 0 : -1)) refuse_line(file, line);
  if (lines)
    header.volume.skipped_lines = std::uint64_t(*number);
  else
    header.volume.skipped_bytes = *number;
}

void set_field(const InputFile& file, std::string_view line, NrrdHeader& header) {
  const std::size_t colon = line.find(':');
  if (colon == line.npos) refuse_line(file, line);
  if (line.substr(colon).starts_with(":=")) return; // a key of the user's
  const std::string_view field = line.substr(0, colon), value = trimmed(line.substr(colon + 1));
  if (field == "type") return set_type(file, line, value, header);
  if (field == "encoding") return set_encoding(file, line, value, header);
  if (field == "data file" || field == "datafile") return set_data_file(file, line, value, header);
  if (field == "byte skip" || field == "byteskip") return set_skip(file, line, value, false, header);
  if (field == "line skip" || field == "lineskip") return set_skip(file, line, value, true, header);
  if (field == "kinds") header.kinds = words_in(value);
  if (field == "endian") header.is_big_endian = value == "big";
  if (field != "sizes") return;
  header.line = line;
  header.volume.sizes = whole_numbers(value);
  if (header.volume.sizes.empty()) refuse_line(file, line);
}

// The first axis holds the channels if its kind says so, or if there is one more than a volume has.
void take_channels(const InputFile& file, NrrdHeader& header) {
  std::vector<std::uint64_t>& sizes = header.volume.sizes;
  if (!header.kinds.empty() && header.kinds.size() != sizes.size()) refuse_line(file, header.line);
  const auto is_place = [](std::string_view kind) { return std::ranges::count(place_kinds, kind) > 0; };
  const bool stated = std::ranges::any_of(header.kinds, [&](const auto& kind) { return !is_place(kind); });
  const bool first = stated ? !is_place(header.kinds[0]) : sizes.size() == 4 && sizes[0] <= 4 && sizes[3] > 1;
  if (!first || sizes.size() < 2) return;
  header.volume.channels = sizes[0];
  sizes.erase(sizes.begin());
}

} // namespace

Image read_nrrd(const InputFile& file, const ReadShape&, const Progress& progress) {
  HeaderLines lines(file);
  lines.next(); // NRRD0005
  NrrdHeader header;
  bool has_encoding = false;
  for (auto line = lines.next(); line && !line->empty(); line = lines.next()) {
    if (line->starts_with('#')) continue;
    set_field(file, *line, header);
    has_encoding = has_encoding || line->starts_with("encoding:");
  }
  if (header.volume.element.empty()) refuse_missing_field(file, "type");
  if (header.volume.sizes.empty()) refuse_missing_field(file, "sizes");
  if (!has_encoding) refuse_missing_field(file, "encoding");
  header.volume.element.insert(0, header.is_big_endian ? ">" : "<");
  take_channels(file, header);
  return read_volume(file, std::move(header.volume), progress);
}

} // namespace texelscope
