// Fetches of small textures whose values follow by hand.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <thread>

#include "c/made.h"

#include <sys/wait.h>
#include <unistd.h>

namespace texelscope::testing {
namespace {

TEST(CFetch, filters_four_texels) {
  const Counted counted;
  const texelscope_request request = request_at(1, 1);
  texelscope_texel texel;
  ASSERT_EQ(texelscope_fetch(counted.texture, &request, &texel), TEXELSCOPE_OK);
  EXPECT_EQ(texel.f[0], 2.5f); // of 0, 1, 4 and 5
  EXPECT_EQ(texel.u[1], 0u);
  EXPECT_EQ(texel.u[3], 0u);
}

TEST(CFetch, integers_are_extended_to_32_bits) {
  const signed char bytes[] = {-3, 7};
  const void* levels[] = {bytes};
  const texelscope_texels texels = texels_2d(levels, TEXELSCOPE_SIGNED, 8, 2, 1, 1);
  texelscope_texture texture;
  ASSERT_EQ(texelscope_texture_create(&texels, nullptr, &texture), TEXELSCOPE_OK);
  const texelscope_request request = request_at(0.5, 0.5);
  texelscope_texel texel;
  ASSERT_EQ(texelscope_fetch(texture, &request, &texel), TEXELSCOPE_OK);
  EXPECT_EQ(texel.i[0], -3);
  EXPECT_EQ(texel.i[1], 7);
  EXPECT_EQ(texel.i[2], 0);
  const float xy[] = {0.5f, 0.5f};
  std::int16_t results[2] = {};
  texelscope_batch batch = {};
  batch.size = sizeof batch, batch.count = 1, batch.at.data = xy;
  batch.results = results, batch.result_kind = TEXELSCOPE_SIGNED, batch.result_bits = 16;
  ASSERT_EQ(texelscope_fetch_batch(texture, &batch), TEXELSCOPE_OK) << texelscope_error();
  EXPECT_EQ(results[0], -3);
  EXPECT_EQ(results[1], 7);
  texelscope_texture_destroy(texture);
}

// Coordinates whose fetches from Counted return the numbers of texels.
std::vector<float> centers() {
  std::vector<float> xy;
  for (int i = 0; i < 12; ++i)
    xy.insert(xy.end(), {float(i % 4) + 0.5f, float(i / 4) + 0.5f});
  return xy;
}

TEST(CFetch, batches_take_columns_with_strides) {
  const Counted counted;
  const std::vector<float> xy = centers();
  std::vector<float> results(12), apart(24);
  for (std::size_t i = 0; i < 12; ++i)
    apart[i] = xy[2 * i], apart[12 + i] = xy[2 * i + 1]; // all x, then all y
  texelscope_batch batch = batch_at(apart, results);
  batch.at.stride = sizeof(float), batch.at.axis_stride = 12 * sizeof(float);
  ASSERT_EQ(texelscope_fetch_batch(counted.texture, &batch), TEXELSCOPE_OK) << texelscope_error();
  EXPECT_TRUE(std::ranges::equal(results, counted.numbers));

  batch.at.data = xy.data() + 22; // from the last to the first
  batch.at.stride = -8, batch.at.axis_stride = 0;
  ASSERT_EQ(texelscope_fetch_batch(counted.texture, &batch), TEXELSCOPE_OK);
  EXPECT_TRUE(std::equal(results.rbegin(), results.rend(), counted.numbers));

  batch.at.data = xy.data() + 10;
  batch.at.stride = TEXELSCOPE_ONE_FOR_ALL;
  ASSERT_EQ(texelscope_fetch_batch(counted.texture, &batch), TEXELSCOPE_OK);
  EXPECT_EQ(results, std::vector<float>(12, 5));

  std::vector<std::byte> shifted(xy.size() * sizeof(float) + 1);
  std::memcpy(shifted.data() + 1, xy.data(), xy.size() * sizeof(float));
  batch.at = {shifted.data() + 1, 0, 0};
  ASSERT_EQ(texelscope_fetch_batch(counted.texture, &batch), TEXELSCOPE_OK);
  EXPECT_TRUE(std::ranges::equal(results, counted.numbers));
}

TEST(CFetch, batches_drop_components_and_add_zeros) {
  const Counted counted;
  const std::vector<float> xy = centers();
  std::vector<float> results(48, 9);
  texelscope_batch batch = batch_at(xy, results);
  batch.result_components = 4;
  ASSERT_EQ(texelscope_fetch_batch(counted.texture, &batch), TEXELSCOPE_OK);
  for (std::size_t i = 0; i < 48; ++i)
    EXPECT_EQ(results[i], i % 4 == 0 ? float(i / 4) : 0.0f);
  batch.function = TEXELSCOPE_GATHER;
  batch.count = 1, batch.at.data = std::data({1.0f, 1.0f});
  const float one[] = {1, 1};
  batch.at.data = one;
  ASSERT_EQ(texelscope_fetch_batch(counted.texture, &batch), TEXELSCOPE_OK);
  EXPECT_EQ(std::vector<float>(results.begin(), results.begin() + 4), (std::vector<float>{4, 5, 1, 0}));
}

TEST(CTexels, strides_reach_every_texel_and_channel) {
  // A 3 x 2 picture of two channels that lie apart, upside down.
  std::uint8_t bytes[12];
  for (std::size_t i = 0; i < 12; ++i)
    bytes[i] = std::uint8_t(i);
  const void* levels[] = {bytes + 3};
  texelscope_texels texels = texels_2d(levels, TEXELSCOPE_UNSIGNED, 8, 2, 3, 2);
  const std::int64_t strides[] = {1, -3, 0, 6};
  texels.strides = strides;
  texelscope_texture texture;
  ASSERT_EQ(texelscope_texture_create(&texels, nullptr, &texture), TEXELSCOPE_OK) << texelscope_error();
  std::uint8_t packed[12] = {};
  std::size_t needed = 0;
  ASSERT_EQ(texelscope_texture_level(texture, 0, packed, sizeof packed, &needed), TEXELSCOPE_OK);
  EXPECT_EQ(needed, 12u);
  EXPECT_EQ(std::vector<int>(packed, packed + 12), (std::vector<int>{3, 9, 4, 10, 5, 11, 0, 6, 1, 7, 2, 8}));
  texelscope_texture_destroy(texture);
}

TEST(CTexels, levels_are_averages) {
  const std::uint8_t bytes[] = {0, 0, 255, 255, 10, 12, 255, 254};
  const void* levels[] = {bytes, nullptr, nullptr};
  texelscope_texels texels = texels_2d(levels, TEXELSCOPE_UNSIGNED, 8, 1, 4, 2);
  texels.level_count = 3;
  std::uint8_t first[2] = {}, last[1] = {};
  void* const below[] = {first, last};
  ASSERT_EQ(texelscope_make_levels(&texels, 0, below, nullptr), TEXELSCOPE_OK) << texelscope_error();
  EXPECT_EQ(int(first[0]), 6); // 5.5
  EXPECT_EQ(int(first[1]), 255);
  EXPECT_EQ(int(last[0]), 131); // 130.5
  const std::int32_t stop = 1;
  EXPECT_EQ(texelscope_make_levels(&texels, 0, below, &stop), TEXELSCOPE_STOPPED);
  ASSERT_EQ(texelscope_make_levels(&texels, 1, below, nullptr), TEXELSCOPE_OK);
  EXPECT_EQ(int(last[0]), 188); // the light of two black and two white texels is 0.5, whose code is 188
}

TEST(CTexture, is_described) {
  const std::uint16_t bytes[6 * 2 * 4 * 2] = {};
  const void* levels[] = {bytes};
  texelscope_texels texels = texels_2d(levels, TEXELSCOPE_UNSIGNED, 16, 2, 2, 2);
  texels.kind = TEXELSCOPE_CUBEMAP_LAYERED, texels.depth = 2;
  texelscope_texture texture;
  ASSERT_EQ(texelscope_texture_create(&texels, nullptr, &texture), TEXELSCOPE_OK) << texelscope_error();
  texelscope_texture_info info = {};
  info.size = sizeof info;
  ASSERT_EQ(texelscope_texture_describe(texture, &info), TEXELSCOPE_OK);
  EXPECT_EQ(info.kind, TEXELSCOPE_CUBEMAP_LAYERED);
  EXPECT_EQ(info.channel_kind, TEXELSCOPE_UNSIGNED);
  EXPECT_EQ(info.bits, 16);
  EXPECT_EQ(info.channels, 2);
  EXPECT_EQ(info.width, 2);
  EXPECT_EQ(info.height, 2);
  EXPECT_EQ(info.depth, 2);
  EXPECT_EQ(info.level_count, 1);
  EXPECT_EQ(info.coordinate_count, 3);
  EXPECT_EQ(info.result_kind, TEXELSCOPE_UNSIGNED);
  EXPECT_EQ(info.result_bits, 16);
  texelscope_texture_destroy(texture);
}

TEST(CThreads, fetch_make_and_destroy_at_once) {
  const Counted counted;
  std::atomic<int> wrong = 0;
  const auto work = [&](int seed) {
    const std::vector<float> xy = centers();
    std::vector<float> results(12);
    for (int i = 0; i < 300; ++i) {
      const int number = (seed + i) % 12;
      const texelscope_request request =
          request_at(xy[std::size_t(number) * 2], xy[std::size_t(number) * 2 + 1]);
      texelscope_texel texel;
      wrong +=
          texelscope_fetch(counted.texture, &request, &texel) != TEXELSCOPE_OK || texel.f[0] != float(number);
      texelscope_batch batch = batch_at(xy, results);
      wrong += texelscope_fetch_batch(counted.texture, &batch) != TEXELSCOPE_OK ||
               !std::ranges::equal(results, counted.numbers);
      const Counted other;
      wrong +=
          texelscope_fetch(other.texture, &request, &texel) != TEXELSCOPE_OK || texel.f[0] != float(number);
      wrong += texelscope_fetch(0, &request, &texel) != TEXELSCOPE_INVALID_HANDLE;
      wrong += std::string(texelscope_error()) != "there is no texture with the handle 0";
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back(work, i);
  threads.clear();
  EXPECT_EQ(wrong, 0);
}

TEST(CThreads, a_texture_that_is_destroyed_stays_for_the_fetches_that_run) {
  for (int round = 0; round < 50; ++round) {
    float number = float(round);
    const void* levels[] = {&number};
    const texelscope_texels texels = texels_2d(levels, TEXELSCOPE_FLOAT, 32, 1, 1, 1);
    texelscope_texture texture;
    ASSERT_EQ(texelscope_texture_create(&texels, nullptr, &texture), TEXELSCOPE_OK);
    std::atomic<int> wrong = 0;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] {
        const texelscope_request request = request_at(0.5, 0.5);
        texelscope_texel texel;
        texelscope_status status = TEXELSCOPE_OK;
        while (status == TEXELSCOPE_OK) {
          status = texelscope_fetch(texture, &request, &texel);
          wrong += status == TEXELSCOPE_OK && texel.f[0] != float(round);
        }
        wrong += status != TEXELSCOPE_INVALID_HANDLE;
      });
    EXPECT_EQ(texelscope_texture_destroy(texture), TEXELSCOPE_OK);
    threads.clear();
    EXPECT_EQ(wrong, 0);
  }
}

TEST(CThreads, a_number_stops_a_batch) {
  const Counted counted;
  const std::vector<float> xy(2'000'000, 0.5f);
  std::vector<float> results(xy.size() / 2, -1);
  texelscope_batch batch = batch_at(xy, results);
  const std::int32_t set = 1;
  batch.stop = &set;
  EXPECT_EQ(texelscope_fetch_batch(counted.texture, &batch), TEXELSCOPE_STOPPED);
  EXPECT_STREQ(texelscope_error(), "the work was stopped");
  EXPECT_EQ(results.back(), -1);
  const std::int32_t clear = 0;
  batch.stop = &clear;
  EXPECT_EQ(texelscope_fetch_batch(counted.texture, &batch), TEXELSCOPE_OK);
  EXPECT_EQ(results.back(), 0);
}

[[noreturn]] void end_beside_threads() {
  const Counted counted;
  const texelscope_texture texture = counted.texture;
  const auto fetch = [texture] {
    const std::vector<float> xy(200'000, 0.5f);
    std::vector<float> results(xy.size() / 2);
    texelscope_batch batch = batch_at(xy, results);
    texelscope_fetch_batch(texture, &batch);
  };
  for (int i = 0; i < 3; ++i)
    std::thread([fetch] {
      for (;;)
        fetch();
    }).detach();
  fetch();
  std::exit(7);
}

// The end of a program waits for the threads that it leaves in the library. In a process of its own: oneTBB's
// threads cannot end in a child of fork().
TEST(CThreads, a_program_ends_beside_threads_that_fetch) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(end_beside_threads(), ::testing::ExitedWithCode(7), "");
}

TEST(CThreads, children_of_a_fork_make_textures_while_other_threads_do) {
  std::atomic<bool> stop = false;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&] {
      while (!stop)
        const Counted made;
    });
  int failed = 0;
  for (int i = 0; i < 20; ++i) {
    const ::pid_t child = ::fork();
    if (child == 0) {
      ::alarm(10);
      const Counted counted;
      const texelscope_request request = request_at(1, 1);
      texelscope_texel texel;
      ::_exit(texelscope_fetch(counted.texture, &request, &texel) == TEXELSCOPE_OK && texel.f[0] == 2.5f ? 0
                                                                                                         : 1);
    }
    int status = 1;
    ::waitpid(child, &status, 0);
    failed += status != 0;
  }
  stop = true;
  EXPECT_EQ(failed, 0);
}

} // namespace
} // namespace texelscope::testing
