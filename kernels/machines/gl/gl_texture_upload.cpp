#include "kernels/machines/gl/gl_texture_upload.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <glad/gl.h>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/machines/gl/gl_sampler.h"
#include "kernels/machines/gl/load_gl.h"
#include "kernels/unit/texture_unit/address.h"
#include "kernels/unit/texture_unit/border.h"
#include "kernels/unit/texture_unit/decode.h"

namespace texelscope {

namespace {
// From EXT_texture_filter_anisotropic, which is not in the core of OpenGL 4.5.
constexpr GLenum max_anisotropy_name = 0x84fe;
constexpr GLenum max_supported_anisotropy_name = 0x84ff;

GLenum target_of(const Texture& texture) {
  static constexpr GLenum targets[] = {GL_TEXTURE_1D,
                                       GL_TEXTURE_2D,
                                       GL_TEXTURE_3D,
                                       GL_TEXTURE_1D_ARRAY,
                                       GL_TEXTURE_2D_ARRAY,
                                       GL_TEXTURE_CUBE_MAP,
                                       GL_TEXTURE_CUBE_MAP_ARRAY};
  return in_rectangle(texture) ? GL_TEXTURE_RECTANGLE : targets[std::size_t(texture.dimension)];
}

GlFormat format_of(const Texture& texture) {
  GlFormat gl = unit::format_as_read(texture).gl;
  if (texture.sampler.srgb && unit::channel_kind(texture, 0) == unit::Channel::srgb8)
    gl.internal = gl_srgb8x4;
  return gl;
}

void check_size(const Texture& texture) {
  GLint side = 0, side_3d = 0, layers = 0, cube = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
  glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, &side_3d);
  glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &layers);
  glGetIntegerv(GL_MAX_CUBE_MAP_TEXTURE_SIZE, &cube);
  const bool volume = texture.dimension == Dimension::d3;
  const int along = is_cube(texture.dimension) ? std::min(cube, side) : volume ? side_3d : side;
  const bool fits = std::max(texture.width, texture.height) <= along &&
                    texture.planes <= (volume ? side_3d : std::max(layers, 6));
  if (fits) return;
  throw MachineError(say(Text::gl_texture_too_large, {std::to_string(along), std::to_string(layers)}));
}

void make_storage(unsigned name, const Texture& texture) {
  const GLenum internal = format_of(texture).internal.value;
  const int levels = texture.level_count, w = texture.width, h = texture.height, d = texture.planes;
  switch (texture.dimension) {
  case Dimension::d1:
    return glTextureStorage1D(name, levels, internal, w);
  case Dimension::d1_layered:
    return glTextureStorage2D(name, levels, internal, w, d);
  case Dimension::d2:
  case Dimension::cube:
    return glTextureStorage2D(name, levels, internal, w, h);
  case Dimension::d3:
  case Dimension::d2_layered:
  case Dimension::cube_layered:
    return glTextureStorage3D(name, levels, internal, w, h, d);
  }
}

GLenum address_of(AddressMode mode) {
  static constexpr GLenum modes[] = {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT, GL_CLAMP_TO_BORDER};
  return modes[std::size_t(mode)];
}

GLint min_filter(const Texture& texture) {
  const bool linear = texture.sampler.filter == FilterMode::linear;
  if (texture.level_count == 1) return linear ? GL_LINEAR : GL_NEAREST;
  if (texture.sampler.mip_filter == FilterMode::linear)
    return linear ? GL_LINEAR_MIPMAP_LINEAR : GL_NEAREST_MIPMAP_LINEAR;
  return linear ? GL_LINEAR_MIPMAP_NEAREST : GL_NEAREST_MIPMAP_NEAREST;
}

void give_border(unsigned sampler, const Texture& texture) {
  if (texture.result_type() == ResultType::floating)
    return glSamplerParameterfv(sampler, GL_TEXTURE_BORDER_COLOR, texture.sampler.border_color.data());
  TexelBits components = unit::border_bits(texture); // CUDA takes them from the float's own bits
  for (int c = 0; c < texture.format.channels; ++c)
    components[std::size_t(c)] = unit::point_word(texture, c, components[std::size_t(c)]);
  if (texture.result_type() == ResultType::unsigned_int)
    return glSamplerParameterIuiv(sampler, GL_TEXTURE_BORDER_COLOR, components.data());
  std::array<GLint, 4> color;
  std::copy(components.begin(), components.end(), color.begin());
  glSamplerParameterIiv(sampler, GL_TEXTURE_BORDER_COLOR, color.data());
}

bool has_extension(std::string_view name) {
  GLint count = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &count);
  for (GLint i = 0; i < count; ++i) {
    const auto* extension = reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, GLuint(i)));
    if (extension != nullptr && name == extension) return true;
  }
  return false;
}

// Mesa's software renderer ends the process when it compiles anisotropic samplers of integers, which it then
// filters as floats, and those of textures with one axis. A renderer that does not say its name may be it.
bool filters_anisotropically(const Texture& texture) {
  const std::string renderer = gl_string(GL_RENDERER);
  const bool survives = texture.result_type() == ResultType::floating && !is_1d(texture.dimension);
  return survives || !(renderer.empty() || renderer.starts_with("llvmpipe"));
}

