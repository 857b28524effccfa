#include "kernels/machines/cuda/frame/body_kernel.h"

#include "kernels/ground/text/texts.h"
#include "kernels/machines/custom_kernel/fetch_body.h"
#include "kernels/unit/fetch/fetch_view.h"

namespace texelscope::cuda {

bool BodyKernel::load(const std::shared_ptr<const CompiledBody>& body, cudaStream_t stream) {
  if (body == loaded) return kernel != nullptr;
  loaded = body;
  kernel = nullptr;
  if (library) TEXELSCOPE_CUDA(cudaStreamSynchronize, stream);
  library.reset();
  if (!body || !body->good) return false;
  cudaError_t error = load_library(library.put(), body->code.empty() ? body->ptx.c_str() : body->code.data());
  if (error == cudaSuccess) error = library_kernel(&kernel, library.get(), "texelscope_body");
  if (error == cudaSuccess) return true;
  kernel = nullptr;
  const bool lost = is_sticky(error);
  const std::string reason = error_string(error);
  cudaGetLastError();
  MachineError refused(say(Text::body_load_failed, {reason}));
  refused.device_lost = lost;
  refused.recovered = !lost;
  throw refused;
}

void BodyKernel::launch(cudaTextureObject_t texture, const FrameRequest& request, cudaSurfaceObject_t picture,
                        cudaStream_t stream) {
  const Effective& effective = request.effective;
  FetchView view = make_fetch_view(request.session, effective, request.width, request.height);
  int3 size = {effective.width, effective.height, has_depth(effective.dimension) ? effective.depth() : 1};
  int normalized = effective.sampler.normalized_coords, width = request.width, height = request.height;
  void* parameters[] = {&texture, &view, &size, &normalized, &picture, &width, &height};
  const dim3 block(16, 16), grid(unsigned(width + 15) / 16, unsigned(height + 15) / 16);
  check(launch_kernel(kernel, grid, block, parameters, stream), "cudaLaunchKernel");
}

} // namespace texelscope::cuda
