// Where the legality matrix's answers come from: this process's GPU, another process's, or a capture.
#pragma once

#include <stop_token>

#include "kernels/support_matrix/legality_capture.h"

namespace texelscope {

// Each throws MachineError: no GPU, no capture, an attempt that broke the device.
legality::Outcomes answers_of_device();
legality::Outcomes answers_of_capture();
// The device's answers, by a subprocess, so that an attempt that breaks its context costs this one
// nothing.
legality::Outcomes outcomes_of_subprocess(std::stop_token stop);

legality::Capture capture_of(const legality::Outcomes& answers);

} // namespace texelscope
