// The rungs of the profiler's roofs (kernels/profile/roof.h), kept between runs in the user's cache folder: a report a device.
#pragma once

#include <vector>

#include "kernels/profile/report.h"

namespace texelscope {

// None where there is no file, where it cannot be read, or where another driver or program measured.
std::vector<profile::Measured> load_rungs(const profile::Machine& machine);
// What cannot be written is measured again the next time.
void save_rungs(const profile::Machine& machine, const std::vector<profile::Measured>& rungs);

} // namespace texelscope
