// Channel kinds, resource views and types of fetches: the CUDA backend's bits are the CPU's.
#include <algorithm>
#include <cmath>

#include "kernels/unit/image/block_compression/decode.h"
#include "kernels/unit/image_io/read_dds.h"
#include "tests/device/device_fixture.h"
#include "tests/random_session.h"

namespace texelscope::device_tests {

namespace {
class Formats : public CudaTest {
protected:
  // Empty where both backends return the same.
  std::string compare(const tests::Setup& setup) {
    const FrameRequest request{setup.session, setup.effective, setup.image, small_width, small_height};
    try {
      cuda->frame(request);
    } catch (const MachineError& error) {
      return error.what();
    }
    cpu->frame(request);
    return difference(cuda->read_result(), cpu->read_result());
  }
  std::unique_ptr<Backend> cpu = make_cpu_backend();
};

// A file of random blocks in the session's shape.
DdsTexture random_blocks(const TextureSpec& t, bc::Format format, std::mt19937& random) {
  DdsTexture file;
  const bool deep = t.dimension == Dimension::d3;
  file.dimension = deep ? DdsDimension::three : is_cube(t.dimension) ? DdsDimension::cube : DdsDimension::two;
  file.width = t.width;
  file.height = t.height;
  file.depth = deep ? t.depth : 1;
  file.layers = is_layered(t.dimension) ? t.depth : 1;
  file.faces = is_cube(t.dimension) ? 6 : 1;
  file.format.blocks = format;
  for (int level = 0; level < t.levels; ++level) {
    auto& bytes =
        file.levels.emplace_back(dds_surface_bytes(file, level) * std::size_t(file.layers * file.faces));
    for (std::byte& b : bytes)
      b = std::byte(random());
  }
  return file;
}
} // namespace

TEST_F(Formats, BlocksDecodedByTheUnitAreTheDecodersTexels) {
  std::mt19937 random(41);
  int kept = 0, failure_count = 0;
  for (int i = 0; i < 2000; ++i) {
    tests::Setup setup = tests::random_setup(random);
    TextureSpec& t = setup.session.texture;
    if (is_1d(t.dimension)) continue;
    const auto format = bc::Format(random() % unsigned(bc::format_count));
    t.source = Source::file;
    t.path = "blocks.dds";
    t.channel_kind = ChannelKind::blocks;
    t.storage = Storage::array;
    t.view.on = false;
    t.mips = MipSource::file;
    t.format = bc::decoded_element(format);
    setup.session.sampler.max_anisotropy = 1;
    setup.session.write.mode = WriteMode::off;
    setup.effective = resolve(setup.session).effective;
    ASSERT_EQ(setup.effective.channel_kind, ChannelKind::blocks);
    t.levels = setup.effective.level_count;
    if (is_layered(t.dimension) && t.depth == 1) t.depth = 2; // one layer is none, in files
    setup.effective = resolve(setup.session).effective;
    setup.image = std::make_shared<const Image>(image_of(random_blocks(t, format, random)));
    const std::string message = compare(setup);
    failure_count += message.empty() ? 0 : 1;
    EXPECT_EQ(message, "") << i << " block format " << int(format) << tests::describe(setup.session);
    ASSERT_LT(failure_count, 12);
    ++kept;
  }
  EXPECT_GT(kept, 1200);
}

TEST_F(Formats, EachKindHasItsOwnArray) {
  std::mt19937 random(42);
  int failure_count = 0;
  for (const ChannelKind kind : {ChannelKind::normalized, ChannelKind::packed})
    for (int i = 0; i < 800; ++i) {
      tests::Setup setup = tests::random_setup(random);
      TextureSpec& t = setup.session.texture;
      t.channel_kind = kind;
      t.view.on = false;
      if (kind == ChannelKind::normalized) {
        t.storage = Storage::array;
        t.format = {random() % 2 ? ElementKind::unsigned_int : ElementKind::signed_int, random() % 2 ? 8 : 16,
                    t.format.channels};
      }
      setup.session.sampler.max_anisotropy = 1;
      setup = tests::setup_of(setup.session);
      ASSERT_EQ(setup.effective.channel_kind, kind);
      const std::string message = compare(setup);
      failure_count += message.empty() ? 0 : 1;
      EXPECT_EQ(message, "") << i << tests::describe(setup.session);
      ASSERT_LT(failure_count, 12);
    }
}

// Resource views of a texture: levels and layers from the middle, other channels.
TEST_F(Formats, ViewsSeeTheSameBytes) {
  std::mt19937 random(43);
  int viewed = 0, failure_count = 0;
  for (int i = 0; i < 3000; ++i) {
    tests::Setup setup = tests::random_setup(random);
    setup.session.texture.channel_kind = ChannelKind::plain;
    setup.session.texture.view.on = true;
    if (i % 4 == 0)
      setup.session.texture.storage = Storage::pitch, setup.session.texture.dimension = Dimension::d2,
      setup.session.texture.levels = 1;
    if (i % 4 == 1)
      setup.session.texture.storage = Storage::linear, setup.session.texture.dimension = Dimension::d1,
      setup.session.texture.levels = 1;
    setup.session.sampler.max_anisotropy = 1;
    setup = tests::setup_of(setup.session);
    viewed += setup.effective.memory.has_value();
    const std::string message = compare(setup);
    failure_count += message.empty() ? 0 : 1;
    EXPECT_EQ(message, "") << i << tests::describe(setup.session);
    ASSERT_LT(failure_count, 12);
  }
  EXPECT_GT(viewed, 1500);
}

} // namespace texelscope::device_tests
