#include "app/trace_library/changes.h"

#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "app/trace_library/call_stack.h"
#include "app/trace_library/driver_function.h"
#include "app/trace_library/facts.h"
#include "kernels/studies/trace/descriptor_change.h"

namespace texelscope::trace {

namespace {
decltype(&cuTexObjectCreate) create = nullptr;
decltype(&cuTexObjectDestroy) destroy = nullptr;
ObjectChange wanted[max_changes];
std::size_t wanted_count = 0;
bool enabled = false;
thread_local bool changing = false;

// Of the thread's call that makes the object.
TextureDesc changed_desc(const TextureDesc& own, std::uint64_t number) {
  TextureDesc changed = own;
  StackRecord stack = {};
  for (std::size_t i = 0; i < wanted_count; ++i) {
    const ObjectChange& each = wanted[i];
    if (each.number != 0 && each.number != number) continue;
    if (each.module[0] != 0) {
      if (stack.count == 0) stack = thread_stack();
      if (!has_place(stack, each.module.data(), each.offset)) continue;
    }
    changed = each.change.applied_to(changed);
  }
  return changed;
}
} // namespace

void begin_changes(void* cuda) {
  const char* const path = std::getenv("TEXELSCOPE_TRACE_SET");
  const int file = path && cuda ? ::open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  const ssize_t bytes = ::read(file, wanted, sizeof wanted);
  ::close(file);
  if (bytes > 0) wanted_count = std::size_t(bytes) / sizeof wanted[0];
  enabled = wanted_count > 0 && find(create, cuda, "cuTexObjectCreate") &&
            find(destroy, cuda, "cuTexObjectDestroy");
}

void change_object(CUtexObject* object, const CUDA_RESOURCE_DESC* resource, const CUDA_TEXTURE_DESC* desc,
                   const CUDA_RESOURCE_VIEW_DESC* view, std::uint64_t number, TextureRecord& record) {
  if (!enabled || object == nullptr || desc == nullptr) return;
  const TextureDesc changed = changed_desc(record.sampler, number);
  if (std::memcmp(&changed, &record.sampler, sizeof changed) == 0) return;
  CUDA_TEXTURE_DESC other = *desc;
  set_members(other, changed);
  CUtexObject made = 0;
  changing = true;
  const CUresult result = create(&made, resource, &other, view);
  if (result == CUDA_SUCCESS) {
    destroy(*object);
    *object = made;
    record.object = made;
    record.original = record.sampler;
    record.sampler = changed;
  }
  record.set = result == CUDA_SUCCESS ? 1 : -std::int32_t(result);
  changing = false;
}

bool is_changing() {
  return changing;
}

} // namespace texelscope::trace
