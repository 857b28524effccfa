// Internal to explain_settings(): what a fetch would return if a setting took effect as requested, and the
// search for a fetch where that is not what the hardware returns.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "kernels/explain/explain_settings.h"
#include "kernels/text/texts.h"

namespace texelscope {

struct RequestedFetch {
  // The components of the result as numbers. Null: no fetch shows the difference, and `reason` says why.
  std::function<std::array<double, 4>(const FetchAt&)> value;
  Text reason = Text::proof_none_found;
};

// `texture`: as in effect. It and the session must outlive what is returned.
RequestedFetch requested_fetch(std::string_view field, const Session& session, const Texture& texture);

// The simplest of the fetches that differ most.
std::optional<SettingProof> find_proof(const Session& session, const Texture& texture,
                                       const RequestedFetch& requested);

} // namespace texelscope
