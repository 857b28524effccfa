#include "kernels/studies/export/device_program.h"

namespace texelscope::program {

namespace {
void level_table(Code& code, const Facts& facts) {
  code.open("struct Level {");
  code.line("std::size_t offset;            // of its first byte");
  code.line("std::size_t row_bytes, rows;   // of one plane");
  code.line("int width, height, depth;      // texels");
  code.close("};");
  code.open("static const Level levels[] = {");
  for (const TexelLevel& level : facts.data.levels)
    code.line("{" + std::to_string(level.offset) + ", " + std::to_string(level.row_bytes) + ", " +
              std::to_string(level.rows) + ", " + std::to_string(level.width) + ", " +
              std::to_string(level.height) + ", " + std::to_string(level.depth) + "},");
  code.close("};");
  code.line();
}

void main_function(Code& code, const Facts& facts, DeviceApi& api) {
  code.open("int main(int argc, char** argv) {");
  code.lines(api.filled("@load_module@"));
  point_to_texels(code, facts);
  code.lines(device_texture(facts, api));
  api.set("free_texels", is_mipmapped(facts.e)       ? "@free_mipmapped@(mipmapped)"
                         : is_array(facts.e.storage) ? "@free_array@(array)"
                                                     : "@free@(memory)");
  code.lines(api.filled(R"(@launch@
write_picture(words, argc > 1 ? argv[1] : nullptr);

CHECK(@free@(result));
CHECK(@destroy_texture@(texture));
CHECK(@free_texels@);
@unload_module@)"));
  code.close();
}
} // namespace

ExportedProgram device_program(ExportTarget target, const ExportRequest& request,
                               const std::vector<std::string_view>& build, std::vector<std::string> remarks) {
  Facts facts(request, false);
  DeviceApi api(target);
  Code code, sizes;
  size_constants(sizes, facts);
  api.set("size_constants", sizes.text());
  header(code, facts, enum_table<ExportTarget>()[std::size_t(target)].label, build, remarks);
  code.lines(api.filled("@preamble@"));
  code.line();
  if (target == ExportTarget::hip) code.lines("#pragma clang fp contract(off)\n\n");
  code.lines(sizes.text());
  host_texels(code, facts);
  if (is_mipmapped(facts.e)) level_table(code, facts);
  code.lines(api.filled("@before_kernel@"));
  code.lines(cuda_kernel(facts, api.filled_line("@kernel@")));
  code.lines(api.filled("@after_kernel@"));
  write_picture_function(code);
  code.line();
  main_function(code, facts, api);
  return finished(facts, code.text(), std::move(remarks));
}

ExportedProgram cuda_program(const ExportRequest& request) {
  return device_program(ExportTarget::cuda, request,
                        {"nvcc -arch=native texture.cu -o texture", "./texture [result.bin]"});
}

ExportedProgram driver_program(const ExportRequest& request) {
  return device_program(
      ExportTarget::driver, request,
      {"g++ -I/usr/local/cuda/include texture.cpp -L/usr/local/cuda/lib64 -lcuda -lnvrtc -o texture",
       "./texture [result.bin]"});
}

} // namespace texelscope::program
