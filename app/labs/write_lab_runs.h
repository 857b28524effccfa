// What the write lab's verb and panel run alike.
#pragma once

#include <stop_token>

#include "kernels/coherence/write_lab.h"

namespace texelscope {

// 2048 x 2048 texels. Throws MachineError where there is no CUDA or memory is short.
write_lab::Comparison compare_routes(const ElementFormat& format);

// The faulty write in a subprocess, which loses the GPU. Throws MachineError: it could not be
// started, or did not tell.
write_lab::FaultReport fault_in_subprocess(write_lab::Fault fault, std::stop_token stop = {});

} // namespace texelscope
