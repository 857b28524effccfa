// What the library in a traced program and `texelscope trace` tell each other: over a socket each module that
// the program loads, answered by the module that records, and where something is wrong with that one, what it
// is; and in a file for each context what it recorded.
// All numbers are little endian. The structs have no padding.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/studies/record/record_layout.h"

namespace texelscope::record {

inline constexpr std::uint32_t question_magic = 0x514d5854, answer_magic = 0x414d5854,
                               outcome_magic = 0x4f4d5854; // "TXMQ", "TXMA", "TXMO"

struct ModuleQuestion { // the image follows
  std::uint32_t magic;
  std::uint32_t process;
  std::uint32_t architecture;   // of the device: 90 for 9.0
  std::uint32_t driver_version; // 13000
  std::uint64_t image_bytes;
  std::uint32_t linked; // 1: ImageExtent says so
  std::uint32_t reserved;
};

struct ModuleAnswer { // the PTX follows, with its NUL
  std::uint32_t magic;
  std::uint32_t sites;
  std::uint64_t first_site;    // within the process
  std::uint64_t ptx_bytes;     // 0: the program's own module stays
  std::uint32_t max_registers; // a thread's, with which the module was compiled; 0: not limited
  std::uint32_t reserved;
};

// Of the module of the last answer, whose place the program's own one keeps; but for launch_failed.
enum class Outcome : std::uint32_t {
  refused = 1,   // CUDA did not load it: `result`
  fewer_threads, // a block of one of its kernels could have `threads`, instead of `threads_before`
  too_many,      // modules are recorded already
  launch_failed, // later: CUDA refused a launch for want of resources, which recording may have taken:
                 // `result`
};

struct ModuleOutcome { // nothing answers it
  std::uint32_t magic;
  std::uint32_t process;
  Outcome outcome;
  std::int32_t result; // CUresult
  std::uint32_t threads, threads_before;
};

inline constexpr std::uint64_t page = 4096;

// The beginning of such a file; the SiteCounts of max_sites sites follow at `page`, in all copies, and the
// record memory.
struct RingFile {
  char magic[8]; // ring_magic
  std::uint32_t version;
  std::uint32_t process;
  std::uint64_t context;
  std::uint64_t record_bytes;
  // Where the next record of the trace (kernels/studies/trace/record.h) goes when the file is made: the
  // texture objects of the file are those that the context made before, and until the record of the context's
  // end that follows. Another context may get the same number later.
  std::uint64_t begins;
  std::uint64_t launches; // of the context, if they are counted: for --launches
  std::uint64_t copies;   // how often control block and counts were copied; 0: never
  ControlBlock control;
};
inline constexpr char ring_magic[8] = {'T', 'X', 'L', 'F', 'E', 'T', 'C', 'H'};
inline constexpr std::uint32_t ring_version = 3;
inline constexpr std::uint64_t records_offset = page + counts_bytes;

static_assert(sizeof(ModuleQuestion) == 32 && sizeof(ModuleAnswer) == 32 && sizeof(ModuleOutcome) == 24 &&
              sizeof(RingFile) == 400);
static_assert(records_offset % page == 0 && std::has_unique_object_representations_v<RingFile>);

} // namespace texelscope::record
