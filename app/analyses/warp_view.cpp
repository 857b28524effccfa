#include "app/analyses/warp_view.h"

#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"

namespace texelscope {

using namespace profile;

// The texels that are read do not depend on their values or on the border color.
WarpView::Subject WarpView::subject_of(const ShownFrame& shown, const Pixel& tile) {
  Subject subject{shown.session, shown.effective,  shown.image, shown.result.width, shown.result.height,
                  tile,          shown.on_device()};
  subject.session.write = {};
  subject.session.sampler.border_color = subject.effective.sampler.border_color = {};
  return subject;
}

void WarpView::update(const ShownFrame& shown, const std::optional<Pixel>& chosen, bool wait) {
  counts_.poll(wait);
  frame_.on_device = shown.on_device();
  const bool inside = chosen && chosen->x >= 0 && chosen->y >= 0 && chosen->x < shown.result.width &&
                      chosen->y < shown.result.height;
  if (inside || shown_) {
    Subject next = subject_of(shown, inside ? tile_of(*chosen) : shown_->tile);
    if (shown_ != next)
      frame_.predicted = warp_footprint(shown.session, shown.effective, *shown.image, shown.result.width,
                                        shown.result.height, next.tile);
    shown_ = std::move(next);
  }
  frame_.counted = shown_ ? counts_.current(*shown_) : AsyncResult<WarpCounts>();
}

void WarpView::count(const ShownFrame& shown) {
  if (!shown_ || counts_.busy() || !shown.on_device() || frame_.predicted->lanes == 0) return;
  counts_.forget(); // the same warp may be counted again
  counts_.start(*shown_, [of = *shown_, session = shown.session, effective = shown.effective,
                          alone = double(frame_.predicted->requests),
                          ordinal = thread_cuda_device()](const std::stop_token&) {
    set_thread_cuda_device(ordinal);
    const WarpCounts counts = count_warp(session, effective, *of.image, of.width, of.height, of.tile);
    if (counts.quads > alone) throw MachineError(text(Text::warp_not_alone));
    return counts;
  });
}

} // namespace texelscope
