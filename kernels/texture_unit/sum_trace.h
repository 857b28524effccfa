// What a filter forms on its way to one channel's result, for people to read.
#pragma once

#include <cstdint>
#include <vector>

namespace texelscope {

// Whole numbers, in the order in which they are formed. A count is that many 2^unit: of codes where the
// channel is normalized, of integers as they are, else of the value itself.
struct SumTrace {
  struct Step {
    static constexpr int addition = -1; // `sum`: what quads of texels come to, aligned and cut

    int tap = addition;       // whose turn it is, counted through all levels or probes of the fetch
    std::int64_t product = 0; // its weight times its texel, cut to the quad's unit
    std::int64_t sum = 0;     // with all before it: of its quad; of the fetch where the format is no float
    int unit = 0;
  };

  std::vector<Step> steps; // empty: one texel as it is, or an infinity or NaN that decides alone
  int largest_code = 0;    // normalized: 255, 127, 65535 or 32767, by which codes are divided; else 0
  int wide = 0;            // normalized: the sum brought to 16 bits
  int largest_wide = 0;    // by which that is divided: 65535 or 32767
  int digits = 0;          // floats: significant bits to which the last sum is rounded
};

} // namespace texelscope
