// The code of choices that load texels, run on the CPU: compiled as C++ with CUDA's names, in one library for
// all of them, in which every load and every texel of a tile is checked.
#include "kernels/reports/advise/choice_code.h"

#include <cstdlib>
#include <limits>
#include <optional>
#include <regex>

#include <gtest/gtest.h>

#include "kernels/ground/base/shared_library.h"
#include "tests/kernels/reports/advise/code_on_cpu.h"
#include "tests/kernels/reports/advise/made_scene.h"
#include "tests/temp_folder.h"

namespace texelscope::advise {

namespace {
using tests::MadeScene;
using tests::SceneSetup;

constexpr std::size_t shared_bytes = 48 << 10; // what a block has on every GPU

// As the library declares it.
struct CodeCall {
  const void* memory;
  std::size_t bytes;
  int width, height, depth, axes;
  const CodeBox* boxes;
  std::size_t entries, entries_of_tile, tile_texels;
  const float*
      coordinates;     // of FetchList::all(); of code that takes cells, these in the same order, as floats
  float* results;      // of each lane the channels
  std::size_t outside; // loads that lie outside the texels or the tile
};

constexpr const char* call_struct = R"(struct Call {
  const void* memory;
  std::size_t bytes;
  int width, height, depth, axes;
  const void* boxes;
  std::size_t entries, entries_of_tile, tile_texels;
  const float* coordinates;
  float* results;
  std::size_t outside;
};
)";

// Behind each choice's code, in its namespace.
constexpr const char* runner = R"(
void run(Call& call) {
  memory_begin = static_cast<const char*>(call.memory), memory_bytes = call.bytes, outside = 0;
  const Source source = {0, static_cast<const texel*>(call.memory), call.width, call.height, call.depth};
  Box box = {};
  Tile<texel> tile = {std::vector<texel>(call.tile_texels)};
  for (std::size_t entry = 0; entry < call.entries; ++entry) {
    if (has_tile && entry % call.entries_of_tile == 0) {
      box = static_cast<const Box*>(call.boxes)[entry / call.entries_of_tile];
      for (threadIdx.x = 0; threadIdx.x < blockDim.x; ++threadIdx.x) COPY
    }
    for (int lane = 0; lane < 32; ++lane) {
      const float* const at = call.coordinates + entry * call.axes * 32 + lane;
      const value found = fetch(source, box, tile, COORDINATES);
      std::memcpy(call.results + (entry * 32 + lane) * (sizeof(value) / 4), &found, sizeof found);
    }
  }
  call.outside = outside;
}
)";

bool loads(Way way) {
  return way == Way::nearest || way == Way::filter || way == Way::tile;
}

// The code of one choice as C++.
std::string as_cpp(const Scene& scene, const Choice& choice, const Cells* cells) {
  const bool has_tile = choice.way == Way::tile;
  const std::string code = tests::cpp_of(choice_code(scene, choice, cells));
  std::string run = std::regex_replace(std::string(runner), std::regex("COPY"),
                                       has_tile ? "copy_tile(source, box, tile);" : ";");
  std::string coordinates;
  for (int axis = 0; axis < scene.axes(); ++axis)
    coordinates +=
        (axis > 0 ? ", " : "") + std::string(cells ? "(int)" : "") + "at[" + std::to_string(32 * axis) + "]";
  run = std::regex_replace(run, std::regex("COORDINATES"), coordinates);
  return code + "constexpr bool has_tile = " + (has_tile ? "true" : "false") + ";\n" + run;
}

