// Drawings of fetches, pictures of sessions and exported programs through the library for C.
#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "c/made.h"

namespace texelscope::testing {
namespace {

using Json = nlohmann::json;

std::string taken(char* text) {
  const std::string copy = text ? text : "";
  texelscope_free(text);
  return copy;
}

class CRender : public ::testing::Test {
protected:
  void SetUp() override { ASSERT_EQ(texelscope_session_create(&session), TEXELSCOPE_OK); }
  void TearDown() override { texelscope_session_destroy(session); }
  void set(const char* field, const char* text) const {
    texelscope_value value = {};
    value.size = sizeof value, value.type = TEXELSCOPE_TEXT, value.text = text;
    ASSERT_EQ(texelscope_session_set(session, field, &value), TEXELSCOPE_OK) << texelscope_error();
  }
  void set(const char* field, std::int64_t number) const {
    texelscope_value value = {};
    value.size = sizeof value, value.type = TEXELSCOPE_INTEGER, value.integer = number;
    ASSERT_EQ(texelscope_session_set(session, field, &value), TEXELSCOPE_OK) << texelscope_error();
  }
  static texelscope_render of_parts(int parts, int width, int height) {
    texelscope_render render = {};
    render.size = sizeof render;
    render.parts = parts, render.width = width, render.height = height;
    return render;
  }
  static texelscope_rendered room() {
    texelscope_rendered rendered = {};
    rendered.size = sizeof rendered;
    return rendered;
  }
  static void free_parts(const texelscope_rendered& rendered) {
    texelscope_free(rendered.values);
    texelscope_free(rendered.colors);
    texelscope_free(rendered.png);
  }
  void expect_refusal(const texelscope_render& render, const char* sentence) const {
    texelscope_rendered rendered = room();
    EXPECT_EQ(texelscope_session_render(session, &render, &rendered), TEXELSCOPE_INVALID) << sentence;
    EXPECT_NE(std::string(texelscope_error()).find(sentence), std::string::npos) << texelscope_error();
    EXPECT_EQ(rendered.values, nullptr);
  }

