#include "tests/captures/probe_bc.h"

namespace texelscope::captures {

void ask_block_arrays(Output& out, const BlockKind& kind) {
  const cudaChannelFormatDesc desc = block_desc(kind);
  struct Shape {
    const char* name;
    cudaExtent extent;
    unsigned flags;
  };
  const Shape shapes[] = {
      {"2d 8x8", {8, 8, 0}, 0},
      {"2d 5x3", {5, 3, 0}, 0},
      {"2d 1x1", {1, 1, 0}, 0},
      {"1d 8", {8, 0, 0}, 0},
      {"3d 8x8x8", {8, 8, 8}, 0},
      {"1d layers 8,4", {8, 0, 4}, cudaArrayLayered},
      {"2d layers 8x8,4", {8, 8, 4}, cudaArrayLayered},
      {"cube 8", {8, 8, 6}, cudaArrayCubemap},
      {"cubes 8,12", {8, 8, 12}, cudaArrayCubemap | cudaArrayLayered},
      {"gather 8x8", {8, 8, 0}, cudaArrayTextureGather},
      {"surface 8x8", {8, 8, 0}, cudaArraySurfaceLoadStore},
  };
  for (const Shape& shape : shapes) {
    Array array;
    const cudaError_t plain = cudaMalloc3DArray(array.put(), &desc, shape.extent, shape.flags);
    cudaMipmappedArray_t mipmapped = nullptr;
    const cudaError_t mips = cudaMallocMipmappedArray(&mipmapped, &desc, shape.extent, 4, shape.flags);
    if (mipmapped) cudaFreeMipmappedArray(mipmapped);
    cudaGetLastError();
    out.line("note %s array %s: %s, mipmapped %s", kind.name, shape.name, cudaGetErrorName(plain),
             cudaGetErrorName(mips));
  }
}

} // namespace texelscope::captures
