// The warp of the chosen pixel: predicted while its view is shown, counted on request beside the frame loop.
//
// Belongs to one thread; counts on that thread's device.
#pragma once

#include <memory>
#include <optional>

#include "app/base/latest.h"
#include "ui/frame/profile.h"

namespace texelscope {

class WarpView {
public:
  struct Scene {
    const Session& session;
    const Effective& effective;
    std::shared_ptr<const Image> image;
    int width, height; // of the picture
    bool on_device;
  };
  // Once a frame in which it is shown. Nothing chosen: the last one stays. `wait`: until it is counted.
  void update(const Scene& scene, const std::optional<Pixel>& chosen, bool wait);
  // The one that is shown; nothing where there is none, and while one is being counted.
  void count(const Scene& scene);

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
  static Subject subject_of(const Scene& scene, const Pixel& tile);

  std::optional<Subject> shown_; // the last one
  ui::WarpFrame frame_;
  Latest<Subject, profile::WarpCounts> counts_; // last: its thread ends before the rest
};

} // namespace texelscope
