// Internal to the library's public interface: what a TextureObject refers to.
#pragma once

#include <cstddef>
#include <memory>

#include "kernels/unit/texture_unit/texture_unit.h"
#include "texelscope/texture_unit.h"

namespace texelscope::detail {

struct TextureState {
  // Throws std::invalid_argument as TextureObject's constructor does.
  TextureState(const TextureResource& resource, const TextureDesc& desc, TexelStorage storage);

  // Throws std::invalid_argument unless a function for textures of kind `called` that returns `wanted` can be
  // called. `number`: a gather's channel.
  void check_fetch(TextureKind called, Function function, Wanted wanted, int number) const;

  TextureKind kind;
  Texture texture;
  bool padded; // texel_padding bytes after each level can be read

private:
  void copy_texels();

  std::unique_ptr<std::byte[]> owned;
};

} // namespace texelscope::detail
