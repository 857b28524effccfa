#include "app/profile/warp_view.h"

#include "kernels/backend/cuda_support.h"
#include "kernels/text/texts.h"

namespace texelscope {

using namespace profile;

// Which texels are read is nothing to do with what they or the border hold.
WarpView::Subject WarpView::subject_of(const Scene& scene, const Pixel& tile) {
  Subject subject{scene.session, scene.effective, scene.image, scene.width, scene.height,
                  tile,          scene.on_device};
  subject.session.write = {};
  subject.session.sampler.border_color = subject.effective.sampler.border_color = {};
  return subject;
}

void WarpView::update(const Scene& scene, const std::optional<Pixel>& chosen, bool wait) {
  counts_.poll(wait);
  frame_.on_device = scene.on_device;
  const bool inside =
      chosen && chosen->x >= 0 && chosen->y >= 0 && chosen->x < scene.width && chosen->y < scene.height;
  if (inside || shown_) {
    Subject next = subject_of(scene, inside ? tile_of(*chosen) : shown_->tile);
    if (shown_ != next)
      frame_.predicted =
          warp_footprint(scene.session, scene.effective, *scene.image, scene.width, scene.height, next.tile);
    shown_ = std::move(next);
  }
  frame_.counted = shown_ ? counts_.current(*shown_) : ui::AsyncResult<WarpCounts>();
}

void WarpView::count(const Scene& scene) {
  if (!shown_ || counts_.busy() || !scene.on_device || frame_.predicted->lanes == 0) return;
  counts_.forget(); // it may be counted again
  counts_.start(*shown_, [of = *shown_, session = scene.session, effective = scene.effective,
                          alone = double(frame_.predicted->requests),
                          ordinal = thread_cuda_device()](const std::stop_token&) {
    set_thread_cuda_device(ordinal);
    const WarpCounts counts = count_warp(session, effective, *of.image, of.width, of.height, of.tile);
    if (counts.quads > alone) throw MachineError(text(Text::warp_not_alone));
    return counts;
  });
}

} // namespace texelscope
