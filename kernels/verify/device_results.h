// What CUDA returns for a case: the other half of what verify compares, and of what the captures hold.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/verify/case.h"

namespace texelscope::verify {

// result_words() words a request. Nothing where CUDA refuses the texture or its sampler; `refusal` then says how. Throws
// MachineError when the device fails, and in a build without CUDA.
std::optional<std::vector<std::uint32_t>> device_results(const Case& c, const Texture& texture, std::span<const FetchAt> at, std::string& refusal);

// The model's, of the same shape. Surface writes change `texels`, the bytes of level 0.
std::vector<std::uint32_t> model_results(const Case& c, const Texture& texture, std::span<const FetchAt> at, std::byte* texels);

// What surface write number `index` writes.
SurfaceWords written_value(const Case& c, std::size_t index);

} // namespace texelscope::verify
