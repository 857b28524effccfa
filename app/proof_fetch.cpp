#include "app/proof_fetch.h"

#include "app/one_fetch.h"
#include "kernels/device_batch.h"

namespace texelscope {

ProofFetch proof_fetch(BackendKind backend, std::function<void(const std::string&)> failed) {
  if (backend == BackendKind::cpu)
    return [](const Texture&, const Texture& effective, FetchKind function, const FetchAt& at) {
      return std::optional(fetch_one(nullptr, effective, function, at));
    };
  return [failed = std::move(failed)](const Texture& asked, const Texture&, FetchKind function,
                                      const FetchAt& at) -> std::optional<TexelBits> {
    try {
      return fetch_one(make_device_batch(asked).get(), asked, function, at);
    } catch (const MachineError& error) {
      failed(error.what());
      return std::nullopt;
    }
  };
}

} // namespace texelscope
