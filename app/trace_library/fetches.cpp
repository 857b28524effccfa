#include "app/trace_library/fetches.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include <cuda.h>

#include "app/trace_library/fetch_driver.h"
#include "app/trace_library/fetch_rings.h"
#include "app/trace_library/module_exchange.h"
#include "app/trace_library/twin_check.h"
#include "app/trace_library/twins.h"

namespace texelscope::trace {

const CUpti_CallbackId fetch_calls[] = {CUPTI_DRIVER_TRACE_CBID_cuLibraryLoadData,
                                        CUPTI_DRIVER_TRACE_CBID_cuLibraryLoadFromFile,
                                        CUPTI_DRIVER_TRACE_CBID_cuModuleLoad,
                                        CUPTI_DRIVER_TRACE_CBID_cuModuleLoadData,
                                        CUPTI_DRIVER_TRACE_CBID_cuModuleLoadDataEx,
                                        CUPTI_DRIVER_TRACE_CBID_cuModuleLoadFatBinary,
                                        CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload,
                                        CUPTI_DRIVER_TRACE_CBID_cuModuleUnload,
                                        CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
                                        CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
                                        CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
                                        CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,
                                        CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize,
                                        ctx_synchronize_v2,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuEventSynchronize,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2_ptds,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoH_v2,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoH_v2_ptds,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy2D_v2,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy2D_v2_ptds,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DUnaligned_v2,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DUnaligned_v2_ptds,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy3D_v2,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy3D_v2_ptds,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy_ptds};
const int fetch_call_count = int(std::size(fetch_calls));

namespace {
char folder[1024];
bool enabled = false;
thread_local bool inside = false; // a call of these files' own

// Null: the legacy default stream, which cannot be captured.
CUstream stream_of(const CUpti_CallbackData& call, CUpti_CallbackId id) {
  const auto given = [&]<class Params>(Params) {
    const auto& p = *static_cast<const Params*>(call.functionParams);
    if constexpr (requires { p.config; })
      return p.config ? p.config->hStream : nullptr;
    else
      return p.hStream;
  };
  const auto of_thread = [](CUstream stream) { return stream ? stream : CU_STREAM_PER_THREAD; };
  switch (id) {
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
    return given(cuLaunchKernel_params());
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz:
    return of_thread(given(cuLaunchKernel_ptsz_params()));
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
    return given(cuLaunchKernelEx_params());
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz:
    return of_thread(given(cuLaunchKernelEx_ptsz_params()));
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
    return given(cuLaunchCooperativeKernel_params());
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz:
    return of_thread(given(cuLaunchCooperativeKernel_ptsz_params()));
  case CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch:
    return given(cuGraphLaunch_params());
  case CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz:
    return of_thread(given(cuGraphLaunch_ptsz_params()));
  default:
    return nullptr;
  }
}

void unloads(CUcontext context, const void* handle) {
  copy_counts(context);
  twin_ends(handle);
}
} // namespace

void begin_fetches(void* cuda) {
  const char* path = std::getenv("TEXELSCOPE_TRACE_FETCHES");
  if (path == nullptr || *path != '/' || std::strlen(path) >= sizeof folder) return;
  enabled = find_fetch_driver(cuda);
  std::strcpy(folder, path);
  exchange_in(folder);
  begin_twin_checks(cuda);
  begin_rings(folder);
}

bool records_fetches() {
  return enabled;
}

bool on_fetch_call(const CUpti_CallbackData& call, CUpti_CallbackId id) {
  if (std::find(fetch_calls, fetch_calls + fetch_call_count, id) == fetch_calls + fetch_call_count)
    return false;
  if (inside) return true;
  inside = true;
  const bool begins = call.callbackSite == CUPTI_API_ENTER;
  std::int32_t result = 0;
  if (!begins) std::memcpy(&result, call.functionReturnValue, sizeof result);
  switch (id) {
  case CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload:
    if (begins)
      unloads(call.context, static_cast<const cuLibraryUnload_params*>(call.functionParams)->library);
    break;
  case CUPTI_DRIVER_TRACE_CBID_cuModuleUnload:
    if (begins) unloads(call.context, static_cast<const cuModuleUnload_params*>(call.functionParams)->hmod);
    break;
  case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2:
  case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz:
  case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph:
  case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz:
    if (!begins) stream_capture_changed(true, result);
    break;
  case CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture:
  case CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture_ptsz:
    if (!begins) stream_capture_changed(false, result);
    break;
  case CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize:
  case ctx_synchronize_v2:
  case CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize:
  case CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize_ptsz:
  case CUPTI_DRIVER_TRACE_CBID_cuEventSynchronize:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2_ptds:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoH_v2:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoH_v2_ptds:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy2D_v2:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy2D_v2_ptds:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DUnaligned_v2:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DUnaligned_v2_ptds:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy3D_v2:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy3D_v2_ptds:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy_ptds:
    if (!begins) copy_counts(call.context);
    break;
  default:
    if (on_load(call, id, !begins && result == CUDA_SUCCESS)) break;
    if (begins) {
      launch_begins(call.context, stream_of(call, id));
      arm(call.context);
    } else {
      launch_ended(result);
    }
  }
  inside = false;
  return true;
}

std::uint64_t fetch_position(CUcontext context) {
  if (inside) return 0;
  inside = true;
  const std::uint64_t position = ring_position(context);
  inside = false;
  return position;
}

void texture_object_made(CUcontext context, std::uint64_t handle, std::uint64_t number) {
  if (!enabled || inside) return;
  inside = true;
  choose_object(context, handle, number);
  inside = false;
}

void context_ends(CUcontext context) {
  if (!enabled || inside) return;
  inside = true; // the copy's own calls are none of the program's
  end_ring(context);
  contexts_changed();
  inside = false;
}

} // namespace texelscope::trace