  texelscope_session session = 0;
};

TEST(CDrawing, one_fetch_is_an_svg_file) {
  const Counted counted;
  const texelscope_request request = request_at(1, 1);
  char* svg = nullptr;
  ASSERT_EQ(texelscope_explain_svg(counted.texture, &request, &svg), TEXELSCOPE_OK) << texelscope_error();
  const std::string drawn = taken(svg);
  EXPECT_TRUE(drawn.starts_with("<svg xmlns=")) << drawn;
  EXPECT_TRUE(drawn.ends_with("</svg>\n"));
  EXPECT_NE(drawn.find("tex2D"), std::string::npos);
  for (const char* place : {">0,0</text>", ">1,0</text>", ">0,1</text>", ">1,1</text>", ">64</text>"})
    EXPECT_NE(drawn.find(place), std::string::npos) << place;
  EXPECT_EQ(drawn.find("href"), std::string::npos);
  EXPECT_EQ(texelscope_explain_svg(counted.texture, &request, nullptr), TEXELSCOPE_INVALID);
  EXPECT_EQ(texelscope_explain_svg(0, &request, &svg), TEXELSCOPE_INVALID_HANDLE);
  texelscope_request gather = request_at(1, 1);
  gather.function = TEXELSCOPE_GATHER, gather.number = 3;
  EXPECT_EQ(texelscope_explain_svg(counted.texture, &gather, &svg), TEXELSCOPE_INVALID);
}

TEST_F(CRender, values_are_those_of_fetches) {
  set("texture.source", "ramp");
  set("view.mapping", "resize");
  set("view.resize_width", 8);
  set("view.resize_height", 4);
  const texelscope_render render = of_parts(TEXELSCOPE_VALUES, 0, 0);
  texelscope_rendered rendered = room();
  ASSERT_EQ(texelscope_session_render(session, &render, &rendered), TEXELSCOPE_OK) << texelscope_error();
  ASSERT_EQ(rendered.width, 8);
  ASSERT_EQ(rendered.height, 4);
  EXPECT_EQ(rendered.kind, TEXELSCOPE_FLOAT);
  EXPECT_EQ(rendered.colors, nullptr);
  EXPECT_EQ(rendered.png, nullptr);
  float values[8 * 4 * 4];
  std::memcpy(values, rendered.values, sizeof values);
  // 64 texels, of which the ramp's first channel counts x: the middle of pixel 0 lies at x = 4, between 3
  // and 4.
  EXPECT_EQ(values[0] * 255, 14) << "the mean of round(255 * 3 / 63) and round(255 * 4 / 63), 12 and 16";
  EXPECT_EQ(values[3], 1);
  free_parts(rendered);
}

TEST_F(CRender, colors_and_the_png_file_are_one_picture) {
  const texelscope_render render = of_parts(TEXELSCOPE_VALUES | TEXELSCOPE_COLORS | TEXELSCOPE_PNG, 33, 21);
  texelscope_rendered rendered = room();
  ASSERT_EQ(texelscope_session_render(session, &render, &rendered), TEXELSCOPE_OK) << texelscope_error();
  EXPECT_EQ(rendered.width, 33);
  EXPECT_EQ(rendered.height, 21);
  ASSERT_GT(rendered.png_size, 24u);
  EXPECT_EQ(std::string(rendered.png, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(rendered.png[19], 33);
  EXPECT_EQ(rendered.png[23], 21);
  for (int i = 0; i < 33 * 21; ++i)
    ASSERT_EQ(std::uint8_t(rendered.colors[i * 4 + 3]), 255) << i;
  float first = 0;
  std::memcpy(&first, rendered.values, sizeof first);
  EXPECT_EQ(std::uint8_t(rendered.colors[0]), std::uint8_t(first * 255 + 0.5f));
  free_parts(rendered);
}

TEST_F(CRender, an_older_caller_gets_what_it_has_room_for) {
  texelscope_render render = of_parts(TEXELSCOPE_PNG, 5, 5);
  render.size = offsetof(texelscope_render, frames_limit);
  texelscope_rendered rendered = room();
  ASSERT_EQ(texelscope_session_render(session, &render, &rendered), TEXELSCOPE_OK) << texelscope_error();
  free_parts(rendered);
  rendered.size = offsetof(texelscope_rendered, png);
  EXPECT_EQ(texelscope_session_render(session, &render, &rendered), TEXELSCOPE_INVALID);
  EXPECT_EQ(texelscope_session_render(session, &render, nullptr), TEXELSCOPE_INVALID);
  EXPECT_EQ(texelscope_session_render(0, &render, &rendered), TEXELSCOPE_INVALID_HANDLE);
}

TEST_F(CRender, refuses_what_is_no_picture) {
  expect_refusal(of_parts(0, 5, 5), "texelscope_render::parts");
  expect_refusal(of_parts(8, 5, 5), "texelscope_render::parts");
  expect_refusal(of_parts(1, 5, 0), "1 to 16384 pixels");
  expect_refusal(of_parts(1, 16385, 5), "1 to 16384 pixels");
  texelscope_render render = of_parts(1, 5, 5);
  render.threads = -1;
  expect_refusal(render, "threads is negative");
  set("fetch.body", "return tex2D<Texel>(tex, x, y);");
  expect_refusal(of_parts(1, 5, 5), "fetch.body");
  set("fetch.body", "");
  set("texture.storage", "pitch");
  set("texture.pitch_offset", 4);
  expect_refusal(of_parts(1, 5, 5), "cudaErrorInvalidValue");
}

TEST_F(CRender, a_feedback_ends_at_its_limit) {
  set("write.mode", "feedback");
  set("write.frame", 50);
  texelscope_render render = of_parts(1, 16, 16);
  render.frames_limit = 49;
  expect_refusal(render, "50");
  render.frames_limit = 50;
  texelscope_rendered rendered = room();
  ASSERT_EQ(texelscope_session_render(session, &render, &rendered), TEXELSCOPE_OK) << texelscope_error();
  free_parts(rendered);
  const std::int32_t stop = 1;
  render.stop = &stop;
  EXPECT_EQ(texelscope_session_render(session, &render, &rendered), TEXELSCOPE_STOPPED);
}

TEST_F(CRender, a_textures_file_gives_its_size_and_texels) {
  const std::string folder = ::testing::TempDir();
  {
    std::ofstream file(folder + "c_render.pgm", std::ios::binary);
    file << "P5 3 2 255\n" << std::string("\x00\x33\x66\x99\xcc\xff", 6);
  }
  set("texture.source", "file");
  set("texture.path", "c_render.pgm");
  set("sampler.filter", "point");
  ASSERT_EQ(texelscope_session_set_folder(session, folder.c_str()), TEXELSCOPE_OK);
  set("view.mapping", "resize");
  set("view.resize_width", 3);
  set("view.resize_height", 2);
  texelscope_rendered rendered = room();
  ASSERT_EQ(texelscope_session_render(session, nullptr, &rendered), TEXELSCOPE_OK) << texelscope_error();
  float values[3 * 2 * 4];
  std::memcpy(values, rendered.values, sizeof values);
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(values[i * 4], float(i) / 5) << i;
  free_parts(rendered);
  std::filesystem::remove(folder + "c_render.pgm");
  EXPECT_EQ(texelscope_session_render(session, nullptr, &rendered), TEXELSCOPE_FILE);
  EXPECT_NE(std::string(texelscope_error()).find("c_render.pgm"), std::string::npos) << texelscope_error();
}

TEST_F(CRender, threads_render_one_session_at_once) {
  const texelscope_render render = of_parts(TEXELSCOPE_VALUES, 40, 30);
  texelscope_rendered alone = room();
  ASSERT_EQ(texelscope_session_render(session, &render, &alone), TEXELSCOPE_OK);
  std::atomic<int> equal = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      texelscope_rendered rendered = room();
      if (texelscope_session_render(session, &render, &rendered) == TEXELSCOPE_OK &&
          std::memcmp(rendered.values, alone.values, 40 * 30 * 16) == 0)
        ++equal;
      free_parts(rendered);
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(equal, 4);
  free_parts(alone);
}

TEST_F(CRender, a_texture_is_requested_by_its_session) {
  const Counted counted;
  texelscope_session of = 0;
  ASSERT_EQ(texelscope_session_of_texture(counted.texture, &of), TEXELSCOPE_OK) << texelscope_error();
  const auto field = [&](const char* name) {
    char* json = nullptr;
    EXPECT_EQ(texelscope_session_get(of, name, &json), TEXELSCOPE_OK) << name;
    return taken(json);
  };
  EXPECT_EQ(field("texture.width"), "4");
  EXPECT_EQ(field("texture.height"), "3");
  EXPECT_EQ(field("texture.kind"), "\"float\"");
  EXPECT_EQ(field("texture.bits"), "32");
  EXPECT_EQ(field("texture.source"), "\"file\"");
  EXPECT_EQ(field("sampler.filter"), "\"linear\"");
  EXPECT_EQ(field("sampler.address_y"), "\"clamp\"");
  EXPECT_EQ(field("sampler.normalized_coords"), "false");
  texelscope_session_destroy(of);
  EXPECT_EQ(texelscope_session_of_texture(0, &of), TEXELSCOPE_INVALID_HANDLE);
  EXPECT_EQ(texelscope_session_of_texture(counted.texture, nullptr), TEXELSCOPE_INVALID);
}

TEST_F(CRender, exports_programs) {
  texelscope_export request = {};
  request.size = sizeof request;
  texelscope_exported exported = {};
  exported.size = sizeof exported;
  const struct {
    const char *as, *part;
  } targets[] = {{"cuda", "cudaCreateTextureObject"},
                 {"numpy", "texelscope.Texture("},
                 {"cuda-core", "import"},
                 {"webgpu", "createTexture"},
                 {"torch", "torch"},
                 {"warp", "wp.Texture2D("}};
  for (const auto& target : targets) {
    request.as = target.as;
    ASSERT_EQ(texelscope_session_export(session, &request, &exported), TEXELSCOPE_OK) << texelscope_error();
    EXPECT_NE(taken(exported.program).find(target.part), std::string::npos) << target.as;
    EXPECT_TRUE(Json::parse(taken(exported.remarks)).is_array());
    EXPECT_EQ(exported.texels, nullptr);
  }
  request.as = "metal";
  EXPECT_EQ(texelscope_session_export(session, &request, &exported), TEXELSCOPE_INVALID);
  EXPECT_NE(std::string(texelscope_error()).find("\"metal\": it is one of cuda, driver"), std::string::npos)
      << texelscope_error();
  request.as = nullptr;
  EXPECT_EQ(texelscope_session_export(session, &request, &exported), TEXELSCOPE_INVALID);
  EXPECT_EQ(texelscope_session_export(session, nullptr, &exported), TEXELSCOPE_INVALID);
  request.as = "cuda";
  EXPECT_EQ(texelscope_session_export(session, &request, nullptr), TEXELSCOPE_INVALID);
}

TEST_F(CRender, a_page_begins_with_the_session) {
  texelscope_export request = {};
  request.size = sizeof request, request.as = "page", request.name = "</script>";
  texelscope_exported exported = {};
  exported.size = sizeof exported;
  ASSERT_EQ(texelscope_session_export(session, &request, &exported), TEXELSCOPE_OK) << texelscope_error();
  const std::string state = taken(exported.program);
  EXPECT_EQ(state.find('<'), std::string::npos);
  const Json made = Json::parse(state);
  EXPECT_EQ(made["name"], "</script>");
  EXPECT_EQ(made["session"]["texture"]["source"], "zone_plate");
  EXPECT_FALSE(made.contains("picture"));
  texelscope_free(exported.remarks);
}

TEST_F(CRender, many_texels_of_a_program_are_in_a_file_beside_it) {
  set("texture.width", 200);
  set("texture.height", 100);
  texelscope_export request = {};
  request.size = sizeof request, request.as = "cuda";
  texelscope_exported exported = {};
  exported.size = sizeof exported;
  EXPECT_EQ(texelscope_session_export(session, &request, &exported), TEXELSCOPE_INVALID);
  EXPECT_NE(std::string(texelscope_error()).find("78 KiB"), std::string::npos) << texelscope_error();
  request.path = "/elsewhere/zone.cu";
  ASSERT_EQ(texelscope_session_export(session, &request, &exported), TEXELSCOPE_OK) << texelscope_error();
  EXPECT_NE(taken(exported.program).find("zone.cu.texels"), std::string::npos);
  EXPECT_EQ(exported.texels_size, 200u * 100 * 4);
  texelscope_free(exported.texels);
  texelscope_free(exported.remarks);
  EXPECT_FALSE(std::filesystem::exists("/elsewhere"));
}

} // namespace
} // namespace texelscope::testing
