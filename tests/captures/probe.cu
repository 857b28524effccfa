#include "tests/captures/probe.h"

#include <cstdio>
#include <cstdlib>

#include "kernels/machines/cuda/unit/texel_fetch.cuh"

namespace texelscope::captures {

namespace {
template <class Element, int Channels>
__global__ void fetch_kernel(cudaTextureObject_t texture, const float2* coordinates, uint4* components,
                             int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    components[i] = cuda::fetch_components<Element, Channels>(texture, coordinates[i].x, coordinates[i].y);
}
} // namespace

void must(cudaError_t error, const char* call) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s, %s\n", call, cudaGetErrorName(error), cudaGetErrorString(error));
  std::exit(1);
}

cudaChannelFormatDesc channel_desc(const ElementFormat& format) {
  const auto bits = [&](int channel) { return channel < format.channels ? format.bits : 0; };
  const cudaChannelFormatKind kinds[] = {cudaChannelFormatKindUnsigned, cudaChannelFormatKindSigned,
                                         cudaChannelFormatKindFloat};
  return {bits(0), bits(1), bits(2), bits(3), kinds[int(format.kind)]};
}

Array make_array(const ElementFormat& format, int width, int height, const void* texels) {
  Array array;
  const cudaChannelFormatDesc desc = channel_desc(format);
  if (cudaMallocArray(array.put(), &desc, std::size_t(width), std::size_t(height)) != cudaSuccess) {
    cudaGetLastError();
    return {};
  }
  const std::size_t row = std::size_t(width) * std::size_t(format.texel_bytes());
  must(cudaMemcpy2DToArray(array.get(), 0, 0, texels, row, row, std::size_t(height), cudaMemcpyHostToDevice),
       "cudaMemcpy2DToArray");
  return array;
}

cudaError_t make_texture(cudaArray_t array, const Sampler& sampler, Texture& texture) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc desc = {};
  desc.addressMode[0] = cudaTextureAddressMode(sampler.address[0]);
  desc.addressMode[1] = cudaTextureAddressMode(sampler.address[1]);
  desc.filterMode = cudaTextureFilterMode(sampler.filter);
  desc.readMode = cudaTextureReadMode(sampler.read_mode);
  desc.sRGB = sampler.srgb;
  desc.normalizedCoords = sampler.normalized;
  for (int c = 0; c < 4; ++c)
    desc.borderColor[c] = sampler.border[c];
  const cudaError_t error = cudaCreateTextureObject(texture.put(), &resource, &desc, nullptr);
  cudaGetLastError();
  return error;
}

std::vector<uint4> fetch(cudaTextureObject_t texture, const ElementFormat& format, ResultType result,
                         const std::vector<std::uint32_t>& coordinates) {
  const int count = int(coordinates.size() / 2);
  static Memory in, out;
  static int room = 0;
  if (count > room) {
    must(cudaMalloc(in.put(), sizeof(float2) * std::size_t(count)), "cudaMalloc");
    must(cudaMalloc(out.put(), sizeof(uint4) * std::size_t(count)), "cudaMalloc");
    room = count;
  }
  must(cudaMemcpy(in.get(), coordinates.data(), coordinates.size() * 4, cudaMemcpyHostToDevice),
       "cudaMemcpy");
  cuda::dispatch_fetch(format, result, [&](auto element, auto channels) {
    using Element = typename decltype(element)::type;
    fetch_kernel<Element, channels.value><<<(count + 127) / 128, 128>>>(
        texture, static_cast<const float2*>(in.get()), static_cast<uint4*>(out.get()), count);
  });
  must(cudaGetLastError(), "fetch_kernel");
  std::vector<uint4> components(std::size_t(count), uint4{});
  must(cudaMemcpy(components.data(), out.get(), components.size() * sizeof(uint4), cudaMemcpyDeviceToHost),
       "cudaMemcpy");
  return components;
}

ResultType result_type(const ElementFormat& format, ReadMode read_mode) {
  const bool stays = format.bits == 32 || read_mode == ReadMode::element;
  if (format.kind == ElementKind::floating || !stays) return ResultType::floating;
  return format.kind == ElementKind::unsigned_int ? ResultType::unsigned_int : ResultType::signed_int;
}

} // namespace texelscope::captures

int main(int argc, char** argv) {
  using namespace texelscope::captures;
  if (argc < 2) {
    std::puts("texelscope_probe FOLDER: asks which GL formats CUDA shares, and how the GPU decodes sRGB "
              "(FOLDER/srgb.txt) and "
              "block-compressed texels (FOLDER/bc.bin).");
    return 2;
  }
  cudaDeviceProp device = {};
  int runtime = 0, driver = 0;
  must(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
  must(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  must(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  std::printf(
      "%s, compute %d.%d, driver for CUDA %d, runtime %d, maxTexture2D %d x %d, maxSurface2D %d x %d\n",
      device.name, device.major, device.minor, driver, runtime, device.maxTexture2D[0],
      device.maxTexture2D[1], device.maxSurface2D[0], device.maxSurface2D[1]);
  probe_srgb(argv[1]);
  probe_block_compression(std::filesystem::path(argv[1]) / "bc.bin");
  probe_gl_formats();
}
