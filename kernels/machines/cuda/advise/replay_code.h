// The kernel that repeats a scene's fetches, as CUDA C++ around a choice's code (choice_code.h).
#pragma once

#include <string>

#include "kernels/reports/advise/choice_code.h"

namespace texelscope::cuda {

// Where a warp's coordinates come from: a plane for each fetch, of one slope or of slopes of its own, or
// memory.
enum class CoordinateSource : std::uint8_t { planes, sloped_planes, points };

// The kernels' argument. For each warp of a block its steps lie behind each other, and each step's axes.
struct ReplayCoordinates {
  const void* first = nullptr;  // float4s: FetchList::Planes::first
  const void* slopes = nullptr; // float4s
  const void* points = nullptr; // floats: for each entry the lanes of each axis
  float slope[3][2] = {};
  const void* cells = nullptr; // int4s: advise::Cells::first, in the order of `first`
  int step[3][2] = {};         // of the cells
};

// Two kernels: `replay` makes all fetches and keeps no result; `results` writes those of some blocks, with
// coordinates from memory. Choices that take cells do so in both.
struct ReplayCode {
  const advise::Scene* scene = nullptr;
  const advise::Cells* cells = nullptr; // may be null
  CoordinateSource from = CoordinateSource::points;
  std::size_t tile_texels = 0; // of Way::tile
};
std::string replay_code(const ReplayCode& replay, const advise::Choice& choice);
// The same without a fetch: the coordinates are summed.
std::string coordinates_code(const ReplayCode& replay);

} // namespace texelscope::cuda
