#include "app/texture/sample_texture.h"

#include <algorithm>
#include <bit>

#include "app/base/errors.h"
#include "kernels/image_io/npy_file.h"
#include "kernels/session/enums.h"
#include "kernels/session/size_limits.h"
#include "kernels/text/texts.h"

namespace texelscope {

namespace {

namespace fs = std::filesystem;

// The axes of a file, without that of the channels.
const char* texel_shape(Dimension dimension) {
  static constexpr const char* shapes[] = {"(W,)",           "(H, W)",    "(D, H, W)",         "(layers, W)",
                                           "(layers, H, W)", "(6, H, W)", "(6 * layers, H, W)"};
  return shapes[int(dimension)];
}
int axis_count(Dimension dimension) {
  return dimension == Dimension::d1                                         ? 1
         : dimension == Dimension::d2 || dimension == Dimension::d1_layered ? 2
                                                                            : 3;
}

// "64 x 48", width first.
std::string size_text(const std::array<int, 3>& size, Dimension dimension) {
  std::string out = std::to_string(size[0]);
  if (!is_1d(dimension)) out += " x " + std::to_string(size[1]);
  if (dimension != Dimension::d1 && dimension != Dimension::d2) out += " x " + std::to_string(size[2]);
  return out;
}

bool has_channel_axis(const NpyFile& file, Dimension dimension) {
  return file.shape().size() == std::size_t(axis_count(dimension)) + 1;
}

int stated_channels(const NpyFile& file, Dimension dimension, int channels) {
  const std::uint64_t last = has_channel_axis(file, dimension) ? file.shape().back() : 1;
  if (last == std::uint64_t(channels)) return channels;
  file.refuse(channels == 1 ? Text::sample_one_channel : Text::sample_channels,
              {file.shape_text(), std::to_string(channels), texel_shape(dimension)});
}

int channels_of(const NpyFile& file, Dimension dimension, std::optional<int> stated) {
  const auto rank = file.shape().size();
  if (rank != std::size_t(axis_count(dimension)) && !has_channel_axis(file, dimension))
    file.refuse(Text::sample_texture_shape,
                {file.shape_text(), identifier(dimension), texel_shape(dimension)});
  if (stated) return stated_channels(file, dimension, *stated);
  if (!has_channel_axis(file, dimension)) return 1;
  const std::uint64_t last = file.shape().back();
  if (last == 3) file.refuse(Text::sample_three_channels, {file.shape_text()});
  if (last != 1 && last != 2 && last != 4)
    file.refuse(Text::sample_channel_axis, {file.shape_text(), std::to_string(last)});
  return int(last);
}

ElementFormat format_of(const NpyFile& file, Dimension dimension, std::optional<int> channels) {
  auto format = file.format();
  if (!format) file.refuse(Text::sample_texture_type, {file.type_name()});
  format->channels = channels_of(file, dimension, channels);
  return *format;
}

// Width, height, and slices, layers or faces.
std::array<int, 3> size_of(const NpyFile& file, Dimension dimension) {
  const auto axes = std::size_t(axis_count(dimension));
  std::array<int, 3> size = {1, 1, 1};
  for (std::size_t axis = 0; axis < axes; ++axis)
    size[axis] = int(std::min<std::uint64_t>(file.shape()[axes - 1 - axis], 2'000'000'000));
  if (std::ranges::count(size, 0)) file.refuse(Text::sample_no_texels, {file.shape_text()});
  if (dimension == Dimension::d1_layered) std::swap(size[1], size[2]);
  const bool faces = dimension == Dimension::cube ? size[2] == 6 : size[2] % 6 == 0;
  if (is_cube(dimension) && !(faces && size[0] == size[1]))
    file.refuse(Text::sample_faces, {file.shape_text(), identifier(dimension), texel_shape(dimension)});
  return size;
}

class Loader {
public:
  Loader(Dimension of, std::optional<int> stated, int levels)
      : dimension(of), channels(stated), level_count(levels) {}

  void add(const fs::path& path) {
    NpyFile file(path);
    const ElementFormat format = format_of(file, dimension, channels);
    const std::array<int, 3> size = size_of(file, dimension);
    if (loaded.levels.empty())
      start(file, format, size);
    else
      check_level(file, format, size);
    std::vector<std::byte>& texels =
        loaded.levels.emplace_back(std::size_t(size[0]) * std::size_t(size[1]) * std::size_t(size[2]) *
                                       std::size_t(format.texel_bytes()) +
                                   Image::padding);
    file.read(0, file.shape()[0], texels.data());
    loaded.texture.level[loaded.levels.size() - 1] = texels.data();
    loaded.texture.level_count = int(loaded.levels.size());
  }

  SampleTexture loaded;

private:
  void start(const NpyFile& file, const ElementFormat& format, const std::array<int, 3>& size) {
    Texture& t = loaded.texture;
    t.dimension = dimension;
    t.mipmapped = level_count > 1;
    t.format = format;
    t.width = size[0], t.height = size[1], t.planes = size[2];
    loaded.type = file.type_name();
    const SizeLimit limit =
        size_limit({.dimension = t.dimension, .level_count = level_count}, Storage::array, false);
    const LargestSize& largest = common_largest_sizes[std::size_t(limit)];
    if (size[0] > largest[0] || size[1] > largest[1] || size[2] > largest[2])
      file.refuse(Text::sample_size,
                  {size_text(size, dimension), size_text(largest, dimension), name(limit)});
  }

  void check_level(const NpyFile& file, const ElementFormat& format, const std::array<int, 3>& size) const {
    const Texture& t = loaded.texture;
    const int level = int(loaded.levels.size()),
              last = int(std::bit_width(unsigned(
                         std::max({t.width, t.height, dimension == Dimension::d3 ? t.planes : 1})))) -
                     1;
    if (level > last) file.refuse(Text::sample_last_level, {std::to_string(level), std::to_string(last)});
    if (format != t.format)
      file.refuse(Text::sample_level_format, {file.type_name(), std::to_string(format.channels), loaded.type,
                                              std::to_string(t.format.channels)});
    if (size != t.size_of(level))
      file.refuse(Text::sample_level_size, {size_text(size, dimension), std::to_string(level),
                                            size_text(t.size_of(level), dimension)});
  }

  Dimension dimension;
  std::optional<int> channels;
  int level_count;
};

} // namespace

SampleTexture load_sample_texture(const std::vector<fs::path>& files, Dimension dimension,
                                  std::optional<int> channels) {
  if (files.size() > std::size_t(max_mip_levels))
    throw UserError(say(Text::sample_levels, {std::to_string(files.size()), std::to_string(max_mip_levels)}));
  Loader loader(dimension, channels, int(files.size()));
  for (const fs::path& file : files)
    loader.add(file);
  return std::move(loader.loaded);
}

} // namespace texelscope
