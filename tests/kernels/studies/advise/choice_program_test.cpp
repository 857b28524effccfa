// Programs that are written for choices: that they compile, that their texels have the codes that were
// measured, and that their tiles hold what their blocks fetch.
#include "kernels/studies/advise/choice_program.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <list>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "kernels/ground/base/shared_library.h"
#include "kernels/ground/files/errors.h"
#include "tests/kernels/reports/advise/code_on_cpu.h"
#include "tests/kernels/reports/advise/made_scene.h"
#include "tests/temp_folder.h"

namespace texelscope::advise {

namespace {
using tests::MadeScene;

constexpr std::uint32_t all_lanes = ~std::uint32_t(0);

ProgramRequest request_of(const Scene& scene, const Choice& choice) {
  ProgramRequest request{choice,       program_entries(scene.fetches), {}, 0, "a device", "texelscope advise",
                         "data.texels"};
  request.promised.resize(request.entries.size() * lanes * std::size_t(scene.own.channels));
  return request;
}

std::string cuda_program_of(const Scene& scene, const Choice& choice) {
  return choice_program(scene, request_of(scene, choice), ProgramLanguage::cuda);
}

// What lies between the first `from` and the next `to`.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from);
  if (begin == std::string::npos) return {};
  return text.substr(begin + from.size(), text.find(to, begin + from.size()) - begin - from.size());
}

// Texels of the program's tile.
int tile_of(const Scene& scene, const Choice& choice) {
  const std::string count = between(cuda_program_of(scene, choice), "__shared__ texel tile[", "]");
  return count.empty() ? 0 : std::stoi(count);
}

// An entry whose lanes lie in rows of 16, a texel from each other.
void add_rows(Scene& scene, float x, float y, std::uint32_t mask) {
  float at[lanes][3] = {};
  for (int lane = 0; lane < lanes; ++lane)
    at[lane][0] = x + float(lane % 16), at[lane][1] = y + float(lane / 16);
  scene.fetches.add(at, mask);
}

// An entry between two corners.
void add_span(Scene& scene, float low, float high) {
  float at[lanes][3] = {};
  for (int lane = 0; lane < lanes; ++lane)
    for (float& along : at[lane])
      along = lane == 0 ? low : high;
  scene.fetches.add(at, all_lanes);
}

const Choice float_tile = {Way::tile, {ElementKind::floating, 32, 1}};

// --- blocks and their tiles ---

constexpr std::uint32_t nine_columns = 0x01ff01ff;

TEST(ChoiceProgram, HasAWarpForEachEntry) {
  MadeScene made({.size = {512, 512, 1}, .normalized = false});
  add_rows(made.scene, 100, 200, nine_columns << 2);
  add_rows(made.scene, 300, 400, all_lanes);
  ProgramRequest request = request_of(made.scene, {Way::array, made.scene.own});
  for (std::size_t i = 0; i < request.promised.size(); ++i)
    request.promised[i] = float(i);
  const std::string program = choice_program(made.scene, request, ProgramLanguage::cupy);
  EXPECT_NE(program.find("count = 512, 512, 1, 1, 64\n"), std::string::npos) << program;
  std::string coordinates = between(program, "coordinates = np.array([", "]"),
              promised = between(program, "promised = np.array([", "]");
  const std::regex space("\\s+");
  coordinates = std::regex_replace(coordinates, space, ""),
  promised = std::regex_replace(promised, space, "");
  EXPECT_TRUE(coordinates.starts_with("102,200,102,200,102,200,103,200,104,200,")) << coordinates;
  EXPECT_NE(
      coordinates.find("110,200,102,200,102,200,102,200,102,200,102,200,102,200,102,200,102,201,103,201,"),
      std::string::npos)
      << "lanes that do not fetch repeat the first that does: " << coordinates;
  EXPECT_TRUE(promised.starts_with("2,2,2,3,4,5,6,7,8,9,10,2,2,2,2,2,2,2,18,19,")) << promised;
  EXPECT_TRUE(promised.ends_with(",26,2,2,2,2,2,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,"
                                 "52,53,54,55,56,57,58,59,60,61,62,63"))
      << promised;
}

TEST(ChoiceProgram, HasATileForTheLargestBox) {
  MadeScene made({.size = {512, 512, 1}, .normalized = false});
  for (const float far : {0.0f, 200.0f, 400.0f})
    add_rows(made.scene, far + 50.37f, far + 20.41f, nine_columns);
  // Texels 49 to 58 along x, 19 to 21 along y, and one more on each side.
  EXPECT_EQ(tile_of(made.scene, float_tile), 12 * 5);
  made.scene.sampler.filter = FilterMode::point; // 50 to 58, 20 to 21
  EXPECT_EQ(tile_of(made.scene, float_tile), 11 * 4);
  add_rows(made.scene, 100, 100, all_lanes); // 100 to 115, 100 to 101
  EXPECT_EQ(tile_of(made.scene, float_tile), 18 * 4);
}

TEST(ChoiceProgram, HasATileThatEndsAtTheEdges) {
  for (const AddressMode mode : {AddressMode::clamp, AddressMode::border}) {
    MadeScene made({.size = {17, 17, 17}, .address = {mode, mode, mode}, .normalized = false});
    made.scene.dimension = Dimension::d3, made.scene.fetches = FetchList(3);
    made.scene.own = {ElementKind::floating, 16, 4};
    add_span(made.scene, -3, 30);
    EXPECT_EQ(tile_of(made.scene, {Way::tile, made.scene.own}), 17 * 17 * 17) << "a table of colors";
    made.scene.fetches = FetchList(3);
    add_span(made.scene, 30, INFINITY);
    EXPECT_EQ(tile_of(made.scene, {Way::tile, made.scene.own}), mode == AddressMode::clamp ? 2 * 2 * 2 : 1);
    made.scene.fetches = FetchList(3);
    add_span(made.scene, NAN, -5);
    EXPECT_EQ(tile_of(made.scene, {Way::tile, made.scene.own}), mode == AddressMode::clamp ? 27 : 8);
  }
  MadeScene wrapped({.size = {16, 16, 1}, .address = {AddressMode::wrap, AddressMode::mirror, {}}});
  add_span(wrapped.scene, 0, 1); // -1 to 16, and one more on each side
  EXPECT_EQ(tile_of(wrapped.scene, float_tile), 20 * 20);
}

// 48 KiB of each block hold the tile, and 24 bytes more.
TEST(ChoiceProgram, RefusesATileThatNoBlockHolds) {
  const auto refusal = [](const Scene& scene, const Choice& choice) -> std::string {
    try {
      cuda_program_of(scene, choice);
      return {};
    } catch (const UserError& error) {
      return error.what();
    }
  };
  const auto row = [&](int width, const ElementFormat& texels) {
    MadeScene made({.dimension = Dimension::d1, .size = {width, 1, 1}, .own = texels, .normalized = false});
    add_span(made.scene, 0, float(width));
    return refusal(made.scene, {Way::tile, texels});
  };
  EXPECT_EQ(row(49128, {ElementKind::unsigned_int, 8, 1}), "");
  EXPECT_EQ(row(49129, {ElementKind::unsigned_int, 8, 1}),
            "tile.u8 cannot be written as a program: a block's texels need 49129 bytes of shared memory, of "
            "which 49128 are free.");
  EXPECT_EQ(row(3070, {ElementKind::floating, 32, 4}), "");
  EXPECT_EQ(row(3071, {ElementKind::floating, 32, 4}),
            "tile.f32 cannot be written as a program: a block's texels need 49136 bytes of shared memory, of "
            "which 49128 are free.");
  MadeScene far({.address = {AddressMode::wrap, AddressMode::wrap, AddressMode::wrap}});
  add_span(far.scene, 1e9f, 1e9f);
  EXPECT_NE(refusal(far.scene, float_tile), "") << "a coordinate that is no int";
  EXPECT_EQ(refusal(far.scene, {Way::filter, far.scene.own}), "") << "it has no tile";
}

// --- kernels on the CPU ---

// Behind the shim: a block's threads are the CPU's.
constexpr const char* blocks = R"(
#include <barrier>
#include <mutex>
#include <thread>
static std::barrier<>* block;
static std::mutex bounds;
static std::atomic<std::size_t> traps;
void __syncthreads() { block->arrive_and_wait(); }
void __trap() { ++traps; }
void atomicMin(int* to, int value) { std::lock_guard lock(bounds); *to = min(*to, value); }
void atomicMax(int* to, int value) { std::lock_guard lock(bounds); *to = max(*to, value); }
)";
// Behind each program's kernel, in its namespace.
constexpr const char* runner = R"(
void run(const void* texels, std::size_t bytes, float* to) {
  memory_begin = static_cast<const char*>(texels), memory_bytes = bytes;
  for (blockIdx.x = 0; blockIdx.x * blockDim.x < count; ++blockIdx.x) {
    std::barrier<> threads_of_block(blockDim.x);
    block = &threads_of_block;
    std::vector<std::thread> threads;
    for (int i = 0; i < blockDim.x; ++i)
      threads.emplace_back([=] {
        threadIdx.x = i;
        sample(0, static_cast<const texel*>(texels), width, height, depth, coordinates, count, to);
      });
    for (std::thread& thread : threads)
      thread.join();
  }
}
)";