class ChoiceCodeOnCpu : public testing::Test {
protected:
  // All choices' code, compiled once.
  static void SetUpTestSuite() {
    folder.emplace();
    std::string source = std::string(tests::cuda_shim) + call_struct, functions;
    const auto add = [&](const Scene& scene, const Choice& choice, const Cells* cells) {
      const std::string number = std::to_string(count++);
      source += "namespace c" + number + " {\n" + as_cpp(scene, choice, cells) + "}\n";
      functions += (functions.empty() ? "c" : ", c") + number + "::run";
    };
    for (const SceneSetup& setup : tests::scene_setups()) {
      const MadeScene made(setup);
      for (const Choice& choice : choices_of(made.scene))
        if (loads(choice.way)) add(made.scene, choice, nullptr);
    }
    first_of_cells = count;
    for_each_of_cells(
        [&](MadeScene& made, const Choice& choice, const Cells& cells) { add(made.scene, choice, &cells); });
    source += "extern \"C\" void run_choice(int i, Call* call) {\n"
              "  static void (*const all[])(Call&) = {" +
              functions + "};\n  all[i](*call);\n}\n";
    folder->write("choices.cpp", source);
    const std::string command = "cd " + folder->root().string() +
                                " && g++ -std=c++17 -w -ffp-contract=off -shared -fPIC -o choices.so "
                                "choices.cpp > log.txt 2>&1";
    if (std::system("g++ --version > /dev/null 2>&1") != 0) return;
    built = std::system(command.c_str()) == 0;
    if (!*built) return;
    library.emplace(std::initializer_list<const char*>{(folder->root() / "choices.so").c_str()});
    ASSERT_TRUE(library->find(run_choice, "run_choice"));
  }
  static void TearDownTestSuite() {
    library.reset();
    folder.reset();
  }
  void SetUp() override {
    if (!built) GTEST_SKIP() << "no g++";
    ASSERT_TRUE(*built) << folder->read("log.txt").substr(0, 4000);
  }

  // Calls `each(made, choice, run)` of every choice; run() returns the results of the scene's list, or
  // nothing where its tiles are too large for a block.
  template <class Each>
  static void for_each_choice(const Each& each) {
    int number = 0;
    for (const SceneSetup& setup : tests::scene_setups()) {
      MadeScene made(setup);
      for (const Choice& choice : choices_of(made.scene)) {
        if (!loads(choice.way)) continue;
        SCOPED_TRACE(setup.describe() + ": " + name(choice));
        each(made, choice, [&made, &choice, number] { return run(made, choice, number, nullptr); });
        ++number;
      }
    }
    EXPECT_EQ(number, first_of_cells);
  }

  // Calls `each(made, choice, cells)` of every choice that takes cells.
  template <class Each>
  static void for_each_of_cells(const Each& each) {
    for (const SceneSetup& setup : tests::cell_setups())
      for (const bool inside : {false, true}) {
        MadeScene made(setup);
        made.add_cells(24, inside);
        const std::optional<Cells> cells = cells_of(made.scene);
        ASSERT_TRUE(cells) << setup.describe();
        for (const Choice& choice : choices_of(made.scene))
          if (takes_cells(made.scene, choice, *cells)) each(made, choice, *cells);
      }
  }

  static std::optional<std::vector<float>> run(MadeScene& made, const Choice& choice, int number,
                                               const Cells* cells) {
    const FetchList& list = made.scene.fetches;
    const std::vector<std::byte> texels = encoded(made.scene, choice.texels);
    std::vector<float> results(list.entries() * lanes * std::size_t(choice.texels.channels));
    std::vector<CodeBox> boxes;
    std::size_t tile_texels = 0;
    if (needs_boxes(choice.way)) {
      boxes = cells ? boxes_of(made.scene, *cells) : boxes_of(made.scene, std::nullopt);
      tile_texels = max_box_texels(boxes);
      if (!tile_refusal(choice, tile_texels, shared_bytes).empty()) return {};
    }
    std::vector<float> coordinates = list.all();
    for (std::size_t entry = 0; cells && entry < list.entries(); ++entry)
      for (int axis = 0; axis < list.axes(); ++axis)
        for (int lane = 0; lane < lanes; ++lane)
          coordinates[(entry * std::size_t(list.axes()) + std::size_t(axis)) * lanes + std::size_t(lane)] =
              float(cells->at(list, entry, lane, axis));
    CodeCall call = {texels.data(),
                     texels.size() - Image::padding,
                     made.scene.size[0],
                     made.scene.size[1],
                     made.scene.size[2],
                     list.axes(),
                     boxes.data(),
                     list.entries(),
                     list.entries_of_tile(),
                     tile_texels,
                     coordinates.data(),
                     results.data(),
                     0};
    run_choice(number, &call);
    EXPECT_EQ(call.outside, 0u) << "loads outside the texels";
    return results;
  }

