// Records what the program's kernels fetch, for `texelscope trace --fetches`: TEXELSCOPE_TRACE_FETCHES names
// a folder with the socket `modules`, at which each module is exchanged for one that records, and into which
// a file for each context is written.
//
// Once the program has loaded a module, its twin is loaded with the same options and takes its place, and the
// module itself is unloaded. Whatever fails leaves the program's own module where it is.
#pragma once

#include <cstdint>

#include <cupti.h>

namespace texelscope::trace {

// `cuda`: the driver's library.
void begin_fetches(void* cuda);
bool records_fetches();

// Calls of the driver that load and unload modules, launch kernels and wait for them.
extern const CUpti_CallbackId fetch_calls[];
extern const int fetch_call_count;
// CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize_v2, which neither the headers nor the library of CUDA 12 know.
inline constexpr CUpti_CallbackId ctx_synchronize_v2 = 800;
// False: it is none of them.
bool on_fetch_call(const CUpti_CallbackData& call, CUpti_CallbackId id);
// How many bytes of records the kernels of the context have asked for until now; 0: they record nothing yet;
// all ones: the context failed.
std::uint64_t fetch_position(CUcontext context);
// The program's `number`th texture object, counted from 1, has this handle from now on.
void texture_object_made(CUcontext context, std::uint64_t handle, std::uint64_t number);
void context_ends(CUcontext context);

} // namespace texelscope::trace
