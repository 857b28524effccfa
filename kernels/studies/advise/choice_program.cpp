#include "kernels/studies/advise/choice_program.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/files/errors.h"
#include "kernels/reports/advise/choice_code.h"
#include "kernels/unit/image/element.h"

namespace texelscope::advise {

namespace {
constexpr std::size_t max_entries = 8;
// What a tile of the written kernel can take of the shared memory that a block has on every device: low and
// high lie there too.
constexpr std::size_t max_tile_bytes = (48 << 10) - 6 * sizeof(int);

std::string repeated(const std::string& line, int count, const std::string& between) {
  std::string all;
  for (int i = 0; i < count; ++i)
    all += (i > 0 ? between : "") +
           fmt::format(fmt::runtime(line), fmt::arg("i", i), fmt::arg("axis", "xyz"[i]));
  return all;
}

// Beyond these edges no texel of a tile is loaded.
bool ends_at_edges(AddressMode mode) {
  return mode == AddressMode::clamp || mode == AddressMode::border;
}

// The box that the written kernel finds for an entry's coordinates.
CodeBox box_of(const Scene& scene, std::size_t entry) {
  CodeBox box = {{0, 0, 0}, {1, 1, 1}};
  for (int axis = 0; axis < scene.axes(); ++axis) {
    const AddressMode mode = scene.address(axis);
    const auto n = float(scene.size[std::size_t(axis)]);
    const float scale = scene.is_normalized() ? n : 1, shift = scene.is_linear() ? -0.5f : 0;
    float least = INFINITY, greatest = -INFINITY;
    for (int lane = 0; lane < lanes; ++lane) {
      const float x = scene.fetches.at(entry, lane, axis);
      for (float p : {x * scale + shift, std::fma(x, scale, shift)}) { // compilers do either
        if (mode == AddressMode::clamp) p = std::fmin(std::fmax(p, 0.0f), n - 1);
        if (mode == AddressMode::border) p = std::fmin(std::fmax(p, -1.0f), n);
        if (std::isnan(p)) p = 0;
        least = std::min(least, std::floor(p));
        greatest = std::max(greatest, std::floor(p));
      }
    }
    if (!(least >= -far_texels && greatest <= far_texels)) {
      box.count[axis] = far_texels;
      continue;
    }
    int low = int(least) - 1, high = int(greatest) + (scene.is_linear() ? 2 : 1);
    if (ends_at_edges(mode)) low = std::max(low, 0), high = std::min(high, scene.size[std::size_t(axis)] - 1);
    box.first[axis] = low;
    box.count[axis] = high - low + 1;
  }
  return box;
}

// Texels of the largest tile. Throws UserError if no block has the memory for it.
std::size_t tile_texels_of(const Scene& scene, const ProgramRequest& request) {
  std::vector<CodeBox> boxes;
  for (const std::size_t entry : request.entries)
    boxes.push_back(box_of(scene, entry));
  const std::size_t texels = max_box_texels(boxes);
  const auto texel_bytes = std::size_t(request.choice.texels.texel_bytes());
  if (texels > max_tile_bytes / texel_bytes)
    throw UserError(say(Text::advise_code_tile,
                        {name(request.choice), fmt::format("{:.0f}", double(texels) * double(texel_bytes)),
                         std::to_string(max_tile_bytes)}));
  return texels;
}

// The kernel: a thread a coordinate, a block an entry.
std::string sample_kernel(const Scene& scene, const ProgramRequest& request) {
  const Choice& choice = request.choice;
  const int axes = scene.axes(), channels = choice.texels.channels;
  const std::string coordinates = repeated("at[thread * " + std::to_string(axes) + " + {i}]", axes, ", ");
  std::string code =
      "extern \"C\" __global__ void sample(cudaTextureObject_t texture, const texel* memory, int width, int "
      "height, int depth, const float* at, int count, float* to) {\n"
      "  const int thread = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  const Source source = {texture, memory, width, height, depth};\n";
  if (choice.way == Way::tile) {
    // Each block finds the texels that its fetches need.
    const std::size_t tile_texels = tile_texels_of(scene, request);
    code += fmt::format("  __shared__ texel tile[{}]; // of the largest box of the coordinates below\n",
                        tile_texels);
    code += "  __shared__ int low[3], high[3];\n"
            "  if (threadIdx.x < 3) low[threadIdx.x] = 0x7fffffff, high[threadIdx.x] = -0x7fffffff;\n"
            "  __syncthreads();\n"
            "  if (thread < count) {\n";
    for (int axis = 0; axis < axes; ++axis) {
      const std::string n = axis == 0 ? "width" : axis == 1 ? "height" : "depth";
      const AddressMode mode = scene.address(axis);
      std::string p = fmt::format("at[thread * {} + {}]", axes, axis);
      if (scene.is_normalized()) p += " * float(" + n + ")";
      if (scene.is_linear()) p += " - 0.5f";
      if (mode == AddressMode::clamp) p = "fminf(fmaxf(" + p + ", 0.0f), float(" + n + " - 1))";
      if (mode == AddressMode::border) p = "fminf(fmaxf(" + p + ", -1.0f), float(" + n + "))";
      std::string low = fmt::format("first{} - 1", axis);
      std::string high = fmt::format("first{} + {}", axis, scene.is_linear() ? 2 : 1);
      if (ends_at_edges(mode)) low = "max(" + low + ", 0)", high = "min(" + high + ", " + n + " - 1)";
      code += fmt::format("    const int first{0} = int(floorf({1}));\n"
                          "    atomicMin(&low[{0}], {2});\n"
                          "    atomicMax(&high[{0}], {3});\n",
                          axis, p, low, high);
    }
    code += "  }\n"
            "  __syncthreads();\n"
            "  Box box = {{0, 0, 0}, {1, 1, 1}};\n" +
            fmt::format("  for (int axis = 0; axis < {}; ++axis)\n", axes) +
            "    box.first[axis] = low[axis], box.count[axis] = high[axis] - low[axis] + 1;\n" +
            fmt::format("  if (box.count[0] * box.count[1] * box.count[2] > {}) __trap();\n", tile_texels) +
            "  copy_tile(source, box, tile);\n"
            "  __syncthreads();\n";
  } else {
    code += "  const Box box = {};\n"
            "  const texel* const tile = nullptr;\n";
  }
  code += "  if (thread >= count) return;\n"
          "  const value found = fetch(source, box, tile, " +
          coordinates + ");\n";
  if (channels == 1) {
    code += "  to[thread] = found;\n";
  } else {
    for (int i = 0; i < channels; ++i)
      code += fmt::format("  to[thread * {} + {}] = found.{};\n", channels, i, "xyzw"[i]);
  }
  return code + "}\n";
}

std::string literal(float value, ProgramLanguage language) {
  if (std::isnan(value)) return language == ProgramLanguage::cuda ? "NAN" : "nan";
  if (std::isinf(value))
    return std::string(value < 0 ? "-" : "") + (language == ProgramLanguage::cuda ? "INFINITY" : "inf");
  std::string digits = fmt::format("{:.9g}", value);
  if (language == ProgramLanguage::cuda)
    digits += digits.find_first_of(".e") == std::string::npos ? ".0f" : "f";
  return digits;
}

// Each entry is a warp of the program: lanes that do not fetch repeat the first that does.
struct Samples {
  std::string coordinates, promised; // numbers with commas
  int count = 0;
};
Samples samples_of(const Scene& scene, const ProgramRequest& request, ProgramLanguage language) {
  const auto channels = std::size_t(scene.own.channels);
  const FetchList& list = scene.fetches;
  Samples samples;
  const auto add = [](std::string& to, const std::string& number) {
    const std::size_t line = to.rfind('\n') == std::string::npos ? 0 : to.rfind('\n');
    to += to.empty() ? "    " : to.size() - line > 100 ? ",\n    " : ", ";
    to += number;
  };
  for (std::size_t i = 0; i < request.entries.size(); ++i) {
    const std::size_t entry = request.entries[i];
    int first = 0;
    while (!list.fetches_here(entry, first))
      ++first;
    for (int lane = 0; lane < lanes; ++lane) {
      const int from = list.fetches_here(entry, lane) ? lane : first;
      for (int axis = 0; axis < list.axes(); ++axis)
        add(samples.coordinates, literal(list.at(entry, from, axis), language));
      for (std::size_t c = 0; c < channels; ++c)
        add(samples.promised,
            literal(request.promised[(i * lanes + std::size_t(from)) * channels + c], language));
      ++samples.count;
    }
  }
  return samples;
}

const char* address_name(AddressMode mode) {
  constexpr const char* names[] = {"Wrap", "Clamp", "Mirror", "Border"};
  return names[std::size_t(mode)];
}

std::string border_list(const Scene& scene, const Choice& choice, ProgramLanguage language) {
  const Coding coding = coding_of(scene, choice.texels);
  std::string all;
  for (const float color : scene.sampler.border_color)
    all += (all.empty() ? "" : ", ") + literal((color - coding.offset) / coding.scale, language);
  return all;
}

// A file's name within quotes, in both languages.
std::string quoted(const std::string& name) {
  std::string all;
  for (const char c : name)
    all += c == '"' || c == '\'' || c == '\\' || (unsigned char)c < 32 ? fmt::format("\\{:03o}", c)
                                                                       : std::string(1, c);
  return all;
}

std::string heading(const ProgramRequest& request, const char* mark) {
  return fmt::format(
      "{0} {1}: as texelscope advise measured it on {2}, with a worst error of {3:.3g}.\n{0}   {4}\n", mark,
      name(request.choice), visible_line(request.device), request.worst_error, visible_line(request.command));
}

// What encoded() rounds to a code: 17 digits write a double without loss.
std::string unrounded(const std::string& value, const Coding& coding) {
  return fmt::format("({} - {:.17g}) / {:.17g}", value, double(coding.offset), double(coding.scale));
}

// Of one texel channel.
std::string encoded_in_cuda(const Scene& scene, const ElementFormat& texels) {
  if (texels.kind == ElementKind::floating)
    return texels.bits == 32 ? "return value;" : "return __half_as_ushort(__float2half_rn(value));";
  const bool is_signed = texels.kind == ElementKind::signed_int;
  const int largest = int(code_of_one(texels.kind, texels.bits));
  return fmt::format(
      "const double real = {};\n"
      "  return std::isnan(real) ? 0 : channel(std::nearbyint(std::fmin(std::fmax(real, {}), 1) * {}));",
      unrounded("double(value)", coding_of(scene, texels)), is_signed ? -1 : 0, largest);
}

std::string cuda_program(const Scene& scene, const ProgramRequest& request) {
  const Choice& choice = request.choice;
  const ElementFormat& texels = choice.texels;
  const Samples samples = samples_of(scene, request, ProgramLanguage::cuda);
  const bool unit = fetches_from_texture(choice.way);
  const char* const channel = texels.kind == ElementKind::floating && texels.bits == 32 ? "float"
                              : texels.kind == ElementKind::signed_int
                                  ? (texels.bits == 8 ? "signed char" : "short")
                                  : (texels.bits == 8 ? "unsigned char" : "unsigned short");
  const auto [width, height, depth] = scene.size;
  std::string out = heading(request, "//");
  out += "// Build: nvcc -O3 -std=c++17 -o sample FILE.cu    Run, where " + visible_line(request.texel_file) +
         " lies: ./sample\n"
         "#include <cuda_fp16.h>\n#include <cuda_runtime.h>\n\n#include <cmath>\n#include <cstdio>\n#include "
         "<cstdlib>\n"
         "#include <cstring>\n#include <vector>\n\n";
  out += choice_code(scene, choice) + "\n" + sample_kernel(scene, request) + "\n";
  out += "using channel = " + std::string(channel) +
         "; // of a texel\n"
         "channel encoded(float value) {\n  " +
         encoded_in_cuda(scene, texels) +
         "\n}\n\n"
         "void check(cudaError_t error, const char* call) {\n"
         "  if (error == cudaSuccess) return;\n"
         "  std::fprintf(stderr, \"%s: %s\\n\", call, cudaGetErrorString(error));\n"
         "  std::exit(1);\n"
         "}\n"
         "#define CHECK(call) check(call, #call)\n\n";
  out += fmt::format("constexpr int width = {}, height = {}, depth = {}, channels = {}, count = {};\n", width,
                     height, depth, texels.channels, samples.count);
  out += "const float coordinates[] = {\n" + samples.coordinates +
         "};\n"
         "const float promised[] = {\n" +
         samples.promised +
         "};\n\n"
         "int main() {\n"
         "  const char* const texel_file = \"" +
         quoted(request.texel_file) +
         "\";\n"
         "  std::vector<float> values(size_t(width) * height * depth * channels);\n"
         "  std::FILE* const file = std::fopen(texel_file, \"rb\");\n"
         "  if (!file || std::fread(values.data(), sizeof(float), values.size(), file) != values.size()) {\n"
         "    std::fprintf(stderr, \"%s is missing or too short\\n\", texel_file);\n"
         "    return 1;\n"
         "  }\n"
         "  std::fclose(file);\n"
         "  std::vector<channel> texels;\n"
         "  for (const float value : values)\n"
         "    texels.push_back(encoded(value));\n"
         "  cudaTextureObject_t texture = 0;\n"
         "  texel* memory = nullptr;\n"
         "  const size_t row = width * sizeof(texel);\n";
  if (!unit) {
    out += "  CHECK(cudaMalloc(&memory, row * height * depth));\n"
           "  CHECK(cudaMemcpy(memory, texels.data(), row * height * depth, cudaMemcpyHostToDevice));\n";
  } else {
    const int bits = texels.bits;
    const char* kinds[] = {"Unsigned", "Signed", "Float"};
    const auto has = [&](int i) { return texels.channels > i ? bits : 0; };
    out +=
        fmt::format("  const cudaChannelFormatDesc format = {{{}, {}, {}, {}, cudaChannelFormatKind{}}};\n",
                    has(0), has(1), has(2), has(3), kinds[std::size_t(texels.kind)]);
    out += "  cudaResourceDesc resource = {};\n";
    if (choice.way == Way::pitch) {
      out +=
          "  size_t pitch = 0;\n"
          "  CHECK(cudaMallocPitch(reinterpret_cast<void**>(&memory), &pitch, row, height));\n"
          "  CHECK(cudaMemcpy2D(memory, pitch, texels.data(), row, row, height, cudaMemcpyHostToDevice));\n"
          "  resource.resType = cudaResourceTypePitch2D;\n"
          "  resource.res.pitch2D = {memory, format, width, height, pitch};\n";
    } else if (choice.way == Way::linear) {
      out += "  CHECK(cudaMalloc(&memory, row));\n"
             "  CHECK(cudaMemcpy(memory, texels.data(), row, cudaMemcpyHostToDevice));\n"
             "  resource.resType = cudaResourceTypeLinear;\n"
             "  resource.res.linear = {memory, format, row};\n";
    } else {
      const int axes = scene.axes();
      out += "  cudaArray_t array = nullptr;\n" +
             fmt::format("  CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(width, {}, {}), {}));\n",
                         axes > 1 ? "height" : "0", axes > 2 ? "depth" : "0",
                         choice.way == Way::gather ? "cudaArrayTextureGather" : "cudaArrayDefault") +
             "  cudaMemcpy3DParms copy = {};\n"
             "  copy.srcPtr = make_cudaPitchedPtr(texels.data(), row, width, height);\n"
             "  copy.dstArray = array;\n"
             "  copy.extent = make_cudaExtent(width, height, depth);\n"
             "  copy.kind = cudaMemcpyHostToDevice;\n"
             "  CHECK(cudaMemcpy3D(&copy));\n"
             "  resource.resType = cudaResourceTypeArray;\n"
             "  resource.res.array.array = array;\n";
    }
    out += "  cudaTextureDesc sampler = {};\n";
    for (int axis = 0; axis < scene.axes(); ++axis)
      out += fmt::format("  sampler.addressMode[{}] = cudaAddressMode{};\n", axis,
                         address_name(scene.sampler.address[std::size_t(axis)]));
    out += fmt::format("  const float border[4] = {{{}}};\n",
                       border_list(scene, choice, ProgramLanguage::cuda)) +
           "  std::memcpy(sampler.borderColor, border, sizeof border);\n" +
           fmt::format("  sampler.filterMode = cudaFilterMode{};\n", scene.is_linear() ? "Linear" : "Point") +
           fmt::format("  sampler.readMode = cudaReadMode{};\n",
                       texels.is_integer() ? "NormalizedFloat" : "ElementType") +
           fmt::format("  sampler.normalizedCoords = {};\n", int(scene.is_normalized())) +
           "  CHECK(cudaCreateTextureObject(&texture, &resource, &sampler, nullptr));\n";
  }
  out += "  float *at = nullptr, *to = nullptr;\n"
         "  std::vector<float> found(size_t(count) * channels);\n"
         "  CHECK(cudaMalloc(&at, sizeof coordinates));\n"
         "  CHECK(cudaMalloc(&to, found.size() * sizeof(float)));\n"
         "  CHECK(cudaMemcpy(at, coordinates, sizeof coordinates, cudaMemcpyHostToDevice));\n"
         "  sample<<<(count + 31) / 32, 32>>>(texture, memory, width, height, depth, at, count, to);\n"
         "  CHECK(cudaMemcpy(found.data(), to, found.size() * sizeof(float), cudaMemcpyDeviceToHost));\n"
         "  int different = 0;\n"
         "  for (size_t i = 0; i < found.size(); ++i)\n"
         "    different += found[i] != promised[i] && !(std::isnan(found[i]) && std::isnan(promised[i]));\n"
         "  std::printf(\"%d of %zu values differ from those promised\\n\", different, found.size());\n"
         "  return different != 0;\n"
         "}\n";
  return out;
}

std::string cupy_program(const Scene& scene, const ProgramRequest& request) {
  const Choice& choice = request.choice;
  const ElementFormat& texels = choice.texels;
  const Samples samples = samples_of(scene, request, ProgramLanguage::cupy);
  const auto [width, height, depth] = scene.size;
  const bool is_signed = texels.kind == ElementKind::signed_int;
  std::string type = texels.kind == ElementKind::floating ? "float" : is_signed ? "int" : "uint";
  type += std::to_string(texels.bits);
  std::string out = heading(request, "#");
  out += "# Run, where " + visible_line(request.texel_file) +
         " lies: python3 FILE.py\n"
         "import sys\n\nimport cupy\nimport numpy as np\nfrom cupy.cuda import runtime, texture\nfrom numpy "
         "import inf, nan\n\n";
  out += "CODE = r'''\n" + choice_code(scene, choice) + "\n" + sample_kernel(scene, request) + "'''\n\n";
  out += fmt::format("width, height, depth, channels, count = {}, {}, {}, {}, {}\n", width, height, depth,
                     texels.channels, samples.count);
  out += "coordinates = np.array([\n" + samples.coordinates +
         "], np.float32)\n"
         "promised = np.array([\n" +
         samples.promised +
         "], np.float32)\n\n"
         "values = np.fromfile('" +
         quoted(request.texel_file) + "', np.float32).reshape(depth, height, width, channels)\n";
  if (texels.is_integer()) {
    const int largest = int(code_of_one(texels.kind, texels.bits));
    out += fmt::format("real = np.nan_to_num({})\n"
                       "texels = np.rint(np.clip(real, {}, 1) * {}).astype(np.{})\n",
                       unrounded("values.astype(np.float64)", coding_of(scene, texels)), is_signed ? -1 : 0,
                       largest, type);
  } else {
    out += "texels = values.astype(np." + type + ")\n";
  }
  out += "memory = cupy.asarray(texels)\nhandle = 0\n";
  if (fetches_from_texture(choice.way)) {
    const char* kinds[] = {"Unsigned", "Signed", "Float"};
    const auto has = [&](int i) { return std::to_string(texels.channels > i ? texels.bits : 0); };
    out += "kind = texture.ChannelFormatDescriptor(" + has(0) + ", " + has(1) + ", " + has(2) + ", " +
           has(3) + ", runtime.cudaChannelFormatKind" + kinds[std::size_t(texels.kind)] + ")\n";
    if (choice.way == Way::pitch) {
      // cudaCreateTextureObject wants rows at multiples of 32 bytes.
      out += "row = texels.nbytes // height\n"
             "pitch = (row + 511) // 512 * 512\n"
             "memory = cupy.zeros((height, pitch), np.uint8)\n"
             "memory[:, :row] = cupy.asarray(texels).view(np.uint8).reshape(height, row)\n"
             "resource = texture.ResourceDescriptor(runtime.cudaResourceTypePitch2D, arr=memory, "
             "chDesc=kind, width=width,\n"
             "                                      height=height, pitchInBytes=pitch)\n";
    } else if (choice.way == Way::linear) {
      out +=
          "resource = texture.ResourceDescriptor(runtime.cudaResourceTypeLinear, arr=memory, chDesc=kind,\n"
          "                                      sizeInBytes=texels.nbytes)\n";
    } else {
      const int axes = scene.axes();
      // CuPy has no name for cudaArrayTextureGather.
      out += fmt::format("array = texture.CUDAarray(kind, width, {}, {}{})\n", axes > 1 ? "height" : "0",
                         axes > 2 ? "depth" : "0", choice.way == Way::gather ? ", 8" : "");
      const char* shapes[] = {"", "width * channels", "height, width * channels",
                              "depth, height, width * channels"};
      out += std::string("array.copy_from(texels.reshape(") + shapes[axes] +
             "))\n"
             "resource = texture.ResourceDescriptor(runtime.cudaResourceTypeArray, cuArr=array)\n";
    }
    std::string addresses;
    for (int axis = 0; axis < scene.axes(); ++axis)
      addresses += std::string(axis > 0 ? ", " : "") + "runtime.cudaAddressMode" +
                   address_name(scene.sampler.address[std::size_t(axis)]);
    out += "sampler = texture.TextureDescriptor((" + addresses + ",),\n    runtime.cudaFilterMode" +
           (scene.is_linear() ? "Linear" : "Point") + ", runtime.cudaReadMode" +
           (texels.is_integer() ? "NormalizedFloat" : "ElementType") + ",\n    borderColors=(" +
           border_list(scene, choice, ProgramLanguage::cupy) +
           "), normalizedCoords=" + std::to_string(int(scene.is_normalized())) + ")\n" +
           "made = texture.TextureObject(resource, sampler)\nhandle = made.ptr\n";
  }
  out +=
      "sample = cupy.RawKernel(CODE, 'sample', options=('--std=c++17',))\n"
      "found = cupy.empty(count * channels, np.float32)\n"
      "sample(((count + 31) // 32,), (32,), (np.uint64(handle), memory, np.int32(width), np.int32(height),\n"
      "                                     np.int32(depth), cupy.asarray(coordinates), np.int32(count), "
      "found))\n"
      "different = int((~((found.get() == promised) | (np.isnan(found.get()) & np.isnan(promised)))).sum())\n"
      "print(f'{different} of {found.size} values differ from those promised')\n"
      "sys.exit(different != 0)\n";
  return out;
}
} // namespace

std::vector<std::size_t> program_entries(const FetchList& list) {
  std::vector<std::size_t> entries;
  const std::size_t count = std::min(max_entries, list.entries());
  for (std::size_t i = 0; i < count; ++i)
    entries.push_back(count == 1 ? 0 : (list.entries() - 1) * i / (count - 1));
  return entries;
}

std::string choice_program(const Scene& scene, const ProgramRequest& request, ProgramLanguage language) {
  return language == ProgramLanguage::cuda ? cuda_program(scene, request) : cupy_program(scene, request);
}

} // namespace texelscope::advise
