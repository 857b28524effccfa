#include "ui/result/follow_pin.h"

#include <algorithm>
#include <cmath>

#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
constexpr float small_texel = 12, large_texel = 22; // design pixels

const PictureTexel* heaviest_texel(const FetchPicture& picture) {
  const PictureTexel* heaviest = nullptr;
  for (const PictureFootprint& footprint : picture.footprints)
    for (const PictureTexel& texel : footprint.texels)
      if (texel.exists && !texel.border && (heaviest == nullptr || texel.weight > heaviest->weight))
        heaviest = &texel;
  return heaviest;
}

// Of the explanation that this frame has; empty while it is of another place.
const FetchPicture* picture_of(const Context& ui, const SamplePosition& pin) {
  const auto& shown = ui.frame.pixels.pins;
  const auto chosen = ui.state.selection.pins.chosen();
  if (!chosen || *chosen >= shown.size() || shown[*chosen].position != pin) return nullptr;
  return ui.frame.pixels.explanation != nullptr ? &ui.frame.pixels.explanation->picture : nullptr;
}

void center_on(Context& ui, const PictureTexel& texel, const std::array<int, 2>& size) {
  TextureView& view = ui.state.texture;
  const Area& a = ui.areas.texture_picture;
  if (std::min(a.width() / float(size[0]), a.height() / float(size[1])) >= ui.px(small_texel)) {
    view.fit();
    return;
  }
  if (texture_scale(ui) < ui.px(small_texel)) view.zoom = double(ui.px(large_texel));
  view.center_x = (texel.x + 0.5) / size[0];
  view.center_y = (texel.y + 0.5) / size[1];
}

bool in_middle(const Context& ui, const PictureTexel& texel) {
  const Point at = texel_to_texture_panel(ui, texel.x + 0.5, texel.y + 0.5);
  const Area& a = ui.areas.texture_picture;
  const float border = 0.2f;
  return Area{a.x0 + border * a.width(), a.y0 + border * a.height(), a.x1 - border * a.width(),
              a.y1 - border * a.height()}
      .contains(at.x, at.y);
}
} // namespace

void follow_pin(Context& ui) {
  TextureView& view = ui.state.texture;
  const SamplePosition* const pin = ui.state.selection.pins.chosen_position();
  if (view.followed && ui.session.view.level != view.followed->session_level) { // chosen by the user
    view.level.reset();
    view.followed->session_level = ui.session.view.level;
  }
  if (pin == nullptr) {
    if (view.followed && view.zoom == view.followed->zoom) view.fit();
    view.followed.reset();
    view.level.reset();
    return;
  }
  if (ui.frame.hides_answer || (view.followed && view.followed->position == *pin)) return;
  const FetchPicture* const picture = picture_of(ui, *pin);
  const PictureTexel* const texel = picture != nullptr ? heaviest_texel(*picture) : nullptr;
  if (texel == nullptr) return;
  const MemoryShape memory = ui.frame.resolution->effective.memory_shape();
  const int level = texel->level + memory.first_level, before = view.level.value_or(ui.session.view.level);
  if (level != ui.session.view.level)
    view.level = level;
  else
    view.level.reset();
  const auto size = memory.size_of(level);
  if (level != before || !in_middle(ui, *texel) || texture_scale(ui) < ui.px(small_texel))
    center_on(ui, *texel, {size[0], size[1]});
  view.followed = {*pin, ui.session.view.level, view.zoom};
}

} // namespace texelscope::ui
