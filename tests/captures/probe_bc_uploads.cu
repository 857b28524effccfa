// In which units cudaMemcpy3D counts the extent of a block-compressed array: blocks of BC1, each of a red of
// its own, are uploaded by blocks and by texels, and every texel is read back.
#include "tests/captures/probe_bc.h"

namespace texelscope::captures {

namespace {

struct Shape {
  const char* name;
  int width, height, depth; // texels; 0: none
  unsigned flags;
  int level = 0; // of a mipmapped array of this size
};
constexpr Shape shapes[] = {
    {"2d 8x8", 8, 8, 0, 0},
    {"2d 5x3", 5, 3, 0, 0},
    {"2d 9x6", 9, 6, 0, 0},
    {"2d layers 8x8,3", 8, 8, 3, cudaArrayLayered},
    {"3d 8x8x4", 8, 8, 4, 0},
    {"3d 5x6x3", 5, 6, 3, 0},
    {"level 1 of 8x8", 8, 8, 0, 0, 1},
    {"level 2 of 8x8", 8, 8, 0, 0, 2},
    {"level 3 of 8x8", 8, 8, 0, 0, 3},
    {"level 1 of 12x20", 12, 20, 0, 0, 1},
    {"level 2 of 12x20", 12, 20, 0, 0, 2},
};

enum class Reach { plain, layered, volume };

__global__ void read_kernel(cudaTextureObject_t texture, Reach reach, int width, int height, int count,
                            float* reds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float x = float(i % width) + 0.5f, y = float(i / width % height) + 0.5f;
  const int z = i / (width * height);
  reds[i] = (reach == Reach::volume    ? tex3D<float4>(texture, x, y, float(z) + 0.5f)
             : reach == Reach::layered ? tex2DLayered<float4>(texture, x, y, z)
                                       : tex2D<float4>(texture, x, y))
                .x;
}

int blocks_along(int texels) {
  return (texels + 3) / 4;
}

// The code of red is the block's number.
std::vector<std::uint64_t> numbered_blocks(int count) {
  std::vector<std::uint64_t> blocks;
  for (int i = 0; i < count; ++i)
    blocks.push_back(std::uint64_t(i % 32) << 11 | std::uint64_t(i % 32) << 27);
  return blocks;
}

int count_wrong(cudaArray_t array, Reach reach, int width, int height, int slices) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc sampler = {};
  sampler.addressMode[0] = sampler.addressMode[1] = sampler.addressMode[2] = cudaAddressModeClamp;
  sampler.readMode = cudaReadModeNormalizedFloat;
  Texture texture;
  if (cudaCreateTextureObject(texture.put(), &resource, &sampler, nullptr) != cudaSuccess) return -1;
  const int count = width * height * slices;
  Memory out;
  must(cudaMalloc(out.put(), sizeof(float) * std::size_t(count)), "cudaMalloc");
  read_kernel<<<(count + 127) / 128, 128>>>(texture.get(), reach, width, height, count,
                                            static_cast<float*>(out.get()));
  std::vector<float> reds(std::size_t(count), 0.0f);
  must(cudaMemcpy(reds.data(), out.get(), sizeof(float) * reds.size(), cudaMemcpyDeviceToHost), "cudaMemcpy");
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    const int x = i % width / 4, y = i / width % height / 4, z = i / (width * height);
    const int code = (z * blocks_along(height) + y) * blocks_along(width) + x;
    wrong += reds[std::size_t(i)] != float(code % 32 << 3 | code % 32 >> 2) / 255.0f;
  }
  return wrong;
}

void probe_upload(Output& out, const BlockKind& kind, const Shape& shape, bool by_texels) {
  const cudaChannelFormatDesc desc = block_desc(kind);
  const cudaExtent extent =
      make_cudaExtent(std::size_t(shape.width), std::size_t(shape.height), std::size_t(shape.depth));
  cudaMipmappedArray_t levels = nullptr;
  cudaArray_t array = nullptr;
  must(cudaMallocMipmappedArray(&levels, &desc, extent, unsigned(shape.level + 1), shape.flags),
       "cudaMallocMipmappedArray");
  must(cudaGetMipmappedArrayLevel(&array, levels, unsigned(shape.level)), "cudaGetMipmappedArrayLevel");
  const auto halved = [&](int side) { return side >> shape.level > 1 ? side >> shape.level : 1; };
  const int width = halved(shape.width), height = halved(shape.height),
            slices = shape.depth ? shape.depth : 1;
  const int columns = blocks_along(width), rows = blocks_along(height);
  std::vector<std::uint64_t> blocks = numbered_blocks(columns * rows * slices);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr =
      make_cudaPitchedPtr(blocks.data(), std::size_t(columns) * 8, std::size_t(columns), std::size_t(rows));
  copy.dstArray = array;
  copy.extent = by_texels ? make_cudaExtent(std::size_t(width), std::size_t(height), std::size_t(slices))
                          : make_cudaExtent(std::size_t(columns), std::size_t(rows), std::size_t(slices));
  copy.kind = cudaMemcpyHostToDevice;
  const cudaError_t error = cudaMemcpy3D(&copy);
  cudaGetLastError();
  const Reach reach = shape.flags ? Reach::layered : shape.depth ? Reach::volume : Reach::plain;
  const int wrong = error == cudaSuccess ? count_wrong(array, reach, width, height, slices) : 0;
  out.line("note %s upload %s by %s: %s, %d of %d texels wrong", kind.name, shape.name,
           by_texels ? "texels" : "blocks", cudaGetErrorName(error), wrong, width * height * slices);
  cudaFreeMipmappedArray(levels);
}

} // namespace

void probe_block_uploads(Output& out) {
  for (const Shape& shape : shapes)
    for (const bool by_texels : {false, true})
      probe_upload(out, block_kinds[0], shape, by_texels);
}

} // namespace texelscope::captures
