// Bodies that CUDA runs in place of the plain fetch.
#include "kernels/machines/custom_kernel/fetch_body.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/resolve/shipped_body.h"
#include "kernels/unit/texture_unit/texture_unit.h"
#include "tests/device/device_fixture.h"
#include "tests/program.h"
#include "tests/random_session.h"
#include "tests/with_nvrtc.h"

namespace texelscope::device_tests {

namespace {
std::string example(const std::string& name) {
  const auto path = std::filesystem::path(TEXELSCOPE_SOURCE_DIR) / "assets/fetches" / (name + ".cu");
  const std::string body = contents(path);
  if (body.empty())
    throw std::runtime_error("cannot read " + path.string()); // an empty body would be the plain fetch
  return body;
}

float value(const Picture& picture, std::size_t pixel, std::size_t channel) {
  float result;
  std::memcpy(&result, &picture.pixels[pixel][channel], sizeof result);
  return result;
}

class BodiesOnDevice : public tests::WithNvrtc<CudaTest> {
protected:
  Picture fetched(const Session& session, const std::shared_ptr<const Image>& image,
                  const std::string& body) {
    const Effective effective = resolve(session, cuda->info().limits).effective;
    FrameRequest request{session, effective, image, small_width, small_height};
    if (!body.empty()) {
      CompiledBody compiled = compiler->compile({body, body_target(effective, cuda->info().architecture)});
      EXPECT_TRUE(compiled.good) << compiled.first_error();
      request.body = std::make_shared<const CompiledBody>(std::move(compiled));
    }
    EXPECT_EQ(cuda->frame(request).of_body, !body.empty());
    return cuda->read_result();
  }
};
} // namespace

// Every dimension and projection: a body that fetches plainly has the plain fetch's bits, and so its
// coordinates.
TEST_F(BodiesOnDevice, HaveThePlainFetchsCoordinates) {
  static constexpr const char* plain[] = {
      "return tex1D<Texel>(tex, x);",
      "return tex2D<Texel>(tex, x, y);",
      "return tex3D<Texel>(tex, x, y, z);",
      "return tex1DLayered<Texel>(tex, x, layer);",
      "return tex2DLayered<Texel>(tex, x, y, layer);",
      "return texCubemap<Texel>(tex, x, y, z);",
      "return texCubemapLayered<Texel>(tex, x, y, z, layer);",
  };
  std::mt19937 random(11);
  int compared = 0;
  for (int i = 0; i < 6000 && compared < 40; ++i) {
    tests::Setup setup = tests::random_setup(random);
    const Effective& e = setup.effective;
    if (e.function != FetchKind::plain || e.slab != Slab::off || e.type != FetchType::native) continue;
    if (e.projection == Projection::sheet && e.level_count > 1) continue; // fetches by level of detail
    const Picture own = fetched(setup.session, setup.image, "");
    const Picture body = fetched(setup.session, setup.image, plain[int(e.dimension)]);
    ASSERT_EQ(difference(body, own), "") << tests::describe(setup.session);
    ++compared;
  }
  EXPECT_EQ(compared, 40);
}

// Every shipped body over random textures, samplers and views: the CPU's picture is the GPU's, bit for bit.
TEST_F(BodiesOnDevice, AreTheCpusWhereTheyAreShipped) {
  const auto cpu = make_cpu_backend();
  std::mt19937 random(17);
  std::array<int, shipped_body_count> compared = {};
  int floats = 0, integers = 0;
  for (int i = 0; i < 2000 && std::ranges::min(compared) < 16; ++i) {
    Session session = tests::random_setup(random).session;
    session.texture.dimension = Dimension::d2;
    session.write.mode = WriteMode::off;
    const std::size_t body = std::size_t(i) % compared.size();
    session.fetch.body = shipped_body_text(ShippedBody(body));
    if (compared[body] == 16) continue;
    const tests::Setup setup = tests::setup_of(session, cuda->info().limits);
    if (!cpu_body(session.fetch.body, setup.effective)) continue;
    const FrameResult frame =
        cpu->frame({setup.session, setup.effective, setup.image, small_width, small_height});
    ASSERT_TRUE(frame.of_body);
    ASSERT_EQ(difference(fetched(setup.session, setup.image, session.fetch.body), cpu->read_result()), "")
        << shipped_body_name(ShippedBody(body)) << " " << tests::describe(setup.session);
    ++compared[body];
    ++(setup.effective.result == ResultType::floating ? floats : integers);
  }
  EXPECT_EQ(std::ranges::min(compared), 16);
  EXPECT_GT(floats, 30);
  EXPECT_GT(integers, 10);
}

// NaN, infinities and denormals among the texels too.
TEST_F(BodiesOnDevice, AreTheCpusForAnyFloats) {
  const auto cpu = make_cpu_backend();
  for (const int bits : {16, 32}) {
    const auto image = noise({ElementKind::floating, bits, 4}, 16, 16, 9, true);
    for (int body = 0; body < shipped_body_count; ++body)
      for (const FilterMode filter : {FilterMode::point, FilterMode::linear}) {
        Session session = session_for(*image);
        session.sampler.filter = filter;
        session.texture.storage = Storage::array;
        session.fetch.body = shipped_body_text(ShippedBody(body));
        const Effective effective = resolve(session, cuda->info().limits).effective;
        ASSERT_TRUE(cpu->frame({session, effective, image, small_width, small_height}).of_body);
        EXPECT_EQ(difference(fetched(session, image, session.fetch.body), cpu->read_result()), "")
            << shipped_body_name(ShippedBody(body)) << " " << bits << " " << int(filter);
      }
  }
}

TEST_F(BodiesOnDevice, BilinearInFloatIsTheIdealToWithinRounding) {
  const auto image = noise({ElementKind::floating, 32, 4}, 16, 16, 3);
  Session session = session_for(*image);
  session.sampler.address = {AddressMode::wrap, AddressMode::wrap, AddressMode::wrap};
  session.sampler.filter = FilterMode::point;
  const Picture body = fetched(session, image, example("2-bilinear-in-float"));
  session.sampler.filter = FilterMode::linear;
  const Effective linear = resolve(session).effective;
  const FetchView view = make_fetch_view(session, linear, small_width, small_height);
  const Texture texture = texture_of(image->texels.data(), linear);
  double largest = 0, of_unit = 0;
  const Picture unit = fetched(session, image, "");
  for (int i = 0; i < small_width * small_height; ++i) {
    const PixelFetch pixel = rules::pixel_fetch(view, i % small_width, i / small_width);
    const Trace trace = fetch_traced(texture, view.function, pixel.at);
    for (std::size_t c = 0; c < 4; ++c) {
      largest = std::max(largest, std::abs(double(value(body, std::size_t(i), c)) - trace.ideal[c]));
      of_unit = std::max(of_unit, std::abs(double(value(unit, std::size_t(i), c)) - trace.ideal[c]));
    }
  }
  EXPECT_LT(largest, 2e-5) << "only the coordinate is rounded: the view spans a few units of 16 texels";
  EXPECT_GT(of_unit, 20 * largest) << "8 bits of weight are coarser";
}

TEST_F(BodiesOnDevice, SplinesOfAConstantAreThatConstant) {
  auto image = std::make_shared<Image>(Image::create(16, 16, {ElementKind::floating, 32, 4}));
  const float constant[4] = {0.75f, -3, 1000, 0.1f};
  for (std::size_t i = 0; i < image->texels.size(); i += sizeof constant)
    std::memcpy(image->texels.data() + i, constant, sizeof constant);
  Session session = session_for(*image);
  session.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  for (const char* name : {"3-bicubic-b-spline", "4-catmull-rom", "2-bilinear-in-float"}) {
    const Picture body = fetched(session, image, example(name));
    for (std::size_t i = 0; i < body.pixels.size(); ++i)
      for (std::size_t c = 0; c < 4; ++c)
        ASSERT_NEAR(value(body, i, c), constant[c], 2e-6 * std::abs(constant[c]))
            << name << " " << i << " " << c;
  }
}

TEST_F(BodiesOnDevice, GatherFindsTheNearest) {
  const auto image = noise({ElementKind::unsigned_int, 8, 4}, 16, 16, 5);
  Session session = session_for(*image);
  session.sampler.filter = FilterMode::point;
  const Picture nearest = fetched(session, image, example("6-nearest-by-gather")),
                point = fetched(session, image, "");
  int different = 0;
  for (std::size_t i = 0; i < point.pixels.size(); ++i)
    different += nearest.pixels[i] != point.pixels[i];
  EXPECT_LE(different, small_width * small_height / 100) << "only where the coordinate's rounding decides";
}

TEST_F(BodiesOnDevice, DitherHasFourShades) {
  const auto image = noise({ElementKind::unsigned_int, 8, 4}, 16, 16, 6);
  const Picture body = fetched(session_for(*image), image, example("5-ordered-dither"));
  for (std::size_t i = 0; i < body.pixels.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c) {
      const float shade = value(body, i, c) * 3;
      ASSERT_NEAR(shade, std::round(shade), 1e-5) << i;
    }
}

TEST_F(BodiesOnDevice, AnEndlessLoopEndsAndItsPixelsAreNaN) {
  const auto image = noise({ElementKind::unsigned_int, 8, 4}, 16, 16, 7);
  const Picture body = fetched(
      session_for(*image), image,
      "float s = 0;\nwhile (pixel.x < 8) s += tex2D<float4>(tex, s, y).x;\nreturn Texel{s, 1, 2, 3};");
  for (int x = 0; x < small_width; ++x)
    EXPECT_EQ(body.pixels[std::size_t(x)][0], x < 8 ? 0xffffffffu : 0u) << x;
}

TEST_F(BodiesOnDevice, ChangeWhileFramesAreUnderWay) {
  const auto image = noise({ElementKind::unsigned_int, 8, 4}, 16, 16, 8);
  const Session session = session_for(*image);
  for (int i = 0; i < 20; ++i) {
    const Picture body = fetched(session, image, "return Texel{" + std::to_string(i) + ", 0, 0, 0};");
    ASSERT_EQ(value(body, 5, 0), float(i));
  }
  EXPECT_EQ(
      difference(fetched(session, image, "return tex2D<Texel>(tex, x, y);"), fetched(session, image, "")),
      "");
}

// In a subprocess, because it loses the GPU.
TEST_F(BodiesOnDevice, AnIllegalAccessIsReportedAndEndsTheVerb) {
  Program program;
  program.environment.clear();
  const Ran ran = program.run({"render", "--backend", "cuda", "--out", "a.png", "--size", "64x48",
                               "--fetch.body", "return *reinterpret_cast<Texel*>(16);"});
  EXPECT_EQ(ran.code, 1) << ran.out;
  EXPECT_NE(ran.err.find("cudaErrorIllegalAddress"), std::string::npos) << ran.err;
  const Ran good = program.run({"render", "--backend", "cuda", "--out", "a.npy", "--size", "64x48",
                                "--fetch.body", "return Texel{1, 2, 3, 4};"});
  EXPECT_EQ(good.code, 0) << good.err;
  const Ran broken =
      program.run({"render", "--backend", "cuda", "--out", "b.png", "--fetch.body", "return 1"});
  EXPECT_EQ(broken.code, 2) << broken.err;
}

TEST_F(BodiesOnDevice, AFilesBodyRunsOnlyWhereItIsTrusted) {
  Program program;
  program.environment.clear();
  write(program / "body.json", R"({"version": 1, "fetch": {"body": "return Texel{1, 2, 3, 4};"}})");
  const std::vector<std::string> args = {"render", "body.json", "--backend", "cuda",
                                         "--out",  "a.npy",     "--size",    "64x48"};
  const Ran refused = program.run(args);
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err, "texelscope: error: " + say(Text::render_body_foreign, {"body.json"}) + "\n");
  EXPECT_FALSE(std::filesystem::exists(program / "a.npy"));
  std::vector<std::string> trusting = args;
  trusting.emplace_back("--trust-body");
  const Ran ran = program.run(trusting);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(std::filesystem::exists(program / "a.npy"));
}

} // namespace texelscope::device_tests