std::string kernel_as_cpp(const std::string& program) {
  std::string code = "using value" + between(program, "using value", "using channel");
  code = std::regex_replace(code, std::regex("extern \"C\" __global__"), "");
  code = std::regex_replace(code, std::regex("__shared__ texel tile\\[(\\d+)\\]"),
                            "static Tile<texel> tile = {std::vector<texel>($1)}");
  code = std::regex_replace(code, std::regex("__shared__"), "static");
  return tests::cpp_of(code) + "constexpr int width" + between(program, "constexpr int width", "\n") +
         "\nconst float coordinates[] = {" + between(program, "const float coordinates[] = {", "}") + "};\n" +
         runner;
}

TEST(ChoiceProgram, FetchesFromItsTiles) {
  if (std::system("g++ --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no g++";
  std::list<MadeScene> scenes;
  std::string source = std::string(tests::cuda_shim) + blocks, functions;
  const auto add = [&](const MadeScene& made) {
    const std::string program = cuda_program_of(made.scene, {Way::tile, made.scene.own});
    ASSERT_NE(program.find("sample<<<(count + 31) / 32, 32>>>"), std::string::npos)
        << "as the runner does it";
    const std::string number = std::to_string(scenes.size());
    source += "namespace p" + number + " {\n" + kernel_as_cpp(program) + "}\n";
    functions += "p" + number + "::run, ";
  };
  std::array<int, 4> of_mode = {};
  for (const tests::SceneSetup& setup : tests::scene_setups()) {
    if (setup.storage == Storage::linear) continue;
    MadeScene& made = scenes.emplace_back(setup);
    made.add_fetches(6);
    const FetchList wide = made.scene.fetches;
    made.scene.fetches = FetchList(made.scene.axes());
    for (std::size_t entry = 0; entry < wide.entries(); ++entry) {
      float at[lanes][3] = {};
      for (int lane = 0; lane < lanes; ++lane)
        for (int axis = 0; axis < wide.axes(); ++axis) // 3-D tiles of all the coordinates would fit no block
          at[lane][axis] = wide.at(entry, lane, axis) / float(wide.axes());
      made.scene.fetches.add(at, entry % 2 == 0 ? nine_columns : all_lanes);
    }
    add(made);
    ++of_mode[std::size_t(setup.address[0])];
  }
  for (const int count : of_mode)
    EXPECT_GT(count, 5);
  MadeScene& apart = scenes.emplace_back(tests::SceneSetup{.size = {512, 512, 1}, .normalized = false});
  for (const float far : {0.0f, 100.0f, 200.0f, 400.0f})
    add_rows(apart.scene, far + 50.37f, far + 20.41f, nine_columns);
  add(apart);
  MadeScene& table = scenes.emplace_back(tests::SceneSetup{.dimension = Dimension::d3,
                                                           .size = {14, 14, 14},
                                                           .own = {ElementKind::floating, 32, 4},
                                                           .normalized = false});
  add_span(table.scene, 0.25f, 13.5f); // 43 KiB
  add(table);
  source += "extern \"C\" void run_program(int i, const void* texels, std::size_t bytes, float* to, "
            "std::size_t* faults) {\n"
            "  static void (*const all[])(const void*, std::size_t, float*) = {" +
            functions +
            "};\n"
            "  outside = 0, traps = 0, blockDim.x = 32;\n"
            "  all[i](texels, bytes, to);\n"
            "  faults[0] = outside, faults[1] = traps;\n"
            "}\n";
  const tests::TempFolder folder;
  folder.write("kernels.cpp", source);
  const std::string command = "cd " + folder.root().string() +
                              " && g++ -std=c++20 -w -pthread -ffp-contract=off -shared -fPIC -o kernels.so "
                              "kernels.cpp > log.txt 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0) << folder.read("log.txt").substr(0, 4000);
  SharedLibrary library({(folder.root() / "kernels.so").c_str()});
  void (*run_program)(int, const void*, std::size_t, float*, std::size_t*) = nullptr;
  ASSERT_TRUE(library.find(run_program, "run_program"));
  int number = 0;
  for (const MadeScene& made : scenes) {
    const auto channels = std::size_t(made.scene.own.channels);
    const std::vector<std::byte> texels = encoded(made.scene, made.scene.own);
    std::vector<float> found(made.scene.fetches.entries() * lanes * channels, NAN);
    std::size_t faults[2] = {};
    run_program(number++, texels.data(), texels.size() - Image::padding, found.data(), faults);
    EXPECT_EQ(faults[0], 0u) << "loads outside the texels or the tile";
    EXPECT_EQ(faults[1], 0u) << "boxes larger than the tile";
    const double allowed = made.coding_error(made.scene.own) * 1.001 + 1e-5 * made.contrast();
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::size_t entry = i / channels / lanes;
      const auto exact = made.exact(entry, int(i / channels % lanes));
      ASSERT_NEAR(found[i], exact[i % channels], allowed) << "program " << number << ", value " << i;
    }
  }
}

// --- compiled programs, and their texels' codes ---

constexpr int columns = 400, rows = 300;

// Texels of which integers' codes are stretched, or of which some are no numbers.
std::list<MadeScene> scenes_with_codes() {
  std::list<MadeScene> all;
  const auto add = [&](const ElementFormat& own, double least, double greatest) -> Scene& {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> any(least, greatest);
    Scene& scene =
        all.emplace_back(tests::SceneSetup{.size = {columns, rows, 1}, .own = own, .normalized = false})
            .scene;
    for (float& value : scene.values)
      value = float(any(random));
    scene.set_range();
    add_rows(scene, 1, 1, all_lanes);
    return scene;
  };
  const ElementFormat floats = {ElementKind::floating, 32, 1};
  add(floats, -0.111, 0.259);
  add(floats, -0.1, -0.1 + 6e-5);
  add(floats, 0, 1);
  add(floats, -3e38, 3e38);
  add(floats, 0, 1e-41);
  add({ElementKind::signed_int, 16, 1}, -2.7, 1.9);
  add({ElementKind::signed_int, 8, 1}, -1, 1);
  Scene& wild = add(floats, -7, 70000);
  wild.values[3] = NAN, wild.values[4] = INFINITY, wild.values[5] = -INFINITY, wild.values[6] = -0.0f;
  return all;
}

// Calls `each(scene, choice)` of every type of texels.
template <class Each>
void for_each_code(const std::list<MadeScene>& scenes, const Each& each) {
  for (const MadeScene& made : scenes)
    for (const Choice& choice : choices_of(made.scene))
      if (choice.way == Way::array) each(made.scene, choice);
}

void expect_codes(const Scene& scene, const Choice& choice, const std::string& found) {
  SCOPED_TRACE(name(choice) + " of " + std::to_string(scene.least) + " to " + std::to_string(scene.greatest));
  const std::vector<std::byte> wanted = encoded(scene, choice.texels);
  const auto bytes = std::size_t(choice.texels.bits / 8);
  ASSERT_EQ(found.size(), scene.values.size() * bytes);
  int different = 0;
  for (std::size_t i = 0; i < scene.values.size(); ++i) {
    std::uint32_t code = 0, code_found = 0;
    std::memcpy(&code, wanted.data() + i * bytes, bytes);
    std::memcpy(&code_found, found.data() + i * bytes, bytes);
    const bool no_numbers =
        std::isnan(real_value(choice.texels, code)) && std::isnan(real_value(choice.texels, code_found));
    different += code != code_found && !no_numbers;
  }
  EXPECT_EQ(different, 0) << "codes";
}

std::string_view bytes_of(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

// All programs as one, by nvcc: its arguments are a program's number, and the files from which it reads
// floats and to which it writes their codes; without files it is that program.
class CompiledChoicePrograms : public testing::Test {
protected:
  void SetUp() override {
    if (std::string(TEXELSCOPE_NVCC).empty()) GTEST_SKIP() << "this build has no nvcc";
  }
  void add(const std::string& program) {
    std::istringstream lines(program);
    source += "namespace p" + std::to_string(count) + " {\n";
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("#include <"))
        headers += headers.find(line + "\n") == std::string::npos ? line + "\n" : "";
      else
        source += std::regex_replace(line, std::regex("extern \"C\" "), "") + "\n";
    }
    source += "int encode(std::FILE* from, std::FILE* to) {\n"
              "  float value;\n"
              "  while (std::fread(&value, 4, 1, from) == 1) {\n"
              "    const channel code = encoded(value);\n"
              "    std::fwrite(&code, sizeof code, 1, to);\n"
              "  }\n"
              "  return std::fclose(to);\n"
              "}\n}\n";
    mains += fmt_case("main()"),
        encodes += fmt_case("encode(std::fopen(argv[2], \"rb\"), std::fopen(argv[3], \"wb\"))");
    ++count;
  }
  void build() {
    folder.write("programs.cu", headers + source +
                                    "int main(int argc, char** argv) {\n"
                                    "  const int program = std::atoi(argv[1]);\n"
                                    "  if (argc == 2) switch (program) {\n" +
                                    mains + "  }\n  switch (program) {\n" + encodes +
                                    "  }\n  return 2;\n}\n");
    ASSERT_EQ(run(TEXELSCOPE_NVCC " -std=c++17 -arch=sm_90 -o programs programs.cu"), 0)
        << folder.read("log.txt").substr(0, 4000);
  }
  int run(const std::string& command) const {
    return std::system(("cd " + folder.root().string() + " && " + command + " > log.txt 2>&1").c_str());
  }

  tests::TempFolder folder;
  int count = 0;

private:
  std::string fmt_case(const std::string& call) const {
    const std::string number = std::to_string(count);
    return "  case " + number + ": return p" + number + "::" + call + ";\n";
  }
  std::string headers, source, mains, encodes;
};

