// What the library for C refuses, each with its status and sentence; and structs of older and newer callers.
#include <climits>
#include <cmath>
#include <cstring>
#include <functional>
#include <string>

#include "c/made.h"

namespace texelscope::testing {
namespace {

void expect_refusal(texelscope_status status, const char* sentence,
                    texelscope_status expected = TEXELSCOPE_INVALID) {
  EXPECT_EQ(status, expected) << sentence;
  EXPECT_NE(std::string(texelscope_error()).find(sentence), std::string::npos)
      << texelscope_error() << " in place of " << sentence;
}

struct Creation {
  std::uint8_t bytes[64] = {};
  const void* levels[2] = {bytes, bytes};
  texelscope_texels texels = texels_2d(levels, TEXELSCOPE_UNSIGNED, 8, 1, 4, 4);
  texelscope_sampler sampler = {};
  texelscope_texture texture = 77;
  const texelscope_texels* given_texels = &texels;
  texelscope_texture* place = &texture;
  Creation() { sampler.size = sizeof sampler; }
};

const float not_a_number = std::nanf("");

TEST(CRefusals, of_textures) {
  const struct {
    const char* sentence;
    void (*change)(Creation&);
  } cases[] = {
      {"texture is a null pointer", [](Creation& c) { c.place = nullptr; }},
      {"texelscope_texels is a null pointer", [](Creation& c) { c.given_texels = nullptr; }},
      {"texelscope_texels::levels is a null pointer", [](Creation& c) { c.texels.levels = nullptr; }},
      {"a level's texels are a null pointer", [](Creation& c) { c.levels[0] = nullptr; }},
      {"texelscope_texels::size is 0", [](Creation& c) { c.texels.size = 0; }},
      {"texelscope_texels::size is 18446744073709551615", [](Creation& c) { c.texels.size = SIZE_MAX; }},
      {"texelscope_texels::kind is 8", [](Creation& c) { c.texels.kind = 8; }},
      {"texelscope_texels::kind is -1", [](Creation& c) { c.texels.kind = -1; }},
      {"texelscope_texels::channel_kind is 3", [](Creation& c) { c.texels.channel_kind = 3; }},
      {"texelscope_texels::storage is 3", [](Creation& c) { c.texels.storage = 3; }},
      {"texelscope_texels::reserved is not 0", [](Creation& c) { c.texels.reserved = 1; }},
      {"integers of 8, 16 or 32 bits", [](Creation& c) { c.texels.bits = 24; }},
      {"integers of 8, 16 or 32 bits", [](Creation& c) { c.texels.channel_kind = TEXELSCOPE_FLOAT; }},
      {"1, 2 or 4 channels", [](Creation& c) { c.texels.channels = 3; }},
      {"at least one texel", [](Creation& c) { c.texels.width = 0; }},
      {"at least one texel", [](Creation& c) { c.texels.height = INT_MIN; }},
      {"maxTexture2D allows", [](Creation& c) { c.texels.width = INT_MAX; }},
      {"only 3-D and layered textures have a depth", [](Creation& c) { c.texels.depth = 2; }},
      {"1 to 16 levels", [](Creation& c) { c.texels.level_count = 0; }},
      {"1 to 16 levels", [](Creation& c) { c.texels.level_count = INT_MAX; }},
      {"more mip levels than down to one texel",
       [](Creation& c) { c.texels.width = c.texels.height = 1, c.texels.level_count = 2; }},
      {"texels that are viewed have no strides",
       [](Creation& c) {
         static const std::int64_t strides[4] = {};
         c.texels.strides = strides, c.texels.storage = TEXELSCOPE_VIEWED;
       }},
      {"texelscope_sampler::size is 7", [](Creation& c) { c.sampler.size = 7; }},
      {"texelscope_sampler::address_mode is 4", [](Creation& c) { c.sampler.address_mode[2] = 4; }},
      {"texelscope_sampler::filter_mode is 2", [](Creation& c) { c.sampler.filter_mode = 2; }},
      {"texelscope_sampler::read_mode is -1", [](Creation& c) { c.sampler.read_mode = -1; }},
      {"texelscope_sampler::mipmap_filter_mode is 9", [](Creation& c) { c.sampler.mipmap_filter_mode = 9; }},
      {"cudaErrorInvalidFilterSetting",
       [](Creation& c) { c.sampler.filter_mode = TEXELSCOPE_FILTER_LINEAR; }},
      {"cudaErrorInvalidNormSetting",
       [](Creation& c) {
         c.texels.bits = 32, c.texels.width = 2, c.sampler.read_mode = TEXELSCOPE_READ_NORMALIZED_FLOAT;
       }},
  };
  for (const auto& one : cases) {
    Creation creation;
    one.change(creation);
    expect_refusal(texelscope_texture_create(creation.given_texels, &creation.sampler, creation.place),
                   one.sentence);
    EXPECT_EQ(creation.texture, 77u) << one.sentence;
  }
}

TEST(CRefusals, of_strided_texels_before_they_are_read) {
  Creation creation;
  const std::int64_t strides[4] = {1, 4, 0, 1};
  creation.texels.strides = strides;
  creation.texels.width = INT_MAX;
  expect_refusal(texelscope_texture_create(&creation.texels, nullptr, &creation.texture), "maxTexture2D");
  creation.texels.width = 4;
  creation.levels[0] = nullptr;
  expect_refusal(texelscope_texture_create(&creation.texels, nullptr, &creation.texture), "null pointer");
}

TEST(CRefusals, of_handles) {
  texelscope_session session = 0;
  ASSERT_EQ(texelscope_session_create(&session), TEXELSCOPE_OK);
  texelscope_texture closed = 0;
  {
    const Counted counted;
    closed = counted.texture;
  }
  const texelscope_request request = request_at(1, 1);
  texelscope_texel texel;
  char* text = nullptr;
  std::vector<float> xy(2), results(1);
  const texelscope_batch batch = batch_at(xy, results);
  for (const texelscope_texture handle : {std::uint64_t(0), closed, session, UINT64_MAX}) {
    expect_refusal(texelscope_fetch(handle, &request, &texel), "there is no texture",
                   TEXELSCOPE_INVALID_HANDLE);
    EXPECT_EQ(texelscope_fetch_batch(handle, &batch), TEXELSCOPE_INVALID_HANDLE);
    EXPECT_EQ(texelscope_texture_destroy(handle), TEXELSCOPE_INVALID_HANDLE);
    EXPECT_EQ(texelscope_explain(handle, &request, &text, nullptr), TEXELSCOPE_INVALID_HANDLE);
    EXPECT_EQ(texelscope_texture_notes(handle, 0, &text), TEXELSCOPE_INVALID_HANDLE);
    EXPECT_EQ(texelscope_texture_level(handle, 0, nullptr, 0, nullptr), TEXELSCOPE_INVALID_HANDLE);
    EXPECT_EQ(texelscope_texture_describe(handle, nullptr), TEXELSCOPE_INVALID_HANDLE);
  }
  EXPECT_EQ(text, nullptr);
  EXPECT_EQ(texelscope_session_destroy(session), TEXELSCOPE_OK);
  expect_refusal(texelscope_session_json(session, &text), "there is no session", TEXELSCOPE_INVALID_HANDLE);
  EXPECT_EQ(texelscope_session_destroy(session), TEXELSCOPE_INVALID_HANDLE);
  EXPECT_EQ(texelscope_session_notes(closed, &text), TEXELSCOPE_INVALID_HANDLE);
}

TEST(CRefusals, of_fetches) {
  const Counted counted;
  const auto fetched = [&](const std::function<void(texelscope_request&)>& change) {
    texelscope_request request = request_at(1, 1);
    change(request);
    texelscope_texel texel;
    return texelscope_fetch(counted.texture, &request, &texel);
  };
  expect_refusal(fetched([](auto& r) { r.size = 3; }), "texelscope_request::size is 3");
  expect_refusal(fetched([](auto& r) { r.function = 5; }), "texelscope_request::function is 5");
  expect_refusal(fetched([](auto& r) { r.function = -1; }), "texelscope_request::function is -1");
  expect_refusal(fetched([](auto& r) { r.function = TEXELSCOPE_ELEMENT; }), "linear memory");
  expect_refusal(fetched([](auto& r) { r.function = TEXELSCOPE_GATHER, r.number = 4; }), "channel 0 to 3");
  const texelscope_request request = request_at(1, 1);
  texelscope_texel texel;
  expect_refusal(texelscope_fetch(counted.texture, &request, nullptr), "texel is a null pointer");
  expect_refusal(texelscope_fetch(counted.texture, nullptr, &texel), "texelscope_request is a null pointer");
}

TEST(CRefusals, of_batches) {
  const Counted counted;
  const std::vector<float> xy(24, 1);
  const struct {
    const char* sentence;
    void (*change)(texelscope_batch&);
  } cases[] = {
      {"texelscope_batch::size is 8", [](texelscope_batch& b) { b.size = 8; }},
      {"texelscope_batch::function is 5", [](texelscope_batch& b) { b.function = 5; }},
      {"texelscope_batch::result_kind is 3", [](texelscope_batch& b) { b.result_kind = 3; }},
      {"texelscope_batch::result_bits is 64", [](texelscope_batch& b) { b.result_bits = 64; }},
      {"texelscope_batch::result_bits is 16", [](texelscope_batch& b) { b.result_bits = 16; }},
      {"the return type does not fit", [](texelscope_batch& b) { b.result_kind = TEXELSCOPE_SIGNED; }},
      {"result_components is 5", [](texelscope_batch& b) { b.result_components = 5; }},
      {"result_components is -1", [](texelscope_batch& b) { b.result_components = -1; }},
      {"results is a null pointer", [](texelscope_batch& b) { b.results = nullptr; }},
      {"not aligned", [](texelscope_batch& b) { b.results = static_cast<char*>(b.results) + 1; }},
      {"more than memory holds", [](texelscope_batch& b) { b.count = SIZE_MAX / 2; }},
      {"the coordinates are missing", [](texelscope_batch& b) { b.at.data = nullptr; }},
      {"the levels of detail are missing", [](texelscope_batch& b) { b.function = TEXELSCOPE_LOD; }},
      {"the gradients dx are missing", [](texelscope_batch& b) { b.function = TEXELSCOPE_GRAD; }},
      {"the gradients dy are missing",
       [](texelscope_batch& b) { b.function = TEXELSCOPE_GRAD, b.dx = b.at; }},
      {"linear memory", [](texelscope_batch& b) { b.function = TEXELSCOPE_ELEMENT; }},
      {"channel 0 to 3",
       [](texelscope_batch& b) { b.function = TEXELSCOPE_GATHER, b.channel = -1, b.count = 3; }},
      {"a number of threads is negative", [](texelscope_batch& b) { b.threads = -1; }},
  };
  for (const auto& one : cases) {
    std::vector<float> results(12, -1);
    texelscope_batch batch = batch_at(xy, results);
    one.change(batch);
    expect_refusal(texelscope_fetch_batch(counted.texture, &batch), one.sentence);
    EXPECT_EQ(results, std::vector<float>(12, -1)) << one.sentence;
  }
  std::vector<float> none;
  texelscope_batch empty = batch_at(none, none);
  empty.at.data = nullptr, empty.results = nullptr;
  EXPECT_EQ(texelscope_fetch_batch(counted.texture, &empty), TEXELSCOPE_OK) << texelscope_error();
}

TEST(CRefusals, where_memory_ends) {
  const Counted counted;
  const float one[2] = {1, 1};
  float results[1];
  texelscope_batch batch = {};
  batch.size = sizeof batch;
  batch.count = std::size_t(1) << 58;
  batch.at = {one, TEXELSCOPE_ONE_FOR_ALL, 0}; // 2^61 bytes of coordinates
  batch.results = results, batch.result_kind = TEXELSCOPE_FLOAT, batch.result_bits = 32;
  expect_refusal(texelscope_fetch_batch(counted.texture, &batch), "there is not enough memory",
                 TEXELSCOPE_NO_MEMORY);
}

TEST(CRefusals, of_levels) {
  const Counted counted;
  std::uint8_t bytes[64];
  std::size_t needed = 5;
  expect_refusal(texelscope_texture_level(counted.texture, 1, bytes, 48, nullptr), "there is no level 1");
  expect_refusal(texelscope_texture_level(counted.texture, -1, bytes, 48, nullptr), "there is no level -1");
  expect_refusal(texelscope_texture_level(counted.texture, 0, bytes, 47, &needed), "has 48 bytes, not 47");
  EXPECT_EQ(needed, 5u);
  EXPECT_EQ(texelscope_texture_level(counted.texture, 0, nullptr, 0, &needed), TEXELSCOPE_OK);
  EXPECT_EQ(needed, 48u);
  Creation creation;
  creation.texels.level_count = 2;
  void* none[] = {nullptr};
  expect_refusal(texelscope_make_levels(&creation.texels, 0, none, nullptr), "null pointer");
  expect_refusal(texelscope_make_levels(&creation.texels, 0, nullptr, nullptr), "null pointer");
  creation.texels.kind = TEXELSCOPE_LINEAR;
  expect_refusal(texelscope_make_levels(&creation.texels, 0, none, nullptr),
                 "linear memory has no mip levels");
  creation.texels = texels_2d(creation.levels, TEXELSCOPE_SIGNED, 8, 1, 4, 4);
  expect_refusal(texelscope_make_levels(&creation.texels, 1, none, nullptr), "sRGB codes");
}

TEST(CRefusals, of_pictures) {
  const float numbers[12] = {};
  texelscope_picture good = {};
  good.size = sizeof good, good.data = numbers, good.kind = TEXELSCOPE_FLOAT, good.bits = 32;
  good.width = 4, good.height = 3, good.channels = 1;
  const struct {
    const char* sentence;
    void (*change)(texelscope_picture&);
  } cases[] = {
      {"texelscope_picture::size is 1", [](texelscope_picture& p) { p.size = 1; }},
      {"texelscope_picture::data is a null pointer", [](texelscope_picture& p) { p.data = nullptr; }},
      {"texelscope_picture::kind is 3", [](texelscope_picture& p) { p.kind = 3; }},
      {"floats of 32 or 64", [](texelscope_picture& p) { p.bits = 16; }},
      {"1 to 4 channels", [](texelscope_picture& p) { p.channels = 5; }},
      {"at least one pixel", [](texelscope_picture& p) { p.width = 0; }},
      {"at least one pixel", [](texelscope_picture& p) { p.height = -1; }},
      {"2 x 3", [](texelscope_picture& p) { p.width = 2; }},
  };
  char* json = nullptr;
  for (const auto& one : cases) {
    texelscope_picture bad = good;
    one.change(bad);
    expect_refusal(texelscope_compare(&good, &bad, nullptr, &json, nullptr), one.sentence);
  }
  expect_refusal(texelscope_compare(nullptr, &good, nullptr, &json, nullptr),
                 "texelscope_picture is a null pointer");
  const std::int32_t stop = 1;
  EXPECT_EQ(texelscope_compare(&good, &good, &stop, &json, nullptr), TEXELSCOPE_STOPPED);
  EXPECT_EQ(json, nullptr);
}

// What an older or newer program's compiler made of the struct.
TEST(CStructs, of_an_older_caller_end_earlier) {
  const Counted counted;
  // A request that ends before the level of detail: what follows in memory is not read.
  texelscope_request request = request_at(1, 1);
  request.size = offsetof(texelscope_request, lod);
  request.function = TEXELSCOPE_LOD, request.lod = not_a_number;
  texelscope_texel texel;
  ASSERT_EQ(texelscope_fetch(counted.texture, &request, &texel), TEXELSCOPE_OK);
  EXPECT_EQ(texel.f[0], 2.5f);
  request.size -= 1;
  expect_refusal(texelscope_fetch(counted.texture, &request, &texel), "texelscope_request::size");
  texelscope_texture_info info;
  std::memset(&info, 0x55, sizeof info);
  info.size = offsetof(texelscope_texture_info, bits);
  ASSERT_EQ(texelscope_texture_describe(counted.texture, &info), TEXELSCOPE_OK);
  EXPECT_EQ(info.kind, TEXELSCOPE_2D);
  EXPECT_EQ(info.channel_kind, TEXELSCOPE_FLOAT);
  EXPECT_EQ(info.bits, 0x55555555);
  EXPECT_EQ(info.reserved, 0x55555555);
}

TEST(CStructs, of_a_newer_caller_are_refused_only_where_they_say_more) {
  const Counted counted;
  struct Newer {
    texelscope_request request = request_at(1, 1);
    std::uint64_t added = 0;
  } newer;
  newer.request.size = sizeof newer;
  texelscope_texel texel;
  ASSERT_EQ(texelscope_fetch(counted.texture, &newer.request, &texel), TEXELSCOPE_OK);
  EXPECT_EQ(texel.f[0], 2.5f);
  newer.added = std::uint64_t(1) << 63;
  expect_refusal(texelscope_fetch(counted.texture, &newer.request, &texel), "does not know");
  struct {
    texelscope_texture_info info = {};
    std::uint64_t added = 3;
  } filled;
  filled.info.size = sizeof filled;
  ASSERT_EQ(texelscope_texture_describe(counted.texture, &filled.info), TEXELSCOPE_OK);
  EXPECT_EQ(filled.info.width, 4);
  EXPECT_EQ(filled.added, 0u);
}

} // namespace
} // namespace texelscope::testing
