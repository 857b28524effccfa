// The whole window drawn offscreen, with the mouse: its row of tabs, tooltips, menus and settings.
#include <algorithm>

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "kernels/ground/text/language.h"
#include "ui/frame/ui.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {
namespace {

class Offscreen : public testing::Test {
protected:
  Offscreen() {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    frame_.backend = &backend_;
    frame_.timing = &timing_;
    frame_.lessons = &shelf_;
    frame_.compare = &compare_;
    frame_.profile = &profile_;
    frame_.warp = &warp_;
    frame_.settings = &settings_;
    state_.first_start = false;
    resize(1280, 720, 1);
  }
  ~Offscreen() override { ImGui::DestroyContext(); }

  void resize(float width, float height, float scale) {
    ImGui::GetIO().DisplaySize = ImVec2(width, height);
    theme_.scale = scale;
    load_fonts(theme_, {});
    apply_style(theme_);
    unsigned char* pixels = nullptr;
    int w = 0, h = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &w, &h);
    draw(2);
  }
  void draw(int frames = 1) {
    for (int i = 0; i < frames; ++i) {
      ImGuiIO& io = ImGui::GetIO();
      io.DeltaTime = 1.0f / 60;
      resolution_ = resolve(session_, {});
      frame_.resolution = &resolution_;
      areas_ = layout(io.DisplaySize.x, io.DisplaySize.y, theme_, state_);
      ImGui::NewFrame();
      map_ = ui::draw(frame_, theme_, areas_, session_, state_).map;
      ImGui::Render();
    }
  }
  const MapItem* find(const std::string& name) const {
    const auto found = std::ranges::find(map_, name, &MapItem::name);
    return found == map_.end() ? nullptr : &*found;
  }
  void move_to(const std::string& name) {
    const MapItem* item = find(name);
    ASSERT_NE(item, nullptr) << name;
    move((item->x0 + item->x1) / 2, (item->y0 + item->y1) / 2);
  }
  void move(float x, float y) {
    ImGui::GetIO().MousePos = ImVec2(x, y);
    draw(3);
  }
  void click(const std::string& name) {
    move_to(name);
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      draw(2);
    }
  }

  Theme theme_;
  BackendInfo backend_;
  Timing timing_;
  LessonShelf shelf_;
  CompareFindings compare_;
  ProfileFrame profile_;
  WarpFrame warp_;
  AsyncResult<SettingReports> settings_;
  Session session_;
  State state_;
  Resolution resolution_;
  Frame frame_;
  Layout areas_;
  UiMap map_;
};

struct Size {
  float width, height, scale;
};

TEST_F(Offscreen, TheTabsAreOneRowAtTheSamePlaceWhicheverIsOpen) {
  session_.texture.levels = 5; // LOD is there
  for (const auto [width, height, scale] :
       {Size{1280, 720, 1}, {1280, 720, 1.1f}, {960, 540, 1}, {1920, 1080, 2}, {1920, 1080, 1}}) {
    state_.panels.tab = Tab::history;
    resize(width, height, scale);
    ASSERT_NE(find("tabs.levels"), nullptr);
    const MapItem first = *find("tabs.levels");
    for (const Tab tab : {Tab::levels, Tab::scope, Tab::history, Tab::cost}) {
      state_.panels.tab = tab;
      draw(2);
      const std::string where =
          "tab " + std::to_string(int(tab)) + " at " + std::to_string(width) + ", " + std::to_string(scale);
      ASSERT_NE(find("tabs.levels"), nullptr) << where;
      EXPECT_EQ(find("tabs.levels")->x0, first.x0) << where;
      EXPECT_EQ(find("tabs.levels")->y0, first.y0) << where;
      for (const MapItem& item : map_)
        if (item.visible && item.name.starts_with("tabs.")) {
          EXPECT_EQ(item.y0, first.y0) << item.name << ", " << where;
        }
      bool open = false;
      for (const MapItem& item : map_)
        open |= item.name.starts_with("tabs.") &&
                (item.text.ends_with("(chosen)") || (item.name == "tabs.more" && item.text.size() > 3));
      EXPECT_TRUE(open) << where << ": the row names the open tab";
    }
  }
}

