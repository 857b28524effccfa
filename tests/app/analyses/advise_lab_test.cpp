// The advise lab without a window: an advice from the model, its progress, an end before it is done, and
// what it refuses.
#include "app/analyses/advise_lab.h"

#include <gtest/gtest.h>

#include "kernels/ground/text/texts.h"
#include "tests/kernels/reports/advise/made_scene.h"
#include "tests/kernels/reports/advise/model_choices.h"
#include "tests/wait_for.h"

namespace texelscope {
namespace {

using advise::AdviceRow;
using tests::MadeScene;
using tests::ModelChoices;

class AdviseLabTest : public ::testing::Test {
protected:
  AdviseLabTest() { made.add_fetches(70); }
  void TearDown() override { set_language(Language::english); }

  AdviseLab::MakeSubject subject() {
    return [this] {
      AdviseLab::Subject subject;
      subject.scene.scene = made.scene;
      subject.scene.texture = made.texture;
      subject.scene.notes = {"a note"};
      return subject;
    };
  }
  void take(AdviseLab& lab) {
    lab.start(subject());
    lab.update(choice, true, true);
  }
  static const AdviceRow& row(const AdviseLab& lab, const std::string& name) {
    return *std::ranges::find(lab.findings().rows, name, [](const AdviceRow& each) { return each.cells[0]; });
  }

