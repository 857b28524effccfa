// Slabs, strokes in planes of their own and regenerated mip levels, in every dimension, storage and format:
// the CUDA backend's bits are the CPU's.
#include <algorithm>

#include "tests/device/device_fixture.h"
#include "tests/random_session.h"

namespace texelscope::device_tests {

namespace {
class Planes : public BothBackends {
protected:
  // The result and all texels; the first few differences are printed.
  void compare(const Session& session) {
    ++cases;
    if (!image || !(session.texture == of))
      image = tests::setup_of(session).image; // otherwise frames continue
    of = session.texture;
    for (Backend* backend : {cuda.get(), cpu.get()})
      run(*backend, session, image, 37, 29);
    std::string message = difference(cuda->read_result(), cpu->read_result());
    if (message.empty()) message = difference(cuda->read_texture(), cpu->read_texture());
    if (!message.empty() && ++failures <= 12)
      ADD_FAILURE() << "cuda/cpu " << message << tests::describe(session);
  }

  std::shared_ptr<const Image> image;
  TextureSpec of; // `image`
  int cases = 0, failures = 0;
};

INSTANTIATE_TEST_SUITE_P(Cuda, Planes, testing::Values(GlBinding::none, GlBinding::current), binding_name);

// Every dimension in every storage that holds it.
template <class Visit>
void each_shape(Visit&& visit) {
  for (int dimension = 0; dimension < 7; ++dimension)
    for (const Storage storage : {Storage::array, Storage::shared, Storage::pitch, Storage::linear})
      for (const int levels : {1, 2, 4}) {
        Session session;
        TextureSpec& t = session.texture;
        t.source = Source::noise;
        t.dimension = Dimension(dimension);
        t.width = 13;
        t.height = is_cube(t.dimension) ? 13 : 10;
        t.depth = 5;
        t.levels = levels;
        t.storage = storage;
        session.view.projection = Projection::sheet;
        if (storage == Storage::linear) session.fetch.function = FetchKind::texel;
        const Effective e = resolve(session).effective;
        if (e.storage == storage && e.level_count == levels) visit(session);
      }
}
} // namespace

TEST_P(Planes, SlabsOfEveryFormat) {
  for (const ElementFormat& format : all_formats())
    for (int setting = 0; setting < 72; ++setting) {
      Session session;
      session.texture.source = Source::noise;
      session.texture.dimension = Dimension::d3;
      session.texture.width = 9;
      session.texture.height = 7;
      session.texture.depth = 6;
      session.texture.levels = 1 + setting % 2 * 2;
      session.texture.format = format;
      session.sampler.read_mode = ReadMode(setting / 2 % 2);
      session.sampler.filter = FilterMode(setting / 4 % 2);
      session.sampler.address = {AddressMode(setting % 4), AddressMode(setting / 3 % 4),
                                 AddressMode(setting / 9 % 4)};
      session.sampler.border_color = {0.25f, -0.5f, 1.5f, 1};
      session.fetch.function = FetchKind(setting / 8 % 3);
      session.fetch.lod = 0.6f;
      session.fetch.slab = Slab(1 + setting / 24);
      session.fetch.slab_samples = setting % 5 == 0 ? 256 : 2 + setting % 17;
      session.fetch.slab_thickness = setting % 3 ? 0.01 * (setting + 1) : 1;
      session.fetch.slice = 0.2 + 0.01 * setting;
      session.fetch.slice_axis = Axis(setting % 3);
      session.view.rotation = 17 * (setting % 4);
      ASSERT_EQ(resolve(session).effective.slab, session.fetch.slab);
      compare(session);
    }
  EXPECT_EQ(failures, 0) << "of " << cases;
  EXPECT_EQ(cases, 24 * 72);
}

TEST_P(Planes, StrokesInPlanesOfTheirOwn) {
  each_shape([&](Session session) {
    session.write.mode = WriteMode::brush;
    for (const BoundaryMode boundary : {BoundaryMode::zero, BoundaryMode::clamp}) {
      session.write.boundary = boundary;
      session.write.strokes.clear();
      // One more stroke per frame, as painted by hand. Strokes in planes beyond the texture paint nothing.
      for (int plane = -1; plane < 8; ++plane) {
        const auto x = float(plane);
        session.write.strokes.push_back({x, 1, x + 4, 9, 1.2f, {0.1f * float(plane + 2), 0.5f, 1, 1}, plane});
        compare(session);
      }
    }
  });
  EXPECT_EQ(failures, 0) << "of " << cases;
  EXPECT_GT(cases, 500);
}

TEST_P(Planes, RegeneratedMipsOfEveryFormat) {
  each_shape([&](Session session) {
    if (session.texture.levels == 1) return;
    session.write.mips = WrittenMips::regenerate;
    session.write.strokes = {{3, 2, 9, 8, 2, {1, 0.5f, 0.25f, 1}, 0}, {1, 1, 1, 9, 1, {0.3f, -2, 0, 1}, -1}};
    for (const ElementFormat& format : all_formats())
      for (const MipSource mips : {MipSource::box, MipSource::subsample, MipSource::tinted})
        for (const WriteMode mode : {WriteMode::pattern, WriteMode::brush, WriteMode::feedback}) {
          session.texture.format = format;
          session.texture.mips = mips;
          session.write.mode = mode;
          session.sampler.srgb = mode != WriteMode::feedback; // bytes are averaged as light
          for (session.write.frame = 0; session.write.frame < 3; ++session.write.frame)
            compare(session);
        }
  });
  EXPECT_EQ(failures, 0) << "of " << cases;
  EXPECT_GT(cases, 10000);
}

// Back and forth without a new texture: each state is that of a fresh backend on the CPU.
TEST_P(Planes, TheSwitchGoesBothWays) {
  each_shape([&](Session session) {
    session.write.mode = WriteMode::feedback;
    for (int frame = 0; frame < 6; ++frame) {
      session.write.frame = frame;
      session.write.mips = WrittenMips(frame / 2 % 2);
      cpu = make_cpu_backend();
      compare(session);
    }
  });
  EXPECT_EQ(failures, 0) << "of " << cases;
}

// Sums over NaN and infinities: noise of any bits.
TEST_P(Planes, FloatsOfAnyBits) {
  for (const int bits : {16, 32})
    for (const Slab slab : {Slab::minimum, Slab::maximum, Slab::mean})
      for (const WriteMode mode : {WriteMode::off, WriteMode::brush}) {
        Session session;
        session.texture.dimension = Dimension::d3;
        session.texture.width = session.texture.height = session.texture.depth = 8;
        session.texture.levels = 3;
        session.texture.format = {ElementKind::floating, bits, 4};
        session.sampler.filter = FilterMode::point;
        session.fetch.slab = slab;
        session.fetch.slab_samples = 8;
        session.write.mode = mode;
        session.write.mips = WrittenMips::regenerate;
        const auto flat = noise(session.texture.format, 8, 8 * 8 * 2, unsigned(bits), true);
        Image volume = Image::create({8, 8, session.texture.format, Dimension::d3, 8, 3});
        std::copy_n(flat->texels.begin(), volume.size_bytes(), volume.texels.begin());
        const auto source = std::make_shared<const Image>(std::move(volume));
        for (Backend* backend : {cuda.get(), cpu.get()})
          run(*backend, session, source, 37, 29);
        EXPECT_EQ(difference(cuda->read_result(), cpu->read_result()), "") << tests::describe(session);
        EXPECT_EQ(difference(cuda->read_texture(), cpu->read_texture()), "") << tests::describe(session);
      }
}

} // namespace texelscope::device_tests
