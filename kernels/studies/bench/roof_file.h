// Keeps the roof samples of the profiler (kernels/reports/profile/measure/roof.h) between runs, in the user's
// cache folder, as one report per device.
#pragma once

#include "kernels/reports/profile/measure/profiler.h"

namespace texelscope {

// While it lives, the profiler of a GPU computes roofs. It begins with the kept samples that were measured
// with this driver and program, and finally saves new ones too. Samples that cannot be read or written are
// measured again.
class KeptRoofSamples {
public:
  KeptRoofSamples(profile::Profiler& profiler, const profile::Machine& machine);
  ~KeptRoofSamples();
  KeptRoofSamples(const KeptRoofSamples&) = delete;
  KeptRoofSamples& operator=(const KeptRoofSamples&) = delete;

private:
  profile::Profiler& profiler;
  profile::Machine machine;
  std::size_t kept = 0;
};

} // namespace texelscope
