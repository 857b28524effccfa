#include "kernels/machines/cuda/device/runtime.h"

#include <algorithm>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/cuda/device/older_toolkit.h"

namespace texelscope::cuda {

bool is_sticky(cudaError_t error) {
  constexpr cudaError_t sticky[] = {
      cudaErrorIllegalAddress,     cudaErrorLaunchFailure,       cudaErrorLaunchTimeout,
      cudaErrorHardwareStackError, cudaErrorIllegalInstruction,  cudaErrorMisalignedAddress,
      cudaErrorInvalidPc,          cudaErrorInvalidAddressSpace, cudaErrorAssert,
      cudaErrorECCUncorrectable,   cudaErrorNvlinkUncorrectable, error_contained};
  return std::find(std::begin(sticky), std::end(sticky), error) != std::end(sticky);
}

CudaError::CudaError(const char* failed_call, cudaError_t error)
    : MachineError(say(is_sticky(error) ? Text::cuda_lost : Text::cuda_failed,
                       {failed_call, cudaGetErrorName(error), cudaGetErrorString(error)})),
      call(failed_call), code(error) {
  device_lost = is_sticky(error);
  cudaGetLastError();
}

std::string error_string(cudaError_t error) {
  return std::string(cudaGetErrorName(error)) + " (" + cudaGetErrorString(error) + ")";
}

cudaChannelFormatDesc channel_desc(const TexelFormatRow& format) {
  const auto& [x, y, z, w] = format.bits;
  return {x, y, z, w, cudaChannelFormatKind(format.runtime.value)};
}
cudaChannelFormatDesc channel_desc(const ElementFormat& format) {
  return channel_desc(*find_texel_format(format));
}

Event make_event(bool timing) {
  Event event;
  TEXELSCOPE_CUDA(cudaEventCreateWithFlags, event.put(), timing ? cudaEventDefault : cudaEventDisableTiming);
  return event;
}

PinnedMemory make_pinned(std::size_t bytes) {
  PinnedMemory memory;
  TEXELSCOPE_CUDA(cudaHostAlloc, memory.put(), bytes, cudaHostAllocDefault);
  return memory;
}

} // namespace texelscope::cuda