TEST_F(CompiledChoicePrograms, HaveTheMeasuredCodes) {
  const std::list<MadeScene> scenes = scenes_with_codes();
  for_each_code(scenes,
                [&](const Scene& scene, const Choice& choice) { add(cuda_program_of(scene, choice)); });
  EXPECT_GT(count, 30);
  build();
  int number = 0;
  for_each_code(scenes, [&](const Scene& scene, const Choice& choice) {
    folder.write("values", bytes_of(scene.values));
    EXPECT_EQ(run("./programs " + std::to_string(number++) + " values codes"), 0);
    expect_codes(scene, choice, folder.read("codes"));
  });
}

TEST(ChoiceProgram, HasTheMeasuredCodesInNumPy) {
  if (std::system("/usr/bin/python3 -c 'import numpy' 2> /dev/null") != 0)
    GTEST_SKIP() << "/usr/bin/python3 has no NumPy";
  const std::list<MadeScene> scenes = scenes_with_codes();
  const tests::TempFolder folder;
  std::string script = "import numpy as np\n";
  int count = 0;
  for_each_code(scenes, [&](const Scene& scene, const Choice& choice) {
    ProgramRequest request = request_of(scene, choice);
    request.texel_file = std::to_string(count) + ".texels";
    folder.write(request.texel_file, bytes_of(scene.values));
    const std::string program = choice_program(scene, request, ProgramLanguage::cupy);
    script += "width, height" + between(program, "\nwidth, height", "\n") + "\n" +
              "values = " + between(program, "\nvalues = ", "memory = cupy") + "texels.tofile('" +
              std::to_string(count) + ".codes')\n";
    ++count;
  });
  folder.write("script.py", script);
  ASSERT_EQ(
      std::system(("cd " + folder.root().string() + " && /usr/bin/python3 script.py > log.txt 2>&1").c_str()),
      0)
      << folder.read("log.txt");
  EXPECT_GT(count, 30);
  int number = 0;
  for_each_code(scenes, [&](const Scene& scene, const Choice& choice) {
    expect_codes(scene, choice, folder.read(std::to_string(number++) + ".codes"));
  });
}

