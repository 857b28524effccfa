// What the monkey does at random: it turns the window's controls, keys, menus and pictures, undoes and
// redoes, and pastes sessions. It opens no files, and leaves labs and the panels' sizes alone.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "tests/monkey/hand.h"

namespace texelscope::monkey {

class Acts {
public:
  Acts(Hand& hand, std::uint64_t seed, std::uint64_t block);

  // Does one thing. Returns what it was, as text.
  std::string act();

private:
  int below(int count) { return int(random_() % std::uint32_t(count)); }
  float between(float low, float high);
  const ui::MapItem* choose(const std::function<bool(const ui::MapItem&)>& wanted);

  std::string rein_in(); // what makes a session small again that has become too large; empty: it has not
  std::string turn_setting();
  std::string choose_from_list(const std::string& name, const ui::UiMap& before);
  std::string scroll();
  std::string press_key();
  std::string undo_or_redo();
  std::string go_through_journal();
  std::string open_tab();
  std::string touch_picture();
  std::string use_palette();
  std::string use_menu();
  std::string paste_session();

  Hand& hand_;
  std::mt19937 random_;
};

} // namespace texelscope::monkey
