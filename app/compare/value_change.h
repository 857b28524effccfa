// How far a change of the session moved the picture's values. The model computes both pictures on one CPU
// thread.
#pragma once

#include <memory>

#include "kernels/backend/backend.h"
#include "ui/frame/journal.h"

namespace texelscope {

// A shown picture, with everything that the model needs to compute it again.
struct ShownPicture {
  Session session;
  Effective effective;
  std::shared_ptr<const Image> image;
  int width = 0, height = 0; // pixels
};

// Whether values of the same pixel are of the same place and kind. They are not after the view moved, after
// the texture's size or the result's type or channels changed, with a feedback, whose steps would have to be
// run again, and with a body.
bool comparable(const ShownPicture& before, const ShownPicture& after);

// Compares pictures of `after`'s size.
ui::ValueChange value_change(const ShownPicture& before, const ShownPicture& after);

// Compares two pictures of the same size and type.
ui::ValueChange largest_change(const Picture& before, const Picture& after);

} // namespace texelscope
