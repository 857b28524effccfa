#include "ui/pins.h"

#include <algorithm>
#include <cmath>

#include "ui/ui.h"

namespace texelscope::ui {

void Pins::add(const Spot& spot) {
  if (pins.size() == most) {
    if (!at) at = most - 1;
    pins[*at].spot = spot;
    return;
  }
  int number = 1;
  while (std::any_of(pins.begin(), pins.end(), [&](const Pin& pin) { return pin.number == number; }))
    ++number;
  const auto after =
      std::find_if(pins.begin(), pins.end(), [&](const Pin& pin) { return pin.number > number; });
  at = std::size_t(after - pins.begin());
  pins.insert(after, {number, spot});
}

void Pins::move_chosen(const Spot& spot) {
  if (!at) return add(spot);
  pins[*at].spot = spot;
}

void Pins::choose(std::size_t index) {
  if (index < pins.size()) at = index;
}

void Pins::choose_next() {
  if (!pins.empty()) at = at ? (*at + 1) % pins.size() : 0;
}

void Pins::remove(std::size_t index) {
  if (index >= pins.size()) return;
  pins.erase(pins.begin() + std::ptrdiff_t(index));
  if (!at) return;
  if (*at == index)
    at.reset();
  else if (*at > index)
    --*at;
}

void Pins::remove_one() {
  if (!pins.empty()) remove(at.value_or(pins.size() - 1));
}

void Pins::clear() {
  pins.clear();
  at.reset();
}

std::optional<Spot> State::chosen() const {
  if (const Spot* pin = pins.chosen_spot()) return *pin;
  if (hovered) return Spot{*hovered};
  return std::nullopt;
}

std::optional<Pixel> State::chosen_pixel() const {
  const auto spot = chosen();
  return spot ? std::optional(spot->pixel) : std::nullopt;
}

Spot stepped(const Spot& from, int right, int down, StepSize size, const std::array<double, 2>& texel,
             int width, int height) {
  Spot to = from;
  if (size == StepSize::pixel) {
    to.pixel = {int(std::lround(from.pixel.x + from.steps[0] / 256.0 * texel[0])) + right,
                int(std::lround(from.pixel.y + from.steps[1] / 256.0 * texel[1])) + down};
    to.steps = {0, 0};
    to.pixel = {std::clamp(to.pixel.x, 0, width - 1), std::clamp(to.pixel.y, 0, height - 1)};
    return to;
  }
  const int count = size == StepSize::texel ? 256 : 1;
  to.steps = {from.steps[0] + count * right, from.steps[1] + count * down};
  const double x = to.pixel.x + 0.5 + to.steps[0] / 256.0 * texel[0],
               y = to.pixel.y + 0.5 + to.steps[1] / 256.0 * texel[1];
  return x >= 0 && y >= 0 && x < width && y < height ? to : from;
}

} // namespace texelscope::ui