  static inline std::optional<tests::TempFolder> folder;
  static inline std::optional<SharedLibrary> library;
  static inline std::optional<bool> built; // empty: there is no compiler
  static inline void (*run_choice)(int, CodeCall*) = nullptr;
  static inline int count = 0, first_of_cells = 0;
};

// Each result is as near to exact arithmetic as the texels' coding lets it be; returns how many.
int compare(const MadeScene& made, const Choice& choice, const std::vector<float>& found) {
  const bool nearest = choice.way == Way::nearest;
  const double allowed = made.coding_error(choice.texels) * 1.001 + 1e-5 * made.contrast();
  const auto channels = std::size_t(choice.texels.channels);
  int compared = 0;
  for (std::size_t i = 0; i < made.scene.fetches.entries() * lanes; ++i, ++compared) {
    const auto exact = made.exact(i / lanes, int(i % lanes), nearest);
    for (std::size_t c = 0; c < channels; ++c)
      if (!(std::abs(found[i * channels + c] - exact[c]) <= allowed)) {
        ADD_FAILURE() << found[i * channels + c] << ", not " << exact[c] << ", at "
                      << made.scene.fetches.at(i / lanes, int(i % lanes), 0) << ", channel " << c;
        return compared;
      }
  }
  return compared;
}

TEST_F(ChoiceCodeOnCpu, ReturnsWhatExactArithmeticDoes) {
  int compared = 0;
  std::array<int, 7> of_way = {};
  for_each_choice([&](MadeScene& made, const Choice& choice, const auto& run) {
    made.scene.fetches = FetchList(made.scene.axes());
    made.add_fetches(24);
    const auto found = run();
    ASSERT_TRUE(found) << "small textures fit a tile";
    compared += compare(made, choice, *found);
    ++of_way[std::size_t(choice.way)];
  });
  EXPECT_GT(compared, 100000);
  for (const Way way : {Way::nearest, Way::filter, Way::tile})
    EXPECT_GT(of_way[std::size_t(way)], 50);
}

TEST_F(ChoiceCodeOnCpu, ReturnsTheSameByCells) {
  int compared = 0, number = first_of_cells;
  std::array<int, 7> of_way = {};
  for_each_of_cells([&](MadeScene& made, const Choice& choice, const Cells& cells) {
    SCOPED_TRACE(name(choice));
    const auto found = run(made, choice, number++, &cells);
    ASSERT_TRUE(found) << "small textures fit a tile";
    compared += compare(made, choice, *found);
    ++of_way[std::size_t(choice.way)];
  });
  EXPECT_EQ(number, count);
  EXPECT_GT(compared, 50000);
  EXPECT_GT(of_way[std::size_t(Way::nearest)], 50);
  EXPECT_GT(of_way[std::size_t(Way::tile)], 20);
  EXPECT_EQ(of_way[std::size_t(Way::filter)], 0) << "filters weigh what lies between texels";
}

// What programs may pass by mistake. No load leaves the texels or the tile, and finite coordinates near the
// texture's edges have their exact results.
TEST_F(ChoiceCodeOnCpu, NeverLoadsFromOutside) {
  const float infinity = std::numeric_limits<float>::infinity();
  const float wild[] = {std::numeric_limits<float>::quiet_NaN(),
                        infinity,
                        -infinity,
                        3e38f,
                        -3e38f,
                        1e9f,
                        -1e9f,
                        16777216,
                        -16777216,
                        2147483648.0f,
                        -1e-9f,
                        std::numeric_limits<float>::denorm_min(),
                        -0.0f,
                        0,
                        1,
                        std::nextafter(1.0f, 0.0f),
                        std::nextafter(1.0f, 2.0f),
                        2,
                        -1};
  for_each_choice([&](MadeScene& made, const Choice& choice, const auto& run) {
    const bool nearest = choice.way == Way::nearest;
    const bool filters = made.scene.is_linear() && !nearest;
    const auto channels = std::size_t(choice.texels.channels);
    for (const float coordinate : wild)
      for (int axis = -1; axis < made.scene.axes(); ++axis) {
        made.scene.fetches = FetchList(made.scene.axes());
        made.add_same(coordinate, axis, 8);
        const auto found = run();
        if (!found) continue;                                   // too large a tile: the device refuses it
        if (!filters || !(std::abs(coordinate) <= 2)) continue; // at edges points may take either neighbor
        const double allowed = made.coding_error(choice.texels) * 1.001 + 1e-5 * made.contrast();
        for (std::size_t i = 0; i < made.scene.fetches.entries() * lanes; ++i) {
          const auto exact = made.exact(i / lanes, int(i % lanes));
          for (std::size_t c = 0; c < channels; ++c)
            ASSERT_NEAR((*found)[i * channels + c], exact[c], allowed)
                << coordinate << " along axis " << axis << ", channel " << c;
        }
      }
  });
}

