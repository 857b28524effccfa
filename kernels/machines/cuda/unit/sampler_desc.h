// A sampler as cudaCreateTextureObject takes it.
#pragma once

#include <cuda_runtime.h>

#include "kernels/state/session/spec.h"

namespace texelscope::cuda {

cudaTextureDesc sampler_desc(const Sampler& sampler);

// Whether CUDA is told the same of both. Borders of 0 and -0 differ, as the texture unit returns their bits.
bool same_desc(const Sampler& a, const Sampler& b);

} // namespace texelscope::cuda
