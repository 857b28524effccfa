#include "kernels/machines/gl/gl_fetches.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>
#include <glad/gl.h>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/machines/gl/gl_texture_upload.h"

namespace texelscope {

namespace {
// The sampler's name in GLSL and how many numbers its coordinate and its gradients have.
struct Shape {
  const char* sampler;
  int coordinates, gradients;
  bool in_es; // GLSL ES 3.00 has it
};

Shape shape_of(const Texture& texture) {
  if (in_rectangle(texture)) return {"2DRect", 2, 2, false};
  switch (texture.dimension) {
  case Dimension::d1:
    return {"1D", 1, 1, false};
  case Dimension::d2:
    return {"2D", 2, 2, true};
  case Dimension::d3:
    return {"3D", 3, 3, true};
  case Dimension::d1_layered:
    return {"1DArray", 2, 1, false};
  case Dimension::d2_layered:
    return {"2DArray", 3, 2, true};
  case Dimension::cube:
    return {"Cube", 3, 3, true};
  case Dimension::cube_layered:
    break;
  }
  return {"CubeArray", 4, 3, false};
}

const char* first(int count) {
  static constexpr const char* swizzles[] = {".x", ".xy", ".xyz", ""};
  return swizzles[count - 1];
}

std::string call(const Texture& texture, FetchKind kind, int component) {
  const Shape shape = shape_of(texture);
  const std::string at = std::string("at") + first(shape.coordinates);
  const bool rectangle = in_rectangle(texture); // has one level
  if (kind == FetchKind::gather) return fmt::format("textureGather(image, {}, {})", at, component);
  if (rectangle) return fmt::format("texture(image, {})", at);
  if (kind == FetchKind::grad)
    return fmt::format("textureGrad(image, {0}, argument(1){1}, argument(2){1})", at, first(shape.gradients));
  return fmt::format("textureLod(image, {}, {})", at, kind == FetchKind::lod ? "argument(1).x" : "0.0");
}

// Mesa's llvmpipe takes the anisotropy of textureGrad from the coordinates of the quad's pixels, and returns
// NaN where these are equal. So the pixels of a fetch's own quad stand one gradient apart, and the first of
// them is the fetch.
std::string spread(const Texture& texture, FetchKind kind) {
  if (kind != FetchKind::grad || in_rectangle(texture)) return "";
  return fmt::format(
      "  at{0} += float(place.x % side) * argument(1){0} + float(place.y % side) * argument(2){0};\n",
      first(shape_of(texture).gradients));
}

int argument_count(FetchKind kind) {
  return kind == FetchKind::grad ? 3 : kind == FetchKind::lod ? 2 : 1;
}

bool in_es(const Texture& texture, FetchKind kind) {
  return shape_of(texture).in_es && kind != FetchKind::gather;
}
const char* version_of(const Texture& texture, FetchKind kind) {
  return in_es(texture, kind) ? "#version 300 es\n" : "#version 450 core\n";
}

constexpr const char* vertex_source = R"(void main() {
  vec2 p = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2); // one triangle over everything
  gl_Position = vec4(p * 2.0 - 1.0, 0.0, 1.0);
})";

// A shader that does not compile does not link either.
void attach(unsigned program, GLenum kind, const std::string& source) {
  const unsigned shader = glCreateShader(kind);
  const char* sources[] = {source.c_str()};
  glShaderSource(shader, 1, sources, nullptr);
  glCompileShader(shader);
  glAttachShader(program, shader);
  glDeleteShader(shader);
}

std::string link(unsigned program) {
  glLinkProgram(program);
  GLint good = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  char log[2048] = {};
  if (!good) glGetProgramInfoLog(program, sizeof log, nullptr, log);
  return good ? std::string() : say(Text::error_shader, {log[0] != 0 ? log : "glLinkProgram."});
}

using Vector = std::array<float, 4>;

// Writes a fetch's arguments, `stride` vectors apart.
void put(const Texture& texture, FetchKind kind, const FetchAt& at, Vector* to, std::size_t stride) {
  const std::array<float, 3> scale = divisors(texture);
  to[0] = {at.x / scale[0], at.y / scale[1], at.z / scale[2], 0};
  if (is_layered(texture.dimension)) to[0][std::size_t(shape_of(texture).coordinates - 1)] = float(at.layer);
  if (kind == FetchKind::lod) to[stride][0] = at.lod + texture.sampler.mip_bias;
  if (kind != FetchKind::grad) return;
  to[stride] = {at.dx.x, at.dx.y, at.dx.z, 0};
  to[2 * stride] = {at.dy.x, at.dy.y, at.dy.z, 0};
}

void check_pixels(int width, int height, int pixel_side, int draws, int arguments) {
  constexpr std::int64_t max_bytes = std::int64_t(1) << 30;
  GLint side = 0, target = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
  glGetIntegerv(GL_MAX_FRAMEBUFFER_HEIGHT, &target);
  const std::int64_t rows = std::int64_t(height) * std::max(pixel_side * draws, arguments);
  const bool fits = width * pixel_side <= side && rows <= std::min(side, target) &&
                    width * pixel_side * rows * std::int64_t(sizeof(Vector)) <= max_bytes;
  if (!fits)
    throw MachineError(say(Text::gl_picture_too_large, {std::to_string(width), std::to_string(height)}));
}
} // namespace

