// texelscope_ways_gl FILE: textures in storage that OpenGL made, shared with CUDA. Needs EGL and no display.
#define EGL_EGLEXT_PROTOTYPES
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>

#include <cuda_gl_interop.h>

#include <algorithm>
#include <string>

#include "way_fetch.cuh"

namespace ways {

namespace {
template <class F>
F gl(const char* name) {
  auto* const found = reinterpret_cast<F>(eglGetProcAddress(name));
  if (!found) std::fprintf(stderr, "OpenGL lacks %s\n", name), std::exit(1);
  return found;
}
#define WAYS_GL(name) static const auto name = gl<decltype(&::name)>(#name)

bool make_context() {
  const auto query = gl<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  const auto attribute = gl<PFNEGLQUERYDEVICEATTRIBEXTPROC>("eglQueryDeviceAttribEXT");
  const auto platform = gl<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  EGLDeviceEXT devices[16];
  EGLint count = 0;
  query(16, devices, &count);
  for (int i = 0; i < count; ++i) {
    EGLAttrib cuda = -1;
    if (!attribute(devices[i], EGL_CUDA_DEVICE_NV, &cuda) || cuda != 0) continue;
    const EGLDisplay display = platform(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr);
    if (!eglInitialize(display, nullptr, nullptr)) return false;
    eglBindAPI(EGL_OPENGL_API);
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                             EGL_NONE};
    EGLConfig config;
    EGLint configs = 0;
    if (!eglChooseConfig(display, wanted, &config, 1, &configs) || configs == 0) return false;
    const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, nullptr);
    return context && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
  }
  return false;
}

struct GlElement {
  int element, channels;
  GLenum internal, format, type;
};
constexpr GlElement gl_elements[] = {
    {0, 1, GL_R8, GL_RED, GL_UNSIGNED_BYTE},
    {0, 4, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
    {2, 2, GL_RG16, GL_RG, GL_UNSIGNED_SHORT},
    {5, 1, GL_R16F, GL_RED, GL_HALF_FLOAT},
    {5, 4, GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT},
    {6, 1, GL_R32F, GL_RED, GL_FLOAT},
    {6, 4, GL_RGBA32F, GL_RGBA, GL_FLOAT},
    {7, 4, GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE},
    {11, 1, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT},
    {12, 2, GL_RG32I, GL_RG_INTEGER, GL_INT},
    {10, 1, GL_R16I, GL_RED_INTEGER, GL_SHORT},
};

struct Flag {
  const char* name;
  unsigned flags;
};
constexpr Flag all_flags[] = {
    {"no flag", cudaGraphicsRegisterFlagsNone},
    {"read only", cudaGraphicsRegisterFlagsReadOnly},
    {"write discard", cudaGraphicsRegisterFlagsWriteDiscard},
    {"surface", cudaGraphicsRegisterFlagsSurfaceLoadStore},
    {"gather", cudaGraphicsRegisterFlagsTextureGather},
};

struct GlWay {
  const char* name;
  Dim dim;
  bool immutable;
  int levels; // -1: the full chain
  int planes = 1;
};
constexpr GlWay gl_ways[] = {
    {"immutable", d2, true, 1},
    {"immutable, full chain", d2, true, -1},
    {"mutable", d2, false, 1},
    {"mutable, full chain", d2, false, -1},
    {"immutable layers", d2_layered, true, 1, 3},
    {"immutable layers, full chain", d2_layered, true, -1, 3},
    {"immutable 3-D", d3, true, 1, 5},
    {"immutable cube", cube, true, 1, 6},
    {"immutable 1-D", d1, true, 1},
    {"rectangle", d2, true, 0},
};

void upload(GLuint texture, GLenum target, const GlWay& way, const GlElement& e, const WayCase& c,
            int levels) {
  WAYS_GL(glTextureStorage1D);
  WAYS_GL(glTextureStorage2D);
  WAYS_GL(glTextureStorage3D);
  WAYS_GL(glBindTexture);
  WAYS_GL(glTexImage2D);
  WAYS_GL(glTexParameteri);
  if (way.immutable) {
    if (way.dim == d1)
      glTextureStorage1D(texture, levels, e.internal, int(c.width));
    else if (way.dim == d3 || way.dim == d2_layered)
      glTextureStorage3D(texture, levels, e.internal, int(c.width), int(c.height), int(c.planes));
    else
      glTextureStorage2D(texture, levels, e.internal, int(c.width), int(c.height));
    return;
  }
  glBindTexture(target, texture);
  glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, levels - 1);
  glTexParameteri(target, GL_TEXTURE_MIN_FILTER, levels > 1 ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST);
  for (int level = 0; level < levels; ++level)
    glTexImage2D(target, level, GLint(e.internal), halved(int(c.width), level), halved(int(c.height), level),
                 0, e.format, e.type, nullptr);
}

