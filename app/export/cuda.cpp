// A program of the CUDA runtime API.
#include "app/export/device_texture.h"
#include "kernels/text/texts.h"

namespace texelscope::program {

namespace {
void main_function(Code& code, const Facts& facts) {
  code.open("int main(int argc, char** argv) {");
  point_to_texels(code, facts);
  runtime_texture(code, facts);
  code.lines(R"(uint4* result = nullptr;
CHECK(cudaMalloc(&result, sizeof(uint4) * width * height));
const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
fetch<<<grid, block>>>(texture, result);
CHECK(cudaGetLastError());
std::vector<std::uint32_t> words(std::size_t(width) * height * 4);
CHECK(cudaMemcpy(words.data(), result, words.size() * sizeof(std::uint32_t), cudaMemcpyDeviceToHost));
write_picture(words, argc > 1 ? argv[1] : nullptr);

CHECK(cudaFree(result));
CHECK(cudaDestroyTextureObject(texture));)");
  if (!is_array(facts.e.storage))
    code.line("CHECK(cudaFree(memory));");
  else
    code.line(gives_levels(facts.e) ? "CHECK(cudaFreeMipmappedArray(mipmapped));"
                                    : "CHECK(cudaFreeArray(array));");
  code.close();
}
} // namespace

std::string runtime_program(const Facts& facts, Text what, std::string_view build,
                            const std::vector<std::string>& remarks) {
  Code code;
  header(code, facts, what, build, remarks);
  code.lines(R"(#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#define CHECK(call) check(call, #call)
static void check(cudaError_t error, const char* call) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(error));
  std::exit(1);
}
)");
  code.line();
  size_constants(code, facts);
  host_texels(code, facts);
  if (is_array(facts.e.storage) && gives_levels(facts.e)) level_table(code, facts);
  code.lines(cuda_kernel(facts, "static __global__ "));
  write_picture_function(code);
  code.line();
  main_function(code, facts);
  return code.text();
}

ExportedProgram cuda_program(const ExportRequest& request) {
  Facts facts(request, false);
  const char* build = "//   nvcc -arch=native texture.cu -o texture\n//   ./texture [result.bin]";
  return finished(facts, runtime_program(facts, Text::export_cuda, build, {}));
}

} // namespace texelscope::program
