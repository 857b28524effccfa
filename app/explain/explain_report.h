// The explanation of a fetch and of the sampler's settings, as text and as JSON with the same content.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/explain/report_agreement.h"
#include "kernels/explain/explain.h"
#include "kernels/explain/explain_settings.h"
#include "kernels/explain/measured_weights.h"

namespace texelscope {

// `device`: the device whose values the backend returned. `weights`: measured for this fetch; null: none
// were. `agreement`: what a report says about the class.
std::string explain_text(const FetchExplanation& explanation, const std::string& device,
                         const MachineWeights* weights = nullptr);
std::string explain_json(const FetchExplanation& explanation, const std::string& device,
                         const MachineWeights* weights = nullptr,
                         const std::optional<ReportAgreement>& agreement = {});
std::string settings_text(const std::vector<SettingReport>& settings, Dimension dimension,
                          const std::string& device);
std::string settings_json(const std::vector<SettingReport>& settings, Dimension dimension,
                          const std::string& device, const std::optional<ReportAgreement>& agreement = {});

} // namespace texelscope
