// Modules that nvcc and fatbinary make, where there is a toolkit.
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "kernels/studies/record_images/cubin.h"
#include "kernels/studies/record_images/ptx_choice.h"
#include "tests/kernels/studies/record_images/made_image.h"
#include "tests/program.h"
#include "tests/temp_folder.h"

namespace texelscope::modules {
namespace {

using namespace tests;

class ModuleToolkit : public testing::Test {
protected:
  void SetUp() override {
    if (std::string(TEXELSCOPE_NVCC).empty()) GTEST_SKIP() << "this build has no nvcc";
    folder.write("fetch.cu", R"(
extern "C" __global__ void fetch(cudaTextureObject_t texture, float* out, float x) {
  out[threadIdx.x] = tex2D<float>(texture, x + float(threadIdx.x), 0.5f) + tex1Dfetch<float>(texture, 3);
  out[threadIdx.x + 1] = tex2DGrad<float>(texture, x, x, make_float2(x, 1), make_float2(1, x));
  out[threadIdx.x + 2] = tex2Dgather<float4>(texture, x, x, 1).y;
}
extern "C" __global__ void level(cudaTextureObject_t texture, float* out, float x) {
  out[0] = tex3DLod<float>(texture, x, x, x, x);
}
extern "C" __global__ void surface(cudaSurfaceObject_t from, float* out, int x) { out[0] = surf2Dread<float>(from, x, x); }
extern "C" __global__ void write(cudaSurfaceObject_t to, float* in, int x) { surf2Dwrite<float>(in[0], to, x, x); }
extern "C" __global__ void plain(float* out, float x) { out[threadIdx.x] = x / out[3] + sinf(x); }
#ifdef WITH_MAIN
int main() { plain<<<1, 1>>>(nullptr, 0); }
#endif
)");
  }

  void run(const std::string& command) const {
    ASSERT_EQ(std::system(("cd " + folder.root().string() + " && " + command + " > log.txt 2>&1").c_str()), 0)
        << command << "\n"
        << folder.read("log.txt");
  }
  void nvcc(const std::string& arguments) const { run(TEXELSCOPE_NVCC " fetch.cu " + arguments); }
  void fatbinary(const std::string& arguments) const {
    run((std::filesystem::path(TEXELSCOPE_NVCC).parent_path() / "fatbinary").string() + " -64 " + arguments);
  }

  // What a tool of the toolkit prints.
  std::string printed(const std::string& tool, const std::string& option) const {
    run((std::filesystem::path(TEXELSCOPE_NVCC).parent_path() / tool).string() + " " + option);
    return folder.read("log.txt");
  }
  bool is_cuda_12() const { return has(printed("nvcc", "--version"), "release 12."); }

