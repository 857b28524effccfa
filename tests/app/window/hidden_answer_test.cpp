// The window of every step of every lesson and of every bug, drawn as `render --window` draws it: before the
// answer nothing tells it, afterwards everything does.
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include "app/window/explorer.h"
#include "app/window/framebuffer.h"
#include "app/window/imgui_host.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/gl/egl_context.h"
#include "kernels/studies/lessons/lesson_file.h"
#include "ui/gl/picture_renderer.h"

namespace texelscope {
namespace {

constexpr int window_width = 1280, window_height = 720;
using Pixels = std::vector<std::uint8_t>;

class Pages : public testing::Test {
protected:
  Pages() : imgui(nullptr), explorer(options()) {
    library = load_lessons({TEXELSCOPE_SOURCE_DIR "/assets/lessons"});
    imgui.set_look(true, 1);
    canvas.resize(window_width, window_height);
    explorer.state().first_start = false;
  }
  static Explorer::Options options() {
    return {{}, {}, {}, BackendKind::cpu, true, true, false, BodyOrigin::file, {}};
  }

  void open(const std::string& page) {
    explorer.open_lesson(page);
    explorer.state().panels.bottom_in_small = true; // the texture and the tabs are looked at too
    draw(8);                                        // the panels settle, and the step's place is pinned
  }
  void draw(int frames) {
    for (; frames > 0; --frames) {
      now += 1.0 / 60;
      const Explorer::Input input{float(window_width), float(window_height), now, {}, {}};
      explorer.run(input, imgui.theme());
      glBindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer());
      clear_framebuffer(imgui.theme(), window_width, window_height);
      ImGui::GetIO().MousePos = mouse;
      imgui.new_frame(input.width, input.height, 1.0f / 60);
      explorer.draw(input, imgui.theme());
      imgui.finish_frame();
      if (frames == 1) imgui.draw(); // only the last frame is looked at
    }
  }
  void answer() {
    explorer.reveal_answer();
    draw(6);
  }

  const ui::MapItem* find(const std::string& name) const {
    const auto found = std::ranges::find(explorer.map(), name, &ui::MapItem::name);
    return found == explorer.map().end() ? nullptr : &*found;
  }
  std::string shown(const std::string& name) const { return find(name) != nullptr ? find(name)->text : ""; }
  bool shows(const std::string& prefix) const {
    return std::ranges::any_of(explorer.map(), [&](const auto& item) {
      return item.name.starts_with(prefix) && !item.name.ends_with(".hidden");
    });
  }
  void hover(const std::string& name) {
    const ui::MapItem* item = find(name);
    ASSERT_NE(item, nullptr) << name;
    mouse = {(item->x0 + item->x1) / 2, (item->y0 + item->y1) / 2};
    draw(3);
  }
  // The colors of an item's area.
  Pixels pixels_of(const std::string& name) const {
    const ui::MapItem* item = find(name);
    if (item == nullptr) return {};
    const auto whole = read_framebuffer(window_width, window_height);
    const std::size_t channels = whole.size() / (std::size_t(window_width) * window_height);
    Pixels part;
    for (int y = int(item->y0); y < int(item->y1); ++y)
      for (int x = int(item->x0); x < int(item->x1); ++x)
        for (std::size_t c = 0; c < channels; ++c)
          part.push_back(
              std::uint8_t(whole[(std::size_t(y) * window_width + std::size_t(x)) * channels + c]));
    return part;
  }