// A tile of lanes that lie far outside together does not fit a block.
TEST(ChoiceBoxes, OfFarCoordinatesFitNoBlock) {
  for (const float far : {1e9f, -1e9f, 3e38f, std::numeric_limits<float>::infinity(),
                          -std::numeric_limits<float>::infinity()}) {
    MadeScene made({.address = {AddressMode::wrap, AddressMode::mirror, AddressMode::wrap}});
    made.add_same(far, -1, 8);
    const std::size_t texels = max_box_texels(boxes_of(made.scene, std::nullopt));
    EXPECT_NE(tile_refusal({Way::tile, made.scene.own}, texels, shared_bytes).str(), "") << far;
  }
}

TEST(ChoiceBoxes, ABlockHoldsATileUpToItsLastByte) {
  const Choice bytes = {Way::tile, {ElementKind::unsigned_int, 8, 1}},
               floats = {Way::tile, {ElementKind::floating, 32, 4}};
  EXPECT_EQ(tile_refusal(bytes, 49152, 49152).str(), "");
  EXPECT_EQ(tile_refusal(bytes, 49153, 49152).str(),
            "a block's fetches need 49 KiB of shared memory, of which it has 48");
  EXPECT_EQ(tile_refusal(floats, 3072, 49152).str(), "");
  EXPECT_EQ(tile_refusal(floats, 3073, 49152).str(),
            "a block's fetches need 49 KiB of shared memory, of which it has 48");
  EXPECT_EQ(tile_refusal({Way::nearest, floats.texels}, 3073, 49152).str(), "") << "it has no tile";
  const std::vector<CodeBox> far = {{{0, 0, 0}, {1 << 29, 1 << 29, 1}}};
  EXPECT_EQ(max_box_texels(far), std::numeric_limits<std::size_t>::max());
  EXPECT_NE(tile_refusal(floats, max_box_texels(far), 49152).str(), "");
}

CodeBox only_box(const Scene& scene, const std::optional<FetchList::Planes>& planes = std::nullopt) {
  const std::vector<CodeBox> boxes = boxes_of(scene, planes);
  EXPECT_EQ(boxes.size(), 8u) << "of a block of 64 entries, of which each 8 share one";
  return boxes.front();
}

// Lanes from texel 2.25 to 5.75 along x and from 1.25 to 1.75 along y.
void add_near_middle(Scene& scene) {
  float at[lanes][3] = {};
  for (int lane = 0; lane < lanes; ++lane) {
    at[lane][0] = (2.25f + 3.5f * float(lane) / 31) / float(scene.size[0]);
    at[lane][1] = (1.25f + 0.5f * float(lane) / 31) / float(scene.size[1]);
  }
  for (int entry = 0; entry < entries_of_block; ++entry)
    scene.fetches.add(at, ~std::uint32_t(0));
}

TEST(ChoiceBoxes, HoldTheTexelsOfTheirFetches) {
  for (const AddressMode mode :
       {AddressMode::clamp, AddressMode::wrap, AddressMode::mirror, AddressMode::border}) {
    MadeScene points({.size = {16, 8, 1}, .filter = FilterMode::point, .address = {mode, mode, mode}});
    add_near_middle(points.scene);
    CodeBox box = only_box(points.scene);
    EXPECT_EQ(box.first[0], 2);
    EXPECT_EQ(box.count[0], 4);
    EXPECT_EQ(box.first[1], 1);
    EXPECT_EQ(box.count[1], 1);
    EXPECT_EQ(box.first[2], 0);
    EXPECT_EQ(box.count[2], 1);
    MadeScene linear({.size = {16, 8, 1}, .address = {mode, mode, mode}});
    add_near_middle(linear.scene);
    box = only_box(linear.scene);
    EXPECT_EQ(box.first[0], 1);
    EXPECT_EQ(box.count[0], 6) << "1.75 to 5.25, and the texel behind";
    EXPECT_EQ(box.first[1], 0);
    EXPECT_EQ(box.count[1], 3);
    EXPECT_EQ(max_box_texels({box, {{0, 0, 0}, {1, 1, 1}}}), 6u * 3);
  }
}

