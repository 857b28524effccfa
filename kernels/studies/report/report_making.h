// Makes the sections of a report, each within a time, and without what identifies a user or a machine.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernels/machines/backend/backend.h"
#include "kernels/studies/verify/report_file.h"
#include "kernels/studies/verify/verify.h"

namespace texelscope {

using MakeVerifyDevice = std::function<std::unique_ptr<verify::Device>()>;

// The sections end after `seconds` and by Ctrl+C (kernels/ground/files/interrupt.h), then with what they
// have. If they throw, the section has failed. `device`: as verify names it.
MadeSection make_verify_section(const MakeVerifyDevice& make, const std::string& device, double fetches,
                                double seconds);
MadeSection make_fetches_section(const MakeVerifyDevice& make);
MadeSection make_legality_section(double seconds);
MadeSection make_bench_section(BackendKind backend, double seconds);

struct MadeReport {
  ReportHead head;
  std::array<MadeSection, report_part_count> sections;
};
// On the first GPU, or on the CPU if there is none. Takes about `seconds`.
MadeReport make_report(double seconds);

// The user's name, home and current folder and the host's name, as far as they are known.
std::vector<std::string> private_names();
// `sentence` with "..." in place of every such name.
std::string without_names(std::string sentence, const std::vector<std::string>& names);

} // namespace texelscope
