// Reads NumPy arrays in either byte and index order.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdio.h> // fseeko

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/unit/image/element.h"
#include "kernels/unit/image_io/npy_header.h"
#include "kernels/unit/image_io/readers.h"

namespace texelscope {

namespace {

using Axes = std::vector<std::uint64_t>;

// The element type in the file, and the format that it becomes.
struct NpyType {
  char kind = 'u';
  std::size_t bytes = 1;
  bool swapped = false; // big endian
  ElementFormat format;

  bool is_boolean() const { return kind == 'b'; }
};

std::optional<NpyType> type_of(std::string_view descr) {
  const auto format = npy_texture_element(descr);
  if (!format) return std::nullopt;
  return NpyType{descr[1], std::size_t(descr[2] - '0'), descr[0] == '>', *format};
}

using Bytes8 = std::array<std::byte, 8>;

Bytes8 little_endian(const NpyType& type, const std::byte* from) {
  Bytes8 bytes = {};
  std::memcpy(bytes.data(), from, type.bytes);
  if (type.swapped) std::reverse(bytes.data(), bytes.data() + type.bytes);
  return bytes;
}

void decode_element(const NpyType& type, const std::byte* from, std::byte* to) {
  Bytes8 bytes = little_endian(type, from);
  if (type.is_boolean() && bytes[0] != std::byte(0)) bytes[0] = std::byte(255);
  if (type.kind == 'f' && type.bytes == 8) {
    const std::uint32_t word = Element<ElementKind::floating, 32>::encode(std::bit_cast<double>(bytes));
    std::memcpy(bytes.data(), &word, sizeof word);
  }
  std::memcpy(to, bytes.data(), std::size_t(type.format.bits / 8)); // integers of 64 bits fit, see narrow()
}

void decode(const NpyType& type, const std::byte* from, std::byte* to, std::size_t count) {
  const auto out = std::size_t(type.format.bits / 8);
  if (!type.swapped && !type.is_boolean() && type.bytes == out) {
    std::memcpy(to, from, count * out);
    return;
  }
  for (std::size_t i = 0; i < count; ++i)
    decode_element(type, from + i * type.bytes, to + i * out);
}

// The array as planes of rows of texels.
struct ArrayLayout {
  std::uint64_t width = 1, height = 1, planes = 1, channels = 1;
};

bool is_channel_count(std::uint64_t length) {
  return length >= 1 && length <= 4;
}

// How else the array can be opened, for messages.
std::string cure_of(const Axes& shape, Dimension dimension) {
  const std::size_t axes = shape.size();
  const bool volume = axes == 3 || (axes == 4 && is_channel_count(shape.back()));
  if (axes == 2) return say(Text::image_npy_cure, {identifier(Dimension::d2)});
  if (!volume || npy_axis_count(dimension) == 3) return text(Text::image_npy_cure_part);
  const std::string cure =
      say(Text::image_npy_cure_volume,
          {identifier(Dimension::d3), std::to_string(shape[0]), identifier(Dimension::d2_layered)});
  const bool channels_first = axes == 3 && is_channel_count(shape[0]) && dimension == Dimension::d2;
  return channels_first ? cure + text(Text::image_npy_cure_channels) : cure;
}

ArrayLayout layout_of(const InputFile& file, Axes shape, Dimension dimension) {
  const Axes whole = shape;
  const std::string shape_text = npy_shape_text(whole);
  if (std::ranges::count(shape, 0) > 0) file.refuse(Text::sample_no_texels, {shape_text});
  const std::size_t axes = npy_axis_count(dimension);
  const auto fits = [&] {
    return shape.size() <= axes || (shape.size() == axes + 1 && is_channel_count(shape.back()));
  };
  while (!fits() && shape.front() == 1)
    shape.erase(shape.begin());
  if (shape.empty() || !fits())
    file.refuse(Text::image_npy_shape, {shape_text, identifier(dimension), npy_axes(dimension),
                                        shape.empty() ? "" : cure_of(whole, dimension)});
  ArrayLayout layout;
  if (shape.size() > axes) {
    layout.channels = shape.back();
    shape.pop_back();
  }
  layout.width = shape.back();
  shape.pop_back();
  if (!is_1d(dimension) && !shape.empty()) {
    layout.height = shape.back();
    shape.pop_back();
  }
  if (!shape.empty()) layout.planes = shape.back();
  if (!is_cube(dimension)) return layout;
  if (layout.planes == 1 && layout.height % layout.width == 0) { // faces below each other
    layout.planes = layout.height / layout.width;
    layout.height = layout.width;
  }
  const bool faces = dimension == Dimension::cube ? layout.planes == 6 : layout.planes % 6 == 0;
  if (!faces || layout.width != layout.height)
    file.refuse(Text::sample_faces, {shape_text, identifier(dimension), npy_axes(dimension)});
  return layout;
}

// The elements of a file, a piece at a time.
class ArrayElements {
public:
  ArrayElements(const InputFile& of, const NpyHeader& header, const NpyType& element, std::uint64_t number,
                std::uint64_t in_row)
      : file(of), type(element), shape(header.shape), fortran(header.fortran_order), count(number),
        piece(std::max(in_row, std::min<std::uint64_t>(64 * in_row, 1 << 20))),
        start(ftello(file.handle.get())) {}

  // Calls visit(first, count, bytes); false if progress requested a stop.
  template <class Visit>
  bool each_piece(const Progress& progress, Visit&& visit) const {
    return_to_start();
    std::vector<std::byte> bytes;
    for (std::uint64_t first = 0; first < count; first += piece) {
      if (progress && !progress(double(first) / double(count))) return false;
      const auto some = std::size_t(std::min(piece, count - first));
      bytes.resize(some * type.bytes);
      file.read(bytes.data(), bytes.size());
      visit(first, some, bytes.data());
    }
    return true;
  }

