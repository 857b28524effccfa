// An OpenGL program: EGL without a window, a texture, a sampler object and a compute shader.
#include "app/export/shader.h"
#include "kernels/texts.h"
#include "kernels/texture_unit/border.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::program {

namespace {
bool reads_buffer(const Facts& facts) {
  return facts.view.function == FetchKind::texel;
}

std::string target(const Facts& facts) {
  static constexpr const char* names[] = {"1D", "2D", "3D", "1D_ARRAY", "2D_ARRAY", "CUBE_MAP", "CUBE_MAP_ARRAY"};
  return std::string("GL_TEXTURE_") + (reads_buffer(facts) ? "BUFFER" : names[std::size_t(facts.e.dimension)]);
}

// As the sampler reads it, and as the texels are uploaded.
struct GlFormat {
  std::string internal, format, type;
};

GlFormat gl_format(const Facts& facts) {
  const ElementFormat& f = facts.e.format;
  const bool floats = f.kind == ElementKind::floating, is_signed = f.kind == ElementKind::signed_int;
  const bool integers = unit_type(facts) != ResultType::floating;
  static constexpr const char* channels[] = {"", "R", "RG", "", "RGBA"};
  const std::string sized = std::string("GL_") + channels[f.channels] + std::to_string(f.bits);
  GlFormat gl;
  gl.internal = floats ? sized + "F" : integers ? sized + (is_signed ? "I" : "UI") : sized + (is_signed ? "_SNORM" : "");
  if (facts.e.srgb) gl.internal = "GL_SRGB8_ALPHA8";
  gl.format = f.channels == 1 ? "GL_RED" : std::string("GL_") + channels[f.channels];
  if (integers) gl.format += "_INTEGER";
  gl.type = floats        ? (f.bits == 16 ? "GL_HALF_FLOAT" : "GL_FLOAT")
            : f.bits == 8 ? (is_signed ? "GL_BYTE" : "GL_UNSIGNED_BYTE")
            : f.bits == 16 ? (is_signed ? "GL_SHORT" : "GL_UNSIGNED_SHORT")
                           : (is_signed ? "GL_INT" : "GL_UNSIGNED_INT");
  return gl;
}

std::vector<std::string> remarks_of(const Facts& facts) {
  const Effective& e = facts.e;
  std::vector<std::string> remarks;
  const auto remark = [&](bool when, Text what) {
    if (when) remarks.emplace_back(text(what));
  };
  const bool sampled = !reads_buffer(facts);
  remark(true, Text::export_other_unit);
  remark(sampled && !e.normalized_coords, Text::export_divided);
  remark(e.memory.width != 0, Text::export_seen);
  remark(e.channel_kind == ChannelKind::blocks, Text::export_decoded);
  remark(e.srgb && e.format.channels == 2, Text::export_gl_srgb);
  remark(e.dimension == Dimension::d1 && e.address[1] == AddressMode::border && e.filter == FilterMode::linear, Text::export_second_axis);
  remark(facts.view.slab == Slab::mean && e.result != ResultType::floating, Text::export_slab_32);
  return remarks;
}

std::string vector_words(std::string_view type, const std::vector<std::string>& parts) {
  if (parts.size() == 1) return parts.front();
  std::string list = std::string(type) + std::to_string(parts.size()) + "(";
  for (std::size_t i = 0; i < parts.size(); ++i)
    list += (i ? ", " : "") + parts[i];
  return list + ")";
}

std::string fetch_call(const Facts& facts, const FetchCode& fetch, const std::array<Term, 3>& at) {
  const Formula f(Language::glsl);
  const FetchView& v = facts.view;
  const auto count = std::size_t(axis_count(v.dimension));
  if (reads_buffer(facts)) return "texelFetch(texels, " + fetch.texel + ")";
  std::vector<std::string> place, right, down;
  for (std::size_t i = 0; i < count; ++i) {
    place.push_back(f.words(at[i]));
    right.push_back(f.words(fetch.dx[i]));
    down.push_back(f.words(fetch.dy[i]));
  }
  if (is_layered(v.dimension)) place.push_back("float(" + fetch.layer + ")");
  const std::string p = vector_words("vec", place);
  if (v.function == FetchKind::gather) return "textureGather(texels, " + p + ", " + std::to_string(v.component) + ")";
  if (v.function == FetchKind::grad) return "textureGrad(texels, " + p + ", " + vector_words("vec", right) + ", " + vector_words("vec", down) + ")";
  return "textureLod(texels, " + p + ", " + (v.function == FetchKind::lod ? fetch.lod : std::string("0.0")) + ")";
}

std::string shader(const Facts& facts) {
  const FetchCode fetch = fetch_code(facts.view, Language::glsl, "result[row * width + column] = uvec4(0);\nreturn;");
  static constexpr const char* samplers[] = {"1D", "2D", "3D", "1DArray", "2DArray", "Cube", "CubeArray"};
  const ResultType unit = unit_type(facts);
  const std::string prefix = unit == ResultType::floating ? "" : unit == ResultType::signed_int ? "i" : "u";
  const std::string sampler = prefix + "sampler" + (reads_buffer(facts) ? "Buffer" : samplers[std::size_t(facts.e.dimension)]);
  Code code;
  code.line("#version 450");
  code.line("layout(local_size_x = 16, local_size_y = 16) in;");
  code.line("layout(binding = 0) uniform " + sampler + " texels;");
  code.line("layout(std430, binding = 0) writeonly buffer Result { uvec4 result[]; };");
  code.line("const int width = " + std::to_string(facts.request.width) + ", height = " + std::to_string(facts.request.height) + ";");
  code.line();
  code.lines(fetch.functions);
  code.comment(text(Text::export_kernel));
  code.open("void main() {");
  code.line("int column = int(gl_GlobalInvocationID.x), row = int(gl_GlobalInvocationID.y);");
  code.line("if (column >= width || row >= height) return;");
  code.lines(fetch.statements);
  std::array<Term, 3> at = normalized_at(facts, fetch, Language::glsl);
  if (facts.view.slab != Slab::off) {
    FetchCode sample = fetch;
    sample.at[std::size_t(facts.view.slab_axis)] = Term("along");
    at = normalized_at(facts, sample, Language::glsl);
    slab_words(code, facts, Language::glsl, prefix + "vec4 value = " + fetch_call(facts, sample, at) + ";");
  } else {
    std::string value = fetch_call(facts, fetch, at);
    if (reads_buffer(facts))
      value = "texel >= 0 && texel < " + std::to_string(facts.e.width) + " ? " + value + " : " + prefix + "vec4(0)";
    code.line(prefix + "vec4 value = " + value + ";");
    result_words(code, facts, Language::glsl);
  }
  code.line("result[row * width + column] = words;");
  code.close();
  return code.text();
}

void upload(Code& code, const Facts& facts, const GlFormat& gl) {
  const Dimension d = facts.e.dimension;
  const auto sizes = [&](const TexelLevel& level, bool storage) {
    const std::string w = std::to_string(level.width), h = std::to_string(level.height), depth = std::to_string(level.depth);
    if (d == Dimension::d1) return w;
    if (d == Dimension::d1_layered) return w + ", " + depth;
    if (d == Dimension::d2 || (d == Dimension::cube && storage)) return w + ", " + h;
    return w + ", " + h + ", " + depth;
  };
  const bool three = d == Dimension::d3 || d == Dimension::d2_layered || d == Dimension::cube_layered;
  const std::string axes = d == Dimension::d1 ? "1D" : three ? "3D" : "2D", upload_axes = d == Dimension::cube ? "3D" : axes;
  const std::string zeros = upload_axes == "1D" ? "0, " : upload_axes == "2D" ? "0, 0, " : "0, 0, 0, ";
  code.line("glTextureStorage" + axes + "(texture, " + std::to_string(facts.data.levels.size()) + ", " + gl.internal + ", " +
            sizes(facts.data.levels.front(), true) + ");");
  code.line("glPixelStorei(GL_UNPACK_ALIGNMENT, 1);");
  int index = 0;
  for (const TexelLevel& level : facts.data.levels)
    code.line("glTextureSubImage" + upload_axes + "(texture, " + std::to_string(index++) + ", " + zeros + sizes(level, false) + ", " + gl.format +
              ", " + gl.type + ", texels + " + std::to_string(level.offset) + ");");
}

void buffer(Code& code, const Facts& facts, const GlFormat& gl) {
  code.line("GLuint texel_buffer = 0;");
  code.line("glCreateBuffers(1, &texel_buffer);");
  code.line("glNamedBufferStorage(texel_buffer, " + std::to_string(facts.data.bytes.size()) + ", texels, 0);");
  code.line("glTextureBuffer(texture, " + gl.internal + ", texel_buffer);");
}

void border(Code& code, const Facts& facts) {
  const ResultType unit = unit_type(facts);
  std::string list;
  if (unit == ResultType::floating) {
    for (const float channel : facts.sampler.border_color)
      list += (list.empty() ? "" : ", ") + host_literal(channel);
    code.line("const float border[] = {" + list + "};");
    code.line("glSamplerParameterfv(sampler, GL_TEXTURE_BORDER_COLOR, border);");
    return;
  }
  const TexelBits bits = unit::border_bits(texture_of(nullptr, facts.e));
  const int spare = 32 - facts.e.format.bits;
  const bool is_signed = unit == ResultType::signed_int;
  for (const std::uint32_t word : bits)
    list += (list.empty() ? "" : ", ") + (is_signed ? std::to_string(std::int32_t(word << spare) >> spare) : std::to_string(word) + "u");
  code.line(std::string("const ") + (is_signed ? "GLint" : "GLuint") + " border[] = {" + list + "};");
  code.line(std::string("glSamplerParameterI") + (is_signed ? "iv" : "uiv") + "(sampler, GL_TEXTURE_BORDER_COLOR, border);");
}

void sampler_object(Code& code, const Facts& facts) {
  const Effective& e = facts.e;
  static constexpr const char* modes[] = {"GL_REPEAT", "GL_CLAMP_TO_EDGE", "GL_MIRRORED_REPEAT", "GL_CLAMP_TO_BORDER"};
  const bool linear = e.filter == FilterMode::linear && unit_type(facts) == ResultType::floating, mips = e.level_count > 1;
  const std::string filter = linear ? "GL_LINEAR" : "GL_NEAREST";
  const std::string between = !mips ? "" : e.mip_filter == FilterMode::linear ? "_MIPMAP_LINEAR" : "_MIPMAP_NEAREST";
  code.line("GLuint sampler = 0;");
  code.line("glCreateSamplers(1, &sampler);");
  const auto set = [&](const char* name, const std::string& value, const char* type = "i") {
    code.line(std::string("glSamplerParameter") + type + "(sampler, " + name + ", " + value + ");");
  };
  static constexpr const char* axes[] = {"GL_TEXTURE_WRAP_S", "GL_TEXTURE_WRAP_T", "GL_TEXTURE_WRAP_R"};
  const int used = is_cube(e.dimension) ? 2 : axis_count(e.dimension);
  bool borders = false;
  for (int axis = 0; axis < used; ++axis) {
    set(axes[axis], modes[std::size_t(e.address[std::size_t(axis)])]);
    borders = borders || e.address[std::size_t(axis)] == AddressMode::border;
  }
  set("GL_TEXTURE_MIN_FILTER", filter + between);
  set("GL_TEXTURE_MAG_FILTER", filter);
  if (borders) border(code, facts);
  if (mips && e.mip_bias != 0 && facts.view.function != FetchKind::plain) set("GL_TEXTURE_LOD_BIAS", host_literal(e.mip_bias), "f");
  if (mips) set("GL_TEXTURE_MIN_LOD", host_literal(e.mip_min), "f");
  if (mips) set("GL_TEXTURE_MAX_LOD", host_literal(e.mip_max), "f");
  if (e.max_anisotropy > 1 && facts.view.function == FetchKind::grad)
    set("GL_TEXTURE_MAX_ANISOTROPY", std::to_string(e.max_anisotropy) + ".0f", "f");
  if (is_cube(e.dimension)) code.line(std::string(e.seamless_cube ? "glEnable" : "glDisable") + "(GL_TEXTURE_CUBE_MAP_SEAMLESS);");
  code.line("glBindSampler(0, sampler);");
}

constexpr std::string_view preamble = R"(#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
)";

