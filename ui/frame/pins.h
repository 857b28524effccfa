// The pixel that is pointed at, and positions that are kept, by number.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/fetch/sample_position.h"

namespace texelscope::ui {

struct Pin {
  int number = 1;
  SamplePosition position;
};

class Pins {
public:
  static constexpr std::size_t most = 8;

  const std::vector<Pin>& kept() const { return pins; }
  std::optional<std::size_t> chosen() const { return at; }
  const SamplePosition* chosen_position() const { return at ? &pins[*at].position : nullptr; }

  // A new one with the lowest number that is free, chosen. Where all are taken, the chosen or the last moves.
  void add(const SamplePosition& position);
  void move_chosen(const SamplePosition& position); // adds one where none is chosen
  void choose(std::size_t index);
  void choose_next(); // round and round
  void let_go() { at.reset(); }
  void remove(std::size_t index);
  void remove_one(); // the chosen, else the last
  void clear();

private:
  std::vector<Pin> pins;
  std::optional<std::size_t> at;
};

struct PixelSelection {
  std::optional<Pixel> hovered;
  Pins pins;

  // What WHY explains: the chosen pin, or what the mouse points at.
  std::optional<FetchTarget> chosen() const;
  // In a picture of this size. Nothing where it does not show the pin.
  std::optional<Pixel> chosen_pixel(const Session& session, const Effective& effective, int width,
                                    int height) const;
};

} // namespace texelscope::ui
