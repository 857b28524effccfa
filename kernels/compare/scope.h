// What an oscilloscope shows of a picture: the values along a line over it, by the exact model, by exact
// arithmetic and by whatever else fetches at the same coordinates.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/fetch/fetch_rules.h"
#include "kernels/session/enums.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope {
namespace scope {

// Who fetches. `pinned`: the model, of an earlier session.
enum class Series : std::uint8_t { model, ideal, cuda, opengl, pinned };
inline constexpr std::size_t series_count = 5;

// In pixels of the picture from its left top corner, where fractions count: a pixel's middle is at 0.5. The
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

// What is counted along a line. Flat views: texels of level 0, of the coordinate that changes most; its
// texels' edges lie at whole numbers. Others: pixels of the picture.
struct Axis {
  bool in_texels = false;
  const char* name = ""; // "x", "y", "z"; of a cube's face "s", "t"; of pixels ""
  double start = 0, end = 0;
  double length() const { return end > start ? end - start : start - end; }
  double at(double share) const { return start + share * (end - start); }
};
// `width`, `height`: the picture's size in pixels.
Axis axis_of(const Session& session, const Effective& effective, int width, int height, const Line& line);
// The two axes that a flat view shows, each by its place among x, y and z, of a cube s and t; of other views
// none.
std::array<std::optional<Axis>, 3> shown_axes(const Session& session, const Effective& effective, int width,
                                              int height, const Line& line);

// The part of the line that a whole number of steps of 1/per_unit fills, `count` of them; at least one.
struct Steps {
  Line line;
  std::int64_t count = 1;
};
Steps whole_steps(const Line& line, const Axis& axis, double per_unit);

// Fetches in the middles of `count` equal parts of a line: at 512 a texel two for each of the 256 weights,
// and none where the weight is rounded. All who fetch are given these bits.
class Samples {
public:
  static constexpr int max_count = 1 << 22;

  Samples(const Session& session, const Effective& effective, int width, int height, const Line& line,
          int count);
  int count() const { return count_; }
  const Line& line() const { return line_; }
  PixelFetch at(int i) const; // of a slab its middle sample
  FetchKind function() const { return picture_.function; }
  // How the picture makes one value of what is fetched.
  const FetchView& rule() const { return picture_; }
  // As pixels of a picture of one row. Null where no such picture has the gradients: out of perspective.
  const FetchView* row() const { return steps_ ? nullptr : &row_; }

private:
  FetchView picture_, row_;
  Line line_;
  int count_;
  bool steps_ = false;
};

// What is fetched from. The texels lie as Image's do, with its padding.
struct Subject {
  Session session;
  Effective effective;
  std::shared_ptr<const std::byte> texels;
};

// A subject's texture with what it points to. Neither copied nor moved.
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

// Four components per sample, which are 0 where the view has nothing.
std::vector<TexelBits> model(const Texture& texture, const Samples& samples);
// The same, of someone who fetches what he is given.
using Fetcher = std::function<std::vector<TexelBits>(std::span<const FetchAt>)>;
std::vector<TexelBits> fetched_by(const Fetcher& fetch, const Samples& samples);
// Of a CUDA device, that takes the textures that have is_ordinary(). Throws MachineError.
class DeviceFetcher {
public:
  explicit DeviceFetcher(const Texture& texture);
  ~DeviceFetcher();
  std::vector<TexelBits> operator()(FetchKind function, std::span<const FetchAt> at);

private:
  struct Work;
  std::unique_ptr<Work> work;
};

// By exact arithmetic at the same coordinates; NaN where there is nothing, or no_ideal() of
// kernels/compare/values.h says why.
std::array<double, 4> ideal(const Texture& texture, const Samples& samples, int i);

// How many components of a result count.
int word_count(const Effective& effective);

// The values of the samples in a column of a plot: all are between the first two. NaN: there is no finite
// one.
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
