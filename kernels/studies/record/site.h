// A texture instruction of a module, and what its records hold.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::record {

enum class Geometry : std::uint8_t { d1, d2, d3, a1d, a2d, cube, acube }; // ".1d" to ".acube"
enum class FetchKind : std::uint8_t { fetch, base, level, gradients, gather };
enum class CoordinateType : std::uint8_t { s32, f32 };
enum class ResultType : std::uint8_t { u32, s32, f32, f16, f16x2 };

// Of "tex.level.2d.v4.f32.f32"; empty: it is of no texture instruction.
std::optional<Geometry> named_geometry(std::string_view instruction);
constexpr bool is_float(ResultType type) {
  return type != ResultType::u32 && type != ResultType::s32;
}

// Where an operand lies among the words of a lane.
struct Words {
  int first = -1; // -1: the instruction does not have it
  int count = 0;

  bool operator==(const Words&) const = default;
};

// In the program's source, from 1; a column of 0 is not known.
struct SourcePlace {
  std::string file;
  int line = 0, column = 0;

  bool operator==(const SourcePlace&) const = default;
};

struct Site {
  std::string function;    // mangled
  std::string instruction; // "tex.level.2d.v4.f32.f32"
  int ptx_line = 0;        // from 1
  Geometry geometry = Geometry::d2;
  FetchKind kind = FetchKind::fetch;
  int component = 0; // of a gather, 0 to 3
  CoordinateType coordinate_type = CoordinateType::f32;
  ResultType result_type = ResultType::f32;
  bool guarded = false;
  std::string texture; // the name of a .texref; empty: the object is recorded

  Words object;      // 2: the low word first
  Words layer;       // 1
  Words coordinates; // 1 to 3
  Words level;       // 1, of the type of the coordinates
  Words dx, dy;      // as many as coordinates, f32
  Words offsets;     // as many as the texture's dimensions, s32
  Words reference;   // 1, f32: with which a depth texture's texels are compared
  std::array<int, 4> results = {-1, -1, -1,
                                -1}; // one word each, f16 in its low half; -1: unused or discarded
  int result_count = 0;              // 4; of f16x2 2
  Words resident;                    // 1: 1 or 0, if the instruction asks for it
  int words_per_lane = 0;
  bool recorded = true; // false: counted only

  // The instruction, then the places where the functions that contain it were inlined. Empty without line
  // information. CUDA's own header of the texture functions is left out, so they are empty too in that
  // header's functions, which a build without optimization does not inline.
  std::vector<SourcePlace> places;
};

} // namespace texelscope::record
