#include "kernels/studies/texture/sample_texture.h"

#include <algorithm>
#include <bit>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/state/session/size_limits.h"
#include "kernels/state/stored/texture_path.h"
#include "kernels/unit/image_io/npy_file.h"
#include "kernels/unit/image_io/read_image.h"

namespace texelscope {

namespace {

namespace fs = std::filesystem;

// "64 x 48", width first.
std::string size_text(const std::array<int, 3>& size, Dimension dimension) {
  std::string out = std::to_string(size[0]);
  if (!is_1d(dimension)) out += " x " + std::to_string(size[1]);
  if (dimension != Dimension::d1 && dimension != Dimension::d2) out += " x " + std::to_string(size[2]);
  return out;
}

bool has_channel_axis(const NpyFile& file, Dimension dimension) {
  return file.shape().size() == npy_axis_count(dimension) + 1;
}

int stated_channels(const NpyFile& file, Dimension dimension, int channels) {
  const std::uint64_t last = has_channel_axis(file, dimension) ? file.shape().back() : 1;
  if (last == std::uint64_t(channels)) return channels;
  file.refuse(channels == 1 ? Text::sample_one_channel : Text::sample_channels,
              {file.shape_text(), std::to_string(channels), npy_axes(dimension)});
}

int channels_of(const NpyFile& file, Dimension dimension, std::optional<int> stated) {
  const auto rank = file.shape().size();
  if (rank != npy_axis_count(dimension) && !has_channel_axis(file, dimension))
    file.refuse(Text::sample_texture_shape, {file.shape_text(), identifier(dimension), npy_axes(dimension)});
  if (stated) return stated_channels(file, dimension, *stated);
  if (!has_channel_axis(file, dimension)) return 1;
  const std::uint64_t last = file.shape().back();
  if (last == 3) file.refuse(Text::sample_three_channels, {file.shape_text()});
  if (last != 1 && last != 2 && last != 4)
    file.refuse(Text::sample_channel_axis, {file.shape_text(), std::to_string(last)});
  return int(last);
}

// Width, height, and slices, layers or faces.
std::array<int, 3> size_of(const NpyFile& file, Dimension dimension) {
  const auto axes = npy_axis_count(dimension);
  std::array<int, 3> size = {1, 1, 1};
  for (std::size_t axis = 0; axis < axes; ++axis)
    size[axis] = int(std::min<std::uint64_t>(file.shape()[axes - 1 - axis], 2'000'000'000));
  if (std::ranges::count(size, 0)) file.refuse(Text::sample_no_texels, {file.shape_text()});
  if (dimension == Dimension::d1_layered) std::swap(size[1], size[2]);
  const bool faces = dimension == Dimension::cube ? size[2] == 6 : size[2] % 6 == 0;
  if (is_cube(dimension) && !(faces && size[0] == size[1]))
    file.refuse(Text::sample_faces, {file.shape_text(), identifier(dimension), npy_axes(dimension)});
  return size;
}

// "uint8"
std::string type_name(const ElementFormat& format) {
  static constexpr const char* kinds[] = {"uint", "int", "float"};
  return kinds[std::size_t(format.kind)] + std::to_string(format.bits);
}

// What one file says of itself.
struct FileShape {
  const fs::path& path;
  Dimension dimension;
  ElementFormat format;
  std::array<int, 3> size;
  int level_count;
  std::string type;

  [[noreturn]] void refuse(Text reason, std::initializer_list<std::string_view> values) const {
    const std::string file = input_name(path);
    std::array<std::string_view, 5> all = {file};
    std::ranges::copy(values, all.begin() + 1);
    throw FileError(say(reason, {all[0], all[1], all[2], all[3], all[4]}));
  }
};

class Loader {
public:
  explicit Loader(const SampleTextureRequest& of) : request(of) {}

  void add(const fs::path& path) { is_picture(path) ? add_picture(path) : add_array(path); }

  SampleTexture loaded;

private:
  void add_array(const fs::path& path) {
    NpyFile file(path);
    const Dimension dimension =
        request.dimension ? *request.dimension : loaded.texture.dimension; // the first file's
    auto format = file.texture_element();
    if (!format) file.refuse(Text::sample_texture_type, {file.type_name()});
    format->channels = channels_of(file, dimension, request.channels);
    FileShape shape = {path, dimension, *format, size_of(file, dimension), 1, type_name(*format)};
    const bool first = loaded.type.empty();
    if (first) start(shape); // which checks the size before anything is read
    const Image& image = loaded.images.emplace_back(read_image(path, {.dimension = dimension}));
    shape.format = image.format; // that of int64 depends on the values
    shape.type = type_name(image.format);
    if (first) loaded.texture.format = shape.format, loaded.type = shape.type;
    if (!first) check_level(shape);
    if (!image.note.empty()) print_warning(image.note);
    add_level(image.level(0));
  }

  void add_picture(const fs::path& path) {
    const Image& image = loaded.images.emplace_back(
        read_image(path, {.dimension = request.dimension.value_or(Dimension::d2)})); // of arrays in .npz
    const FileShape shape = {
        path, image.dimension, image.format, image.size_of(0), image.level_count, type_name(image.format)};
    if (request.dimension && *request.dimension != image.dimension)
      shape.refuse(Text::sample_picture_dimension,
                   {identifier(image.dimension), identifier(*request.dimension)});
    if (request.channels && *request.channels != image.format.channels)
      shape.refuse(Text::sample_picture_channels,
                   {std::to_string(image.format.channels), std::to_string(*request.channels)});
    if (image.level_count > 1 && request.files.size() > 1)
      shape.refuse(Text::sample_picture_levels, {std::to_string(image.level_count)});
    if (!image.note.empty()) print_warning(image.note);
    add_file(shape);
    for (int level = 0; level < image.level_count; ++level)
      add_level(image.level(level));
    if (request.files.size() == 1) loaded.srgb = image.srgb;
  }

  void add_level(const std::byte* texels) {
    loaded.texture.level[std::size_t(loaded.texture.level_count++)] = texels;
  }

  void add_file(const FileShape& file) {
    if (loaded.type.empty())
      start(file);
    else
      check_level(file);
  }

  void start(const FileShape& file) {
    Texture& t = loaded.texture;
    const int levels = std::max(int(request.files.size()), file.level_count);
    const bool linear = request.function == FetchKind::texel;
    const bool gathers = request.function == FetchKind::gather || request.gather_flag;
    t.dimension = file.dimension;
    t.mipmapped = levels > 1;
    t.gather_array = gathers; // which CUDA demands of tex2Dgather
    t.level_count = 0;        // add_level() counts
    t.storage = linear ? Storage::linear : Storage::array;
    t.format = file.format;
    t.width = file.size[0], t.height = file.size[1], t.planes = file.size[2];
    loaded.type = file.type;
    if (linear && (t.dimension != Dimension::d1 || t.mipmapped))
      file.refuse(Text::sample_not_linear, {text(Text::rule_linear_memory)});
    if (gathers && t.dimension != Dimension::d2)
      file.refuse(Text::sample_no_gather, {text(Text::sample_gather_dimension)});
    const SizeLimit limit = size_limit({.dimension = t.dimension, .level_count = levels}, t.storage, gathers);
    const LargestSize& largest = common_largest_sizes[std::size_t(limit)];
    if (t.width > largest[0] || t.height > largest[1] || t.planes > largest[2])
      file.refuse(Text::sample_size,
                  {size_text(file.size, t.dimension), size_text(largest, t.dimension), name(limit)});
  }

  void check_level(const FileShape& file) const {
    const Texture& t = loaded.texture;
    const int level = t.level_count,
              last = int(std::bit_width(unsigned(
                         std::max({t.width, t.height, t.dimension == Dimension::d3 ? t.planes : 1})))) -
                     1;
    if (level > last) file.refuse(Text::sample_last_level, {std::to_string(level), std::to_string(last)});
    if (file.dimension != t.dimension)
      file.refuse(Text::sample_picture_dimension, {identifier(file.dimension), identifier(t.dimension)});
    if (file.format != t.format)
      file.refuse(Text::sample_level_format, {file.type, std::to_string(file.format.channels), loaded.type,
                                              std::to_string(t.format.channels)});
    if (file.size != t.size_of(level))
      file.refuse(Text::sample_level_size, {size_text(file.size, t.dimension), std::to_string(level),
                                            size_text(t.size_of(level), t.dimension)});
  }

  const SampleTextureRequest& request;
};

} // namespace

bool is_picture(const fs::path& file) {
  if (is_standard_input(file)) return !standard_input_start().starts_with("\x93NUMPY");
  const std::string ending = ending_of(whole_file(file));
  const bool is_array = ending == ".npy" || ending == ".raw" || ending == ".bin";
  return !is_array && std::ranges::count(image_endings(), ending) > 0;
}

SampleTexture load_sample_texture(const SampleTextureRequest& request) {
  const std::size_t count = request.files.size();
  if (count > std::size_t(max_mip_levels))
    throw UserError(say(Text::sample_levels, {std::to_string(count), std::to_string(max_mip_levels)}));
  Loader loader(request);
  for (const fs::path& file : request.files)
    loader.add(file);
  return std::move(loader.loaded);
}

} // namespace texelscope
