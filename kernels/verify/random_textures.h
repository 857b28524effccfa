// Internal to random_cases: elements, sizes and mip levels of a case whose dimension is chosen.
#pragma once

#include "kernels/verify/random_cases.h"

namespace texelscope::verify {

void choose_element(Random& random, Case& c, Group group);
void choose_size(Random& random, Case& c);
void choose_mips(Random& random, Case& c, Group group);

} // namespace texelscope::verify
