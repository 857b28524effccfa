#include "app/texture_recipe.h"

#include <cstring>
#include <new>

#include "kernels/backend.h"
#include "kernels/mips.h"
#include "kernels/read_image.h"
#include "kernels/texts.h"

namespace texelscope {

TextureRecipe texture_recipe(const TextureSpec& asked, const Effective& effective,
                             const std::filesystem::path& base) {
  TextureRecipe recipe;
  TextureSpec& spec = recipe.spec;
  spec.source = asked.source;
  spec.width = effective.width;
  spec.height = effective.height;
  spec.format = effective.format;
  spec.dimension = effective.dimension;
  spec.depth = effective.depth;
  spec.levels = effective.level_count;
  if (effective.level_count > 1) spec.mips = asked.mips;
  switch (asked.source) {
  case Source::checkerboard:
  case Source::uv_grid:
    spec.cell = asked.cell;
    break;
  case Source::noise:
    spec.seed = asked.seed;
    break;
  case Source::one_hot:
    spec.hot_x = asked.hot_x;
    spec.hot_y = asked.hot_y;
    spec.hot_z = asked.hot_z;
    break;
  case Source::file:
    spec.raw = asked.raw;
    recipe.file = asked.path.empty() ? std::filesystem::path() : base / asked.path;
    break;
  case Source::ramp:
  case Source::zone_plate:
    break;
  }
  return recipe;
}

std::shared_ptr<const Image> TextureFiles::read(const TextureRecipe& recipe, const Progress& progress) {
  if (recipe.file.empty()) throw FileError(text(Text::texture_no_path));
  std::error_code ignored;
  const auto modified = std::filesystem::last_write_time(recipe.file, ignored);
  const bool same =
      last.image && last.file == recipe.file && last.raw == recipe.spec.raw && last.modified == modified;
  if (same) return last.image;
  last = {};
  auto image = std::make_shared<const Image>(read_image(recipe.file, recipe.spec.raw, progress));
  if (image->width == 0) return nullptr;
  last = {recipe.file, recipe.spec.raw, modified, image};
  return image;
}

namespace {
// From one picture, or a stack of planes, to the spec's planes and mip levels.
std::shared_ptr<const Image> fill_shape(std::shared_ptr<const Image> picture, const TextureSpec& spec) {
  if (spec.dimension == Dimension::d2 && spec.levels == 1) return picture;
  Image shape{spec.width, spec.height, spec.format, {}, spec.dimension, spec.planes(), spec.levels};
  auto image = std::make_shared<Image>(Image::create_like(shape));
  const std::size_t plane = image->plane_bytes();
  const bool stack = picture->height != spec.height;
  for (std::size_t p = 0; p < std::size_t(image->planes); ++p)
    std::memcpy(image->texels.data() + p * plane, picture->texels.data() + (stack ? p * plane : 0), plane);
  fill_mips(*image, spec.mips);
  return image;
}
} // namespace

std::shared_ptr<const Image> make_texture(const TextureRecipe& recipe, TextureFiles& files,
                                          const Progress& progress) try {
  const TextureSpec& spec = recipe.spec;
  if (spec.source != Source::file) {
    auto image = std::make_shared<const Image>(make_pattern(spec, progress));
    return image->width > 0 ? image : nullptr;
  }
  std::shared_ptr<const Image> image = files.read(recipe, progress);
  if (!image) return nullptr;
  // A picture as high as all planes together is a stack of them, from top to bottom; any other is in every
  // plane.
  const int planes = spec.planes();
  const bool stack = planes > 1 && image->height == std::int64_t(planes) * spec.height;
  const int height = stack ? image->height : spec.height;
  // The smaller step first: both work on each texel alone, so that their order does not show.
  const auto fit_size = [&] {
    if (image->width != spec.width || image->height != height)
      image = std::make_shared<const Image>(resize(*image, spec.width, height));
  };
  const bool shrinks = std::int64_t(spec.width) * height < std::int64_t(image->width) * image->height;
  if (shrinks) fit_size();
  if (!progress(1)) return nullptr;
  if (image->format != spec.format) image = std::make_shared<const Image>(convert(*image, spec.format));
  if (!progress(1)) return nullptr;
  fit_size();
  return fill_shape(std::move(image), spec);
} catch (const std::bad_alloc&) {
  throw MachineError(
      say(Text::texture_memory, {std::to_string(recipe.spec.width), std::to_string(recipe.spec.height)}));
}

} // namespace texelscope
