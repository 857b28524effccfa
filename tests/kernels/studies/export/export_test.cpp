// Exported programs: their coordinates have the explorer's bits, compilers accept them, and what a target
// cannot express is reported.
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <sstream>

#include "kernels/ground/base/half.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/studies/export/coordinates.h"
#include "kernels/studies/export/program.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/image_io/read_dds.h"
#include "tests/program.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

ExportRequest request_of(const tests::Setup& setup, const Resolution& resolution, int width = 24,
                         int height = 18) {
  return {
      setup.session, resolution, *setup.image, width, height, "a test", share_line(setup.session).line, ""};
}

int run_shell(const std::string& command) {
  return std::system(("(" + command + ") > /dev/null 2>&1").c_str());
}

// --- coordinates ---

constexpr int width = 24, height = 18;

// The statements of a session as a C++ function that prints the bits of what it would fetch at each pixel.
std::string coordinate_function(const FetchView& view, int index) {
  using namespace program;
  const FetchCode fetch = fetch_code(view, Language::cuda, "std::puts(\"-\");\nreturn;");
  const Formula f(Language::cuda);
  std::string out = "namespace n" + std::to_string(index) + " {\n" + fetch.functions +
                    "static void at(int column, int row) {\n" + fetch.statements;
  std::string format, values;
  const auto print = [&](const Term& term) {
    format += "%08x ";
    values += ", bits(" + f.expression(term) + ")";
  };
  for (const Term& term : fetch.at)
    print(term);
  if (view.function == FetchKind::grad)
    for (std::size_t i = 0; i < 3; ++i)
      print(fetch.dx[i]), print(fetch.dy[i]);
  if (view.function == FetchKind::lod) print(Term(fetch.lod));
  const std::string texel = fetch.texel.empty() ? "0" : fetch.texel;
  return out + "std::printf(\"" + format + "%d %d\\n\"" + values + ", " + fetch.layer + ", " + texel +
         ");\n}\n}\n";
}

std::string hex(float value) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, "%08x ",
                float_bits(value == 0 ? 0.0f : value)); // no texture unit distinguishes the zeros
  return buffer;
}

std::string expected(const FetchView& view, int column, int row) {
  const PixelFetch pixel = rules::pixel_fetch(view, column, row);
  if (pixel.empty) return "-";
  const FetchAt& at = pixel.at;
  const int axes = is_1d(view.dimension)                                        ? 1
                   : view.dimension == Dimension::d3 || is_cube(view.dimension) ? 3
                                                                                : 2;
  const float place[] = {at.x, at.y, at.z}, dx[] = {at.dx.x, at.dx.y, at.dx.z},
              dy[] = {at.dy.x, at.dy.y, at.dy.z};
  std::string line;
  for (int i = 0; i < 3; ++i)
    line += hex(i < axes && !(view.slab != Slab::off && i == view.slab_axis) ? place[i] : 0);
  if (view.function == FetchKind::grad)
    for (int i = 0; i < 3; ++i)
      line += hex(dx[i]) + hex(dy[i]);
  if (view.function == FetchKind::lod) line += hex(at.lod);
  return line + std::to_string(at.layer) + " " + std::to_string(at.texel);
}

