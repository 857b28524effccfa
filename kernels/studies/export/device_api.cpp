#include "kernels/studies/export/device_api.h"

#include <algorithm>

namespace texelscope::program {

namespace {
// HIP's names are the runtime API's with "hip" in the place of "cuda": @api@ is either. An empty entry means
// that the API has no equivalent. Names that are missing here are set by the writer.
struct Entry {
  const char *name, *runtime, *driver;
};
constexpr Entry table[] = {
    // Functions.
    {"allocate", "@api@Malloc", "cuMemAlloc"},
    {"clear", "@api@Memset", "cuMemsetD8"},
    {"free", "@api@Free", "cuMemFree"},
    {"free_array", "@api@FreeArray", "cuArrayDestroy"},
    {"free_mipmapped", "@api@FreeMipmappedArray", "cuMipmappedArrayDestroy"},
    {"get_level", "@api@GetMipmappedArrayLevel", "cuMipmappedArrayGetLevel"},
    {"create_texture", "@api@CreateTextureObject", "cuTexObjectCreate"},
    {"destroy_texture", "@api@DestroyTextureObject", "cuTexObjectDestroy"},

    // Types and their fields.
    {"memory_t", "void*", "CUdeviceptr"},
    {"no_memory", "nullptr", "0"},
    {"array_t", "@api@Array_t", "CUarray"},
    {"mipmapped_t", "@api@MipmappedArray_t", "CUmipmappedArray"},
    {"texture_t", "@api@TextureObject_t", "CUtexObject"},
    {"resource_desc", "@api@ResourceDesc", "CUDA_RESOURCE_DESC"},
    {"view_desc", "@api@ResourceViewDesc", "CUDA_RESOURCE_VIEW_DESC"},
    {"texture_desc", "@api@TextureDesc", "CUDA_TEXTURE_DESC"},
    {"array_field", "array", "hArray"},
    {"mipmapped_field", "mipmap", "hMipmappedArray"},

    // Enumerators.
    {"resource_linear", "@api@ResourceTypeLinear", "CU_RESOURCE_TYPE_LINEAR"},
    {"resource_pitch", "@api@ResourceTypePitch2D", "CU_RESOURCE_TYPE_PITCH2D"},
    {"resource_array", "@api@ResourceTypeArray", "CU_RESOURCE_TYPE_ARRAY"},
    {"resource_mipmapped", "@api@ResourceTypeMipmappedArray", "CU_RESOURCE_TYPE_MIPMAPPED_ARRAY"},
    {"array_default", "@api@ArrayDefault", ""},
    {"array_layered", "@api@ArrayLayered", "CUDA_ARRAY3D_LAYERED"},
    {"array_cubemap", "@api@ArrayCubemap", "CUDA_ARRAY3D_CUBEMAP"},
    {"array_gather", "@api@ArrayTextureGather", "CUDA_ARRAY3D_TEXTURE_GATHER"},
    {"address_wrap", "@api@AddressModeWrap", "CU_TR_ADDRESS_MODE_WRAP"},
    {"address_clamp", "@api@AddressModeClamp", "CU_TR_ADDRESS_MODE_CLAMP"},
    {"address_mirror", "@api@AddressModeMirror", "CU_TR_ADDRESS_MODE_MIRROR"},
    {"address_border", "@api@AddressModeBorder", "CU_TR_ADDRESS_MODE_BORDER"},
    {"filter_point", "@api@FilterModePoint", "CU_TR_FILTER_MODE_POINT"},
    {"filter_linear", "@api@FilterModeLinear", "CU_TR_FILTER_MODE_LINEAR"},
    {"kind_name", "@api@ChannelFormatKind@runtime_kind@", "CU_AD_FORMAT_@driver_format@"},
    {"numbered_kind", "@api@ChannelFormatKind(@kind_number@) /* @kind_name@, of CUDA 13 */",
     "CUarray_format(@kind_number@) /* @kind_name@, of CUDA 13 */"},
    {"view_format", "@api@ResViewFormat@runtime_view@", "CU_RES_VIEW_FORMAT_@driver_view@"},

    // Structural differences of the APIs. The runtime API describes an element by a struct, the driver API by
    // a format and a number of channels.
    {"describe_element", "const @api@ChannelFormatDesc element = {@element_bits@, @kind@};", ""},
    {"resource_element", "resource.res.@memory@.desc = element;",
     "resource.res.@memory@.format = @kind@;\n"
     "resource.res.@memory@.numChannels = @channels@;"},
    // The driver API describes an array by a struct, the runtime API by arguments, with separate calls for
    // flat arrays.
    {"describe_array", "", R"(CUDA_ARRAY3D_DESCRIPTOR shape = {}; // 0 for what the dimension has not
shape.Width = @width@;
shape.Height = @height@;
shape.Depth = @depth@;
shape.Format = @kind@;
shape.NumChannels = @channels@;
shape.Flags = @array_flags@;)"},
    {"create_array", "@api@Malloc3DArray(&array, &element, make_@api@Extent(@extent@), @array_flags@)",
     "cuArray3DCreate(&array, &shape)"},
    {"create_flat_array", "@api@MallocArray(&array, &element, @width@, @height@, @array_flags@)",
     "@create_array@"},
    {"create_mipmapped",
     "@api@MallocMipmappedArray(&mipmapped, &element, make_@api@Extent(@extent@), @levels@, @array_flags@)",
     "cuMipmappedArrayCreate(&mipmapped, &shape, @levels@)"},
    {"allocate_pitch", "@api@MallocPitch(&memory, &pitch, @row@, @rows@)",
     "cuMemAllocPitch(&memory, &pitch, @row@, @rows@, 4)"},
    // Copies.
    {"copy_linear", "CHECK(@api@Memcpy(memory, texels, @row@, @api@MemcpyHostToDevice));",
     "CHECK(cuMemcpyHtoD(memory, texels, @row@));"},
    {"copy_pitch",
     "CHECK(@api@Memcpy2D(memory, pitch, texels, @row@, @row@, @rows@, @api@MemcpyHostToDevice));",
     R"(CUDA_MEMCPY2D copy = {};
copy.srcMemoryType = CU_MEMORYTYPE_HOST;
copy.srcHost = texels;
copy.srcPitch = @row@;
copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
copy.dstDevice = memory;
copy.dstPitch = pitch;
copy.WidthInBytes = @row@;
copy.Height = @rows@;
CHECK(cuMemcpy2D(&copy));)"},
    {"texels", "const_cast<unsigned char*>(texels)", "texels"},
    {"copy_array", R"(@api@Memcpy3DParms copy = {};
copy.srcPtr = make_@api@PitchedPtr(@source@, @row@, @level_width@, @rows@);
copy.dstArray = array;
copy.extent = make_@api@Extent(@level_width@, @level_height@, @level_depth@);
copy.kind = @api@MemcpyHostToDevice;
CHECK(@api@Memcpy3D(&copy));)",
     R"(CUDA_MEMCPY3D copy = {};
copy.srcMemoryType = CU_MEMORYTYPE_HOST;
copy.srcHost = @source@;
copy.srcPitch = @row@;
copy.srcHeight = @rows@;
copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
copy.dstArray = array;
copy.WidthInBytes = @row@;
copy.Height = @rows@;
copy.Depth = @level_depth@;
CHECK(cuMemcpy3D(&copy));)"},
    {"copy_flat_array",
     "CHECK(@api@Memcpy2DToArray(array, 0, 0, texels, @row@, @row@, @rows@, @api@MemcpyHostToDevice));",
     "@copy_array@"},
    {"depth_of_level", "level.depth", "std::size_t(level.depth)"},

