#include "app/window/plane_thumbnails.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/unit/display/picture.h"

namespace texelscope {

namespace {
constexpr int largest = 72, largest_of_many = 48, smallest = 6; // pixels
constexpr std::size_t max_count = 64;

// What changes no color of a texel.
ViewSpec colors_of(const ViewSpec& view) {
  ViewSpec colors;
  colors.exposure = view.exposure;
  colors.range_low = view.range_low, colors.range_high = view.range_high;
  colors.false_color = view.false_color;
  colors.show_channel = view.show_channel;
  colors.mark_nonfinite = view.mark_nonfinite;
  colors.mark_out_of_range = view.mark_out_of_range;
  return colors;
}
} // namespace

std::vector<ui::PlaneThumbnail> plane_thumbnails(const Image& image) {
  std::vector<ui::PlaneThumbnail> all;
  const int side0 = image.size_of(0)[2] > 1 ? largest_of_many : largest;
  for (int level = 0; level < image.level_count; ++level) {
    const auto [width, height, planes] = image.size_of(level);
    const int side = std::max(smallest, side0 >> level);
    const double step = double(std::max(width, height)) / side;
    for (int plane = 0; plane < planes && all.size() < max_count; ++plane)
      all.push_back({level,
                     plane,
                     {width, height},
                     float(std::max(1.0, std::round(width / step))),
                     float(std::max(1.0, std::round(height / step)))});
  }
  return all;
}

void PlaneThumbnails::update(const std::shared_ptr<const Image>& image, const FrameResult& result,
                             const ViewSpec& view) {
  const bool written = result.all_texels != nullptr;
  Key key{image, written ? result.texture.version : 0, colors_of(view)};
  if (known_ == key) return;
  all_ = plane_thumbnails(*image);
  int width = 0, height = 1;
  for (const ui::PlaneThumbnail& tile : all_)
    width += int(tile.width), height = std::max(height, int(tile.height));
  std::vector<std::uint8_t> atlas(std::size_t(width) * std::size_t(height) * 4), colors;
  int x = 0;
  for (ui::PlaneThumbnail& tile : all_) {
    const int w = int(tile.width), h = int(tile.height);
    const std::byte* texels = (written ? result.all_texels : image->texels.data()) +
                              image->level_offset(tile.level) +
                              std::size_t(tile.plane) * image->plane_bytes(tile.level);
    colors.resize(std::size_t(w) * std::size_t(h) * 4);
    const double step = double(std::max(tile.texels[0], tile.texels[1])) / std::max(w, h);
    tone_map({tile.texels[0], tile.texels[1], image->format, texels}, TexelWindow{0, 0, step}, key.view, w, h,
             colors.data());
    for (int y = 0; y < h; ++y)
      std::memcpy(atlas.data() + 4 * (std::size_t(y) * std::size_t(width) + std::size_t(x)),
                  colors.data() + 4 * std::size_t(y) * std::size_t(w), 4 * std::size_t(w));
    tile.u0 = float(x) / float(width);
    x += w;
    tile.u1 = float(x) / float(width);
    tile.v1 = float(h) / float(height);
  }
  texture_ = colors_.update(atlas.data(), width, height);
  known_ = std::move(key);
}

} // namespace texelscope
