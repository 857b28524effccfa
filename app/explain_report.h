// The story of a fetch and of the sampler's settings, as text and as JSON with the same content.
#pragma once

#include <string>
#include <vector>

#include "kernels/explain.h"
#include "kernels/explain_settings.h"

namespace texelscope {

struct FetchStory {
  Explanation fetch;
  std::vector<std::string> reasons;
};

// `device`: whose values the backend returned.
std::string explain_text(const FetchStory& story, const std::string& device);
std::string explain_json(const FetchStory& story, const std::string& device);
std::string settings_text(const std::vector<SettingReport>& settings, Dimension dimension,
                          const std::string& device);
std::string settings_json(const std::vector<SettingReport>& settings, Dimension dimension,
                          const std::string& device);

// Shared by both forms.
std::string word_name(const Explanation& fetch, std::size_t word);         // "R"; of a gather "R 0"
std::string shortest_float(float value);                                   // the fewest digits that read back
double step_value(const SumTrace& sum, std::int64_t count, int unit);      // what a partial sum means
std::string proof_call(const SettingReport& setting, Dimension dimension); // "tex2D(1.25, 0.5)"

} // namespace texelscope
