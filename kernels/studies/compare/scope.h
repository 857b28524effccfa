// What an oscilloscope shows of a picture: the values along a line over it, by the exact model, by exact
// arithmetic and by other devices that fetch at the same coordinates.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kernels/machines/backend/backend.h"
#include "kernels/state/session/enums.h"
#include "kernels/unit/fetch/fetch_rules.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {
namespace scope {

// The source of the values. `pinned`: the model with an earlier session.
enum class Series : std::uint8_t { model, ideal, cuda, opengl, pinned };
inline constexpr std::size_t series_count = 5;

// A line in pixels of the picture from its top-left corner. Fractions count: a pixel's center is at 0.5. The
// session's SampleAt does not move it.
struct Line {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  std::array<double, 2> at(double share) const { return {x0 + share * (x1 - x0), y0 + share * (y1 - y0)}; }
  Line part(double low, double high) const {
    const auto from = at(low), to = at(high);
    return {from[0], from[1], to[0], to[1]};
  }
  bool operator==(const Line&) const = default;
};

// The unit along a line. For flat views: texels of level 0 of the coordinate that changes most, with texel
// edges at whole numbers. For others: pixels of the picture.
struct Axis {
  bool in_texels = false;
  const char* name = ""; // "x", "y", "z"; of a cube's face "s", "t"; of pixels ""
  double start = 0, end = 0;
  double length() const { return end > start ? end - start : start - end; }
  double at(double share) const { return start + share * (end - start); }
};
// `width`, `height`: the picture's size in pixels.
Axis axis_of(const Session& session, const Effective& effective, int width, int height, const Line& line);
// The two axes that a flat view shows, indexed as x, y and z, for a cube as s and t; empty for other views.
std::array<std::optional<Axis>, 3> shown_axes(const Session& session, const Effective& effective, int width,
                                              int height, const Line& line);

// The part of the line that is a whole number of steps of 1/per_unit, `count` of them; at least one.
struct Steps {
  Line line;
  std::int64_t count = 1;
};
Steps whole_steps(const Line& line, const Axis& axis, double per_unit);

// Fetches at the centers of `count` equal parts of a line: 512 per texel give two for each of the 256
// weights, and none where the weight is rounded. Every device gets these bits.
class Samples {
public:
  static constexpr int max_count = 1 << 22;

  Samples(const Session& session, const Effective& effective, int width, int height, const Line& line,
          int count);
  int count() const { return count_; }
  const Line& line() const { return line_; }
  PixelFetch at(int i) const; // for a slab its middle sample
  FetchKind function() const { return picture_.function; }
  // How the picture makes one value from several fetches.
  const FetchView& rule() const { return picture_; }
  // The samples as pixels of a picture with one row. Null if no such picture has the gradients, which change
  // with perspective.
  const FetchView* row() const { return steps_ ? nullptr : &row_; }

private:
  FetchView picture_, row_;
  Line line_;
  int count_;
  bool steps_ = false;
};

// The texture that is fetched from. The texels are laid out like an Image's, with its padding.
struct Subject {
  Session session;
  Effective effective;
  std::shared_ptr<const std::byte> texels;
};

// A subject's texture with the data that it points to. Can be neither copied nor moved.
class Bound {
public:
  explicit Bound(const Subject& subject);
  Bound(const Bound&) = delete;
  Bound& operator=(const Bound&) = delete;
  const Texture& texture() const { return texture_; }

private:
  std::shared_ptr<const std::byte> texels_;
  Image reinterpreted_;
  Texture texture_;
};

// Four components per sample; they are 0 where the view has nothing.
std::vector<TexelBits> model(const Texture& texture, const Samples& samples);
// The same by a function that fetches at the given coordinates.
using Fetcher = std::function<std::vector<TexelBits>(std::span<const FetchAt>)>;
std::vector<TexelBits> fetched_by(const Fetcher& fetch, const Samples& samples);
// Fetches on a CUDA device from textures that have is_ordinary(). Throws MachineError.
class DeviceFetcher {
public:
  explicit DeviceFetcher(const Texture& texture);
  ~DeviceFetcher();
  std::vector<TexelBits> operator()(FetchKind function, std::span<const FetchAt> at);

private:
  struct Work;
  std::unique_ptr<Work> work;
};

// Values by exact arithmetic at the same coordinates; NaN where there is nothing, or where no_ideal() of
// kernels/studies/compare/values.h gives a reason.
std::array<double, 4> ideal(const Texture& texture, const Samples& samples, int i);

// The number of components of a result that count.
int word_count(const Effective& effective);

// The samples' values in a column of a plot: all lie between `low` and `high`. NaN: none is finite.
struct Extent {
  double low, high, first, last;
};
using Column = std::array<Extent, 4>;
std::vector<Column> columns_of(std::size_t count, int columns,
                               const std::function<std::array<double, 4>(std::size_t)>& value);

} // namespace scope

template <>
EnumTable enum_table<scope::Series>();

} // namespace texelscope