int capture(const GlWay& way, const Flag& flag, const GlElement& e, WayCase c, Random& random, Writer& writer,
            std::string& line) {
  WAYS_GL(glCreateTextures);
  WAYS_GL(glDeleteTextures);
  WAYS_GL(glGetError);
  WAYS_GL(glFinish);
  const bool rectangle = way.levels == 0;
  int levels = std::max(way.levels, 1);
  if (way.levels < 0)
    while (std::max(c.width, c.height) >> levels)
      ++levels;
  const GLenum target = rectangle               ? GL_TEXTURE_RECTANGLE
                        : way.dim == d1         ? GL_TEXTURE_1D
                        : way.dim == d3         ? GL_TEXTURE_3D
                        : way.dim == d2_layered ? GL_TEXTURE_2D_ARRAY
                        : way.dim == cube       ? GL_TEXTURE_CUBE_MAP
                                                : GL_TEXTURE_2D;
  GLuint texture = 0;
  glCreateTextures(target, 1, &texture);
  upload(texture, target, way, e, c, levels);
  glFinish();
  if (const GLenum error = glGetError()) {
    line += " [OpenGL " + std::to_string(error) + "]";
    glDeleteTextures(1, &texture);
    return 0;
  }
  cudaGraphicsResource_t resource = nullptr;
  cudaError_t error = cudaGraphicsGLRegisterImage(&resource, texture, target, flag.flags);
  int cases = 0;
  if (error == cudaSuccess) error = cudaGraphicsMapResources(1, &resource);
  if (error == cudaSuccess) {
    cudaArray_t array = nullptr;
    cudaMipmappedArray_t mips = nullptr;
    // CUDA maps one layer or face at a time as an array; only a mipmapped array has them all.
    const bool whole = way.dim == d1 || way.dim == d2 || way.dim == d3, mip = levels > 1;
    if (mip || !whole)
      error = cudaGraphicsResourceGetMappedMipmappedArray(&mips, resource);
    else
      error = cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0);
    if (error == cudaSuccess && mips && !mip) error = cudaGetMipmappedArrayLevel(&array, mips, 0);
    if (error == cudaSuccess) {
      c.levels = std::uint8_t(levels), c.view_levels = c.levels, c.view_planes = c.planes;
      c.resource = mip ? mipmapped : ways::array;
      unsigned made_flags = 0;
      cudaChannelFormatDesc desc;
      cudaExtent extent = {};
      if (!mip && cudaArrayGetInfo(&desc, &extent, &made_flags, array) == cudaSuccess)
        c.gather_flag = (made_flags & cudaArrayTextureGather) != 0;
      if (std::max<std::size_t>(extent.depth, 1) != (way.dim == d1 || way.dim == d2 ? 1 : c.planes) && !mip) {
        // OpenGL's cube: its array has no depth.
        line += line.find("other depth") == std::string::npos ? " other depth" : "";
        levels = 0;
      }
      for (int level = 0; level < levels; ++level) {
        cudaArray_t at = array;
        if (mip) WAYS_MUST(cudaGetMipmappedArrayLevel(&at, mips, unsigned(level)));
        copy_level(c, level, at);
      }
      if (levels > 0)
        cases =
            capture_functions(c, mip ? nullptr : array, mips, elements[e.element].filters, random, writer);
      if (cases && line.find("flags") == std::string::npos && !mip)
        line += " flags " + std::to_string(made_flags);
    }
    cudaGraphicsUnmapResources(1, &resource);
  }
  if (error != cudaSuccess && line.find(cudaGetErrorName(error)) == std::string::npos)
    line += std::string(" ") + cudaGetErrorName(error);
  if (resource) cudaGraphicsUnregisterResource(resource);
  cudaGetLastError();
  glDeleteTextures(1, &texture);
  return cases;
}

int main_of(const char* path) {
  Writer writer(path);
  WAYS_MUST(cudaSetDevice(0));
  if (!writer || !make_context()) return std::fputs("no file or no OpenGL context\n", stderr), 1;
  Random random(4711);
  for (const GlWay& way : gl_ways)
    for (const Flag& flag : all_flags) {
      int cases = 0;
      std::string line;
      for (const GlElement& e : gl_elements)
        for (const std::uint32_t side : {0u, 8193u, 16384u, 16385u, 32767u, 32768u})
          for (const bool upright : {false, true}) {
            if ((side == 0 || way.dim == d1) && upright) continue;
            if (way.dim == cube && side) continue;
            if (way.dim == d3 && side > 16384) continue;
            WayCase c;
            std::snprintf(c.way, sizeof c.way, "OpenGL %s, %s", way.name, flag.name);
            c.dim = way.dim;
            c.planes = std::uint32_t(way.planes);
            set_element(c, elements[e.element], e.channels);
            c.seed = random.next();
            const auto few = std::uint32_t(1 + random.below(3));
            c.width = side == 0 ? std::uint32_t(2 + random.below(40)) : upright ? few : side;
            c.height = way.dim == d1     ? 1
                       : way.dim == cube ? c.width
                       : side == 0       ? std::uint32_t(2 + random.below(20))
                       : upright         ? side
                                         : few;
            c.count = side ? 48 : 32;
            cases += capture(way, flag, e, c, random, writer, line);
          }
      std::printf("OpenGL %-30s %-14s %4d cases%s\n", way.name, flag.name, cases, line.c_str());
    }
  return 0;
}
} // namespace
} // namespace ways

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("texelscope_ways_gl FILE"), 2;
  return ways::main_of(argv[1]);
}
