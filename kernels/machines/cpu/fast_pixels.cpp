#include "kernels/machines/cpu/fast_pixels.h"

#include <algorithm>

#include "kernels/unit/batch/batch_fetch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/machines/cpu/fast_pixels.cpp"
#include <hwy/foreach_target.h> // compiles this file once for each instruction set

#include "kernels/unit/batch/fast_fused-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// Corresponds to rules::flat_fetch, whose gradients are the same everywhere.
void find_flat(const FetchView& view, int column, int row, int count, Block& block, Pixels& pixels) {
  const Floats py = hn::Set(f, float(row) + view.offset), offset = hn::Set(f, view.offset);
  for (int axis = 0; axis < coordinate_count(view.dimension); ++axis) {
    const Floats start = fused(py, view.down[axis], hn::Set(f, view.origin[axis]));
    for (int i = 0; i < count; i += int(hn::Lanes(f))) {
      const Floats px = hn::Add(hn::Iota(f, float(column + i)), offset);
      hn::Store(fused(px, view.right[axis], start), f, block.at[axis] + i);
    }
  }
  std::fill_n(pixels.layer, count, view.layer);
  std::fill_n(pixels.lod, count, view.lod);
  pixels.any_empty = pixels.all_empty = false;
  if (view.function != FetchKind::grad) return;
  const FetchAt at = rules::pixel_fetch(view, column, row).at;
  for (int i = 0; i < count; ++i) {
    put_gradient(at.dx, i, pixels.dx);
    put_gradient(at.dy, i, pixels.dy);
  }
}

// The rules themselves, compiled for each instruction set, so that their fused operations are instructions
// here.
[[gnu::flatten]] HWY_NOINLINE void find_each(const FetchView& view, int column, int row, int count,
                                             Block& block, Pixels& pixels) {
  int empty = 0;
  for (int i = 0; i < count; ++i) {
    const PixelFetch pixel = rules::pixel_fetch(view, column + i, row);
    pixels.empty[i] = pixel.empty;
    empty += pixel.empty;
    put_fetch(pixel.at, i, block, pixels);
  }
  pixels.any_empty = empty > 0;
  pixels.all_empty = empty == count;
}

void find_pixels_here(const FetchView& view, int column, int row, int count, Block& block, Pixels& pixels) {
  if (view.projection == Projection::flat && view.function != FetchKind::texel)
    find_flat(view, column, row, count, block, pixels);
  else
    find_each(view, column, row, count, block, pixels);
  for (int axis = coordinate_count(view.dimension); axis < 3; ++axis)
    std::fill_n(block.at[axis], count, 0.0f);
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texelscope::cpu {
HWY_EXPORT(find_pixels_here);

void find_pixels(const FetchView& view, int column, int row, int count, Block& block, Pixels& pixels) {
  HWY_DYNAMIC_DISPATCH(find_pixels_here)(view, column, row, count, block, pixels);
}
} // namespace texelscope::cpu
#endif