  EglContext context;
  ImGuiHost imgui;
  ui::Canvas canvas;
  Explorer explorer;
  LessonLibrary library;
  ImVec2 mouse = {-1, -1};
  double now = 0;
};

// What an open page may show: its own words, the settings, the places of the pictures, and the means to go
// elsewhere. Whatever else a panel has in the map is something that may tell.
bool is_permitted(const std::string& name) {
  static const std::set<std::string> whole = {
      "badge",         "result.display",   "session_name", "status.note",     "result",
      "result.resize", "texture",          "result.marks", "result.exposure", "result.black",
      "result.white",  "result.color_map", "tooltip"};
  if (whole.contains(name) || name.ends_with(".hidden")) return true;
  for (const char* prefix :
       {"menu.", "panel.", "tabs.", "splitter.", "result.view.", "lesson.", "bug.", "sampler.", "texture.",
        "fetch.", "view.", "write.", "pin.", "settings.", "folded."})
    if (name.starts_with(prefix)) return true;
  return false;
}

// The words of a text; a number is one, with its point and its exponent.
std::set<std::string> words_of(const std::string& content) {
  std::set<std::string> words;
  std::string word;
  for (const char c : content + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '+' || c == '_') {
      word += c;
      continue;
    }
    while (!word.empty() && word.back() == '.')
      word.pop_back();
    if (!word.empty()) words.insert(word);
    word.clear();
  }
  return words;
}

// The ways in which the window writes a value.
std::set<std::string> spellings(const LessonValue& value) {
  if (const auto* name = std::get_if<std::string>(&value)) return {*name};
  const double number = std::get<double>(value);
  return {value_text(value), fmt::format("{:.4g}", number), fmt::format("{:.6g}", number),
          fmt::format("{:.9g}", number), fmt::format("{:.3f}", number)};
}

// Settings stay, whatever they are; the page's own words are its author's; the backend and its speed know
// nothing of the question.
bool is_setting_or_words(const std::string& name) {
  for (const char* own : {"lesson.", "bug.", "sampler.", "texture.", "fetch.", "view.", "write.", "result.",
                          "pin.", "badge", "settings."})
    if (name.starts_with(own)) return true;
  return false;
}

struct Page {
  std::string name;
  bool pinned = false;
  double tolerance = 0;
};
std::vector<Page> steps_of(const LessonLibrary& library) {
  std::vector<Page> pages;
  for (const LessonFile& file : library.lessons)
    for (std::size_t i = 0; i < file.lesson.steps.size(); ++i) {
      const auto& step = file.lesson.steps[i];
      pages.push_back({fmt::format("{}:{}", file.lesson.id, i + 1),
                       step.at.has_value() || step.direction.has_value(), step.tolerance});
    }
  return pages;
}

TEST_F(Pages, NothingTellsTheAnswerUntilItIsGiven) {
  int with_notes = 0, with_values = 0;
  for (const Page& page : steps_of(library)) {
    SCOPED_TRACE(page.name);
    mouse = {-1, -1};
    open(page.name);
    const LessonTruth truth = *explorer.lessons().truth.found;
    const Resolution resolution = resolve(explorer.document().session());
    const auto tells_nothing = [&](const char* where) {
      for (const ui::MapItem& item : explorer.map()) {
        EXPECT_TRUE(is_permitted(item.name)) << where << ": " << item.name << " says " << item.text;
        for (const Note& note : resolution.notes)
          EXPECT_EQ(item.text.find(note.sentence), std::string::npos) << where << ": " << item.name;
        if (is_setting_or_words(item.name)) continue;
        const auto words = words_of(item.text);
        for (const std::string& spelling : spellings(truth.value))
          EXPECT_FALSE(words.contains(spelling)) << where << ": " << item.name << " says " << item.text;
      }
    };
    tells_nothing("at first");
    EXPECT_EQ(shown("status.note"), text(Text::lesson_hides));
    EXPECT_EQ(find("panel.why"), nullptr) << "the card has its place";
    EXPECT_EQ(find("status.cost"), nullptr);
    // The texels show neither weights nor values: pinned or under the mouse, they look as ever.
    const Pixels texels = pixels_of("texture"), status = pixels_of("status.note");
    EXPECT_EQ(find("pin.1") != nullptr, page.pinned);
    hover("result");
    tells_nothing("under the cursor");
    EXPECT_EQ(pixels_of("texture"), texels);
    hover("texture");
    tells_nothing("at a texel");
    const auto pins = std::exchange(explorer.state().selection.pins, {});
    draw(2);
    EXPECT_EQ(pixels_of("texture"), texels);
    EXPECT_EQ(pixels_of("status.note"), status);

    explorer.state().selection.pins = pins;
    hover("result");
    answer();
    EXPECT_TRUE(shows("why.texels") || shows("why.pixel")) << "what is under the cursor is explained";
    EXPECT_FALSE(shown("status.value").empty());
    EXPECT_TRUE(shows("status.cost"));
    EXPECT_FALSE(shown("lesson.see").empty());
    for (const Note& note : resolution.notes) {
      if (note.kind == NoteKind::no_effect) continue;
      ++with_notes;
      EXPECT_NE(shown("status.note"), text(Text::lesson_hides));
      EXPECT_TRUE(shows("note.")) << note.sentence;
    }
    with_values += shows("texel.value");
    const std::string verdict = shown("lesson.verdict");
    if (const auto* number = std::get_if<double>(&truth.value); number && shows("lesson.number")) {
      const auto printed = parse_prediction(verdict.substr(verdict.rfind(' ') + 1));
      ASSERT_TRUE(printed) << verdict;
      EXPECT_NEAR(*printed, *number, page.tolerance + 1e-8 * std::abs(*number)) << verdict;
      EXPECT_LE(verdict.size() - verdict.rfind(' '), 12u) << "more digits than are asked for: " << verdict;
    } else
      EXPECT_TRUE(std::ranges::any_of(explorer.map(), [](const auto& item) {
        return item.name.starts_with("lesson.choice.") && item.text.starts_with("✓");
      }));
  }
  EXPECT_GE(with_notes, 4); // lessons 3, 4, 6
  EXPECT_GE(with_values, 3);
}

