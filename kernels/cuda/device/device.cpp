#include <glad/gl.h>

#include <cuda_gl_interop.h>

#include "kernels/cuda/device/device.h"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/cuda/device/gl_texture.h"
#include "kernels/cuda/device/launch.h"
#include "kernels/cuda/device/runtime.h"
#include "kernels/text/texts.h"

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
  const int gl_side = options.gl == GlBinding::current ? gl_max_texture_side() : Limits::max_texture_side;
  const auto limit = [&](int of_texture, int of_surface) {
    return std::min({of_texture, of_surface, gl_side, int(Limits::max_texture_side)});
  };
  device.limits.max_width = limit(properties.maxTexture2D[0], properties.maxSurface2D[0]);
  device.limits.max_height = limit(properties.maxTexture2D[1], properties.maxSurface2D[1]);
  return device;
}

} // namespace texelscope::cuda
