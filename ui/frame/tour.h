// The guided tour: five stops over the real window, which stays usable at each of them.
#pragma once

namespace texelscope::ui {

struct TourState {
  static constexpr int stops = 5;
  int stop = -1;     // the open one; -1: the tour is closed
  bool seen = false; // it has been opened once; saved
  bool open() const { return stop >= 0; }
};

struct State;
void open_tour(State&); // shows the panels of its stops, and begins at the first one

} // namespace texelscope::ui
