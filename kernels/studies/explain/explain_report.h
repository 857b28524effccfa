// The explanation of a fetch and of the sampler's settings, as text and as JSON with the same content.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "kernels/studies/explain/explain.h"
#include "kernels/studies/explain/explain_settings.h"
#include "kernels/studies/explain/measured_weights.h"

namespace texelscope {

// `device`: the device whose values the backend returned. `weights`: measured for this fetch; null: none
// were. `report`: what a report says about the class, report_agreement.h; null: there is none.
std::string explain_text(const FetchExplanation& explanation, const std::string& device,
                         const MachineWeights* weights = nullptr);
std::string explain_json(const FetchExplanation& explanation, const std::string& device,
                         const MachineWeights* weights = nullptr, const nlohmann::ordered_json& report = {});
// Without a report.
nlohmann::ordered_json explanation_json(const FetchExplanation& explanation, const std::string& device,
                                        const MachineWeights* weights = nullptr);
std::string settings_text(const std::vector<SettingReport>& settings, Dimension dimension,
                          const std::string& device);
std::string settings_json(const std::vector<SettingReport>& settings, Dimension dimension,
                          const std::string& device, const nlohmann::ordered_json& report = {});

} // namespace texelscope
