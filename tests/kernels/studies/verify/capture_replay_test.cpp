// Every captured fetch, read and write, through the model and through batches of the fast path: bit for bit
// what the hardware returned.
#include <bit>
#include <filesystem>
#include <map>

#include <gtest/gtest.h>

#include "captures/capture_file.h"
#include "kernels/studies/verify/batch_arrays.h"
#include "kernels/studies/verify/verify.h"

namespace texelscope {
namespace {

struct MismatchCount {
  int components = 0, misses = 0;
  std::string first;
};

void count(MismatchCount& mismatches, std::uint32_t expected, std::uint32_t got, const captures::Case& c,
           std::size_t sample) {
  ++mismatches.components;
  if (expected == got) return;
  if (mismatches.misses++ == 0)
    mismatches.first = verify::class_name(c) + ", sample " + std::to_string(sample);
}

void replay(const captures::Capture& capture, MismatchCount& model, MismatchCount& vector) {
  const captures::Case& c = capture.setup;
  verify::Specimen specimen(c);
  std::vector<FetchAt> at;
  for (std::size_t i = 0; i < c.samples; ++i)
    at.push_back(verify::get_request(c, capture.requests.data() + i * verify::request_value_count(c)));
  const std::vector<std::uint32_t> results =
      verify::model_results(c, specimen.texture(), at, specimen.bytes().data());
  ASSERT_EQ(results.size(), capture.results.size());
  const std::size_t component_count = verify::result_component_count(c);
  for (std::size_t i = 0; i < results.size(); ++i)
    count(model, capture.results[i], results[i], c, i / component_count);
  if (verify::Operation(c.operation) >= verify::Operation::surface_read) return;
  const verify::BatchArrays arrays(specimen.texture(), at);
  std::vector<std::uint32_t> batch(results.size());
  cpu::fetch_batch(specimen.texture(), FetchKind(c.operation), arrays.requests, at.size(), batch.data(), 1);
  for (std::size_t i = 0; i < batch.size(); ++i)
    count(vector, capture.results[i], batch[i], c, i / component_count);
}

struct Replayed {
  MismatchCount model, vector;
  std::map<std::uint8_t, int> operations, dimensions;
};

Replayed replay_file(const char* name) {
  Replayed all;
  for (const captures::Capture& capture :
       captures::read_file(std::filesystem::path(TEXELSCOPE_SOURCE_DIR "/tests/captures") / name)) {
    ++all.operations[capture.setup.operation];
    ++all.dimensions[capture.setup.dimension];
    replay(capture, all.model, all.vector);
  }
  EXPECT_EQ(all.model.misses, 0) << "of " << all.model.components << " by the model, the first in "
                                 << all.model.first;
  EXPECT_EQ(all.vector.misses, 0) << "of " << all.vector.components << " by batches, the first in "
                                  << all.vector.first;
  return all;
}

TEST(CaptureReplay, equals_the_hardware) {
  const Replayed all = replay_file("h200.bin");
  EXPECT_GT(all.model.components, 100000);
  EXPECT_GT(all.vector.components, 80000);
  EXPECT_EQ(all.dimensions.size(), 7u);
  EXPECT_EQ(all.operations.size(), 7u);
}

TEST(CaptureReplay, equals_the_hardware_where_it_is_rare) {
  EXPECT_GT(replay_file("h200-rare.bin").model.components, 10000);
}

TEST(CaptureReplay, equals_the_hardware_on_long_sides_and_under_anisotropy) {
  const Replayed all = replay_file("h200-wide.bin");
  EXPECT_GT(all.model.components, 5000);
  EXPECT_EQ(all.dimensions.size(), 7u);
}

} // namespace
} // namespace texelscope
