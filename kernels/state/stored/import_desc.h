// Imports a sampler from C++ that fills a cudaTextureDesc by an aggregate or designated initializer or by
// assignments to its fields.
//
// What cannot be evaluated is a warning, and its field counts as not set. Fields that are not set are 0, as
// in CUDA after `= {}` or memset; without either of these they keep their values. Other statements are
// skipped. HIP's names work too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/state/session/spec.h"

namespace texelscope {

// A warning about code that was not imported. `place`: "FILE:LINE:COLUMN: ".
struct ImportWarning {
  std::string place, sentence;
};

struct ImportedDesc {
  Sampler sampler;
  std::vector<std::string> said; // field by field: "sampler.filter: linear"
  bool zeroed = false;           // members that are not named became 0
  std::vector<ImportWarning> warnings;
};

// `name`, the file's, is printed in front of messages. Throws a UserError with line, column and word.
ImportedDesc import_desc(std::string_view code, std::string_view name, const Sampler& present);

// Whether text is meant as such a descriptor, right or wrong.
bool is_texture_desc(std::string_view source);

} // namespace texelscope
