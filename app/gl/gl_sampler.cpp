#include "app/gl/gl_sampler.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <glad/gl.h>

#include "app/base/errors.h"
#include "app/gl/gl_texture_upload.h"
#include "kernels/backend/backend.h"
#include "kernels/base/half.h"
#include "kernels/text/texts.h"

namespace texelscope {

namespace {
// The sampler's name in GLSL and how many numbers its coordinate and its gradients have.
struct Shape {
  const char* sampler;
  int coordinates, gradients;
};

Shape shape_of(const Texture& texture) {
  if (in_rectangle(texture)) return {"2DRect", 2, 2};
  switch (texture.dimension) {
  case Dimension::d1:
    return {"1D", 1, 1};
  case Dimension::d2:
    return {"2D", 2, 2};
  case Dimension::d3:
    return {"3D", 3, 3};
  case Dimension::d1_layered:
    return {"1DArray", 2, 1};
  case Dimension::d2_layered:
    return {"2DArray", 3, 2};
  case Dimension::cube:
    return {"Cube", 3, 3};
  case Dimension::cube_layered:
    break;
  }
  return {"CubeArray", 4, 3};
}

const char* first(int count) {
  static constexpr const char* swizzles[] = {".x", ".xy", ".xyz", ""};
  return swizzles[count - 1];
}

std::string call(const Texture& texture, FetchKind kind, int component) {
  const Shape shape = shape_of(texture);
  const std::string at = std::string("place[i]") + first(shape.coordinates);
  const bool rectangle = in_rectangle(texture); // has one level
  if (kind == FetchKind::gather) return fmt::format("textureGather(image, {}, {})", at, component);
  if (rectangle) return fmt::format("texture(image, {})", at);
  if (kind == FetchKind::grad)
    return fmt::format("textureGrad(image, {0}, place[i + 1]{1}, place[i + 2]{1})", at,
                       first(shape.gradients));
  return fmt::format("textureLod(image, {}, {})", at, kind == FetchKind::lod ? "place[i + 1].x" : "0.0");
}

int stride(FetchKind kind) {
  return kind == FetchKind::grad ? 3 : kind == FetchKind::lod ? 2 : 1;
}

std::string fragment_source(const Texture& texture, FetchKind kind, int component) {
  static constexpr const char* prefixes[] = {"", "u", "i"};
  static constexpr const char* bits[] = {"floatBitsToUint(value)", "value", "uvec4(value)"};
  const auto type = std::size_t(texture.result_type());
  return fmt::format(R"(#version 450 core
layout(binding = 0) uniform {0}sampler{1} image;
layout(std430, binding = 0) readonly restrict buffer Places {{ vec4 place[]; }};
layout(location = 0) uniform int width;
layout(location = 0) out uvec4 components;
void main() {{
  int i = (int(gl_FragCoord.y) * width + int(gl_FragCoord.x)) * {2};
  {0}vec4 value = {3};
  components = {4};
}})",
                     prefixes[type], shape_of(texture).sampler, stride(kind), call(texture, kind, component),
                     bits[type]);
}

constexpr const char* vertex_source = R"(#version 450 core
void main() {
  vec2 p = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2); // one triangle over everything
  gl_Position = vec4(p * 2.0 - 1.0, 0.0, 1.0);
})";

class Program {
public:
  explicit Program(const std::string& fragment) {
    attach(GL_VERTEX_SHADER, vertex_source);
    attach(GL_FRAGMENT_SHADER, fragment.c_str());
    glLinkProgram(name);
    GLint good = 0;
    glGetProgramiv(name, GL_LINK_STATUS, &good);
    char log[2048] = {};
    if (!good) glGetProgramInfoLog(name, sizeof log, nullptr, log);
    if (!good) throw MachineError(say(Text::error_shader, {log}));
  }
  ~Program() { glDeleteProgram(name); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const unsigned name = glCreateProgram();

private:
  // A shader that does not compile does not link either.
  void attach(GLenum kind, const char* source) const {
    const unsigned shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    glAttachShader(name, shader);
    glDeleteShader(shader);
  }
};

// The target that OpenGL draws into: four components per pixel.
class Target {
public:
  Target(int width, int height) {
    glCreateTextures(GL_TEXTURE_2D, 1, &texture);
    glTextureStorage2D(texture, 1, GL_RGBA32UI, width, height);
    glCreateFramebuffers(1, &framebuffer);
    glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, texture, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, width, height);
    glCreateVertexArrays(1, &vertices);
    glBindVertexArray(vertices);
  }
  ~Target() {
    glDeleteVertexArrays(1, &vertices);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
  }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

private:
  unsigned texture = 0, framebuffer = 0, vertices = 0;
};

