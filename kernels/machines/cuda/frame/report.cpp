// The CUDA part of doctor's report. What CUDA refuses is part of it, and no error.
#include <fstream>
#include <memory>
#include <string>

#include <dlfcn.h>

#include "kernels/ground/base/wsl.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/cuda/device/device.h"
#include "kernels/machines/cuda/device/runtime.h"
#include "kernels/machines/cuda/unit/unit_texture.h"
#include "kernels/state/session/enums.h"
#include "kernels/state/session/texel_format.h"

namespace texelscope {

namespace {
// Read from the kernel module, because CUDA's runtime does not report it.
std::string driver_name() {
  std::ifstream file("/proc/driver/nvidia/version");
  for (std::string word; file >> word;)
    if (word.find_first_not_of("0123456789.") == std::string::npos && word.find('.') != std::string::npos)
      return word;
  return {};
}

// CUDA's runtime asks the loader for the driver, and takes what is loaded already: under WSL the loader may
// not search the driver's folder.
void load_driver() {
  constexpr const char* name = "libcuda.so.1";
  static void* const loaded = ::dlopen(name, RTLD_NOW);
  static void* const of_wsl =
      loaded ? nullptr : ::dlopen((std::string(wsl_libraries) + "/" + name).c_str(), RTLD_NOW);
  static_cast<void>(of_wsl);
}

// Within a major version of CUDA older drivers run newer programs, as long as these have the GPU's machine
// code.
constexpr const char* oldest_driver = CUDART_VERSION >= 13000 ? "580" : "525";

std::string major_of(int version) {
  return std::to_string(version / 1000);
}
std::string minor_of(int version) {
  return std::to_string(version % 1000 / 10);
}

void find_devices(CudaReport& report) {
  int count = 0; // unchanged on failure
  const cudaError_t error = cudaGetDeviceCount(&count);
  cudaGetLastError();
  if (report.driver_version == 0) {
    report.problem = text(Text::cuda_no_driver);
    report.cure = say(Text::cuda_no_driver_cure, {oldest_driver});
  } else if (error == cudaErrorInsufficientDriver) {
    report.problem =
        say(Text::cuda_old_driver, {major_of(report.driver_version), minor_of(report.driver_version),
                                    major_of(report.runtime_version), minor_of(report.runtime_version)});
    report.cure = say(Text::cuda_old_driver_cure, {oldest_driver});
  } else if (error == cudaErrorNoDevice || (error == cudaSuccess && count == 0)) {
    report.problem = text(Text::cuda_no_device);
    report.cure = text(Text::cuda_no_device_cure);
  } else if (error != cudaSuccess) {
    report.problem = cuda::CudaError("cudaGetDeviceCount", error).what();
    report.cure = say(Text::cuda_no_driver_cure, {oldest_driver});
  }
  if (!report.problem.empty()) return;
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp properties = {};
    if (const cudaError_t unknown = cudaGetDeviceProperties(&properties, i); unknown != cudaSuccess) {
      report.problem = cuda::CudaError("cudaGetDeviceProperties", unknown).what();
      report.cure = say(Text::cuda_no_driver_cure, {oldest_driver});
      report.devices.clear();
      return;
    }
    report.devices.push_back({properties.name, properties.major, properties.minor, properties.totalGlobalMem,
                              cuda::largest_sizes(i), properties.textureAlignment,
                              properties.texturePitchAlignment, properties.surfaceAlignment});
  }
}

// Why OpenGL and CUDA do not share such a texture; empty if they do.
std::string refusal_of(const TextureShape& shape) {
  try {
    Texture texture;
    static_cast<TextureShape&>(texture) = shape;
    texture.sampler = Effective().sampler;
    cuda::UnitTexture(texture, nullptr, {}, std::make_unique<cuda::SharedArrays>(shape));
    return {};
  } catch (const MachineError& error) {
    return error.what();
  }
}

TextureShape small_shape(Dimension dimension, bool mipmapped) {
  TextureShape shape{.width = 16, .height = is_1d(dimension) ? 1 : 16, .dimension = dimension};
  shape.planes = plane_count(dimension, 2);
  shape.level_count = mipmapped ? 5 : 1;
  return shape;
}
} // namespace

CudaReport cuda_report() {
  CudaReport report;
  report.built = true;
  load_driver();
  if (cudaRuntimeGetVersion(&report.runtime_version) != cudaSuccess) cudaGetLastError();
  if (cudaDriverGetVersion(&report.driver_version) != cudaSuccess) cudaGetLastError();
  report.driver_name = driver_name();
  find_devices(report);
  return report;
}

int thread_cuda_device() {
  int ordinal = 0;
  if (cudaGetDevice(&ordinal) != cudaSuccess) cudaGetLastError();
  return ordinal;
}

void set_thread_cuda_device(int ordinal) {
  if (cudaSetDevice(ordinal) != cudaSuccess) cudaGetLastError(); // the next call reports the problem
}

GlSharingReport gl_sharing_report() {
  GlSharingReport report;
  if (const CudaReport cuda = cuda_report(); !cuda.problem.empty()) {
    report.problem = cuda.problem;
    return report;
  }
  std::string reason;
  report.device = cuda::device_of_gl_context(reason);
  if (report.device < 0 || cudaSetDevice(report.device) != cudaSuccess) {
    report.problem = say(Text::cuda_share_other_gl, {reason});
    return report;
  }
  bool any = false;
  for (const TexelFormatRow& row : texel_formats) {
    if (row.kind != ChannelKind::plain) continue;
    const std::string refusal = refusal_of({16, 16, row.element});
    report.formats.push_back({row.element, refusal.empty()});
    any |= refusal.empty();
    if (!any) report.problem = say(Text::cuda_share_failed, {refusal});
  }
  if (!any) return report;
  report.problem.clear();
  for (const EnumEntry& entry : enum_table<Dimension>())
    for (const bool mipmapped : {false, true}) {
      const auto dimension = Dimension(entry.value);
      report.shapes.push_back({dimension, mipmapped, refusal_of(small_shape(dimension, mipmapped))});
    }
  return report;
}

} // namespace texelscope
