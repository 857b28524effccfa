// CUDA's descriptors, of the driver API and of the runtime, as records hold them.
#pragma once

#include <cuda.h>
#include <driver_types.h>
#include <texture_types.h>

#include "kernels/studies/trace/record.h"

namespace texelscope::trace {

// Null descriptors become zeros.
ArrayFacts facts(const CUDA_ARRAY_DESCRIPTOR* desc);
ArrayFacts facts(const CUDA_ARRAY3D_DESCRIPTOR* desc, unsigned levels);
ResourceFacts facts(const CUDA_RESOURCE_DESC* desc);
TextureDesc facts(const CUDA_TEXTURE_DESC* desc);
ViewFacts facts(const CUDA_RESOURCE_VIEW_DESC* desc);

ArrayFacts facts(const cudaChannelFormatDesc* desc, const cudaExtent& extent, unsigned flags,
                 unsigned levels);
ResourceFacts facts(const cudaResourceDesc* desc);
TextureDesc facts(const cudaTextureDesc* desc);
ViewFacts facts(const cudaResourceViewDesc* desc);

// Makes the driver's descriptor one with these members; what else it has stays.
void set_members(CUDA_TEXTURE_DESC& desc, const TextureDesc& to);

} // namespace texelscope::trace
