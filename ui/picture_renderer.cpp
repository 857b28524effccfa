#include "ui/picture_renderer.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <glad/gl.h>

namespace texelscope::ui {

namespace {
const char* const vertex_source = R"(#version 450 core
void main() {
  vec2 p = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2); // one triangle over everything
  gl_Position = vec4(p * 2.0 - 1.0, 0.0, 1.0);
})";

// Follows with the sampler's type in front. Values, masks, false colours and marks as kernels/picture.h states them.
const char* const fragment_source = R"(
layout(location = 0) uniform SAMPLER image;
layout(location = 2) uniform int result_type;  // 0 float, 1 unsigned, 2 signed
layout(location = 3) uniform float largest;    // real value = code / largest for integers
layout(location = 4) uniform vec3 range;       // 2^exposure, low, 1 / (high - low)
layout(location = 5) uniform ivec3 drawn;      // channel drawn as r, g, b; -1: black
layout(location = 7) uniform int false_color;
layout(location = 8) uniform ivec2 marks;      // nonfinite, out of range
layout(location = 9) uniform vec4 window;      // texture view: x0, y0 and texels a pixel
layout(location = 10) uniform mat3 to_texture; // result: pixel to normalized coordinate, for dimming
layout(location = 11) uniform int dim;
layout(location = 12) uniform float signed_scale;
out vec4 color;

vec4 values(ivec2 at) {
#ifdef RESULT
  uvec4 word = texelFetch(image, at, 0);
  if (result_type == 0) return uintBitsToFloat(word);
  if (result_type == 1) return vec4(word) / largest;
  return max(vec4(ivec4(word)) / largest, vec4(-1.0));
#else
  vec4 v = vec4(texelFetch(image, at, 0));
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
  ivec2 size = textureSize(image, 0);
  if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, size))) {
    float check = float((pixel.x / 8 + pixel.y / 8) & 1);
    color = vec4(vec3(mix(0.075, 0.095, check)), 1.0);
    return;
  }
#endif
  vec4 all = values(at);
  vec3 value = vec3(0.0), v = vec3(0.0), rgb = vec3(0.0);
  bvec3 counted = greaterThanEqual(drawn, ivec3(0));
  for (int i = 0; i < 3; ++i) {
    if (!counted[i]) continue;
    value[i] = all[drawn[i]];
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
#ifdef RESULT
  vec2 uv = (to_texture * vec3(vec2(pixel) + 0.5, 1.0)).xy;
  if (dim != 0 && (any(lessThan(uv, vec2(0.0))) || any(greaterThanEqual(uv, vec2(1.0))))) rgb *= dim_factor;
#endif
  color = vec4(rgb, 1.0);
})";

unsigned compile(GLenum kind, const std::string& source) {
  const unsigned shader = glCreateShader(kind);
  const char* words = source.c_str();
  glShaderSource(shader, 1, &words, nullptr);
  glCompileShader(shader);
  GLint good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good) return shader;
  char log[2048] = {};
  glGetShaderInfoLog(shader, sizeof log, nullptr, log);
  glDeleteShader(shader);
  throw MachineError(say(Text::error_shader, {log}));
}

std::string glsl(const Rgb& color) {
  return fmt::format("vec3({}.0, {}.0, {}.0) / 255.0", color[0], color[1], color[2]);
}

// What kernels/picture.h states, as GLSL constants.
std::string constants() {
  std::string table = "const vec3 viridis[16] = vec3[16](";
  for (const Rgb& color : viridis_colors) table.append(glsl(color)).append(&color == &viridis_colors.back() ? ");\n" : ", ");
  return table + fmt::format("const vec3 negative = {}, positive = {};\nconst float dim_factor = {};\n", glsl(negative_color),
                             glsl(positive_color), dim_factor);
}

