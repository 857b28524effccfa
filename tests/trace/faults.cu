// Programs that texelscope traces, by name: each makes one mistake that real programs make, those called
// clean-... none. They use the runtime API; the build links one with the static library, one with the shared.
//
// Each prints its own name and a fetched value, whatever CUDA says, as programs do that check no errors.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace {

__global__ void fetch(cudaTextureObject_t texture, float* to) {
  *to = tex2D<float>(texture, 1.5f, 1.5f);
}

const char* name_of_program = "";

void print(cudaTextureObject_t texture) {
  float *value = nullptr, shown = 0;
  cudaMalloc(&value, sizeof *value);
  if (texture != 0) fetch<<<1, 1>>>(texture, value);
  cudaMemcpy(&shown, value, sizeof shown, cudaMemcpyDeviceToHost);
  cudaFree(value);
  std::printf("%s: %g\n", name_of_program, shown);
}

cudaChannelFormatDesc floats() {
  return cudaCreateChannelDesc<float>();
}

cudaTextureDesc clamped() {
  cudaTextureDesc desc = {};
  for (cudaTextureAddressMode& mode : desc.addressMode)
    mode = cudaAddressModeClamp;
  return desc;
}

cudaTextureDesc wrapped_in_texels() {
  cudaTextureDesc desc = {}; // cudaAddressModeWrap
  desc.filterMode = cudaFilterModeLinear;
  return desc;
}

cudaResourceDesc of(cudaArray_t array) {
  cudaResourceDesc desc = {};
  desc.resType = cudaResourceTypeArray;
  desc.res.array.array = array;
  return desc;
}

cudaResourceDesc of(cudaMipmappedArray_t array) {
  cudaResourceDesc desc = {};
  desc.resType = cudaResourceTypeMipmappedArray;
  desc.res.mipmap.mipmap = array;
  return desc;
}

cudaResourceDesc linear(void* memory, std::size_t bytes, const cudaChannelFormatDesc& channels = floats()) {
  cudaResourceDesc desc = {};
  desc.resType = cudaResourceTypeLinear;
  desc.res.linear = {memory, channels, bytes};
  return desc;
}

cudaResourceDesc pitch(void* memory, std::size_t width, std::size_t height, std::size_t bytes) {
  cudaResourceDesc desc = {};
  desc.resType = cudaResourceTypePitch2D;
  desc.res.pitch2D = {memory, floats(), width, height, bytes};
  return desc;
}

cudaTextureObject_t make(const cudaResourceDesc& resource, const cudaTextureDesc& desc,
                         const cudaResourceViewDesc* view = nullptr) {
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &desc, view);
  return texture;
}

cudaArray_t array_2d(const cudaChannelFormatDesc& channels = floats(), unsigned flags = 0) {
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &channels, 64, 32, flags);
  return array;
}

// Makes an object of a 2-D array, fetches and cleans up.
void use(const cudaTextureDesc& desc, const cudaChannelFormatDesc& channels = floats()) {
  const cudaArray_t array = array_2d(channels);
  const cudaTextureObject_t texture = make(of(array), desc);
  print(texture);
  if (texture != 0) cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}

void use_memory(std::size_t bytes, const cudaTextureDesc& desc, cudaResourceDesc (*resource)(void*)) {
  void* memory = nullptr;
  cudaMalloc(&memory, bytes);
  const cudaTextureObject_t texture = make(resource(memory), desc);
  print(texture);
  if (texture != 0) cudaDestroyTextureObject(texture);
  cudaFree(memory);
}

void wrap_in_texels() {
  use(wrapped_in_texels());
}

void third_axis() {
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc channels = floats();
  cudaMalloc3DArray(&array, &channels, {16, 16, 16});
  cudaTextureDesc desc = clamped();
  desc.normalizedCoords = 1;
  desc.addressMode[2] = cudaTextureAddressMode(0);
  const cudaTextureObject_t texture = make(of(array), desc);
  print(texture);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}

void pitch_alignment() {
  use_memory(641 * 12 * 16, clamped(), [](void* memory) { return pitch(memory, 641 * 3, 16, 641 * 12); });
}

void pitch_too_short() {
  use_memory(1 << 20, clamped(), [](void* memory) { return pitch(memory, 256, 64, 512); });
}

void address_alignment() {
  use_memory(8192, clamped(), [](void* memory) { return linear(static_cast<char*>(memory) + 256, 4096); });
}

void past_the_allocation() {
  use_memory(1 << 16, clamped(), [](void* memory) { return linear(memory, std::size_t(64) << 20); });
}

