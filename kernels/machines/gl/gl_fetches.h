// Internal to kernels/machines/gl: fetches from the texture of unit 0, whose components are drawn into a
// target of integers.
//
// Where OpenGL ES 3.0 has the texture's sampler and the function, the shader is written in its language, GLSL
// ES 3.00: it takes the arguments from a second texture, by texelFetch.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {

// The fragment shader of these fetches, for the test of what a browser can run.
std::string gl_fetch_shader(const Texture& texture, FetchKind kind, int component);

// OpenGL shades quads of 2 x 2 pixels, and may choose levels and probes for a quad: pixels of a picture lie
// beside each other, but single fetches need a quad each.
enum class GlQuads { shared, own };

class GlFetches {
public:
  // `at`: width x height fetches, row by row. `draws`: how often they are drawn, below each other. A context
  // must be current. Throws MachineError if that is more than this OpenGL draws at once.
  GlFetches(const Texture& texture, FetchKind kind, std::span<const FetchAt> at, int width, int height,
            GlQuads quads, int draws = 1);
  ~GlFetches();
  GlFetches(const GlFetches&) = delete;
  GlFetches& operator=(const GlFetches&) = delete;

  // Fetches for draw number `draw` from what the texture holds now.
  void draw(int draw) const;
  // The components of all draws. Throws MachineError.
  void read(TexelBits* components) const;

private:
  int width_, height_, side_, draws_; // side_: pixels of a fetch, in both directions
  unsigned program_ = 0, arguments_ = 0, target_ = 0, framebuffer_ = 0, vertices_ = 0;
};

} // namespace texelscope