std::string gl_fetch_shader(const Texture& texture, FetchKind kind, int component) {
  static constexpr const char* prefixes[] = {"", "u", "i"};
  static constexpr const char* bits[] = {"floatBitsToUint(value)", "value", "uvec4(value)"};
  const auto type = std::size_t(texture.result_type());
  const std::string sampler = std::string(prefixes[type]) + "sampler" + shape_of(texture).sampler;
  std::string head = version_of(texture, kind);
  if (in_es(texture, kind)) // samplers of integers and arrays have no precision there
    head += "precision highp float;\nprecision highp int;\nprecision highp sampler2D;\nprecision highp " +
            sampler + ";\n";
  return head + fmt::format(R"(uniform {1} image;
uniform sampler2D arguments; // a row of pixels, then the rows of their further arguments
uniform int first_row, height, side;
layout(location = 0) out uvec4 components;
ivec2 place;
vec4 argument(int i) {{
  return texelFetch(arguments, ivec2(place.x / side, place.y / side + i * height), 0);
}}
void main() {{
  place = ivec2(gl_FragCoord.xy) - ivec2(0, first_row);
  vec4 at = argument(0);
{4}  {0}vec4 value = {2};
  components = {3};
}})",
                            prefixes[type], sampler, call(texture, kind, component), bits[type],
                            spread(texture, kind));
}

GlFetches::GlFetches(const Texture& texture, FetchKind kind, std::span<const FetchAt> at, int width,
                     int height, GlQuads quads, int draws)
    : width_(width), height_(height), side_(quads == GlQuads::own ? 2 : 1), draws_(draws) {
  const int arguments = argument_count(kind);
  check_pixels(width, height, side_, draws, arguments);
  const int component = at.empty() ? 0 : at.front().component;
  program_ = glCreateProgram();
  attach(program_, GL_VERTEX_SHADER, version_of(texture, kind) + std::string(vertex_source));
  attach(program_, GL_FRAGMENT_SHADER, gl_fetch_shader(texture, kind, component));
  if (const std::string why = link(program_); !why.empty()) {
    glDeleteProgram(program_);
    throw MachineError(why);
  }
  std::vector<Vector> vectors(at.size() * std::size_t(arguments));
  for (std::size_t i = 0; i < at.size(); ++i)
    put(texture, kind, at[i], vectors.data() + i, at.size());
  glCreateTextures(GL_TEXTURE_2D, 1, &arguments_);
  glTextureStorage2D(arguments_, 1, GL_RGBA32F, width, height * arguments);
  glTextureSubImage2D(arguments_, 0, 0, 0, width, height * arguments, GL_RGBA, GL_FLOAT, vectors.data());
  glTextureParameteri(arguments_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(arguments_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glCreateTextures(GL_TEXTURE_2D, 1, &target_);
  glTextureStorage2D(target_, 1, GL_RGBA32UI, width * side_, height * side_ * draws);
  glCreateFramebuffers(1, &framebuffer_);
  glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, target_, 0);
  glCreateVertexArrays(1, &vertices_);
  glUseProgram(program_);
  glUniform1i(glGetUniformLocation(program_, "image"), 0);
  glUniform1i(glGetUniformLocation(program_, "arguments"), 1);
  glUniform1i(glGetUniformLocation(program_, "height"), height);
  glUniform1i(glGetUniformLocation(program_, "side"), side_);
  glUseProgram(0);
}

GlFetches::~GlFetches() {
  glDeleteVertexArrays(1, &vertices_);
  glDeleteFramebuffers(1, &framebuffer_);
  glDeleteTextures(1, &target_);
  glDeleteTextures(1, &arguments_);
  glDeleteProgram(program_);
}

void GlFetches::draw(int draw) const {
  const int row = draw * height_ * side_;
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glViewport(0, row, width_ * side_, height_ * side_);
  glBindVertexArray(vertices_);
  glBindTextureUnit(1, arguments_);
  glUseProgram(program_);
  glUniform1i(glGetUniformLocation(program_, "first_row"), row);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glUseProgram(0);
  glBindTextureUnit(1, 0);
}

void GlFetches::read(TexelBits* components) const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  const std::size_t width = std::size_t(width_ * side_), height = std::size_t(height_ * side_ * draws_);
  std::vector<TexelBits> pixels(side_ == 1 ? 0 : width * height);
  TexelBits* to = side_ == 1 ? components : pixels.data();
  glReadPixels(0, 0, int(width), int(height), GL_RGBA_INTEGER, GL_UNSIGNED_INT, to);
  for (std::size_t y = 0; y < height && side_ > 1; y += std::size_t(side_))
    for (std::size_t x = 0; x < width; x += std::size_t(side_))
      *components++ = pixels[y * width + x];
  if (const GLenum error = glGetError(); error != GL_NO_ERROR)
    throw MachineError(say(Text::gl_failed, {fmt::format("0x{:04x}", error)}));
}

} // namespace texelscope