void linear_filter_of_integers() {
  cudaTextureDesc desc = clamped();
  desc.filterMode = cudaFilterModeLinear;
  use(desc, cudaCreateChannelDesc<unsigned char>());
}

void normalized_32_bits() {
  cudaTextureDesc desc = clamped();
  desc.readMode = cudaReadModeNormalizedFloat;
  use(desc, cudaCreateChannelDesc<unsigned>());
}

void three_channels() {
  use(clamped(), cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned));
}

void srgb_of_16_bits() {
  cudaTextureDesc desc = clamped();
  desc.readMode = cudaReadModeNormalizedFloat;
  desc.sRGB = 1;
  use(desc, cudaCreateChannelDesc<ushort4>());
}

cudaMipmappedArray_t mipmapped() {
  cudaMipmappedArray_t array = nullptr;
  const cudaChannelFormatDesc channels = floats();
  cudaMallocMipmappedArray(&array, &channels, {64, 64, 0}, 5);
  return array;
}

void use_mipmapped(float max_level) {
  const cudaMipmappedArray_t array = mipmapped();
  cudaTextureDesc desc = clamped();
  desc.normalizedCoords = 1;
  desc.filterMode = desc.mipmapFilterMode = cudaFilterModeLinear;
  desc.maxMipmapLevelClamp = max_level;
  const cudaTextureObject_t texture = make(of(array), desc);
  print(texture);
  cudaDestroyTextureObject(texture);
  cudaFreeMipmappedArray(array);
}

void max_level_left_at_zero() {
  use_mipmapped(0);
}

void use_surface(unsigned flags) {
  const cudaArray_t array = array_2d(floats(), flags);
  const cudaResourceDesc resource = of(array);
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  print(0);
  if (surface != 0) cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
}

void surface_flag() {
  use_surface(0);
}

void surface_of_memory() {
  void* memory = nullptr;
  cudaMalloc(&memory, 4096);
  const cudaResourceDesc resource = linear(memory, 4096);
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  print(0);
  cudaFree(memory);
}

void freed_memory() {
  void* memory = nullptr;
  cudaMalloc(&memory, 4096);
  const cudaTextureObject_t texture = make(linear(memory, 4096), clamped());
  print(texture);
  cudaFree(memory);
  cudaDestroyTextureObject(texture);
}

void freed_array() {
  const cudaArray_t array = array_2d();
  const cudaTextureObject_t texture = make(of(array), clamped());
  print(texture);
  cudaFreeArray(array);
  cudaDestroyTextureObject(texture);
}

void leak() {
  const cudaArray_t array = array_2d();
  cudaTextureObject_t texture = 0;
  for (int i = 0; i < 100; ++i)
    texture = make(of(array), clamped());
  print(texture);
  cudaDestroyTextureObject(texture);
}

void uninitialized_descriptor() {
  cudaTextureDesc desc;
  std::memset(&desc, 0x5a, sizeof desc); // what the stack happens to hold
  desc.filterMode = cudaFilterModePoint;
  use(desc);
}

void view_size() {
  const cudaArray_t array = array_2d();
  cudaResourceViewDesc view = {};
  view.format = cudaResViewFormatUnsignedInt1;
  view.width = 32;
  view.height = 32;
  const cudaTextureObject_t texture = make(of(array), clamped(), &view);
  print(texture);
  cudaFreeArray(array);
}

void cube_faces() {
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc channels = floats();
  cudaMalloc3DArray(&array, &channels, {16, 16, 5}, cudaArrayCubemap);
  print(0);
  if (array != nullptr) cudaFreeArray(array);
}

void destroyed_twice() {
  const cudaArray_t array = array_2d();
  const cudaTextureObject_t texture = make(of(array), clamped());
  print(texture);
  cudaDestroyTextureObject(texture);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}

void threads() {
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i)
    workers.emplace_back([] {
      const cudaArray_t array = array_2d();
      for (int repeat = 0; repeat < 50; ++repeat)
        cudaDestroyTextureObject(make(of(array), wrapped_in_texels()));
      cudaFreeArray(array);
    });
  for (std::thread& worker : workers)
    worker.join();
  print(0);
}

