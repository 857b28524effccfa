// The intermediate sums of a filter for one channel, for people to read.
#pragma once

#include <cstdint>
#include <vector>

namespace texelscope {

// Integers in the order in which they are computed. A count is in units of 2^unit: of codes if the channel is
// normalized, of integers unchanged, else of the value itself.
struct SumTrace {
  struct Step {
    static constexpr int addition = -1; // `sum`: the sum of quads of texels, aligned and truncated

    int tap = addition;       // the tap that is added, counted through all levels or probes of the fetch
    std::int64_t product = 0; // its weight times its texel, truncated to the quad's unit
    std::int64_t sum = 0;     // the running sum: of its quad; of the fetch if the format is not float
    int unit = 0;
  };

  std::vector<Step> steps; // empty: one unfiltered texel, or an infinity or NaN that determines the result
  int largest_code = 0;    // normalized: 255, 127, 65535 or 32767, the divisor of codes; else 0
  int wide = 0;            // normalized: the sum converted to 16 bits
  int largest_wide = 0;    // the divisor of `wide`: 65535 or 32767
  int digits = 0;          // floats: significant bits to which the final sum is rounded
};

} // namespace texelscope
