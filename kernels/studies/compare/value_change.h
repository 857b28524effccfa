// How far a change of the session moved the picture's values. The model computes both pictures on one CPU
// thread.
#pragma once

#include <memory>

#include "kernels/machines/backend/backend.h"

namespace texelscope {

// The difference between two pictures of the same size, by the model on the CPU.
struct ValueChange {
  bool comparable = false; // if false, the other members do not count
  double largest = 0;      // of all channels; NaN if a NaN appeared or disappeared
  Pixel at;                // the first pixel with that difference
};

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
ValueChange value_change(const ShownPicture& before, const ShownPicture& after);

// Compares two pictures of the same size and type.
ValueChange largest_change(const Picture& before, const Picture& after);

} // namespace texelscope
