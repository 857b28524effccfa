// A program of the CUDA driver API, its kernel compiled by NVRTC.
#include <algorithm>

#include "app/export/facts.h"
#include "kernels/texts.h"

namespace texelscope::program {

namespace {
std::string number(std::size_t value) {
  return std::to_string(value);
}

std::string plain_format(const ElementFormat& f) {
  if (f.kind == ElementKind::floating) return f.bits == 16 ? "CU_AD_FORMAT_HALF" : "CU_AD_FORMAT_FLOAT";
  return std::string("CU_AD_FORMAT_") + (f.kind == ElementKind::signed_int ? "SIGNED" : "UNSIGNED") + "_INT" + std::to_string(f.bits);
}

std::string block_format(bc::Format format) {
  static constexpr const char* names[] = {"BC1_UNORM", "BC2_UNORM", "BC3_UNORM", "BC4_UNORM", "BC4_SNORM",
                                          "BC5_UNORM", "BC5_SNORM", "BC6H_UF16", "BC6H_SF16", "BC7_UNORM"};
  return std::string("CU_AD_FORMAT_") + names[std::size_t(format)];
}

struct Element {
  std::string format;
  int channels;
};

Element element_of(const Facts& facts) {
  const ElementFormat& f = facts.e.is_relaid() ? facts.e.format : facts.memory.format;
  switch (facts.e.channel_kind) {
  case ChannelKind::plain:
    break;
  case ChannelKind::normalized:
    return {std::string("CU_AD_FORMAT_") + (f.kind == ElementKind::signed_int ? "SNORM" : "UNORM") + "_INT" +
                std::to_string(f.bits) + "X" + std::to_string(f.channels),
            f.channels};
  case ChannelKind::packed:
    return {"CU_AD_FORMAT_UNORM_INT_101010_2", 4};
  case ChannelKind::blocks: {
    const bc::Format blocks = facts.request.texels.compressed->format;
    return {block_format(blocks), bc::channels(blocks)};
  }
  }
  return {plain_format(f), f.channels};
}

void set(Code& code, const std::string& variable, const std::string& field, const std::string& value) {
  code.line(variable + "." + field + " = " + value + ";");
}

void array_descriptor(Code& code, const Facts& facts, const Element& element) {
  const Dimension d = facts.e.dimension;
  std::string flags;
  const auto add = [&](const char* flag) { flags += std::string(flags.empty() ? "" : " | ") + flag; };
  if (is_layered(d)) add("CUDA_ARRAY3D_LAYERED");
  if (is_cube(d)) add("CUDA_ARRAY3D_CUBEMAP");
  if (facts.view.function == FetchKind::gather) add("CUDA_ARRAY3D_TEXTURE_GATHER");
  code.line("CUDA_ARRAY3D_DESCRIPTOR shape = {}; // 0 for what the dimension has not");
  set(code, "shape", "Width", std::to_string(facts.memory.width));
  if (!is_1d(d)) set(code, "shape", "Height", std::to_string(facts.memory.height));
  if (d != Dimension::d1 && d != Dimension::d2) set(code, "shape", "Depth", std::to_string(plane_count(d, facts.memory.depth)));
  set(code, "shape", "Format", element.format);
  set(code, "shape", "NumChannels", std::to_string(element.channels));
  if (!flags.empty()) set(code, "shape", "Flags", flags);
}

void upload(Code& code, const std::string& offset, const std::string& row, const std::string& rows, const std::string& depth) {
  code.line("CUDA_MEMCPY3D copy = {};");
  set(code, "copy", "srcMemoryType", "CU_MEMORYTYPE_HOST");
  set(code, "copy", "srcHost", "texels" + offset);
  set(code, "copy", "srcPitch", row);
  set(code, "copy", "srcHeight", rows);
  set(code, "copy", "dstMemoryType", "CU_MEMORYTYPE_ARRAY");
  set(code, "copy", "dstArray", "array");
  set(code, "copy", "WidthInBytes", row);
  set(code, "copy", "Height", rows);
  set(code, "copy", "Depth", depth);
  code.line("CHECK(cuMemcpy3D(&copy));");
}

void arrays(Code& code, const Facts& facts, const Element& element) {
  array_descriptor(code, facts, element);
  if (gives_levels(facts.e)) {
    const std::string count = number(facts.data.levels.size());
    code.line("CUmipmappedArray mipmapped = nullptr;");
    code.line("CHECK(cuMipmappedArrayCreate(&mipmapped, &shape, " + count + "));");
    code.open("for (unsigned i = 0; i < " + count + "; ++i) {");
    code.line("const Level& level = levels[i];");
    code.line("CUarray array = nullptr;");
    code.line("CHECK(cuMipmappedArrayGetLevel(&array, mipmapped, i));");
    upload(code, " + level.offset", "level.row_bytes", "level.rows", "std::size_t(level.depth)");
    code.close();
  } else {
    const TexelLevel& level = facts.data.levels.front();
    code.line("CUarray array = nullptr;");
    code.line("CHECK(cuArray3DCreate(&array, &shape));");
    upload(code, "", number(level.row_bytes), number(level.rows), std::to_string(level.depth));
  }
  code.line();
  code.line("CUDA_RESOURCE_DESC resource = {};");
  set(code, "resource", "resType", gives_levels(facts.e) ? "CU_RESOURCE_TYPE_MIPMAPPED_ARRAY" : "CU_RESOURCE_TYPE_ARRAY");
  if (gives_levels(facts.e))
    set(code, "resource", "res.mipmap.hMipmappedArray", "mipmapped");
  else
    set(code, "resource", "res.array.hArray", "array");
}

void linear_memory(Code& code, const Facts& facts, const Element& element) {
  const std::string bytes = number(facts.data.levels.front().row_bytes);
  code.line("CUdeviceptr memory = 0;");
  code.line("CHECK(cuMemAlloc(&memory, " + bytes + "));");
  code.line("CHECK(cuMemcpyHtoD(memory, texels, " + bytes + "));");
  code.line();
  code.line("CUDA_RESOURCE_DESC resource = {};");
  set(code, "resource", "resType", "CU_RESOURCE_TYPE_LINEAR");
  set(code, "resource", "res.linear.devPtr", "memory");
  set(code, "resource", "res.linear.format", element.format);
  set(code, "resource", "res.linear.numChannels", std::to_string(element.channels));
  set(code, "resource", "res.linear.sizeInBytes", bytes);
}

void pitch_memory(Code& code, const Facts& facts, const Element& element) {
  const TexelLevel& texels = facts.data.levels.front();
  const std::string row = number(texels.row_bytes), rows = number(texels.rows);
  const bool relaid = facts.e.is_relaid();
  code.line("CUdeviceptr memory = 0;");
  if (relaid) {
    const std::string bytes = number(relaid_bytes(facts));
    code.line("const std::size_t pitch = " + std::to_string(facts.memory.pitch) + ";");
    code.line("CHECK(cuMemAlloc(&memory, " + bytes + "));");
    code.line("CHECK(cuMemsetD8(memory, 0, " + bytes + "));");
  } else {
    code.line("std::size_t pitch = 0;");
    code.line("CHECK(cuMemAllocPitch(&memory, &pitch, " + row + ", " + rows + ", 4));");
  }
  code.line("CUDA_MEMCPY2D copy = {};");
  set(code, "copy", "srcMemoryType", "CU_MEMORYTYPE_HOST");
  set(code, "copy", "srcHost", "texels");
  set(code, "copy", "srcPitch", row);
  set(code, "copy", "dstMemoryType", "CU_MEMORYTYPE_DEVICE");
  set(code, "copy", "dstDevice", "memory");
  set(code, "copy", "dstPitch", "pitch");
  set(code, "copy", "WidthInBytes", row);
  set(code, "copy", "Height", rows);
  code.line("CHECK(cuMemcpy2D(&copy));");
  code.line();
  code.line("CUDA_RESOURCE_DESC resource = {};");
  set(code, "resource", "resType", "CU_RESOURCE_TYPE_PITCH2D");
  set(code, "resource", "res.pitch2D.devPtr", "memory");
  set(code, "resource", "res.pitch2D.format", element.format);
  set(code, "resource", "res.pitch2D.numChannels", std::to_string(element.channels));
  set(code, "resource", "res.pitch2D.width", std::to_string(facts.e.width));
  set(code, "resource", "res.pitch2D.height", rows);
  set(code, "resource", "res.pitch2D.pitchInBytes", relaid ? std::to_string(facts.memory.told_pitch) : "pitch");
}

std::string view_format(const ElementFormat& f) {
  const char* kind = f.kind == ElementKind::floating ? "FLOAT" : f.kind == ElementKind::signed_int ? "SINT" : "UINT";
  return std::string("CU_RES_VIEW_FORMAT_") + kind + "_" + std::to_string(f.channels) + "X" + std::to_string(f.bits);
}

void resource_view(Code& code, const Facts& facts) {
  const Effective& e = facts.e;
  const MemoryShape& m = facts.memory;
  code.line("CUDA_RESOURCE_VIEW_DESC view = {};");
  set(code, "view", "format", view_format(e.format));
  set(code, "view", "width", std::to_string(m.width));
  if (!is_1d(e.dimension)) set(code, "view", "height", std::to_string(m.height));
  if (e.dimension != Dimension::d1 && e.dimension != Dimension::d2)
    set(code, "view", "depth", std::to_string(plane_count(e.dimension, m.depth)));
  set(code, "view", "firstMipmapLevel", std::to_string(m.first_level));
  set(code, "view", "lastMipmapLevel", std::to_string(m.first_level + e.level_count - 1));
  if (is_layered(e.dimension)) {
    set(code, "view", "firstLayer", std::to_string(m.first_layer));
    set(code, "view", "lastLayer", std::to_string(m.first_layer + e.depth - 1));
  }
  code.line();
}

std::string sampler_flags(const SamplerSpec& s) {
  std::string flags;
  const auto add = [&](bool on, const char* flag) {
    if (on) flags += std::string(flags.empty() ? "" : " | ") + flag;
  };
  add(s.read_mode == ReadMode::element, "CU_TRSF_READ_AS_INTEGER");
  add(s.normalized_coords, "CU_TRSF_NORMALIZED_COORDINATES");
  add(s.srgb, "CU_TRSF_SRGB");
  add(s.disable_trilinear_optimization, "CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION");
  add(s.seamless_cube, "CU_TRSF_SEAMLESS_CUBEMAP");
  return flags.empty() ? "0" : flags;
}

void texture_desc(Code& code, const SamplerSpec& s) {
  static constexpr const char* modes[] = {"WRAP", "CLAMP", "MIRROR", "BORDER"};
  const auto filter = [](FilterMode mode) {
    return std::string("CU_TR_FILTER_MODE_") + (mode == FilterMode::linear ? "LINEAR" : "POINT");
  };
  const auto number_field = [&](const std::string& field, float value) {
    if (value != 0) set(code, "desc", field, host_literal(value));
  };
  code.line("CUDA_TEXTURE_DESC desc = {};");
  for (std::size_t axis = 0; axis < 3; ++axis)
    set(code, "desc", "addressMode[" + std::to_string(axis) + "]", std::string("CU_TR_ADDRESS_MODE_") + modes[std::size_t(s.address[axis])]);
  set(code, "desc", "filterMode", filter(s.filter));
  set(code, "desc", "flags", sampler_flags(s));
  if (s.max_anisotropy != 0) set(code, "desc", "maxAnisotropy", std::to_string(s.max_anisotropy));
  set(code, "desc", "mipmapFilterMode", filter(s.mip_filter));
  number_field("mipmapLevelBias", s.mip_bias);
  number_field("minMipmapLevelClamp", s.mip_min);
  number_field("maxMipmapLevelClamp", s.mip_max);
  for (std::size_t c = 0; c < 4; ++c)
    number_field("borderColor[" + std::to_string(c) + "]", s.border_color[c]);
}

void texture(Code& code, const Facts& facts) {
  const Element element = element_of(facts);
  if (facts.e.storage == Storage::linear)
    linear_memory(code, facts, element);
  else if (facts.e.storage == Storage::pitch)
    pitch_memory(code, facts, element);
  else
    arrays(code, facts, element);
  code.line();
  const bool viewed = facts.e.memory.width != 0 && is_array(facts.e.storage);
  if (viewed) resource_view(code, facts);
  texture_desc(code, facts.sampler);
  code.line("CUtexObject texture = 0;");
  code.line(std::string("CHECK(cuTexObjectCreate(&texture, &resource, &desc, ") + (viewed ? "&view" : "nullptr") + "));");
  code.line();
}

constexpr std::string_view preamble = R"(#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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
  texture(code, facts);
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
    code.line(gives_levels(facts.e) ? "CHECK(cuMipmappedArrayDestroy(mipmapped));" : "CHECK(cuArrayDestroy(array));");
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
  ExportedProgram program{code.text(), {}, {}};
  if (!facts.embeds()) program.texels = std::move(facts.data.bytes);
  return program;
}

} // namespace texelscope::program
