// Functions that run on the host and on a CUDA device.
#pragma once

#ifdef __CUDACC__
#define TEXELSCOPE_HOST_DEVICE __host__ __device__
#else
#define TEXELSCOPE_HOST_DEVICE
#endif
