// The warp of the chosen pixel: predicted while its view is shown, counted on request beside the frame loop.
//
// Belongs to one thread; counts on that thread's device.
#pragma once

#include <memory>
#include <optional>

#include "app/base/latest.h"
#include "app/base/shown_frame.h"
#include "ui/frame/profile.h"

namespace texelscope {

class WarpView {
public:
  // Once a frame in which it is shown. Nothing chosen: the last one stays. `wait`: until it is counted.
  void update(const ShownFrame& shown, const std::optional<Pixel>& chosen, bool wait);
  // The one that is shown; nothing where there is none, and while one is being counted.
  void count(const ShownFrame& shown);

  const ui::WarpFrame& frame() const { return frame_; }

private:
  // All that a footprint depends on.
  struct Subject {
    Session session; // without what does not matter
    Effective effective;
    std::shared_ptr<const Image> image;
    int width = 0, height = 0;
    Pixel tile;
    bool on_device = false;
    bool operator==(const Subject&) const = default;
  };
  static Subject subject_of(const ShownFrame& shown, const Pixel& tile);

  std::optional<Subject> shown_; // the last one
  ui::WarpFrame frame_;
  Latest<Subject, profile::WarpCounts> counts_; // last: its thread ends before the rest
};

} // namespace texelscope