  // In Fortran order the first index runs fastest.
  void read_fortran(std::byte* to) const {
    return_to_start();
    std::vector<std::byte> bytes(count * type.bytes);
    file.read(bytes.data(), bytes.size());
    Axes index(shape.size(), 0), stride(shape.size(), 1);
    for (std::size_t axis = 1; axis < shape.size(); ++axis)
      stride[axis] = stride[axis - 1] * shape[axis - 1];
    const auto out = std::size_t(type.format.bits / 8);
    std::uint64_t from = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      decode_element(type, &bytes[from * type.bytes], to + i * out);
      for (std::size_t axis = shape.size(); axis-- > 0;) {
        from += stride[axis];
        if (++index[axis] < shape[axis]) break;
        from -= stride[axis] * std::exchange(index[axis], 0);
      }
    }
  }

  // "2, 0, 1": the index of an element that the file holds at this place.
  std::string index_of(std::uint64_t place) const {
    Axes index(shape.size());
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const std::size_t axis = fortran ? i : shape.size() - 1 - i;
      index[axis] = place % shape[axis];
      place /= shape[axis];
    }
    return fmt::format("{}", fmt::join(index, ", "));
  }

  const InputFile& file;
  const NpyType& type;

private:
  void return_to_start() const {
    if (fseeko(file.handle.get(), start, SEEK_SET) != 0)
      file.refuse(Text::image_truncated, {text(Text::image_too_short)});
  }

  const Axes& shape;
  const bool fortran;
  const std::uint64_t count, piece;
  const off_t start;
};

// The first of the elements that a type of 32 bits does not hold.
struct Misfit {
  std::uint64_t place;
  std::string value;
};

template <class Wide, class Fits>
std::optional<Misfit> misfit_of(const ArrayElements& elements, Fits&& fits) {
  std::optional<Misfit> found;
  elements.each_piece({}, [&](std::uint64_t first, std::size_t count, const std::byte* bytes) {
    for (std::size_t i = 0; i < count && !found; ++i) {
      const Wide value = std::bit_cast<Wide>(little_endian(elements.type, bytes + i * sizeof(Wide)));
      if (!fits(value)) found = {first + i, fmt::format("{}", value)};
    }
  });
  return found;
}

// Elements of 64 bits become those of 32 if each of them fits. Returns the note on it.
std::string narrow(NpyType& type, const ArrayElements& elements) {
  const auto need_fit = [&](const std::optional<Misfit>& misfit, const char* from, const char* to) {
    if (misfit)
      elements.file.refuse(Text::image_npy_misfit,
                           {from, to, elements.index_of(misfit->place), misfit->value});
    return say(Text::image_became, {input_name(elements.file.path), from, to});
  };
  if (type.kind == 'f')
    return need_fit(misfit_of<double>(elements,
                                      [](double value) {
                                        return !std::isfinite(value) ||
                                               std::isfinite(static_cast<float>(value));
                                      }),
                    "float64", "float32");
  const auto fits_unsigned = [](auto value) { return std::in_range<std::uint32_t>(value); };
  if (type.kind == 'u')
    return need_fit(misfit_of<std::uint64_t>(elements, fits_unsigned), "uint64", "uint32");
  const auto misfit = misfit_of<std::int64_t>(
      elements, [](std::int64_t value) { return std::in_range<std::int32_t>(value); });
  if (misfit && !misfit_of<std::int64_t>(elements, fits_unsigned)) {
    type.format.kind = ElementKind::unsigned_int;
    return need_fit({}, "int64", "uint32");
  }
  return need_fit(misfit, "int64", "int32");
}

} // namespace

Image read_npy(const InputFile& file, const ReadShape& shape, const Progress& progress) {
  return read_array(file, read_npy_header(file), shape.dimension, progress);
}

Image read_array(const InputFile& file, const NpyHeader& header, Dimension dimension,
                 const Progress& progress) {
  auto type = type_of(header.descr);
  if (!type) file.refuse(Text::image_npy_type, {header.descr.empty() ? "struct" : header.descr});
  const ArrayLayout layout = layout_of(file, header.shape, dimension);
  file.check_sides(layout.width, layout.height, dimension);
  file.check_planes(dimension, layout.planes);
  const std::uint64_t row = layout.width * layout.channels, rows = layout.height * layout.planes;
  if (row * rows * type->bytes > file.size) file.refuse(Text::image_truncated, {text(Text::image_too_short)});

  const ArrayElements elements(file, header, *type, row * rows, row);
  std::string note, stored;
  if (type->is_boolean()) stored = "bool x" + std::to_string(layout.channels);
  if (type->bytes == 8) stored = format_name({type->format.kind, 64, int(layout.channels)});
  if (type->bytes == 8) note = narrow(*type, elements);
  type->format.channels = int(layout.channels);
  Image image = Image::create(int(layout.width), int(rows), type->format);
  const auto out = std::size_t(type->format.bits / 8);
  if (header.fortran_order)
    elements.read_fortran(image.texels.data());
  else if (!elements.each_piece(progress,
                                [&](std::uint64_t first, std::size_t count, const std::byte* bytes) {
                                  decode(*type, bytes, image.texels.data() + first * out, count);
                                }))
    return {};
  image.file.texels = std::move(stored);
  image = with_alpha_1(std::move(image));
  image.note = std::move(note);
  return with_planes(std::move(image), dimension, int(layout.planes));
}

} // namespace texelscope
