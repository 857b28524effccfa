// Batches on the device against the model: what `texelscope sample` writes with either backend.
#include <algorithm>

#include "kernels/machines/backend/device_batch.h"
#include "kernels/studies/verify/random_cases.h"
#include "kernels/unit/batch/batch_fetch.h"
#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

namespace {

using verify::Group;

class Batch : public DeviceTest, public testing::WithParamInterface<Group> {};

struct Requests {
  std::vector<float> coordinates, lods;
  std::vector<int> layers;

  Requests(const verify::Case& c, verify::Random& random, int count) {
    const int each = coordinate_count(Dimension(c.dimension));
    for (int i = 0; i < count; ++i) {
      const FetchAt at = verify::random_request(c, random);
      for (const float part : {at.x, at.y, at.z})
        if (coordinates.size() < std::size_t((i + 1) * each)) coordinates.push_back(part);
      lods.push_back(at.lod);
      layers.push_back(at.layer);
    }
  }
  BatchRequests view() const {
    BatchRequests requests;
    requests.coordinates = coordinates.data();
    requests.lods = lods.data();
    requests.layers = layers.data();
    return requests;
  }
};

TEST_P(Batch, HasTheModelsBits) {
  constexpr int count = 500;
  verify::Random random(7);
  for (int round = 0; round < 60; ++round) {
    const verify::Case c = verify::random_case(GetParam(), random, count);
    const verify::Specimen specimen(c);
    const Texture& texture = specimen.texture();
    const auto kind = FetchKind(c.operation);
    const Requests requests(c, random, count);
    const auto component_count = std::size_t(count * batch_component_count(texture, kind));
    std::vector<std::uint32_t> device(component_count), model(component_count);
    make_device_batch(texture)->fetch(kind, requests.view(), count, device.data());
    cpu::fetch_batch(texture, kind, requests.view(), count, model.data());
    ASSERT_EQ(device, model) << verify::class_name(c);
  }
}

INSTANTIATE_TEST_SUITE_P(Groups, Batch,
                         testing::Values(Group::d1, Group::d2, Group::d3, Group::lod_1d, Group::lod_2d,
                                         Group::lod_3d, Group::plain_mips, Group::d2_layered,
                                         Group::lod_cube),
                         [](const auto& tested) {
                           std::string name = verify::group_name(tested.param);
                           std::ranges::replace(name, ' ', '_');
                           return name;
                         });

} // namespace

} // namespace texelscope::device_tests