  TempFolder folder;
};

// Equal to what fatbinary was given, byte for byte; that of CUDA 12.4 leaves out the first line, without its
// end.
TEST_F(ModuleToolkit, EveryCompressionReturnsItsPtx) {
  const bool has_modes = has(printed("fatbinary", "--help"), "--compress-mode");
  std::map<std::string, Compression> modes = {{"--compress=false", Compression::none}};
  if (has_modes) {
    modes["--compress-mode=none"] = Compression::none;
    modes["--compress-mode=speed"] = Compression::lz4;
    for (const char* mode : {"default", "balance", "size"})
      modes[std::string("--compress-mode=") + mode] = Compression::zstd;
  } else {
    EXPECT_TRUE(is_cuda_12()) << "CUDA 13 has modes";
    modes["--compress=true"] = Compression::lz4;
  }
  const std::string left_out = has_modes ? "" : "//", begin = has_modes ? "" : "\n";
  const std::string small = begin + made_ptx("75");
  std::string large = begin + made_ptx("90");
  for (int i = 0; i < 20000; ++i)
    large += ".visible .global .u32 variable_" + std::to_string(i * 7919 % 100003) + ";\n";
  folder.write("small.ptx", left_out + small);
  folder.write("large.ptx", left_out + large);
  for (const auto& [mode, compression] : modes) {
    fatbinary("--create=made.fatbin " + mode +
              " --image3=kind=ptx,sm=75,file=small.ptx --image3=kind=ptx,sm=90,file=large.ptx");
    const std::string bytes = folder.read("made.fatbin");
    const ModuleImage image = image_of(bytes);
    ASSERT_EQ(image.entries.size(), 2u) << mode;
    EXPECT_EQ(image.entries[1].compression, compression) << mode;
    EXPECT_EQ(std::get<ChosenPtx>(ptx_for(image, {89, {}})).text, small) << mode;
    EXPECT_TRUE(std::get<ChosenPtx>(ptx_for(image, {90, {}})).text == large) << mode;
  }
}

TEST_F(ModuleToolkit, MachineCodeShowsItsTextureInstructions) {
  const std::string known = printed("nvcc", "--list-gpu-code");
  for (const int architecture : {75, 86, 90, 100, 121}) {
    if (architecture > 90 && !has(known, "sm_" + std::to_string(architecture) + "\n")) {
      EXPECT_TRUE(is_cuda_12()) << "CUDA 13 knows sm_" << architecture;
      continue;
    }
    nvcc("-cubin -o fetch.cubin -arch=sm_" + std::to_string(architecture));
    const std::string bytes = folder.read("fetch.cubin");
    const Cubin cubin = read_cubin(std::as_bytes(std::span(bytes))).value();
    EXPECT_EQ(cubin.architecture, architecture);
    std::map<std::string, std::string> found;
    for (const CubinFunction& function : cubin.functions)
      found[function.name] = std::string(function.textures.fetches ? "fetches" : "") +
                             (function.textures.surfaces ? "surfaces" : "");
    EXPECT_EQ(found, (std::map<std::string, std::string>{{"fetch", "fetches"},
                                                         {"level", "fetches"},
                                                         {"plain", ""},
                                                         {"surface", "surfaces"},
                                                         {"write", "surfaces"}}))
        << architecture;
  }
}

// The fat binaries in a section of an executable, one behind the other.
std::vector<ModuleImage> images_in(const std::string& program, std::string_view section_name) {
  const auto value = [&program]<class Value>(std::uint64_t at, Value& to) {
    std::memcpy(&to, program.data() + at, sizeof to);
  };
  CubinHeader header; // ELF as well
  value(0, header);
  std::vector<CubinSection> sections(header.sections);
  for (std::size_t i = 0; i < sections.size(); ++i)
    value(header.sections_at + i * sizeof(CubinSection), sections[i]);
  std::vector<ModuleImage> images;
  for (const CubinSection& section : sections) {
    if (program.c_str() + sections.at(header.names_section).at + section.name != section_name) continue;
    const std::string_view bytes = std::string_view(program).substr(section.at, section.bytes);
    const auto memory = [bytes](std::uint64_t at, void* to, std::size_t size) {
      return at <= bytes.size() && size <= bytes.size() - at && std::memcpy(to, bytes.data() + at, size);
    };
    for (std::uint64_t at = 0; at < bytes.size();) {
      const auto extent = image_extent(at, memory);
      if (!extent) {
        ADD_FAILURE() << "no module at " << at;
        break;
      }
      images.push_back(image_of(bytes.substr(at, extent->bytes)));
      at += (extent->bytes + 7) / 8 * 8;
    }
  }
  return images;
}

TEST_F(ModuleToolkit, ProgramsHoldTheirModules) {
  nvcc("-DWITH_MAIN -o whole -gencode arch=compute_75,code=[sm_75,compute_75]");
  const std::string whole = folder.read("whole");
  const auto images = images_in(whole, ".nv_fatbin");
  ASSERT_EQ(images.size(), 2u); // the first one is the linker's
  EXPECT_EQ(std::get<PtxRefusal>(ptx_for(images[0], {90, {}}, true)).reason, NoPtx::empty);
  const std::string ptx = std::get<ChosenPtx>(ptx_for(images[1], {90, {}})).text;
  EXPECT_NE(ptx.find("\n.visible .entry level("), std::string::npos);
  EXPECT_TRUE(texture_use(images[1]).value().surfaces);

  nvcc("-DWITH_MAIN -o linked -rdc=true -gencode arch=compute_75,code=[sm_75,compute_75]");
  const std::string linked = folder.read("linked");
  const auto of_all = images_in(linked, ".nv_fatbin"), parts = images_in(linked, "__nv_relfatbin");
  ASSERT_EQ(of_all.size(), 1u);
  EXPECT_EQ(std::get<PtxRefusal>(ptx_for(of_all[0], {90, {}}, true)).reason, NoPtx::relocatable);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(std::get<PtxRefusal>(ptx_for(parts[0], {90, {}})).reason, NoPtx::relocatable);
}

} // namespace
} // namespace texelscope::modules
