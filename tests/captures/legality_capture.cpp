// texelscope_legality FILE: tries the whole legality matrix on the GPU and writes the outcomes.
#include <cstdio>
#include <exception>
#include <fstream>

#include <cuda_runtime.h>

#include "kernels/reports/support_matrix/legality_capture.h"
#include "kernels/reports/support_matrix/legality_probe.h"

namespace texelscope::legality {

namespace {
// From the kernel module: CUDA's runtime does not report it.
std::string driver_name() {
  std::ifstream file("/proc/driver/nvidia/version");
  for (std::string token; file >> token;)
    if (token.find_first_not_of("0123456789.") == std::string::npos && token.find('.') != std::string::npos)
      return token;
  return "unknown";
}

Capture of_this_device() {
  cudaDeviceProp properties = {};
  int version = 0;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess ||
      cudaRuntimeGetVersion(&version) != cudaSuccess)
    throw std::runtime_error("no CUDA device");
  Capture capture{properties.name,
                  driver_name(),
                  std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10),
                  {}};
  try {
    for (const Configuration& configuration : configurations())
      capture.answers.emplace(identifier(configuration), probe({&configuration, 1}).front());
    capture.object_us = object_us();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what()); // the outcomes so far are kept
  }
  return capture;
}
} // namespace

} // namespace texelscope::legality

int main(int argc, char** argv) {
  if (argc != 2) {
    std::puts(
        "texelscope_legality FILE: tries the whole legality matrix on the GPU and writes what it answered.");
    return 2;
  }
  try {
    const auto capture = texelscope::legality::of_this_device();
    std::ofstream file(argv[1], std::ios::binary);
    file << texelscope::legality::to_text(capture);
    if (!file.flush()) throw std::runtime_error("cannot write " + std::string(argv[1]));
    std::printf("%zu attempts\n", capture.answers.size());
    return capture.answers.size() == texelscope::legality::configurations().size() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