TEST(Export, CoordinatesHaveTheExplorersBits) {
  tests::TempFolder folder;
  std::mt19937 random(5);
  std::vector<FetchView> views;
  std::string code = R"(#include <cmath>
#include <cstdio>
#include <cstring>
#define __device__
struct float3 { float x, y, z; };
static float3 make_float3(float x, float y, float z) { return {x, y, z}; }
static float __fmul_rn(float a, float b) { volatile float product = a * b; return product; }
static float __uint_as_float(unsigned bits) { float value; std::memcpy(&value, &bits, 4); return value; }
static unsigned bits(float value) { value = value == 0 ? 0 : value; unsigned bits; std::memcpy(&bits, &value, 4); return bits; }
)";
  std::array<int, 6> of_projection = {};
  while (views.size() < 150) {
    const tests::Setup setup = tests::random_setup(random);
    int& have = of_projection[std::size_t(setup.effective.projection)];
    if (have == 40) continue;
    ++have;
    views.push_back(make_fetch_view(setup.session, setup.effective, width, height));
    code += coordinate_function(views.back(), int(views.size()) - 1);
  }
  code += "int main() {\n";
  for (std::size_t i = 0; i < views.size(); ++i)
    code += "for (int i = 0; i < " + std::to_string(width * height) + "; i += 5) n" + std::to_string(i) +
            "::at(i % 24, i / 24);\n";
  write(folder / "at.cpp", code + "}\n");
  // With contraction on, as in nvcc: there must be nothing to contract.
  ASSERT_EQ(run_shell("cd " + folder.root().string() +
                      " && g++ -O1 -march=native -ffp-contract=fast -w -o at at.cpp && ./at > at.txt"),
            0);
  std::ifstream lines(folder / "at.txt");
  for (std::size_t v = 0; v < views.size(); ++v)
    for (int i = 0; i < width * height; i += 5) {
      std::string line;
      std::getline(lines, line);
      ASSERT_EQ(line, expected(views[v], i % width, i / width)) << "state " << v << " pixel " << i << "\n"
                                                                << coordinate_function(views[v], 0);
    }
  for (const int count : of_projection)
    EXPECT_GT(count, 4);
}

// --- compilers ---

// Ten programs, each in a namespace of its own with the headers of all before them: headers take most of a
// compiler's time. States differ from part to part.
class ExportCompiles : public testing::TestWithParam<int> {};

TEST_P(ExportCompiles, Cuda) {
  if (std::string(TEXELSCOPE_NVCC).empty()) GTEST_SKIP() << "this build has no nvcc";
  tests::TempFolder folder;
  std::mt19937 random(100u + unsigned(GetParam()));
  std::set<std::string> headers;
  std::string programs;
  for (int i = 0; i < 10; ++i) {
    const tests::Setup setup = tests::random_setup(random);
    const Resolution resolution = resolve(setup.session);
    std::string program = export_program(ExportTarget::cuda, request_of(setup, resolution)).text;
    program.insert(program.rfind('}'), "  return 0;\n"); // outside a namespace main() needs none
    std::istringstream lines(program);
    programs += "namespace state" + std::to_string(i) + " {\n";
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("#include <"))
        headers.insert(line + "\n");
      else
        programs += line + "\n";
    programs += "}\n";
  }
  std::string file;
  for (const std::string& header : headers)
    file += header;
  write(folder / "states.cu", file + programs);
  const std::string command =
      std::string(TEXELSCOPE_NVCC) + " -c -arch=compute_90 -Werror all-warnings states.cu"; // main() alone
                                                                                            // needs no return
  EXPECT_EQ(std::system(("cd " + folder.root().string() + " && " + command + " > log.txt 2>&1").c_str()), 0)
      << contents(folder / "log.txt");
}

INSTANTIATE_TEST_SUITE_P(Random, ExportCompiles, testing::Range(0, 5));

TEST(Export, DriverAndOpenGLProgramsCompile) {
  tests::TempFolder folder;
  std::mt19937 random(17);
  const bool driver = !std::string(TEXELSCOPE_NVCC).empty();
  const std::string include =
      driver
          ? " -I" + (std::filesystem::path(TEXELSCOPE_NVCC).parent_path().parent_path() / "include").string()
          : "";
  for (int i = 0; i < 6; ++i) {
    const tests::Setup setup = tests::random_setup(random);
    const Resolution resolution = resolve(setup.session);
    write(folder / "opengl.cpp", export_program(ExportTarget::opengl, request_of(setup, resolution)).text);
    write(folder / "driver.cpp", export_program(ExportTarget::driver, request_of(setup, resolution)).text);
    for (const char* name : {"opengl", "driver"}) {
      if (std::string(name) == "driver" && !driver) continue;
      const std::string command =
          std::string("g++ -std=c++17 -fsyntax-only -Wall -Wextra -Werror") + include + " " + name + ".cpp";
      EXPECT_EQ(std::system(("cd " + folder.root().string() + " && " + command + " > log.txt 2>&1").c_str()),
                0)
          << tests::describe(setup.session) << "\n"
          << contents(folder / "log.txt");
    }
  }
}

