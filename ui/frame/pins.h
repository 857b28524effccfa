// The pixel under the mouse, and numbered pins.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kernels/unit/fetch/sample_position.h"

namespace texelscope::ui {

struct Pin {
  int number = 1;
  SamplePosition position;
  std::string label; // "u = 1.25": where a lesson's question or the first picture has put it
};

class Pins {
public:
  static constexpr std::size_t most = 8;

  const std::vector<Pin>& kept() const { return pins; }
  std::optional<std::size_t> chosen() const { return at; }
  const SamplePosition* chosen_position() const { return at ? &pins[*at].position : nullptr; }

  // Adds one with the lowest free number and chooses it. If all are taken, the chosen or the last one moves.
  void add(const SamplePosition& position, const std::string& label = {});
  void move_chosen(const SamplePosition& position); // adds one if none is chosen; it loses its label
  void choose(std::size_t index);
  void choose_next(); // in a cycle
  void deselect() { at.reset(); }
  void remove(std::size_t index);
  void remove_one(bool labelled = true); // the chosen one, else the last; perhaps not those with a label
  void clear();

private:
  std::vector<Pin> pins;
  std::optional<std::size_t> at;
};

struct PixelSelection {
  std::optional<Pixel> hovered;
  Pins pins;

  // The target that WHY explains: the chosen pin, or the pixel under the mouse.
  std::optional<FetchTarget> chosen() const;
  // The pixel in a picture of this size. Empty if it does not show the pin.
  std::optional<Pixel> chosen_pixel(const Session& session, const Effective& effective, int width,
                                    int height) const;
};

} // namespace texelscope::ui
