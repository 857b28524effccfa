// What a page hands to the reader's own GPU, and the exact model's weights beside it.
#include "app/web/page_gpu.h"

#include <bit>
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/web/page.h"

namespace texelscope::web {
namespace {

using Json = nlohmann::json;

// A page with that session, drawn.
struct Drawn {
  explicit Drawn(const char* session, int width = 32, int height = 24) {
    EXPECT_FALSE(Json::parse(page.set(session)).contains("error")) << session;
    EXPECT_FALSE(Json::parse(page.draw(width, height, Shown::model)).contains("error")) << session;
  }
  Json gpu() { return Json::parse(page.gpu()); }
  std::string why() { return gpu()["why"]; }
  std::string format() { return gpu()["request"]["format"]; }
  Page page;
};

// The numbers at an address of an answer.
template <class T>
std::vector<T> numbers(const Json& address, std::size_t count) {
  std::vector<T> copy(count);
  std::memcpy(copy.data(), std::bit_cast<const void*>(address.get<std::uintptr_t>()), count * sizeof(T));
  return copy;
}

TEST(WebPageGpu, HandsOverTheTextureTheSamplerAndTheFetches) {
  Drawn drawn(R"({"version": 1,
    "texture": {"width": 8, "height": 4, "levels": 2},
    "sampler": {"address_y": "mirror", "mip_bias": 0.5, "mip_max": 1, "max_anisotropy": 4},
    "fetch": {"function": "lod", "lod": 0.75}})");
  const Json answer = drawn.gpu();
  EXPECT_EQ(answer["why"], "");
  const Json& request = answer["request"];
  EXPECT_EQ(request["dimension"], "2d");
  EXPECT_EQ(request["width"], 8);
  EXPECT_EQ(request["height"], 4);
  EXPECT_EQ(request["format"], "rgba8");
  ASSERT_EQ(request["levels"].size(), 2u);
  EXPECT_EQ(request["levels"][0][1], 8 * 4 * 4);
  EXPECT_EQ(request["levels"][1][1], 4 * 2 * 4);
  EXPECT_EQ(request["sampler"]["address"], (Json{"wrap", "mirror", "wrap"}));
  EXPECT_EQ(request["sampler"]["filter"], "linear");
  EXPECT_EQ(request["sampler"]["bias"], 0.5);
  EXPECT_EQ(request["sampler"]["maxLod"], 1);
  const Json& picture = answer["picture"];
  EXPECT_EQ(picture["width"], 32);
  EXPECT_EQ(picture["coordinateSize"], 2);
  EXPECT_TRUE(picture["dx"].is_null());
  EXPECT_EQ(numbers<float>(picture["lod"], 32 * 24), std::vector<float>(32 * 24, 0.75f));
  EXPECT_EQ(numbers<std::uint8_t>(picture["empty"], 32 * 24), std::vector<std::uint8_t>(32 * 24, 0));
  // From pixel to pixel the coordinate moves by the same step, right and down.
  const auto at = numbers<float>(picture["coordinates"], 2 * 32 * 24);
  EXPECT_GT(at[2], at[0]);
  EXPECT_EQ(at[3], at[1]);
  EXPECT_EQ(at[64], at[0]);
  EXPECT_GT(at[65], at[1]);
  // The values are those that WHY explains.
  const auto values = numbers<float>(picture["values"], 4 * 32 * 24);
  const Json explained = Json::parse(drawn.page.explain(5, 7));
  for (std::size_t c = 0; c < 4; ++c)
    EXPECT_EQ(values[4 * (7 * 32 + 5) + c], explained["result"][c]["value"].get<float>()) << c;
}

TEST(WebPageGpu, GivesGradientsLayersAndEmptyPixels) {
  Drawn gradients(R"({"version": 1, "texture": {"levels": 3}, "fetch": {"function": "grad"}})");
  const Json picture = gradients.gpu()["picture"];
  EXPECT_EQ(picture["gradientSize"], 2);
  EXPECT_NE(numbers<float>(picture["dx"], 2)[0], 0);
  EXPECT_NE(numbers<float>(picture["dy"], 2)[1], 0);
  Drawn layers(
      R"({"version": 1, "texture": {"dimension": "2d_layered", "depth": 3}, "fetch": {"layer": 2}})");
  EXPECT_EQ(layers.gpu()["picture"]["coordinateSize"], 3);
  EXPECT_EQ(numbers<float>(layers.gpu()["picture"]["coordinates"], 3)[2], 2);
  Drawn net(R"({"version": 1, "texture": {"dimension": "cube"}, "view": {"projection": "net"}})");
  const auto empty = numbers<std::uint8_t>(net.gpu()["picture"]["empty"], 32 * 24);
  EXPECT_EQ(empty[0], 1) << "the corner of a net shows no face";
  EXPECT_NE(std::count(empty.begin(), empty.end(), 0), 0);
}

TEST(WebPageGpu, PlainFetchesHaveNoBias) {
  Drawn drawn(R"({"version": 1, "texture": {"levels": 3}, "sampler": {"mip_bias": 2}})");
  EXPECT_EQ(drawn.gpu()["request"]["sampler"]["bias"], 0);
}

TEST(WebPageGpu, NamesFormatsAsWebGl2Does) {
  const auto format = [](const std::string& texture, const std::string& sampler = "{}") {
    return Drawn((R"({"version": 1, "texture": )" + texture + R"(, "sampler": )" + sampler + "}").c_str())
        .format();
  };
  EXPECT_EQ(format(R"({"channels": 1})"), "r8");
  EXPECT_EQ(format(R"({"bits": 16, "channels": 2})"), "rg16");
  EXPECT_EQ(format(R"({"kind": "signed"})"), "rgba8_snorm");
  EXPECT_EQ(format(R"({"kind": "float", "bits": 16, "channels": 1})"), "r16f");
  EXPECT_EQ(format(R"({"kind": "float", "bits": 32})"), "rgba32f");
  EXPECT_EQ(format("{}", R"({"srgb": true})"), "srgb8_alpha8");
  EXPECT_EQ(format(R"({"channels": 1})", R"({"srgb": true})"), "sr8");
  EXPECT_EQ(format("{}", R"({"read_mode": "element"})"), "rgba8ui");
  EXPECT_EQ(format(R"({"kind": "signed", "bits": 32, "channels": 2})", R"({"read_mode": "element"})"),
            "rg32i");
}

TEST(WebPageGpu, PacksTexelsOfTenBits) {
  Drawn drawn(R"({"version": 1, "texture": {"width": 4, "height": 4, "channel_kind": "packed",
    "source": "checkerboard", "cell": 1}, "sampler": {"filter": "point", "read_mode": "element"}})");
  const Json request = drawn.gpu()["request"];
  EXPECT_EQ(request["format"], "rgb10_a2");
  EXPECT_EQ(request["levels"][0][1], 4 * 4 * 4);
  const auto texels = numbers<std::uint32_t>(request["levels"][0][0], 2);
  EXPECT_EQ(texels[0] >> 30, 3u) << "alpha is one";
  EXPECT_NE(texels[0], texels[1]);
}

