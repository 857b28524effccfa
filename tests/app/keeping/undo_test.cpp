#include "app/keeping/undo.h"

#include <gtest/gtest.h>

#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/change_text.h"
#include "tests/with_width.h"

namespace texelscope {
namespace {

TEST(Undo, GoesBackAndForwardThroughEverySession) {
  Undo undo(with_width(1));
  undo.record(with_width(2), 0);
  undo.record(with_width(3), 0);
  EXPECT_EQ(undo.forward(), nullptr);
  EXPECT_EQ(undo.back()->texture.width, 2);
  EXPECT_EQ(undo.back()->texture.width, 1);
  EXPECT_EQ(undo.back(), nullptr);
  EXPECT_EQ(undo.forward()->texture.width, 2);
}

TEST(Undo, AChangeAfterGoingBackForgetsWhatWasUndone) {
  Undo undo(with_width(1));
  undo.record(with_width(2), 0);
  undo.back();
  undo.record(with_width(5), 0);
  EXPECT_EQ(undo.entries().size(), 2u);
  EXPECT_EQ(undo.forward(), nullptr);
  EXPECT_EQ(undo.back()->texture.width, 1);
}

TEST(Undo, OneGestureIsOneEntryAndTheNextGestureAnother) {
  Undo undo(with_width(1));
  for (int width = 2; width < 9; ++width)
    undo.record(with_width(width), 7);
  EXPECT_EQ(undo.entries().size(), 2u);
  EXPECT_EQ(undo.entries().back().label, "width: 1 → 8");
  undo.record(with_width(20), 8);
  EXPECT_EQ(undo.entries().size(), 3u);
  EXPECT_EQ(undo.back()->texture.width, 8);
}

TEST(Undo, AGestureThatEndsWhereItBeganLeavesNoEntry) {
  Undo undo(with_width(1));
  undo.record(with_width(2), 7);
  for (const int width : {77, 7, 2})
    undo.record(with_width(width), 8);
  EXPECT_EQ(undo.entries().size(), 2u);
  undo.record(with_width(3), 8); // it goes on, and is a step of its own
  undo.record(with_width(4), 8);
  EXPECT_EQ(undo.entries().size(), 3u);
  EXPECT_EQ(undo.entries().back().label, "width: 2 → 4");
  EXPECT_EQ(undo.back()->texture.width, 2);
  EXPECT_EQ(undo.back()->texture.width, 1);
}

TEST(Undo, EqualSessionsMakeNoEntry) {
  Undo undo(with_width(1));
  undo.record(with_width(1), 0);
  EXPECT_EQ(undo.entries().size(), 1u);
}

TEST(Undo, KeepsTheLastFiveHundred) {
  Undo undo(with_width(1));
  for (int width = 2; width < 1000; ++width)
    undo.record(with_width(width), 0);
  EXPECT_EQ(undo.entries().size(), 500u);
  EXPECT_EQ(undo.go_to(499)->texture.width, 999);
  EXPECT_EQ(undo.go_to(500), nullptr);
}

TEST(Undo, AListThatWasSetAsideComesBackUnchanged) {
  Undo undo(with_width(1));
  undo.record(with_width(2), 0);
  undo.record(with_width(3), 0);
  undo.back(); // one change can be redone
  const auto labels = [&] {
    std::vector<std::string> all;
    for (const ui::JournalEntry& entry : undo.entries())
      all.push_back(std::to_string(entry.id) + " " + entry.label);
    return all;
  };
  const auto before = labels();
  undo.set_aside(with_width(50), "lesson");
  EXPECT_TRUE(undo.is_aside());
  EXPECT_EQ(labels().size(), 1u);
  EXPECT_EQ(undo.back(), nullptr) << "what came before is out of reach";
  undo.record(with_width(51), 0);
  const auto lesson_id = undo.entries().back().id;
  EXPECT_NE(undo.find(2), nullptr) << "a measurement that arrives late finds its entry";
  undo.bring_back();
  EXPECT_FALSE(undo.is_aside());
  EXPECT_EQ(labels(), before);
  EXPECT_EQ(undo.position(), 1u);
  EXPECT_EQ(undo.present().texture.width, 2);
  EXPECT_EQ(undo.forward()->texture.width, 3);
  EXPECT_EQ(undo.back()->texture.width, 2);
  EXPECT_EQ(undo.back()->texture.width, 1);
  undo.record(with_width(9), 0);
  EXPECT_GT(undo.entries().back().id, lesson_id) << "no two entries share a number";
}

TEST(ChangeText, SaysWhatChanged) {
  Session from, to;
  to.sampler.filter = FilterMode::point;
  EXPECT_EQ(change_text(from, to), "filter: linear → point");
  to = from;
  to.sampler.normalized_coords = !from.sampler.normalized_coords;
  EXPECT_EQ(change_text(from, to), "normalized: on → off") << "as the control has it";
  to = from;
  to.sampler.read_mode = ReadMode::element;
  EXPECT_EQ(change_text(from, to), "read: normalized float → element");
  set_language(Language::chinese);
  EXPECT_EQ(change_text(from, to), "读取：归一化浮点 → 元素");
  set_language(Language::english);
  to = from;
  to.view.center_x = 3;
  to.view.span = 0.1;
  EXPECT_EQ(change_text(from, to), text(Text::history_view));
  to = from;
  to.texture.width = 3;
  to.texture.height = 4;
  to.texture.format.bits = 16;
  EXPECT_EQ(change_text(from, to), "width: 64 → 3, height: 64 → 4…");
}

} // namespace
} // namespace texelscope