TEST_F(Offscreen, TabsWithoutRoomAreInAList) {
  session_.texture.levels = 5;
  state_.panels.tab = Tab::history;
  state_.panels.right_width = state_.panels.left_width = 400;
  resize(1000, 600, 1);
  ASSERT_NE(find("tabs.more"), nullptr);
  ASSERT_NE(find("tabs.cost"), nullptr);
  EXPECT_FALSE(find("tabs.cost")->visible);
  click("tabs.more");
  draw(2);
  ASSERT_NE(find("tabs.cost"), nullptr);
  EXPECT_TRUE(find("tabs.cost")->visible);
  click("tabs.cost");
  EXPECT_EQ(state_.panels.tab, Tab::cost);
  EXPECT_EQ(find("tabs.more")->cut, 0);
}

// A note that a click caused shows below the control, where its tooltip would lie.
TEST_F(Offscreen, AClickedControlShowsNoTooltipUntilTheMouseHasLeft) {
  state_.panels.left_width = 320; // the control is in sight
  draw(2);
  move_to("sampler.filter.point");
  EXPECT_NE(find("tooltip"), nullptr);
  click("sampler.filter.point");
  EXPECT_EQ(session_.sampler.filter, FilterMode::point);
  EXPECT_EQ(find("tooltip"), nullptr);
  draw(60);
  EXPECT_EQ(find("tooltip"), nullptr);
  move_to("sampler.filter.linear");
  EXPECT_NE(find("tooltip"), nullptr) << "another control shows its tooltip";
  move_to("sampler.filter.point");
  EXPECT_NE(find("tooltip"), nullptr) << "after the mouse had left";
}

TEST_F(Offscreen, AddressModesHavePicturesInTheirTooltips) {
  move_to("sampler.address_x.mirror");
  EXPECT_NE(find("tooltip.address.mirror"), nullptr);
  EXPECT_EQ(find("tooltip.address.wrap"), nullptr);
  const MapItem wrap = *find("sampler.address_x.wrap");
  move(areas_.left.x0 + 30, (wrap.y0 + wrap.y1) / 2); // the label
  for (const char* mode : {"wrap", "clamp", "mirror", "border"})
    EXPECT_NE(find(std::string("tooltip.address.") + mode), nullptr) << mode;
}

TEST_F(Offscreen, NoCurveRunsThroughTheScaleOfCost) {
  timing_.history[stage_fetch].assign(240, 1e-3f);
  for (std::size_t i = 0; i < 240; i += 4)
    timing_.history[stage_fetch][i] = 2e-3f;
  state_.panels.tab = Tab::cost;
  draw(3);
  ASSERT_NE(find("cost.scale"), nullptr);
  const MapItem scale = *find("cost.scale");
  const auto drawn_after_the_curve = [&](const ImDrawList& list) {
    const auto of_curve = [&](const ImDrawVert& v) {
      return (v.col | IM_COL32_A_MASK) == theme_.color.series[stage_fetch] && v.pos.x > scale.x0;
    };
    int last = -1;
    for (int i = 0; i < list.VtxBuffer.Size; ++i)
      if (of_curve(list.VtxBuffer[i])) last = i;
    if (last < 0) return false;
    for (int i = last + 1; i + 2 < list.VtxBuffer.Size; ++i) {
      const ImDrawVert &low = list.VtxBuffer[i], &high = list.VtxBuffer[i + 2];
      if (low.col == theme_.color.window && low.pos.x <= scale.x0 && low.pos.y <= scale.y0 &&
          high.pos.x >= scale.x1 && high.pos.y >= scale.y1)
        return true;
    }
    return false;
  };
  bool covered = false;
  for (int i = 0; i < ImGui::GetDrawData()->CmdListsCount; ++i)
    covered |= drawn_after_the_curve(*ImGui::GetDrawData()->CmdLists[i]);
  EXPECT_TRUE(covered);
}

