// Reads one array of a file of numpy.savez() or numpy.savez_compressed().
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/readers.h"
#include "kernels/unit/image_io/zip_file.h"

namespace texelscope {

namespace {

constexpr std::string_view npy_ending = ".npy";

std::string_view array_name(const ZipEntry& entry) {
  const std::string_view name = entry.name;
  return name.ends_with(npy_ending) ? name.substr(0, name.size() - npy_ending.size()) : name;
}

// "a, b, c", of many the first ones.
std::string names_of(const std::vector<ZipEntry>& arrays) {
  constexpr std::size_t max_listed = 20;
  std::string names;
  for (std::size_t i = 0; i < std::min(arrays.size(), max_listed); ++i)
    names += (i > 0 ? ", " : "") + visible_line(array_name(arrays[i]));
  return arrays.size() > max_listed ? names + ", ..." : names;
}

const ZipEntry& chosen_array(const InputFile& file, const std::vector<ZipEntry>& arrays) {
  if (arrays.empty()) file.refuse(Text::npz_none);
  if (file.part.empty()) {
    if (arrays.size() == 1) return arrays[0];
    file.refuse(Text::npz_choose,
                {std::to_string(arrays.size()), names_of(arrays),
                 visible_line(file.path.string() + "#" + std::string(array_name(arrays[0])))});
  }
  const auto found = std::ranges::find_if(
      arrays, [&](const ZipEntry& one) { return array_name(one) == file.part || one.name == file.part; });
  if (found == arrays.end()) file.refuse(Text::npz_no_array, {visible_line(file.part), names_of(arrays)});
  return *found;
}

} // namespace

Image read_npz(const InputFile& file, const ReadShape& shape, const Progress& progress) {
  std::vector<ZipEntry> arrays = read_zip_directory(file);
  std::erase_if(arrays, [](const ZipEntry& entry) { return !entry.name.ends_with(npy_ending); });
  const ZipEntry& chosen = chosen_array(file, arrays);
  if (chosen.bytes == 0) file.refuse(Text::image_truncated, {text(Text::image_too_short)});
  std::vector<std::byte> content = read_zip_entry(file, chosen, progress);
  if (content.empty()) return {};
  const InputFile array(file, std::move(content));
  constexpr std::string_view start = "\x93NUMPY";
  const std::string_view bytes(reinterpret_cast<const char*>(array.content.data()), array.content.size());
  if (!bytes.starts_with(start)) file.refuse(Text::image_npy_header, {text(Text::image_npy_no_dictionary)});
  return read_npy(array, shape, progress);
}

} // namespace texelscope
