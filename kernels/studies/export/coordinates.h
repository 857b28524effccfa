// Internal to the exports: the statements that compute a pixel's fetch, those of fetch_rules.h that the
// session needs, with its numbers in them.
#pragma once

#include <array>
#include <string>

#include "kernels/studies/export/code.h"
#include "kernels/unit/fetch/fetch_rules.h"

namespace texelscope::program {

int axis_count(Dimension dimension); // of a coordinate; a cube's is a direction

// The statements use the int names `column` and `row`; the other members are expressions.
struct FetchCode {
  std::string functions;  // placed before the kernel
  std::string statements; // each line unindented
  std::array<Term, 3> at = {0.0f, 0.0f, 0.0f};
  std::array<Term, 3> dx = {0.0f, 0.0f, 0.0f}, dy = {0.0f, 0.0f, 0.0f}; // filled for FetchKind::grad alone
  std::string layer, lod, texel;
};

// `nothing`: the statement for a pixel that the view leaves empty.
FetchCode fetch_code(const FetchView& view, Language language, const std::string& nothing);

} // namespace texelscope::program
