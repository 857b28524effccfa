// Internal to kernels/machines/gl: a texture and its sampler as OpenGL objects.
#pragma once

#include <array>

#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {

// Coordinates in texels: OpenGL has them for two dimensions with one level, as rectangles.
bool in_rectangle(const Texture& texture);
// The divisors of coordinates that OpenGL cannot take in texels; else ones.
std::array<float, 3> divisors(const Texture& texture);

// Bound to unit 0 while it lives. A context must be current. Throws MachineError if this OpenGL has no room
// or no such state.
class GlTexture {
public:
  // Without texels, the content is undefined until it is written.
  GlTexture(const Texture& texture, FetchKind kind);
  ~GlTexture();
  GlTexture(const GlTexture&) = delete;
  GlTexture& operator=(const GlTexture&) = delete;

  void bind() const; // again, after another texture was
  // Writes a block of texels, tightly packed as in an Image. `texture`: the one of the constructor.
  void write(const Texture& texture, int level, const std::array<int, 3>& at, const std::array<int, 3>& size,
             const std::byte* texels) const;
  void set_border(const Texture& texture) const; // that sampler's

private:
  void set_sampler(const Texture& texture, FetchKind kind) const;

  unsigned target = 0, name = 0, sampler = 0;
};

} // namespace texelscope
