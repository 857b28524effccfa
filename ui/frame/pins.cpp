#include "ui/frame/pins.h"

#include <algorithm>

namespace texelscope::ui {

void Pins::add(const SamplePosition& position, const std::string& label) {
  if (pins.size() == most) {
    if (!at) at = most - 1;
    pins[*at] = {pins[*at].number, position, label};
    return;
  }
  int number = 1;
  while (std::any_of(pins.begin(), pins.end(), [&](const Pin& pin) { return pin.number == number; }))
    ++number;
  const auto after =
      std::find_if(pins.begin(), pins.end(), [&](const Pin& pin) { return pin.number > number; });
  at = std::size_t(after - pins.begin());
  pins.insert(after, {number, position, label});
}

void Pins::move_chosen(const SamplePosition& position) {
  if (!at) return add(position);
  pins[*at] = {pins[*at].number, position, {}};
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

void Pins::remove_one(bool labelled) {
  const auto may_go = [&](const Pin& pin) { return labelled || pin.label.empty(); };
  if (at && may_go(pins[*at])) return remove(*at);
  const auto last = std::find_if(pins.rbegin(), pins.rend(), may_go);
  if (last != pins.rend()) remove(std::size_t(pins.rend() - last) - 1);
}

void Pins::clear() {
  pins.clear();
  at.reset();
}

std::optional<FetchTarget> PixelSelection::chosen() const {
  if (const SamplePosition* pin = pins.chosen_position()) return *pin;
  if (hovered) return *hovered;
  return std::nullopt;
}

std::optional<Pixel> PixelSelection::chosen_pixel(const Session& session, const Effective& effective,
                                                  int width, int height) const {
  const auto target = chosen();
  return target ? pixel_of(session, effective, width, height, *target) : std::nullopt;
}

} // namespace texelscope::ui
