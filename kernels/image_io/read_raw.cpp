#include <algorithm>
#include <string>
#include <vector>

#include "kernels/image_io/readers.h"
#include "kernels/text/texts.h"

namespace texelscope {

Image read_raw(const InputFile& file, const RawShape& raw, const Progress& progress) {
  if (raw.format.kind == ElementKind::floating && raw.format.bits == 8) file.refuse(Text::image_raw_float8);
  file.check_sides(std::uint64_t(std::max(raw.width, 0)), std::uint64_t(std::max(raw.height, 0)));
  const auto texel_bytes = std::uint64_t(raw.format.texel_bytes());
  const std::uint64_t needed =
      std::uint64_t(raw.offset) + std::uint64_t(raw.width) * std::uint64_t(raw.height) * texel_bytes;
  if (raw.offset < 0 || needed > file.size)
    file.refuse(Text::image_raw_size,
                {std::to_string(file.size), std::to_string(raw.width), std::to_string(raw.height),
                 std::to_string(texel_bytes), std::to_string(raw.offset), std::to_string(needed)});
  Image image = Image::create(raw.width, raw.height, raw.format);
  if (fseeko(file.handle.get(), raw.offset, SEEK_SET) != 0)
    file.refuse(Text::image_truncated, {text(Text::image_too_short)});
  for (int y = 0; y < raw.height; ++y) {
    if (progress && y % 64 == 0 && !progress(double(y) / raw.height)) return {};
    file.read(image.texel(0, y), image.row_bytes());
  }
  return raw.format.channels == 3 ? convert(image, {raw.format.kind, raw.format.bits, 4}) : image;
}

} // namespace texelscope
