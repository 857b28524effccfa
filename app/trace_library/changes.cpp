#include "app/trace_library/changes.h"

#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "app/trace_library/driver_function.h"
#include "app/trace_library/facts.h"
#include "kernels/studies/trace/descriptor_change.h"

namespace texelscope::trace {

namespace {
decltype(&cuTexObjectCreate) create = nullptr;
decltype(&cuTexObjectDestroy) destroy = nullptr;
DescriptorChange wanted;
bool enabled = false;
thread_local bool changing = false;
} // namespace

void begin_changes(void* cuda) {
  const char* const path = std::getenv("TEXELSCOPE_TRACE_SET");
  const int file = path && cuda ? ::open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  const bool whole = ::read(file, &wanted, sizeof wanted) == ssize_t(sizeof wanted);
  ::close(file);
  enabled = whole && find(create, cuda, "cuTexObjectCreate") && find(destroy, cuda, "cuTexObjectDestroy");
}

void change_object(CUtexObject* object, const CUDA_RESOURCE_DESC* resource, const CUDA_TEXTURE_DESC* desc,
                   const CUDA_RESOURCE_VIEW_DESC* view, TextureRecord& record) {
  if (!enabled || object == nullptr || desc == nullptr) return;
  const TextureDesc changed = wanted.applied_to(record.sampler);
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
    record.sampler = changed;
  }
  record.set = result == CUDA_SUCCESS ? 1 : -std::int32_t(result);
  changing = false;
}

bool is_changing() {
  return changing;
}

} // namespace texelscope::trace