TEST_F(Offscreen, LevelsThatPlainTexDoesNotReadComeWithACure) {
  state_.settings.unfolded = {"texture"};
  resize(1280, 1100, 1); // all rows are in sight
  EXPECT_EQ(find("fix.texture.levels"), nullptr) << "there is only one level";
  session_.texture.levels = 5;
  draw(2);
  ASSERT_NE(find("fix.texture.levels"), nullptr);
  EXPECT_NE(find("note.texture.levels"), nullptr);
  EXPECT_NE(find("texture.levels"), nullptr) << "the number field stays";
  click("fix.texture.levels");
  EXPECT_EQ(session_.fetch.function, FetchKind::lod);
  draw();
  EXPECT_EQ(find("fix.texture.levels"), nullptr);
}

TEST_F(Offscreen, AnAnswerThatIsAskedForEarlyIsShownOnceItIsComputed) {
  Lesson lesson;
  lesson.id = "asking";
  lesson.steps.resize(1);
  lesson.steps[0].question.english = "What is it?";
  shelf_.lessons.push_back(lesson);
  state_.lesson.lesson = 0;
  state_.lesson.typed = "0.5";
  shelf_.truth.busy = true;
  draw(3);
  ASSERT_NE(find("lesson.computing"), nullptr);
  frame_.keys = {{key_f9}};
  draw();
  frame_.keys.clear();
  draw(2);
  EXPECT_FALSE(state_.lesson.revealed);
  shelf_.truth.found = LessonTruth{0.5, "the model"};
  draw(2);
  EXPECT_TRUE(state_.lesson.revealed);
  EXPECT_NE(find("lesson.verdict"), nullptr);
}

TEST_F(Offscreen, ADoneLessonAndTheOpenOneHaveMarksOfTheirOwn) {
  for (const char* id : {"first", "second", "third"}) {
    Lesson lesson;
    lesson.id = id;
    lesson.title.english = id;
    lesson.steps.resize(1);
    shelf_.lessons.push_back(lesson);
  }
  state_.lesson.lesson = 0;
  state_.lesson.done = {"second"};
  click("menu.lessons");
  ASSERT_NE(find("lesson.first"), nullptr);
  EXPECT_EQ(find("lesson.first")->text, "first (open)");
  EXPECT_EQ(find("lesson.second")->text, "second (done)");
  EXPECT_EQ(find("lesson.third")->text, "third");
}

TEST_F(Offscreen, HidingTheSettingsAndTheTextureKeepsTheLesson) {
  Lesson lesson;
  lesson.steps.resize(1);
  shelf_.lessons.push_back(lesson);
  open_lesson(shelf_, 0, 0, session_, state_);
  shelf_.opened = state_.lesson.opened;
  state_.panels.show_left = state_.panels.show_right = false;
  draw(2);
  EXPECT_NE(find("panel.lesson"), nullptr);
  EXPECT_EQ(find("panel.texture"), nullptr);
  EXPECT_EQ(find("panel.settings"), nullptr);
  state_.panels.show_right = true;
  for (const auto [width, height, scale] : {Size{1920, 1080, 2}, {960, 540, 1}, {1280, 720, 1}}) {
    state_.panels.show_left = true;
    resize(width, height, scale);
    EXPECT_NE(find("panel.lesson"), nullptr) << width << " at " << scale;
    EXPECT_NE(find("panel.why"), nullptr) << width << " at " << scale << ": the step asks nothing";
  }
}

TEST_F(Offscreen, AClickOnTheOpenTabFoldsTheLowerRow) {
  EXPECT_NE(find("panel.texture"), nullptr);
  click("tabs.history");
  EXPECT_NE(find("panel.history"), nullptr);
  click("tabs.history");
  EXPECT_FALSE(state_.panels.show_bottom);
  EXPECT_EQ(find("panel.history"), nullptr);
  EXPECT_EQ(find("panel.texture"), nullptr);
  ASSERT_NE(find("tabs.history"), nullptr);
  EXPECT_EQ(find("tabs.history")->text.find("(chosen)"), std::string::npos);
  click("tabs.cost");
  EXPECT_TRUE(state_.panels.show_bottom);
  EXPECT_NE(find("panel.cost"), nullptr);
}

