#include "kernels/state/session/texel_format.h"

#include <set>

#include <gtest/gtest.h>

#include "kernels/state/session/format_name.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {
namespace {

constexpr ElementKind element_kinds[] = {ElementKind::unsigned_int, ElementKind::signed_int,
                                         ElementKind::floating};
constexpr ChannelKind channel_kinds[] = {ChannelKind::plain, ChannelKind::normalized, ChannelKind::packed};

template <class Visit>
void for_each_element(Visit&& visit) {
  for (const ElementKind kind : element_kinds)
    for (const int bits : {8, 16, 32})
      for (const int channels : {1, 2, 4})
        visit(ElementFormat{kind, bits, channels});
}

TEST(TexelFormat, ChannelsAndBytesAreThoseOfTheElement) {
  for (const TexelFormatRow& row : texel_formats) {
    if (row.kind != ChannelKind::plain && row.kind != ChannelKind::normalized) continue;
    EXPECT_EQ(row.channels(), row.element.channels) << row.name;
    EXPECT_EQ(row.bytes(), row.element.texel_bytes()) << row.name;
    for (int c = 0; c < row.channels(); ++c)
      EXPECT_EQ(row.bits[std::size_t(c)], row.element.bits) << row.name;
    EXPECT_EQ(row.numpy, "uif"[int(row.element.kind)] + std::to_string(row.element.bits / 8));
  }
  EXPECT_EQ(row_of(TexelFormat::unorm1010102).bytes(), 4);
  EXPECT_EQ(row_of(TexelFormat::bc1).bytes(), 8);
  EXPECT_EQ(row_of(TexelFormat::bc4_signed).bytes(), 8);
  EXPECT_EQ(row_of(TexelFormat::bc7_srgb).bytes(), 16);
}

TEST(TexelFormat, NamesFollowFromTheElement) {
  for (const TexelFormatRow& row : texel_formats) {
    const std::string size = std::to_string(row.element.bits) + "x" + std::to_string(row.element.channels);
    const bool is_signed = row.element.kind == ElementKind::signed_int;
    if (row.kind == ChannelKind::plain) {
      EXPECT_EQ(row.name, "usf"[int(row.element.kind)] + size);
    }
    if (row.kind == ChannelKind::normalized) {
      EXPECT_EQ(row.name, (is_signed ? "snorm" : "unorm") + size);
    }
    if (row.kind == ChannelKind::blocks) {
      EXPECT_EQ(row.name.ends_with("_srgb"), row.block.srgb);
    }
    EXPECT_EQ(row.name.starts_with("bc"), row.kind == ChannelKind::blocks && row.block.bytes > 0) << row.name;
  }
}

TEST(TexelFormat, PlainTexelsAreFoundByTheirNameAlone) {
  EXPECT_EQ(format_name({ElementKind::signed_int, 16, 2}), "s16x2");
  EXPECT_EQ(format_name({ElementKind::unsigned_int, 1, 3}), "u1x3") << "of a file";
  EXPECT_EQ(format_named("f32x4"), (ElementFormat{ElementKind::floating, 32, 4}));
  for (const TexelFormatRow& row : texel_formats) {
    if (row.kind == ChannelKind::plain) {
      EXPECT_EQ(format_name(row.element), row.name);
      EXPECT_EQ(format_named(row.name), row.element);
    } else {
      EXPECT_FALSE(format_named(row.name)) << row.name;
    }
  }
  for (const char* name : {"", "u8", "u8x3", "f8x4", "u08x4", "u8x4 ", "U8x4"})
    EXPECT_FALSE(format_named(name)) << name;
}

TEST(TexelFormat, NothingIsNamedTwice) {
  std::set<std::string_view> names, gl, webgpu;
  std::set<std::pair<int, std::array<int, 4>>> descriptors;
  std::set<int> views;
  for (const TexelFormatRow& row : texel_formats) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(descriptors.insert({row.runtime.value, row.bits}).second) << row.name;
    if (row.view.value != 0) {
      EXPECT_TRUE(views.insert(row.view.value).second) << row.name;
    }
    if (row.gl.internal.value != 0) {
      EXPECT_TRUE(gl.insert(row.gl.internal.name).second) << row.name;
    }
    if (!row.webgpu.empty()) {
      EXPECT_TRUE(webgpu.insert(row.webgpu).second) << row.name;
    }
  }
  EXPECT_EQ(names.size(), 51u);
  EXPECT_EQ(views.size(), 34u);  // all of cudaResourceViewFormat but none
  EXPECT_EQ(gl.size(), 37u);     // all but blocks
  EXPECT_EQ(webgpu.size(), 30u); // neither 16 bits normalized, nor packed bits, nor blocks
}

