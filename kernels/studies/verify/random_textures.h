// Internal to random_cases: chooses elements, sizes and mip levels of a case with a given dimension.
#pragma once

#include "kernels/studies/verify/random_cases.h"

namespace texelscope::verify {

void choose_element(Random& random, Case& c, Group group);
void choose_long_size(Random& random, Case& c, bool mips);
void choose_size(Random& random, Case& c);
// Of the kinds of array that can be so long: after sizes and levels.
void choose_array_kind(Random& random, Case& c);
void choose_mips(Random& random, Case& c, Group group);

} // namespace texelscope::verify