TEST_F(Offscreen, ASmallWindowChoosesItsColumnAbove) {
  resize(1280, 720, 2);
  EXPECT_NE(find("panel.result"), nullptr);
  EXPECT_EQ(find("panel.settings"), nullptr);
  click("columns.settings");
  EXPECT_NE(find("panel.settings"), nullptr);
  EXPECT_EQ(find("panel.result"), nullptr);
  click("columns.why");
  EXPECT_NE(find("panel.why"), nullptr);
  click("columns.picture");
  EXPECT_NE(find("panel.result"), nullptr);
  click("tabs.cost");
  EXPECT_NE(find("panel.cost"), nullptr);
}

TEST_F(Offscreen, TheRailOpensTheSettings) {
  state_.panels.show_left = false;
  draw(2);
  EXPECT_EQ(find("panel.settings"), nullptr);
  click("rail");
  EXPECT_NE(find("panel.settings"), nullptr);
}

TEST_F(Offscreen, TheStatusLineTellsTheCostAndOpensItsTab) {
  timing_.stages[stage_fetch] = {{.low = 1e-3, .median = 1.2e-3, .high = 2e-3}};
  timing_.fetches_per_second = 70e6;
  timing_.frames_per_second = 60;
  draw(2);
  ASSERT_NE(find("status.cost"), nullptr);
  for (const char* part : {"1.20 ms", "MTexel/s", " 60/s"})
    EXPECT_NE(find("status.cost")->text.find(part), std::string::npos) << find("status.cost")->text;
  click("status.cost");
  EXPECT_EQ(state_.panels.tab, Tab::cost);
  EXPECT_NE(find("panel.cost"), nullptr);
}

TEST_F(Offscreen, TextIsCutBetweenCharacters) {
  ImFont* font = theme_.fonts.text;
  const std::string label = "各向异性：用更多采样换清晰";
  const float whole = font->CalcTextSizeA(font->FontSize, 1e9f, 0, label.c_str()).x;
  EXPECT_EQ(elided(font, label, whole), label);
  for (float width = 0; width < whole; width += 5) {
    const std::string cut = elided(font, label, width);
    ASSERT_TRUE(cut.ends_with("…")) << width;
    const std::string kept = cut.substr(0, cut.size() - std::string("…").size());
    EXPECT_EQ(kept.size() % 3, 0u) << width << ": each of these has three bytes";
    EXPECT_TRUE(label.starts_with(kept)) << width;
  }
}

// What a narrow panel has no room for is in the list; nothing is cut, and there is never a second row.
TEST_F(Offscreen, TheResultsToolsAreOneRowAndAList) {
  for (const Language language : {Language::english, Language::chinese}) {
    set_language(language);
    for (const auto [width, height, scale] :
         {Size{1280, 720, 1}, {960, 540, 1}, {1920, 1080, 2}, {1280, 720, 2}, {400, 700, 1}, {160, 700, 1}}) {
      resize(width, height, scale);
      ASSERT_NE(find("result.display"), nullptr);
      const float row = find("result.display")->y0;
      for (const MapItem& item : map_) {
        static constexpr std::string_view others[] = {"view.fit", "view.one_to_one", "result.display"};
        if (!item.name.starts_with("result.view.") && !item.name.starts_with("view.show_") &&
            std::ranges::find(others, item.name) == std::end(others))
          continue;
        EXPECT_NEAR(item.y0, row, 2) << item.name << " at " << width;
        EXPECT_GE(item.x0, areas_.result.x0) << item.name << " at " << width;
        EXPECT_LE(item.x1, areas_.result.x1) << item.name << " at " << width;
        EXPECT_LE(item.y1, areas_.result_picture.y0) << item.name << " at " << width;
        EXPECT_EQ(item.cut, 0) << item.name << " at " << width;
      }
      if (width < 300) continue; // the window itself has no room for the list
      click("result.display");
      for (const char* name :
           {"view.exposure", "view.range_low", "view.auto_range", "view.false_color.gray", "view.grid",
            "view.dim_repeats", "view.mark_nonfinite", "view.mark_out_of_range", "view.show_a", "view.fit",
            "view.one_to_one", "result.view.difference"}) {
        ASSERT_NE(find(name), nullptr) << name << " at " << width;
        EXPECT_EQ(find(name)->cut, 0) << name << " at " << width;
      }
      click("result.display");
    }
  }
  set_language(Language::english);
}

