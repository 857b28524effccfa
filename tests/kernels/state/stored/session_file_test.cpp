#include "kernels/state/stored/session_file.h"

#include <cmath>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/state/session/fields.h"
#include "kernels/state/stored/texture_path.h"
#include "tests/refusal.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

std::string session_refusal(const std::string& json) {
  return refusal_of([&] { parse_session(json, "s.json"); });
}

std::string with_part(const std::string& part) {
  return "{\"version\":1,\n " + part + "}";
}

std::string quoted(const fs::path& path) {
  return std::string("\"").append(path).append("\"");
}

TEST(SessionFile, VersionAloneIsTheDefaults) {
  EXPECT_EQ(parse_session("{\"version\":1}", "s.json"), Session());
  EXPECT_EQ(parse_session(" \n{ \"version\" : 1 }\n", "s.json"), Session());
}

TEST(SessionFile, EachKindOfFieldIsRead) {
  const Session s = parse_session(R"({"view": {"span": 3, "center_x": -2.5e-3, "grid": false},
    "texture": {"source": "noise", "path": "a \"b\" ä.png", "width": 16384, "seed": 4294967295},
    "sampler": {"border_color": [1, "nan", "inf", "-inf"], "address_y": "border"},
    "write": {"strokes": [[1,2,3,4,0.5,1,0,0,1],[5,6,7,8,2,0,"nan",0,1,7]], "frame": 1000000000},
    "version": 1})",
                                  "s.json");
  EXPECT_EQ(s.view.span, 3.0);
  EXPECT_EQ(s.view.center_x, -0.0025);
  EXPECT_FALSE(s.view.grid);
  EXPECT_EQ(s.texture.source, Source::noise);
  EXPECT_EQ(s.texture.path, "a \"b\" ä.png");
  EXPECT_EQ(s.texture.width, 16384);
  EXPECT_EQ(s.texture.seed, 4294967295u);
  EXPECT_EQ(s.sampler.border_color[0], 1.f);
  EXPECT_TRUE(std::isnan(s.sampler.border_color[1]));
  EXPECT_EQ(s.sampler.border_color[2], std::numeric_limits<float>::infinity());
  EXPECT_EQ(s.sampler.border_color[3], -std::numeric_limits<float>::infinity());
  EXPECT_EQ(s.sampler.address[0], AddressMode::wrap);
  EXPECT_EQ(s.sampler.address[1], AddressMode::border);
  ASSERT_EQ(s.write.strokes.size(), 2u);
  EXPECT_EQ(s.write.strokes[0], (BrushStroke{1, 2, 3, 4, 0.5f, {1, 0, 0, 1}, -1}))
      << "nine numbers: all planes";
  EXPECT_EQ(s.write.strokes[1].plane, 7);
  EXPECT_TRUE(std::isnan(s.write.strokes[1].color[1]));
  EXPECT_EQ(s.write.frame, 1000000000);
}

TEST(SessionFile, WritesTheDefaultsInTheTablesOrder) {
  const std::string json = write_session(Session());
  EXPECT_TRUE(json.starts_with(
      "{\n  \"version\": 1,\n  \"texture\": {\n    \"source\": \"zone_plate\",\n    \"path\": \"\",\n"
      "    \"width\": 64,\n"))
      << json;
  EXPECT_NE(json.find("    \"brush_color\": [1, 0.25, 0, 1],\n"), std::string::npos);
  EXPECT_NE(json.find("    \"strokes\": [],\n"), std::string::npos);
  EXPECT_TRUE(json.ends_with("    \"slice\": 0\n  }\n}\n")) << json;
  std::size_t last = 0;
  for (const Field& field : fields()) {
    const auto part = json.find(std::string(field.part()).append("\": {"));
    const auto at = json.find(std::string(field.name()).append("\": "), part);
    ASSERT_NE(at, std::string::npos) << field.path;
    EXPECT_GT(at, last) << field.path;
    last = at;
  }
}

TEST(SessionFile, WritesTheFewestDigitsThatReadBack) {
  Session s;
  s.view.center_x = 0.1;
  s.view.center_y = 0.1f; // a double that is exactly a float must not become 0.1
  s.view.rotation = -0.0;
  s.write.brush_radius = 0.7f;
  s.write.strokes = {{0.1f, 0, 0, 0, 1.5f, {0.3f, 1, 1, 1}}};
  s.sampler.border_color = {std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::max(),
                            -std::numeric_limits<float>::infinity(), -0.0f};
  const std::string json = write_session(s);
  EXPECT_NE(json.find("\"center_x\": 0.1,"), std::string::npos) << json;
  EXPECT_NE(json.find("\"center_y\": 0.10000000149011612,"), std::string::npos);
  EXPECT_NE(json.find("\"rotation\": -0.0,"), std::string::npos);
  EXPECT_NE(json.find("\"brush_radius\": 0.7,"), std::string::npos);
  EXPECT_NE(json.find("\n      [0.1, 0"), std::string::npos);
  EXPECT_NE(json.find("\"border_color\": [1e-45, 3.4028234663852886e+38, \"-inf\", -0.0]"), std::string::npos)
      << json;
  const Session back = parse_session(json, "s.json");
  EXPECT_EQ(back, s);
  EXPECT_TRUE(std::signbit(back.view.rotation));
  EXPECT_TRUE(std::signbit(back.sampler.border_color[3]));
}

