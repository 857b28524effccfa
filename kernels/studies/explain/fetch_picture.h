// One fetch as a picture of four steps, in plain values: the coordinate, the levels, the texels, and the sum.
// WHY in the window, on the pages and as SVG draws this table; places on a screen are the drawer's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/unit/display/picture.h"

namespace texelscope {

struct Explanation;

// A component of the result, as the picture has it.
struct PictureWord {
  std::string name; // "R"; of a gather "G 2"
  double value = 0;
  std::string value_text; // all digits
};

// What one axis makes of its coordinate.
struct PictureAxis {
  std::string name;             // of the coordinate: "u"
  double given = 0;             // as it is passed
  std::string action;           // the address mode that acts on it: "wrap"; empty: none has to
  std::optional<double> landed; // what became of it, in the same unit; empty: it stays
  std::string texel_name;       // of the position: "x"
  double position = 0;          // in texels from the texture's edge, where it landed
};

// What else names the place: a face, a layer, an index.
struct PictureFact {
  std::string label, value;
};

// A mip level, with all of its probes.
struct PictureLevel {
  int level = 0;
  double weight = 0; // 256ths
  int probes = 1;
};

struct PictureTexel {
  int number = 0;                         // counted as the steps in words count them
  int level = 0, plane = 0, x = 0, y = 0; // plane: slice, layer or face; meaningless for the border
  bool border = false, exists = true;     // false: the missing texel at a seamless cube's corner
  std::string place;                      // "35,18", "border"
  double weight = 0;                      // 256ths
  double exact = 0;                       // likewise, by exact arithmetic; NaN: not defined
  std::string shown = {}; // of it in its cell: the weight or, of a gather, the component's number
  std::optional<std::size_t> component;       // of a gather: the number of the component that it is
  bool largest = false;                       // has the largest weight of all
  std::size_t column = 0, row = 0, slice = 0; // in its grid
  std::optional<Rgb> color = {};              // empty: its value is unknown here
  std::vector<double> value = {};             // of each channel, decoded

  // Whether it is this texel of the texture.
  bool is(int of_level, int of_plane, int of_x, int of_y) const {
    return exists && !border && level == of_level && plane == of_plane && x == of_x && y == of_y;
  }
};

// The texels of a level, each once: as they lie, or of several probes the heaviest first.
struct PictureFootprint {
  int level = 0;
  std::size_t columns = 0, rows = 0, slices = 0; // 0: they are probes' texels, which have no grid
  std::vector<PictureTexel> texels = {};
  std::size_t more = 0; // light texels of probes that are left out
  double more_weight = 0;

  // The sum of the weights of a column or row, in 256ths.
  double column_weight(std::size_t column) const;
  double row_weight(std::size_t row) const;
};

// The rounded sum, as the texture unit has it.
struct PictureSum {
  double value = 0;         // the component's
  bool added = false;       // false: one texel, unchanged
  std::int64_t code = 0;    // with `largest`: the value is code / largest
  std::int64_t largest = 0; // 0: the value is no code
  int digits = 0;           // floats: the significant bits to which the sum is rounded; 0: it is not
};

// Why the shown component is not its ideal.
enum class ErrorCause {
  nothing_fetched,
  unknown_texels,
  combined, // of several fetches
  gathered, // texels as they are
  unchanged,
  same_texels,
  exact,
  nearest_float,
  not_finite,
  weights,
  sum,
  level_of_detail,
  border_color, // stored in the texture's format
  probes,       // nothing exact is defined for them
};

struct PictureError {
  ErrorCause cause = ErrorCause::nothing_fetched;
  double ideal = 0, error = 0;
  bool float_weights_help = false; // the weights are to blame, and the error can be seen
  std::string sentence = {};
};

struct FetchPicture {
  std::size_t shown = 0; // the component that sum and error are about
  std::vector<PictureWord> words = {};
  std::optional<Rgb> color = {};
  std::string function = {}; // "tex2DLod"
  std::vector<PictureFact> facts = {};
  std::vector<PictureAxis> axes = {};
  double lod = 0;
  std::vector<PictureLevel> levels = {}; // empty: the texture has one
  std::vector<PictureFootprint> footprints = {};
  PictureSum sum = {};
  PictureError error = {};
  std::string component = {}; // the name of the shown one: "R"
};

// At most this many of the probes' texels are named.
inline constexpr std::size_t named_probe_texels = 8;

// `view`: the colors of texels and result.
FetchPicture fetch_picture(const Explanation& explanation, const ViewSpec& view);
// The picture's fourth line: "G 50816 / 65535 = 0.775402".
std::string sum_line(const FetchPicture& picture);
// "36", "71.5": with the digits that tell it from its neighbors.
std::string weight_256ths(double weight);
// The titles of the four steps, without their numbers.
std::string levels_title(const FetchPicture& picture);
std::string texels_title(const FetchPicture& picture);
std::string sum_title(const FetchPicture& picture);

} // namespace texelscope
