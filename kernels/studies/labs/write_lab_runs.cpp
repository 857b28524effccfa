#include "kernels/studies/labs/write_lab_runs.h"

#include <sstream>

#include "kernels/ground/files/subprocess.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"

namespace texelscope {

using namespace write_lab;

Comparison compare_routes(const ElementFormat& format) {
  constexpr int size = 2048;
  return compare_write_paths(format, size, size);
}

FaultReport fault_in_subprocess(Fault fault, const std::stop_token& stop) {
  const Subprocess child = run_subprocess({"write-lab", "--fault", std::string(identifier(fault))}, stop);
  FaultReport report;
  std::istringstream output(child.out);
  if (child.code != 0 || !(output >> report.right >> report.faulty >> report.after))
    throw MachineError(say(Text::lab_fault_failed, {std::to_string(child.code)}));
  return report;
}

} // namespace texelscope
