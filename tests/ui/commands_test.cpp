#include "kernels/ground/text/texts.h"
#include "ui/frame/commands.h"
#include "ui/frame/labs.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace texelscope::ui {
namespace {

TEST(Commands, EachIsListedOnceWithALabel) {
  std::set<std::string_view> names;
  std::set<CommandId> ids;
  for (const Command& c : commands()) {
    EXPECT_TRUE(names.insert(c.name).second) << c.name;
    EXPECT_TRUE(ids.insert(c.id).second) << c.name;
    EXPECT_NE(std::string(text(c.label)), "") << c.name;
    EXPECT_EQ(command(c.id).name, c.name);
  }
  for (int id = 0; id <= int(CommandId::grid); ++id)
    EXPECT_TRUE(ids.contains(static_cast<CommandId>(id))) << id;
}

TEST(Commands, EachLabHasItsOwn) {
  for (const EnumEntry& lab : enum_table<Lab>().subspan(1))
    EXPECT_EQ(command(lab_command(Lab(lab.value))).name, "lab_" + std::string(lab.identifier));
}

TEST(Commands, NoTwoShareAKey) {
  std::set<std::string> keys;
  for (const Command& c : commands()) {
    if (c.key.key == 0) continue;
    EXPECT_TRUE(keys.insert(key_text(c.key)).second) << c.name << " " << key_text(c.key);
  }
}

TEST(Commands, KeysReadAsPeopleWriteThem) {
  EXPECT_EQ(key_text({'Z', true, true, false}), "Ctrl+Shift+Z");
  EXPECT_EQ(key_text({key_f12, false, false, false}), "F12");
  EXPECT_EQ(key_text({key_page_down, false, false, false}), "PgDn");
  EXPECT_EQ(key_text({key_left, false, false, true}), "Alt+Left");
  EXPECT_EQ(key_text({}), "");
}

} // namespace
} // namespace texelscope::ui
