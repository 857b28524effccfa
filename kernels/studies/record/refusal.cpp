#include "kernels/studies/record/refusal.h"

#include <array>

#include "kernels/ground/text/texts.h"

namespace texelscope::record {

std::string refusal_text(const Refusal& refusal) {
  static constexpr std::array<Text, refusal_reasons> texts = {
      Text::record_not_closed,       Text::record_structure,           Text::record_old_version,
      Text::record_old_target,       Text::record_address_size,        Text::record_name_taken,
      Text::record_separate_sampler, Text::record_unknown_instruction, Text::record_unknown_operands,
  };
  return say(texts.at(std::size_t(refusal.reason)), {std::to_string(refusal.line)});
}

} // namespace texelscope::record
