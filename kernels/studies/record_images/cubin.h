// A cubin: the machine code of a module as ELF.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/studies/record_images/ptx_head.h"

namespace texelscope::modules {

struct CubinFunction {
  std::string name; // in the program
  TextureUse textures;
};

struct Cubin {
  int architecture = 0;                 // 90; whether it is 90a, a cubin does not say
  bool relocatable = false;             // a part of a program (-rdc=true), to be linked
  bool textures_known = false;          // before Volta instructions are not read
  std::vector<CubinFunction> functions; // those with machine code
};

// Empty if it is none, if it is cut, or if its parts do not fit together.
std::optional<Cubin> read_cubin(std::span<const std::byte> bytes);

} // namespace texelscope::modules
