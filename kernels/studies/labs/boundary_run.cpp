#include "kernels/studies/labs/boundary_run.h"

namespace texelscope {

using namespace write_lab;

BoundaryResult run_boundary_test(const BoundaryTest& boundary_test, bool on_device) {
  const std::vector<WriteDestination> rule = landings_by_rule(boundary_test);
  BoundaryResult made{boundary_test, on_device ? landings_on_device(boundary_test) : rule, 0};
  for (std::size_t i = 0; i < rule.size(); ++i)
    made.unlike_rule += made.destinations[i] != rule[i];
  return made;
}

} // namespace texelscope