TEST(WebPageGpu, SaysWhatNoSamplerOfWebGl2Does) {
  const auto why = [](const char* session) { return Drawn(session).why(); };
  EXPECT_EQ(why(R"({"version": 1, "fetch": {"function": "gather"}})"), "WebGL2 has no gather.");
  EXPECT_NE(why(R"({"version": 1, "texture": {"dimension": "1d", "height": 1, "storage": "linear"},
    "fetch": {"function": "texel"}})")
                .find("linear memory"),
            std::string::npos);
  EXPECT_NE(
      why(R"({"version": 1, "texture": {"dimension": "3d"}, "fetch": {"slab": "maximum"}})").find("slab"),
      std::string::npos);
  EXPECT_NE(why(R"({"version": 1, "sampler": {"normalized_coords": false}})").find("in texels"),
            std::string::npos);
}

TEST(WebPageGpu, ModelsWeightsRiseInStepsOf256) {
  Drawn drawn(
      R"({"version": 1, "texture": {"width": 8, "height": 8, "levels": 2}, "sampler": {"mip_bias": 1}})");
  std::vector<float> at;
  for (int i = 0; i <= 1024; ++i)
    at.insert(at.end(), {(3.5f + float(i) / 1024) / 8, 4.5f / 8});
  const Json answer = Json::parse(drawn.page.gpu_weights({4, 4, 0}, at.data(), 1025));
  const auto weights = numbers<float>(answer["weights"], 1025);
  for (int i = 0; i <= 1024; ++i)
    EXPECT_NEAR(weights[std::size_t(i)], std::floor(double(i) / 4 + 0.5) / 256, 1e-5) << i;
}

TEST(WebPageGpu, ModelsLevelsShareTheMix) {
  Drawn drawn(
      R"({"version": 1, "texture": {"width": 8, "height": 8, "levels": 3, "kind": "float", "bits": 32}})");
  const float lods[] = {-1, 0.5f, 1, 1.25f};
  const Json answer = Json::parse(drawn.page.gpu_levels(lods, 4));
  const auto shares = numbers<float>(answer["shares"], 12);
  EXPECT_EQ(shares, (std::vector<float>{1, 0.5f, 0, 0, 0, 0.5f, 1, 0.75f, 0, 0, 0, 0.25f}));
}

TEST(WebPageGpu, ModelsWeightsOfAFetchAddUpToOne) {
  Drawn drawn(R"({"version": 1, "texture": {"kind": "float", "bits": 32}})");
  const Json texels = Json::parse(drawn.page.gpu_fetch_weights(9, 5))["texels"];
  ASSERT_GE(texels.size(), 1u);
  double sum = 0;
  for (const Json& texel : texels) {
    sum += texel["weight"].get<double>();
    EXPECT_EQ(texel["level"], 0);
    EXPECT_EQ(texel["z"], 0);
  }
  EXPECT_EQ(sum, 1);
}

} // namespace
} // namespace texelscope::web
