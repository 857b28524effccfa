// Places of the picture that are kept, by number; WHY tells about the chosen one.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/spot.h"

namespace texelscope::ui {

struct Pin {
  int number = 1;
  Spot spot;
};

class Pins {
public:
  static constexpr std::size_t most = 8;

  const std::vector<Pin>& kept() const { return pins; }
  std::optional<std::size_t> chosen() const { return at; }
  const Spot* chosen_spot() const { return at ? &pins[*at].spot : nullptr; }

  // A new one with the lowest number that is free, chosen. Where all are taken, the chosen or the last moves.
  void add(const Spot& spot);
  void move_chosen(const Spot& spot); // adds one where none is chosen
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

// One step of an arrow key.
enum class StepSize { pixel, texel, fraction }; // fraction: 1/256 of a texel

// `texel`: its width and height there in pixels. By a pixel it comes to stand on a pixel again. A step that
// would leave the picture is not made.
Spot stepped(const Spot& from, int right, int down, StepSize size, const std::array<double, 2>& texel,
             int width, int height);

} // namespace texelscope::ui
