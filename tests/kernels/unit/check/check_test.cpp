// What check() says to each kind of request, beyond what the capture and the programs of others show.
// The answers of CUDA were measured on an H100 (driver 580.159.04, CUDA 13.0).
#include <limits>

#include "kernels/ground/text/language.h"
#include "kernels/unit/resolve/resolve.h"
#include "tests/kernels/unit/check/requests.h"

namespace texelscope {
namespace {

using namespace tests;
constexpr const char* invalid_value = "cudaErrorInvalidValue";

TextureRequest viewed(TextureRequest request, const ViewRequest& view) {
  request.view = view;
  return request;
}
// A view of one channel of 32-bit floats.
ViewRequest float_view(std::size_t width, std::size_t height, std::size_t depth) {
  return {22, width, height, depth};
}

TEST(Check, SaysNothingToASoundRequest) {
  EXPECT_TRUE(check(array_request({float1, 16, 16, 0})).empty());
  EXPECT_TRUE(check(array_request({uchar4, 16, 0, 0})).empty());
  EXPECT_TRUE(check(pitch_request(16, 16, 64)).empty());
  EXPECT_TRUE(check(linear_request(512, 4096)).empty());
  TextureDesc mips = clamped();
  mips.normalizedCoords = true;
  mips.mipmapFilterMode = TextureFilterMode::linear;
  mips.maxMipmapLevelClamp = 4;
  mips.maxAnisotropy = 16;
  EXPECT_TRUE(check(mipmapped_request({uchar4, 16, 16, 0, 0, 5}, mips)).empty());
}

TEST(Check, SaysWhatTheWindowSays) {
  Session session;
  session.texture.storage = Storage::array;
  session.texture.format = {ElementKind::unsigned_int, 32, 1};
  session.sampler.filter = FilterMode::linear;
  session.sampler.read_mode = ReadMode::element;
  const Resolution resolution = resolve(session);
  const Note* shown = resolution.note_for("sampler.filter");
  ASSERT_NE(shown, nullptr);
  TextureDesc sampler = clamped();
  sampler.filterMode = TextureFilterMode::linear;
  const CheckNote note = note_on(array_request({uint1, 64, 64, 0}, sampler), "cudaTextureDesc::filterMode");
  EXPECT_EQ(note.kind, CheckKind::refused);
  EXPECT_EQ(note.sentence, shown->sentence);
  EXPECT_EQ(note.rule, shown->rule);
  EXPECT_EQ(note.error, "cudaErrorInvalidFilterSetting");
  EXPECT_EQ(
      note.cure,
      "a cudaChannelFormatDesc of 16-bit channels; cudaTextureDesc::readMode = cudaReadModeNormalizedFloat");
}

TEST(Check, NamesSettingsWithoutEffectOnlyIfSomebodySetThem) {
  TextureDesc sampler = clamped();
  sampler.mipmapFilterMode = TextureFilterMode::linear;
  sampler.borderColor = {0, 0, 0, 1};
  const auto notes = check(array_request({float1, 16, 16, 0}, sampler));
  EXPECT_EQ(notes.size(), 2u);
  EXPECT_EQ(count(notes, CheckKind::unused), 2u);
  EXPECT_NE(find_note(notes, "cudaTextureDesc::mipmapFilterMode"), nullptr);
  EXPECT_NE(find_note(notes, "cudaTextureDesc::borderColor"), nullptr);
}

TEST(Check, Channels) {
  const auto array = [](const ChannelRequest& channels) { return array_request({channels, 16, 16, 0}); };
  const char* invalid = "cudaErrorInvalidChannelDescriptor";
  const ChannelRequest faulty[] = {{8, 8, 8, 0, kind_unsigned},
                                   {0, 8, 0, 0, kind_unsigned},
                                   {8, 0, 8, 0, kind_unsigned},
                                   {0, 0, 0, 0, kind_unsigned},
                                   {8, 16, 0, 0, kind_unsigned},
                                   {4, 0, 0, 0, kind_unsigned},
                                   {64, 0, 0, 0, kind_unsigned},
                                   {8, 0, 0, 0, kind_float},
                                   {8, 0, 0, 0, 3},
                                   {8, 0, 0, 0, 77},
                                   {8, 0, 0, 0, -1},
                                   {16, 0, 0, 0, 5},
                                   {0, 0, 0, 0, 5},
                                   {8, 8, 8, 8, 31},
                                   {-8, 0, 0, 0, kind_unsigned}};
  for (const ChannelRequest& channels : faulty) {
    EXPECT_EQ(error_of(array(channels)), invalid) << channels.x << " " << channels.y << " " << channels.kind;
    EXPECT_EQ(error_of(linear_request(512, 4096, channels)), invalid) << channels.x << " " << channels.kind;
  }
  EXPECT_EQ(note_on(array({8, 8, 8, 0, kind_unsigned}), "cudaChannelFormatDesc").cure,
            "four channels, of which the last is not used: cudaChannelFormatDesc::w = 8");
  EXPECT_EQ(error_of(array({8, 8, 8, 0, 4})), invalid_value); // NV12
  EXPECT_EQ(error_of(array({10, 10, 10, 2, 31})), "");
  // CUDA finds a wrong channel before a wrong pitch or address.
  EXPECT_EQ(error_of(pitch_request(8, 8, 33, {8, 8, 8, 0, kind_unsigned})), invalid);
}

TEST(Check, Addresses) {
  for (const std::uintptr_t past : {1, 4, 32, 256, 511})
    EXPECT_EQ(error_of(linear_request(4096 + past, 64)), invalid_value) << past;
  EXPECT_EQ(error_of(linear_request(4096 + 512, 64)), "");
  EXPECT_EQ(error_of(linear_request(0, 64)), invalid_value);
  TextureRequest pitch = pitch_request(8, 8, 64);
  pitch.address += 256;
  EXPECT_EQ(note_on(pitch, "cudaResourceDesc::res.pitch2D.devPtr").error, invalid_value);
}

TEST(Check, Pitches) {
  const std::string field = "cudaResourceDesc::res.pitch2D.pitchInBytes";
  EXPECT_EQ(error_of(pitch_request(16, 8, 16)), invalid_value);
  EXPECT_EQ(error_of(pitch_request(16, 1, 33)), invalid_value);
  EXPECT_EQ(error_of(pitch_request(8, 8, 2097120)), "");
  EXPECT_EQ(error_of(pitch_request(8, 8, 2097152)), invalid_value);
  const CheckNote overlapping = note_on(pitch_request(16, 8, 32), field);
  EXPECT_EQ(overlapping.kind, CheckKind::altered);
  EXPECT_EQ(overlapping.sentence,
            "A pitch of 32 bytes is shorter than a row of 64 bytes, so that rows overlap.");
  EXPECT_EQ(note_on(pitch_request(16, 8, 0), field).kind, CheckKind::altered);
  EXPECT_TRUE(check(pitch_request(16, 1, 0)).empty());
  EXPECT_TRUE(check(pitch_request(16, 8, 96)).empty());
}

TEST(Check, SizesOfMemory) {
  const ChannelRequest uchar1 = {8, 0, 0, 0, kind_unsigned}, float4 = {32, 32, 32, 32, kind_float};
  EXPECT_EQ(error_of(pitch_request(131072, 4, 131584, uchar1)), "");
  EXPECT_EQ(error_of(pitch_request(131073, 4, 131584, uchar1)), invalid_value);
  EXPECT_EQ(error_of(pitch_request(131070, 4, 2097120, float4)), "");
  EXPECT_EQ(error_of(pitch_request(8, 65000, 512, uchar1)), "");
  EXPECT_EQ(error_of(pitch_request(8, 65001, 512, uchar1)), invalid_value);
  const TextureRequest empty = pitch_request(0, 4, 64, uchar1);
  EXPECT_EQ(note_on(empty, "cudaResourceDesc::res.pitch2D.width").kind, CheckKind::suspicious);
  EXPECT_EQ(error_of(empty), "");
  const char* bytes = "cudaResourceDesc::res.linear.sizeInBytes";
  EXPECT_TRUE(check(linear_request(512, 1 << 28, uchar1)).empty());
  EXPECT_EQ(note_on(linear_request(512, (1 << 28) + 1, uchar1), bytes).kind, CheckKind::suspicious);
  EXPECT_EQ(note_on(linear_request(512, 3), bytes).kind, CheckKind::suspicious);
  EXPECT_EQ(error_of(linear_request(512, std::numeric_limits<std::size_t>::max())), "");
}

TEST(Check, ExtentsThatCudaRefuses) {
  const ChannelRequest uchar1 = {8, 0, 0, 0, kind_unsigned};
  const ArrayRequest refused[] = {{uchar1, 131073, 0, 0},
                                  {uchar1, 0, 0, 0},
                                  {uchar1, 0, 4, 0},
                                  {uchar1, 16, 0, 4},
                                  {uchar1, 32769, 0, 0, surface_load_store},
                                  {uchar1, 131073, 4, 0},
                                  {uchar1, 4, 65537, 0},
                                  {uchar1, 32769, 4, 0, texture_gather},
                                  {uchar1, 4, 32769, 0, texture_gather},
                                  {uchar1, 16385, 4, 4},
                                  {uchar1, 8193, 4, 16385},
                                  {uchar1, 4, 8193, 16385},
                                  {uchar1, 4, 4, 32769},
                                  {uchar1, 32769, 0, 4, layered},
                                  {uchar1, 4, 0, 2049, layered},
                                  {uchar1, 4, 4, 2049, layered},
                                  {uchar1, 4, 4, 0, layered},
                                  {uchar1, 4, 4, 5, cubemap},
                                  {uchar1, 4, 4, 12, cubemap},
                                  {uchar1, 4, 5, 6, cubemap},
                                  {uchar1, 32769, 32769, 6, cubemap},
                                  {uchar1, 4, 4, 7, cubemap | layered},
                                  {uchar1, 4, 4, 2052, cubemap | layered},
                                  {uchar1, 4, 4, 0, cubemap | layered}};
  for (const ArrayRequest& array : refused)
    EXPECT_EQ(error_of(array_request(array)), invalid_value)
        << array.width << " " << array.height << " " << array.depth << " " << array.flags;
  const std::size_t huge = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(error_of(array_request({uchar1, huge, huge, huge})), invalid_value);
  EXPECT_EQ(error_of(array_request({uchar1, huge, huge, huge, cubemap | layered})), invalid_value);
  EXPECT_EQ(note_on(array_request({uchar1, 4, 4, 7, cubemap | layered}), "cudaExtent::depth").cure,
            "cudaExtent::depth = 12");
}

TEST(Check, ExtentsThatCudaAccepts) {
  const ChannelRequest uchar1 = {8, 0, 0, 0, kind_unsigned};
  const ArrayRequest accepted[] = {{uchar1, 131072, 0, 0},
                                   {uchar1, 16, 1, 0},
                                   {uchar1, 131072, 4, 0, surface_load_store},
                                   {uchar1, 32768, 4, 0, texture_gather},
                                   {uchar1, 4, 4, 16385},
                                   {uchar1, 16384, 4, 16384},
                                   {uchar1, 8192, 4, 32768},
                                   {uchar1, 4, 4, 0, 256},
                                   {uchar1, 4, 4, 2046, cubemap | layered},
                                   {{8, 8, 8, 8, 17}, 16, 16, 0}};
  for (const ArrayRequest& array : accepted) {
    TextureDesc sampler = clamped();
    sampler.readMode = TextureReadMode(array.channels.kind == 17);
    EXPECT_EQ(error_of(array_request(array, sampler)), "")
        << array.width << " " << array.height << " " << array.depth << " " << array.flags;
  }
}

TEST(Check, Levels) {
  const ChannelRequest uchar1 = {8, 0, 0, 0, kind_unsigned};
  const auto mips = [&](std::size_t width, std::size_t height, unsigned levels, unsigned flags = 0) {
    TextureDesc sampler = clamped();
    sampler.normalizedCoords = true;
    sampler.maxMipmapLevelClamp = 15;
    return mipmapped_request({uchar1, width, height, 0, flags, levels}, sampler);
  };
  const char* field = "cudaMallocMipmappedArray::numLevels";
  for (const unsigned levels : {0u, 1u, 5u})
    EXPECT_EQ(find_note(check(mips(16, 16, levels)), field), nullptr) << levels;
  // CUDA makes as many levels as there can be.
  for (const unsigned levels : {6u, 99u, 4000000000u}) {
    const CheckNote note = note_on(mips(16, 16, levels), field);
    EXPECT_EQ(note.kind, CheckKind::altered) << levels;
    EXPECT_EQ(note.error, "");
    EXPECT_EQ(note.cure, "numLevels = 5");
  }
  for (const unsigned levels : {1u, 2u}) {
    EXPECT_EQ(error_of(mips(32769, 0, levels)), invalid_value);
    EXPECT_EQ(error_of(mips(32769, 4, levels)), invalid_value);
    EXPECT_EQ(error_of(mips(32768, 4, levels)), "");
  }
  EXPECT_EQ(error_of(mips(16, 16, 2, texture_gather)), "");
}

TEST(Check, MipSettingsOfAZeroedDescriptor) {
  TextureDesc sampler = clamped();
  const ArrayRequest array = {float1, 16, 16, 0, 0, 5};
  const TextureRequest request = mipmapped_request(array, sampler);
  const CheckNote coordinates = note_on(request, "cudaTextureDesc::normalizedCoords");
  EXPECT_EQ(coordinates.kind, CheckKind::altered);
  EXPECT_EQ(coordinates.cure, "cudaTextureDesc::normalizedCoords = 1");
  const CheckNote levels = note_on(request, "cudaTextureDesc::maxMipmapLevelClamp");
  EXPECT_EQ(levels.kind, CheckKind::suspicious);
  EXPECT_EQ(levels.cure, "cudaTextureDesc::maxMipmapLevelClamp = 4");
}

TEST(Check, ValuesThatAreNoEnumerators) {
  for (const int value : {-1, 4, 7, std::numeric_limits<int>::min()}) {
    TextureDesc sampler = clamped();
    sampler.addressMode[0] = TextureAddressMode(value);
    EXPECT_EQ(error_of(array_request({float1, 16, 16, 0}, sampler)), invalid_value) << value;
    sampler = clamped();
    sampler.addressMode[2] = TextureAddressMode(value); // no such axis
    EXPECT_EQ(error_of(array_request({float1, 16, 16, 0}, sampler)), "") << value;
    sampler = clamped();
    sampler.filterMode = TextureFilterMode(value);
    EXPECT_EQ(note_on(array_request({float1, 16, 16, 0}, sampler), "cudaTextureDesc::filterMode").cure,
              "cudaTextureDesc desc = {};");
    EXPECT_EQ(error_of(linear_request(512, 64)), "");
    sampler = clamped();
    sampler.mipmapFilterMode = TextureFilterMode(value);
    EXPECT_EQ(error_of(array_request({float1, 16, 16, 0}, sampler)), invalid_value) << value;
    sampler = clamped();
    sampler.readMode = TextureReadMode(value);
    EXPECT_EQ(note_on(array_request({uchar4, 16, 16, 0}, sampler), "cudaTextureDesc::readMode").kind,
              CheckKind::altered);
  }
}

TEST(Check, OtherReadModesActAsNormalizedFloat) {
  TextureDesc sampler = clamped();
  sampler.readMode = TextureReadMode(2);
  sampler.filterMode = TextureFilterMode::linear;
  EXPECT_EQ(error_of(array_request({uchar4, 16, 16, 0}, sampler)), "");
  EXPECT_EQ(error_of(array_request({uint1, 16, 16, 0}, sampler)), "cudaErrorInvalidFilterSetting");
  sampler.filterMode = TextureFilterMode::point;
  EXPECT_EQ(error_of(array_request({uint1, 16, 16, 0}, sampler)), "");
  EXPECT_EQ(error_of(array_request({float1, 16, 16, 0}, sampler)), "");
}

TEST(Check, KindsOfMemoryThatDoNotExist) {
  for (const int kind : {-2, 4, 9, 256}) {
    TextureRequest request = linear_request(512, 64);
    request.resource = ResourceKind(kind);
    const auto notes = check(request);
    ASSERT_EQ(notes.size(), 1u) << kind;
    EXPECT_EQ(notes[0].field, "cudaResourceDesc::resType");
    EXPECT_EQ(notes[0].error, invalid_value);
  }
}

TEST(Check, AxesThatAreLeftAtZero) {
  TextureDesc sampler;
  sampler.normalizedCoords = true;
  sampler.addressMode = {clamp, wrap, wrap};
  const ArrayRequest plane = {float1, 16, 16, 0}, volume = {float1, 16, 16, 16};
  EXPECT_EQ(count(check(array_request(plane, sampler)), CheckKind::suspicious), 1u);
  EXPECT_EQ(count(check(array_request(volume, sampler)), CheckKind::suspicious), 2u);
  EXPECT_EQ(count(check(array_request({float1, 16, 0, 0}, sampler)), CheckKind::suspicious), 0u);
  sampler.addressMode = {wrap, wrap, wrap};
  EXPECT_TRUE(check(array_request(volume, sampler)).empty());
  sampler.addressMode = {clamp, wrap, clamp}; // as meant
  EXPECT_TRUE(check(array_request(volume, sampler)).empty());
}

TEST(Check, SettingsThatKindsOfTexelsIgnoreOrRefuse) {
  TextureDesc sampler = clamped();
  sampler.sRGB = true;
  EXPECT_EQ(note_on(array_request({float1, 16, 16, 0}, sampler), "cudaTextureDesc::sRGB").kind,
            CheckKind::altered);
  sampler = clamped();
  sampler.readMode = TextureReadMode::normalized_float;
  EXPECT_EQ(error_of(array_request({uint1, 16, 16, 0}, sampler)), "cudaErrorInvalidNormSetting");
  EXPECT_EQ(error_of(array_request({uchar4, 16, 16, 0}, sampler)), "");
  EXPECT_EQ(error_of(pitch_request(16, 16, 64, {8, 8, 8, 8, 7})), "cudaErrorInvalidNormSetting");
  sampler = clamped();
  sampler.seamlessCubemap = true;
  EXPECT_EQ(error_of(array_request({float1, 16, 16, 0}, sampler)), invalid_value);
  EXPECT_EQ(error_of(array_request({float1, 16, 16, 6, cubemap}, sampler)), "");
  EXPECT_EQ(note_on(array_request({{8, 8, 8, 8, 18}, 16, 16, 0}, {clamped()}), "cudaTextureDesc::sRGB").error,
            invalid_value);
}

// CUDA tests filter and read mode before sizes and addresses.
TEST(Check, TheFirstErrorIsCudas) {
  TextureRequest request = pitch_request(8, 1, 33);
  request.sampler.readMode = TextureReadMode::normalized_float;
  EXPECT_EQ(error_of(request), "cudaErrorInvalidNormSetting");
  request.sampler.seamlessCubemap = true;
  EXPECT_EQ(error_of(request), "cudaErrorInvalidNormSetting");
  request = pitch_request(8, 1, 33, uint1);
  request.sampler.readMode = TextureReadMode::normalized_float;
  request.sampler.filterMode = TextureFilterMode::linear;
  EXPECT_EQ(error_of(request), "cudaErrorInvalidFilterSetting");
  EXPECT_GE(count(check(request), CheckKind::refused), 3u);
}

TEST(Check, SizesAndRangesOfViews) {
  const TextureRequest plane = array_request({float1, 16, 16, 0});
  EXPECT_TRUE(check(viewed(plane, float_view(16, 16, 0))).empty());
  for (const ViewRequest& view :
       {float_view(16, 16, 1), float_view(8, 16, 0), float_view(16, 8, 0), float_view(0, 0, 0), ViewRequest{},
        ViewRequest{0, 16, 16, 0}, ViewRequest{1, 16, 16, 0}, ViewRequest{35, 16, 16, 0},
        ViewRequest{-1, 16, 16, 0}, ViewRequest{25, 64, 64, 0}, ViewRequest{22, 16, 16, 0, 1, 1},
        ViewRequest{22, 16, 16, 0, 0, 3}, ViewRequest{22, 16, 16, 0, 0, 0, 1, 1},
        ViewRequest{22, 16, 16, 0, 0, 0, 0, 5}})
    EXPECT_EQ(error_of(viewed(plane, view)), invalid_value) << view.format << " " << view.width;
  EXPECT_EQ(note_on(viewed(plane, float_view(16, 8, 0)), "cudaResourceViewDesc::height").cure,
            "width = 16, height = 16, depth = 0");
  EXPECT_EQ(error_of(viewed(plane, {3, 16, 16, 0})), ""); // u8x4
  EXPECT_EQ(error_of(viewed(array_request({float1, 16, 0, 0}), float_view(16, 1, 0))), invalid_value);
}

TEST(Check, LevelsAndLayersOfViews) {
  TextureDesc sampler = clamped();
  sampler.normalizedCoords = true;
  sampler.maxMipmapLevelClamp = 4;
  const TextureRequest mips = mipmapped_request({float1, 16, 16, 0, 0, 5}, sampler);
  const auto levels = [&](unsigned first, unsigned last) {
    return viewed(mips, {22, 16, 16, 0, first, last});
  };
  EXPECT_TRUE(check(levels(0, 4)).empty());
  EXPECT_EQ(error_of(levels(3, 1)), invalid_value);
  const CheckNote past = note_on(levels(5, 5), "cudaResourceViewDesc::firstMipmapLevel");
  EXPECT_EQ(past.kind, CheckKind::altered);
  EXPECT_EQ(note_on(levels(1, 9), "cudaResourceViewDesc::lastMipmapLevel").kind, CheckKind::altered);
  const TextureRequest layers = array_request({float1, 16, 16, 4, layered}, sampler);
  const auto between = [&](unsigned first, unsigned last, std::size_t depth = 4) {
    return viewed(layers, {22, 16, 16, depth, 0, 0, first, last});
  };
  EXPECT_EQ(error_of(between(0, 3)), "");
  EXPECT_EQ(error_of(between(1, 2)), "");
  EXPECT_EQ(error_of(between(1, 2, 2)), invalid_value);
  EXPECT_EQ(error_of(between(2, 1)), invalid_value);
  EXPECT_EQ(note_on(between(4, 4), "cudaResourceViewDesc::firstLayer").kind, CheckKind::altered);
}

TEST(Check, ViewsOfCubesAndBlocks) {
  const TextureRequest cube = array_request({float1, 16, 16, 6, cubemap}),
                       cubes = array_request({float1, 16, 16, 12, cubemap | layered}),
                       pairs = array_request({{32, 32, 0, 0, kind_unsigned}, 16, 16, 0});
  EXPECT_EQ(error_of(viewed(cube, {22, 16, 16, 6, 0, 0, 0, 5})), invalid_value);
  EXPECT_EQ(error_of(viewed(cube, {22, 16, 16, 6})), "");
  EXPECT_EQ(error_of(viewed(cube, {22, 16, 16, 0})), invalid_value);
  EXPECT_EQ(error_of(viewed(cube, {1, 16, 16, 6})), invalid_value); // bytes per texel
  EXPECT_EQ(error_of(viewed(cubes, {22, 16, 16, 12, 0, 0, 0, 11})), "");
  EXPECT_EQ(error_of(viewed(cubes, {22, 16, 16, 12, 0, 0, 5, 9})), "");
  EXPECT_EQ(error_of(viewed(pairs, {25, 64, 64, 0})), "");
  EXPECT_EQ(error_of(viewed(pairs, {25, 16, 16, 0})), invalid_value);
  EXPECT_EQ(error_of(viewed(pairs, {26, 64, 64, 0})), invalid_value);
  TextureDesc normalized = clamped();
  normalized.readMode = TextureReadMode::normalized_float;
  TextureRequest blocks = viewed(pairs, {26, 64, 64, 0});
  blocks.sampler = normalized;
  EXPECT_EQ(error_of(blocks), "cudaErrorInvalidNormSetting");
  const TextureRequest special =
      viewed(array_request({{8, 8, 8, 8, 7}, 16, 16, 0}, normalized), {3, 16, 16, 0});
  EXPECT_EQ(note_on(special, "cudaResourceViewDesc::format").kind, CheckKind::unchecked);
  const CheckNote none = note_on(viewed(pitch_request(8, 8, 64), {}), "cudaResourceViewDesc");
  EXPECT_EQ(none.kind, CheckKind::unused);
  EXPECT_EQ(none.cure, "no cudaResourceViewDesc: nullptr");
}

TEST(Check, WhatElseTheProgramDoes) {
  TextureRequest request = array_request({uchar4, 16, 16, 0});
  request.use = {true, true};
  const auto notes = check(request);
  EXPECT_EQ(count(notes, CheckKind::suspicious), 2u);
  request.array->flags = surface_load_store | texture_gather;
  EXPECT_TRUE(check(request).empty());
  TextureRequest memory = pitch_request(16, 16, 64);
  memory.use.surface = true;
  EXPECT_EQ(error_of(memory), invalid_value);
  memory.use = {true, false};
  EXPECT_EQ(note_on(memory, "cudaResourceDesc::resType").kind, CheckKind::suspicious);
  TextureRequest blocks = array_request({{8, 8, 8, 8, 17}, 16, 16, 0});
  blocks.sampler.readMode = TextureReadMode::normalized_float;
  blocks.use.surface = true;
  EXPECT_EQ(error_of(blocks), invalid_value);
  blocks.array->flags = surface_load_store;
  EXPECT_EQ(error_of(blocks), "cudaErrorNotSupported");
}

TEST(Check, AnUnknownArray) {
  TextureRequest request;
  request.sampler.filterMode = TextureFilterMode::linear; // of integers it would be refused
  const auto notes = check(request);
  EXPECT_EQ(count(notes, CheckKind::unchecked), 1u);
  EXPECT_EQ(count(notes, CheckKind::refused), 0u);
  const CheckNote* wrapped = find_note(notes, "cudaTextureDesc::addressMode[0]");
  ASSERT_NE(wrapped, nullptr);
  EXPECT_EQ(wrapped->kind, CheckKind::altered);
  request.sampler.normalizedCoords = true;
  EXPECT_EQ(check(request).size(), 1u);
  request.sampler.filterMode = TextureFilterMode(7);
  EXPECT_EQ(error_of(request), invalid_value);
  request.sampler.filterMode = TextureFilterMode::point;
  request.view = float_view(16, 16, 0);
  EXPECT_EQ(check(request).size(), 1u);
}

TEST(Check, NotesAsText) {
  const CheckNote note = {
      CheckKind::altered,         "cudaTextureDesc::sRGB", "It is ignored.", "The rule.", "",
      "cudaTextureDesc::sRGB = 0"};
  EXPECT_EQ(to_text(note), "altered: cudaTextureDesc::sRGB: It is ignored.\n"
                           "  rule: The rule.\n"
                           "  cure: cudaTextureDesc::sRGB = 0\n");
  EXPECT_EQ(to_text({CheckKind::unchecked, "field", "Sentence.", "", "", ""}),
            "unchecked: field: Sentence.\n");
}

std::vector<CheckNote> reported;
void keep(const std::vector<CheckNote>& notes, const char* expression, const char* file, int line) {
  EXPECT_STREQ(expression, "texture");
  EXPECT_STREQ(file, "main.cu");
  EXPECT_EQ(line, 31);
  reported = notes;
}

TEST(Check, TheHandlerReceivesWhatIsNotAsRequested) {
  const CheckHandler first = set_check_handler(keep);
  TextureDesc sampler;
  sampler.borderColor = {1, 1, 1, 1};
  detail::report(array_request({float1, 16, 16, 0}, sampler), "texture", "main.cu", 31);
  EXPECT_EQ(reported.size(), 2u); // both axes; that the border is unused is left out
  reported.clear();
  detail::report(array_request({float1, 16, 16, 0}), "texture", "main.cu", 31);
  EXPECT_TRUE(reported.empty());
  EXPECT_EQ(set_check_handler(first), keep);
}

TEST(CheckDeathTest, WithoutAHandlerTheProgramPrintsAndAborts) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(detail::report(array_request({float1, 16, 16, 0}, {}), "texture", "main.cu", 31),
               "main.cu:31: TEXELSCOPE_CHECK\\(texture\\): altered: cudaTextureDesc::addressMode");
  TextureDesc left;
  left.normalizedCoords = true;
  left.addressMode = {clamp, clamp, wrap};
  detail::report(array_request({float1, 16, 16, 16}, left), "texture", "main.cu", 31); // only printed
}

} // namespace
} // namespace texelscope
