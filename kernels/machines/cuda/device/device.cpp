#include <glad/gl.h>

#include <cuda_gl_interop.h>

#include "kernels/machines/cuda/device/device.h"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/cuda/device/gl_texture.h"
#include "kernels/machines/cuda/device/launch.h"
#include "kernels/machines/cuda/device/runtime.h"

namespace texelscope::cuda {

namespace {
[[noreturn]] void fail(const std::string& problem, const std::string& cure) {
  throw MachineError(problem + " " + cure);
}

void refuse_what_cannot_run(int ordinal, const CudaReport& report) {
  const CudaDevice& device = report.devices[std::size_t(ordinal)];
  const std::string major = std::to_string(device.major), minor = std::to_string(device.minor);
  if (device.major * 10 + device.minor < 75)
    fail(say(Text::cuda_old_device, {device.name, major, minor}), text(Text::cuda_old_device_cure));
  const cudaError_t error = find_kernels();
  if (error == cudaErrorNoKernelImageForDevice || error == cudaErrorInvalidDeviceFunction)
    fail(say(Text::cuda_no_kernels, {device.name, major, minor}),
         say(Text::cuda_no_kernels_cure, {major, minor}));
  if (error == cudaErrorUnsupportedPtxVersion)
    fail(say(Text::cuda_ptx_too_new, {device.name, major, minor}),
         say(Text::cuda_ptx_too_new_cure, {major, minor}));
  check(error, "cudaFuncGetAttributes");
}

} // namespace

std::string uuid_string(const cudaDeviceProp& properties) {
  const auto& bytes = properties.uuid.bytes;
  std::string uuid = "GPU";
  for (std::size_t i = 0; i < sizeof bytes; ++i)
    uuid += fmt::format("{}{:02x}", i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                        static_cast<unsigned char>(bytes[i]));
  return uuid;
}

int device_of_gl_context(std::string& reason) {
  unsigned count = 0;
  int ordinal = -1;
  const cudaError_t error = cudaGLGetDevices(&count, &ordinal, 1, cudaGLDeviceListAll);
  if (error == cudaSuccess && count > 0) return ordinal;
  cudaGetLastError();
  const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  reason = renderer ? renderer : error_string(error);
  return -1;
}

LargestSizes largest_sizes(int ordinal) {
  const auto attribute = [&](cudaDeviceAttr which) {
    int value = 0;
    if (cudaDeviceGetAttribute(&value, which, ordinal) != cudaSuccess) cudaGetLastError();
    return value;
  };
  LargestSizes largest = common_largest_sizes;
  const auto set = [&](SizeLimit limit, std::initializer_list<cudaDeviceAttr> axes) {
    std::ranges::transform(axes, largest[std::size_t(limit)].begin(), attribute);
  };
  set(SizeLimit::texture_1d, {cudaDevAttrMaxTexture1DWidth});
  set(SizeLimit::texture_1d_mipmap, {cudaDevAttrMaxTexture1DMipmappedWidth});
  set(SizeLimit::texture_1d_linear, {cudaDevAttrMaxTexture1DLinearWidth});
  set(SizeLimit::texture_2d, {cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxTexture2DHeight});
  set(SizeLimit::texture_2d_mipmap,
      {cudaDevAttrMaxTexture2DMipmappedWidth, cudaDevAttrMaxTexture2DMipmappedHeight});
  set(SizeLimit::texture_2d_linear,
      {cudaDevAttrMaxTexture2DLinearWidth, cudaDevAttrMaxTexture2DLinearHeight});
  set(SizeLimit::texture_2d_gather,
      {cudaDevAttrMaxTexture2DGatherWidth, cudaDevAttrMaxTexture2DGatherHeight});
  set(SizeLimit::texture_2d_layered,
      {cudaDevAttrMaxTexture2DLayeredWidth, cudaDevAttrMaxTexture2DLayeredHeight,
       cudaDevAttrMaxTexture2DLayeredLayers});
  set(SizeLimit::texture_3d,
      {cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxTexture3DHeight, cudaDevAttrMaxTexture3DDepth});
  set(SizeLimit::surface_1d, {cudaDevAttrMaxSurface1DWidth});
  const int layered = attribute(cudaDevAttrMaxTexture1DLayeredWidth),
            cube = attribute(cudaDevAttrMaxTextureCubemapWidth);
  const int layered_cube = attribute(cudaDevAttrMaxTextureCubemapLayeredWidth);
  largest[std::size_t(SizeLimit::texture_1d_layered)] = {layered, 1,
                                                         attribute(cudaDevAttrMaxTexture1DLayeredLayers)};
  largest[std::size_t(SizeLimit::cubemap)] = {cube, cube, 6};
  largest[std::size_t(SizeLimit::cubemap_layered)] = {layered_cube, layered_cube,
                                                      attribute(cudaDevAttrMaxTextureCubemapLayeredLayers)};
  return largest;
}

Device choose_device(const CudaOptions& options) {
  const CudaReport report = cuda_report();
  if (!report.problem.empty()) fail(report.problem, report.cure);
  const int devices = int(report.devices.size());
  if (options.device >= devices)
    throw MachineError(
        say(Text::cuda_bad_ordinal, {std::to_string(options.device), std::to_string(devices)}));

  Device device;
  std::string other_gl;
  const int drawing = options.gl == GlBinding::current ? device_of_gl_context(other_gl) : -1;
  device.ordinal = options.device >= 0 ? options.device : std::max(drawing, 0);
  if (options.gl == GlBinding::none)
    device.sharing_note = text(Text::cuda_share_no_gl);
  else if (drawing != device.ordinal)
    device.sharing_note =
        say(Text::cuda_share_other_gl, {other_gl.empty() ? std::to_string(drawing) : other_gl});
  else if (!options.share_gl)
    device.sharing_note = text(Text::cuda_share_off);
  device.shares_gl = device.sharing_note.empty();

  TEXELSCOPE_CUDA(cudaSetDevice, device.ordinal);
  refuse_what_cannot_run(device.ordinal, report);
  cudaDeviceProp properties = {};
  TEXELSCOPE_CUDA(cudaGetDeviceProperties, &properties, device.ordinal);
  device.name = properties.name;
  device.architecture = 10 * properties.major + properties.minor;
  device.uuid = uuid_string(properties);
  device.multiprocessors = properties.multiProcessorCount;
  device.limits.runs_bodies = true;
  device.limits.largest = largest_sizes(device.ordinal);
  if (options.gl == GlBinding::current) {
    const int side = gl_max_texture_side();
    device.limits.largest[std::size_t(SizeLimit::opengl_2d)] = {side, side, 1};
  }
  return device;
}

} // namespace texelscope::cuda