TEST(TexelFormat, CudaHasNoFloatsOfEightBitsAndNoOtherNormalizedOrPackedElements) {
  for_each_element([](const ElementFormat& element) {
    const std::string name =
        std::to_string(int(element.kind)) + ", " + std::to_string(element.bits) + " bits";
    const bool floats = element.kind == ElementKind::floating;
    EXPECT_EQ(find_texel_format(element) != nullptr, !floats || element.bits > 8) << name;
    EXPECT_EQ(find_texel_format(element, ChannelKind::normalized) != nullptr, !floats && element.bits < 32)
        << name;
    EXPECT_EQ(find_texel_format(element, ChannelKind::packed) != nullptr,
              (element == ElementFormat{ElementKind::unsigned_int, 16, 4}))
        << name;
    EXPECT_EQ(find_texel_format(element, ChannelKind::blocks), nullptr) << name;
  });
  EXPECT_EQ(find_texel_format({ElementKind::unsigned_int, 8, 3}), nullptr);
  TextureSpec packed_bytes;
  packed_bytes.channel_kind = ChannelKind::packed;
  EXPECT_EQ(texel_format(packed_bytes)->format, TexelFormat::unorm1010102);
}

TEST(TexelFormat, WhateverASessionRequestsTheTexelsInEffectHaveARow) {
  for_each_element([](const ElementFormat& element) {
    for (const ChannelKind kind : channel_kinds)
      for (const ReadMode mode : {ReadMode::element, ReadMode::normalized_float})
        for (const Storage storage : {Storage::array, Storage::pitch}) {
          Session session;
          session.texture.format = element;
          session.texture.channel_kind = kind;
          session.texture.storage = storage;
          session.sampler.read_mode = mode;
          const Effective effective = resolve(session).effective;
          const TexelFormatRow* row =
              find_texel_format(effective.memory_shape().format, effective.channel_kind);
          ASSERT_NE(row, nullptr) << int(element.kind) << ", " << element.bits << " bits";
          const bool floats = effective.result == ResultType::floating;
          EXPECT_NE(format_as_read(effective.format, floats), nullptr) << row->name;
        }
  });
}

TEST(TexelFormat, EveryFormatOfBlocksHasARowAndSomeOneForSrgb) {
  using enum bc::Format;
  const std::set<bc::Format> with_srgb = {bc1, bc2, bc3, bc7};
  for (int i = 0; i <= int(bc7); ++i) {
    const auto format = bc::Format(i);
    EXPECT_EQ(texel_format(format).block.format, format);
    EXPECT_FALSE(texel_format(format).block.srgb);
    EXPECT_EQ(texel_format(format, true).block.format, format);
    EXPECT_EQ(texel_format(format, true).block.srgb, with_srgb.contains(format)) << i;
  }
}

TEST(TexelFormat, NormalizedIntegersAreAnotherFormatWhereThereAreNoReadModes) {
  constexpr ElementFormat bytes = {ElementKind::unsigned_int, 8, 4}, halves = {ElementKind::floating, 16, 2};
  EXPECT_EQ(format_as_read(bytes, false)->format, TexelFormat::u8x4);
  EXPECT_EQ(format_as_read(bytes, true)->format, TexelFormat::unorm8x4);
  EXPECT_EQ(format_as_read(halves, true)->format, TexelFormat::f16x2);
}

} // namespace
} // namespace texelscope
