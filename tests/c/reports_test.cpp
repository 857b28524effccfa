// Explanations, notes, comparisons and sessions through the library for C: JSON in the program's forms.
#include <cmath>
#include <cstring>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "c/made.h"

namespace texelscope::testing {
namespace {

using Json = nlohmann::json;

// The text that a function gave, freed.
std::string text_of(texelscope_status status, char* text) {
  EXPECT_EQ(status, TEXELSCOPE_OK) << texelscope_error();
  const std::string copy = text ? text : "";
  texelscope_free(text);
  return copy;
}
template <class Call>
std::string text_of(Call&& call) {
  char* text = nullptr;
  const texelscope_status status = call(&text);
  return text_of(status, text);
}
template <class Call>
Json json_of(Call&& call) {
  return Json::parse(text_of(call));
}

TEST(CReports, explain_one_fetch) {
  const Counted counted;
  const texelscope_request request = request_at(1, 1);
  char *json = nullptr, *text = nullptr;
  ASSERT_EQ(texelscope_explain(counted.texture, &request, &json, &text), TEXELSCOPE_OK) << texelscope_error();
  const Json made = Json::parse(json);
  EXPECT_EQ(made["result"].size(), 1u);
  EXPECT_EQ(made["result"][0]["value"], 2.5);
  EXPECT_NE(std::string(text).find("tex2D"), std::string::npos) << text;
  texelscope_free(json);
  texelscope_free(text);
  texelscope_request gather = request_at(1, 1);
  gather.function = TEXELSCOPE_GATHER;
  EXPECT_EQ(
      json_of([&](char** to) { return texelscope_explain(counted.texture, &gather, to, nullptr); })["result"]
          .size(),
      4u);
  gather.number = 1;
  EXPECT_EQ(texelscope_explain(counted.texture, &gather, nullptr, nullptr), TEXELSCOPE_INVALID);
  EXPECT_NE(std::string(texelscope_error()).find("the channel is 1, and the texture has 1"),
            std::string::npos);
}

TEST(CReports, explain_an_element) {
  const std::uint16_t numbers[] = {5, 6, 7};
  const void* levels[] = {numbers};
  texelscope_texels texels = texels_2d(levels, TEXELSCOPE_UNSIGNED, 16, 1, 3, 1);
  texels.kind = TEXELSCOPE_LINEAR;
  texelscope_texture texture;
  ASSERT_EQ(texelscope_texture_create(&texels, nullptr, &texture), TEXELSCOPE_OK) << texelscope_error();
  texelscope_request request = request_at(0, 0);
  request.function = TEXELSCOPE_ELEMENT, request.number = 2;
  const Json made = json_of([&](char** to) { return texelscope_explain(texture, &request, to, nullptr); });
  EXPECT_EQ(made["result"][0]["value"], 7);
  request.function = TEXELSCOPE_PLAIN;
  EXPECT_EQ(texelscope_explain(texture, &request, nullptr, nullptr), TEXELSCOPE_INVALID);
  texelscope_texture_destroy(texture);
}

TEST(CReports, notes_name_what_the_hardware_alters) {
  const float numbers[4] = {};
  const void* levels[] = {numbers};
  const texelscope_texels texels = texels_2d(levels, TEXELSCOPE_FLOAT, 32, 1, 2, 2);
  texelscope_sampler sampler = linear_sampler();
  sampler.address_mode[0] = TEXELSCOPE_ADDRESS_WRAP;
  texelscope_texture texture;
  ASSERT_EQ(texelscope_texture_create(&texels, &sampler, &texture), TEXELSCOPE_OK);
  const Json notes =
      json_of([&](char** to) { return texelscope_texture_notes(texture, TEXELSCOPE_PLAIN, to); });
  ASSERT_FALSE(notes.empty());
  EXPECT_EQ(notes[0]["kind"], "altered");
  EXPECT_EQ(notes[0]["field"], "sampler.address_x");
  EXPECT_EQ(notes[0]["fix"]["sampler.normalized_coords"], true) << notes[0];
  for (const Json& note : notes) // none of a window's settings
    EXPECT_TRUE(note["field"].get<std::string>().starts_with("sampler.")) << note;
  char* json = nullptr;
  EXPECT_EQ(texelscope_texture_notes(texture, 5, &json), TEXELSCOPE_INVALID);
  EXPECT_EQ(texelscope_texture_notes(texture, 0, nullptr), TEXELSCOPE_INVALID);
  texelscope_texture_destroy(texture);
}

TEST(CReports, a_mipmapped_array_of_one_level_has_none) {
  const float numbers[4] = {1, 2, 3, 4};
  const void* levels[] = {numbers};
  texelscope_texels texels = texels_2d(levels, TEXELSCOPE_FLOAT, 32, 1, 2, 2);
  texels.mipmapped = 1;
  texelscope_texture texture;
  ASSERT_EQ(texelscope_texture_create(&texels, nullptr, &texture), TEXELSCOPE_OK);
  const texelscope_request request = request_at(1.5, 0.5);
  texelscope_texel texel;
  ASSERT_EQ(texelscope_fetch(texture, &request, &texel), TEXELSCOPE_OK);
  EXPECT_EQ(texel.f[0], 2);
  EXPECT_EQ(texelscope_explain(texture, &request, nullptr, nullptr), TEXELSCOPE_INVALID);
  texelscope_texture_destroy(texture);
}

TEST(CReports, descriptors_are_checked) {
  texelscope_descriptors descriptors = {};
  descriptors.size = sizeof descriptors;
  descriptors.resource = 3; // pitch
  descriptors.channels = {32, 0, 0, 0, 2};
  descriptors.address = 512;
  descriptors.width = 641, descriptors.height = 480, descriptors.pitch_in_bytes = 2564;
  const Json notes = json_of([&](char** to) { return texelscope_check(&descriptors, to); });
  ASSERT_FALSE(notes.empty());
  EXPECT_EQ(notes[0]["kind"], "refused");
  EXPECT_EQ(notes[0]["field"], "cudaResourceDesc::res.pitch2D.pitchInBytes");
  EXPECT_EQ(notes[0]["error"], "cudaErrorInvalidValue");
  descriptors.reserved = 1;
  char* json = nullptr;
  EXPECT_EQ(texelscope_check(&descriptors, &json), TEXELSCOPE_INVALID);
  EXPECT_EQ(texelscope_check(nullptr, &json), TEXELSCOPE_INVALID);
  descriptors.reserved = 0;
  EXPECT_EQ(texelscope_check(&descriptors, nullptr), TEXELSCOPE_INVALID);
}

TEST(CReports, compare_pictures_in_any_layout) {
  const std::uint8_t a[] = {1, 2, 3, 4, 5, 6}, upside_down[] = {4, 5, 6, 1, 2, 9};
  texelscope_picture first = {}, second = {};
  first.size = sizeof first;
  first.data = a, first.kind = TEXELSCOPE_UNSIGNED, first.bits = 8;
  first.width = 3, first.height = 2, first.channels = 1;
  second = first;
  second.data = upside_down + 3;
  second.strides[0] = -3, second.strides[1] = 1, second.strides[2] = 1;
  char *json = nullptr, *text = nullptr;
  ASSERT_EQ(texelscope_compare(&first, &second, nullptr, &json, &text), TEXELSCOPE_OK) << texelscope_error();
  const Json made = Json::parse(json);
  EXPECT_EQ(made["all"]["count"], 6);
  EXPECT_EQ(made["all"]["different"], 1);
  EXPECT_EQ(made["all"]["largest"]["difference"], -6) << made["all"];
  EXPECT_NE(std::string(text).find("\n  max ULP                  6 "), std::string::npos) << text;
  texelscope_free(json);
  texelscope_free(text);
  ASSERT_EQ(texelscope_set_language("zh-Hans"), TEXELSCOPE_OK);
  EXPECT_EQ(texelscope_compare(&first, &second, nullptr, &json, &text), TEXELSCOPE_OK);
  ASSERT_EQ(texelscope_set_language("en"), TEXELSCOPE_OK);
  EXPECT_NE(std::string(text).find("\n  最大 ULP                 6 "), std::string::npos) << text;
  EXPECT_EQ(Json::parse(json), made) << "keys are the same in every language";
  texelscope_free(json);
  texelscope_free(text);
  const double exact[] = {0.5, 0.25};
  texelscope_picture doubles = {};
  doubles.size = offsetof(texelscope_picture, strides); // of an older caller
  doubles.data = exact, doubles.kind = TEXELSCOPE_FLOAT, doubles.bits = 64;
  doubles.width = 2, doubles.height = 1, doubles.channels = 1;
  EXPECT_EQ(json_of([&](char** to) {
              return texelscope_compare(&doubles, &doubles, nullptr, to, nullptr);
            })["all"]["different"],
            0);
}

class CSession : public ::testing::Test {
protected:
  void SetUp() override { ASSERT_EQ(texelscope_session_create(&session), TEXELSCOPE_OK); }
  void TearDown() override { texelscope_session_destroy(session); }
  Json get(const char* field) const {
    return json_of([&](char** to) { return texelscope_session_get(session, field, to); });
  }
  texelscope_status set(const char* field, texelscope_value value) const {
    value.size = sizeof value;
    return texelscope_session_set(session, field, &value);
  }
  static texelscope_value of_type(int type) {
    texelscope_value value = {};
    value.type = type;
    return value;
  }

