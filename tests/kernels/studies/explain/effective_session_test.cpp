// The effective value of each field of sampler and texture, against values worked out by hand.
#include "kernels/studies/explain/effective_session.h"

#include <set>

#include <gtest/gtest.h>

#include "tests/random_session.h"
#include "tests/small_limits.h"

namespace texelscope {
namespace {

using Settings = std::vector<std::pair<const char*, FieldValue>>;
using Integer = std::int64_t;
const FieldValue linear = std::string("linear"), clamp = std::string("clamp");

struct Case {
  const char* field;
  Settings requested; // in addition to the defaults
  FieldValue effective;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      // What the hardware changes or stores with other precision
      {"sampler.normalized_coords",
       {{"texture.levels", Integer(3)}, {"sampler.normalized_coords", false}},
       true},
      {"sampler.address_x", {{"sampler.normalized_coords", false}}, clamp},
      {"sampler.address_y",
       {{"sampler.normalized_coords", false}, {"sampler.address_y", std::string("mirror")}},
       clamp},
      {"sampler.address_z",
       {{"texture.dimension", std::string("3d")}, {"sampler.normalized_coords", false}},
       clamp},
      {"sampler.border_color",
       {{"sampler.border_color", std::vector<double>{2, -1, 0.4f, 1}}}, // bytes: 255, 0, 102, 255
       std::vector<double>{1, 0, 0.4f, 1}},
      {"sampler.filter", {{"texture.bits", Integer(32)}, {"sampler.filter", linear}}, std::string("point")},
      {"sampler.read_mode", {{"texture.bits", Integer(32)}}, std::string("element")},
      {"sampler.srgb", {{"texture.bits", Integer(16)}, {"sampler.srgb", true}}, false},
      {"sampler.mip_bias", {{"texture.levels", Integer(5)}, {"sampler.mip_bias", 1.001}}, 1.0},
      {"sampler.mip_min", {{"texture.levels", Integer(5)}, {"sampler.mip_min", 0.501}}, 0.5},
      {"sampler.mip_max", {{"texture.levels", Integer(5)}, {"sampler.mip_max", 2.003}}, 2.0},
      {"sampler.max_anisotropy", {{"sampler.max_anisotropy", Integer(5)}}, Integer(4)},
      {"sampler.seamless_cube", {{"sampler.seamless_cube", true}}, false},
      {"texture.width", {{"texture.width", Integer(300)}}, Integer(200)}, // by the limits below
      {"texture.height",
       {{"texture.dimension", std::string("cube")}, {"texture.height", Integer(32)}},
       Integer(64)},
      {"texture.kind",
       {{"texture.channel_kind", std::string("packed")}, {"texture.kind", std::string("float")}},
       std::string("unsigned")},
      {"texture.bits", {{"texture.kind", std::string("float")}}, Integer(16)},
      {"texture.channels",
       {{"texture.channel_kind", std::string("packed")}, {"texture.channels", Integer(1)}},
       Integer(4)},
      {"texture.depth",
       {{"texture.dimension", std::string("3d")}, {"texture.depth", Integer(50)}},
       Integer(40)},
      {"texture.levels", {{"texture.levels", Integer(12)}}, Integer(7)}, // 64 texels
      {"texture.storage",
       {{"texture.dimension", std::string("cube")}, {"texture.storage", std::string("pitch")}},
       std::string("array")},
      {"texture.gather_flag",
       {{"texture.dimension", std::string("3d")}, {"texture.gather_flag", true}},
       false},
      {"texture.channel_kind", {{"texture.channel_kind", std::string("blocks")}}, std::string("plain")},
      {"texture.pitch_offset",
       {{"texture.storage", std::string("pitch")}, {"texture.pitch_offset", Integer(3)}},
       Integer(0)},
      {"texture.view", {{"texture.view", true}, {"texture.view_bits", Integer(16)}}, false}, // 8 bytes on 4
      {"texture.view_levels",
       {{"texture.view", true}, {"texture.levels", Integer(4)}, {"texture.view_first_level", Integer(1)}},
       Integer(3)},
      {"texture.view_layers",
       {{"texture.view", true},
        {"texture.dimension", std::string("2d_layered")},
        {"texture.view_first_layer", Integer(2)}},
       Integer(6)},                                                    // of 8
      {"texture.premultiply", {{"texture.premultiply", true}}, false}, // a pattern
      {"texture.premultiply",
       {{"texture.premultiply", true},
        {"texture.source", std::string("file")},
        {"texture.channels", Integer(2)}},
       false},
      // What acts as requested
      {"texture.premultiply", {{"texture.premultiply", true}, {"texture.source", std::string("file")}}, true},
      {"sampler.mip_filter",
       {{"texture.levels", Integer(3)}, {"sampler.mip_filter", std::string("point")}},
       std::string("point")},
      {"sampler.disable_trilinear_optimization", {{"sampler.disable_trilinear_optimization", true}}, true},
      {"texture.source", {{"texture.source", std::string("noise")}}, std::string("noise")},
      {"texture.path", {{"texture.path", std::string("a.png")}}, std::string("a.png")},
      {"texture.cell", {{"texture.cell", Integer(3)}}, Integer(3)},
      {"texture.seed", {{"texture.seed", Integer(5)}}, Integer(5)},
      {"texture.hot_x", {{"texture.hot_x", Integer(6)}}, Integer(6)},
      {"texture.hot_y", {{"texture.hot_y", Integer(7)}}, Integer(7)},
      {"texture.hot_z", {{"texture.hot_z", Integer(2)}}, Integer(2)},
      {"texture.raw_width", {{"texture.raw_width", Integer(9)}}, Integer(9)},
      {"texture.raw_height", {{"texture.raw_height", Integer(8)}}, Integer(8)},
      {"texture.raw_kind", {{"texture.raw_kind", std::string("signed")}}, std::string("signed")},
      {"texture.raw_bits", {{"texture.raw_bits", Integer(16)}}, Integer(16)},
      {"texture.raw_channels", {{"texture.raw_channels", Integer(2)}}, Integer(2)},
      {"texture.raw_offset", {{"texture.raw_offset", Integer(12)}}, Integer(12)},
      {"texture.dimension", {{"texture.dimension", std::string("1d")}}, std::string("1d")},
      {"texture.mips",
       {{"texture.levels", Integer(3)}, {"texture.mips", std::string("tinted")}},
       std::string("tinted")},
      {"texture.pitch_offset",
       {{"texture.storage", std::string("pitch")}, {"texture.pitch_offset", Integer(-64)}},
       Integer(-64)},
      {"texture.gamma_correct_mips", {{"texture.gamma_correct_mips", false}}, false},
      {"texture.view", {{"texture.view", true}, {"texture.view_kind", std::string("signed")}}, true},
      {"texture.view_kind",
       {{"texture.view", true}, {"texture.view_kind", std::string("signed")}},
       std::string("signed")},
      {"texture.view_bits",
       {{"texture.view", true}, {"texture.view_bits", Integer(16)}, {"texture.view_channels", Integer(2)}},
       Integer(16)},
      {"texture.view_channels",
       {{"texture.view", true}, {"texture.view_bits", Integer(16)}, {"texture.view_channels", Integer(2)}},
       Integer(2)},
      {"texture.view_first_level",
       {{"texture.view", true}, {"texture.levels", Integer(4)}, {"texture.view_first_level", Integer(2)}},
       Integer(2)},
      {"texture.view_first_layer",
       {{"texture.view", true},
        {"texture.dimension", std::string("2d_layered")},
        {"texture.view_first_layer", Integer(2)}},
       Integer(2)},
  };
  return all;
}

Session effective_of(const Session& session) {
  Limits limits = tests::limits_of_sides(200, 16384);
  limits.largest[std::size_t(SizeLimit::texture_3d)] = {40, 40, 40};
  return effective_session(session, resolve(session, limits).effective);
}

TEST(EffectiveSession, IsRightOfEachField) {
  for (const Case& c : cases()) {
    Session session;
    if (std::string_view(c.field) == "texture.depth") session.texture.width = session.texture.height = 8;
    for (const auto& [path, value] : c.requested) {
      const Field* field = find_field(path);
      ASSERT_TRUE(field) << path;
      ASSERT_FALSE(assign(session, *field, value)) << path;
    }
    const Field* field = find_field(c.field);
    const Session taken = effective_of(session);
    EXPECT_EQ(format_value(*field, field->get(taken)), format_value(*field, c.effective))
        << c.field << tests::describe(session);
  }
}

TEST(EffectiveSession, NoFieldIsForgotten) {
  std::set<std::string_view> known;
  for (const Case& c : cases())
    known.insert(c.field);
  for (const Field& field : fields()) {
    const bool counts = field.part() == "sampler" || field.part() == "texture";
    EXPECT_TRUE(known.contains(field.path) || !counts) << field.path;
  }
}

// An effective session is effective unchanged. Exceptions: the border of integers that are returned as
// integers, whose value is not the float that produces it; and views that are read differently from what any
// descriptor says.
TEST(EffectiveSession, OnceMoreChangesNothing) {
  std::mt19937 random(18);
  int changed = 0;
  for (int round = 0; round < 3000; ++round) {
    const Session session = tests::random_setup(random).session, once = effective_of(session),
                  twice = effective_of(once);
    const Effective first = resolve(session).effective;
    if (first.sampler.read_mode != first.descriptor_read_mode && first.channel_kind != ChannelKind::packed)
      continue;
    changed += !(once == session);
    const Effective taken = resolve(once).effective;
    const bool integers =
        taken.format.kind != ElementKind::floating && taken.sampler.read_mode == ReadMode::element;
    for (const Field* field : differing_fields(once, twice))
      if (field->path != "sampler.border_color" || !integers)
        ADD_FAILURE() << field->path << ": " << format_value(*field, field->get(once)) << ", then "
                      << format_value(*field, field->get(twice)) << tests::describe(session);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(changed, 1000);
}

} // namespace
} // namespace texelscope
