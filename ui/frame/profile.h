// PROFILE: its settings, and the app's measurements for it.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/ground/base/async_result.h"
#include "kernels/reports/profile/live/live_reading.h"
#include "kernels/reports/profile/live/warp_footprint.h"
#include "kernels/reports/profile/report/counters.h"
#include "kernels/reports/profile/report/report.h"

namespace texelscope::ui {

struct ProfileState {
  enum class Plot { history, roofline, warp };
  bool cold = false, heat = false, counters = false;
  bool wide = true; // covers the texture's area too
  Plot plot = Plot::history;
  int scroll_frames = 0; // until the measurements, which are below the stages, are in sight
};

// The cost of a fetch after a change of the settings.
struct ProfilePoint {
  std::string label; // the change, as in the journal
  double bytes_read = 0;
  double texels_per_second = 0;
};
struct ProfileMoment {
  double at = 0; // seconds
  double texels_per_second = 0;
};
struct ProfileMark {
  double at = 0;
  std::string label;
};

// The GPU's counters of the fetch.
struct ProfileCounts {
  bool on = false;                        // requested
  std::string refused;                    // why there are none, and the cure
  std::optional<profile::Counts> a_texel; // those counted so far: of one texel, shares in percent
  int every = 0;                          // frames from one count to the next; 0: fewer than two
  double cost = 0;                        // share of the time between them that the frame waited
};

struct ProfileFrame {
  static constexpr double seconds = 60; // of history
  std::string nothing;                  // why nothing is measured; empty: it is, or soon will be
  bool on_device = false;
  std::string simd; // of a CPU: the instruction set of its fetches, "AVX2"
  std::optional<profile::LiveReading> fetch;
  double written_per_second =
      std::numeric_limits<double>::quiet_NaN(); // texels; NaN: no write kernel writes all of them
  std::string cell;                             // the nearest one's name; empty: none is similar
  profile::Condition condition;
  std::optional<double> top_clock_mhz;
  double now = 0;
  std::vector<ProfileMoment> history; // oldest first, the last `seconds`
  std::vector<ProfileMark> marks;     // changes within it
  std::vector<ProfilePoint> points;   // oldest first; the last one is the present
  std::shared_ptr<const profile::HeatMap> heat;
  ProfileCounts counts;
};

// The chosen pixel's warp.
struct WarpFrame {
  bool on_device = false;                          // otherwise nothing can be counted
  std::optional<profile::WarpFootprint> predicted; // empty: no pixel is chosen
  AsyncResult<profile::WarpCounts> counted;        // of the predicted one, on request
};

} // namespace texelscope::ui
