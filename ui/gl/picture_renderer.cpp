#include "ui/gl/picture_renderer.h"

#include "kernels/ground/text/texts.h"
#include "kernels/unit/fetch/texture_view.h"
#include "kernels/unit/image/element.h"
#include "ui/gl/picture_shader.h"
#include "ui/widgets/picture_view.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <glad/gl.h>

namespace texelscope::ui {

namespace {
[[noreturn]] void refuse_shader(const char* reason) {
  throw MachineError(say(Text::error_shader, {reason}));
}

unsigned compile(GLenum kind, const std::string& source) {
  const unsigned shader = glCreateShader(kind);
  if (shader == 0) refuse_shader("glCreateShader.");
  const char* content = source.c_str();
  glShaderSource(shader, 1, &content, nullptr);
  glCompileShader(shader);
  GLint good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good) return shader;
  char log[2048] = {};
  glGetShaderInfoLog(shader, sizeof log, nullptr, log);
  glDeleteShader(shader);
  refuse_shader(log);
}

std::string glsl(const Rgb& color) {
  return fmt::format("vec3({}.0, {}.0, {}.0) / 255.0", color[0], color[1], color[2]);
}

// The constants of kernels/unit/display/picture.h in GLSL.
std::string constants() {
  std::string table = "const vec3 viridis[16] = vec3[16](";
  for (const Rgb& color : viridis_colors)
    table.append(glsl(color)).append(&color == &viridis_colors.back() ? ");\n" : ", ");
  return table + fmt::format("const vec3 negative = {}, positive = {};\n"
                             "const vec2 ground = vec2({}.0, {}.0) / 255.0;\n",
                             glsl(negative_color), glsl(positive_color), ground_grays[0], ground_grays[1]);
}

unsigned link(const std::string& defines) {
  const unsigned vertex = compile(GL_VERTEX_SHADER, vertex_source);
  const unsigned fragment =
      compile(GL_FRAGMENT_SHADER, "#version 450 core\n" + defines + constants() + fragment_source);
  const unsigned program = glCreateProgram();
  if (program == 0) refuse_shader("glCreateProgram.");
  glAttachShader(program, vertex);
  glAttachShader(program, fragment);
  glLinkProgram(program);
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  GLint good = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  if (!good) refuse_shader("glLinkProgram.");
  return program;
}

// The sampler that reads one plane of a GL texture of a dimension, in GLSL. `kind`: "", "u" or "i".
std::string plane_sampler(const char* kind, Dimension dimension) {
  const char* suffix = "2D";
  const char* texel = "at, part.x";
  const char* size = "";
  switch (dimension) {
  case Dimension::d1:
    suffix = "1D", texel = "at.x, part.x", size = ", 1";
    break;
  case Dimension::d1_layered:
    suffix = "1DArray", texel = "ivec2(at.x, part.y), part.x", size = ".x, 1";
    break;
  case Dimension::d2:
    break;
  case Dimension::d3:
    suffix = "3D", texel = "ivec3(at, part.y), part.x", size = ".xy";
    break;
  case Dimension::d2_layered:
  case Dimension::cube: // its faces are layers
  case Dimension::cube_layered:
    suffix = "2DArray", texel = "ivec3(at, part.y), part.x", size = ".xy";
    break;
  }
  return fmt::format("#define SAMPLER {}sampler{}\n#define TEXEL(at) texelFetch(image, {})\n"
                     "#define SIZE ivec2(textureSize(image, part.x){})\n",
                     kind, suffix, texel, size);
}

void common_uniforms(const ViewSpec& view, const ElementFormat& format) {
  glUniform1f(3, format.is_integer() ? float(code_of_one(format.kind, format.bits)) : 1);
  const double width = view.range_high - view.range_low;
  glUniform3f(4, float(std::exp2(view.exposure)), float(view.range_low),
              float(1 / (width == 0 ? 1e-30 : width)));
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

PictureRenderer::PictureRenderer() {
  result_program_ = link("#define SAMPLER usampler2D\n#define TEXEL(at) texelFetch(image, at, 0)\n"
                         "#define RESULT\n");
  glCreateVertexArrays(1, &vertex_array_);
}

PictureRenderer::~PictureRenderer() {
  for (const auto& [key, program] : texture_programs_)
    glDeleteProgram(program);
  if (result_program_ != 0) glDeleteProgram(result_program_);
  if (vertex_array_ != 0) glDeleteVertexArrays(1, &vertex_array_);
}

unsigned PictureRenderer::texture_program(ResultType texels, Dimension dimension) {
  static constexpr const char* kinds[] = {"", "u", "i"};
  const auto [program, is_new] = texture_programs_.try_emplace(std::pair(texels, dimension), 0u);
  if (is_new) program->second = link(plane_sampler(kinds[int(texels)], dimension));
  return program->second;
}

unsigned PictureRenderer::draw_result(const FrameResult& result, const Session& session) {
  const int width = result.width, height = result.height;
  if (result.result.gl_texture != 0) {
    result_canvas_.resize(width, height);
    shade_result(result, session);
    return result_canvas_.texture();
  }
  if (result.result.components == nullptr) return 0;
  colors_.resize(std::size_t(width) * std::size_t(height) * 4);
  tone_map({width, height, result.type, result.source, result.result.components}, session.view,
           colors_.data());
  return result_colors_.update(colors_.data(), width, height);
}

unsigned PictureRenderer::draw_texture(const FrameResult& result, const Effective& effective,
                                       const ViewSpec& view, const TexelWindow& window, int width,
                                       int height) {
  if (result.texture.gl_texture != 0) {
    texture_canvas_.resize(width, height);
    shade_texture(result, effective, view, window);
    return texture_canvas_.texture();
  }
  if (result.texture.texels == nullptr) return 0;
  colors_.resize(std::size_t(width) * std::size_t(height) * 4);
  Image seen;
  if (skews_rows(effective)) seen = make_image_view(result.texture.texels, effective);
  const std::byte* texels = seen.texels.empty() ? result.texture.texels : seen.texels.data();
  tone_map({result.texture_width, result.texture_height, result.format, texels}, window, view, width, height,
           colors_.data());
  return texture_colors_.update(colors_.data(), width, height);
}

void PictureRenderer::shade_result(const FrameResult& result, const Session& session) {
  glUseProgram(result_program_);
  glUniform1i(0, 0);
  glUniform1i(2, int(result.type));
  common_uniforms(session.view, result.source);
  const ViewSpec& view = session.view;
  glUniform4f(15, view.over_color[0], view.over_color[1], view.over_color[2],
              result.source.channels == 4 ? float(view.over) : 0.0f);
  draw_into(result_canvas_, result.result.gl_texture, vertex_array_);
}

void PictureRenderer::shade_texture(const FrameResult& result, const Effective& effective,
                                    const ViewSpec& view, const TexelWindow& window) {
  const ResultType kind = result.format.kind == ElementKind::floating       ? ResultType::floating
                          : result.format.kind == ElementKind::unsigned_int ? ResultType::unsigned_int
                                                                            : ResultType::signed_int;
  glUseProgram(texture_program(kind, result.texture.dimension));
  glUniform1i(0, 0);
  glUniform1i(2, int(kind));
  common_uniforms(view, result.format);
  glUniform4f(9, float(window.x0), float(window.y0), float(window.step), 0);
  const MemoryShape memory = effective.memory_shape();
  const int texel = skews_rows(effective) ? memory.format.texel_bytes() : 0;
  glUniform2i(13, texel != 0 ? memory.pitch / texel : 0, texel != 0 ? memory.descriptor_pitch / texel : 0);
  glUniform2i(14, result.texture.level, result.texture.plane);
  draw_into(texture_canvas_, result.texture.gl_texture, vertex_array_);
}

} // namespace texelscope::ui
