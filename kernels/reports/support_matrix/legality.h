// The legality matrix: configurations of format, sampler and storage that are tried on a CUDA device, and
// their outcomes.
//
// The configurations and their identifiers are the same on every machine; the outcomes come from
// legality_probe.h (a device) or legality_capture.h (a file with a device's outcomes).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/state/session/enums.h"
#include "kernels/state/session/texel_format.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {
namespace legality {

// Some of cudaChannelFormatKind.
namespace kind {
inline constexpr int signed_int = 0, unsigned_int = 1, floating = 2, none = 3, nv12 = 4;
} // namespace kind

// Corresponds to cudaChannelFormatDesc.
struct Format {
  std::string name; // "u8x4", "bc1_srgb"
  int kind = kind::unsigned_int;
  std::array<int, 4> bits = {};           // x, y, z, w
  const TexelFormatRow* texels = nullptr; // CUDA samples no such texels

  bool is_block() const { return texels && texels->kind == ChannelKind::blocks; }
  bool is_integer() const { return kind == kind::unsigned_int || kind == kind::signed_int; }
  int channels() const;
  // A cudaResourceViewFormat exists for it; those of blocks are left out.
  bool has_view() const { return texels && texels->kind == ChannelKind::plain; }
  // The bytes of a texel, or of a block of 4 x 4 texels.
  int bytes() const;
};
std::span<const Format> formats();

enum class Memory : std::uint8_t { linear, pitch, array, mipmapped };
// The purpose of the array besides reading: the flag that it is created with, whether a surface object is
// made, and whether the texture object has a resource view.
enum class Use : std::uint8_t { texture, surface, surface_without_flag, gather, view };

struct Configuration {
  const Format* format = nullptr; // one of formats()
  ReadMode read_mode = ReadMode::element;
  FilterMode filter = FilterMode::point;
  AddressMode address = AddressMode::clamp;       // of the first axis
  AddressMode other_address = AddressMode::clamp; // of the others
  bool normalized = true;
  Memory memory = Memory::array;
  Dimension dimension = Dimension::d2;
  FilterMode mip_filter = FilterMode::point;
  bool srgb = false;
  Use use = Use::texture;
  bool operator==(const Configuration&) const = default;
};

// Every setting as it is spelled in the identifier, the CSV file and patterns.
struct Setting {
  std::string_view name, value;
};
std::vector<Setting> settings(const Configuration& configuration);

// "u8x4/normalized_float/linear/wrap/normalized/array/2d", then the settings that differ from the default:
// "/other_border", "/mip_linear", "/srgb", "/surface".
std::string identifier(const Configuration& configuration);

// All configurations that are tried, each once, in a fixed order.
const std::vector<Configuration>& configurations();

enum class Verdict : std::uint8_t { accepted, altered, refused };
std::string_view word(Verdict verdict);

struct Outcome {
  Verdict verdict = Verdict::accepted;
  std::string call, error; // refused: "cudaCreateTextureObject", "cudaErrorInvalidFilterSetting"
  // altered: "description:srgb=off" was reported by CUDA, "fetch:address=clamp" was found by a fetch,
  // "surface:write=lost" by writing a texel and reading it. "fetch:none" alone is not a change: no texels
  // could be copied in.
  std::vector<std::string> changes;
  bool operator==(const Outcome&) const = default;
};
std::string joined_changes(const Outcome& answer); // separated by blanks
// The outcome as a sentence: the call and its error, or the effective value of each changed setting; empty if
// everything is as requested.
std::string reason(const Outcome& answer);

// The origin of the outcomes.
struct Origin {
  std::string gpu, driver, cuda;
  bool captured = false; // at another time, perhaps on another machine
  double object_us = 0;  // the time to create and destroy a texture object, in microseconds; 0: not measured
};
using AnsweredAttempts = std::vector<std::pair<Configuration, Outcome>>;
struct Outcomes {
  Origin source;
  AnsweredAttempts rows;
};

// Blanks or slashes separate the parts of the pattern. Each part must equal a part of the configuration's
// identifier or of its outcome; * matches any characters.
bool matches(std::string_view pattern, const Configuration& configuration, const Outcome& answer);

} // namespace legality

template <>
EnumTable enum_table<legality::Memory>();
template <>
EnumTable enum_table<legality::Use>();
template <>
EnumTable enum_table<legality::Verdict>();

} // namespace texelscope
