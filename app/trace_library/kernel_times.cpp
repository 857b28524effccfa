#include "app/trace_library/kernel_times.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <cupti.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "app/trace_library/driver_function.h"

namespace texelscope::trace {

namespace {
constexpr std::size_t buffer_bytes = std::size_t(1) << 20;

int file = -1;
pid_t owner = 0; // the child of a fork does not measure
struct {
  decltype(&cuptiActivityRegisterCallbacks) give_buffers;
  decltype(&cuptiActivityEnable) enable;
  decltype(&cuptiActivityGetNextRecord) next;
  decltype(&cuptiActivityFlushAll) flush;
} activity;

bool find_activity(void* cupti) {
  return find(activity.give_buffers, cupti, "cuptiActivityRegisterCallbacks") &&
         find(activity.enable, cupti, "cuptiActivityEnable") &&
         find(activity.next, cupti, "cuptiActivityGetNextRecord") &&
         find(activity.flush, cupti, "cuptiActivityFlushAll");
}

// In one call, which no other thread's line interrupts.
void write_line(const char* start, const char* rest) {
  iovec parts[] = {{const_cast<char*>(start), std::strlen(start)},
                   {const_cast<char*>(rest), std::strlen(rest)},
                   {const_cast<char*>("\n"), 1}};
  if (::writev(file, parts, 3) < 0) return; // the report says that there are none
}

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* bytes, std::size_t* max_records) {
  void* memory = ::mmap(nullptr, buffer_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const bool made = memory != MAP_FAILED;
  *buffer = made ? static_cast<std::uint8_t*>(memory) : nullptr;
  *bytes = made ? buffer_bytes : 0;
  *max_records = 0;
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t used) {
  CUpti_Activity* record = nullptr;
  while (used > 0 && activity.next(buffer, used, &record) == CUPTI_SUCCESS) {
    if (record->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL && record->kind != CUPTI_ACTIVITY_KIND_KERNEL)
      continue;
    // These members lie alike in the records of CUDA 12 and 13.
    const auto& kernel = *reinterpret_cast<const CUpti_ActivityKernel9*>(record);
    if (kernel.start == 0 || kernel.end <= kernel.start || kernel.name == nullptr) continue;
    char time[32];
    std::snprintf(time, sizeof time, "%llu ", static_cast<unsigned long long>(kernel.end - kernel.start));
    write_line(time, kernel.name);
  }
  if (buffer) ::munmap(buffer, buffer_bytes);
}
} // namespace

void begin_kernel_times(void* cupti) {
  const char* folder = std::getenv("TEXELSCOPE_TRACE_TIMES");
  if (folder == nullptr) return;
  char path[1024 + 64];
  const int length = std::snprintf(path, sizeof path, "%s/times-%d", folder, int(::getpid()));
  if (length <= 0 || std::size_t(length) >= sizeof path) return;
  file = ::open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0) return;
  int result = -1;
  if (find_activity(cupti)) {
    result = activity.give_buffers(give_buffer, take_buffer);
    if (result == CUPTI_SUCCESS) result = activity.enable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  }
  if (result == CUPTI_SUCCESS) {
    owner = ::getpid();
    std::atexit(flush_kernel_times);
    return;
  }
  char error[32];
  std::snprintf(error, sizeof error, "%d", result);
  write_line("! ", error);
  ::close(file);
  file = -1;
}

void flush_kernel_times() {
  if (file >= 0 && owner == ::getpid()) activity.flush(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
}

} // namespace texelscope::trace
