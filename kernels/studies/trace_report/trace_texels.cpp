#include "kernels/studies/trace_report/trace_texels.h"

#include <fstream>
#include <optional>

#include "kernels/studies/texture/texture_file.h"
#include "kernels/unit/check/request_session.h"
#include "kernels/unit/image/image.h"

namespace texelscope::trace {

namespace {
namespace fs = std::filesystem;

// Empty if the object has no plain texels, or the file has not their size.
std::optional<Image> read_raw(const fs::path& file, const TextureRequest& request) {
  const auto session = request_session(request);
  if (!session || session->texture.channel_kind == ChannelKind::blocks ||
      session->texture.channel_kind == ChannelKind::packed)
    return std::nullopt;
  const TextureShape shape = shape_of(session->texture);
  std::error_code error;
  if (fs::file_size(file, error) != shape.size_bytes() || error) return std::nullopt;
  Image image = Image::create(shape);
  std::ifstream in(file, std::ios::binary);
  in.read(reinterpret_cast<char*>(image.texels.data()), std::streamsize(shape.size_bytes()));
  if (!in) return std::nullopt;
  return image;
}

std::optional<fs::path> converted(const TracedObject& object, const fs::path& raw, std::size_t index) {
  std::optional<Image> image = read_raw(raw, object.request);
  if (!image) return std::nullopt;
  const bool flat = image->planes == 1 && image->level_count == 1 && image->dimension == Dimension::d2;
  fs::path file = raw.parent_path() / ("object-" + std::to_string(object.number));
  if (index > 0) file += "-" + std::to_string(index + 1);
  file += flat ? ".npy" : ".dds";
  write_texture(file, std::move(*image), object.request.sampler.sRGB != 0);
  return file;
}
} // namespace

void save_texels(TraceReport& report, const fs::path& folder) {
  const fs::path absolute = fs::absolute(folder).lexically_normal();
  for (TracedObject& object : report.objects) {
    std::vector<TexelFile> kept;
    for (const TexelFile& each : object.texels) {
      const fs::path raw = absolute / fs::path(each.file).filename();
      if (const auto file = converted(object, raw, kept.size()))
        kept.push_back({file->string(), each.launch, each.instance});
      std::error_code ignored;
      fs::remove(raw, ignored);
    }
    object.texels = std::move(kept);
  }
}

} // namespace texelscope::trace
