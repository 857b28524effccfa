// Internal to the library's public interface: a batch that can be stopped.
#pragma once

#include <functional>

#include "texelscope/batch.h"

namespace texelscope::detail {

// fetch() of batch.h. `stops` is called now and then by each thread that works on the batch; once it returns
// true, the rest is left out. Empty: never.
void fetch(const TextureObject& texture, const Batch& batch, Wanted wanted, std::size_t numbers_each,
           void* results, std::size_t count, int threads, const std::function<bool()>& stops);

} // namespace texelscope::detail
