// A cell's texels on the device, and the arguments of its kernel.
#pragma once

#include "kernels/machines/cuda/profile/profile_launch.h"
#include "kernels/machines/cuda/unit/unit_texture.h"
#include "kernels/reports/profile/cell/access_pattern_of.h"

namespace texelscope::cuda {

class ProfileTexture {
public:
  // The texels are filled in the order of the stream. Throws CudaError.
  ProfileTexture(const profile::BenchmarkCase& cell, profile::WordMask texels, cudaStream_t stream);

  ProfileArguments arguments();
  ProfileKernel kernel() const;
  const Texture& shape() const { return texture; } // without texels

private:
  void fill_level(int level, profile::WordMask texels, cudaStream_t stream);

  profile::BenchmarkCase cell;
  Texture texture;
  UnitTexture made;
};

} // namespace texelscope::cuda
