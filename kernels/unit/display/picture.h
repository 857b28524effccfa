// The bits that the fetches returned, and how they become colors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/state/session/texel.h"

namespace texelscope {

// Rows from the top, four 32-bit components per pixel.
struct Picture {
  int width = 0;
  int height = 0;
  ResultType type = ResultType::floating;
  ElementFormat source; // the texture's element, for the real value of integer results
  std::vector<TexelBits> pixels;
};

// The real value of one component of a result: floats unchanged, integers by image.h's real_value of
// `source`.
double shown_value(ResultType type, const ElementFormat& source, std::uint32_t bits);

// Colors of the picture, r, g, b.
using Rgb = std::array<std::uint8_t, 3>;
inline constexpr Rgb nan_color = {255, 0, 255};
inline constexpr Rgb plus_infinity_color = {255, 255, 0};
inline constexpr Rgb minus_infinity_color = {0, 255, 255};
inline constexpr Rgb above_color = {255, 48, 48};
inline constexpr Rgb below_color = {48, 96, 255};
inline constexpr Rgb negative_color = {24, 96, 214};  // FalseColor::signed_map at -1; white at 0
inline constexpr Rgb positive_color = {224, 104, 12}; // at +1
// FalseColor::viridis at 0, 1/15 ... 1 (the public color map of matplotlib), linear in between.
// clang-format off
inline constexpr std::array<Rgb, 16> viridis_colors = {{
    {68, 1, 84}, {72, 26, 108}, {71, 47, 125}, {65, 68, 135}, {57, 86, 140}, {49, 104, 142}, {42, 120, 142}, {35, 136, 142},
    {31, 152, 139}, {34, 168, 132}, {53, 183, 121}, {84, 197, 104}, {122, 209, 81}, {165, 219, 54}, {210, 226, 27},
    {253, 231, 37}}};
// clang-format on

// The channels of the source that are drawn as r, g and b, or -1 for black. A single shown channel (alpha
// too) is drawn as gray; false colors use the first shown one; two channels are red and green. Masks of
// channels that the source lacks do not count.
std::array<int, 3> drawn_channels(int source_channels, const ViewSpec& view);

// 8-bit colors as the window draws them; the shader in ui/ restates this rule. All computations are in 32-bit
// floats; scale = exp2(exposure), and low and high are rounded to float first.
//   over a color, of results of four channels, for each drawn r, g and b (alpha itself is drawn as it is):
//     straight: value = value * alpha + (1 - alpha) * over_color
//     premultiplied: value = value + (1 - alpha) * over_color
//   v = (value * scale - low) / (high - low), for each drawn channel; a NaN v counts as 0
//   byte = floor(clamp(v, 0, 1) * 255 + 0.5)
// False colors, of the one drawn channel:
//   gray: r = g = b = byte
//   viridis: t = clamp(v, 0, 1) * 15, i = min(floor(t), 14), f = t - i;
//     byte = floor(color[i] + (color[i + 1] - color[i]) * f + 0.5)
//   signed: v = value * scale / max(|low|, |high|), clamped to -1 and 1; color = positive_color or
//   negative_color;
//     byte = floor(255 + (color - 255) * |v| + 0.5)
// Marks replace that color. stripe = ((x + y) >> 2) & 1, in picture pixels. The first that holds wins:
//   mark_nonfinite: any drawn value is NaN: nan_color
//     any is +Inf: plus_infinity_color where stripe is 0, else black; any is -Inf: minus_infinity_color
//     likewise
//   mark_out_of_range: any drawn v > 1: above_color where stripe is 0, else the clamped color
//     any drawn v < 0 (signed: v < -1): below_color likewise
// Alpha is 255.
std::vector<std::uint8_t> tone_map(const Picture& picture, const ViewSpec& view);

// The same for components that are stored elsewhere, four per pixel, into width * height * 4 bytes.
struct PictureView {
  int width = 0, height = 0;
  ResultType type = ResultType::floating;
  ElementFormat source;
  const std::uint32_t* components = nullptr;
  int first_row = 0; // of a larger picture, whose stripes go on
};
void tone_map(const PictureView& picture, const ViewSpec& view, std::uint8_t* rgba);

// The part of a texture that a view of texels shows, in texels: `x0`, `y0` at its top-left corner, `step`
// texels per pixel.
struct TexelWindow {
  double x0 = 0, y0 = 0, step = 1;
  bool operator==(const TexelWindow&) const = default;
};

// A texture's stored texels (laid out like Image::texels), drawn without interpolation into width * height *
// 4 bytes: each pixel shows the texel under its center by the rule above, never over a color, and a checked
// ground outside the texture.
struct StoredTexels {
  int width = 0, height = 0;
  ElementFormat format;
  const std::byte* texels = nullptr;
};
void tone_map(const StoredTexels& texture, const TexelWindow& window, const ViewSpec& view, int width,
              int height, std::uint8_t* rgba);
inline constexpr std::array<std::uint8_t, 2> ground_grays = {19, 24}; // in squares of 8 pixels

// Darkens the pixels whose centers lie outside the [0,1] square of the session's view.
void dim_repeats(const Session& session, int width, int height, std::uint8_t* rgba);
inline constexpr float dim_factor = 0.55f;

} // namespace texelscope