    // Parts of the whole program.
    {"preamble", R"(#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <@header@>

#define CHECK(call) check(call, #call)
static void check(@api@Error_t error, const char* call) {
  if (error == @api@Success) return;
  std::fprintf(stderr, "%s: %s\n", call, @api@GetErrorString(error));
  std::exit(1);
})",
     R"(#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string>
#include <vector>

#include <cuda.h>
#include <nvrtc.h>

#define CHECK(call) check(call, #call)
static void check(CUresult error, const char* call) {
  if (error == CUDA_SUCCESS) return;
  const char* words = nullptr;
  cuGetErrorString(error, &words);
  std::fprintf(stderr, "%s: %s\n", call, words ? words : "unknown error");
  std::exit(1);
}
static void check(nvrtcResult error, const char* call) {
  if (error == NVRTC_SUCCESS) return;
  std::fprintf(stderr, "%s: %s\n", call, nvrtcGetErrorString(error));
  std::exit(1);
})"},
    // The driver API loads a kernel as a module, which NVRTC compiles from a string.
    {"kernel", "static __global__ void fetch(@api@TextureObject_t texture, uint4* result)",
     "extern \"C\" __global__ void fetch(cudaTextureObject_t texture, uint4* result)"},
    {"before_kernel", "", "static const char kernel[] = R\"(\n@size_constants@"},
    {"after_kernel", "", R"-()";

// The kernel as PTX for the device's architecture.
static std::string compile(CUdevice device) {
  int major = 0, minor = 0;
  CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
  CHECK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
  const std::string architecture = "--gpu-architecture=compute_" + std::to_string(major) + std::to_string(minor);
  const char* options[] = {architecture.c_str()};
  nvrtcProgram program = nullptr;
  CHECK(nvrtcCreateProgram(&program, kernel, "fetch.cu", 0, nullptr, nullptr));
  CHECK(nvrtcCompileProgram(program, 1, options));
  std::size_t size = 0;
  CHECK(nvrtcGetPTXSize(program, &size));
  std::string ptx(size, '\0');
  CHECK(nvrtcGetPTX(program, ptx.data()));
  CHECK(nvrtcDestroyProgram(&program));
  return ptx;
}

)-"},
    {"load_module", "", R"(CHECK(cuInit(0));
CUdevice device = 0;
CHECK(cuDeviceGet(&device, 0));
CUcontext context = nullptr;
CHECK(cuDevicePrimaryCtxRetain(&context, device));
CHECK(cuCtxSetCurrent(context));
CUmodule module = nullptr;
CHECK(cuModuleLoadData(&module, compile(device).c_str()));
CUfunction fetch = nullptr;
CHECK(cuModuleGetFunction(&fetch, module, "fetch"));

)"},
    {"launch", R"(uint4* result = nullptr;
CHECK(@api@Malloc(&result, sizeof(uint4) * width * height));
const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
fetch<<<grid, block>>>(texture, result);
CHECK(@api@GetLastError());
std::vector<std::uint32_t> words(std::size_t(width) * height * 4);
CHECK(@api@Memcpy(words.data(), result, words.size() * sizeof(std::uint32_t), @api@MemcpyDeviceToHost));)",
     R"(std::vector<std::uint32_t> words(std::size_t(width) * height * 4);
CUdeviceptr result = 0;
CHECK(cuMemAlloc(&result, words.size() * sizeof(std::uint32_t)));
void* arguments[] = {&texture, &result};
CHECK(cuLaunchKernel(fetch, (width + 15) / 16, (height + 15) / 16, 1, 16, 16, 1, 0, nullptr, arguments, nullptr));
CHECK(cuMemcpyDtoH(words.data(), result, words.size() * sizeof(std::uint32_t)));)"},
    {"unload_module", "", "CHECK(cuModuleUnload(module));\nCHECK(cuDevicePrimaryCtxRelease(device));"},
};
} // namespace

