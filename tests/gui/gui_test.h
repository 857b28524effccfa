// The fixture of the window's tests: a display, the program on it, and checks that wait for their condition.
#pragma once

#include <optional>

#include <gtest/gtest.h>

#include "gui/desktop.h"
#include "gui/screen.h"
#include "gui/x11.h"
#include "kernels/ground/text/text_id.h"
#include "kernels/state/session/enums.h"

namespace texelscope::gui {

using tests::contents;

class GuiTest : public ::testing::Test {
protected:
  // Starts the program with `arguments` in a window as large as the screen.
  Window& start(std::vector<std::string> arguments = {}, int width = 1280, int height = 720, int dpi = 96) {
    if (!display_) display_.emplace(width, height, dpi);
    arguments.insert(arguments.end(), {"--size", std::to_string(width) + "x" + std::to_string(height)});
    window_.emplace(*display_, std::move(arguments), home_, program_);
    return *window_;
  }

  // Every test ends with a check of the screen and then quits as a user does, which must succeed.
  void TearDown() override {
    if (!window_) return;
    for (const char* popup :
         {"prompt.path", "palette.query", "answer.title", "sheet.title", "about.title", "leaving.title"})
      if (window_->process().running() && window_->shows(popup)) window_->key("Escape");
    if (window_->process().running()) {
      leave_menus_and_tooltips();
      EXPECT_TRUE(is_drawn());
      EXPECT_EQ(window_->close(), 0);
    }
    window_.reset();
  }

  Window& w() { return *window_; }

  // Menus and tooltips would cover what the tests look at.
  void leave_menus_and_tooltips() {
    w().move(1, 1);
    for (const Json& item : w().items())
      if (item.at("visible") && item.at("name").get<std::string>().starts_with("command."))
        return w().key("Escape");
  }

  // Each visible item with text, of those whose names begin so, is on the screen, and OpenGL has reported no
  // error.
  ::testing::AssertionResult is_drawn(const std::string& beginning = "") {
    std::string missing;
    const auto all_drawn = [&] {
      const Json before = w().map();
      const Shot shot = take_shot(w().display().name());
      missing.clear();
      for (const std::string& name : items_not_drawn(before, shot, w().map()))
        if (name.starts_with(beginning)) missing += " " + name;
      return missing.empty();
    };
    if (!w().until(all_drawn)) return ::testing::AssertionFailure() << "not drawn:" << missing;
    if (const Json errors = w().map().at("gl_errors"); errors != 0)
      return ::testing::AssertionFailure() << "OpenGL reported errors: " << errors;
    return ::testing::AssertionSuccess();
  }

