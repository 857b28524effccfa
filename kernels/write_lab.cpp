#include "kernels/write_lab.h"

#include <algorithm>
#include <cstring>

#include "kernels/texts.h"
#include "kernels/texture_unit/surface.h"

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

std::string format_name(const ElementFormat& format) {
  const char* const kind = format.kind == ElementKind::unsigned_int ? "u"
                           : format.kind == ElementKind::signed_int ? "s"
                                                                    : "f";
  return kind + std::to_string(format.bits) + "x" + std::to_string(format.channels);
}

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

std::vector<Place> places(const Trial& trial) {
  std::vector<Place> all;
  for (int y = -2; y < trial.height + 2; ++y)
    for (int x = -2; x < trial.width + 2; ++x)
      all.push_back({x, y});
  return all;
}

std::vector<Landing> asked_landings(const Trial& trial) {
  const int bytes = trial.format.texel_bytes();
  std::vector<Landing> landings;
  for (const Place place : places(trial)) {
    const int x_bytes = trial.x_in_texels ? place.x : place.x * bytes;
    landings.push_back({place, x_bytes, x_bytes % bytes != 0, {}, true});
  }
  return landings;
}

std::vector<Landing> landings_by_rule(const Trial& trial) {
  const auto bytes = std::size_t(trial.format.texel_bytes());
  std::vector<std::byte> texels(std::size_t(trial.width) * std::size_t(trial.height) * bytes);
  Texture surface;
  surface.format = trial.format;
  surface.width = trial.width;
  surface.height = trial.height;
  surface.level[0] = texels.data();
  const BoundaryMode boundary = trial.boundary == Boundary::clamp ? BoundaryMode::clamp : BoundaryMode::zero;
  SurfaceWords mark;
  mark.fill(~0u);
  std::vector<Landing> landings;
  for (Landing& landing : asked_landings(trial)) {
    std::ranges::fill(texels, std::byte(0));
    if (!landing.misaligned)
      surface_write(surface, texels.data(), mark, boundary, landing.x_bytes, landing.asked.y);
    const auto marked = std::ranges::find(texels, std::byte(0xff));
    if (marked != texels.end()) {
      const int texel = int(std::size_t(marked - texels.begin()) / bytes);
      landing.landed.push_back({texel % trial.width, texel / trial.width});
    }
    landings.push_back(std::move(landing));
  }
  return landings;
}

BoundaryTrial run_trial(const Trial& trial, bool on_device) {
  const std::vector<Landing> rule = landings_by_rule(trial);
  BoundaryTrial made{trial, on_device ? landings_on_device(trial) : rule, 0};
  for (std::size_t i = 0; i < rule.size(); ++i)
    made.unlike_rule += made.landings[i] != rule[i];
  return made;
}

} // namespace write_lab
} // namespace texelscope
