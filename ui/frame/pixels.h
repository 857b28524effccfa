// The findings of the app about the chosen pixel and the pinned ones, for WHY, the LOD and BLOCK panels and
// the overlays.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "kernels/ground/base/async_result.h"
#include "kernels/state/session/texel.h"
#include "kernels/studies/explain/block_lens.h"
#include "kernels/studies/explain/explain.h"
#include "kernels/studies/explain/lod_scope.h"
#include "kernels/studies/explain/measured_weights.h"

namespace texelscope::ui {

// A pin in the picture.
struct ShownPin {
  SamplePosition position;
  int number = 1;
  std::optional<std::array<double, 2>> place; // pixels of the picture; empty: not shown
  std::optional<Pixel> pixel;                 // the pixel with this fetch
  std::array<double, 2> texel = {1, 1};       // the width and height of a texel there, in pixels
  std::string value;                          // the first component of the result; empty: unknown
  std::string label;                          // of a lesson's pin
};

struct PixelFrame {
  const FetchExplanation* explanation = nullptr; // of PixelSelection::chosen(), by the model
  AsyncResult<MachineWeights> weights;           // of that fetch, measured while WHY shows them
  std::optional<TexelBits> value;                // what the backend returned there
  std::vector<ShownPin> pins;                    // as PixelSelection::pins was
  std::optional<LodScope> lod;    // of that pixel or, if none is chosen, of the picture's center
  std::optional<BlockLens> block; // of the texel pointed at last, if the texture is a block-compressed file
  std::vector<TexelBits> row;     // 1-D, flat view: what the row under the cursor, or the middle one, returns
};

} // namespace texelscope::ui