void graph() {
  const cudaArray_t array = array_2d();
  float* value = nullptr;
  cudaMalloc(&value, sizeof *value);
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  const cudaTextureObject_t texture = make(of(array), wrapped_in_texels());
  fetch<<<1, 1, 0, stream>>>(texture, value);
  cudaGraph_t recorded = nullptr;
  cudaStreamEndCapture(stream, &recorded);
  cudaGraphExec_t ready = nullptr;
  cudaGraphInstantiate(&ready, recorded, 0);
  for (int i = 0; i < 10; ++i)
    cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  print(texture);
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(recorded);
  cudaStreamDestroy(stream);
  cudaDestroyTextureObject(texture);
  cudaFree(value);
  cudaFreeArray(array);
}

// The child is the one that uses CUDA.
void in_a_child() {
  const pid_t child = ::fork();
  if (child == 0) {
    use(wrapped_in_texels());
    std::fflush(stdout);
    ::_exit(7);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  std::printf("child: %d\n", WEXITSTATUS(status));
}

// The parent uses CUDA, then starts this program anew.
void in_a_program_started_by_it() {
  use(clamped());
  std::fflush(stdout);
  if (::fork() == 0) {
    ::execl("/proc/self/exe", name_of_program, "wrap-in-texels", nullptr);
    ::_exit(127);
  }
  ::wait(nullptr);
}

void crash() {
  const cudaArray_t array = array_2d();
  print(make(of(array), wrapped_in_texels()));
  std::fflush(stdout);
  std::abort();
}

void exit_code() {
  use(wrapped_in_texels());
  std::exit(42);
}

void clean_array() {
  cudaTextureDesc desc = clamped();
  desc.filterMode = cudaFilterModeLinear;
  use(desc);
}

void clean_layers() {
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<uchar4>();
  cudaMalloc3DArray(&array, &channels, {32, 32, 8}, cudaArrayLayered);
  cudaTextureDesc desc = {};
  desc.filterMode = cudaFilterModeLinear;
  desc.readMode = cudaReadModeNormalizedFloat;
  desc.normalizedCoords = 1;
  const cudaTextureObject_t texture = make(of(array), desc);
  print(texture);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}

void clean_mipmapped() {
  use_mipmapped(4);
}

void clean_memory() {
  use_memory(8192, cudaTextureDesc(),
             [](void* memory) { return linear(static_cast<char*>(memory) + 512, 4096); });
}

void clean_surface() {
  use_surface(cudaArraySurfaceLoadStore);
}

void clean_pitch() {
  void* memory = nullptr;
  std::size_t bytes = 0;
  cudaMallocPitch(&memory, &bytes, 100 * sizeof(float), 30);
  const cudaTextureObject_t texture = make(pitch(memory, 100, 30, bytes), clamped());
  print(texture);
  cudaDestroyTextureObject(texture);
  cudaFree(memory);
}

struct Named {
  const char* name;
  void (*run)();
};
constexpr Named programs[] = {{"wrap-in-texels", wrap_in_texels},
                              {"third-axis", third_axis},
                              {"pitch-alignment", pitch_alignment},
                              {"pitch-too-short", pitch_too_short},
                              {"address-alignment", address_alignment},
                              {"past-the-allocation", past_the_allocation},
                              {"linear-filter-of-integers", linear_filter_of_integers},
                              {"normalized-32-bits", normalized_32_bits},
                              {"three-channels", three_channels},
                              {"srgb-of-16-bits", srgb_of_16_bits},
                              {"max-level-left-at-zero", max_level_left_at_zero},
                              {"surface-flag", surface_flag},
                              {"surface-of-memory", surface_of_memory},
                              {"freed-memory", freed_memory},
                              {"freed-array", freed_array},
                              {"leak", leak},
                              {"uninitialized-descriptor", uninitialized_descriptor},
                              {"view-size", view_size},
                              {"cube-faces", cube_faces},
                              {"destroyed-twice", destroyed_twice},
                              {"threads", threads},
                              {"graph", graph},
                              {"in-a-child", in_a_child},
                              {"in-a-program-started-by-it", in_a_program_started_by_it},
                              {"crash", crash},
                              {"exit-code", exit_code},
                              {"clean-array", clean_array},
                              {"clean-layers", clean_layers},
                              {"clean-mipmapped", clean_mipmapped},
                              {"clean-memory", clean_memory},
                              {"clean-surface", clean_surface},
                              {"clean-pitch", clean_pitch}};

} // namespace

int main(int argc, char** argv) {
  for (const Named& program : programs)
    if (argc == 2 && std::strcmp(argv[1], program.name) == 0) {
      name_of_program = program.name;
      program.run();
      return 0;
    }
  for (const Named& program : programs)
    std::printf("%s\n", program.name);
  return argc == 1 ? 0 : 2;
}
