// Internal: the check of compiler or run time that refuses an attempt, in the order of the checks.
#pragma once

#include "kernels/state/amp/amp.h"

namespace texelscope {

struct AmpRefusal {
  AmpFailure failure;
  AmpForm form;
  std::string message; // empty: the text is not known
  Text reason;
  std::optional<Text> cuda = {}; // empty: the sentence of the access
  bool by_rules = false;         // by one of the three rules
};

std::optional<AmpRefusal> amp_refusal(const AmpAttempt& configuration);

std::string_view amp_scalar_name(AmpScalar scalar);
int amp_bits(const AmpTexture& texture); // per scalar element, the default where none are stated

} // namespace texelscope
