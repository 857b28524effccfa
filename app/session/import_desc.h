// A sampler from C++ that fills a cudaTextureDesc: an aggregate or designated initializer, or assignments to
// its fields.
//
// What cannot be evaluated is a warning, and its field is as if nothing had been said. Fields that are not
// said are 0, as CUDA has them after `= {}` or memset; where neither stands there, they stay as they are.
// Other statements are passed over. HIP's names serve as well.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/session/spec.h"

namespace texelscope {

// Of what was not taken. `place`: "FILE:LINE:COLUMN: ".
struct ImportWarning {
  std::string place, sentence;
};

struct ImportedDesc {
  Sampler sampler;
  std::vector<std::string> said; // field by field: "sampler.filter: linear"
  bool zeroed = false;           // what is not said became 0
  std::vector<ImportWarning> warnings;
};

// `name` stands in front of messages: the file's. Throws UserError with line, column and word.
ImportedDesc import_desc(std::string_view code, std::string_view name, const Sampler& present);

// Whether text is meant to be one, right or wrong.
bool is_texture_desc(std::string_view source);

} // namespace texelscope
