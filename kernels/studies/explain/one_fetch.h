// Makes one fetch by the texture unit's fast path or by a GPU, for proofs and lessons.
#pragma once

#include "kernels/machines/backend/device_batch.h"

namespace texelscope {

// `device`: null for the CPU. Throws MachineError.
TexelBits fetch_one(DeviceBatch* device, const Texture& texture, FetchKind function, const FetchAt& at);

} // namespace texelscope