// On whatever OpenGL the machine has, Mesa's in software too: the values of the CPU backend to within its
// rounding.
TEST(Export, OpenGLProgramsReturnTheValues) {
  for (const auto& [dimension, function] : {std::pair{Dimension::cube_layered, FetchKind::plain},
                                            {Dimension::d2_layered, FetchKind::lod},
                                            {Dimension::d2, FetchKind::gather}}) {
    tests::TempFolder folder;
    Session session;
    session.texture.source = Source::noise;
    session.texture.width = session.texture.height = 8;
    session.texture.depth = 3;
    session.texture.dimension = dimension;
    session.texture.levels = function == FetchKind::lod ? 3 : 1;
    session.sampler.filter = session.sampler.mip_filter = FilterMode::point;
    session.sampler.address = {AddressMode::mirror, AddressMode::border, AddressMode::wrap};
    session.sampler.border_color = {0.2f, 0.4f, 0.6f,
                                    1}; // codes of 8 bits: Mesa rounds others less than the hardware
    session.fetch.function = function;
    session.fetch.lod = 1;
    session.fetch.layer = 2;
    if (is_cube(dimension)) session.view.projection = Projection::net;
    const tests::Setup setup = tests::setup_of(session);
    const Resolution resolution = resolve(session);
    write(folder / "a.cpp", export_program(ExportTarget::opengl, request_of(setup, resolution)).text);
    const std::string there = "cd " + folder.root().string() + " && ";
    ASSERT_EQ(run_shell(there + "g++ -c a.cpp"), 0) << contents(folder / "a.cpp");
    if (run_shell(there + "g++ -o a a.o -lEGL -lOpenGL") != 0)
      GTEST_SKIP() << "no libEGL or libOpenGL to link with";
    if (run_shell(there + "./a a.bin") != 0) GTEST_SKIP() << "no OpenGL 4.5";
    const std::string bytes = contents(folder / "a.bin");
    ASSERT_EQ(bytes.size(), std::size_t(width) * height * 16);
    const auto cpu = make_cpu_backend();
    cpu->frame({session, setup.effective, setup.image, width, height});
    const Picture wanted = cpu->read_result();
    for (std::size_t i = 0; i < wanted.pixels.size() * 4; ++i) {
      float got = 0;
      std::memcpy(&got, bytes.data() + i * 4, 4);
      ASSERT_NEAR(got, bits_float(wanted.pixels[i / 4][i % 4]), 1e-6) << "pixel " << i / 4 << "\n"
                                                                      << tests::describe(session);
    }
  }
}

// --- what the programs say ---

std::string exported(const Session& session, ExportTarget target) {
  const tests::Setup setup = tests::setup_of(session);
  const Resolution resolution = resolve(session);
  return export_program(target, request_of(setup, resolution)).text;
}

TEST(Export, WritesTheRequestedAndTheEffectiveSettings) {
  Session session;
  session.texture.width = session.texture.height = 4;
  session.sampler.normalized_coords = false;
  const std::string altered = exported(session, ExportTarget::cuda);
  EXPECT_TRUE(has(altered, "desc.addressMode[0] = cudaAddressModeWrap;"))
      << "the hardware alters it by itself";
  EXPECT_TRUE(has(altered, "// sampler.address_x: "));
  EXPECT_TRUE(has(altered, "tex2D<float4>(texture, x, y)"));
  session.sampler.read_mode = ReadMode::element;
  const std::string refused = exported(session, ExportTarget::cuda);
  EXPECT_TRUE(has(refused, "desc.filterMode = cudaFilterModePoint;")) << "CUDA refuses linear integers";
  EXPECT_TRUE(has(refused, "tex2D<uchar4>(texture, x, y)"));
  EXPECT_TRUE(has(refused, "texelscope tx1."));
}