unsigned link(const std::string& defines) {
  const unsigned vertex = compile(GL_VERTEX_SHADER, vertex_source);
  const unsigned fragment = compile(GL_FRAGMENT_SHADER, "#version 450 core\n" + defines + constants() + fragment_source);
  const unsigned program = glCreateProgram();
  glAttachShader(program, vertex);
  glAttachShader(program, fragment);
  glLinkProgram(program);
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  GLint good = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  if (!good) throw MachineError(say(Text::error_shader, {"link"}));
  return program;
}

float largest_code(const ElementFormat& format) {
  if (format.kind == ElementKind::floating) return 1;
  const int bits = format.kind == ElementKind::unsigned_int ? format.bits : format.bits - 1;
  return float(std::ldexp(1.0, bits) - 1);
}

void common_uniforms(const ViewSpec& view, const ElementFormat& format) {
  glUniform1f(3, largest_code(format));
  const double width = view.range_high - view.range_low;
  glUniform3f(4, float(std::exp2(view.exposure)), float(view.range_low), float(1 / (width == 0 ? 1e-30 : width)));
  const auto drawn = drawn_channels(format.channels, view);
  glUniform3i(5, drawn[0], drawn[1], drawn[2]);
  glUniform1i(7, int(view.false_color));
  glUniform2i(8, view.mark_nonfinite, view.mark_out_of_range);
  glUniform1f(12, float(1 / std::max(1e-30, std::max(std::abs(view.range_low), std::abs(view.range_high)))));
}

void draw_into(const Canvas& canvas, unsigned texture, unsigned vertex_array) {
  glBindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer());
  glViewport(0, 0, canvas.width(), canvas.height());
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glBindTextureUnit(0, texture);
  glBindVertexArray(vertex_array);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindVertexArray(0);
  glBindTextureUnit(0, 0);
  glUseProgram(0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}
} // namespace

GlFormat gl_format(const ElementFormat& f) {
  static constexpr unsigned float_formats[] = {GL_RED, GL_RG, GL_RGBA};
  static constexpr unsigned integer_formats[] = {GL_RED_INTEGER, GL_RG_INTEGER, GL_RGBA_INTEGER};
  static constexpr unsigned unsigned_names[3][3] = {{GL_R8UI, GL_RG8UI, GL_RGBA8UI}, {GL_R16UI, GL_RG16UI, GL_RGBA16UI}, {GL_R32UI, GL_RG32UI, GL_RGBA32UI}};
  static constexpr unsigned signed_names[3][3] = {{GL_R8I, GL_RG8I, GL_RGBA8I}, {GL_R16I, GL_RG16I, GL_RGBA16I}, {GL_R32I, GL_RG32I, GL_RGBA32I}};
  static constexpr unsigned float_names[2][3] = {{GL_R16F, GL_RG16F, GL_RGBA16F}, {GL_R32F, GL_RG32F, GL_RGBA32F}};
  static constexpr unsigned unsigned_types[] = {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT};
  static constexpr unsigned signed_types[] = {GL_BYTE, GL_SHORT, GL_INT};
  const std::size_t c = f.channels == 1 ? 0 : f.channels == 2 ? 1 : 2;
  const std::size_t b = f.bits == 8 ? 0 : f.bits == 16 ? 1 : 2;
  switch (f.kind) {
  case ElementKind::unsigned_int: return {unsigned_names[b][c], integer_formats[c], unsigned_types[b]};
  case ElementKind::signed_int: return {signed_names[b][c], integer_formats[c], signed_types[b]};
  case ElementKind::floating: break;
  }
  return {float_names[f.bits == 16 ? 0 : 1][c], float_formats[c], unsigned(f.bits == 16 ? GL_HALF_FLOAT : GL_FLOAT)};
}

UploadedTexture::~UploadedTexture() {
  if (name_ != 0) glDeleteTextures(1, &name_);
}

