// Where the legality matrix's outcomes come from: this process's GPU, a subprocess, or a capture.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

#include "kernels/reports/support_matrix/legality_capture.h"

namespace texelscope {

// Each throws MachineError if there is no GPU, no capture, or a configuration broke the device.
legality::Outcomes answers_of_device();
legality::Outcomes answers_of_capture();
// The outcomes in a capture, or in the file of `texelscope report`. Throws UserError and FileError.
legality::Outcomes answers_of_file(const std::filesystem::path& file);
legality::Outcomes answers_of_text(const std::string& capture, const std::string& name);
// The device's outcomes, from a subprocess, so that a configuration that breaks its context does not affect
// this one.
legality::Outcomes outcomes_of_subprocess(const std::stop_token& stop);

legality::Capture capture_of(const legality::Outcomes& answers);

} // namespace texelscope
