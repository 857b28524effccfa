#include "app/texture/sample_texture.h"

#include <algorithm>
#include <bit>

#include "app/base/errors.h"
#include "kernels/image_io/npy_file.h"
#include "kernels/text/texts.h"

namespace texelscope {

namespace {

namespace fs = std::filesystem;

constexpr const char* texel_shapes[] = {"(W,)", "(H, W)", "(D, H, W)"};

// "64 x 48", width first.
std::string size_text(std::array<int, 3> size, int axes) {
  std::string out = std::to_string(size[0]);
  for (std::size_t axis = 1; axis < std::size_t(axes); ++axis)
    out += " x " + std::to_string(size[axis]);
  return out;
}

bool has_channel_axis(const NpyFile& file, int axes) {
  return file.shape().size() == std::size_t(axes) + 1;
}

int stated_channels(const NpyFile& file, int axes, int channels) {
  const std::uint64_t last = has_channel_axis(file, axes) ? file.shape().back() : 1;
  if (last == std::uint64_t(channels)) return channels;
  file.refuse(channels == 1 ? Text::sample_one_channel : Text::sample_channels,
              {file.shape_text(), std::to_string(channels), texel_shapes[axes - 1]});
}

int channels_of(const NpyFile& file, int axes, std::optional<int> stated) {
  const auto rank = file.shape().size();
  if (rank != std::size_t(axes) && !has_channel_axis(file, axes))
    file.refuse(Text::sample_texture_shape,
                {file.shape_text(), dimension_name(axes), texel_shapes[axes - 1]});
  if (stated) return stated_channels(file, axes, *stated);
  if (!has_channel_axis(file, axes)) return 1;
  const std::uint64_t last = file.shape().back();
  if (last == 3) file.refuse(Text::sample_three_channels, {file.shape_text()});
  if (last != 1 && last != 2 && last != 4)
    file.refuse(Text::sample_channel_axis, {file.shape_text(), std::to_string(last)});
  return int(last);
}

ElementFormat format_of(const NpyFile& file, int axes, std::optional<int> channels) {
  auto format = file.format();
  if (!format) file.refuse(Text::sample_texture_type, {file.type_name()});
  format->channels = channels_of(file, axes, channels);
  return *format;
}

std::array<int, 3> size_of(const NpyFile& file, int axes) {
  std::array<std::uint64_t, 3> size = {1, 1, 1};
  for (std::size_t axis = 0; axis < std::size_t(axes); ++axis)
    size[axis] = file.shape()[std::size_t(axes) - 1 - axis];
  if (std::ranges::count(size, 0u)) file.refuse(Text::sample_no_texels, {file.shape_text()});
  const auto whole = [](std::uint64_t side) { return int(std::min<std::uint64_t>(side, 2'000'000'000)); };
  const std::array<int, 3> texels = {whole(size[0]), whole(size[1]), whole(size[2])};
  if (std::ranges::max(texels) > max_sample_side)
    file.refuse(Text::sample_side, {size_text(texels, axes), std::to_string(max_sample_side)});
  return texels;
}

class Loader {
public:
  Loader(int axis_count, std::optional<int> stated) : axes(axis_count), channels(stated) {}

  void add(const fs::path& path) {
    NpyFile file(path);
    const ElementFormat format = format_of(file, axes, channels);
    const std::array<int, 3> size = size_of(file, axes);
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
    t.dimension = axes == 1 ? Dimension::d1 : axes == 2 ? Dimension::d2 : Dimension::d3;
    t.format = format;
    t.width = size[0], t.height = size[1], t.planes = size[2];
    loaded.type = file.type_name();
  }

  void check_level(const NpyFile& file, const ElementFormat& format, const std::array<int, 3>& size) const {
    const Texture& t = loaded.texture;
    const int level = int(loaded.levels.size()),
              last = int(std::bit_width(unsigned(std::max({t.width, t.height, t.planes})))) - 1;
    if (level > last) file.refuse(Text::sample_last_level, {std::to_string(level), std::to_string(last)});
    if (format != t.format)
      file.refuse(Text::sample_level_format, {file.type_name(), std::to_string(format.channels), loaded.type,
                                              std::to_string(t.format.channels)});
    if (size != t.size_of(level))
      file.refuse(Text::sample_level_size,
                  {size_text(size, axes), std::to_string(level), size_text(t.size_of(level), axes)});
  }

  int axes;
  std::optional<int> channels;
};

} // namespace

std::string dimension_name(int axes) {
  return std::to_string(axes) + "d";
}

SampleTexture load_sample_texture(const std::vector<fs::path>& files, int axes, std::optional<int> channels) {
  if (files.size() > std::size_t(max_mip_levels))
    throw UserError(say(Text::sample_levels, {std::to_string(files.size()), std::to_string(max_mip_levels)}));
  Loader loader(axes, channels);
  for (const fs::path& file : files)
    loader.add(file);
  return std::move(loader.loaded);
}

} // namespace texelscope
