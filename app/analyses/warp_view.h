// The warp of the chosen pixel: predicted while its view is shown, and counted on request beside the frame
// loop.
//
// Belongs to one thread; counts on that thread's device.
#pragma once

#include <memory>
#include <optional>

#include "app/analyses/shown_frame.h"
#include "kernels/ground/files/latest.h"
#include "ui/frame/profile.h"

namespace texelscope {

class WarpView {
public:
  // Called once a frame in which it is shown. If nothing is chosen, the last warp stays. `wait`: waits until
  // it is counted.
  void update(const ShownFrame& shown, const std::optional<Pixel>& chosen, bool wait);
  // Counts the shown warp; does nothing if there is none, or while one is being counted.
  void count(const ShownFrame& shown);

  const ui::WarpFrame& frame() const { return frame_; }

private:
  // Everything that a footprint depends on.
  struct Subject {
    Session session; // without the fields that do not matter
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