// Blocks that their file calls sRGB lie in an array of the sRGB kind, which CUDA takes with the descriptor's
// sRGB alone.
TEST(Export, BlocksKeepTheirSrgbKind) {
  const bc::Format formats[] = {bc::Format::bc1, bc::Format::bc2, bc::Format::bc3, bc::Format::bc7};
  const char *kinds[] = {"UnsignedBlockCompressed1", "UnsignedBlockCompressed2", "UnsignedBlockCompressed3",
                         "UnsignedBlockCompressed7"},
             *driver[] = {"BC1_UNORM", "BC2_UNORM", "BC3_UNORM", "BC7_UNORM"};
  for (std::size_t i = 0; i < 4; ++i)
    for (const bool tagged : {true, false})
      for (const bool on : {true, false}) {
        DdsTexture dds;
        dds.width = dds.height = 4;
        dds.format.blocks = formats[i];
        dds.format.srgb = tagged;
        dds.levels = {std::vector<std::byte>(dds_surface_bytes(dds, 0))};
        Session session;
        session.texture.source = Source::file;
        session.texture.path = "a.dds";
        session.texture.width = session.texture.height = 4;
        session.texture.storage = Storage::array;
        session.texture.channel_kind = ChannelKind::blocks;
        session.sampler.srgb = on;
        tests::Setup setup{session, resolve(session).effective, std::make_shared<const Image>(image_of(dds))};
        ASSERT_EQ(setup.effective.channel_kind, ChannelKind::blocks);
        const Resolution resolution = resolve(session);
        const auto program = [&](ExportTarget target) {
          return export_program(target, request_of(setup, resolution)).text;
        };
        const std::string cuda = program(ExportTarget::cuda);
        EXPECT_EQ(has(cuda, std::string("cudaChannelFormatKind") + kinds[i] + "SRGB}"), tagged && on)
            << i << cuda;
        EXPECT_EQ(has(cuda, std::string("cudaChannelFormatKind") + kinds[i] + "}"), !(tagged && on)) << i;
        EXPECT_EQ(has(cuda, "desc.sRGB = 1;"), on);
        EXPECT_EQ(has(program(ExportTarget::driver), std::string("CU_AD_FORMAT_") + driver[i] + "_SRGB"),
                  tagged && on)
            << i;
      }
}

// The headers of CUDA 12 lack the names.
TEST(Export, TheKindOfPackedTexelsIsANumber) {
  Session session;
  session.texture.width = session.texture.height = 4;
  session.texture.channel_kind = ChannelKind::packed;
  session.texture.storage = Storage::array;
  session.sampler.read_mode = ReadMode::element;
  const std::string cuda = exported(session, ExportTarget::cuda),
                    driver = exported(session, ExportTarget::driver);
  EXPECT_TRUE(has(cuda, "element = {10, 10, 10, 2, cudaChannelFormatKind(31) /* "
                        "cudaChannelFormatKindUnsignedNormalized1010102, of CUDA 13 */};"))
      << cuda;
  EXPECT_TRUE(
      has(driver, "shape.Format = CUarray_format(80) /* CU_AD_FORMAT_UNORM_INT_101010_2, of CUDA 13 */;"))
      << driver;
}

TEST(Export, CallsTheFunctionOfTheDimension) {
  Session s;
  s.texture.width = s.texture.height = 8;
  s.texture.levels = 3;
  s.fetch.function = FetchKind::lod;
  s.fetch.lod = 1.5f;
  s.fetch.layer = 2;
  s.texture.dimension = Dimension::d2_layered;
  EXPECT_TRUE(has(exported(s, ExportTarget::cuda), "tex2DLayeredLod<float4>(texture, x, y, 2, 1.5f)"));
  EXPECT_TRUE(has(exported(s, ExportTarget::opengl), "textureLod(texels, vec3(x, y, float(2)), 1.5f)"));
  EXPECT_TRUE(has(exported(s, ExportTarget::webgpu),
                  "textureSampleLevel(texels, taker, vec2f(x, y), clamp(2, 0, 7), 1.5f)"));
  EXPECT_TRUE(has(exported(s, ExportTarget::driver), "CUDA_ARRAY3D_LAYERED"));
  EXPECT_TRUE(has(exported(s, ExportTarget::hip), "hipMallocMipmappedArray(&mipmapped"));
  EXPECT_FALSE(has(exported(s, ExportTarget::hip), "cudaM"));
}

