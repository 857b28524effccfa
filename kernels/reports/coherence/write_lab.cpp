#include "kernels/reports/coherence/write_lab.h"

#include <algorithm>
#include <cstring>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/texture_unit/surface.h"

namespace texelscope {

namespace {
constexpr EnumEntry routes[] = {
    {0, "surface", Text::lab_route_surface, Text::lab_route_surface_help},
    {1, "pitch", Text::lab_route_pitch, Text::lab_route_pitch_help},
    {2, "linear_copy", Text::lab_route_linear, Text::lab_route_linear_help},
};
constexpr EnumEntry boundaries[] = {
    {0, "zero", Text::boundary_zero, Text::boundary_zero_help},
    {1, "clamp", Text::boundary_clamp, Text::boundary_clamp_help},
    {2, "trap", Text::lab_boundary_trap, Text::lab_boundary_trap_help},
};
constexpr EnumEntry faults[] = {
    {0, "trap", Text::lab_boundary_trap, Text::lab_boundary_trap_help},
    {1, "misaligned", Text::lab_misaligned, Text::lab_misaligned_help},
};
} // namespace

template <>
EnumTable enum_table<write_lab::Fault>() {
  return faults;
}
template <>
EnumTable enum_table<write_lab::Route>() {
  return routes;
}
template <>
EnumTable enum_table<write_lab::Boundary>() {
  return boundaries;
}

namespace write_lab {

std::span<const ElementFormat> compared_formats() {
  static constexpr ElementFormat all[] = {{ElementKind::unsigned_int, 8, 1},
                                          {ElementKind::unsigned_int, 8, 4},
                                          {ElementKind::floating, 16, 4},
                                          {ElementKind::floating, 32, 4}};
  return all;
}

std::span<const ElementFormat> boundary_formats() {
  static constexpr ElementFormat all[] = {
      {ElementKind::unsigned_int, 8, 1}, {ElementKind::unsigned_int, 8, 4}, {ElementKind::floating, 32, 4}};
  return all;
}

std::vector<TexelCoord> places(const BoundaryTest& boundary_test) {
  std::vector<TexelCoord> all;
  for (int y = -2; y < boundary_test.height + 2; ++y)
    for (int x = -2; x < boundary_test.width + 2; ++x)
      all.push_back({x, y});
  return all;
}

std::vector<WriteDestination> requested_destinations(const BoundaryTest& boundary_test) {
  const int bytes = boundary_test.format.texel_bytes();
  std::vector<WriteDestination> destinations;
  for (const TexelCoord place : places(boundary_test)) {
    const int x_bytes = boundary_test.x_in_texels ? place.x : place.x * bytes;
    destinations.push_back({place, x_bytes, x_bytes % bytes != 0, {}, true});
  }
  return destinations;
}

std::vector<WriteDestination> landings_by_rule(const BoundaryTest& boundary_test) {
  const auto bytes = std::size_t(boundary_test.format.texel_bytes());
  std::vector<std::byte> texels(std::size_t(boundary_test.width) * std::size_t(boundary_test.height) * bytes);
  Texture surface;
  surface.format = boundary_test.format;
  surface.width = boundary_test.width;
  surface.height = boundary_test.height;
  surface.level[0] = texels.data();
  const BoundaryMode boundary =
      boundary_test.boundary == Boundary::clamp ? BoundaryMode::clamp : BoundaryMode::zero;
  SurfaceBits mark;
  mark.fill(~0u);
  std::vector<WriteDestination> destinations;
  for (WriteDestination& destination : requested_destinations(boundary_test)) {
    std::ranges::fill(texels, std::byte(0));
    if (!destination.misaligned)
      surface_write(surface, texels.data(), mark, boundary, destination.x_bytes, destination.requested.y);
    const auto marked = std::ranges::find(texels, std::byte(0xff));
    if (marked != texels.end()) {
      const int texel = int(std::size_t(marked - texels.begin()) / bytes);
      destination.landed.push_back({texel % boundary_test.width, texel / boundary_test.width});
    }
    destinations.push_back(std::move(destination));
  }
  return destinations;
}

} // namespace write_lab
} // namespace texelscope
