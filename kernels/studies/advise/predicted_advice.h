// Advice without a GPU: rates from the stored figures of a device, errors from the model of its texture unit
// and from the arithmetic of kernels that load.
#pragma once

#include <memory>
#include <optional>

#include "kernels/studies/advise/advice.h"
#include "kernels/studies/advise/device_figures.h"

namespace texelscope::advise {

// How the device of the figures would run the scene's choices. Both must outlive it. Uploads and the texels'
// pitch are unknown there. Throws UserError if no standard scene is like this one.
std::unique_ptr<ChoiceMachine> make_predicted_choices(const Scene& scene, const DeviceFigures& figures);

// Throws UserError as above. Empty: `progress` stopped it.
std::optional<Advice> predict(const StudiedScene& studied, const DeviceFigures& figures,
                              std::optional<double> allowed_error, const AdviceProgress& progress);

} // namespace texelscope::advise
