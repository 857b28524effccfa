// Chooses the CUDA device, and finds whether it can share textures with the OpenGL context.
#pragma once

#include <string>

#include "kernels/machines/backend/cuda_support.h"

struct cudaDeviceProp;

namespace texelscope::cuda {

struct Device {
  int ordinal = 0;
  std::string name;
  int architecture = 0; // 90 is compute capability 9.0
  Limits limits;
  std::string uuid; // "GPU-..."
  int multiprocessors = 0;
  bool shares_gl = false;
  std::string sharing_note; // why not
};

// Makes it the thread's current device. Throws a MachineError with cause and cure.
Device choose_device(const CudaOptions& options);

// A device's limits; OpenGL's is NVIDIA's usual one.
LargestSizes largest_sizes(int ordinal);

// "GPU-...", in NVML's spelling.
std::string uuid_string(const cudaDeviceProp& properties);

// The CUDA device that draws the GL context current on this thread; -1 if there is none, with the reason as a
// sentence.
int device_of_gl_context(std::string& reason);

} // namespace texelscope::cuda
