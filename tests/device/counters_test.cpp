// Counters of launches whose work is known.
#include "kernels/reports/profile/report/counters.h"

#include "kernels/machines/cuda/unit/unit_texture.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

using profile::Counter, profile::Counts;

class CountersOnDevice : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!IsSkipped()) need_counters();
  }

  Counts counted(const std::function<void()>& launch) {
    Counts counts;
    for (std::size_t group = 0; group < counters->groups().size(); ++group)
      counters->count(group, launch, counts);
    return counts;
  }
};

// One thread per fetch, all of the same texel: only the first sectors come from memory.
TEST_F(CountersOnDevice, CountTheTexelsOfALaunch) {
  constexpr int fetches = 1 << 20;
  const auto image = noise({ElementKind::unsigned_int, 8, 4}, 64, 64, 3);
  const Effective effective = resolve(session_for(*image)).effective;
  const Texture texture = texture_of(*image, effective);
  cuda::Stream stream;
  TEXELSCOPE_CUDA(cudaStreamCreate, stream.put());
  const cuda::UnitTexture made(texture, stream.get());
  const cuda::DeviceMemory at = cuda::make_device_memory(sizeof(FetchAt) * fetches),
                           results = cuda::make_device_memory(sizeof(uint4) * fetches);
  TEXELSCOPE_CUDA(cudaMemset, at.get(), 0, sizeof(FetchAt) * fetches);
  const Counts counts = counted([&] {
    cuda::launch_unit_fetch(made.object(), texture.dimension, FetchKind::plain, texture.result_type(),
                            static_cast<const FetchAt*>(at.get()), static_cast<uint4*>(results.get()),
                            fetches, stream.get());
  });
  EXPECT_EQ(counts.texels(), fetches);
  EXPECT_EQ(counts[Counter::texture_instructions], fetches / 32);
  EXPECT_GT(counts.texture_hit_rate(), 0.99);
  EXPECT_GE(counts[Counter::l2_bytes], double(sizeof(uint4)) * fetches) << "all components are written";
  EXPECT_GT(counts[Counter::sm_cycles], 1000);
  EXPECT_GT(counts[Counter::l1_share], 0);
  EXPECT_LE(counts[Counter::l1_share], 101);
  for (std::size_t i = 0; i < profile::counter_count; ++i)
    EXPECT_TRUE(counts.has(Counter(i))) << identifier(Counter(i));
}

TEST_F(CountersOnDevice, ALaunchThatFailsLeavesThemUsable) {
  Counts counts;
  EXPECT_THROW(counters->count(
                   0, [] { throw MachineError("no"); }, counts),
               MachineError);
  EXPECT_FALSE(counts.has(Counter::quads));
  counters->count(
      0, [] {}, counts);
  EXPECT_EQ(counts.texels(), 0);
}

// A reader of a few counters has no others.
TEST_F(CountersOnDevice, OnlyThoseRequested) {
  need_counters({Counter::quads, Counter::texture_requests});
  if (IsSkipped()) return;
  const Counts counts = counted([] {});
  for (std::size_t i = 0; i < profile::counter_count; ++i)
    EXPECT_EQ(counts.has(Counter(i)), Counter(i) == Counter::quads || Counter(i) == Counter::texture_requests)
        << identifier(Counter(i));
}

} // namespace texelscope::device_tests