unsigned UploadedTexture::update(const void* pixels, int width, int height, unsigned internal_format, unsigned format, unsigned type, std::uint64_t version) {
  if (name_ == 0 || width != width_ || height != height_ || internal_format != format_) {
    if (name_ != 0) glDeleteTextures(1, &name_);
    glCreateTextures(GL_TEXTURE_2D, 1, &name_);
    glTextureStorage2D(name_, 1, internal_format, width, height);
    glTextureParameteri(name_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(name_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    width_ = width;
    height_ = height;
    format_ = internal_format;
    version_ = ~version;
  }
  if (version != version_) {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(name_, 0, 0, 0, width, height, format, type, pixels);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    version_ = version;
  }
  return name_;
}

Canvas::~Canvas() { release(); }

void Canvas::release() {
  if (framebuffer_ != 0) glDeleteFramebuffers(1, &framebuffer_);
  if (texture_ != 0) glDeleteTextures(1, &texture_);
  framebuffer_ = texture_ = 0;
}

void Canvas::resize(int width, int height) {
  if (width == width_ && height == height_ && texture_ != 0) return;
  release();
  width_ = width;
  height_ = height;
  glCreateTextures(GL_TEXTURE_2D, 1, &texture_);
  glTextureStorage2D(texture_, 1, GL_RGBA8, width, height);
  glTextureParameteri(texture_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(texture_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glCreateFramebuffers(1, &framebuffer_);
  glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, texture_, 0);
}

PictureRenderer::PictureRenderer() {
  programs_[0] = link("#define SAMPLER sampler2D\n");
  programs_[1] = link("#define SAMPLER usampler2D\n");
  programs_[2] = link("#define SAMPLER isampler2D\n");
  programs_[3] = link("#define SAMPLER usampler2D\n#define RESULT\n");
  glCreateVertexArrays(1, &vertex_array_);
}

PictureRenderer::~PictureRenderer() {
  for (unsigned program : programs_)
    if (program != 0) glDeleteProgram(program);
  if (vertex_array_ != 0) glDeleteVertexArrays(1, &vertex_array_);
}

unsigned PictureRenderer::show_colors(const std::uint8_t* rgba, int width, int height) {
  return color_upload_.update(rgba, width, height, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, ++colors_);
}

unsigned PictureRenderer::draw_result(const FrameResult& result, const Session& session) {
  const int width = result.width, height = result.height;
  result_canvas_.resize(width, height);
  glUseProgram(programs_[3]);
  glUniform1i(0, 0);
  glUniform1i(2, int(result.type));
  common_uniforms(session.view, result.format);
  const auto origin = picture_to_texture(session, width, height, 0, 0);
  const auto right = picture_to_texture(session, width, height, width, 0);
  const auto down = picture_to_texture(session, width, height, 0, height);
  const float map[9] = {float((right[0] - origin[0]) / width), float((right[1] - origin[1]) / width), 0,
                        float((down[0] - origin[0]) / height), float((down[1] - origin[1]) / height), 0,
                        float(origin[0]), float(origin[1]), 1};
  glUniformMatrix3fv(10, 1, GL_FALSE, map);
  glUniform1i(11, session.view.dim_repeats);
  draw_into(result_canvas_, result.result.gl_texture, vertex_array_);
  return result_canvas_.texture();
}

unsigned PictureRenderer::draw_texture(const FrameResult& result, const ViewSpec& view, const TexelWindow& window, int width, int height) {
  unsigned source = result.texture.gl_texture;
  if (source == 0) {
    if (result.texture.texels == nullptr) return 0;
    const GlFormat gl = gl_format(result.format);
    source = texture_upload_.update(result.texture.texels, result.texture_width, result.texture_height, gl.internal_format, gl.format, gl.type, result.texture.version);
  }
  texture_canvas_.resize(width, height);
  const int kind = result.format.kind == ElementKind::floating ? 0 : result.format.kind == ElementKind::unsigned_int ? 1 : 2;
  glUseProgram(programs_[kind]);
  glUniform1i(0, 0);
  glUniform1i(2, kind);
  common_uniforms(view, result.format);
  glUniform4f(9, float(window.x0), float(window.y0), float(window.step), 0);
  draw_into(texture_canvas_, source, vertex_array_);
  return texture_canvas_.texture();
}

} // namespace texelscope::ui
