#include "kernels/unit/image_io/read_image.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/state/session/size_limits.h"
#include "kernels/unit/image_io/read_dds.h"
#include "kernels/unit/image_io/readers.h"

namespace texelscope {

namespace fs = std::filesystem;

InputFile::InputFile(const fs::path& from) : path(from) {
  std::error_code error;
  const fs::path opened = readable_path(path);
  const fs::file_status status = fs::status(opened, error);
  if (status.type() == fs::file_type::not_found) refuse(Text::image_missing);
  if (error) refuse(Text::image_unreadable, {error.message()});
  if (status.type() == fs::file_type::directory) refuse(Text::image_directory);
  if (status.type() != fs::file_type::regular) refuse(Text::image_special);
  handle.reset(std::fopen(opened.c_str(), "rb"));
  if (!handle) refuse(Text::image_unreadable, {std::generic_category().message(errno)});
  size = fs::file_size(opened, error);
  if (error) refuse(Text::image_unreadable, {error.message()});
  if (size == 0) refuse(Text::image_empty);
}

void InputFile::refuse(Text reason, std::initializer_list<std::string_view> values) const {
  const std::string name = input_name(path);
  std::array<std::string_view, 8> all = {name};
  std::copy_n(values.begin(), std::min(values.size(), all.size() - 1), all.begin() + 1);
  throw FileError(say(reason, {all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7]}));
}

void InputFile::check_sides(std::uint64_t width, std::uint64_t height, Dimension dimension) const {
  const std::uint64_t max_width = is_1d(dimension) ? max_linear_width : max_image_side,
                      max_height = dimension == Dimension::d3 ? max_volume_side : max_image_side;
  const std::string w = std::to_string(width), h = std::to_string(height);
  if (width == 0 || height == 0) refuse(Text::image_no_texels, {w, h});
  if (width > max_width || height > max_height)
    refuse(Text::image_sides, {w, h, std::to_string(width > max_width ? max_width : max_height)});
}

void InputFile::check_planes(Dimension dimension, std::uint64_t planes) const {
  const SizeLimit limit = size_limit({.dimension = dimension}, Storage::array, false);
  const auto max_planes = std::uint64_t(common_largest_sizes[std::size_t(limit)][2]);
  if (planes > max_planes)
    refuse(Text::image_planes,
           {std::to_string(planes), identifier(dimension), std::to_string(max_planes), name(limit)});
}

void InputFile::check_packed(std::uint64_t bytes, std::uint64_t ratio) const {
  if (bytes / ratio > size) refuse(Text::image_truncated, {text(Text::image_too_short)});
}

void InputFile::refuse_unread() const {
  if (std::ferror(handle.get()) != 0)
    refuse(Text::image_unreadable, {std::generic_category().message(errno)});
}

void InputFile::read(void* to, std::size_t bytes) const {
  if (std::fread(to, 1, bytes, handle.get()) == bytes) return;
  refuse_unread();
  refuse(Text::image_truncated, {text(Text::image_too_short)});
}

namespace {

struct Kind {
  std::string_view name;
  std::string_view start; // the first bytes
  Image (*read)(const InputFile&, const Progress&);
  std::array<std::string_view, 2> endings;
};

using namespace std::string_view_literals;

constexpr Kind kinds[] = {
    {"PNG", "\x89PNG\r\n\x1a\n"sv, read_png, {".png", ".apng"}},
    {"JPEG", "\xff\xd8\xff"sv, read_jpeg, {".jpg", ".jpeg"}},
    {"EXR", "\x76\x2f\x31\x01"sv, read_exr, {".exr", ""}},
};
constexpr std::string_view npy_start = "\x93NUMPY"sv;

// Kinds that are not supported, listed so that messages can name them.
struct OtherKind {
  std::string_view name, start;
  std::size_t at = 0;
};
constexpr OtherKind other_kinds[] = {
    {"GIF", "GIF8"sv},
    {"BMP", "BM"sv},
    {"TIFF", "II*\0"sv},
    {"TIFF", "MM\0*"sv},
    {"WebP", "WEBP"sv, 8},
    {"HEIF or AVIF", "ftyp"sv, 4},
    {"KTX", "\xabKTX"sv},
    {"Radiance", "#?"sv},
    {"PSD", "8BPS"sv},
    {"QOI", "qoif"sv},
    {"JPEG XL", "\xff\x0a"sv},
    {"JPEG 2000", "jP  "sv, 4},
    {"PDF", "%PDF"sv},
    {"zip (or .npz)", "PK\3\4"sv},
    {"XML (or SVG)", "<?xml"sv},
    {"SVG", "<svg"sv},
    {"PNM", "P5"sv},
    {"PNM", "P6"sv},
};

[[noreturn]] void refuse_unknown(const InputFile& file, std::string_view start) {
  const std::string ending = ending_of(file.path);
  if (ending == ".raw" || ending == ".bin") file.refuse(Text::image_raw_shape);
  for (const OtherKind& kind : other_kinds)
    if (start.size() > kind.at && start.substr(kind.at).starts_with(kind.start))
      file.refuse(Text::image_other_kind, {kind.name});
  for (const Kind& kind : kinds)
    if (!ending.empty() && std::ranges::find(kind.endings, ending) != kind.endings.end())
      file.refuse(Text::image_not_named, {kind.name});
  if (ending == ".npy") file.refuse(Text::image_not_named, {ending});
  file.refuse(Text::image_unknown);
}

Image read_open(const InputFile& file, const ReadShape& shape, const Progress& progress) {
  std::array<char, 16> bytes = {};
  const std::string_view start(bytes.data(), std::fread(bytes.data(), 1, bytes.size(), file.handle.get()));
  file.refuse_unread();
  std::rewind(file.handle.get());
  for (const Kind& kind : kinds)
    if (start.starts_with(kind.start)) return kind.read(file, progress);
  if (start.starts_with(npy_start)) return read_npy(file, shape.dimension, progress);
  if (start.starts_with("DDS ")) return image_of(read_dds(file.path, progress));
  if (shape.raw.width > 0 || shape.raw.height > 0) return read_raw(file, shape, progress);
  refuse_unknown(file, start);
}

} // namespace

std::span<const std::string_view> image_endings() {
  static const std::vector<std::string_view> all = [] {
    std::vector<std::string_view> endings;
    for (const Kind& kind : kinds)
      for (std::string_view ending : kind.endings)
        if (!ending.empty()) endings.push_back(ending);
    endings.insert(endings.end(), {".npy", ".dds", ".raw", ".bin"});
    return endings;
  }();
  return all;
}

Image with_planes(Image picture, Dimension dimension, int planes) {
  picture.height /= planes;
  if (is_1d(dimension) && picture.height > 1) return picture; // a picture of which one row is taken
  picture.dimension = dimension;
  picture.planes = planes;
  return picture;
}

Image read_image(const fs::path& path, const ReadShape& shape, const Progress& progress) {
  const InputFile file(path);
  try {
    return read_open(file, shape, progress);
  } catch (const std::bad_alloc&) {
    throw MachineError(say(Text::image_memory, {input_name(path)}));
  }
}

} // namespace texelscope
