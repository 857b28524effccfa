// What CUDA 12.4 lacks of newer toolkits. Where its headers have no name, the number stands here; where its
// runtime knows no packed texels and loads no code from memory, the driver does. The functions take and
// return what the runtime's do, and with a newer toolkit are those.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

struct CUlib_st; // behind cudaLibrary_t and CUlibrary

namespace texelscope::cuda {

inline constexpr auto error_contained = cudaError_t(226);      // cudaErrorContained
inline constexpr auto packed_kind = cudaChannelFormatKind(31); // ...UnsignedNormalized1010102
#if CUDART_VERSION >= 13000
static_assert(error_contained == cudaErrorContained);
static_assert(packed_kind == cudaChannelFormatKindUnsignedNormalized1010102);
#endif

// A function of the driver by its name, as of CUDA 12.4 or before.
cudaError_t driver_function(const char* name, void** function);

// Of texels of every kind.
cudaError_t create_array(cudaArray_t* made, const cudaChannelFormatDesc& desc, cudaExtent extent,
                         unsigned flags);
cudaError_t create_mipmapped_array(cudaMipmappedArray_t* made, const cudaChannelFormatDesc& desc,
                                   cudaExtent extent, unsigned levels, unsigned flags);
cudaError_t create_texture(cudaTextureObject_t* made, const cudaResourceDesc& from,
                           const cudaTextureDesc& desc, const cudaResourceViewDesc* view);
cudaError_t create_surface(cudaSurfaceObject_t* made, const cudaResourceDesc& from);
cudaError_t copy_3d(const cudaMemcpy3DParms& copy, cudaStream_t stream);
cudaError_t array_info(cudaArray_t array, cudaChannelFormatDesc& desc, cudaExtent& extent, unsigned& flags);
// `like`: what the object was made with.
cudaError_t texture_desc(cudaTextureObject_t object, const cudaTextureDesc& like,
                         const cudaResourceDesc& from, cudaTextureDesc& desc);

// Code that is loaded from memory, a cubin or PTX.
using Library = CUlib_st*;
cudaError_t load_library(Library* made, const void* code);
cudaError_t unload_library(Library library);
cudaError_t library_kernel(cudaKernel_t* kernel, Library library, const char* name);
cudaError_t library_global(void** address, std::size_t* bytes, Library library, const char* name);
cudaError_t launch_kernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** parameters, cudaStream_t stream);

} // namespace texelscope::cuda
