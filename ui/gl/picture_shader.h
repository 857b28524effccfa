// Internal: the GLSL of picture_renderer.cpp.
#pragma once

namespace texelscope::ui {

inline const char* const vertex_source = R"(#version 450 core
void main() {
  vec2 p = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2); // one triangle over everything
  gl_Position = vec4(p * 2.0 - 1.0, 0.0, 1.0);
})";

// Preceded by the sampler's type, by TEXEL(at), which fetches from it, and by SIZE, its size. Values, masks,
// false colors and marks follow kernels/unit/display/picture.h.
inline const char* const fragment_source = R"(
layout(location = 0) uniform SAMPLER image;
layout(location = 2) uniform int result_type;  // 0 float, 1 unsigned, 2 signed
layout(location = 3) uniform float largest;    // real value = code / largest for integers
layout(location = 4) uniform vec3 range;       // 2^exposure, low, 1 / (high - low)
layout(location = 5) uniform ivec3 drawn;      // channel drawn as r, g, b; -1: black
layout(location = 7) uniform int false_color;
layout(location = 8) uniform ivec2 marks;      // nonfinite, out of range
layout(location = 9) uniform vec4 window;      // texture view: x0, y0 and texels a pixel
layout(location = 12) uniform float signed_scale;
layout(location = 13) uniform ivec2 rows;      // texture view: texels from row to row, and as the descriptor says; 0: the same
layout(location = 14) uniform ivec2 part;      // texture view: level, and slice, layer or face
layout(location = 15) uniform vec4 over;       // result: the color below; 0 off, 1 straight, 2 premultiplied
out vec4 color;

vec4 values(ivec2 at) {
#ifdef RESULT
  uvec4 word = TEXEL(at);
  if (result_type == 0) return uintBitsToFloat(word);
  if (result_type == 1) return vec4(word) / largest;
  return max(vec4(ivec4(word)) / largest, vec4(-1.0));
#else
  vec4 v = vec4(TEXEL(at));
  return result_type == 0 ? v : max(v / largest, vec4(-1.0));
#endif
}

vec3 false_colored(float value, float v) {
  if (false_color == 2) {
    float x = clamp(v, 0.0, 1.0) * 15.0;
    int i = min(int(x), 14);
    return mix(viridis[i], viridis[i + 1], x - float(i));
  }
  if (false_color == 3) {
    float s = clamp(value * range.x * signed_scale, -1.0, 1.0);
    return mix(vec3(1.0), s < 0.0 ? negative : positive, abs(s));
  }
  return vec3(clamp(v, 0.0, 1.0));
}

void main() {
  ivec2 pixel = ivec2(int(gl_FragCoord.x), int(gl_FragCoord.y));
  ivec2 at = pixel;
#ifndef RESULT
  vec2 texel = window.xy + (vec2(pixel) + 0.5) * window.z;
  at = ivec2(floor(texel));
  ivec2 size = SIZE;
  if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, size))) {
    color = vec4(vec3(ground[(pixel.x / 8 + pixel.y / 8) & 1]), 1.0);
    return;
  }
  bool stored = true; // or between the rows
  if (rows.x != 0) {
    int i = at.y * rows.y + at.x;
    at = ivec2(i % rows.x, i / rows.x);
    stored = at.x < size.x && at.y < size.y;
  }
  vec4 all = stored ? values(at) : vec4(0.0);
#else
  vec4 all = values(at);
#endif
  vec3 value = vec3(0.0), v = vec3(0.0), rgb = vec3(0.0);
  bvec3 counted = greaterThanEqual(drawn, ivec3(0));
  for (int i = 0; i < 3; ++i) {
    if (!counted[i]) continue;
    value[i] = all[drawn[i]];
#ifdef RESULT
    if (over.w != 0.0 && drawn[i] < 3)
      value[i] = (over.w == 1.0 ? value[i] * all.w : value[i]) + (1.0 - all.w) * over[drawn[i]];
#endif
    v[i] = (value[i] * range.x - range.y) * range.z;
    if (isnan(v[i])) v[i] = 0.0;
    rgb[i] = clamp(v[i], 0.0, 1.0);
  }
  if (false_color != 0 && counted.x) {
    if (false_color == 3) v = vec3(value.x * range.x * signed_scale);
    rgb = false_colored(isnan(value.x) ? 0.0 : value.x, v.x);
  }
  float lowest = false_color == 3 ? -1.0 : 0.0;
  int stripe = ((pixel.x + pixel.y) >> 2) & 1;
  bool is_nan = false, up = false, down = false, above = false, below = false;
  for (int i = 0; i < 3; ++i) {
    if (!counted[i]) continue;
    is_nan = is_nan || isnan(value[i]);
    up = up || (isinf(value[i]) && value[i] > 0.0);
    down = down || (isinf(value[i]) && value[i] < 0.0);
    above = above || v[i] > 1.0;
    below = below || v[i] < lowest;
  }
  if (marks.x != 0 && is_nan) rgb = vec3(1.0, 0.0, 1.0);
  else if (marks.x != 0 && up) rgb = stripe == 0 ? vec3(1.0, 1.0, 0.0) : vec3(0.0);
  else if (marks.x != 0 && down) rgb = stripe == 0 ? vec3(0.0, 1.0, 1.0) : vec3(0.0);
  else if (marks.y != 0 && above && stripe == 0) rgb = vec3(255.0, 48.0, 48.0) / 255.0;
  else if (marks.y != 0 && below && stripe == 0) rgb = vec3(48.0, 96.0, 255.0) / 255.0;
  color = vec4(rgb, 1.0);
})";

} // namespace texelscope::ui
