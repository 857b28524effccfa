// Programs like those of faults.cu, of the driver API.
#include <cuda.h>

#include <cstdio>
#include <cstring>

namespace {

CUarray array_2d(CUarray_format format = CU_AD_FORMAT_FLOAT, unsigned channels = 1) {
  const CUDA_ARRAY_DESCRIPTOR desc = {64, 32, format, channels};
  CUarray array = nullptr;
  cuArrayCreate(&array, &desc);
  return array;
}

CUtexObject make(CUarray array, CUaddress_mode mode, CUfilter_mode filter, unsigned flags) {
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUDA_TEXTURE_DESC desc = {};
  for (CUaddress_mode& each : desc.addressMode)
    each = mode;
  desc.filterMode = filter;
  desc.flags = flags;
  CUtexObject texture = 0;
  cuTexObjectCreate(&texture, &resource, &desc, nullptr);
  return texture;
}

void use(CUaddress_mode mode, CUfilter_mode filter, unsigned flags,
         CUarray_format format = CU_AD_FORMAT_FLOAT) {
  CUarray array = array_2d(format);
  if (const CUtexObject texture = make(array, mode, filter, flags)) cuTexObjectDestroy(texture);
  cuArrayDestroy(array);
}

void mirror_in_texels() {
  use(CU_TR_ADDRESS_MODE_MIRROR, CU_TR_FILTER_MODE_LINEAR, 0);
}

void linear_filter_of_integers() {
  use(CU_TR_ADDRESS_MODE_CLAMP, CU_TR_FILTER_MODE_LINEAR, CU_TRSF_READ_AS_INTEGER,
      CU_AD_FORMAT_UNSIGNED_INT8);
}

// The first context is destroyed with its object.
void two_contexts() {
  CUdevice device = 0;
  cuDeviceGet(&device, 0);
  CUcontext contexts[2] = {};
  for (CUcontext& context : contexts) {
#if CUDA_VERSION >= 13000
    cuCtxCreate(&context, nullptr, 0, device);
#else
    cuCtxCreate(&context, 0, device);
#endif
    make(array_2d(), CU_TR_ADDRESS_MODE_CLAMP, CU_TR_FILTER_MODE_POINT, CU_TRSF_NORMALIZED_COORDINATES);
  }
  cuCtxDestroy(contexts[0]);
}

void clean_driver() {
  use(CU_TR_ADDRESS_MODE_WRAP, CU_TR_FILTER_MODE_LINEAR, CU_TRSF_NORMALIZED_COORDINATES);
}

struct Named {
  const char* name;
  void (*run)();
};
constexpr Named programs[] = {{"mirror-in-texels", mirror_in_texels},
                              {"linear-filter-of-integers", linear_filter_of_integers},
                              {"two-contexts", two_contexts},
                              {"clean-driver", clean_driver}};

} // namespace

int main(int argc, char** argv) {
  for (const Named& program : programs) {
    if (argc != 2 || std::strcmp(argv[1], program.name) != 0) continue;
    cuInit(0);
    CUdevice device = 0;
    cuDeviceGet(&device, 0);
    CUcontext context = nullptr;
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    program.run();
    std::printf("%s\n", program.name);
    return 0;
  }
  for (const Named& program : programs)
    std::printf("%s\n", program.name);
  return argc == 1 ? 0 : 2;
}
