#include "kernels/studies/texture/file_info.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/files/text_columns.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/state/session/format_name.h"
#include "kernels/state/session/texel_format.h"
#include "kernels/unit/image_io/read_image.h"

namespace texelscope {

namespace {

// "640 x 480", "64 x 64 x 32 (3d)"
std::string size_text(const Image& image) {
  std::string size = std::to_string(image.width) + " x " + std::to_string(image.height);
  if (image.planes > 1) size += " x " + std::to_string(image.planes);
  return image.dimension == Dimension::d2 ? size
                                          : size + " (" + std::string(identifier(image.dimension)) + ")";
}

std::string texels_text(const FileInfo& info) {
  const std::string file = info.file_texels(), texture = info.texture_texels();
  return file == texture ? texture : say(Text::info_texels_both, {file, texture});
}

nlohmann::ordered_json null_if_empty(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

} // namespace

std::string FileInfo::texture_texels() const {
  if (!image.compressed) return format_name(image.format);
  return std::string(texel_format(image.compressed->format, image.compressed->srgb).name);
}

std::string FileInfo::file_texels() const {
  return image.file.texels.empty() ? texture_texels() : image.file.texels;
}

FileInfo read_file_info(const TextureSpec& texture, const std::filesystem::path& base) {
  const std::filesystem::path path = base / texture.path;
  return {path, read_image(path, {.raw = texture.raw, .dimension = texture.dimension})};
}

std::string info_text(const FileInfo& info) {
  constexpr std::size_t indent = 14, width = 100;
  const Image& image = info.image;
  const std::string space = image.file.color_space.empty()
                                ? image.srgb == true ? "sRGB" : text(Text::info_not_stated)
                                : image.file.color_space;
  std::string out;
  const auto add = [&](Text name, const std::string& value) {
    out += two_columns(text(name), value, indent, width);
  };
  add(Text::info_format, image.file.format);
  add(Text::info_size, size_text(image));
  add(Text::info_texels, texels_text(info));
  add(Text::info_levels, std::to_string(image.level_count));
  add(Text::info_color_space, space);
  if (!image.note.empty()) add(Text::info_converted, image.note);
  return out;
}

std::string info_json(const FileInfo& info) {
  const Image& image = info.image;
  nlohmann::ordered_json root = {{"file", input_name(info.path)},
                                 {"format", image.file.format},
                                 {"dimension", identifier(image.dimension)},
                                 {"width", image.width},
                                 {"height", image.height},
                                 {"depth", image.depth()},
                                 {"levels", image.level_count},
                                 {"file_texels", info.file_texels()},
                                 {"texture_texels", info.texture_texels()},
                                 {"color_space", null_if_empty(image.file.color_space)},
                                 {"srgb", nullptr},
                                 {"converted", null_if_empty(image.note)}};
  if (image.srgb) root["srgb"] = *image.srgb;
  return json_text(root);
}

} // namespace texelscope
