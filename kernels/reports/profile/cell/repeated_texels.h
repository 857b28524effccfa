// The texels of a cell for the model: a level of any size, in memory that repeats every 4 MB.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/reports/profile/cell/texels.h"

namespace texelscope::profile {

class RepeatedTexels {
public:
  // Readable up to Image::padding bytes behind `bytes`. Throws MachineError if memory or addresses are short.
  RepeatedTexels(WordMask mask, std::size_t bytes);
  ~RepeatedTexels();
  RepeatedTexels(const RepeatedTexels&) = delete;
  RepeatedTexels& operator=(const RepeatedTexels&) = delete;
  const std::byte* data() const { return static_cast<const std::byte*>(mapped); }

private:
  void* mapped = nullptr;
  std::size_t size = 0;
};

} // namespace texelscope::profile
