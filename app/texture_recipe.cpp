#include "app/texture_recipe.h"

#include <new>

#include "kernels/backend.h"
#include "kernels/read_image.h"
#include "kernels/texts.h"

namespace texelscope {

TextureRecipe texture_recipe(const TextureSpec& asked, int width, int height, const ElementFormat& format,
                             const std::filesystem::path& base) {
  TextureRecipe recipe;
  TextureSpec& spec = recipe.spec;
  spec.source = asked.source;
  spec.width = width;
  spec.height = height;
  spec.format = format;
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

std::shared_ptr<const Image> make_texture(const TextureRecipe& recipe, TextureFiles& files,
                                          const Progress& progress) try {
  const TextureSpec& spec = recipe.spec;
  if (spec.source != Source::file) {
    auto image = std::make_shared<const Image>(make_pattern(spec, progress));
    return image->width > 0 ? image : nullptr;
  }
  std::shared_ptr<const Image> image = files.read(recipe, progress);
  // The smaller step first: both work on each texel alone, so that their order does not show.
  const auto fit_size = [&] {
    if (image->width != spec.width || image->height != spec.height)
      image = std::make_shared<const Image>(resize(*image, spec.width, spec.height));
  };
  if (!image) return nullptr;
  const bool shrinks = std::int64_t(spec.width) * spec.height < std::int64_t(image->width) * image->height;
  if (shrinks) fit_size();
  if (!progress(1)) return nullptr;
  if (image->format != spec.format) image = std::make_shared<const Image>(convert(*image, spec.format));
  if (!progress(1)) return nullptr;
  fit_size();
  return image;
} catch (const std::bad_alloc&) {
  throw MachineError(
      say(Text::texture_memory, {std::to_string(recipe.spec.width), std::to_string(recipe.spec.height)}));
}

} // namespace texelscope