constexpr std::string_view functions = R"(static void stop(const char* why) {
  std::fprintf(stderr, "%s\n", why);
  std::exit(1);
}

// OpenGL 4.5 with no window, on the first device that has it.
static void make_context() {
  const auto devices_of = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  const auto display_of = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  EGLDeviceEXT devices[16];
  EGLint count = 0;
  if (devices_of == nullptr || display_of == nullptr || !devices_of(16, devices, &count)) stop("EGL names no devices");
  for (EGLint i = 0; i < count; ++i) {
    const EGLDisplay display = display_of(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr) || !eglBindAPI(EGL_OPENGL_API)) continue;
    const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5,
                             EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
    if (context != EGL_NO_CONTEXT && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return;
  }
  stop("no device has OpenGL 4.5");
}

static GLuint make_program() {
  const GLuint program = glCreateShaderProgramv(GL_COMPUTE_SHADER, 1, &shader);
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  char log[4096] = {};
  glGetProgramInfoLog(program, sizeof log, nullptr, log);
  if (!linked) stop(log);
  return program;
}
)";

void main_function(Code& code, const Facts& facts) {
  const GlFormat gl = gl_format(facts);
  code.open("int main(int argc, char** argv) {");
  code.line("make_context();");
  point_to_texels(code, facts);
  code.line("GLuint texture = 0;");
  code.line("glCreateTextures(" + target(facts) + ", 1, &texture);");
  if (reads_buffer(facts))
    buffer(code, facts, gl);
  else
    upload(code, facts, gl);
  code.line("glBindTextureUnit(0, texture);");
  code.line();
  if (!reads_buffer(facts)) sampler_object(code, facts);
  code.line();
  code.lines(R"(std::vector<std::uint32_t> words(std::size_t(width) * height * 4);
GLuint result = 0;
glCreateBuffers(1, &result);
glNamedBufferStorage(result, GLsizeiptr(words.size() * sizeof(std::uint32_t)), nullptr, 0);
glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, result);
const GLuint program = make_program();
glUseProgram(program);
glDispatchCompute((width + 15) / 16, (height + 15) / 16, 1);
glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
glGetNamedBufferSubData(result, 0, GLsizeiptr(words.size() * sizeof(std::uint32_t)), words.data());
if (glGetError() != GL_NO_ERROR) stop("OpenGL refused a call");
write_picture(words, argc > 1 ? argv[1] : nullptr);

glDeleteProgram(program);
glDeleteBuffers(1, &result);
glDeleteTextures(1, &texture);)");
  if (reads_buffer(facts)) code.line("glDeleteBuffers(1, &texel_buffer);");
  if (!reads_buffer(facts)) code.line("glDeleteSamplers(1, &sampler);");
  code.close();
}
} // namespace

ExportedProgram opengl_program(const ExportRequest& request) {
  Facts facts(request, true);
  ExportedProgram program;
  program.remarks = remarks_of(facts);
  Code code;
  header(code, facts, Text::export_opengl, "//   g++ texture.cpp -lEGL -lOpenGL -o texture\n//   ./texture [result.bin]", program.remarks);
  code.lines(preamble);
  code.line();
  size_constants(code, facts);
  host_texels(code, facts);
  code.line("static const char* const shader = R\"(" + shader(facts) + ")\";");
  code.line();
  code.lines(functions);
  code.line();
  write_picture_function(code);
  code.line();
  main_function(code, facts);
  program.text = code.text();
  if (!facts.embeds()) program.texels = std::move(facts.data.bytes);
  return program;
}

} // namespace texelscope::program
