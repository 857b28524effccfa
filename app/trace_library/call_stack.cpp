#include "app/trace_library/call_stack.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include <link.h>
#include <pthread.h>
#include <unistd.h>
#include <unwind.h>

#include "app/trace_library/trace_file.h"

namespace texelscope::trace {

namespace {
constexpr int max_modules = 4096;

// The modules that this process has recorded. One thread at a time looks for new ones.
std::atomic_flag listing = ATOMIC_FLAG_INIT;
std::uint64_t known_bases[max_modules];
int known_count = 0;
std::atomic<unsigned long long> loads_seen = 0; // dl_phdr_info::dlpi_adds

void forget_modules() {
  known_count = 0;
  loads_seen = 0;
  listing.clear();
}

_Unwind_Reason_Code add_frame(_Unwind_Context* frame, void* into) {
  auto& stack = *static_cast<StackRecord*>(into);
  const auto address = std::uint64_t(_Unwind_GetIP(frame));
  if (address == 0 || stack.count == max_frames) return _URC_END_OF_STACK;
  stack.address[stack.count++] = address;
  return _URC_NO_REASON;
}

// False: it has none.
bool find_path(const dl_phdr_info& info, char (&path)[1024]) {
  const char* const name = info.dlpi_name ? info.dlpi_name : "";
  if (*name == 0) return ::readlink("/proc/self/exe", path, sizeof path - 1) >= 0;
  std::strncpy(path, name, sizeof path - 1);
  return true;
}

void append_module(const dl_phdr_info& info) {
  ModuleRecord module = {info.dlpi_addr, info.dlpi_addr, {}};
  for (int i = 0; i < info.dlpi_phnum; ++i)
    if (const auto& part = info.dlpi_phdr[i]; part.p_type == PT_LOAD)
      module.end = std::max<std::uint64_t>(module.end, info.dlpi_addr + part.p_vaddr + part.p_memsz);
  if (!find_path(info, module.path)) return;
  append({RecordKind::module}, &module,
         std::uint32_t(sizeof module - sizeof module.path + std::strlen(module.path)));
}

int add_module(dl_phdr_info* info, std::size_t, void* loads) {
  auto& seen = *static_cast<unsigned long long*>(loads);
  seen = info->dlpi_adds;
  if (seen == loads_seen.load()) return 1; // nothing new
  std::uint64_t* const end = known_bases + known_count;
  if (known_count == max_modules || std::find(known_bases, end, info->dlpi_addr) != end) return 0;
  known_bases[known_count++] = info->dlpi_addr;
  append_module(*info);
  return 0;
}

void append_new_modules() {
  if (listing.test_and_set(std::memory_order_acquire)) return;
  static const bool forks = ::pthread_atfork(nullptr, nullptr, forget_modules) == 0;
  (void)forks;
  unsigned long long loads = 0;
  ::dl_iterate_phdr(add_module, &loads);
  loads_seen = loads;
  listing.clear(std::memory_order_release);
}

struct SoughtPlace {
  const StackRecord& stack;
  const char* module;
  std::uint64_t offset;
};

int look_for_place(dl_phdr_info* info, std::size_t, void* place) {
  const auto& sought = *static_cast<const SoughtPlace*>(place);
  char path[1024] = {};
  if (!find_path(*info, path)) return 0;
  const char* const slash = std::strrchr(path, '/');
  if (std::strcmp(slash ? slash + 1 : path, sought.module) != 0) return 0;
  const std::uint64_t* const end = sought.stack.address + sought.stack.count;
  return std::find(sought.stack.address, end, info->dlpi_addr + sought.offset + 1) != end;
}
} // namespace

StackRecord thread_stack() {
  StackRecord stack = {};
  _Unwind_Backtrace(add_frame, &stack);
  return stack;
}

bool has_place(const StackRecord& stack, const char* module, std::uint64_t offset) {
  SoughtPlace sought = {stack, module, offset};
  return ::dl_iterate_phdr(look_for_place, &sought) != 0;
}

void append_stack() {
  append_new_modules();
  const StackRecord stack = thread_stack();
  append({RecordKind::stack}, &stack, std::uint32_t(8 + 8 * stack.count));
}

} // namespace texelscope::trace