  ::testing::AssertionResult becomes(const std::string& path, const Json& value) {
    if (w().until([&] { return w().field(path) == value; })) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << path << " is " << w().field(path) << ", not " << value;
  }
  ::testing::AssertionResult becomes_near(const std::string& path, double value, double tolerance) {
    if (w().until([&] { return std::abs(w().field(path).get<double>() - value) <= tolerance; }))
      return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << path << " is " << w().field(path) << ", not " << value;
  }
  ::testing::AssertionResult comes(const std::string& item) {
    if (!w().until([&] { return w().shows(item); }))
      return ::testing::AssertionFailure() << item << " does not show";
    w().settle(); // a popup moves to its place in its first frames
    return ::testing::AssertionSuccess();
  }
  ::testing::AssertionResult goes(const std::string& item) {
    if (w().until([&] { return !w().shows(item); })) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << item << " still shows";
  }
  ::testing::AssertionResult says(const std::string& item, const std::string& part) {
    if (w().until([&] { return w().shows(item) && w().text(item).find(part) != std::string::npos; }))
      return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure()
           << item << " says \"" << (w().shows(item) ? w().text(item) : "nothing at all") << "\", not \""
           << part << "\"";
  }
  // Like says(), but the item may be scrolled out of sight.
  ::testing::AssertionResult says_anywhere(const std::string& item, const std::string& part) {
    std::string last;
    const auto holds = [&] {
      for (const Json& entry : w().items())
        if (entry["name"] == item) last = entry["text"];
      return last.find(part) != std::string::npos;
    };
    if (w().until(holds)) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << item << " says \"" << last << "\", not \"" << part << "\"";
  }
  // One of the messages in the corner contains `part`.
  ::testing::AssertionResult toasts(const std::string& part) {
    std::string all;
    const bool found = w().until([&] {
      all.clear();
      for (const Json& item : w().items())
        if (item["name"].get<std::string>().starts_with("toast."))
          all += item["text"].get<std::string>() + "\n";
      return all.find(part) != std::string::npos;
    });
    if (found) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "no message says \"" << part << "\"; there is: " << all;
  }
  // A tab of the row, or of the list of those for which the row has no room.
  void show_tab(const std::string& tab) {
    if (w().shows("panel." + tab)) return; // another click would fold the row
    if (!w().shows("tabs." + tab)) {
      ASSERT_TRUE(comes("tabs.more"));
      w().click("tabs.more");
      ASSERT_TRUE(comes("tabs." + tab));
    }
    w().click("tabs." + tab);
    EXPECT_TRUE(comes("panel." + tab));
  }
  // What is set in the list of the result's display settings, which is open only meanwhile.
  template <class Does>
  void in_display(Does does) {
    w().click("result.display");
    w().settle(2);
    does();
    w().key("Escape");
    EXPECT_TRUE(goes("view.exposure"));
  }
  void click_in_display(const std::string& item) {
    in_display([&] { w().click(item); });
  }
  // Opens every step of WHY, and the bits.
  void unfold_why() {
    w().key("q");
    w().click("why.hex");
    w().settle();
  }
  // Types the path into the open file dialog, which must accept it.
  void choose_file(const std::filesystem::path& path) {
    type_path(path);
    EXPECT_TRUE(goes("prompt.path"));
  }
  void type_path(const std::filesystem::path& path) {
    ASSERT_TRUE(comes("prompt.path"));
    w().key("ctrl+a");
    w().type(path.string());
    ASSERT_TRUE(says("prompt.path", path.string()));
    w().key("Return");
  }
  void choose_from_menu(const std::string& menu, const std::string& entry) {
    w().click("menu." + menu);
    ASSERT_TRUE(comes(entry));
    w().click(entry);
  }
  // Selects an entry of a drop-down list, or a picture of a scene.
  void choose(const std::string& combo, const std::string& choice) {
    const bool pictured = combo == "view.projection";
    w().reach(pictured ? combo + "." + choice : combo);
    if (!pictured) w().click(combo);
    ASSERT_TRUE(comes(combo + "." + choice));
    w().click(combo + "." + choice);
    EXPECT_TRUE(becomes(combo, choice));
    if (!pictured) {
      EXPECT_TRUE(goes(combo + "." + choice));
    }
    w().settle();
  }
  // Scrolls the item into sight and clicks it, which must set the field.
  ::testing::AssertionResult click_sets(const std::string& item, const std::string& path, const Json& value) {
    w().reach(item);
    w().click(item);
    auto result = becomes(path, value);
    w().settle(); // notes unfold a frame later, and the rows below them move
    return result;
  }
  ::testing::AssertionResult typing_sets(const std::string& item, const std::string& typed,
                                         const std::string& path, const Json& value) {
    w().reach(item);
    w().enter_value(item, typed);
    return becomes(path, value);
  }
  static Json saved(const std::filesystem::path& file) { return Json::parse(contents(file)); }
  std::size_t history_length() {
    show_tab("history");
    w().settle(2);
    std::size_t count = 0;
    for (const Json& item : w().items())
      count += item["name"].get<std::string>().starts_with("journal.");
    return count;
  }

  tests::TempFolder folder_; // of the test's own files
  std::optional<Display> display_;
  std::optional<Window> window_;
  std::filesystem::path home_; // empty: the window's own
  std::filesystem::path program_ = TEXELSCOPE_PROGRAM;
};

} // namespace texelscope::gui