TEST(ChoiceBoxes, EndAtTheTexturesEdgesAsTheAddressModeHasIt) {
  const auto box_of = [](AddressMode mode, float coordinate) {
    MadeScene made({.size = {16, 8, 1}, .address = {mode, mode, mode}});
    made.add_same(coordinate, -1, entries_of_block);
    return only_box(made.scene);
  };
  CodeBox box = box_of(AddressMode::clamp, -3);
  EXPECT_EQ(box.first[0], 0);
  EXPECT_EQ(box.count[0], 2);
  box = box_of(AddressMode::clamp, 3);
  EXPECT_EQ(box.first[0], 15);
  EXPECT_EQ(box.count[0], 2);
  box = box_of(AddressMode::border, -3);
  EXPECT_EQ(box.first[0], -1);
  EXPECT_EQ(box.count[0], 2);
  box = box_of(AddressMode::border, 3);
  EXPECT_EQ(box.first[0], 16);
  EXPECT_EQ(box.count[0], 2);
  box = box_of(AddressMode::wrap, -3);
  EXPECT_EQ(box.first[0], -49);
  EXPECT_EQ(box.count[0], 2) << "-48.5: texels that repeat";
  box = box_of(AddressMode::mirror, 3);
  EXPECT_EQ(box.first[1], 23);
  EXPECT_EQ(box.count[1], 2);
}

// Kernels that compute coordinates make also fetches that no thread of the program made.
TEST(ChoiceBoxes, HoldLanesThatOnlyPlanesHave) {
  MadeScene made({.size = {64, 8, 1}, .address = {AddressMode::wrap, AddressMode::wrap, AddressMode::wrap}});
  float at[lanes][3] = {};
  for (int lane = 0; lane < lanes; ++lane) {
    at[lane][0] = (float(lane) + 0.75f) / 64;
    at[lane][1] = 0.5f;
  }
  for (int entry = 0; entry < entries_of_block; ++entry)
    made.scene.fetches.add(at, 0b11);
  EXPECT_EQ(only_box(made.scene).count[0], 3);
  const auto planes = made.scene.fetches.planes({1e-4f, 1e-4f, 1e-4f});
  ASSERT_TRUE(planes);
  EXPECT_EQ(only_box(made.scene, planes).count[0], 33);
}

// Border colors and values at the ends of what floats hold.
TEST(ChoiceCode, WritesNumbersThatCompile) {
  const float infinity = std::numeric_limits<float>::infinity();
  const auto expect_numbers = [](const MadeScene& made) {
    for (const Choice& choice : choices_of(made.scene)) {
      const std::string code = choice_code(made.scene, choice);
      EXPECT_FALSE(std::regex_search(code, std::regex("\\b(inf|nan)f?\\b"))) << name(choice) << "\n" << code;
    }
  };
  const std::array<AddressMode, 3> border = {AddressMode::border, AddressMode::border, AddressMode::border};
  expect_numbers(MadeScene({.address = border, .border = {infinity, -infinity, NAN, 0}}));
  MadeScene wide({.address = border});
  wide.scene.values[0] = -3.4e38f, wide.scene.values[1] = 3.4e38f;
  wide.scene.set_range();
  expect_numbers(wide);
  MadeScene narrow({.address = border});
  for (float& value : narrow.scene.values)
    value = 2;
  narrow.scene.values[0] = std::nextafter(2.0f, 3.0f);
  narrow.scene.set_range();
  expect_numbers(narrow);
  for (float& value : narrow.scene.values)
    value = std::numeric_limits<float>::denorm_min();
  narrow.scene.values[0] = -std::numeric_limits<float>::denorm_min();
  narrow.scene.set_range();
  expect_numbers(narrow);
}
} // namespace

} // namespace texelscope::advise
