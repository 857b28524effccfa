// Imports a sampler from C++ that fills cudaTextureDesc, the driver API's CUDA_TEXTURE_DESC, HIP's, or a
// texture reference.
//
// The code is followed statement by statement: initializers, assignments, memset, loops over constants, both
// branches of a condition, one descriptor that makes several textures, several functions. A member that is
// only known while the program runs refuses the whole descriptor, so that no session claims to be what the
// program has. Members that are not set are 0, as in CUDA after `= {}` or memset; without either of these
// they keep the present values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/state/session/spec.h"

namespace texelscope {

// A warning: what differs from the code, and why. `place`: "FILE:LINE:COLUMN: ".
struct ImportWarning {
  std::string place, sentence;
};

struct ImportedDesc {
  Sampler sampler;
  std::vector<std::string> said; // field by field: "sampler.filter: linear"
  bool zeroed = false;           // members that are not named became 0
  // The driver API's: only integers of 8 and 16 bits are converted to normalized floats, and no other format
  // is refused for it.
  bool promotes = false;
  std::vector<ImportWarning> warnings;
};

// `name`, the file's, is printed in front of messages. `which` chooses one of several descriptors: its number
// ("2"), its variable's name ("desc"), or one that it is used for ("desc#2"). Throws a UserError with line,
// column and word.
ImportedDesc import_desc(std::string_view code, std::string_view name, const Sampler& present,
                         std::string_view which = {});

struct ImportedTexture {
  std::vector<std::string> said;     // "texture.width: 512"
  std::vector<std::string> invented; // fields that the code does not state: "texture.height"
  bool several = false;              // textures that differ: none is taken
};

// Sets what the code states of its texture, in a session that has no texture of its own: format, kind of
// memory, sizes, layers, levels.
ImportedTexture take_texture(std::string_view code, Session& session);

// Sets the session's sampler.
void take_desc(const ImportedDesc& imported, Session& session);

// Whether text is meant as such a descriptor, right or wrong.
bool is_texture_desc(std::string_view source);

} // namespace texelscope
