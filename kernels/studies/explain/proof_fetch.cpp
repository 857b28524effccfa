#include "kernels/studies/explain/proof_fetch.h"

#include "kernels/machines/backend/device_batch.h"
#include "kernels/studies/explain/one_fetch.h"

namespace texelscope {

ProofFetch proof_fetch(BackendKind backend, std::function<void(const std::string&)> failed) {
  if (backend == BackendKind::cpu)
    return [](const Texture&, const Texture& effective, FetchKind function, const FetchAt& at) {
      return std::optional(fetch_one(nullptr, effective, function, at));
    };
  return [failed = std::move(failed)](const Texture& requested, const Texture&, FetchKind function,
                                      const FetchAt& at) -> std::optional<TexelBits> {
    try {
      return fetch_one(make_device_batch(requested).get(), requested, function, at);
    } catch (const MachineError& error) {
      failed(error.what());
      return std::nullopt;
    }
  };
}

} // namespace texelscope
