// Internal to explain_settings(): what a fetch would return if a setting did what its words say, and the
// search for a fetch where that is not what the hardware returns.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "kernels/explain/explain_settings.h"
#include "kernels/text/texts.h"

namespace texelscope {

struct AskedFetch {
  // The words of the result as numbers; null: no fetch can tell, for `reason`.
  std::function<std::array<double, 4>(const FetchAt&)> value;
  Text reason = Text::proof_none_found;
};

// `texture`: as in effect. It and the session must outlive what is returned.
AskedFetch requested_fetch(std::string_view field, const Session& session, const Texture& texture);

// The simplest of the fetches that differ most.
std::optional<SettingProof> find_proof(const Session& session, const Texture& texture,
                                       const AskedFetch& requested);

} // namespace texelscope