TEST(SessionFile, EveryFieldSurvivesARoundTrip) {
  for (const Field& field : fields()) {
    Session s;
    FieldValue value = field.get(s);
    switch (field.type) {
    case FieldType::boolean:
      value = !std::get<bool>(value);
      break;
    case FieldType::integer:
      value = field.path.ends_with("bits")       ? std::int64_t(16)
              : field.path.ends_with("channels") ? std::int64_t(2)
                                                 : std::int64_t(field.high);
      break;
    case FieldType::number:
      value = std::get<double>(value) + (std::get<double>(value) + 0.5 <= field.high ? 0.5 : -0.5);
      break;
    case FieldType::text:
      value = std::string("ø/\t\"\\.png");
      break;
    case FieldType::choice:
      value =
          std::string(field.choices[std::get<std::string>(value) == field.choices[0].identifier].identifier);
      break;
    case FieldType::numbers:
      value = std::vector<double>{0.5, -1, 1e30f};
      if (field.count == 4) value = std::vector<double>{0.5, -1, 2, 1e30f};
      break;
    case FieldType::strokes:
      value = std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
      break;
    }
    ASSERT_EQ(assign(s, field, value), std::nullopt) << field.path;
    const Session back = parse_session(write_session(s), "s.json");
    EXPECT_EQ(back, s) << field.path;
    EXPECT_FALSE(back == Session()) << field.path;
  }
}

TEST(SessionFile, AFullSetOfStrokesFits) {
  Session s;
  s.write.strokes.assign(max_strokes,
                         {1234.567f, 1234.567f, 1234.567f, 1234.567f, 0.5f, {0.1234567f, 0.5f, 1, 1}});
  EXPECT_EQ(parse_session(write_session(s), "s.json"), s);
  s.write.strokes.push_back({});
  EXPECT_NE(session_refusal(write_session(s)).find("write.strokes has more than 8000 strokes"),
            std::string::npos);
}

TEST(SessionFile, BadInputIsRefusedWithItsPlace) {
  const tests::Refusals<> cases = {
      {"", "s.json:1:1: this is not JSON"},
      {"  ", "this is not JSON"},
      {"{\"version\":1",
       "s.json:1:13: this is not JSON: syntax error while parsing object - unexpected end of input"},
      {"{\"version\":1}x", "s.json:1:14: this is not JSON"},
      {"{\"version\":1} {}", "this is not JSON"},
      {"{\"version\":1,}", "s.json:1:14: this is not JSON"},
      {"{version:1}", "s.json:1:2: this is not JSON"},
      {"{\"version\":1} // note", "this is not JSON"},
      {"{\"version\":1e999}", "number overflow"},
      {"{\"version\":1,\"texture\":{\"path\":\"\xff\"}}", "ill-formed UTF-8"},
      {"{\"version\":1,\"texture\":{\"path\":\"a\nb\"}}", "this is not JSON"},
      {"[]", "s.json:1:1: a session is an object"},
      {"1", "a session is an object"},
      {"null", "a session is an object"},
      {"{}", "s.json:1:1: \"version\" is missing"},
      {"{\"texture\":{}}", "\"version\" is missing"},
      {"{\"version\":2, \"mips\":{}}",
       "s.json:1:2: this session has version 2, which a newer Texelscope wrote"},
      {"{\"mips\":{},\n\"version\":3}", "s.json:2:1: this session has version 3"},
      {"{\"version\":0}", "\"version\" is 0, but must be the number 1"},
      {"{\"version\":1.0}", "\"version\" is 1.0, but"},
      {"{\"version\":\"1\"}", "\"version\" is 1, but"},
      {"{\"version\":null}", "\"version\" is null, but"},
      {"{\"version\":-1}", "\"version\" is -1, but"},
      {"{\"version\":1e20}", "\"version\" is 1e20, but"},
      {"{\"version\":{}}", "\"version\" is {}, but"},
      {"{\"version\":1,\"version\":1}", "s.json:1:14: \"version\" is listed twice"},
  };
  tests::expect_refused_with(session_refusal, cases);
}

