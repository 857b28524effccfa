// An explanation's parts as short texts, the same for the command line and the window.
#pragma once

#include <string>

#include "kernels/studies/explain/explain.h"
#include "kernels/studies/explain/explain_settings.h"
#include "kernels/studies/explain/measured_weights.h"

namespace texelscope {

std::string shortest_float(float value);                              // the fewest digits that read back
std::string brief_text(double value);                                 // six digits, "NaN" or an infinity
std::string float_text(float value);                                  // with its bits: "0.5 3f000000"
std::string word_name(const Explanation& fetch, std::size_t word);    // "R"; of a gather "R 0"
const char* channel_name(std::size_t channel);                        // "R"
std::string value_text(const Explanation& fetch, std::uint32_t word); // in the result's type
std::string component_text(const ExplainedComponent& component);      // in its own type
double step_value(const SumTrace& sum, std::int64_t count, int unit); // the value of a partial sum
// "12,7", or a replacement for it: the border color, a missing texel.
std::string tap_text(const Explanation& fetch, const TapTrace& tap);
// The same for a measured one, with its level and plane where the fetch alone does not determine them.
// `brief`: "L1 12,7" in place of "level 1, 12,7".
std::string measured_text(const Explanation& fetch, const MeasuredTexel& texel, bool brief = false);
std::string memory_text(const MemoryTexel& texel); // "byte 16512 of memory: texel 48,32"
// "block 3,2 (BC1): colors between the end points 255 0 0 and 0 0 0, index 2 of 0 to 3"
std::string block_text(const BlockTexel& texel);
std::string stored_text(const ElementFormat& format, std::uint32_t stored); // a channel's bits: "7f"
std::string weight_text(int weight, int bits);                              // "127/256"
std::string levels_text(int over_256);                                      // "1.5 = 384/256"
// How a steeper fraction changes the bias and the fraction: "bias - 0.25, fraction x 2".
std::string slope_text(const ExplainedLod& lod);
std::string gradient_text(const Explanation& fetch, const Gradient& gradient);
std::string mode_text(const Explanation& fetch, std::size_t axis); // "wrap", or that the cube is seamless
std::string coordinate_text(const Explanation& fetch); // as passed to the function: "0.25, 0.5", an index
// "Pixel 3,4 of 640 x 480"; if no pixel of the picture has the coordinate, "Coordinate 0.25, 0.5".
std::string target_text(const Explanation& fetch);
// How the backend's component compares with the model's; empty if it was not requested.
std::string returned_text(const Explanation& fetch, std::size_t word);
bool returned_same(const Explanation& fetch); // all components are the same, or nothing was returned

// The effective value of a setting, and why: two sentences, or a short phrase and its rule.
std::string with_rule(const SettingReport& setting);
std::string proof_call(const SettingReport& setting, Dimension dimension); // "tex2D(1.25, 0.5)"

} // namespace texelscope
