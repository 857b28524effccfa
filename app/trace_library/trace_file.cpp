#include "app/trace_library/trace_file.h"

#include <atomic>
#include <cstring>
#include <ctime>
#include <new>

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace texelscope::trace {

namespace {
char file_path[1024];
FileHeader* header = nullptr; // in the first chunk
std::atomic<char*> chunks[max_chunks];
std::atomic<bool> recording = false;

// The numbers by which the kernel knows process and thread. A fork changes both.
std::atomic<std::uint32_t> process_number = 0;
thread_local std::uint32_t thread_number = 0;

void forget_numbers() {
  process_number = std::uint32_t(::getpid());
  thread_number = 0;
}

std::uint32_t this_thread() {
  if (thread_number == 0) thread_number = std::uint32_t(::syscall(SYS_gettid));
  return thread_number;
}

// The file is opened anew for each chunk: the program may close every descriptor, and then reuse its number.
char* map_chunk(std::uint64_t index) {
  const int file = ::open(file_path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return nullptr;
  // Without space of its own on the disk, writing into the mapping would kill the program.
  void* memory = MAP_FAILED;
  if (::fallocate(file, 0, off_t(index * chunk_bytes), off_t(chunk_bytes)) == 0)
    memory = ::mmap(nullptr, chunk_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file,
                    off_t(index * chunk_bytes));
  ::close(file);
  return memory == MAP_FAILED ? nullptr : static_cast<char*>(memory);
}

char* chunk(std::uint64_t index) {
  char* mapped = chunks[index].load(std::memory_order_acquire);
  if (mapped) return mapped;
  char* made = map_chunk(index);
  if (made == nullptr) return nullptr;
  if (chunks[index].compare_exchange_strong(mapped, made, std::memory_order_acq_rel)) return made;
  ::munmap(made, chunk_bytes); // another thread was faster
  return mapped;
}

// To a few milliseconds, in a tenth of the time that the exact clock takes.
std::uint64_t now_ns() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return std::uint64_t(now.tv_sec) * 1'000'000'000u + std::uint64_t(now.tv_nsec);
}

// Where a record of this size goes; 0 if the file is full.
std::uint64_t reserve(std::uint64_t bytes) {
  std::atomic_ref<std::uint64_t> used(header->used);
  std::uint64_t old = used.load(std::memory_order_relaxed), place = 0;
  do {
    place = old;
    if (place % chunk_bytes + bytes > chunk_bytes) place = (place / chunk_bytes + 1) * chunk_bytes;
    if (place + bytes > max_chunks * chunk_bytes) return 0;
  } while (!used.compare_exchange_weak(old, place + bytes, std::memory_order_relaxed));
  return place;
}

std::uint64_t lose() {
  std::atomic_ref<std::uint64_t>(header->lost).fetch_add(1, std::memory_order_relaxed);
  return 0;
}
} // namespace

bool open_trace_file(const char* path) {
  if (std::strlen(path) >= sizeof file_path) return false;
  std::strcpy(file_path, path);
  char* first = chunk(0);
  if (first == nullptr) return false;
  header = reinterpret_cast<FileHeader*>(first);
  if (std::memcmp(header->magic, file_magic, sizeof file_magic) != 0 || header->version != file_version)
    return false;
  forget_numbers();
  ::pthread_atfork(nullptr, nullptr, forget_numbers);
  recording.store(true, std::memory_order_release);
  return true;
}

bool is_recording() {
  return recording.load(std::memory_order_acquire);
}

void stop_recording() {
  recording.store(false, std::memory_order_release);
}

std::uint64_t next_record() {
  return is_recording() ? std::atomic_ref<std::uint64_t>(header->used).load(std::memory_order_relaxed) : 0;
}

std::uint64_t append(const Event& event, const void* payload, std::uint32_t bytes) {
  if (!is_recording()) return 0;
  const std::uint64_t total = (sizeof(RecordHead) + bytes + record_step - 1) / record_step * record_step;
  const std::uint64_t place = reserve(total);
  if (place == 0) return lose();
  char* const base = chunk(place / chunk_bytes);
  if (base == nullptr) return lose();
  char* const to = base + place % chunk_bytes;
  auto* const head = new (to) RecordHead{0,
                                         std::uint32_t(total),
                                         event.kind,
                                         event.api,
                                         event.result,
                                         now_ns(),
                                         process_number.load(std::memory_order_relaxed),
                                         this_thread(),
                                         event.context};
  std::memcpy(to + sizeof *head, payload, bytes);
  // The magic number comes last, so that a record that it begins is whole.
  std::atomic_ref<std::uint32_t>(head->magic).store(record_magic, std::memory_order_release);
  return place;
}

} // namespace texelscope::trace
