// Gives the program texture objects with changed descriptors, for `texelscope trace --set`:
// TEXELSCOPE_TRACE_SET names a file of ObjectChange.
#pragma once

#include <cuda.h>

#include "kernels/studies/trace/record.h"

namespace texelscope::trace {

// `cuda`: the driver's library.
void begin_changes(void* cuda);
// The driver has made the object of `record` for the program, as its `number`th texture object: the program
// gets another one, if that is to have another descriptor and CUDA makes it. `record` then describes that
// one.
void change_object(CUtexObject* object, const CUDA_RESOURCE_DESC* resource, const CUDA_TEXTURE_DESC* desc,
                   const CUDA_RESOURCE_VIEW_DESC* view, std::uint64_t number, TextureRecord& record);
bool is_changing(); // the thread's call is this file's own

} // namespace texelscope::trace
