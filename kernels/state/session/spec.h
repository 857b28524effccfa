// The state that the user requests: plain values, compared with ==, written as JSON by app/.
//
// A Session holds everything that determines a picture. Two equal sessions give equal pictures on the same
// backend. fields.h has field names, ranges and texts; resolve.h computes the effective state.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/state/session/fetch_enums.h"

namespace texelscope {

enum class Source : std::uint8_t { checkerboard, ramp, zone_plate, uv_grid, noise, one_hot, file };
enum class ElementKind : std::uint8_t { unsigned_int, signed_int, floating };
// The values equal cudaTextureAddressMode, cudaTextureFilterMode and cudaTextureReadMode.
enum class AddressMode : std::uint8_t { wrap, clamp, mirror, border };
enum class FilterMode : std::uint8_t { point, linear };
enum class ReadMode : std::uint8_t { element, normalized_float };
// What the fetch kernel passes to tex2D if coordinates are not normalized: the view's coordinates times the
// size, or unchanged.
enum class CoordinateRule : std::uint8_t { scaled, unscaled };
// Where in a pixel the fetch kernel samples.
enum class SampleAt : std::uint8_t { center, corner };
enum class WriteMode : std::uint8_t { off, pattern, brush, feedback };
enum class BoundaryMode : std::uint8_t { zero, clamp };
enum class PatternKind : std::uint8_t { waves, rings, sweep };
enum class FeedbackRule : std::uint8_t { diffuse, life, drift };
enum class FalseColor : std::uint8_t { off, gray, viridis, signed_map };
// Whether the result is laid over a color, and whether alpha has multiplied its colors already.
enum class Over : std::uint8_t { off, straight, premultiplied };
// The memory of the texels: a CUDA array, pitch linear memory (2-D), linear memory (tex1Dfetch), an array
// that OpenGL shares. Textures of more than one level use a mipmapped array.
enum class Storage : std::uint8_t { array, pitch, linear, shared };
// The content of the mip levels below the first: averages of 2 x 2 (x 2) texels, one texel of them, a color
// for each level, or the file's levels.
enum class MipSource : std::uint8_t { box, subsample, tinted, file };
// The source of tex*Grad()'s gradients: the change of the coordinate from pixel to pixel, or the session.
enum class GradientRule : std::uint8_t { view, given };
// How a flat view maps the texture to the picture: a part of it by center, span and rotation, or all of it to
// a result of a given size.
enum class Mapping : std::uint8_t { fit, resize };
// What happens to the mip levels below the first one when that is written.
enum class WrittenMips : std::uint8_t { keep, regenerate };
enum class Axis : std::uint8_t { x, y, z };
// The kind of the array's channels, cudaChannelFormatKind: plain numbers (Signed, Unsigned, Float),
// normalized ones (UnsignedNormalized8X4 and similar), bits packed into one number, or the blocks of a
// block-compressed file.
enum class ChannelKind : std::uint8_t { plain, normalized, packed, blocks };

// The element of a texture: its kind, bits in each channel (8, 16, 32) and channels (1, 2, 4).
struct ElementFormat {
  ElementKind kind = ElementKind::unsigned_int;
  int bits = 8;
  int channels = 4;

  int texel_bytes() const { return bits / 8 * channels; }
  bool is_integer() const { return kind != ElementKind::floating; }
  // Whether cudaReadModeNormalizedFloat is supported: CUDA converts only integers of 8 and 16 bits (CUDA C++
  // Programming Guide, "Texture Fetching").
  bool is_normalizable() const { return is_integer() && bits < 32; }
  bool operator==(const ElementFormat&) const = default;
};

// The layout of a headerless file: row after row, little endian, after `offset` bytes.
struct RawShape {
  int width = 0; // 0 x 0: not stated
  int height = 0;
  ElementFormat format; // channels 1 to 4
  std::int64_t offset = 0;
  bool operator==(const RawShape&) const = default;
};

// How a texture object reinterprets memory: cudaResourceViewDesc for arrays, cudaResourceDesc's own
// description for linear and pitch memory. A count of 0 extends to the last level or layer.
struct ResourceView {
  bool on = false;
  ElementFormat format;
  int first_level = 0, levels = 0;
  int first_layer = 0, layers = 0;
  bool operator==(const ResourceView&) const = default;
};

constexpr bool is_array(Storage s) {
  return s == Storage::array || s == Storage::shared;
}
// Whether TextureSpec::depth is used.
constexpr bool has_depth(Dimension d) {
  return d == Dimension::d3 || is_layered(d);
}

struct TextureSpec {
  Source source = Source::zone_plate;
  std::string path;         // for Source::file; relative paths start from the session's folder
  bool premultiply = false; // Source::file: its colors are multiplied by its alpha
  int width = 64;           // texels
  int height = 64;
  ElementFormat format;
  int cell = 8;           // texels in one cell of checkerboard and uv_grid
  std::uint32_t seed = 1; // noise
  int hot_x = 0;          // one_hot
  int hot_y = 0;
  int hot_z = 0;
  RawShape raw;
  Dimension dimension = Dimension::d2;
  int depth = 8;  // d3: slices; layered: layers; cube_layered: cubes
  int levels = 1; // mip levels
  MipSource mips = MipSource::box;
  bool gamma_correct_mips = true; // averages of what is decoded as sRGB are those of light, not of the codes
  Storage storage = Storage::shared;
  // Array, 2-D: made with cudaArrayTextureGather, as it is in any case where the function is a gather.
  bool gather_flag = false;
  ChannelKind channel_kind = ChannelKind::plain;
  ResourceView view;
  int pitch_offset = 0; // pitch memory: bytes by which the descriptor's pitch is wrong