TEST(Export, WhatATargetLacksIsReported) {
  Session s;
  s.texture.width = s.texture.height = 8;
  s.sampler.address[0] = AddressMode::border;
  const tests::Setup setup = tests::setup_of(s);
  const Resolution resolution = resolve(s);
  const ExportedProgram program = export_program(ExportTarget::webgpu, request_of(setup, resolution));
  const std::string remark =
      std::string("sampler.address_x, sampler.border_color: ") + text(Text::export_gpu_border);
  EXPECT_NE(std::find(program.remarks.begin(), program.remarks.end(), remark), program.remarks.end());
  EXPECT_TRUE(has(program.text, "// " + remark));
  s.texture.dimension = Dimension::cube;
  s.sampler.read_mode = ReadMode::element;
  EXPECT_THROW(exported(s, ExportTarget::webgpu), UserError);
}

// --- the verbs ---

// --- names from elsewhere ---

// The lines outside comments, split at every line end that one of the languages has.
std::string code_lines(std::string program) {
  for (const std::string end : {"\r", "\v", "\f", "\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xa9"})
    for (std::size_t at = 0; (at = program.find(end, at)) != std::string::npos;)
      program.replace(at, end.size(), "\n");
  std::string code;
  for (const std::string& line : lines_of(program))
    if (!line.starts_with("//") && !line.empty()) code += line + "\n";
  return code;
}

// The text as a compiler with C++14's line splicing and trigraphs reads it.
std::string tokens(const tests::TempFolder& folder, const std::string& program) {
  std::string without_includes;
  for (const std::string& line : lines_of(program))
    without_includes += line.starts_with("#include") ? "" : line + "\n";
  write(folder / "a.cpp", without_includes);
  EXPECT_EQ(run_shell("cd '" + folder.root().string() + "' && g++ -std=c++14 -E -P a.cpp -o a.i"), 0);
  return contents(folder / "a.i");
}

TEST(Export, NamesFromElsewhereAreNoCode) {
  const tests::TempFolder folder;
  std::mt19937 random(23);
  const tests::Setup setup = tests::random_setup(random);
  const Resolution resolution = resolve(setup.session);
  const auto program = [&](ExportTarget target, const std::string& name) {
    ExportRequest request = request_of(setup, resolution);
    request.name = request.file = request.command = name;
    return export_program(target, request).text;
  };
  const std::string pieces[] = {"a",       " ",        "\r",     "\n",       "\\",           "\"",
                                "'",       "?\?/",     "*/",     "/*",       "//",           "\v",
                                "\f",      "\x7f",     "\x01",   "\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xa9",
                                "texture", "int pwn;", "#error", "R\"(",     "${x}",         "`"};
  std::vector<std::string> names = {"a\rint pwn = 1;\r#pragma .json", "a\\", "a?\?/", "a\\  ",
                                    std::string(96, 'a') + "\\ b"};
  for (int i = 0; i < 25; ++i) {
    std::string& name = names.emplace_back();
    for (int length = 1 + int(random() % 12); length > 0; --length)
      name += pieces[random() % std::size(pieces)];
  }
  for (const ExportTarget target : {ExportTarget::cuda, ExportTarget::driver, ExportTarget::hip,
                                    ExportTarget::opengl, ExportTarget::webgpu}) {
    const std::string code = code_lines(program(target, "plain"));
    for (const std::string& name : names)
      EXPECT_EQ(code_lines(program(target, name)), code) << name;
  }
  const std::string plain = tokens(folder, program(ExportTarget::opengl, "plain"));
  EXPECT_GT(plain.size(), 1000u);
  for (const std::string& name : names)
    EXPECT_EQ(tokens(folder, program(ExportTarget::opengl, name)), plain) << name;
}

