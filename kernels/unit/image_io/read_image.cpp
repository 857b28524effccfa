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
#include "kernels/state/stored/texture_path.h"
#include "kernels/unit/image_io/read_dds.h"
#include "kernels/unit/image_io/readers.h"

namespace texelscope {

namespace fs = std::filesystem;

InputFile::InputFile(const fs::path& from) : path(from) {
  std::error_code error;
  const fs::path whole = whole_file(path), opened = readable_path(whole);
  if (whole != path) part = path.string().substr(whole.string().size() + 1);
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

InputFile::InputFile(const InputFile& of, std::vector<std::byte> unpacked)
    : path(of.path), size(unpacked.size()), content(std::move(unpacked)),
      handle(::fmemopen(content.data(), content.size(), "rb")) {
  if (!handle) throw std::bad_alloc();
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

using namespace std::string_view_literals;

// A format of files. Formats without a reader are listed so that messages can name them.
struct FileFormat {
  std::string_view name;
  std::array<std::string_view, 6> magics = {}; // one of them stands at byte `at`
  Image (*read)(const InputFile&, const ReadShape&, const Progress&) = nullptr;
  std::array<std::string_view, 4> endings = {};
  std::size_t at = 0;
  // Whether the first bytes may be such a file's, where magic bytes do not decide it alone or are none.
  bool (*resembles)(std::string_view start) = nullptr;
  bool is_text = false;   // whose name decides if its beginning does not
  bool has_parts = false; // which are named behind a "#"
};

Image read_dds_image(const InputFile& file, const ReadShape&, const Progress& progress) {
  return image_of(read_dds(file.path, progress));
}

bool resembles_cube(std::string_view start) {
  return start.find("LUT_3D_SIZE") != start.npos || start.find("LUT_1D_SIZE") != start.npos;
}
bool resembles_metaimage(std::string_view start) {
  return start.starts_with("ObjectType") || start.starts_with("NDims");
}

constexpr FileFormat formats[] = {
    {"PNG", {"\x89PNG\r\n\x1a\n"sv}, read_png, {".png", ".apng"}},
    {"JPEG", {"\xff\xd8\xff"sv}, read_jpeg, {".jpg", ".jpeg"}},
    {"EXR", {"\x76\x2f\x31\x01"sv}, read_exr, {".exr"}},
    {"DDS", {"DDS "sv}, read_dds_image, {".dds"}},
    {".npy", {"\x93NUMPY"sv}, read_npy, {".npy"}},
    {.name = ".npz", .magics = {"PK\3\4"sv}, .read = read_npz, .endings = {".npz"}, .has_parts = true},
    {"KTX2", {"\xabKTX 20\xbb\r\n\x1a\n"sv}, read_ktx2, {".ktx2"}},
    {"NRRD", {"NRRD000"sv}, read_nrrd, {".nrrd", ".nhdr"}},
    {"MetaImage", {}, read_metaimage, {".mhd", ".mha"}, 0, resembles_metaimage, true},
    {".cube", {}, read_cube, {".cube"}, 0, resembles_cube, true},
    {"GIF", {"GIF8"sv}},
    {"TIFF", {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv}, read_tiff, {".tif", ".tiff"}},
    {"HDR", {"#?RADIANCE"sv, "#?RGBE"sv}, read_hdr, {".hdr", ".rgbe"}},
    {"BMP", {"BM"sv}, read_bmp, {".bmp", ".dib"}},
    {"PNM",
     {"P1"sv, "P2"sv, "P3"sv, "P4"sv, "P5"sv, "P6"sv},
     read_pnm,
     {".pgm", ".ppm", ".pbm", ".pnm"},
     0,
     resembles_pnm},
    {"PFM", {"PF"sv, "Pf"sv}, read_pfm, {".pfm"}, 0, resembles_pfm},
    {"TGA", {}, read_tga, {".tga", ".icb", ".vda", ".vst"}, 0, resembles_tga},
    {"WebP", {"WEBP"sv}, nullptr, {}, 8},
    {"HEIF or AVIF", {"ftyp"sv}, nullptr, {}, 4},
    {"KTX 1", {"\xabKTX"sv}},
    {"PSD", {"8BPS"sv}},
    {"QOI", {"qoif"sv}},
    {"JPEG XL", {"\xff\x0a"sv}},
    {"JPEG 2000", {"jP  "sv}, nullptr, {}, 4},
    {"PDF", {"%PDF"sv}},
    {"XML (or SVG)", {"<?xml"sv}},
    {"SVG", {"<svg"sv}},
    {"PAM", {"P7\n"sv}},
};
constexpr std::array raw_endings = {".raw"sv, ".bin"sv};

constexpr std::size_t start_bytes = 512; // that identify a file

bool has_magic(const FileFormat& format, std::string_view start) {
  if (format.resembles && !format.resembles(start)) return false;
  return start.size() > format.at && std::ranges::any_of(format.magics, [&](std::string_view magic) {
           return !magic.empty() && start.substr(format.at).starts_with(magic);
         });
}

bool has_ending(const FileFormat& format, std::string_view ending) {
  return !ending.empty() && std::ranges::count(format.endings, ending) > 0;
}

bool states_raw(const ReadShape& shape) {
  return shape.raw.width > 0 || shape.raw.height > 0;
}

// Two bytes are soon there by chance: in a file of a stated shape they count only if its name agrees.
bool is_of(const FileFormat& format, std::string_view start, std::string_view ending,
           const ReadShape& shape) {
  const bool weak = format.magics[0].size() <= 2 && !has_ending(format, ending);
  return has_magic(format, start) && !(weak && states_raw(shape));
}

const FileFormat* find_format(std::string_view start, std::string_view ending, const ReadShape& shape) {
  const bool is_raw = std::ranges::count(raw_endings, ending) > 0;
  for (const FileFormat& format : formats)
    if (is_of(format, start, ending, shape) && (format.read || !is_raw)) return &format;
  if (states_raw(shape)) return nullptr;
  const bool is_text = start.find('\0') == start.npos;
  for (const FileFormat& format : formats)
    if (format.magics[0].empty() && format.resembles &&
        (format.resembles(start) || (format.is_text && is_text && has_ending(format, ending))))
      return &format;
  return nullptr;
}

// "PNG, JPEG, EXR"
std::string format_names() {
  std::string names;
  for (const FileFormat& format : formats)
    if (format.read) names += (names.empty() ? "" : ", ") + std::string(format.name);
  return names;
}

[[noreturn]] void refuse_unknown(const InputFile& file, std::string_view ending) {
  if (std::ranges::count(raw_endings, ending) > 0) file.refuse(Text::image_raw_shape);
  for (const FileFormat& format : formats)
    if (has_ending(format, ending)) file.refuse(Text::image_not_named, {format.name});
  file.refuse(Text::image_unknown, {format_names()});
}

std::string first_bytes(const InputFile& file) {
  std::string start(start_bytes, '\0');
  start.resize(std::fread(start.data(), 1, start.size(), file.handle.get()));
  file.refuse_unread();
  std::rewind(file.handle.get());
  return start;
}

Image named(Image image, std::string_view format) {
  image.file.format = format;
  return image;
}

Image read_open(const InputFile& file, const ReadShape& shape, const Progress& progress) {
  const std::string start = first_bytes(file), ending = ending_of(whole_file(file.path));
  const FileFormat* format = find_format(start, ending, shape);
  if (!format && states_raw(shape)) return named(read_raw(file, shape, progress), "raw");
  if (!format) refuse_unknown(file, ending);
  if (!format->read) file.refuse(Text::image_other_kind, {format->name});
  if (!file.part.empty() && !format->has_parts) file.refuse(Text::image_missing);
  return named(format->read(file, shape, progress), format->name);
}

} // namespace

std::span<const std::string_view> image_endings() {
  static const std::vector<std::string_view> all = [] {
    std::vector<std::string_view> endings;
    for (const FileFormat& format : formats)
      for (std::string_view ending : format.endings)
        if (format.read && !ending.empty()) endings.push_back(ending);
    endings.insert(endings.end(), raw_endings.begin(), raw_endings.end());
    return endings;
  }();
  return all;
}

void add_note(Image& image, const std::string& sentence) {
  image.note += (image.note.empty() ? "" : " ") + sentence;
}

Image with_alpha_1(Image image) {
  if (image.format.channels != 3) return image;
  Image widened = convert(image, {image.format.kind, image.format.bits, 4});
  widened.srgb = image.srgb;
  widened.note = std::move(image.note);
  widened.file = std::move(image.file);
  if (widened.file.texels.empty())
    widened.file.texels = format_name({image.format.kind, image.format.bits, 3});
  return widened;
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
