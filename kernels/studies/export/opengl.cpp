// An OpenGL program: EGL without a window, a texture, a sampler object and a compute shader.
#include "kernels/studies/export/opengl.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::program {

namespace {
std::vector<std::string> remarks_of(const Facts& facts) {
  const Effective& e = facts.e;
  std::vector<std::string> remarks = shader_remarks(facts);
  if (e.sampler.srgb && e.format.channels == 2)
    remarks.push_back(naming({"sampler.srgb"}, text(Text::export_gl_srgb)));
  return remarks;
}

constexpr std::string_view preamble = R"(#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
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
  code.open("int main(int argc, char** argv) {");
  code.line("make_context();");
  point_to_texels(code, facts);
  opengl_texture(code, facts);
  code.line();
  if (!reads_row(facts)) opengl_sampler(code, facts);
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
  if (reads_row(facts)) code.line("glDeleteBuffers(1, &texel_buffer);");
  if (!reads_row(facts)) code.line("glDeleteSamplers(1, &sampler);");
  code.close();
}
} // namespace

ExportedProgram opengl_program(const ExportRequest& request) {
  Facts facts(request, true);
  std::vector<std::string> remarks = remarks_of(facts);
  Code code;
  header(code, facts, Text::export_opengl,
         {"g++ texture.cpp -lEGL -lOpenGL -o texture", "./texture [result.bin]"}, remarks);
  code.lines(preamble);
  code.line();
  size_constants(code, facts);
  host_texels(code, facts);
  code.line("static const char* const shader = R\"(" + opengl_shader(facts) + ")\";");
  code.line();
  code.lines(functions);
  code.line();
  write_picture_function(code);
  code.line();
  main_function(code, facts);
  return finished(facts, code.text(), std::move(remarks));
}

} // namespace texelscope::program