  MadeScene made{{}};
  ui::AdviseChoice choice;
  const AdviseLab::MakeMachine quick = [](const advise::Scene& scene) {
    return std::make_unique<ModelChoices>(scene);
  };
  // An advice takes minutes.
  const AdviseLab::MakeMachine slow = [](const advise::Scene& scene) {
    return std::make_unique<ModelChoices>(scene, std::chrono::milliseconds(200));
  };
};

TEST_F(AdviseLabTest, ShowsWhatWasMeasured) {
  AdviseLab lab(quick);
  lab.update(choice, true, true);
  EXPECT_FALSE(lab.findings().there);
  take(lab);
  const ui::AdviseFindings& found = lab.findings();
  ASSERT_TRUE(found.there) << found.failure.str();
  EXPECT_FALSE(found.progress.running);
  EXPECT_EQ(found.device, "a model of a GPU");
  EXPECT_TRUE(found.scene.starts_with("made: 13 x 7 ")) << found.scene;
  EXPECT_EQ(found.notes, std::vector<std::string>{"a note"});
  EXPECT_TRUE(found.worth.empty());
  ASSERT_FALSE(found.sentences.empty());
  EXPECT_TRUE(found.sentences[0].starts_with("Take ") || found.sentences[0].starts_with("Keep "));
  EXPECT_EQ(found.rows.size(), advise::choices_of(made.scene).size());
  EXPECT_TRUE(row(lab, "tile.f32").refused);
  EXPECT_EQ(found.plot.choices.size(), found.rows.size() - 1) << "one is refused";
  EXPECT_NE(row(lab, "array.f32").marks.find("now"), std::string::npos);
}

// The limit decides anew, and measures nothing.
TEST_F(AdviseLabTest, AnotherErrorIsAllowed) {
  AdviseLab lab(quick);
  take(lab);
  const std::string as_now = lab.findings().sentences[0];
  const std::string rate = row(lab, "array.u8").cells[1];
  choice.allowed = "2";
  lab.update(choice, true, false);
  EXPECT_TRUE(lab.findings().sentences[0].starts_with("Take nearest.u8 ")) << lab.findings().sentences[0];
  EXPECT_NE(row(lab, "nearest.u8").marks.find("advised"), std::string::npos);
  EXPECT_EQ(row(lab, "array.u8").cells[1], rate);
  choice.allowed = " 1e-30 ";
  lab.update(choice, true, false);
  EXPECT_TRUE(lab.findings().sentences[0].starts_with("No choice has ")) << lab.findings().sentences[0];
  for (const char* wrong : {"-1", "much", "nan", "1,5"}) {
    choice.allowed = wrong;
    lab.update(choice, true, false);
    EXPECT_EQ(lab.findings().wrong_allowed, text(Text::advise_allowed_wrong)) << wrong;
    EXPECT_EQ(lab.findings().sentences[0], as_now) << wrong;
  }
  choice.allowed = "";
  lab.update(choice, true, false);
  EXPECT_EQ(lab.findings().wrong_allowed, "");
  EXPECT_EQ(lab.findings().sentences[0], as_now);
}

TEST_F(AdviseLabTest, TellsItsProgressAndStops) {
  AdviseLab lab(slow);
  lab.start(subject());
  EXPECT_TRUE(lab.measures());
  EXPECT_TRUE(lab.findings().progress.running);
  wait_for([&] {
    lab.update(choice, true, false);
    return lab.findings().progress.share > 0;
  });
  EXPECT_NE(lab.findings().progress.now, "");
  EXPECT_LT(lab.findings().progress.share, 1);
  lab.start([]() -> AdviseLab::Subject { throw std::logic_error("another one began"); });
  EXPECT_TRUE(lab.measures());
  lab.stop();
  EXPECT_TRUE(lab.findings().progress.ending);
  wait_for([&] {
    lab.update(choice, true, false);
    return !lab.measures();
  });
  EXPECT_FALSE(lab.findings().progress.running);
  EXPECT_FALSE(lab.findings().there);
  EXPECT_EQ(lab.findings().failure.str(), "");
}

TEST_F(AdviseLabTest, KeepsTheLastAdvice) {
  int begun = 0;
  AdviseLab lab([&](const advise::Scene& scene) -> std::unique_ptr<advise::ChoiceMachine> {
    if (++begun == 2) throw MachineError("no GPU");
    return begun == 1 ? quick(scene) : slow(scene);
  });
  take(lab);
  const std::vector<std::string> sentences = lab.findings().sentences;
  take(lab);
  EXPECT_EQ(lab.findings().failure.str(), "no GPU");
  EXPECT_EQ(lab.findings().sentences, sentences);
  lab.start(subject());
  EXPECT_EQ(lab.findings().failure.str(), "");
  lab.stop();
  wait_for([&] {
    lab.update(choice, true, false);
    return !lab.measures();
  });
  EXPECT_EQ(lab.findings().sentences, sentences);
}

TEST_F(AdviseLabTest, WhatIsRefusedIsASentence) {
  AdviseLab lab(quick);
  lab.start([]() -> AdviseLab::Subject { throw UserError("this one is cube."); });
  lab.update(choice, true, true);
  EXPECT_EQ(lab.findings().failure.str(), "this one is cube.");
  EXPECT_FALSE(lab.findings().there);
  EXPECT_FALSE(lab.measures());
}

TEST_F(AdviseLabTest, SpeaksTheLanguageOfTheWindow) {
  AdviseLab lab(quick);
  take(lab);
  const std::string english = lab.findings().sentences[0];
  set_language(Language::chinese);
  lab.update(choice, true, false);
  EXPECT_NE(lab.findings().sentences[0], english);
  EXPECT_EQ(lab.findings().plot.x.title, text(Text::advise_column_worst));
}

// What the device refused, what is to be known of the scene, and why a run failed were said before.
TEST_F(AdviseLabTest, RefusalsAndNotesSpeakItToo) {
  AdviseLab lab(quick);
  lab.start([make = subject()] {
    AdviseLab::Subject subject = make();
    subject.scene.notes = {{Text::advise_some_fetches, {"1024"}}};
    return subject;
  });
  lab.update(choice, true, true);
  const std::string refused = "refused: a block's fetches need 96 KiB of shared memory, of which it has 48";
  EXPECT_EQ(row(lab, "tile.f32").cells[1], refused);
  lab.start([]() -> AdviseLab::Subject { throw UserError(say(Text::advise_no_levels, {"4"})); });
  lab.update(choice, true, true);
  const std::string failure = "advise compares fetches from one mip level; this texture has 4.";
  EXPECT_EQ(lab.findings().failure.str(), failure);

  set_language(Language::chinese);
  lab.update(choice, true, false);
  EXPECT_EQ(row(lab, "tile.f32").cells[1], "被拒绝：一个线程块的拾取需要 96 KiB 共享内存，而它只有 48 KiB");
  EXPECT_EQ(lab.findings().notes,
            std::vector<std::string>{"最后一次启动还有更多这样的拾取；这里重复前 1024 次。"});
  EXPECT_EQ(lab.findings().failure.str(), "advise 比较对单个 mip 级的拾取；这个纹理有 4 级。");
  set_language(Language::english);
  lab.update(choice, true, false);
  EXPECT_EQ(row(lab, "tile.f32").cells[1], refused);
}

TEST_F(AdviseLabTest, SaysFirstWhetherAChoiceMatters) {
  AdviseLab lab(quick);
  lab.start([make = subject()] {
    AdviseLab::Subject subject = make();
    advise::KernelWorth worth;
    worth.kernel = "blur";
    worth.ns = 2000, worth.ns_without = 1000;
    worth.judged.change = -0.5;
    worth.worth = advise::Worth::matters;
    subject.worth = {worth};
    return subject;
  });
  lab.update(choice, true, true);
  ASSERT_EQ(lab.findings().worth.size(), 2u);
  EXPECT_TRUE(lab.findings().worth[0].starts_with("blur takes 2.00 us")) << lab.findings().worth[0];
  EXPECT_EQ(lab.findings().worth[1] + "\n", text(Text::matters_matters));
}

} // namespace
} // namespace texelscope
