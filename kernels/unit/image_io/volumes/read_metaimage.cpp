// Reads MetaImage, a header (.mhd) beside raw elements or in front of them (.mha), as ITK and VTK write it.
#include <algorithm>
#include <string>
#include <string_view>

#include "kernels/ground/base/strings.h"
#include "kernels/unit/image_io/volumes/volume_file.h"

namespace texelscope {

namespace {

struct MetaType {
  std::string_view name, element; // as NumPy names it
};
constexpr MetaType meta_types[] = {
    {"MET_CHAR", "i1"},  {"MET_UCHAR", "u1"},  {"MET_SHORT", "i2"},     {"MET_USHORT", "u2"},
    {"MET_INT", "i4"},   {"MET_UINT", "u4"},   {"MET_LONG", "i4"},      {"MET_ULONG", "u4"},
    {"MET_FLOAT", "f4"}, {"MET_DOUBLE", "f8"}, {"MET_LONG_LONG", "i8"}, {"MET_ULONG_LONG", "u8"},
};

struct MetaHeader {
  VolumeHeader volume;
  bool is_big_endian = false, is_compressed = false, has_file = false;
};

bool is_true(std::string_view value) {
  return value == "True" || value == "true" || value == "TRUE" || value == "1";
}

std::uint64_t number_in(const InputFile& file, std::string_view line, std::string_view value) {
  const auto number = number_from<std::uint64_t>(value);
  if (!number) refuse_line(file, line);
  return *number;
}

// The file's name ends the header. Lists of files, one for each slice, are not read.
void set_elements(const InputFile& file, std::string_view line, std::string_view value, MetaHeader& header) {
  header.has_file = true;
  if (value == "LOCAL" || value == "Local" || value == "local") return;
  if (value.empty() || value.starts_with("LIST") || value.find('%') != value.npos) refuse_line(file, line);
  header.volume.data_file = value;
}

void set_meta_field(const InputFile& file, std::string_view line, MetaHeader& header) {
  const std::size_t mark = line.find('=');
  if (mark == line.npos) refuse_line(file, line);
  const std::string_view field = trimmed(line.substr(0, mark)), value = trimmed(line.substr(mark + 1));
  VolumeHeader& volume = header.volume;
  if (field == "ElementDataFile") return set_elements(file, line, value, header);
  if (field == "ObjectType" && value != "Image") refuse_line(file, line);
  if (field == "BinaryData" && !is_true(value)) refuse_line(file, line);
  if (field == "BinaryDataByteOrderMSB" || field == "ElementByteOrderMSB")
    header.is_big_endian = is_true(value);
  if (field == "CompressedData") header.is_compressed = is_true(value);
  if (field == "CompressedDataSize") volume.packed_bytes = number_in(file, line, value);
  if (field == "ElementNumberOfChannels") volume.channels = number_in(file, line, value);
  if (field == "HeaderSize") {
    const auto number = number_from<std::int64_t>(value);
    if (!number || *number < -1) refuse_line(file, line);
    volume.skipped_bytes = *number;
  }
  if (field == "DimSize") {
    volume.sizes = whole_numbers(value);
    if (volume.sizes.empty()) refuse_line(file, line);
  }
  if (field == "ElementType") {
    const auto* type = std::ranges::find(meta_types, value, &MetaType::name);
    if (type == std::end(meta_types)) refuse_line(file, line);
    volume.element = type->element;
  }
}

} // namespace

Image read_metaimage(const InputFile& file, const ReadShape&, const Progress& progress) {
  HeaderLines lines(file);
  MetaHeader header;
  while (!header.has_file) { // which is the last line
    const auto line = lines.next();
    if (!line) refuse_missing_field(file, "ElementDataFile");
    if (!trimmed(*line).empty()) set_meta_field(file, *line, header);
  }
  if (header.volume.element.empty()) refuse_missing_field(file, "ElementType");
  if (header.volume.sizes.empty()) refuse_missing_field(file, "DimSize");
  header.volume.element.insert(0, header.is_big_endian ? ">" : "<");
  if (header.is_compressed) {
    if (header.volume.skipped_bytes < 0) refuse_line(file, "HeaderSize = -1"); // zlib does not say its length
    header.volume.packing = Packing::zlib_or_gzip;
  }
  return read_volume(file, std::move(header.volume), progress);
}

} // namespace texelscope
