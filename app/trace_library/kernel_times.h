// Writes how long each of the program's kernels ran, for `texelscope trace --times`: TEXELSCOPE_TRACE_TIMES
// names a folder, in which each process makes a file with a line for each launch, "1234 _Z6kernelPf": the
// nanoseconds on the device, by CUPTI's activity records, and the kernel's mangled name. In their place
// stands
// "! 35" if CUPTI refused to measure, with its error.
#pragma once

namespace texelscope::trace {

// `cupti`: its library.
void begin_kernel_times(void* cupti);
// Before a context and its records end.
void flush_kernel_times();

} // namespace texelscope::trace