TEST_F(Offscreen, TheHeaderChoosesWhatTheResultShows) {
  const auto chosen = [&] {
    for (const MapItem& item : map_)
      if (item.name.starts_with("result.view.") && item.text.ends_with("(chosen)"))
        return item.name.substr(12);
    return std::string();
  };
  draw(2);
  EXPECT_EQ(chosen(), "result");
  click("result.view.ideal");
  EXPECT_EQ(state_.compare.mode, CompareMode::alone);
  EXPECT_EQ(state_.compare.sides[1].source, ValueSource::ideal);
  EXPECT_EQ(chosen(), "ideal");
  click("result.view.difference");
  EXPECT_EQ(state_.compare.mode, CompareMode::signed_difference);
  EXPECT_EQ(state_.compare.sides[1].source, ValueSource::ideal);
  click("compare.strip.mode.absolute");
  EXPECT_EQ(state_.compare.mode, CompareMode::absolute);
  click("result.view.before");
  EXPECT_EQ(state_.compare.mode, CompareMode::split);
  EXPECT_EQ(state_.compare.sides[0].source, ValueSource::before);
  EXPECT_EQ(state_.compare.sides[1].source, ValueSource::state);
  click("result.view.difference");
  EXPECT_EQ(state_.compare.mode, CompareMode::absolute) << "as it was chosen last";
  EXPECT_EQ(state_.compare.sides[0].source, ValueSource::before) << "of the two that were shown";
  click("result.view.result");
  EXPECT_EQ(state_.compare.mode, CompareMode::off);
  EXPECT_EQ(find("compare.strip"), nullptr);
}

TEST_F(Offscreen, KeysShowTheIdealTheDifferenceAndWhatWasBefore) {
  const auto press = [&](char key) {
    frame_.keys = {{key}};
    draw();
    frame_.keys.clear();
    draw();
    return view_of(state_.compare);
  };
  EXPECT_EQ(press('I'), ResultView::ideal);
  EXPECT_EQ(press('D'), ResultView::difference);
  EXPECT_EQ(press('D'), ResultView::result);
  EXPECT_EQ(press('V'), ResultView::before);
  EXPECT_EQ(press('V'), ResultView::result);
  state_.compare.kept = true;
  EXPECT_EQ(press('V'), ResultView::before);
  EXPECT_EQ(state_.compare.sides[0].source, ValueSource::pinned);
}

// A user may press the next key as soon as the last frame shows that the dialog is gone.
TEST_F(Offscreen, AKeyActsInTheFrameAfterADialogHasGone) {
  state_.dialogs.leaving = true;
  draw(2);
  ASSERT_NE(find("leaving.title"), nullptr);
  frame_.keys = {{key_enter}};
  draw();
  frame_.keys.clear();
  draw();
  ASSERT_EQ(find("leaving.title"), nullptr);
  ASSERT_NE(session_.sampler.filter, FilterMode::point);
  frame_.keys = {{'F'}};
  draw();
  EXPECT_EQ(session_.sampler.filter, FilterMode::point);
}

TEST_F(Offscreen, AKeyActsInTheFrameAfterAFieldWasLeft) {
  click("settings.fold.texture");
  draw(2);
  for (int i = 0; i < 2; ++i)
    click("texture.width"); // a double click makes it a field
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  frame_.keys = {{'F'}};
  draw();
  ASSERT_NE(session_.sampler.filter, FilterMode::point) << "the field has the keys";
  frame_.keys.clear();
  draw();
  ImGui::ClearActiveID(); // as the field does when Escape leaves it
  frame_.keys = {{'F'}};
  draw();
  EXPECT_EQ(session_.sampler.filter, FilterMode::point);
}

constexpr std::string_view answers_page = R"(## Where the picture lies

