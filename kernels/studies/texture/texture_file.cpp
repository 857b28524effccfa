#include "kernels/studies/texture/texture_file.h"

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/write_dds.h"
#include "kernels/unit/image_io/write_image.h"

namespace texelscope {

void check_texture_ending(const std::filesystem::path& path) {
  check_texture_ending(path, ending_of(path));
}

void check_texture_ending(const std::filesystem::path& path, const std::string& ending) {
  if (ending != ".dds" && ending != ".npy" && ending != ".png")
    throw UserError(say(Text::texture_ending, {output_name(path)}));
}

void write_texture(const std::filesystem::path& path, Image image, bool srgb) {
  write_texture(path, std::move(image), srgb, ending_of(path));
}

void write_texture(const std::filesystem::path& path, Image image, bool srgb, const std::string& ending) {
  check_texture_ending(path, ending);
  if (image.width == 0) throw UserError(text(Text::texture_none));
  image.srgb = srgb;
  if (ending == ".dds") return write_dds(path, image);
  if (ending == ".npy" && image.level_count > 1)
    throw UserError(say(Text::texture_one_level, {output_name(path), std::to_string(image.level_count)}));
  if (ending == ".npy") return write_npy(path, image);
  if (image.planes > 1 || image.level_count > 1)
    throw UserError(say(Text::texture_one_plane, {output_name(path), std::to_string(image.planes),
                                                  std::to_string(image.level_count)}));
  const Image colors = convert(image, {ElementKind::unsigned_int, 8, 4});
  write_png(path, colors.width, colors.height,
            {reinterpret_cast<const std::uint8_t*>(colors.texels.data()), colors.size_bytes()});
}

} // namespace texelscope
