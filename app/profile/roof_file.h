// The roof samples of the profiler's roofs (kernels/profile/measure/roof.h), kept between runs in the user's
// cache folder: a report a device.
#pragma once

#include "kernels/profile/measure/profiler.h"

namespace texelscope {

// While it lives, the profiler tells roofs, if it is a GPU's. It begins with what is kept, where that was
// measured with this driver and program; in the end what is new is kept too. What cannot be read or written
// is measured again.
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
