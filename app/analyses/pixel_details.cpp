#include "app/analyses/pixel_details.h"

#include "kernels/machines/cpu/view_fetch.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/texture_view.h"

namespace texelscope {

namespace {
// The host cannot read texels that a kernel wrote on the device.
bool has_values(const PixelDetails::Shown& shown) {
  return shown.result.all_texels != nullptr || shown.session.write.mode == WriteMode::off;
}

const std::byte* texels_of(const PixelDetails::Shown& shown) {
  return shown.result.all_texels != nullptr ? shown.result.all_texels : shown.image.texels.data();
}

// Texels that a kernel wrote are not compressed.
const CompressedTexels* blocks_of(const PixelDetails::Shown& shown) {
  return shown.effective.writes(shown.session).mode == WriteMode::off ? shown.blocks : nullptr;
}
} // namespace

void PixelDetails::update(const Shown& shown, const ui::PixelSelection& selection,
                          const std::optional<std::array<int, 2>>& texel) {
  explain(shown, selection);
  look_into_block(shown, texel);
  plot_row(shown, selection);
}

void PixelDetails::forget() {
  inspector_.forget();
  lod_.reset();
  row_.clear();
}

// Where values are not available, only coordinates and weights are explained.
void PixelDetails::explain(const Shown& shown, const ui::PixelSelection& selection) {
  lod_.reset();
  const std::byte* texels = texels_of(shown);
  const int width = shown.width, height = shown.height;
  inspector_.update({shown.session, shown.effective, shown.notes, texels, shown.result.texture.version,
                     has_values(shown), width, height, blocks_of(shown)},
                    selection,
                    shown.result.of_body ? std::nullopt : shown.probe, // a body's values are its own
                    shown.of_device);
  if (!has_lod_scope(shown.effective)) return;
  Image reinterpreted;
  const Texture texture = make_texture_view(texels, shown.effective, reinterpreted);
  const FetchView view = make_fetch_view(shown.session, shown.effective, width, height);
  lod_ = lod_scope(texture, view,
                   selection.chosen_pixel(shown.session, shown.effective, width, height)
                       .value_or(Pixel{width / 2, height / 2}));
}

std::optional<TexelPlace> PixelDetails::first_explained_texel() const {
  const FetchExplanation* explanation = inspector_.explanation();
  if (!explanation || explanation->fetch.empty) return std::nullopt;
  return first_texel(explanation->fetch.trace);
}

// Shows the block under the mouse in the texture panel, or the one where the chosen pixel's fetch begins.
// While there is neither, the last one stays.
void PixelDetails::look_into_block(const Shown& shown, const std::optional<std::array<int, 2>>& texel) {
  block_.reset();
  if (shown.blocks == nullptr) return;
  const TexturePlane& plane = shown.result.plane;
  const MemoryShape memory = shown.effective.memory_shape();
  if (texel) {
    lens_place_ = {plane.level, plane.plane, (*texel)[0], (*texel)[1]};
  } else if (const auto first = first_explained_texel()) {
    lens_place_ = *first; // in the view's numbering
    lens_place_.level += memory.first_level;
    lens_place_.plane += memory.first_layer;
  }
  block_ = block_lens(*shown.blocks, memory, lens_place_, shown.session.view);
  if (block_) return;
  lens_place_ = {}; // it was in an earlier texture
  block_ = block_lens(*shown.blocks, memory, lens_place_, shown.session.view);
}

// Plots one row of a 1-D picture, with values from the model's fast path.
void PixelDetails::plot_row(const Shown& shown, const ui::PixelSelection& selection) {
  row_.clear();
  const Effective& e = shown.effective;
  const bool one_row = is_1d(e.dimension) && e.projection == Projection::flat;
  const bool known = !shown.result.of_body && has_values(shown);
  if (!one_row || !known || e.function == FetchKind::gather) return;
  const auto chosen = selection.chosen_pixel(shown.session, e, shown.width, shown.height);
  const int row = chosen && chosen->y >= 0 && chosen->y < shown.height ? chosen->y : shown.height / 2;
  FetchView view = make_fetch_view(shown.session, e, shown.width, shown.height);
  for (int i = 0; i < 3; ++i)
    view.origin[i] += view.down[i] * float(row); // to within rounding: the line is for the eye
  row_.resize(std::size_t(shown.width));
  Image reinterpreted;
  cpu::fetch_view(make_texture_view(texels_of(shown), e, reinterpreted), view, shown.width, 1,
                  row_.data()->data());
}

} // namespace texelscope
