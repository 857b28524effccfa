// The file of a trace. The library in the traced program appends records to it, trace_records.cpp reads it.
//
// It consists of chunks of equal size. The first begins with a FileHeader; records follow, each a RecordHead
// and the payload of its kind, padded to a multiple of record_step bytes. No record lies in two chunks. All
// processes of a trace write into the same file, which they map into their memory: what a program had
// recorded before a crash is there. Their order is that of the calls: a creation is recorded after the call
// has returned, a destruction before it is made. All numbers are little endian. The structs have no padding.
#pragma once

#include <cstdint>
#include <type_traits>

#include "texelscope/texture_desc.h"

namespace texelscope::trace {

inline constexpr char file_magic[8] = {'T', 'X', 'L', 'T', 'R', 'A', 'C', 'E'};
inline constexpr std::uint32_t file_version = 1;
inline constexpr std::uint32_t record_magic = 0x4c585452; // "RTXL"
inline constexpr std::uint64_t chunk_bytes = 1u << 20, max_chunks = 256, record_step = 16;
inline constexpr int max_frames = 32;

struct FileHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t reserved;
  std::uint64_t used;     // the end of the last record, changed atomically
  std::uint64_t lost;     // records for which there was no space, likewise
  std::uint64_t start_ns; // CLOCK_MONOTONIC when the trace began
  std::uint64_t unused[3];
};

enum class RecordKind : std::uint16_t {
  process = 1,       // ProcessRecord: the library was loaded into a process
  module,            // ModuleRecord: a file of code in a process
  stack,             // StackRecord: where the thread's next record comes from
  array_create,      // ArrayRecord
  mipmapped_create,  // ArrayRecord
  array_destroy,     // HandleRecord
  mipmapped_destroy, // HandleRecord
  texture_create,    // TextureRecord
  texture_destroy,   // HandleRecord
  surface_create,    // SurfaceRecord
  surface_destroy,   // HandleRecord
  again,             // AgainRecord: as an earlier record of a creation, for another object
  memory_free,       // HandleRecord: of memory that a texture object reads
  context_destroy,   // HandleRecord
  texture_reference, // HandleRecord: a call of the legacy texture references
  texels,            // TexelsRecord: an object's texels were written into a file
  fetch_position,    // FetchPositionRecord: a texture object gets a handle that another one had
};

// Which API the program called, and which one failed or made the object: of `runtime` calls the result is a
// cudaError_t and the descriptors are the runtime's, of the others they are the driver's.
enum class Api : std::uint16_t {
  driver,
  runtime,        // refused it before it called the driver
  through_runtime // called the driver
};

struct RecordHead {
  std::uint32_t magic; // record_magic, written last: a record without it was cut off
  std::uint32_t bytes; // of head, payload and padding
  RecordKind kind;
  Api api;
  std::int32_t result; // CUresult or cudaError_t
  std::uint64_t time_ns;
  std::uint32_t process;
  std::uint32_t thread;
  std::uint64_t context;
};

struct ProcessRecord {
  std::uint32_t parent;
  std::int32_t cupti_error; // CUptiResult; -1: the library could not be opened
  std::int32_t driver_version;
  std::uint32_t cupti_version;
  char program[1024]; // its path; the record ends with it
};

struct ModuleRecord {
  std::uint64_t base, end; // addresses
  char path[1024];         // likewise
};

struct StackRecord {
  std::uint64_t count;
  std::uint64_t address[max_frames]; // innermost first
};

// cudaChannelFormatDesc, or what the driver API says instead.
struct ChannelsFacts {
  std::int32_t x, y, z, w, kind; // cudaChannelFormatKind
  std::uint32_t format;          // CUarray_format; 0: the five above
  std::uint32_t channels;
  std::uint32_t reserved;
};

struct ArrayFacts {
  std::uint64_t width, height, depth;
  std::uint32_t flags, levels; // levels: 0 if they are not known
  ChannelsFacts channels;
};

struct ArrayRecord {
  std::uint64_t handle;
  std::int32_t device;
  std::uint32_t reserved;
  ArrayFacts array;
};

struct HandleRecord {
  std::uint64_t handle; // or address
};

struct ViewFacts {
  std::int32_t format;
  std::uint32_t present; // 0: there is no view
  std::uint64_t width, height, depth;
  std::uint32_t first_level, last_level, first_layer, last_layer;
};

struct ResourceFacts {
  std::int32_t kind; // CUresourcetype
  std::uint32_t array_known;
  std::uint64_t array_handle; // of an array or mipmapped array
  ArrayFacts array;
  std::uint64_t address; // of linear and pitch memory
  std::uint64_t size_in_bytes, width, height, pitch_in_bytes;
  std::uint64_t allocation, allocation_bytes; // that the address is part of; 0: not known
  ChannelsFacts channels;
};

struct TextureRecord {
  std::uint64_t object;
  std::int32_t device;
  std::int32_t set; // 1: --set changed the descriptor; less than 0: CUDA refused that one, with -CUresult
  ResourceFacts resource;
  TextureDesc sampler; // that took effect; flags of the driver API have become the runtime's members
  ViewFacts view;
  TextureDesc original; // if `set` is 1: the program's own
};

struct AgainRecord {
  std::uint64_t object;
  std::uint64_t original; // the offset in the file of the record that it equals
};

struct SurfaceRecord {
  std::uint64_t object;
  std::int32_t device;
  std::uint32_t reserved;
  ResourceFacts resource;
};

struct TexelsRecord {
  std::uint64_t object;
  std::uint64_t launch; // after which launch since the object was made; 0: when it was destroyed
  std::uint64_t bytes;
  std::uint32_t levels;
  std::uint32_t reserved;
  char file[256]; // its name in the folder of texels
};

// With --fetches, before the record of a texture object whose handle an earlier object of the context had,
// and by the same thread. Of the fetches by this handle that the context's record memory holds (RingFile in
// kernels/studies/record/exchange.h), those of records that begin before `position` are of the objects
// before, as far back as the FetchPositionRecord of the handle before this one; the others are of the new
// object.
struct FetchPositionRecord {
  std::uint64_t handle;
  std::uint64_t position; // in bytes; all ones: it could not be read, since the context failed
};

static_assert(sizeof(FileHeader) == 64 && sizeof(RecordHead) == 40);
static_assert(std::has_unique_object_representations_v<RecordHead>);
static_assert(sizeof(ArrayFacts) == 64 && sizeof(ViewFacts) == 48);
static_assert(sizeof(ResourceFacts) == 168 && sizeof(TextureRecord) == 304 + sizeof(TextureDesc));

} // namespace texelscope::trace
