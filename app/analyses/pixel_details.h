// What the window shows beside the picture, all of it computed by the model: explanations of the chosen and
// the pinned pixels, the chosen pixel's levels of detail and its row, and the block under the mouse.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "app/analyses/pixel_inspector.h"
#include "kernels/studies/explain/block_lens.h"
#include "kernels/studies/explain/lod_scope.h"

namespace texelscope {

class PixelDetails {
public:
  // What a frame showed.
  struct Shown {
    const Session& session;
    const Effective& effective;
    const std::vector<Note>& notes;
    const Image& image;             // before any kernel wrote
    const CompressedTexels* blocks; // of this texture; null: it is not compressed
    const FrameResult& result;
    std::optional<PixelProbe> probe; // the one read back last
    bool of_device;
    int width, height; // of the picture
  };
  // `texel`: the texel under the mouse in the texture panel.
  void update(const Shown& shown, const ui::PixelSelection& selection,
              const std::optional<std::array<int, 2>>& texel);
  void forget(); // of the pixels

  const PixelInspector& explaining() const { return inspector_; }
  const std::optional<LodScope>& lod() const { return lod_; }
  const std::optional<BlockLens>& block() const { return block_; }
  const std::vector<TexelBits>& row() const { return row_; } // 1-D alone

private:
  void explain(const Shown& shown, const ui::PixelSelection& selection);
  void look_into_block(const Shown& shown, const std::optional<std::array<int, 2>>& texel);
  std::optional<TexelPlace> first_explained_texel() const;
  void plot_row(const Shown& shown, const ui::PixelSelection& selection);

  PixelInspector inspector_;
  std::optional<LodScope> lod_;
  TexelPlace lens_place_; // the texel pointed at last
  std::optional<BlockLens> block_;
  std::vector<TexelBits> row_;
};

} // namespace texelscope
