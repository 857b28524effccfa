#include "kernels/studies/texture/texture_recipe.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/state/stored/texture_path.h"
#include "kernels/unit/image/block_compression/decode.h"
#include "kernels/unit/image/mips.h"
#include "kernels/unit/image_io/read_image.h"

namespace texelscope {

TextureRecipe texture_recipe(const TextureSpec& requested, const Effective& effective,
                             const std::filesystem::path& base) {
  TextureRecipe recipe;
  TextureSpec& spec = recipe.spec;
  spec.source = requested.source;
  const MemoryShape memory = effective.memory_shape();
  request_shape(spec, memory);
  const ChannelKind kind = effective.channel_kind;
  spec.channel_kind = kind == ChannelKind::packed || kind == ChannelKind::blocks ? kind : ChannelKind::plain;
  if (memory.level_count > 1) {
    spec.mips = requested.mips;
    recipe.averages_light = mip_rule(requested, effective).light;
  }
  switch (requested.source) {
  case Source::checkerboard:
  case Source::uv_grid:
    spec.cell = requested.cell;
    break;
  case Source::noise:
    spec.seed = requested.seed;
    break;
  case Source::one_hot:
    spec.hot_x = requested.hot_x;
    spec.hot_y = requested.hot_y;
    spec.hot_z = requested.hot_z;
    break;
  case Source::file:
    recipe.shape = {requested.raw, memory.dimension, requested.raw.width > 0 ? memory.planes : 0};
    spec.premultiply = premultiplies(requested, effective);
    recipe.premultiplies_light = premultiplies_light(requested, effective);
    recipe.file = requested.path.empty() ? std::filesystem::path() : base / requested.path;
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
  const auto modified = std::filesystem::last_write_time(whole_file(recipe.file), ignored);
  const bool same =
      last.image && last.file == recipe.file && last.shape == recipe.shape && last.modified == modified;
  if (same) return last.image;
  last = {};
  auto image = std::make_shared<const Image>(read_image(recipe.file, recipe.shape, progress));
  if (image->width == 0) return nullptr;
  last = {recipe.file, recipe.shape, modified, image};
  return image;
}

namespace {
using Picture2D = std::shared_ptr<const Image>;

// Lays out all texels of all planes and levels in one plane: in one row, where levels have rows of their own.
Image laid_out(const Image& image, std::size_t bytes) {
  const std::size_t texels = bytes / std::size_t(image.format.texel_bytes());
  const int rows = image.level_count == 1 ? image.height * image.planes : 1;
  Image flat = Image::unwritten({int(texels / std::size_t(rows)), rows, image.format});
  copy_bytes(flat.texels.data(), image.texels.data(), bytes);
  return flat;
}

// The file's own levels and planes, if they are the requested ones.
Picture2D as_it_is(const Image& file, const TextureSpec& spec) {
  const TextureShape wanted = shape_of(spec);
  if (file.level_count < spec.levels || (spec.levels > 1 && spec.mips != MipSource::file)) return nullptr;
  for (int level = 0; level < spec.levels; ++level) // a single layer counts as none
    if (file.size_of(level) != wanted.size_of(level)) return nullptr;
  auto image = std::make_shared<Image>(Image::unwritten(wanted));
  const bool same = file.format == spec.format;
  const Image converted =
      same ? Image() : convert(laid_out(file, file.level_offset(spec.levels)), spec.format);
  copy_bytes(image->texels.data(), (same ? file : converted).texels.data(), image->size_bytes());
  image->compressed = file.compressed;
  return image;
}

// The first level's planes below each other. If a plain picture is as high as all planes of the spec
// together, these are its planes from top to bottom; any other picture is repeated in every plane.
struct Stack {
  Picture2D picture;
  int planes = 1;
};
Stack stack_of(const Picture2D& file, const TextureSpec& spec) {
  if (file->planes == 1 && file->level_count == 1) {
    const int planes = spec.planes();
    return {file, planes > 1 && file->height == std::int64_t(planes) * spec.height ? planes : 1};
  }
  const int planes = std::min(file->planes, spec.planes());
  auto picture =
      std::make_shared<Image>(Image::unwritten({file->width, file->height * planes, file->format}));
  copy_bytes(picture->texels.data(), file->texels.data(), file->plane_bytes() * std::size_t(planes));
  return {picture, planes};
}

// A file of the texture's own dimension has its depth too: no plane is made up and none left out, unless the
// file is a tall picture of them all.
void check_depth(const Image& file, const Stack& stack, const TextureRecipe& recipe) {
  const int planes = recipe.spec.planes();
  const bool divided = file.planes == 1 && stack.planes == planes;
  if (file.dimension != recipe.spec.dimension || file.planes == planes || divided) return;
  throw FileError(say(Text::texture_depth, {recipe.file.string(), std::to_string(file.depth()),
                                            std::to_string(recipe.spec.depth)}));
}

// Null if progress requested a stop.
std::shared_ptr<const Image> fill_shape(const Stack& stack, const TextureRecipe& recipe,
                                        const Progress& progress) {
  const TextureSpec& spec = recipe.spec;
  const bool packed = spec.channel_kind == ChannelKind::packed;
  if (spec.dimension == Dimension::d2 && spec.levels == 1 && stack.planes == 1 && !packed)
    return stack.picture;
  auto image = std::make_shared<Image>(Image::unwritten(shape_of(spec)));
  const std::size_t plane = image->plane_bytes(), filled = plane * std::size_t(stack.planes);
  const std::byte* from = stack.picture->texels.data();
  copy_bytes(image->texels.data(), from, filled);
  for (int p = stack.planes; p < image->planes; ++p)
    copy_bytes(image->texels.data() + std::size_t(p) * plane, from + filled - plane, plane);
  if (!progress(1) || !fill_mips(*image, {spec.mips, recipe.averages_light}, progress)) return nullptr;
  if (packed) quantize_packed(*image);
  return image;
}

// The picture with its colors multiplied by its alpha, if the recipe says so.
Picture2D with_alpha(Picture2D picture, const TextureRecipe& recipe) {
  if (!picture || !recipe.spec.premultiply) return picture;
  auto multiplied = std::make_shared<Image>(*picture);
  premultiply(*multiplied, recipe.premultiplies_light);
  return multiplied;
}

// Blocks can only come from the file.
void check_blocks(const TextureRecipe& recipe, const Image* image) {
  if (recipe.spec.channel_kind != ChannelKind::blocks) return;
  if (image && image->compressed && image->format == bc::decoded_element(image->compressed->format)) return;
  throw FileError(say(Text::texture_blocks, {recipe.file.string()}));
}
} // namespace

std::shared_ptr<const Image> make_texture(const TextureRecipe& recipe, TextureFiles& files,
                                          const Progress& progress) try {
  const TextureSpec& spec = recipe.spec;
  if (spec.source != Source::file) {
    auto image = std::make_shared<const Image>(make_pattern(spec, progress, recipe.averages_light));
    return image->width > 0 ? image : nullptr;
  }
  const std::shared_ptr<const Image> file = files.read(recipe, progress);
  if (!file) return nullptr;
  if (file->planes > 1 || file->level_count > 1)
    if (auto image = with_alpha(as_it_is(*file, spec), recipe)) {
      check_blocks(recipe, image.get());
      if (spec.channel_kind != ChannelKind::packed) return image;
      auto packed = std::make_shared<Image>(*image);
      quantize_packed(*packed);
      return packed;
    }
  Stack stack = stack_of(file, spec);
  check_depth(*file, stack, recipe);
  Picture2D& image = stack.picture;
  const int height = spec.height * stack.planes;
  // The smaller step comes first. Both work on each texel alone, so that their order does not affect the
  // result.
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
  image = with_alpha(image, recipe);
  std::shared_ptr<const Image> filled = fill_shape(stack, recipe, progress);
  if (filled) check_blocks(recipe, filled.get());
  return filled;
} catch (const std::bad_alloc&) {
  throw MachineError(say(Text::texture_memory, {mebibytes(shape_of(recipe.spec).size_bytes())}));
}

} // namespace texelscope
