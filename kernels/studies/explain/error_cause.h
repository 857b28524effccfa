// Where the error of a fetch's component comes from.
#pragma once

#include "kernels/studies/explain/explain.h"

namespace texelscope {

// What the border color's storage in the texture's format adds to the component's error.
double border_error(const Explanation& explanation, std::size_t word);
// Whether the level of detail differs from the exact one by more than its rounding, and other shares of the
// levels with it.
bool reads_other_levels(const Explanation& explanation);
// Whether a filter with float weights would give a visibly better component: its error is more than 1/2048 of
// the span of the texels that are mixed.
bool float_weights_help(const Explanation& explanation, std::size_t word);

PictureError error_cause(const Explanation& explanation, std::size_t word);

} // namespace texelscope
