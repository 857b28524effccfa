// Internal to the exports: the sampler as programs in CUDA's names state it, from the rows of its members.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/ground/base/strings.h"
#include "kernels/state/session/sampler_members.h"

namespace texelscope::program {

// CUDA_TEXTURE_DESC::flags, "CU_TRSF_READ_AS_INTEGER | CU_TRSF_SRGB"; 0: none.
inline std::string driver_flags(const Sampler& sampler) {
  std::vector<DriverFlag> flags;
  for_each_sampler_member([&](const SamplerNames& names, auto, auto member) {
    if constexpr (std::is_same_v<decltype(member), ReadMode Sampler::*>) {
      if (sampler.*member == ReadMode::element) flags.push_back(names.driver_flag);
    } else if constexpr (std::is_same_v<decltype(member), bool Sampler::*>) {
      if (sampler.*member) flags.push_back(names.driver_flag);
    }
  });
  std::ranges::sort(flags, {}, &DriverFlag::bit);
  std::vector<std::string> names;
  for (const DriverFlag& flag : flags)
    names.emplace_back(flag.name);
  return names.empty() ? "0" : joined(names, " | ");
}

// Calls line(member of the descriptor, texts of its values) for each member of the runtime API's descriptor,
// or the driver API's, in that order. `written` makes the text of a value.
template <class Written, class Line>
void for_each_desc_line(const Sampler& sampler, bool driver, Written&& written, Line&& line) {
  using Texts = std::vector<std::string>;
  Texts border; // the driver's is its last
  bool has_flags = false;
  for_each_sampler_member([&](const SamplerNames& names, auto, auto member) {
    Texts values;
    if constexpr (requires { (sampler.*member).size(); })
      for (const auto& value : sampler.*member)
        values.push_back(written(value));
    else
      values.push_back(written(sampler.*member));
    if (driver && names.cuda == "borderColor")
      border = values;
    else if (!driver || names.driver_flag.bit == 0)
      line(names.cuda, values);
    else if (!std::exchange(has_flags, true))
      line(std::string_view("flags"), Texts{driver_flags(sampler)});
  });
  if (driver) line(std::string_view("borderColor"), border);
}

} // namespace texelscope::program
