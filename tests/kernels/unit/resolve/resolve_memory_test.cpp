// Channel kinds, resource views, pitches and types: what CUDA refuses, and how the model treats the rest.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "kernels/ground/base/half.h"
#include "kernels/resolve_notes.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_rules.h"
#include "kernels/unit/fetch/texture_view.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {
namespace {

using enum NoteKind;
using tests::kind_of_note;
constexpr ElementFormat u8x4{ElementKind::unsigned_int, 8, 4}, u16x4{ElementKind::unsigned_int, 16, 4},
    u32x1{ElementKind::unsigned_int, 32, 1}, f16x2{ElementKind::floating, 16, 2},
    f32x1{ElementKind::floating, 32, 1};

Session viewed(ElementFormat memory, ElementFormat view) {
  Session s;
  s.texture.storage = Storage::array;
  s.texture.format = memory;
  s.texture.view.on = true;
  s.texture.view.format = view;
  return s;
}

float value(std::uint32_t bits) {
  return bits_float(bits);
}

TEST(ResolveMemory, AViewOfAnArrayHasTexelsOfAsManyBytes) {
  const Resolution same = resolve(viewed(u8x4, f32x1));
  EXPECT_FALSE(same.refused());
  EXPECT_EQ(same.effective.format, f32x1);
  EXPECT_EQ(same.effective.memory->format, u8x4);
  const Resolution other = resolve(viewed(u8x4, u16x4));
  EXPECT_EQ(kind_of_note(other, "texture.view"), refused);
  EXPECT_EQ(other.effective.format, u8x4);
  EXPECT_FALSE(other.effective.memory);
}

TEST(ResolveMemory, TheReadModeIsJudgedByTheArray) {
  Session s = viewed(u32x1, u8x4);
  s.sampler.filter = FilterMode::point;
  const Resolution r = resolve(
      s); // requests normalized, which 32 bits refuse; the view's bytes are returned normalized all the same
  EXPECT_EQ(kind_of_note(r, "sampler.read_mode"), refused);
  EXPECT_EQ(r.effective.descriptor_read_mode, ReadMode::element);
  EXPECT_EQ(r.effective.sampler.read_mode, ReadMode::normalized_float);
  EXPECT_EQ(r.effective.result, ResultType::floating);
  s = viewed(u8x4, u32x1);
  const Resolution wide = resolve(s);
  EXPECT_EQ(wide.effective.descriptor_read_mode, ReadMode::normalized_float);
  EXPECT_EQ(wide.effective.result, ResultType::unsigned_int);
  EXPECT_EQ(kind_of_note(wide, "sampler.filter"), altered); // the unit filters integers
}

TEST(ResolveMemory, AViewBeginsWithinTheTexture) {
  Session s = viewed(u8x4, u8x4);
  s.texture.dimension = Dimension::d2_layered;
  s.texture.levels = 4;
  s.texture.view.first_level = 1;
  s.texture.view.first_layer = 5;
  const Effective e = resolve(s).effective;
  EXPECT_EQ(e.width, 32);
  EXPECT_EQ(e.level_count, 3);
  EXPECT_EQ(e.depth(), 3);
  EXPECT_EQ(e.memory->depth(), 8);
  s.texture.view.first_level = 4;
  EXPECT_EQ(kind_of_note(resolve(s), "texture.view_first_level"), refused);
  s.texture.view.first_level = 1;
  s.texture.view.levels = 9;
  const Resolution past = resolve(s);
  EXPECT_EQ(kind_of_note(past, "texture.view_first_level"), altered);
  EXPECT_EQ(past.effective.level_count, 3);
}

// The first texel of layer 1 of level 1 is where the bytes of three whole levels and a plane begin.
TEST(ResolveMemory, AViewsTexelsLieInTheArray) {
  Session s = viewed(u32x1, u32x1);
  s.texture.dimension = Dimension::d2_layered;
  s.texture.width = s.texture.height = 4;
  s.texture.depth = 3;
  s.texture.levels = 2;
  s.texture.view.first_level = 1;
  s.texture.view.first_layer = 1;
  s.sampler.filter = s.sampler.mip_filter = FilterMode::point;
  std::vector<std::uint32_t> texels(3 * 16 + 3 * 4 + 16);
  for (std::size_t i = 0; i < texels.size(); ++i)
    texels[i] = std::uint32_t(i);
  const Texture t = texture_of(reinterpret_cast<const std::byte*>(texels.data()), resolve(s).effective);
  EXPECT_EQ(fetch(t, FetchKind::plain, {.x = 0.1f, .y = 0.1f, .layer = 0})[0], 52u);
  EXPECT_EQ(fetch(t, FetchKind::plain, {.x = 0.9f, .y = 0.9f, .layer = 7})[0], 59u); // the last layer's last
}

TEST(ResolveMemory, AWrongPitchReadsWhatLiesThere) {
  Session s;
  s.texture.storage = Storage::pitch;
  s.texture.format = u32x1;
  s.texture.width = 8;
  s.texture.height = 3;
  s.texture.pitch_offset = 32 - 512; // rows lie 512 bytes apart, and the descriptor says 32
  s.sampler.normalized_coords = false;
  s.sampler.filter = FilterMode::point;
  const Resolution r = resolve(s);
  EXPECT_EQ(kind_of_note(r, "texture.pitch_offset"), altered);
  EXPECT_FALSE(r.effective.writable);
  std::vector<std::uint32_t> texels(24 + 16);
  for (std::size_t i = 0; i < texels.size(); ++i)
    texels[i] = std::uint32_t(i + 1);
  Image reinterpreted;
  const Texture t =
      make_texture_view(reinterpret_cast<const std::byte*>(texels.data()), r.effective, reinterpreted);
  EXPECT_EQ(fetch(t, 7.5f, 0.5f)[0], 8u);
  EXPECT_EQ(fetch(t, 0.5f, 1.5f)[0], 0u); // between the rows
  s.texture.pitch_offset = 4;
  EXPECT_EQ(kind_of_note(resolve(s), "texture.pitch_offset"), refused);
  EXPECT_FALSE(resolve(s).effective.memory);
}

TEST(ResolveMemory, ADescriptionOfPitchMemoryMayNameOtherTexels) {
  Session s = viewed(u8x4, u16x4);
  s.texture.storage = Storage::pitch;
  s.texture.width = 10;
  const Effective e = resolve(s).effective;
  EXPECT_EQ(e.width, 5); // 40 bytes a row
  EXPECT_EQ(e.format, u16x4);
  s.texture.width = 1;
  EXPECT_EQ(kind_of_note(resolve(s), "texture.view"), refused); // 4 bytes hold no texel of 8
}

TEST(ResolveMemory, NormalizedKindsAreForSmallIntegersInArrays) {
  Session s;
  s.texture.channel_kind = ChannelKind::normalized;
  s.sampler.read_mode = ReadMode::element;
  const Resolution r = resolve(s);
  EXPECT_EQ(kind_of_note(r, "sampler.read_mode"), refused);
  EXPECT_EQ(r.effective.result, ResultType::floating);
  s.texture.format = u32x1;
  EXPECT_EQ(kind_of_note(resolve(s), "texture.channel_kind"), refused);
  s.texture.format = u8x4;
  s.texture.storage = Storage::pitch;
  EXPECT_EQ(kind_of_note(resolve(s), "texture.channel_kind"), refused);
  EXPECT_EQ(resolve(s).effective.channel_kind, ChannelKind::plain);
}

// The H200 returned these: 307 / 1023 of a point, 0.3 * 65535 of a filter, for a border of 0.3.
TEST(ResolveMemory, TenBitsArePointsOfTenAndFiltersOfSixteen) {
  Image image = Image::create(1, 1, u16x4);
  const std::uint16_t requested[4] = {19660, 45874, 65535, 32768};
  std::memcpy(image.texels.data(), requested, sizeof requested);
  quantize_packed(image);
  const auto* elements = reinterpret_cast<const std::uint16_t*>(image.texels.data());
  EXPECT_EQ(elements[0], (307 << 6) | (307 >> 4));
  EXPECT_EQ(elements[3], 0xaaaa); // 2 of 3
  EXPECT_EQ(packed_texels(image.texels.data(), 1)[0], 307u | 716u << 10 | 1023u << 20 | 2u << 30);
  Texture t = texture_of(image, {});
  t.packed = true;
  t.sampler.read_mode = ReadMode::normalized_float;
  EXPECT_EQ(fetch(t, 0.5f, 0.5f)[0], 0x3e99a66au);
  EXPECT_EQ(fetch(t, 0.5f, 0.5f)[3], 0x3f2aaaabu);
  t.sampler.filter = FilterMode::linear;
  EXPECT_EQ(value(fetch(t, 0.5f, 0.5f)[0]), float(elements[0]) / 65535.0f);
  t.sampler.filter = FilterMode::point;
  t.sampler.address = {AddressMode::border, AddressMode::border, AddressMode::border};
  t.sampler.border_color = {0.3f, 0.7f, 1.5f, 0.5f};
  EXPECT_EQ(fetch(t, -1, -1), (TexelBits{0x3e99a66au, 0x3f332ccbu, 0x3f800000u, 0x3effff00u}));
}

TEST(ResolveMemory, AnotherTypeTakesTheLowBits) {
  Session s;
  s.fetch.type = FetchType::s8;
  const Resolution r = resolve(s);
  EXPECT_EQ(kind_of_note(r, "fetch.type"), altered);
  EXPECT_EQ(r.effective.result, ResultType::signed_int);
  EXPECT_EQ(r.effective.result_format(), (ElementFormat{ElementKind::signed_int, 8, 4}));
  EXPECT_EQ(rules::read_as(FetchType::s8, 0x3f3cbcbdu), 0xffffffbdu); // as the H200 did with 0xbc / 255
  EXPECT_EQ(rules::read_as(FetchType::u16, 0x3f3cbcbdu), 0xbcbdu);
  EXPECT_EQ(rules::read_as(FetchType::f32, 0x3f3cbcbdu), 0x3f3cbcbdu);
  s.fetch.type = FetchType::f32; // which normalized texels are anyway
  EXPECT_EQ(resolve(s).effective.type, FetchType::native);
}

TEST(ResolveMemory, BlocksAreThoseOfAFile) {
  Session s;
  s.texture.channel_kind = ChannelKind::blocks;
  EXPECT_EQ(kind_of_note(resolve(s), "texture.channel_kind"), altered);
  s.texture.source = Source::file;
  s.texture.path = "some.DDS";
  const Resolution r = resolve(s);
  EXPECT_EQ(r.effective.channel_kind, ChannelKind::blocks);
  EXPECT_FALSE(r.effective.writable);
  s.texture.dimension = Dimension::d1;
  EXPECT_EQ(kind_of_note(resolve(s), "texture.channel_kind"), refused);
}

} // namespace
} // namespace texelscope
