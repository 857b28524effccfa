// Why a module stays as it is.
#pragma once

#include <cstdint>
#include <string>

namespace texelscope::record {

struct Refusal {
  enum class Reason : std::uint8_t {
    not_closed,          // a comment or a string without its end
    structure,           // braces that do not match, a statement without its end, a line of a preprocessor
    old_version,         // PTX before ISA 6.2, which brought activemask, or no .version
    old_target,          // a target before sm_30, or none
    address_size,        // not 64 bits
    name_taken,          // an identifier begins like those that are added
    separate_sampler,    // an instruction with a sampler beside its texture
    unknown_instruction, // a tex or tld4 with other modifiers
    unknown_operands     // of a tex or tld4
  };
  Reason reason = Reason::structure;
  int line = 0; // of the PTX, from 1

  bool operator==(const Refusal&) const = default;
};

inline constexpr int refusal_reasons = int(Refusal::Reason::unknown_operands) + 1;

std::string refusal_text(const Refusal& refusal);

} // namespace texelscope::record