  texelscope_session session = 0;
};

TEST_F(CSession, fields_are_set_and_read) {
  texelscope_value value = of_type(TEXELSCOPE_TEXT);
  value.text = "point";
  EXPECT_EQ(set("sampler.filter", value), TEXELSCOPE_OK);
  EXPECT_EQ(get("sampler.filter"), "point");
  value = of_type(TEXELSCOPE_INTEGER), value.integer = 32;
  EXPECT_EQ(set("texture.width", value), TEXELSCOPE_OK);
  EXPECT_EQ(get("texture.width"), 32);
  value = of_type(TEXELSCOPE_NUMBER), value.number = 30.5;
  EXPECT_EQ(set("view.rotation", value), TEXELSCOPE_OK);
  EXPECT_EQ(get("view.rotation"), 30.5);
  value = of_type(TEXELSCOPE_BOOLEAN), value.integer = 1;
  EXPECT_EQ(set("sampler.srgb", value), TEXELSCOPE_OK);
  EXPECT_EQ(get("sampler.srgb"), true);
  const double color[] = {0, std::nan(""), HUGE_VAL, 1};
  value = of_type(TEXELSCOPE_NUMBERS), value.numbers = color, value.count = 4;
  EXPECT_EQ(set("sampler.border_color", value), TEXELSCOPE_OK);
  EXPECT_EQ(get("sampler.border_color"), Json::parse(R"([0.0, "nan", "inf", 1.0])"));
  texelscope_sampler sampler = {};
  sampler.size = sizeof sampler;
  ASSERT_EQ(texelscope_session_sampler(session, &sampler), TEXELSCOPE_OK);
  EXPECT_EQ(sampler.filter_mode, TEXELSCOPE_FILTER_POINT);
  EXPECT_EQ(sampler.srgb, 1);
  EXPECT_EQ(sampler.border_color[2], HUGE_VALF);
  const Json fields = json_of([](char** to) { return texelscope_session_fields(to); });
  EXPECT_GT(fields.size(), 50u);
  EXPECT_EQ(fields[0], "texture.source");
}

TEST_F(CSession, refuses_what_does_not_fit) {
  char* text = nullptr;
  EXPECT_EQ(texelscope_session_get(session, "sampler.filtr", &text), TEXELSCOPE_NO_FIELD);
  EXPECT_STREQ(texelscope_error(), "a session has no field \"sampler.filtr\"");
  EXPECT_EQ(texelscope_session_get(session, nullptr, &text), TEXELSCOPE_INVALID);
  EXPECT_EQ(texelscope_session_get(session, "sampler.filter", nullptr), TEXELSCOPE_INVALID);
  texelscope_value value = of_type(TEXELSCOPE_INTEGER);
  EXPECT_EQ(set("texture.width", value), TEXELSCOPE_INVALID);
  EXPECT_EQ(std::string(texelscope_error()).find("texture.width: "), 0u) << texelscope_error();
  EXPECT_EQ(set("sampler.filter", of_type(TEXELSCOPE_TEXT)), TEXELSCOPE_INVALID);
  EXPECT_EQ(set("sampler.filter", of_type(5)), TEXELSCOPE_INVALID);
  value = of_type(TEXELSCOPE_BOOLEAN), value.integer = 2;
  EXPECT_EQ(set("sampler.srgb", value), TEXELSCOPE_INVALID);
  value = of_type(TEXELSCOPE_NUMBERS), value.count = 4;
  EXPECT_EQ(set("sampler.border_color", value), TEXELSCOPE_INVALID);
  value = of_type(TEXELSCOPE_NUMBER), value.number = std::nan("");
  EXPECT_EQ(set("view.rotation", value), TEXELSCOPE_INVALID);
  EXPECT_EQ(texelscope_session_set(session, "view.rotation", nullptr), TEXELSCOPE_INVALID);
  EXPECT_EQ(texelscope_session_create(nullptr), TEXELSCOPE_INVALID);
  EXPECT_EQ(texelscope_session_parse(nullptr, nullptr, &session), TEXELSCOPE_INVALID);
  EXPECT_EQ(texelscope_session_parse_share_line("tx1.nonsense", &session), TEXELSCOPE_INVALID);
  texelscope_session fresh = 0;
  ASSERT_EQ(texelscope_session_create(&fresh), TEXELSCOPE_OK);
  EXPECT_EQ(text_of([&](char** to) { return texelscope_session_differing(session, fresh, to); }), "[]");
  texelscope_session_destroy(fresh);
}

TEST_F(CSession, goes_through_texts_and_files) {
  texelscope_value value = of_type(TEXELSCOPE_TEXT);
  value.text = "mirror";
  ASSERT_EQ(set("sampler.address_x", value), TEXELSCOPE_OK);
  const std::string line = text_of([&](char** to) { return texelscope_session_share_line(session, to); });
  EXPECT_EQ(line.find("tx1."), 0u);
  const std::string json = text_of([&](char** to) { return texelscope_session_json(session, to); });
  const std::string path = ::testing::TempDir() + "c_session.json";
  ASSERT_EQ(texelscope_session_save(session, path.c_str()), TEXELSCOPE_OK) << texelscope_error();
  texelscope_session again[4] = {};
  ASSERT_EQ(texelscope_session_parse_share_line(line.c_str(), &again[0]), TEXELSCOPE_OK);
  ASSERT_EQ(texelscope_session_parse(json.c_str(), nullptr, &again[1]), TEXELSCOPE_OK);
  ASSERT_EQ(texelscope_session_load(path.c_str(), &again[2]), TEXELSCOPE_OK) << texelscope_error();
  ASSERT_EQ(texelscope_session_copy(session, &again[3]), TEXELSCOPE_OK);
  for (const texelscope_session other : again)
    EXPECT_EQ(text_of([&](char** to) { return texelscope_session_differing(session, other, to); }), "[]");
  value.text = "clamp";
  ASSERT_EQ(set("sampler.address_x", value), TEXELSCOPE_OK);
  for (const texelscope_session other : again)
    EXPECT_EQ(text_of([&](char** to) { return texelscope_session_differing(session, other, to); }),
              R"(["sampler.address_x"])");
  const std::string folder = text_of([&](char** to) { return texelscope_session_folder(again[2], to); });
  EXPECT_TRUE(std::filesystem::equivalent(folder, ::testing::TempDir())) << folder;
  ASSERT_EQ(texelscope_session_set_folder(again[2], "/elsewhere"), TEXELSCOPE_OK);
  EXPECT_EQ(text_of([&](char** to) { return texelscope_session_folder(again[2], to); }), "/elsewhere");
  for (const texelscope_session other : again)
    EXPECT_EQ(texelscope_session_destroy(other), TEXELSCOPE_OK);
  std::filesystem::remove(path);
  EXPECT_NE(texelscope_session_load(path.c_str(), &again[0]), TEXELSCOPE_OK);
  EXPECT_NE(std::string(texelscope_error()).find(path), std::string::npos) << texelscope_error();
  EXPECT_EQ(texelscope_session_save(session, (::testing::TempDir() + "none/one.json").c_str()),
            TEXELSCOPE_FILE)
      << texelscope_error();
}

TEST_F(CSession, has_notes) {
  texelscope_value value = of_type(TEXELSCOPE_BOOLEAN);
  ASSERT_EQ(set("sampler.normalized_coords", value), TEXELSCOPE_OK);
  const Json notes = json_of([&](char** to) { return texelscope_session_notes(session, to); });
  EXPECT_TRUE(std::ranges::any_of(notes, [](const Json& note) { return note["kind"] == "altered"; }))
      << notes;
}

TEST_F(CSession, speaks_the_chosen_language) {
  const auto note = [&] {
    const Json notes = json_of([&](char** to) { return texelscope_session_notes(session, to); });
    return notes.at(0)["sentence"].get<std::string>();
  };
  const std::string english = note();
  ASSERT_EQ(texelscope_set_language("zh-Hans"), TEXELSCOPE_OK);
  const std::string chinese = note();
  EXPECT_EQ(texelscope_set_language("zh"), TEXELSCOPE_INVALID);
  EXPECT_EQ(std::string(texelscope_error()), "\"zh\" is no language here: \"en\" or \"zh-Hans\" is needed");
  EXPECT_EQ(texelscope_set_language(nullptr), TEXELSCOPE_INVALID);
  EXPECT_EQ(note(), chinese) << "a refused language changes nothing";
  ASSERT_EQ(texelscope_set_language("en"), TEXELSCOPE_OK);
  EXPECT_EQ(note(), english);
  EXPECT_NE(chinese, english);
}

TEST(CReports, version_is_the_programs) {
  EXPECT_EQ(std::string(texelscope_version()).find_first_not_of("0123456789."), std::string::npos);
  texelscope_free(nullptr);
}

} // namespace
} // namespace texelscope::testing
