// Designed fetches: a fixed list of textures and coordinates, each of which shows one rule of a texture unit.
// A unit that follows another rule returns other bits here, where it shows what the rule is.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/text/text_id.h"
#include "kernels/studies/verify/verify.h"

namespace texelscope::verify {

struct DesignedCase {
  std::string_view name; // its identifier in files; a name never stands for other fetches
  Text label;            // the rule that it shows
  Case setup;
  std::vector<FetchAt> at;

  std::vector<std::uint32_t> requests() const; // request_value_count() values each
};
const std::vector<DesignedCase>& designed_cases(); // the same on every machine

// The components that the device returns for all of a case's requests; none if it refuses the texture, for
// the reason in `refusal`.
struct DesignedResult {
  std::vector<std::uint32_t> components;
  std::string refusal;
};
// In the order of designed_cases(). Throws what the device throws.
std::vector<DesignedResult> fetch_designed(Device& device);

// The number of the case's fetches that differ from the model. `components` are as many as the case returns.
std::size_t count_differing(const DesignedCase& designed, std::span<const std::uint32_t> components);

} // namespace texelscope::verify