### The texture returns 0

Asked as: "black texture".

Set `readMode`:

| mode | returns |
|---|---|
| `cudaReadModeElementType` | integers |

- one thing
- another thing

```sh
texelscope lesson one
texelscope explain --coord 1,2
```

### The texture is shifted

By half a texel.
)";

class Answers : public Offscreen {
protected:
  Answers() : search_(parse_answers(answers_page)) { frame_.answers = &search_; }

  void press(const KeyPress& key) {
    frame_.keys = {key};
    draw();
    frame_.keys.clear();
    draw(2);
  }
  void ask(const std::string& words) {
    state_.palette = {.open = true, .query = words, .openings = state_.palette.openings + 1};
    state_.dialogs.focus_request = true;
    draw(3);
  }

  AnswerSearch search_;
};

TEST_F(Answers, ThePaletteOpensOne) {
  ask("black texture");
  ASSERT_NE(find("palette.answers"), nullptr);
  ASSERT_NE(find("palette.choice"), nullptr);
  EXPECT_EQ(find("palette.choice")->text, "The texture returns 0");
  press({key_enter});
  EXPECT_EQ(find("palette.query"), nullptr);
  ASSERT_NE(find("answer.title"), nullptr);
  EXPECT_EQ(find("answer.title")->text, "The texture returns 0");
  EXPECT_EQ(find("answer.chapter")->text, "Where the picture lies");
  ASSERT_NE(find("answer.command.1"), nullptr);
  EXPECT_EQ(find("answer.command.1")->text, "texelscope explain --coord 1,2");
  press({'F'});
  EXPECT_EQ(session_, Session()) << "letters do not reach the window behind";
  press({key_escape});
  EXPECT_EQ(find("answer.title"), nullptr);
  EXPECT_EQ(find("palette.query"), nullptr);
}

TEST_F(Answers, ItsCommandsAreCopied) {
  ask("black texture");
  click("palette.choice");
  click("answer.copy.1");
  EXPECT_STREQ(ImGui::GetClipboardText(), "texelscope explain --coord 1,2");
  press(KeyPress{'C', true});
  EXPECT_STREQ(ImGui::GetClipboardText(), "texelscope lesson one");
  EXPECT_NE(find("answer.title"), nullptr);
}

TEST_F(Answers, TheListComesBackWithWhatWasTyped) {
  ask("shifted black texture");
  press({key_down});
  press({key_enter});
  ASSERT_NE(find("answer.title"), nullptr);
  const std::string shown = find("answer.title")->text;
  click("answer.back");
  EXPECT_EQ(find("answer.title"), nullptr);
  ASSERT_NE(find("palette.query"), nullptr);
  EXPECT_EQ(find("palette.query")->text, "shifted black texture");
  press({key_enter});
  ASSERT_NE(find("answer.title"), nullptr);
  EXPECT_EQ(find("answer.title")->text, shown) << "the same row is chosen";
  press({key_enter}); // the button that closes it
  EXPECT_EQ(find("answer.title"), nullptr);
  ask("shifted");
  press({key_enter});
  ASSERT_NE(find("answer.title"), nullptr);
  EXPECT_EQ(find("answer.copy.0"), nullptr);
  move(5, 715);
  ImGui::GetIO().MouseDown[0] = true;
  draw(2);
  ImGui::GetIO().MouseDown[0] = false;
  draw(2);
  EXPECT_EQ(find("answer.title"), nullptr) << "a click beside it";
}

TEST_F(Answers, NothingIsCutOff) {
  for (const auto [width, height, scale] : {Size{1280, 720, 1}, {1280, 720, 2}, {640, 480, 1}}) {
    resize(width, height, scale);
    ask("black texture");
    click("palette.choice");
    draw(3);
    ASSERT_NE(find("answer.title"), nullptr) << scale;
    for (const MapItem& item : map_)
      if (item.name.starts_with("answer.")) {
        EXPECT_LT(item.cut, 2) << item.name << " at " << width << ", " << scale;
      }
    press({key_escape});
  }
}

} // namespace
} // namespace texelscope::ui