DeviceApi::DeviceApi(ExportTarget target) : is_driver_(target == ExportTarget::driver) {
  for (const Entry& entry : table)
    set(entry.name, is_driver_ ? entry.driver : entry.runtime);
  const bool hip = target == ExportTarget::hip;
  set("api", hip ? "hip" : "cuda");
  set("header", hip ? "hip/hip_runtime.h" : "cuda_runtime.h");
}

std::string DeviceApi::filled(std::string_view pattern) const {
  std::string out;
  while (!pattern.empty()) {
    const std::size_t end = std::min(pattern.find('\n'), pattern.size());
    const std::string_view line = pattern.substr(0, end);
    const std::string text = filled_line(line);
    if (!text.empty() || line.empty()) out += text + "\n";
    pattern.remove_prefix(std::min(pattern.size(), end + 1));
  }
  return out;
}

std::string DeviceApi::filled_line(std::string_view line) const {
  const std::string indent(std::min(line.find_first_not_of(' '), line.size()), ' ');
  std::string out;
  for (std::size_t at = line.find('@'); at != std::string_view::npos; at = line.find('@')) {
    const std::size_t end = line.find('@', at + 1);
    std::string text = filled(patterns.at(std::string(line.substr(at + 1, end - at - 1))));
    if (text.empty()) return {};
    text.pop_back(); // its last line's end
    for (std::size_t next = 0; (next = text.find('\n', next)) != std::string::npos; next += indent.size() + 1)
      text.insert(next + 1, indent);
    out.append(line.substr(0, at)).append(text);
    line.remove_prefix(end + 1);
  }
  return out.append(line);
}

} // namespace texelscope::program