// A border that is no finite number, or none in the choice's codes; and the largest tiles.
TEST_F(CompiledChoicePrograms, CompileAtTheEndsOfWhatFloatsHold) {
  const std::array<AddressMode, 3> border = {AddressMode::border, AddressMode::border, AddressMode::border};
  for (const std::array<float, 4>& color :
       {std::array<float, 4>{1e36f, -1e36f, 1e-41f, 3}, std::array<float, 4>{INFINITY, -INFINITY, NAN, 0}}) {
    MadeScene made({.own = {ElementKind::floating, 32, 4}, .address = border, .border = color});
    for (float& value : made.scene.values)
      value = 1e-4f * (value - 2);
    made.scene.set_range();
    made.add_fetches(1);
    int of_unit = 0;
    for (const Choice& choice : choices_of(made.scene)) {
      add(cuda_program_of(made.scene, choice));
      of_unit += fetches_from_texture(choice.way);
      const std::string python =
          choice_program(made.scene, request_of(made.scene, choice), ProgramLanguage::cupy);
      const std::string colors = between(python, "borderColors=(", ")");
      if (choice.way == Way::array && choice.texels.bits == 8) {
        EXPECT_TRUE(colors.starts_with("inf, -inf, ")) << colors;
      }
    }
    EXPECT_EQ(of_unit, 12);
  }
  for (const ElementFormat& texels :
       {ElementFormat{ElementKind::unsigned_int, 8, 1}, ElementFormat{ElementKind::floating, 16, 2},
        ElementFormat{ElementKind::floating, 32, 4}}) {
    const int width = (49152 - 24) / texels.texel_bytes();
    MadeScene made({.dimension = Dimension::d1, .size = {width, 1, 1}, .own = texels, .normalized = false});
    add_span(made.scene, 0, float(width));
    add(cuda_program_of(made.scene, {Way::tile, texels}));
  }
  build();
}

// In a comment and in strings, of which one is printed.
TEST_F(CompiledChoicePrograms, HaveFilesOfAnyName) {
  MadeScene made({});
  made.add_fetches(1);
  ProgramRequest request = request_of(made.scene, {Way::nearest, made.scene.own});
  request.texel_file = "100%n %s \"it's\" \\.texels";
  request.command = "texelscope advise 'a\n#error' --code '100%n %s'";
  add(choice_program(made.scene, request, ProgramLanguage::cuda));
  build();
  EXPECT_NE(run("./programs 0"), 0);
  EXPECT_EQ(folder.read("log.txt"), request.texel_file + " is missing or too short\n");
}
} // namespace

} // namespace texelscope::advise
