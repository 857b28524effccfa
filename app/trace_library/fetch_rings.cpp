#include "app/trace_library/fetch_rings.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "app/trace_library/fetch_driver.h"
#include "app/trace_library/trace_file.h"

namespace texelscope::trace {

using namespace record;

namespace {
// Of a context, the first for which there is space.
constexpr std::uint64_t record_sizes[] = {std::uint64_t(256) << 20, std::uint64_t(32) << 20,
                                          std::uint64_t(4) << 20};
constexpr int max_rings = 64;

const char* folder = "";
std::atomic<int> captures = 0;           // of streams, that the program has begun and not ended
std::atomic<std::uint64_t> launches = 0; // that have begun, of all contexts

// What `texelscope trace` asks for.
struct {
  std::uint64_t record_bytes = 0; // of a context; 0: as record_sizes says
  std::uint64_t threshold = record_all;
  std::uint64_t first_launch = 0, last_launch = 0; // of a context; 0: all are recorded, and not counted
  std::uint64_t objects[max_chosen_objects] = {};  // numbers of texture objects; 0: no further ones
} wanted;

// Of which the lock is:
FetchRing rings[max_rings];
int ring_count = 0;
std::uint64_t used_sites = 0;

RingFile* map_file(CUcontext context) {
  char path[1024 + 64];
  static std::atomic<unsigned> number = 0;
  std::snprintf(path, sizeof path, "%s/fetches-%d-%u", folder, int(::getpid()), ++number);
  const int descriptor = ::open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) return nullptr;
  void* memory = MAP_FAILED;
  std::uint64_t record_bytes = 0;
  const auto try_size = [&](std::uint64_t size) {
    if (memory == MAP_FAILED && ::posix_fallocate(descriptor, 0, off_t(records_offset + size)) == 0) {
      memory = ::mmap(nullptr, records_offset + size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
      record_bytes = size;
    }
  };
  if (wanted.record_bytes != 0) try_size(wanted.record_bytes);
  for (const std::uint64_t size : record_sizes)
    if (wanted.record_bytes == 0 || size < wanted.record_bytes) try_size(size);
  ::close(descriptor);
  if (memory == MAP_FAILED) return nullptr;
  auto* file = static_cast<RingFile*>(memory);
  file->version = ring_version;
  file->process = std::uint32_t(::getpid());
  file->context = reinterpret_cast<std::uintptr_t>(context);
  file->record_bytes = record_bytes;
  file->begins = next_record();
  std::memcpy(file->magic, ring_magic, sizeof ring_magic);
  return file;
}

std::uint64_t threshold_at(std::uint64_t launch) {
  const bool recorded =
      wanted.first_launch == 0 || (launch >= wanted.first_launch && launch <= wanted.last_launch);
  return recorded ? wanted.threshold : 0;
}

// Of the thread's current context. What fails leaves `file` null.
void make_ring(FetchRing& made) {
  RingFile* const file = map_file(made.context);
  if (file == nullptr) return;
  char* const bytes = reinterpret_cast<char*>(file);
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  driver.capture_mode(&mode);
  const bool done =
      driver.create_stream(&made.stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS &&
      driver.allocate(&made.control, sizeof(ControlBlock)) == CUDA_SUCCESS &&
      driver.allocate(&made.counts, counts_bytes) == CUDA_SUCCESS &&
      driver.register_host(bytes + records_offset, file->record_bytes,
                           CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_PORTABLE) == CUDA_SUCCESS &&
      driver.device_pointer(&made.records, bytes + records_offset, 0) == CUDA_SUCCESS;
  driver.capture_mode(&mode);
  if (!done) return;
  file->control.capacity = file->record_bytes;
  file->control.threshold = threshold_at(made.launches);
  std::ranges::copy(made.objects, file->control.objects);
  file->launches = made.launches;
  const OwnStream own(made.stream);
  if (driver.clear(made.counts, 0, counts_bytes, made.stream) == CUDA_SUCCESS &&
      driver.to_device(made.control, &file->control, sizeof(ControlBlock), made.stream) == CUDA_SUCCESS)
    made.file = file;
}

// The lock is held; null: there are too many.
FetchRing* known(CUcontext context) {
  for (int i = 0; i < ring_count; ++i)
    if (rings[i].lives && rings[i].context == context) return &rings[i];
  FetchRing* place = ring_count < max_rings ? &rings[ring_count++] : nullptr;
  for (int i = 0; i < max_rings && !place; ++i)
    if (!rings[i].lives) place = &rings[i];
  if (place == nullptr) return nullptr;
  FetchRing& made = *place;
  if (made.file) ::munmap(made.file, records_offset + made.file->record_bytes);
  made = {};
  made.context = context;
  made.lives = true;
  std::ranges::fill(made.objects, no_object);
  return &made;
}

// What a stream captures is launched by its graph.
bool is_captured(CUstream stream) {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  return stream && stream != CU_STREAM_LEGACY && captures > 0 &&
         driver.is_capturing(stream, &status) == CUDA_SUCCESS && status != CU_STREAM_CAPTURE_STATUS_NONE;
}

// Before a launch. Of other launches of the context none may run while the threshold changes; but while the
// program captures a stream, waiting for the device would end the capture.
void count_launch(CUcontext context, CUstream stream) {
  if (wanted.first_launch == 0 || is_captured(stream)) return;
  std::uint64_t launch = 0;
  {
    const FetchLock lock;
    FetchRing* const of = known(context);
    if (of == nullptr) return;
    launch = ++of->launches;
    if (of->file) of->file->launches = launch;
  }
  if (launch != wanted.first_launch && launch != wanted.last_launch + 1) return;
  if (captures == 0) driver.wait_for_all();
  const FetchLock lock;
  FetchRing* const of = known(context);
  if (of == nullptr || of->file == nullptr) return; // a file that is made later begins with its threshold
  const OwnStream own(of->stream);
  of->file->control.threshold = threshold_at(launch);
  driver.to_device(of->control + offsetof(ControlBlock, threshold), &of->file->control.threshold,
                   sizeof of->file->control.threshold, of->stream);
}

// Handles come back: the objects that get them may not be wanted.
void choose(FetchRing& of, std::uint64_t handle, bool is_wanted) {
  std::uint64_t* const place = std::ranges::find(of.objects, handle);
  const bool is_chosen = place != std::end(of.objects);
  if (is_chosen == is_wanted) return;
  std::uint64_t* const changed = is_chosen ? place : std::ranges::find(of.objects, no_object);
  if (changed == std::end(of.objects)) return; // each number is given once: there is space
  *changed = is_wanted ? handle : no_object;
  if (of.file == nullptr) return; // a file that is made later begins with them
  const OwnStream own(of.stream);
  driver.to_device(of.control + offsetof(ControlBlock, objects), of.objects, sizeof of.objects, of.stream);
}

// What the device counted, into the file. The lock is held.
void copy_ring(FetchRing& ring) {
  if (!ring.file) return;
  CUDA_MEMCPY2D rows = {}; // the used counts of each copy
  rows.srcMemoryType = CU_MEMORYTYPE_DEVICE, rows.dstMemoryType = CU_MEMORYTYPE_HOST;
  rows.srcDevice = ring.counts, rows.dstHost = reinterpret_cast<char*>(ring.file) + page;
  rows.srcPitch = rows.dstPitch = max_sites * sizeof(SiteCounts);
  rows.WidthInBytes = used_sites * sizeof(SiteCounts), rows.Height = count_copies;
  bool done = false;
  {
    const OwnStream own(ring.stream);
    done = driver.to_host(&ring.file->control, ring.control, sizeof(ControlBlock), ring.stream) ==
               CUDA_SUCCESS &&
           driver.rows_to_host(&rows, ring.stream) == CUDA_SUCCESS &&
           driver.wait(ring.stream) == CUDA_SUCCESS;
  }
  ring.file->copies += done;
}

std::uint64_t number_in(const char* variable, std::uint64_t otherwise) {
  const char* const given = std::getenv(variable);
  return given ? std::strtoull(given, nullptr, 10) : otherwise;
}

void read_wanted() {
  wanted.record_bytes = number_in("TEXELSCOPE_TRACE_MEMORY", 0);
  wanted.threshold = record_all / std::max<std::uint64_t>(number_in("TEXELSCOPE_TRACE_EVERY", 1), 1);
  wanted.first_launch = number_in("TEXELSCOPE_TRACE_FIRST_LAUNCH", 0);
  wanted.last_launch = number_in("TEXELSCOPE_TRACE_LAST_LAUNCH", wanted.first_launch);
  const char* next = std::getenv("TEXELSCOPE_TRACE_OBJECTS"); // "2,5"
  for (std::size_t i = 0; next && *next && i < max_chosen_objects; ++i) {
    char* end = nullptr;
    wanted.objects[i] = std::strtoull(next, &end, 10);
    next = *end == ',' ? end + 1 : nullptr;
  }
}
} // namespace

void begin_rings(const char* files) {
  folder = files;
  read_wanted();
}

FetchRing* ring_of(CUcontext context) {
  FetchRing* const found = known(context);
  if (found && !found->has_twins) {
    found->has_twins = true;
    make_ring(*found);
  }
  return found;
}

void use_sites(std::uint64_t end) {
  used_sites = std::max(used_sites, end);
}

void stream_capture_changed(bool begun, std::int32_t result) {
  if (begun)
    captures += result == CUDA_SUCCESS;
  else if (result == CUDA_SUCCESS || result == CUDA_ERROR_STREAM_CAPTURE_INVALIDATED)
    captures -= captures > 0;
}

void launch_begins(CUcontext context, CUstream stream) {
  ++launches;
  count_launch(context, stream);
}

void copy_counts(CUcontext context) {
  const FetchLock lock;
  for (int i = 0; i < ring_count; ++i) {
    FetchRing& of = rings[i];
    const std::uint64_t present = launches;
    if (of.context != context || !of.lives || of.copied_launches == present) continue;
    copy_ring(of);
    of.copied_launches = present;
  }
}

void end_ring(CUcontext context) {
  copy_counts(context);
  const FetchLock lock;
  for (int i = 0; i < ring_count; ++i)
    if (rings[i].context == context) rings[i].lives = false;
}

std::uint64_t ring_position(CUcontext context) {
  std::uint64_t position = 0;
  const FetchLock lock;
  for (int i = 0; i < ring_count; ++i) {
    const FetchRing& ring = rings[i];
    if (!ring.lives || ring.context != context || !ring.file) continue;
    const OwnStream own(ring.stream);
    const CUdeviceptr from = ring.control + offsetof(ControlBlock, position);
    if (driver.to_host(&position, from, sizeof position, ring.stream) != CUDA_SUCCESS ||
        driver.wait(ring.stream) != CUDA_SUCCESS)
      position = ~std::uint64_t(0);
  }
  return position;
}

void choose_object(CUcontext context, std::uint64_t handle, std::uint64_t number) {
  if (wanted.objects[0] == 0 || handle == 0) return;
  const FetchLock lock;
  if (FetchRing* const of = known(context))
    choose(*of, handle, std::ranges::find(wanted.objects, number) != std::end(wanted.objects));
}

} // namespace texelscope::trace
