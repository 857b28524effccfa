// The runs that the write lab's verb and panel share.
#pragma once

#include <stop_token>

#include "kernels/reports/coherence/write_lab.h"

namespace texelscope {

// Compares at 2048 x 2048 texels. Throws MachineError if there is no CUDA or memory is short.
write_lab::Comparison compare_routes(const ElementFormat& format);

// Makes the faulty write in a subprocess, which loses the GPU. Throws MachineError if it could not be started
// or reported nothing.
write_lab::FaultReport fault_in_subprocess(write_lab::Fault fault, const std::stop_token& stop = {});

} // namespace texelscope
