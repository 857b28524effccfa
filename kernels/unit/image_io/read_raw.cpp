#include <algorithm>
#include <string>
#include <vector>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/unit/image_io/readers.h"

namespace texelscope {

namespace {

// How many of the stated pictures a file holds, as slices, layers or faces.
class RawLayout {
public:
  RawLayout(const InputFile& of, const ReadShape& stated)
      : file(of), shape(stated), raw(stated.raw), unit(std::uint64_t(plane_count(stated.dimension, 1))),
        texel(std::uint64_t(raw.format.texel_bytes())),
        picture(std::uint64_t(raw.width) * std::uint64_t(raw.height) * texel) {
    if (raw.offset < 0 || std::uint64_t(raw.offset) + picture > file.size) refuse_short(1);
  }

  std::uint64_t pictures() const {
    const std::uint64_t room = file.size - std::uint64_t(raw.offset);
    std::uint64_t count = 1;
    if (planes_in_picture() == 1)
      count = !has_depth(shape.dimension)    ? unit
              : room == picture && unit == 1 ? 1 // which may hold all planes, below each other
              : shape.planes > 0             ? std::uint64_t(shape.planes)
                                             : held(room);
    const std::uint64_t needed = std::uint64_t(raw.offset) + count * picture;
    if (needed > file.size) refuse_short(count);
    if (needed < file.size && raw.offset == 0) refuse_long(count, needed);
    return count;
  }

  // The planes of one stated picture: rows are layers of 1-D textures, and faces may lie below each other.
  int planes_in_picture() const {
    if (shape.dimension == Dimension::d1_layered) return raw.height;
    return is_cube(shape.dimension) && raw.height % (6 * raw.width) == 0 ? raw.height / raw.width : 1;
  }

private:
  std::uint64_t held(std::uint64_t room) const {
    const std::uint64_t volume = picture * unit;
    if (room % volume != 0)
      file.refuse(Text::image_raw_remainder,
                  {std::to_string(room), size(unit), std::to_string(texel), std::to_string(volume)});
    return room / picture;
  }

  // "4 x 4", "4 x 4 x 3"
  std::string size(std::uint64_t count) const {
    const std::string flat = std::to_string(raw.width) + " x " + std::to_string(raw.height);
    return count > 1 ? flat + " x " + std::to_string(count) : flat;
  }
  [[noreturn]] void refuse_short(std::uint64_t count) const {
    file.refuse(Text::image_raw_size,
                {std::to_string(file.size), size(count), std::to_string(texel), std::to_string(raw.offset),
                 std::to_string(std::uint64_t(raw.offset) + count * picture)});
  }
  // The other bytes are further planes, if they fill them, or else a header.
  [[noreturn]] void refuse_long(std::uint64_t count, std::uint64_t needed) const {
    const std::uint64_t volume = picture * unit;
    const bool deep = has_depth(shape.dimension);
    const bool planes = file.size % volume == 0 && (deep || shape.dimension == Dimension::d2);
    const std::string rest = std::to_string(planes ? file.size / volume : file.size - needed);
    file.refuse(
        !planes ? Text::image_raw_long
        : deep  ? Text::image_raw_deeper
                : Text::image_raw_volume,
        {std::to_string(file.size), size(count), std::to_string(texel), std::to_string(needed), rest});
  }

  const InputFile& file;
  const ReadShape& shape;
  const RawShape& raw;
  const std::uint64_t unit;           // planes of a depth of 1
  const std::uint64_t texel, picture; // bytes
};

} // namespace

Image read_raw(const InputFile& file, const ReadShape& shape, const Progress& progress) {
  const RawShape& raw = shape.raw;
  if (raw.format.kind == ElementKind::floating && raw.format.bits == 8) file.refuse(Text::image_raw_float8);
  file.check_sides(std::uint64_t(std::max(raw.width, 0)), std::uint64_t(std::max(raw.height, 0)),
                   shape.dimension);
  const RawLayout layout(file, shape);
  const std::uint64_t count = layout.pictures(), planes = count * std::uint64_t(layout.planes_in_picture());
  file.check_planes(shape.dimension, planes);
  const int rows = raw.height * int(count);
  Image image = Image::create(raw.width, rows, raw.format);
  if (fseeko(file.handle.get(), raw.offset, SEEK_SET) != 0)
    file.refuse(Text::image_truncated, {text(Text::image_too_short)});
  for (int y = 0; y < rows; ++y) {
    if (progress && y % 64 == 0 && !progress(double(y) / rows)) return {};
    file.read(image.texel(0, y), image.row_bytes());
  }
  return with_planes(with_alpha_1(std::move(image)), shape.dimension, int(planes));
}

} // namespace texelscope
