// Copies the texels of texture objects from the device into files: those that `texelscope trace --texels`
// asks for by TEXELSCOPE_TRACE_TEXELS, a folder, and TEXELSCOPE_TRACE_LAUNCH.
//
// The copies go through a stream of their own, which a capture of the program's streams does not see. They
// wait for the program's work, unless it has ever captured a stream: waiting would end a capture.
#pragma once

#include <cstdint>

namespace texelscope::trace {

// `cuda`: the driver's library.
void begin_texels(void* cuda);
bool saves_texels();
bool saves_at_launches();

void capture_begins();
// The object is about to be destroyed. Its context is the thread's current one, as below.
void save_destroyed(std::uint64_t object, std::uint64_t context);
void texture_made(std::uint64_t object, std::uint64_t context);
void launched(std::uint64_t context);

} // namespace texelscope::trace
