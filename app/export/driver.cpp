// A program of the CUDA driver API, its kernel compiled by NVRTC.
#include "app/export/device_texture.h"
#include "kernels/text/texts.h"

namespace texelscope::program {

namespace {
constexpr std::string_view preamble = R"(#include <cmath>
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
}
)";

constexpr std::string_view compile_function = R"(// The kernel as PTX for the device's architecture.
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
)";

void main_function(Code& code, const Facts& facts) {
  code.open("int main(int argc, char** argv) {");
  code.lines(R"(CHECK(cuInit(0));
CUdevice device = 0;
CHECK(cuDeviceGet(&device, 0));
CUcontext context = nullptr;
CHECK(cuDevicePrimaryCtxRetain(&context, device));
CHECK(cuCtxSetCurrent(context));
CUmodule module = nullptr;
CHECK(cuModuleLoadData(&module, compile(device).c_str()));
CUfunction fetch = nullptr;
CHECK(cuModuleGetFunction(&fetch, module, "fetch"));
)");
  code.line();
  point_to_texels(code, facts);
  driver_texture(code, facts);
  code.lines(R"(std::vector<std::uint32_t> words(std::size_t(width) * height * 4);
CUdeviceptr result = 0;
CHECK(cuMemAlloc(&result, words.size() * sizeof(std::uint32_t)));
void* arguments[] = {&texture, &result};
CHECK(cuLaunchKernel(fetch, (width + 15) / 16, (height + 15) / 16, 1, 16, 16, 1, 0, nullptr, arguments, nullptr));
CHECK(cuMemcpyDtoH(words.data(), result, words.size() * sizeof(std::uint32_t)));
write_picture(words, argc > 1 ? argv[1] : nullptr);

CHECK(cuMemFree(result));
CHECK(cuTexObjectDestroy(texture));)");
  if (!is_array(facts.e.storage))
    code.line("CHECK(cuMemFree(memory));");
  else
    code.line(gives_levels(facts.e) ? "CHECK(cuMipmappedArrayDestroy(mipmapped));"
                                    : "CHECK(cuArrayDestroy(array));");
  code.line("CHECK(cuModuleUnload(module));");
  code.line("CHECK(cuDevicePrimaryCtxRelease(device));");
  code.close();
}
} // namespace

ExportedProgram driver_program(const ExportRequest& request) {
  Facts facts(request, false);
  Code code;
  header(code, facts, Text::export_driver,
         "//   g++ -I/usr/local/cuda/include texture.cpp -L/usr/local/cuda/lib64 -lcuda -lnvrtc -o texture\n"
         "//   ./texture [result.bin]",
         {});
  code.lines(preamble);
  code.line();
  size_constants(code, facts);
  host_texels(code, facts);
  if (is_array(facts.e.storage) && gives_levels(facts.e)) level_table(code, facts);
  Code kernel;
  size_constants(kernel, facts);
  code.line("static const char kernel[] = R\"(");
  code.lines(kernel.text() + cuda_kernel(facts, "extern \"C\" __global__ "));
  code.line(")\";");
  code.line();
  code.lines(compile_function);
  code.line();
  write_picture_function(code);
  code.line();
  main_function(code, facts);
  return finished(facts, code.text());
}

} // namespace texelscope::program