TEST_F(Pages, NothingNamesTheBugUntilItIsFound) {
  for (const Bug& bug : library.bugs) {
    SCOPED_TRACE(bug.id);
    mouse = {-1, -1};
    open(bug.id);
    const Resolution resolution = resolve(explorer.document().session());
    for (const char* where : {"panel.lesson", "result", "texture"}) {
      hover(where);
      for (const ui::MapItem& item : explorer.map()) {
        EXPECT_TRUE(is_permitted(item.name)) << where << ": " << item.name << " says " << item.text;
        EXPECT_EQ(item.text.find(bug.why.english), std::string::npos) << item.name;
        for (const Note& note : resolution.notes)
          EXPECT_EQ(item.text.find(note.sentence), std::string::npos) << where << ": " << item.name;
      }
      EXPECT_EQ(shown("status.note"), text(Text::bug_hides));
      EXPECT_EQ(find("panel.why"), nullptr) << "the card has its place";
    }
    hover("result");
    answer();
    EXPECT_TRUE(shows("why.")) << "what is under the cursor is explained";
    EXPECT_TRUE(shows("status.cost"));
    EXPECT_EQ(shown("bug.why"), bug.why.english);
    EXPECT_NE(shown("status.note"), text(Text::bug_hides));
  }
}

TEST_F(Pages, TabsAndLabsThatTellAreHiddenToo) {
  const auto only_says_why = [&](const std::string& name) {
    EXPECT_EQ(shown(name), text(Text::lesson_hides));
    for (const ui::MapItem& item : explorer.map())
      EXPECT_TRUE(is_permitted(item.name) || item.name.starts_with("lab.")) << item.name;
  };
  open("mip-clamp:1");
  for (const Tab tab : {Tab::levels, Tab::scope, Tab::history, Tab::cost}) {
    explorer.state().panels.tab = tab;
    draw(2);
    only_says_why(std::string(identifier(tab)) + ".hidden");
  }
  open("stale-texels:1");
  for (const Lab lab : {Lab::legality, Lab::staleness, Lab::writes, Lab::bench, Lab::advise, Lab::amp}) {
    explorer.state().panels.lab = lab;
    draw(2);
    only_says_why("lab.hidden");
  }
  explorer.state().panels.lab = Lab::staleness;
  answer();
  EXPECT_EQ(find("lab.hidden"), nullptr);
  EXPECT_TRUE(shows("staleness."));
}

} // namespace
} // namespace texelscope