using Vector = std::array<float, 4>;

// What the shader reads for each pixel: its coordinate, then its level or gradients.
class Places {
public:
  Places(const Texture& of, const FetchView& through, int width, int height)
      : texture(of), view(through), parts(std::size_t(stride(through.function))),
        vectors(parts * std::size_t(width) * std::size_t(height)) {
    for (int row = 0, i = 0; row < height; ++row)
      for (int column = 0; column < width; ++column, ++i) {
        const PixelFetch fetch = rules::pixel_fetch(view, column, row);
        if (fetch.empty)
          empty_pixels.push_back(std::size_t(i));
        else
          put(fetch.at, vectors.data() + std::size_t(i) * parts);
      }
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, GLsizeiptr(vectors.size() * sizeof(Vector)), vectors.data(), 0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
  }
  ~Places() { glDeleteBuffers(1, &buffer); }
  Places(const Places&) = delete;
  Places& operator=(const Places&) = delete;

  const std::vector<std::size_t>& empty() const { return empty_pixels; }

private:
  void put(const FetchAt& at, Vector* to) const {
    const std::array<float, 3> scale = divisors(texture);
    to[0] = {at.x / scale[0], at.y / scale[1], at.z / scale[2], 0};
    if (is_layered(texture.dimension))
      to[0][std::size_t(shape_of(texture).coordinates - 1)] = float(at.layer);
    if (view.function == FetchKind::lod) to[1][0] = at.lod + texture.sampler.mip_bias;
    if (view.function != FetchKind::grad) return;
    to[1] = {at.dx.x, at.dx.y, at.dx.z, 0};
    to[2] = {at.dy.x, at.dy.y, at.dy.z, 0};
  }

  const Texture& texture;
  const FetchView& view;
  std::size_t parts;
  std::vector<Vector> vectors;
  std::vector<std::size_t> empty_pixels;
  unsigned buffer = 0;
};

void check_pixels(int width, int height, int parts) {
  GLint64 bytes = 0;
  GLint side = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &bytes);
  glGetIntegerv(GL_MAX_FRAMEBUFFER_WIDTH, &side);
  const bool fits = std::int64_t(width) * height * parts * std::int64_t(sizeof(Vector)) <= bytes;
  if (!fits || std::max(width, height) > side)
    throw MachineError(say(Text::gl_picture_too_large, {std::to_string(width), std::to_string(height)}));
}

// Converts the results to the T of tex*<T>.
void hand_over(const FetchView& view, const std::vector<std::size_t>& empty, std::vector<TexelBits>& pixels) {
  const bool fills_alpha =
      view.fills_alpha && view.component_count == 4 && view.function != FetchKind::gather;
  for (TexelBits& pixel : pixels) {
    for (std::size_t i = std::size_t(view.component_count); i < 4; ++i)
      pixel[i] = 0;
    if (fills_alpha) pixel[3] = float_bits(1);
  }
  for (const std::size_t i : empty)
    pixels[i] = {};
}

Values draw(const Texture& texture, const Effective& effective, const FetchView& view, int width,
            int height) {
  check_pixels(width, height, stride(view.function));
  Values values = values_like(effective, view, width, height);
  const GlTexture uploaded(texture, view.function);
  const Program program(fragment_source(texture, view.function, view.component));
  const Target target(width, height);
  const Places places(texture, view, width, height);
  glUseProgram(program.name);
  glUniform1i(0, width);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, width, height, GL_RGBA_INTEGER, GL_UNSIGNED_INT, values.picture.pixels.data());
  glUseProgram(0);
  if (const GLenum error = glGetError(); error != GL_NO_ERROR)
    throw MachineError(say(Text::gl_failed, {fmt::format("0x{:04x}", error)}));
  hand_over(view, places.empty(), values.picture.pixels);
  return values;
}

// Makes the context current on this thread while the object lives.
class Current {
public:
  explicit Current(EglContext& of) : context(of) { context.make_current(); }
  ~Current() { context.release(); }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

private:
  EglContext& context;
};
} // namespace

Values GlSampler::fetch(const Texture& texture, const Effective& effective, const FetchView& view, int width,
                        int height) {
  if (const std::string why = no_gl_fetch(effective); !why.empty()) throw UserError(why);
  if (!context) context = std::make_unique<EglContext>();
  const Current current(*context);
  Values values = draw(texture, effective, view, width, height);
  values.maker = context->identity().renderer;
  if (divisors(texture) != std::array<float, 3>{1, 1, 1}) values.remark = text(Text::gl_divides);
  if (in_rectangle(texture)) values.remark = text(Text::gl_rectangle);
  return values;
}

} // namespace texelscope
