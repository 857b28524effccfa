#include <glad/gl.h>

#include <cuda_gl_interop.h>

#include <bit>
#include <cstdio>
#include <cstring>
#include <memory>

#include "kernels/machines/backend/backend.h"
#include "kernels/machines/gl/egl_context.h"
#include "kernels/reports/cases/case.h"
#include "tests/captures/probe.h"

namespace texelscope::captures {

namespace {
struct GlFormat {
  const char* name;
  GLenum internal, layout, type;
  ElementFormat element;
};
constexpr ElementKind u = ElementKind::unsigned_int, s = ElementKind::signed_int, f = ElementKind::floating;
#define TEXELSCOPE_CHANNELS(suffix, layout, type, kind, bits)                                                \
  {"R" #suffix, GL_R##suffix, GL_RED##layout, type, {kind, bits, 1}},                                        \
      {"RG" #suffix, GL_RG##suffix, GL_RG##layout, type, {kind, bits, 2}}, {                                 \
    "RGBA" #suffix, GL_RGBA##suffix, GL_RGBA##layout, type, {                                                \
      kind, bits, 4                                                                                          \
    }                                                                                                        \
  }
constexpr GlFormat formats[] = {TEXELSCOPE_CHANNELS(8, , GL_UNSIGNED_BYTE, u, 8),
                                TEXELSCOPE_CHANNELS(16, , GL_UNSIGNED_SHORT, u, 16),
                                TEXELSCOPE_CHANNELS(8UI, _INTEGER, GL_UNSIGNED_BYTE, u, 8),
                                TEXELSCOPE_CHANNELS(16UI, _INTEGER, GL_UNSIGNED_SHORT, u, 16),
                                TEXELSCOPE_CHANNELS(32UI, _INTEGER, GL_UNSIGNED_INT, u, 32),
                                TEXELSCOPE_CHANNELS(8I, _INTEGER, GL_BYTE, s, 8),
                                TEXELSCOPE_CHANNELS(16I, _INTEGER, GL_SHORT, s, 16),
                                TEXELSCOPE_CHANNELS(32I, _INTEGER, GL_INT, s, 32),
                                TEXELSCOPE_CHANNELS(16F, , GL_HALF_FLOAT, f, 16),
                                TEXELSCOPE_CHANNELS(32F, , GL_FLOAT, f, 32),
                                {"SRGB8_ALPHA8", GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, {u, 8, 4}}};

struct Shared {
  GLuint texture = 0;
  cudaGraphicsResource_t resource = nullptr;
  cudaArray_t array = nullptr;

  ~Shared() {
    if (array) cudaGraphicsUnmapResources(1, &resource);
    if (resource) cudaGraphicsUnregisterResource(resource);
    glDeleteTextures(1, &texture);
  }
};

// Whether both arrays return the same values with this sampler: "same", "DIFFERS", or the error.
std::string compare(cudaArray_t shared, cudaArray_t plain, const Sampler& sampler,
                    const ElementFormat& element) {
  Texture a, b;
  const cudaError_t error = make_texture(shared, sampler, a), expected = make_texture(plain, sampler, b);
  if (error != cudaSuccess || expected != cudaSuccess)
    return error == expected ? "refused" : std::string("SHARED ") + cudaGetErrorName(error);
  std::vector<std::uint32_t> coordinates;
  for (std::uint32_t i = 0; i < 4096; ++i)
    coordinates.push_back(std::bit_cast<std::uint32_t>(float(verify::mix(5, i) >> 8) * 0x1.8p-23f - 1));
  const ResultType result = result_type(element, sampler.read_mode);
  const auto x = fetch(a.get(), element, result, coordinates),
             y = fetch(b.get(), element, result, coordinates);
  return std::memcmp(x.data(), y.data(), x.size() * sizeof(uint4)) == 0 ? "same" : "DIFFERS";
}

void probe_format(const GlFormat& format) {
  verify::Case c;
  c.kind = std::uint8_t(format.element.kind), c.bits = std::uint8_t(format.element.bits);
  c.channels = std::uint8_t(format.element.channels), c.width = 16, c.height = 8, c.seed = 3;
  const verify::Specimen specimen(c);
  const std::byte* data = specimen.texture().level[0];
  Shared shared;
  glCreateTextures(GL_TEXTURE_2D, 1, &shared.texture);
  glTextureStorage2D(shared.texture, 1, format.internal, 16, 8);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTextureSubImage2D(shared.texture, 0, 0, 0, 16, 8, format.layout, format.type, data);
  std::printf("%-12s ", format.name);
  cudaError_t error = cudaGraphicsGLRegisterImage(&shared.resource, shared.texture, GL_TEXTURE_2D,
                                                  cudaGraphicsRegisterFlagsSurfaceLoadStore);
  if (error != cudaSuccess) {
    cudaGetLastError();
    std::printf("not registered: %s\n", cudaGetErrorName(error));
    shared.resource = nullptr;
    return;
  }
  must(cudaGraphicsMapResources(1, &shared.resource), "cudaGraphicsMapResources");
  must(cudaGraphicsSubResourceGetMappedArray(&shared.array, shared.resource, 0, 0), "GetMappedArray");
  cudaChannelFormatDesc desc = {};
  cudaExtent extent = {};
  unsigned flags = 0;
  must(cudaArrayGetInfo(&desc, &extent, &flags, shared.array), "cudaArrayGetInfo");
  std::printf("desc %d %d %d %d kind %d, %zu x %zu x %zu flags %u:", desc.x, desc.y, desc.z, desc.w,
              int(desc.f), extent.width, extent.height, extent.depth, flags);
  const Array plain = make_array(format.element, 16, 8, data);
  Sampler sampler{true, {AddressMode::wrap, AddressMode::border}, {0.3f, 0.6f, 0.2f, 0.9f}};
  std::printf(" element point %s", compare(shared.array, plain.get(), sampler, format.element).c_str());
  sampler.filter = FilterMode::linear;
  std::printf(", linear %s", compare(shared.array, plain.get(), sampler, format.element).c_str());
  sampler.read_mode = ReadMode::normalized_float;
  std::printf(", normalized linear %s", compare(shared.array, plain.get(), sampler, format.element).c_str());
  sampler.srgb = true;
  std::printf(", sRGB %s\n", compare(shared.array, plain.get(), sampler, format.element).c_str());
}
} // namespace

void probe_gl_formats() {
  std::puts("\nOpenGL textures registered with SurfaceLoadStore, against CUDA arrays of the same element");
  try {
    const EglContext context(0);
    std::printf("%s, %s, %s\n", context.identity().renderer.c_str(), context.identity().version.c_str(),
                context.identity().platform.c_str());
    for (const GlFormat& format : formats)
      probe_format(format);
  } catch (const MachineError& error) {
    std::puts(error.what());
  }
}

} // namespace texelscope::captures
