#include "kernels/cuda/device/runtime.h"

#include <algorithm>

#include "kernels/text/texts.h"

namespace texelscope::cuda {

bool is_sticky(cudaError_t error) {
  constexpr cudaError_t sticky[] = {
      cudaErrorIllegalAddress,     cudaErrorLaunchFailure,       cudaErrorLaunchTimeout,
      cudaErrorHardwareStackError, cudaErrorIllegalInstruction,  cudaErrorMisalignedAddress,
      cudaErrorInvalidPc,          cudaErrorInvalidAddressSpace, cudaErrorAssert,
      cudaErrorECCUncorrectable,   cudaErrorNvlinkUncorrectable, cudaErrorContained};
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

cudaChannelFormatDesc channel_desc(const ElementFormat& format) {
  const auto bits = [&](int channel) { return channel < format.channels ? format.bits : 0; };
  const cudaChannelFormatKind kinds[] = {cudaChannelFormatKindUnsigned, cudaChannelFormatKindSigned,
                                         cudaChannelFormatKindFloat};
  return {bits(0), bits(1), bits(2), bits(3), kinds[int(format.kind)]};
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
