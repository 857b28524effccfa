// The linker puts this in the place of make_cuda_choices() (--wrap in tests/CMakeLists.txt), so that the
// program takes advice on a machine without a GPU: from the model, whose launches take a while.
#include "tests/kernels/reports/advise/model_choices.h"

namespace texelscope::tests {

std::unique_ptr<advise::ChoiceMachine> make_model_choices(const advise::Scene& scene) asm(
    "__wrap__ZN10texelscope6advise17make_cuda_choicesERKNS0_5SceneE");

std::unique_ptr<advise::ChoiceMachine> make_model_choices(const advise::Scene& scene) {
  return std::make_unique<ModelChoices>(scene, std::chrono::milliseconds(2));
}

} // namespace texelscope::tests