void set_anisotropy(unsigned sampler, const Texture& texture) {
  const int wanted = texture.sampler.max_anisotropy;
  float max_anisotropy = 1;
  if (filters_anisotropically(texture) && (has_extension("GL_EXT_texture_filter_anisotropic") ||
                                           has_extension("GL_ARB_texture_filter_anisotropic")))
    glGetFloatv(max_supported_anisotropy_name, &max_anisotropy);
  if (float(wanted) > max_anisotropy)
    throw MachineError(say(Text::gl_anisotropy, {std::to_string(int(max_anisotropy))}));
  if (wanted > 1) glSamplerParameterf(sampler, max_anisotropy_name, float(wanted));
}
} // namespace

std::string no_gl_fetch(const Effective& e) {
  if (!is_array(e.storage)) return text(Text::no_gl_memory);
  if (e.type != FetchType::native) return text(Text::no_gl_type);
  if (e.slab != Slab::off) return text(Text::no_gl_slab);
  if (e.sampler.srgb && e.format.channels != 4) return text(Text::no_gl_srgb);
  if (e.result != ResultType::floating && e.sampler.filter == FilterMode::linear)
    return text(Text::no_gl_integers);
  return "";
}

bool in_rectangle(const Texture& texture) {
  return !texture.sampler.normalized_coords && texture.dimension == Dimension::d2 && texture.level_count == 1;
}

std::array<float, 3> divisors(const Texture& texture) {
  if (texture.takes_normalized() || in_rectangle(texture)) return {1, 1, 1};
  return {float(texture.width), float(texture.height), float(texture.planes)};
}

GlTexture::GlTexture(const Texture& texture, FetchKind kind) : target(target_of(texture)) {
  check_size(texture);
  glCreateTextures(target, 1, &name);
  make_storage(name, texture);
  if (glGetError() == GL_OUT_OF_MEMORY) throw MachineError(text(Text::gl_no_memory));
  for (int level = 0; level < texture.level_count; ++level)
    if (const std::byte* texels = texture.level[std::size_t(level)])
      write(texture, level, {0, 0, 0}, texture.size_of(level), texels);
  glCreateSamplers(1, &sampler);
  set_sampler(texture, kind);
  bind();
}

void GlTexture::bind() const {
  glBindTextureUnit(0, name);
  glBindSampler(0, sampler);
}

GlTexture::~GlTexture() {
  glBindSampler(0, 0);
  glDeleteSamplers(1, &sampler);
  glDeleteTextures(1, &name);
}

void GlTexture::set_border(const Texture& texture) const {
  give_border(sampler, texture);
}

void GlTexture::write(const Texture& texture, int level, const std::array<int, 3>& at,
                      const std::array<int, 3>& size, const std::byte* from) const {
  const auto [x, y, z] = at;
  const auto [w, h, d] = size;
  const GlFormat gl = format_of(texture);
  const GLenum format = gl.format.value, type = gl.type.value;
  const void* texels = from;
  std::vector<std::uint32_t> packed;
  if (texture.packed) {
    packed = packed_texels(from, std::size_t(w) * std::size_t(h) * std::size_t(d));
    texels = packed.data();
  }
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  switch (texture.dimension) {
  case Dimension::d1:
    return glTextureSubImage1D(name, level, x, w, format, type, texels);
  case Dimension::d1_layered:
    return glTextureSubImage2D(name, level, x, z, w, d, format, type, texels);
  case Dimension::d2:
    return glTextureSubImage2D(name, level, x, y, w, h, format, type, texels);
  default: // faces and layers are its slices
    return glTextureSubImage3D(name, level, x, y, z, w, h, d, format, type, texels);
  }
}

void GlTexture::set_sampler(const Texture& texture, FetchKind kind) const {
  const Sampler& s = texture.sampler;
  const bool levels = texture.level_count > 1;
  glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER,
                      s.filter == FilterMode::linear ? GL_LINEAR : GL_NEAREST);
  glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, min_filter(texture));
  constexpr GLenum axes[] = {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R};
  for (std::size_t i = 0; i < 3; ++i)
    glSamplerParameteri(sampler, axes[i],
                        GLint(address_of(unit::acting_mode(s.address[i], s.normalized_coords))));
  give_border(sampler, texture);
  if (levels) {
    glSamplerParameterf(sampler, GL_TEXTURE_MIN_LOD, s.mip_min);
    glSamplerParameterf(sampler, GL_TEXTURE_MAX_LOD, s.mip_max);
    if (kind == FetchKind::grad)
      glSamplerParameterf(sampler, GL_TEXTURE_LOD_BIAS, s.mip_bias); // else it is in the coordinate
  }
  if (levels && s.max_anisotropy > 1) set_anisotropy(sampler, texture);
  (s.seamless_cube ? glEnable : glDisable)(GL_TEXTURE_CUBE_MAP_SEAMLESS);
}

} // namespace texelscope
