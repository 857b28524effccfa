#include "app/write_lab_runs.h"

#include <sstream>

#include "app/own_process.h"
#include "kernels/backend.h"
#include "kernels/texts.h"

namespace texelscope {

using namespace write_lab;

Comparison compare_routes(const ElementFormat& format) {
  constexpr int size = 2048;
  return compare_write_paths(format, size, size);
}

FaultReport fault_in_own_process(Fault fault, std::stop_token stop) {
  const OwnProcess child = run_own_process({"write-lab", "--fault", std::string(identifier(fault))}, stop);
  FaultReport report;
  std::istringstream words(child.out);
  if (child.code != 0 || !(words >> report.right >> report.faulty >> report.after))
    throw MachineError(say(Text::lab_fault_failed, {std::to_string(child.code)}));
  return report;
}

} // namespace texelscope
