// Loads a module from a file, by the call that its first argument names, and fetches with it by the driver
// API.
#include <cuda.h>

#include <cstdio>
#include <cstring>

namespace {

CUtexObject texture_of_ones() {
  const CUDA_ARRAY_DESCRIPTOR size = {4, 4, CU_AD_FORMAT_FLOAT, 1};
  float ones[16];
  for (float& each : ones)
    each = 1;
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  cuArrayCreate(&resource.res.array.hArray, &size);
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = ones;
  copy.srcPitch = copy.WidthInBytes = 4 * sizeof(float);
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = resource.res.array.hArray;
  copy.Height = 4;
  cuMemcpy2D(&copy);
  CUDA_TEXTURE_DESC desc = {};
  CUtexObject texture = 0;
  cuTexObjectCreate(&texture, &resource, &desc, nullptr);
  return texture;
}

// The kernel "fetch", of an object and an address.
CUresult load(const char* call, const char* file, CUfunction* function) {
  if (std::strcmp(call, "module") == 0) {
    CUmodule module = nullptr;
    const CUresult result = cuModuleLoad(&module, file);
    return result == CUDA_SUCCESS ? cuModuleGetFunction(function, module, "fetch") : result;
  }
  CUlibrary library = nullptr;
  CUkernel kernel = nullptr;
  CUresult result = cuLibraryLoadFromFile(&library, file, nullptr, nullptr, 0, nullptr, nullptr, 0);
  if (result == CUDA_SUCCESS) result = cuLibraryGetKernel(&kernel, library, "fetch");
  return result == CUDA_SUCCESS ? cuKernelGetFunction(function, kernel) : result;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  CUdevice device = 0;
  CUcontext context = nullptr;
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  CUfunction function = nullptr;
  CUresult result = load(argv[1], argv[2], &function);
  CUtexObject texture = texture_of_ones();
  CUdeviceptr memory = 0;
  cuMemAlloc(&memory, sizeof(float));
  void* arguments[] = {&texture, &memory};
  float value = 0;
  if (result == CUDA_SUCCESS)
    result = cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
  if (result == CUDA_SUCCESS) result = cuMemcpyDtoH(&value, memory, sizeof value);
  std::printf("%d %g\n", int(result), double(value));
  return 0;
}