TEST(SessionFile, BadFieldsAreRefusedWithTheirPlace) {
  const auto refusal = [](const std::string& part) {
    const std::string sentence = session_refusal(with_part(part));
    EXPECT_TRUE(sentence.starts_with("s.json:")) << sentence;
    return sentence;
  };
  const tests::Refusals<> cases = {
      {R"("mips":{})", "s.json:2:2: \"mips\" is not a part of a session"},
      {R"("texture":[])", "s.json:2:2: \"texture\" must be an object"},
      {R"("texture":null)", "\"texture\" must be an object"},
      {R"("texture":{},"texture":{})", "s.json:2:15: \"texture\" is listed twice"},
      {R"("texture":{"wdth":1})",
       "s.json:2:13: texture.wdth is not a field. Did you mean \"texture.width\"?"},
      {R"("view":{"filter":"point"})", "view.filter is not a field. Did you mean \"sampler.filter\"?"},
      {R"("texture":{"width":1,"width":1})", "s.json:2:23: \"width\" is listed twice"},
      {R"("texture":{"ä":1, "width":0})", "s.json:2:13: texture.ä is not a field."},
      {R"("texture":{"path":"ä", "width":0})",
       "s.json:2:25: texture.width is 0, but must be from 1 to 268435456."},
      {R"("texture":{"width":-1})", "texture.width is -1, but must be from 1 to 268435456."},
      {R"("texture":{"width":1.5})", "texture.width is \"1.5\", but must be a whole number."},
      {R"("texture":{"width":64.0})", "texture.width is \"64.0\", but must be a whole number."},
      {R"("texture":{"width":4294967297})", "texture.width is 4294967297, but must be from 1 to 268435456."},
      {R"("texture":{"width":1e20})", "texture.width is \"1e20\", but must be a whole number."},
      {R"("texture":{"width":99999999999999999999})", "but must be a whole number."},
      {R"("texture":{"width":18446744073709551615})", "but must be a whole number."},
      {R"("texture":{"width":"64"})", "texture.width is \"64\", but must be a whole number."},
      {R"("texture":{"width":true})", "texture.width is \"true\", but must be a whole number."},
      {R"("texture":{"width":null})", "texture.width is \"null\", but must be a whole number."},
      {R"("texture":{"width":[64]})", "texture.width is \"[]\", but must be a whole number."},
      {R"("texture":{"width":{"x":1}})", "texture.width is \"{}\", but must be a whole number."},
      {R"("texture":{"bits":12})", "texture.bits is 12, but must be 8, 16 or 32."},
      {R"("texture":{"channels":3})", "texture.channels is 3, but CUDA arrays have 1, 2 or 4 channels."},
      {R"("texture":{"path":7})", "texture.path is 7, but must be text in quotes."},
      {R"("texture":{"source":"stripes"})",
       "texture.source is \"stripes\", but must be one of checkerboard, ramp"},
      {R"("texture":{"source":0})", "texture.source is \"0\", but must be one of"},
      {R"("sampler":{"srgb":1})", "sampler.srgb is \"1\", but must be true or false."},
      {R"("sampler":{"srgb":"true"})", "sampler.srgb is \"true\", but must be true or false."},
      {R"("sampler":{"border_color":[1,0,0]})", "sampler.border_color must have 4 numbers, but has 3."},
      {R"("sampler":{"border_color":[1,0,0,"red"]})",
       "sampler.border_color is \"red\", but must be a number."},
      {R"("sampler":{"border_color":[1,0,0,[1]]})", "sampler.border_color is \"[]\", but must be a number."},
      {R"("sampler":{"border_color":1})", "sampler.border_color is 1, but must be a list of 4 numbers."},
      {R"("sampler":{"border_color":[1,0,0,1e39]})", "sampler.border_color is 1e+39, but must be from"},
      {R"("view":{"span":"nan"})", "view.span is nan, but must be a finite number."},
      {R"("view":{"center_x":"inf"})", "view.center_x is inf, but must be a finite number."},
      {R"("view":{"span":0})", "view.span is 0, but must be from 1e-30 to 1e+06."},
      {R"("view":{"span":"2"})", "view.span is \"2\", but must be a number."},
      {R"("view":{"span":NaN})", "this is not JSON"},
      {R"("write":{"strokes":[1,2,3,4,5,6,7,8,9]})", "write.strokes must be a list of strokes"},
      {R"("write":{"strokes":[[1,2,3,4,5,6,7,8]]})", "write.strokes must be a list of strokes"},
      {R"("write":{"strokes":[[1,2,3,4,5,6,7,8,9,10,11]]})", "write.strokes must be a list of strokes"},
      {R"("write":{"strokes":[[1,2,3,4,5,6,7,8,9,1.5]]})", "write.strokes has 1.5 as a stroke's plane"},
      {R"("write":{"strokes":[["nan",2,3,4,5,6,7,8,9]]})",
       "write.strokes is nan, but must be a finite number."},
      {R"("write":{"strokes":{}})", "write.strokes must be a list of strokes"},
      {R"("write":{"frame":-1})", "write.frame is -1, but must be from 0 to"},
      {R"("fetch":{"body":"return 1;\u0000 x"})", "has a zero byte, which ends a text"},
      {R"("texture":{"path":"a\u0000.png"})", "has a zero byte, which ends a text"},
  };
  tests::expect_refused_with(refusal, cases);
}