TEST(Export, AFilesNameIsAStringOfTheLanguage) {
  EXPECT_EQ(program::string_literal("a\"b\\c?\n\x01\x7f\xc3\xa9"), R"("a\"b\\c\?\012\001\177)"
                                                                   "\xc3\xa9\"");
  std::mt19937 random(23);
  const tests::Setup setup = tests::random_setup(random);
  const Resolution resolution = resolve(setup.session);
  ExportRequest request = request_of(setup, resolution);
  request.texel_file = "cuda\n\" my_cudaMalloc.texels";
  for (const ExportTarget target : {ExportTarget::cuda, ExportTarget::hip, ExportTarget::opengl})
    EXPECT_NE(export_program(target, request).text.find(R"("cuda\012\" my_cudaMalloc.texels")"),
              std::string::npos);
}

TEST(ExportVerb, ProgramAndTexelsBesideIt) {
  const Program p;
  Ran ran =
      p.run({"export", "--as", "cuda", "--out", "t.cu", "--texture.width", "256", "--texture.height", "256"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(std::filesystem::file_size(p / "t.cu.texels"), 256u * 256 * 4);
  EXPECT_TRUE(has(contents(p / "t.cu"), "\"t.cu.texels\", 262144)"));
  ran = p.run({"export", "--as", "cuda", "--texture.width", "256", "--texture.height", "256"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(has(ran.err, say(Text::export_too_large, {"256"})));
  ran = p.run({"export", "--as", "webgpu", "--texture.width", "8", "--texture.height", "8",
               "--sampler.address_x", "border"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(has(ran.err, text(Text::export_gpu_border)));
  EXPECT_TRUE(has(ran.out, "textureSampleLevel"));
  EXPECT_EQ(p.run({"export"}).code, 2);
  EXPECT_EQ(p.run({"export", "--as", "metal"}).code, 2);
}

// A program runs from any folder: its texels lie beside it, and its comments name its own files and its
// origin.
TEST(ExportVerb, ProgramsFindTheirTexels) {
  const Program p;
  std::filesystem::create_directory(p / "made here");
  const Ran ran = p.run({"export", "--as", "opengl", "--out", "made here/my gl.cpp", "--texture.width", "256",
                         "--texture.height", "256", "--size", "16x8"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::string program = contents(p / "made here/my gl.cpp");
  EXPECT_TRUE(has(program, "//   texelscope export --as opengl --out 'made here/my gl.cpp' --texture.width "
                           "256 --texture.height 256 --size 16x8\n"));
  EXPECT_TRUE(has(program, "//   g++ my gl.cpp -lEGL -lOpenGL -o my gl\n")) << program.substr(0, 300);
  const std::string here = "cd '" + p.root().string() + "'";
  if (run_shell(here + " && g++ 'made here/my gl.cpp' -lEGL -lOpenGL -o 'made here/gl'") != 0)
    GTEST_SKIP() << "no EGL to link with";
  if (run_shell(here + " && 'made here/gl' \"$PWD/a.bin\" 'made here/my gl.cpp.texels'") != 0)
    GTEST_SKIP() << "no OpenGL 4.5";
  EXPECT_EQ(run_shell("cd / && '" + (p / "made here/gl").string() + "' '" + (p / "b.bin").string() + "'"), 0);
  EXPECT_EQ(contents(p / "b.bin").size(), 16u * 8 * 16);
  EXPECT_EQ(contents(p / "a.bin"), contents(p / "b.bin"));
  std::filesystem::rename(p / "made here/gl", p / "gl");
  EXPECT_EQ(run_shell(here + " && ./gl"), 0) << "beside its source";
  std::filesystem::remove(p / "made here/my gl.cpp.texels");
  EXPECT_NE(run_shell(here + " && ./gl"), 0);
}

TEST(ExportVerb, WebPagesFindTheirTexels) {
  const Program p;
  ASSERT_EQ(p.run({"export", "--as", "webgpu", "--out", "a b.mjs", "--texture.width", "256",
                   "--texture.height", "256"})
                .code,
            0);
  EXPECT_TRUE(has(contents(p / "a b.mjs"), "fetch(new URL(\"./a%20b.mjs.texels\", import.meta.url))"));
}

TEST(ExportVerb, TexelsAsWritten) {
  const Program p;
  const std::vector<std::string> small = {"export",
                                          "--as",
                                          "cuda",
                                          "--texture.width",
                                          "4",
                                          "--texture.height",
                                          "4",
                                          "--write.mode",
                                          "brush",
                                          "--write.strokes",
                                          "2,2,2,2,9,1,1,1,1,-1"};
  const Ran ran = p.run(small);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff"));
}

TEST(ShareVerb, EveryVerbTakesTheLine) {
  const Program p;
  const Ran shared = p.run({"share", "--texture.width", "7", "--sampler.filter", "point"});
  ASSERT_EQ(shared.code, 0) << shared.err;
  const std::string line = shared.out.substr(0, shared.out.find('\n'));
  EXPECT_EQ(p.run({"share", line}).out, shared.out);
  EXPECT_EQ(p.render({line, "--size", "16x16"}).code, 0);
  const Ran damaged = p.run({"render", line.substr(0, line.size() - 1), "--out", "a.png"});
  EXPECT_EQ(damaged.code, 2);
  EXPECT_TRUE(has(damaged.err, text(Text::share_damaged)));
}

TEST(ImportVerb, TheSessionTakesTheSampler) {
  const Program p;
  write(p / "s.json", R"({"version": 1, "texture": {"width": 5}})");
  write(p / "d.cu", "cudaTextureDesc d = {};\nd.filterMode = cudaFilterModeLinear;\n");
  Ran ran = p.run({"import-desc", "d.cu", "--out", "s.json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "sampler.filter: linear"));
  const Session session = load_session(p / "s.json").session;
  EXPECT_EQ(session.texture.width, 5);
  EXPECT_EQ(session.sampler.filter, FilterMode::linear);
  EXPECT_FALSE(session.sampler.normalized_coords);
  write(p / "bad.cu", "cudaTextureDesc d = {};\nd.filterMode = linear;\n");
  ran = p.run({"import-desc", "bad.cu", "--out", "s.json"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(
      ran.err.starts_with("bad.cu:2:16: error: \"linear\", the value of filterMode, cannot be evaluated"))
      << ran.err;
  EXPECT_EQ(load_session(p / "s.json").session, session) << "nothing was written";
  write(p / "far.cu", "cudaTextureDesc d = {};\nd.maxAnisotropy = 40;\n");
  ran = p.run({"import-desc", "far.cu"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(has(ran.err, "far.cu:2:19: warning: ")) << ran.err;
  EXPECT_EQ(p.run({"import-desc", "far.cu", "--strict", "--out", "s.json"}).code, 3);
  EXPECT_EQ(load_session(p / "s.json").session.sampler.max_anisotropy, 16) << "written all the same";
  EXPECT_EQ(p.run({"import-desc", "d.cu", "--strict"}).code, 0);
  write(p / "float.cu", "auto c = cudaCreateChannelDesc<float>();\ncudaTextureDesc d = {};\n");
  ran = p.run({"import-desc", "float.cu", "--out", "new.json"});
  EXPECT_TRUE(has(ran.out, "texture.kind: float\ntexture.bits: 32\ntexture.channels: 1\n")) << ran.out;
  EXPECT_EQ(load_session(p / "new.json").session.texture.format.kind, ElementKind::floating);
  EXPECT_EQ(p.run({"import-desc", "float.cu", "--out", "s.json"}).code, 0);
  EXPECT_EQ(load_session(p / "s.json").session.texture.format, session.texture.format) << "it has its own";
  write(p / "none.cu", "int main() {}");
  ran = p.run({"import-desc", "none.cu"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(ran.err.starts_with("none.cu:1:1: error: no cudaTextureDesc found")) << ran.err;
  EXPECT_EQ(p.run({"import-desc"}).code, 2);
  EXPECT_EQ(p.run({"import-desc", "missing.cu"}).code, 2);
}

} // namespace
} // namespace texelscope
