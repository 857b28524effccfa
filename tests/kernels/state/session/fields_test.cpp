#include "kernels/state/session/fields.h"

#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "kernels/ground/text/texts.h"

namespace texelscope {
namespace {

using Numbers = std::vector<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

const Field& field(std::string_view path) {
  const Field* found = find_field(path);
  if (!found) throw std::runtime_error("no field " + std::string(path));
  return *found;
}

// Whether the session accepts the value; a refused value leaves the session unchanged.
bool takes(std::string_view path, const FieldValue& value) {
  Session session;
  const auto error = assign(session, field(path), value);
  if (error) {
    EXPECT_EQ(session, Session()) << path;
    EXPECT_FALSE(error->empty()) << path;
  }
  return !error;
}

// A value that is allowed and is not the field's first one.
FieldValue another_value(const Field& f, const FieldValue& now) {
  switch (f.type) {
  case FieldType::boolean:
    return !std::get<bool>(now);
  case FieldType::integer:
    if (f.path.ends_with("bits")) return std::int64_t(std::get<std::int64_t>(now) == 16 ? 32 : 16);
    return std::int64_t(std::get<std::int64_t>(now) == std::int64_t(f.high) ? f.low : f.high);
  case FieldType::number:
    return std::get<double>(now) == f.low ? f.high : f.low;
  case FieldType::text:
    return std::string("another \"value\"");
  case FieldType::choice: {
    const auto& last = f.choices.back().identifier;
    return std::string(last == std::get<std::string>(now) ? f.choices.front().identifier : last);
  }
  case FieldType::numbers:
    return f.count == 4 ? Numbers{0.5, -1, 16777216, infinity} : Numbers{0.5, -1, infinity};
  case FieldType::strokes:
    return Numbers{1, 2, 3, 4, 5, 0.5, -6, infinity, 9, -1, 11, 12, 13, 14, 15, 16, 17, 18, 19, 98303};
  }
  return now;
}

TEST(Fields, EveryFieldIsSetAndReadBack) {
  std::set<std::string_view> paths;
  for (const Field& f : fields()) {
    EXPECT_TRUE(paths.insert(f.path).second) << f.path << " is listed twice";
    EXPECT_EQ(find_field(f.path), &f);
    EXPECT_EQ(std::string(f.part()) + "." + std::string(f.name()), f.path);
    EXPECT_STRNE(text(f.label), "") << f.path;
    EXPECT_STRNE(text(f.help), "") << f.path;
    Session session;
    const FieldValue wanted = another_value(f, f.get(session));
    ASSERT_NE(wanted, f.get(session)) << f.path;
    EXPECT_EQ(assign(session, f, wanted), std::nullopt) << f.path;
    EXPECT_EQ(f.get(session), wanted) << f.path;
    const auto differing = differing_fields(Session(), session);
    ASSERT_EQ(differing.size(), 1u) << f.path << " moves other fields";
    EXPECT_EQ(differing[0], &f);
    EXPECT_NE(session, Session());
  }
  EXPECT_GE(paths.size(), 50u);
  EXPECT_EQ(find_field("texture.nothing"), nullptr);
  EXPECT_EQ(find_field(""), nullptr);
}

TEST(Fields, DefaultsAreAllowed) {
  for (const Field& f : fields())
    EXPECT_TRUE(takes(f.path, f.get(Session()))) << f.path;
}

TEST(Fields, RangesHoldAtTheirEnds) {
  for (const Field& f : fields()) {
    if (f.type == FieldType::integer && !f.path.ends_with("bits")) {
      EXPECT_TRUE(takes(f.path, std::int64_t(f.low))) << f.path;
      EXPECT_TRUE(takes(f.path, std::int64_t(f.high))) << f.path;
      EXPECT_FALSE(takes(f.path, std::int64_t(f.low) - 1)) << f.path;
      EXPECT_FALSE(takes(f.path, std::int64_t(f.high) + 1)) << f.path;
      EXPECT_FALSE(takes(f.path, std::numeric_limits<std::int64_t>::min())) << f.path;
      EXPECT_FALSE(takes(f.path, std::numeric_limits<std::int64_t>::max())) << f.path;
    }
    if (f.type == FieldType::number) {
      EXPECT_TRUE(takes(f.path, f.low)) << f.path;
      EXPECT_TRUE(takes(f.path, f.high)) << f.path;
      EXPECT_FALSE(takes(f.path, std::nextafter(f.low, -infinity))) << f.path;
      EXPECT_FALSE(takes(f.path, std::nextafter(f.high, infinity))) << f.path;
      for (const double bad : {not_a_number, infinity, -infinity})
        EXPECT_FALSE(takes(f.path, bad)) << f.path;
    }
  }
}

TEST(Fields, AnotherTypeIsRefused) {
  const FieldValue values[] = {true, std::int64_t(1), 1.0, std::string("x"), Numbers{1}};
  for (const Field& f : fields())
    for (const FieldValue& value : values)
      if (value.index() != f.get(Session()).index()) {
        EXPECT_FALSE(takes(f.path, value)) << f.path << " " << value.index();
      }
}

TEST(Fields, SpecialIntegers) {
  for (const char* path : {"texture.bits", "texture.raw_bits"}) {
    for (std::int64_t bits : {8, 16, 32})
      EXPECT_TRUE(takes(path, bits));
    for (std::int64_t bits : {0, 1, 9, 24, 31, 64, -8})
      EXPECT_FALSE(takes(path, bits));
  }
  Session session;
  const auto three = assign(session, field("texture.channels"), std::int64_t(3));
  ASSERT_TRUE(three);
  EXPECT_NE(three->find("1, 2 or 4"), three->npos);
  EXPECT_TRUE(takes("texture.raw_channels", std::int64_t(3))) << "files may hold three";
  const auto zero = assign(session, field("texture.width"), std::int64_t(0));
  ASSERT_TRUE(zero);
  EXPECT_EQ(*zero, "is 0, but must be from 1 to 268435456");
}

TEST(Fields, ChoicesNameWhatIsAllowed) {
  Session session;
  const auto error = assign(session, field("sampler.filter"), std::string("cubic"));
  ASSERT_TRUE(error);
  EXPECT_EQ(*error, "is \"cubic\", but must be one of point, linear");
  EXPECT_FALSE(takes("sampler.filter", std::string("Linear")));
  EXPECT_FALSE(takes("sampler.filter", std::string()));
  for (const Field& f : fields())
    for (const EnumEntry& choice : f.choices)
      EXPECT_TRUE(takes(f.path, std::string(choice.identifier))) << f.path << " " << choice.identifier;
}

TEST(Fields, ColorsTakeAnyFourFloats) {
  EXPECT_TRUE(takes("sampler.border_color", Numbers{-1e38, 1e-40, infinity, -infinity}));
  Session session;
  EXPECT_EQ(assign(session, field("sampler.border_color"), Numbers{not_a_number, 0, 0, 0}), std::nullopt);
  EXPECT_TRUE(std::isnan(session.sampler.border_color[0]));
  EXPECT_FALSE(takes("sampler.border_color", Numbers{1, 2, 3}));
  EXPECT_FALSE(takes("sampler.border_color", Numbers{1, 2, 3, 4, 5}));
  EXPECT_FALSE(takes("sampler.border_color", Numbers{1e39, 0, 0, 0})) << "no float is so large";
}

TEST(Fields, StrokesAreTenNumbersEach) {
  const Numbers stroke = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  Session session;
  EXPECT_EQ(assign(session, field("write.strokes"), stroke), std::nullopt);
  EXPECT_EQ(session.write.strokes, (std::vector<BrushStroke>{{0, 1, 2, 3, 4, {5, 6, 7, 8}, 9}}));
  EXPECT_TRUE(takes("write.strokes", Numbers()));
  EXPECT_FALSE(takes("write.strokes", Numbers{1, 2, 3}));
  EXPECT_FALSE(takes("write.strokes", Numbers{0, 1, 2, 3, 4, 5, 6, 7, 8}));
  for (const double bad : {-2.0, 0.5, 98304.0, not_a_number, infinity}) {
    Numbers wrong = stroke;
    wrong[9] = bad;
    EXPECT_FALSE(takes("write.strokes", wrong)) << bad;
  }
  for (std::size_t i = 0; i < 5; ++i)
    for (const double bad : {not_a_number, infinity, 2e6}) {
      Numbers wrong = stroke;
      wrong[i] = bad;
      EXPECT_FALSE(takes("write.strokes", wrong)) << i;
    }
  Numbers color = stroke;
  color[5] = not_a_number;
  EXPECT_EQ(assign(session, field("write.strokes"), color), std::nullopt) << "colors may be anything";
  EXPECT_TRUE(takes("write.strokes", Numbers(stroke_numbers * max_strokes, 1)));
  EXPECT_FALSE(takes("write.strokes", Numbers(stroke_numbers * (max_strokes + 1), 1)));
}

std::optional<FieldValue> parsed(std::string_view path, std::string_view input) {
  const auto result = parse_value(field(path), input);
  if (const auto* value = std::get_if<FieldValue>(&result)) return *value;
  EXPECT_FALSE(std::get<std::string>(result).empty());
  return std::nullopt;
}

TEST(ParseValue, Booleans) {
  for (const char* yes : {"true", "on", "1"})
    EXPECT_EQ(parsed("sampler.srgb", yes), FieldValue(true));
  for (const char* no : {"false", "off", "0"})
    EXPECT_EQ(parsed("sampler.srgb", no), FieldValue(false));
  for (const char* bad : {"", "yes", "True", "2", " true"})
    EXPECT_EQ(parsed("sampler.srgb", bad), std::nullopt) << bad;
}

TEST(ParseValue, Integers) {
  EXPECT_EQ(parsed("texture.width", "64"), FieldValue(std::int64_t(64)));
  EXPECT_EQ(parsed("texture.width", "1e3"), FieldValue(std::int64_t(1000)));
  EXPECT_EQ(parsed("texture.width", " +7 "), FieldValue(std::int64_t(7)));
  EXPECT_EQ(parsed("texture.width", "-5"), FieldValue(std::int64_t(-5))) << "the range is assign()'s";
  EXPECT_EQ(parsed("texture.seed", "4294967295"), FieldValue(std::int64_t(4294967295)));
  EXPECT_EQ(parsed("texture.raw_offset", "9007199254740992"), FieldValue(std::int64_t(9007199254740992)));
  for (const char* bad : {"", "1.5", "x", "1x", "0x10", "nan", "inf", "1e20", "1e999", "--1", "1 2", "+-1"})
    EXPECT_EQ(parsed("texture.width", bad), std::nullopt) << bad;
}

TEST(ParseValue, Numbers) {
  EXPECT_EQ(parsed("view.span", "0.25"), FieldValue(0.25));
  EXPECT_EQ(parsed("view.span", "-1e-7"), FieldValue(-1e-7));
  EXPECT_TRUE(std::isnan(std::get<double>(parsed("view.span", "nan").value())));
  EXPECT_EQ(parsed("view.span", "-inf"), FieldValue(-infinity));
  for (const char* bad : {"", "one", "1,5", "1e400", ".", "infinity", "1f"})
    EXPECT_EQ(parsed("view.span", bad), std::nullopt) << bad;
  EXPECT_EQ(parsed("sampler.border_color", "0, 1,nan ,-inf").value().index(), 4u);
  EXPECT_EQ(parsed("sampler.border_color", "1,2,3,4"), FieldValue(Numbers{1, 2, 3, 4}));
  for (const char* bad : {"1,,2", "1;2", "a", ",1"})
    EXPECT_EQ(parsed("sampler.border_color", bad), std::nullopt) << bad;
  EXPECT_EQ(parsed("write.strokes", ""), FieldValue(Numbers()));
}

TEST(ParseValue, StringsAreTakenUnchanged) {
  EXPECT_EQ(parsed("texture.path", " a,b "), FieldValue(std::string(" a,b ")));
  EXPECT_EQ(parsed("sampler.filter", "anything"), FieldValue(std::string("anything")));
}

TEST(ParseValue, ReadsBackWhatFormatValueWrites) {
  for (const Field& f : fields()) {
    if (f.type == FieldType::strokes) continue; // shown as their number
    for (const FieldValue& value : {f.get(Session()), another_value(f, f.get(Session()))}) {
      const std::string formatted = format_value(f, value);
      EXPECT_EQ(parsed(f.path, formatted), value) << f.path << " " << formatted;
    }
  }
}

TEST(FormatValue, IsReadable) {
  EXPECT_EQ(format_value(field("texture.width"), std::int64_t(64)), "64");
  EXPECT_EQ(format_value(field("sampler.srgb"), false), "false");
  EXPECT_EQ(format_value(field("view.span"), 0.1), "0.1");
  EXPECT_EQ(format_value(field("sampler.border_color"), Numbers{0, double(0.1f), not_a_number, -infinity}),
            "0, 0.1, nan, -inf");
  EXPECT_EQ(format_value(field("write.strokes"), Numbers(20)), "2");
}

TEST(DifferingFields, InTheTablesOrder) {
  Session a, b;
  EXPECT_TRUE(differing_fields(a, b).empty());
  b.view.show_channel[3] = false;
  b.texture.height = 5;
  const auto differing = differing_fields(a, b);
  ASSERT_EQ(differing.size(), 2u);
  EXPECT_EQ(differing[0]->path, "texture.height");
  EXPECT_EQ(differing[1]->path, "view.show_a");
}

} // namespace
} // namespace texelscope