  int planes() const { return plane_count(dimension, depth); }
  bool operator==(const TextureSpec&) const = default;
};

// Whether Sampler::srgb has an effect: CUDA decodes unsigned channels of 8 bits that are read as normalized
// floats.
constexpr bool can_decode_srgb(const ElementFormat& format, ReadMode mode) {
  return format.kind == ElementKind::unsigned_int && format.bits == 8 && mode == ReadMode::normalized_float;
}

// The fields of cudaTextureDesc. A session has the requested ones, Effective the effective ones, and a
// Texture of the exact model has them as its descriptor.
struct Sampler {
  bool normalized_coords = true;
  std::array<AddressMode, 3> address = {AddressMode::wrap, AddressMode::wrap, AddressMode::wrap}; // x, y, z
  std::array<float, 4> border_color = {0, 0, 0, 0};
  FilterMode filter = FilterMode::linear;
  ReadMode read_mode = ReadMode::normalized_float;
  bool srgb = false;
  FilterMode mip_filter = FilterMode::linear;
  float mip_bias = 0, mip_min = 0, mip_max = 15; // levels
  int max_anisotropy = 1;
  bool disable_trilinear_optimization = false;
  bool seamless_cube = false;
  bool operator==(const Sampler&) const = default;
};

inline constexpr std::size_t max_body_bytes = 32768; // of FetchSpec::body

struct FetchSpec {
  CoordinateRule coordinates = CoordinateRule::scaled;
  SampleAt sample_at = SampleAt::center;
  FetchKind function = FetchKind::plain;
  int layer = 0;                        // layered textures
  CubeFace face = CubeFace::positive_x; // cubes under Projection::flat
  double slice = 0.5;                   // d3: the coordinate that the picture does not span, normalized
  Axis slice_axis = Axis::z;            // d3: the axis of `slice`
  Slab slab =
      Slab::off; // d3: of `slab_samples` fetches at the centers of equal parts of the slab around the slice
  double slab_thickness = 1; // normalized: 1 is as thick as the texture
  int slab_samples = 64;
  float lod = 0;
  GradientRule gradients = GradientRule::view;
  float gradient_scale = 1; // factor of the view's gradients
  std::array<float, 3> dx = {0.015625f, 0, 0},
                       dy = {0, 0.015625f, 0}; // given gradients, in the coordinate's units
  int component = 0;                           // gather
  FetchType type = FetchType::native;
  int type_channels = 0; // 1, 2 or 4; 0: as in the texel
  // Replaces the fetch: CUDA runs this body of a function in CUDA C++ for each pixel, see fetch_body.h;
  // empty: none.
  std::string body;
  bool operator==(const FetchSpec&) const = default;
};

// One brush movement in texels (center of texel (i, j) is (i + 0.5, j + 0.5)): a capsule from (x0, y0) to
// (x1, y1).
struct BrushStroke {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float radius = 1;
  std::array<float, 4> color = {1, 1, 1, 1}; // real values, see image.h
  int plane = -1;                            // slice, layer or face; -1: all of them
  bool operator==(const BrushStroke&) const = default;
};

struct WriteSpec {
  WriteMode mode = WriteMode::off;
  BoundaryMode boundary = BoundaryMode::zero;
  std::int64_t frame = 0; // the frame shown; animation depends on this number, never on a clock
  PatternKind pattern = PatternKind::waves;
  int speed = 4; // pattern: steps of 1/1024 of a period each frame
  float brush_radius = 3;
  std::array<float, 4> brush_color = {1, 0.25f, 0, 1};
  std::vector<BrushStroke> strokes;
  bool all_planes = false; // new strokes go into every plane, not only the one shown in the texture panel
  WrittenMips mips = WrittenMips::keep;
  FeedbackRule feedback = FeedbackRule::diffuse;
  std::int64_t feedback_start = 0; // the frame at which the feedback read the source texture
  bool operator==(const WriteSpec&) const = default;
};

// The part of the texture that the picture shows, and how values become colors. The texture covers [0,1] x
// [0,1]; texels are square in the picture whatever its shape, unless it is a resize.
struct ViewSpec {
  double center_x = 0.5, center_y = 0.5; // texture coordinate of the picture's center, normalized
  double span = 2;                       // texture heights that the picture's height covers
  double rotation = 0;                   // degrees, clockwise on screen
  double exposure = 0;                   // stops: shown = value * 2^exposure
  double range_low = 0, range_high = 1;  // real values that become black and white
  std::array<bool, 4> show_channel = {true, true, true, true}; // r, g, b, a
  FalseColor false_color = FalseColor::off;
  Over over = Over::off;
  std::array<float, 3> over_color = {0.5f, 0.5f, 0.5f}; // r, g, b, real values
  bool mark_nonfinite = true;
  bool mark_out_of_range = false;
  bool grid = true;
  bool dim_repeats = true;
  Projection projection = Projection::flat;
  double yaw = 30, pitch = 20; // degrees: the rotation of the sphere
  double tilt = 60;            // degrees: how far the plane leans back
  Mapping mapping = Mapping::fit;
  // Mapping::resize: the result's pixels, and how they are mapped, see fetch_map.h. Center and span then say
  // only which of them the window shows.
  int resize_width = 96, resize_height = 64;
  bool align_corners = false;
  int level = 0; // the texture panel's: mip level and slice, layer or face
  int slice = 0;
  bool operator==(const ViewSpec&) const = default;
};

struct Session {
  TextureSpec texture;
  Sampler sampler;
  FetchSpec fetch;
  WriteSpec write;
  ViewSpec view;
  bool operator==(const Session&) const = default;
};

} // namespace texelscope
