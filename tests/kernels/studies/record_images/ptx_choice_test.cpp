#include "kernels/studies/record_images/ptx_choice.h"

#include <gtest/gtest.h>

#include "kernels/ground/text/language.h"
#include "tests/kernels/studies/record_images/made_image.h"

namespace texelscope::modules {
namespace {

using namespace tests;

constexpr std::uint64_t specific = 0x100011, family = 0x200011;

std::variant<ChosenPtx, PtxRefusal> choice(const std::string& bytes, const Device& device,
                                           bool linked = false) {
  return ptx_for(image_of(bytes), device, linked);
}

// The index of the chosen entry, or -1.
int chosen(const std::string& bytes, int device) {
  const auto ptx = choice(bytes, {device, {}});
  return ptx.index() == 0 ? int(std::get<ChosenPtx>(ptx).entry) : -1;
}

PtxRefusal refused(const std::string& bytes, const Device& device, bool linked = false) {
  const auto ptx = choice(bytes, device, linked);
  EXPECT_EQ(ptx.index(), 1u);
  return ptx.index() == 1 ? std::get<PtxRefusal>(ptx) : PtxRefusal{};
}

TEST(PtxChoice, TakesTheHighestArchitectureThatTheDeviceRuns) {
  const std::string bytes =
      made_fat_binary({ptx_entry(80), ptx_entry(90), ptx_entry(75), ptx_entry(90, specific, "a"),
                       ptx_entry(100, family, "f"), ptx_entry(120)});
  EXPECT_EQ(chosen(bytes, 70), -1);
  EXPECT_EQ(chosen(bytes, 75), 2);
  EXPECT_EQ(chosen(bytes, 79), 2);
  EXPECT_EQ(chosen(bytes, 80), 0);
  EXPECT_EQ(chosen(bytes, 89), 0);
  EXPECT_EQ(chosen(bytes, 90), 3); // before the portable one
  EXPECT_EQ(chosen(bytes, 100), 4);
  EXPECT_EQ(chosen(bytes, 103), 4);
  EXPECT_EQ(chosen(bytes, 110), 1);
  EXPECT_EQ(chosen(bytes, 121), 5);
  EXPECT_EQ(std::get<ChosenPtx>(choice(bytes, {89, {}})).text, made_ptx("80"));
  const std::string zstd = stored_image("zstd.fatbin");
  EXPECT_EQ(std::get<ChosenPtx>(choice(zstd, {86, {}})).text, stored_image("fetch.ptx"));
  EXPECT_EQ(chosen(zstd, 90), 2);
  EXPECT_EQ(chosen(zstd, 100), 0);
  EXPECT_EQ(chosen(zstd, 121), 4);
}

TEST(PtxChoice, RefusesWithTheReason) {
  const Device hopper = {90, {}};
  EXPECT_EQ(refused(stored_image("machine_code.fatbin"), hopper), (PtxRefusal{NoPtx::machine_code, "", 90}));
  EXPECT_EQ(refused(stored_image("fetch.cubin"), hopper).reason, NoPtx::machine_code);
  EXPECT_EQ(refused(stored_image("machine_code.fatbin"), hopper, true).reason, NoPtx::relocatable);
  EXPECT_EQ(refused(stored_image("parts.fatbin"), hopper).reason, NoPtx::relocatable);
  EXPECT_EQ(refused(stored_image("link_time.fatbin"), hopper).reason, NoPtx::link_time);
  EXPECT_EQ(refused(made_fat_binary({}), hopper).reason, NoPtx::empty);
  EXPECT_EQ(refused(made_fat_binary({ptx_entry(120), ptx_entry(100, family, "f"), ptx_entry(120)}), hopper),
            (PtxRefusal{NoPtx::other_architecture, "compute_120, compute_100f", 90}));
  EXPECT_EQ(refused(made_fat_binary({ptx_entry(90, specific, "a")}), {100, {}}),
            (PtxRefusal{NoPtx::other_architecture, "compute_90a", 100}));

  MadeEntry newer = ptx_entry(90);
  newer.minor = 1;
  EXPECT_EQ(refused(made_fat_binary({newer}), {90, PtxVersion{9, 0}}),
            (PtxRefusal{NoPtx::newer_than_driver, "9.1", 90}));
  EXPECT_EQ(std::get<ChosenPtx>(choice(made_fat_binary({newer}), {90, PtxVersion{9, 1}})).entry, 0u);
  EXPECT_EQ(
      std::get<ChosenPtx>(choice(made_fat_binary({ptx_entry(80), newer}), {90, PtxVersion{9, 0}})).entry, 0u);

  MadeEntry large = ptx_entry(90);
  large.flags = 0x8011;
  large.content_bytes = std::uint64_t(300) << 20;
  EXPECT_EQ(refused(made_fat_binary({large}), hopper), (PtxRefusal{NoPtx::too_large, "300", 90}));
  large.content_bytes = 100;
  EXPECT_EQ(refused(made_fat_binary({large}), hopper).reason, NoPtx::broken);
  large.flags = 0x11;
  EXPECT_EQ(refused(made_fat_binary({large}), hopper).reason, NoPtx::unknown_compression);
  MadeEntry no_text;
  no_text.stored = "hello";
  EXPECT_EQ(refused(made_fat_binary({no_text}), hopper).reason, NoPtx::broken);
}

// nvcc links such a module into every program.
TEST(PtxChoice, MachineCodeWithoutFunctionsIsEmpty) {
  std::string cubin = stored_image("fetch.cubin");
  for (const std::size_t section : {15, 16}) // their code
    put(cubin, 0xb80 + section * 64 + 32, std::uint64_t(0));
  EXPECT_EQ(refused(cubin, {90, {}}, true).reason, NoPtx::empty);
  MadeEntry entry;
  entry.kind = 2;
  entry.stored = cubin;
  EXPECT_EQ(refused(made_fat_binary({entry}), {90, {}}).reason, NoPtx::empty);
}

TEST(PtxChoice, KnowsTheNewestPtxOfADriver) {
  const struct {
    int driver;
    std::optional<PtxVersion> ptx;
  } rows[] = {{10020, {}},       {11000, {{7, 0}}}, {11080, {{7, 8}}}, {12000, {{8, 0}}},
              {12050, {{8, 5}}}, {12060, {{8, 5}}}, {12070, {{8, 6}}}, {12080, {{8, 7}}},
              {12090, {{8, 8}}}, {13000, {{9, 0}}}, {13010, {{9, 1}}}, {14000, {}}};
  for (const auto& row : rows)
    EXPECT_EQ(newest_ptx(row.driver), row.ptx) << row.driver;
}

TEST(PtxChoice, KnowsTheMachineCodeThatADeviceRuns) {
  const auto runs = [](const std::string& bytes, int device) {
    const auto found = machine_code_for(image_of(bytes), device);
    return found ? to_string(*found) : "";
  };
  MadeEntry entries[] = {ptx_entry(86), ptx_entry(80), ptx_entry(90, specific, "a"), ptx_entry(75)};
  for (std::size_t i = 0; i < 3; ++i)
    entries[i].kind = 2;
  const std::string image = made_fat_binary({entries[0], entries[1], entries[2], entries[3]});
  EXPECT_EQ(runs(image, 80), "80");
  EXPECT_EQ(runs(image, 86), "86");
  EXPECT_EQ(runs(image, 89), "86");
  EXPECT_EQ(runs(image, 90), "90a");
  EXPECT_EQ(runs(image, 75), "") << "PTX alone";
  EXPECT_EQ(runs(image, 120), "");
}

TEST(PtxChoice, KnowsTheLimitOfRegisters) {
  const auto limit = [](const char* options) {
    ModuleEntry entry;
    entry.options = options;
    return max_registers(entry);
  };
  EXPECT_EQ(limit(""), 0u);
  EXPECT_EQ(limit("-O3 -maxrregcount=32"), 32u);
  EXPECT_EQ(limit("--maxrregcount 64 -O3"), 64u);
  EXPECT_EQ(limit("-maxrregcount"), 0u);
  EXPECT_EQ(limit("-maxrregcount="), 0u);
}

TEST(PtxChoice, KnowsWhetherTheModuleUsesTextures) {
  for (const char* name : {"zstd.fatbin", "machine_code.fatbin", "fetch.cubin", "fetch.ptx"}) {
    const std::string bytes = stored_image(name);
    const auto use = texture_use(image_of(bytes));
    ASSERT_TRUE(use) << name;
    EXPECT_TRUE(use->fetches) << name;
    EXPECT_FALSE(use->surfaces) << name;
  }
  const std::string none = made_fat_binary({ptx_entry(75)}), link_time = stored_image("link_time.fatbin");
  EXPECT_FALSE(texture_use(image_of(none)).value().fetches);
  EXPECT_FALSE(texture_use(image_of(link_time)));
}

TEST(PtxChoice, SaysWhyAndWhatHelps) {
  EXPECT_EQ(sentence({NoPtx::other_architecture, "compute_120", 90}),
            "The PTX of the module is for compute_120; a device of compute capability 9.0 does not run it.");
  EXPECT_EQ(cure({NoPtx::other_architecture, "compute_120", 121}),
            "-gencode arch=compute_121,code=compute_121 as a further option of nvcc");
  EXPECT_EQ(sentence({NoPtx::machine_code, "", 90}), "The module has machine code alone, without PTX.");
  EXPECT_EQ(sentence({NoPtx::too_large, "300", 90}),
            "The PTX of the module has 300 MiB, which is too large.");
  EXPECT_EQ(cure({NoPtx::relocatable, "", 103}),
            "a build without -rdc=true, with -gencode arch=compute_103,code=compute_103");
  EXPECT_EQ(cure({NoPtx::broken, "", 90}), "");
  set_language(Language::chinese);
  EXPECT_EQ(sentence({NoPtx::machine_code, "", 90}), "该模块只有机器码，没有 PTX。");
  set_language(Language::english);
  for (int reason = 0; reason <= int(NoPtx::newer_than_driver); ++reason)
    EXPECT_TRUE(sentence({NoPtx(reason), "9.1", 90}).ends_with('.')) << reason;
}

} // namespace
} // namespace texelscope::modules
