// The arguments of a texture function.
#pragma once

namespace texelscope {

struct Gradient {
  float x = 0, y = 0, z = 0; // of each component of the coordinate
  bool operator==(const Gradient&) const = default;
};

// The arguments of such a function. Only those of the kind and the dimension are used.
struct FetchAt {
  float x = 0, y = 0, z = 0;
  int layer = 0;             // layered dimensions
  float lod = 0;             // lod
  Gradient dx = {}, dy = {}; // grad
  int quad_lane = 0;         // grad, anisotropic: see quad.h
  int component = 0;         // gather: 0 to 3
  int texel = 0;             // texel: the index; surfaces: x in bytes
  int row = 0;               // surfaces: y; their z or layer is `layer`
};

} // namespace texelscope