TEST(SessionFile, AZeroByteIsNoEnd) {
  const std::string json = std::string("{\"version\":1}") + '\0' + "garbage";
  EXPECT_EQ(session_refusal(json), "s.json:1:14: the text contains a zero byte.");
}

TEST(SessionFile, DepthIsBounded) {
  const auto nested = [](int lists) {
    return with_part("\"texture\":{\"width\":" + std::string(std::size_t(lists), '[') +
                     std::string(std::size_t(lists), ']') + "}");
  };
  const tests::Refusals<> cases = {
      {nested(30), "must be a whole number"},
      {nested(31), "brackets are nested more than 32 deep"},
      {std::string(500000, '['), "nested more than 32 deep"},
      {std::string(500000, '{'), "s.json:1:2: this is not JSON"},
  };
  tests::expect_refused_with(session_refusal, cases);
}

TEST(SessionFile, LengthIsBounded) {
  std::string json = "{\"version\":1}";
  json.resize(max_session_bytes, ' ');
  EXPECT_EQ(session_refusal(json), "nothing");
  EXPECT_EQ(session_refusal(json + " "), "\"s.json\" is longer than 1 MB, the limit for such a file.");
}

TEST(SessionFile, StatedFieldsAndTheFolderAreKnown) {
  const tests::TempFolder folder;
  std::ofstream(folder / "a.json") << R"({"version":1,"texture":{"source":"file","path":"x.png","bits":16}})";
  const LoadedSession loaded = load_session(folder / "a.json");
  EXPECT_EQ(loaded.base, folder.root());
  EXPECT_EQ(loaded.stated, (std::set<std::string>{"texture.source", "texture.path", "texture.bits"}));
  EXPECT_EQ(texture_path(loaded.session, loaded.base), folder / "x.png");
  Session absolute = loaded.session;
  absolute.texture.path = "/y.png";
  EXPECT_EQ(texture_path(absolute, loaded.base), fs::path("/y.png"));
}

TEST(SessionFile, SavingIsWholeAndKeepsTheTextureReachable) {
  const tests::TempFolder folder;
  fs::create_directories(folder / "in");
  fs::create_directories(folder / "out");
  Session s;
  s.texture.source = Source::file;
  s.texture.path = "x.png";
  save_session(folder / "in/a.json", s, folder / "in");
  EXPECT_EQ(load_session(folder / "in/a.json").session, s);
  save_session(folder / "out/b.json", s, folder / "in");
  EXPECT_EQ(load_session(folder / "out/b.json").session.texture.path, "../in/x.png");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "out"), {}), 1) << "no temporary file is left";
}

TEST(SessionFile, UnusablePathsAreSentences) {
  const tests::TempFolder folder;
  const auto error = [](const auto& action) { return tests::refusal_of<std::runtime_error>(action); };
  const fs::path missing = folder / "no.json";
  EXPECT_EQ(error([&] { load_session(missing); }),
            quoted(missing) + " cannot be read: No such file or directory.");
  EXPECT_EQ(error([&] { load_session(folder.root()); }),
            quoted(folder.root()) + " cannot be read: Is a directory.");
  EXPECT_EQ(error([&] { save_session(folder.root(), {}); }),
            quoted(folder.root()) + " cannot be written: it is a folder.");
  const fs::path deep = folder / "a/b.json";
  EXPECT_EQ(error([&] { save_session(deep, {}); }), quoted(deep) + " cannot be written: the folder " +
                                                        quoted(fs::path(deep).parent_path()) +
                                                        " does not exist.");
  Session s;
  s.texture.path = "\xff.png";
  EXPECT_NE(error([&] { save_session(folder / "c.json", s); }).find("not UTF-8"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder / "c.json"));
}

// nlohmann quotes what it read last, which is not repeated.
TEST(SessionFile, SyntaxErrorsQuoteNothing) {
  const tests::Refusals<> cases = {
      {"{\"a; expected b\":\u7eb9}",
       "s.json:1:18: this is not JSON: syntax error while parsing value - invalid literal."},
      {"{\"a\" 1}", "s.json:1:6: this is not JSON: syntax error while parsing object separator - "
                    "unexpected number literal; expected ':'."},
  };
  tests::expect_refused_as(session_refusal, cases);
}

} // namespace
} // namespace texelscope
