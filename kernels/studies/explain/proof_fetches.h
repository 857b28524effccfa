// Internal to explain_settings(): the value that a fetch would return if a setting took effect as requested,
// and the search for a fetch where the hardware returns another value.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_settings.h"

namespace texelscope {

struct RequestedFetch {
  // Returns the components of the result as numbers. Null: no fetch shows the difference, for the given
  // `reason`.
  std::function<std::array<double, 4>(const FetchAt&)> value;
  Text reason = Text::proof_none_found;
};

// `texture`: with the effective sampler. It and the session must outlive the result.
RequestedFetch requested_fetch(std::string_view field, const Session& session, const Texture& texture);

// Returns the simplest of the fetches that differ most.
std::optional<SettingProof> find_proof(const Session& session, const Texture& texture,
                                       const RequestedFetch& requested);

} // namespace texelscope
