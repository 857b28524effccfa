#include "kernels/unit/resolve/settings_rows.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace texelscope {
namespace {

const SettingsRow& row_of(std::string_view path) {
  for (const SettingsSection& section : settings_sections())
    for (const SettingsRow& row : section.rows)
      if (row.path == path) return row;
  throw std::out_of_range(std::string(path));
}

Visibility of(std::string_view path, const Session& session) {
  return visibility(row_of(path), session, resolve(session).effective);
}

TEST(SettingsRows, EachIsAFieldOnceAndCanBeChanged) {
  std::set<std::string_view> paths;
  for (const SettingsSection& section : settings_sections())
    for (const SettingsRow& row : section.rows) {
      const Field* field = find_field(row.path);
      ASSERT_NE(field, nullptr) << row.path;
      EXPECT_TRUE(paths.insert(row.path).second) << row.path;
      const bool dragged =
          field->type == FieldType::number || (field->type == FieldType::integer && row.values.empty());
      if (row.where != SettingsRow::Where::page) {
        EXPECT_EQ(row.speed > 0, dragged) << row.path;
      }
      for (const int value : row.values) {
        EXPECT_EQ(field->type, FieldType::integer) << row.path;
        EXPECT_TRUE(field->low <= value && value <= field->high) << row.path << " " << value;
      }
      if (row.slider) {
        EXPECT_TRUE(field->low <= row.slider->low && row.slider->high <= field->high) << row.path;
        EXPECT_GT(row.slider->step, 0) << row.path;
      }
    }
}

TEST(SettingsRows, EveryMemberOfTheSamplerHasOne) {
  for (const Field& field : fields())
    if (field.part() == "sampler") {
      EXPECT_EQ(row_of(field.path).where, SettingsRow::Where::everywhere) << field.path;
    }
}

TEST(SettingsRows, ARowIsHiddenWhereItHasNoMeaning) {
  Session session;
  EXPECT_EQ(of("sampler.filter", session), Visibility::shown);
  EXPECT_EQ(of("sampler.mip_bias", session), Visibility::hidden);
  EXPECT_EQ(of("sampler.address_z", session), Visibility::hidden);
  EXPECT_EQ(of("sampler.seamless_cube", session), Visibility::hidden);
  EXPECT_EQ(of("texture.gather_flag", session), Visibility::folded);
  EXPECT_EQ(of("fetch.slice", session), Visibility::hidden);
  EXPECT_EQ(of("view.over", session), Visibility::folded);
  session.texture.levels = 3;
  session.fetch.function = FetchKind::grad;
  EXPECT_EQ(of("sampler.mip_bias", session), Visibility::shown);
  EXPECT_EQ(of("sampler.max_anisotropy", session), Visibility::shown);
  EXPECT_EQ(of("fetch.gradient_scale", session), Visibility::shown);
  EXPECT_EQ(of("fetch.dx", session), Visibility::hidden);
  session.texture.dimension = Dimension::d3;
  EXPECT_EQ(of("sampler.address_z", session), Visibility::shown);
  EXPECT_EQ(of("texture.gather_flag", session), Visibility::hidden);
  EXPECT_EQ(of("fetch.slice", session), Visibility::shown);
  session.texture.dimension = Dimension::cube;
  session.view.projection = Projection::sphere;
  EXPECT_EQ(of("sampler.seamless_cube", session), Visibility::shown);
  EXPECT_EQ(of("view.yaw", session), Visibility::shown);
  EXPECT_EQ(of("fetch.face", session), Visibility::hidden);
}

} // namespace
} // namespace texelscope
