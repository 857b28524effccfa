#include "app/trace_library/texels.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <cuda.h>
#include <fcntl.h>
#include <unistd.h>

#include "app/trace_library/created.h"
#include "app/trace_library/driver_function.h"

namespace texelscope::trace {

namespace {
constexpr std::uint64_t max_bytes = std::uint64_t(1) << 30; // of one object
constexpr unsigned max_levels = 32;
constexpr int max_pending = 256;

struct Driver {
  decltype(&cuTexObjectGetResourceDesc) resource;
  decltype(&cuArray3DGetDescriptor_v2) array_descriptor;
  decltype(&cuMipmappedArrayGetLevel) level;
  decltype(&cuMemcpy3DAsync_v2) copy;
  decltype(&cuStreamCreate) create_stream;
  decltype(&cuStreamSynchronize) wait;
  decltype(&cuStreamDestroy_v2) destroy_stream;
  decltype(&cuCtxSynchronize) wait_for_all;
  decltype(&cuThreadExchangeStreamCaptureMode) capture_mode;
} driver;

char folder[1024];
bool enabled = false;
std::uint64_t launch_wanted = 0;
std::atomic<std::uint64_t> launches = 0;
std::atomic<unsigned> files = 0;
std::atomic<bool> captures = false;

// Objects that wait for their launch. A place is free while its object is 0.
struct Pending {
  std::atomic<std::uint64_t> object;
  std::uint64_t context, due;
};
Pending pending[max_pending];

// 0: of no format that is copied.
std::uint64_t channel_bytes(unsigned format) {
  switch (format) {
  case 0x01: // CUarray_format
  case 0x08:
  case 0xc0:
  case 0xc1:
  case 0xc2:
  case 0xc6:
  case 0xc7:
  case 0xc8:
    return 1;
  case 0x02:
  case 0x09:
  case 0x10:
  case 0xc3:
  case 0xc4:
  case 0xc5:
  case 0xc9:
  case 0xca:
  case 0xcb:
    return 2;
  case 0x03:
  case 0x0a:
  case 0x20:
    return 4;
  default:
    return 0;
  }
}

// One copy: rows, planes and where they come from.
struct Part {
  CUDA_MEMCPY3D copy;
  std::uint64_t bytes;
};

Part part_of(std::uint64_t row_bytes, std::uint64_t height, std::uint64_t planes) {
  Part part = {};
  part.copy.WidthInBytes = row_bytes;
  part.copy.Height = std::max<std::uint64_t>(height, 1);
  part.copy.Depth = std::max<std::uint64_t>(planes, 1);
  part.copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  part.copy.dstPitch = row_bytes;
  part.copy.dstHeight = part.copy.Height;
  // Each factor is compared alone, so that the product does not overflow.
  const bool small = row_bytes <= max_bytes && part.copy.Height <= max_bytes && part.copy.Depth <= 65536 &&
                     row_bytes * part.copy.Height <= max_bytes;
  part.bytes = small ? row_bytes * part.copy.Height * part.copy.Depth : max_bytes + 1;
  return part;
}

Part array_part(CUarray array) {
  CUDA_ARRAY3D_DESCRIPTOR desc = {};
  if (driver.array_descriptor(&desc, array) != CUDA_SUCCESS) return {};
  Part part = part_of(desc.Width * desc.NumChannels * channel_bytes(desc.Format), desc.Height, desc.Depth);
  part.copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  part.copy.srcArray = array;
  return part;
}

Part memory_part(CUdeviceptr from, std::uint64_t row_bytes, std::uint64_t pitch, std::uint64_t height) {
  Part part = part_of(row_bytes, height, 1);
  part.copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  part.copy.srcDevice = from;
  part.copy.srcPitch = pitch;
  part.copy.srcHeight = part.copy.Height;
  return part;
}

// Arrays that no longer exist, and those that another API made, are not copied.
bool is_copied(const CUDA_RESOURCE_DESC& resource) {
  if (resource.resType == CU_RESOURCE_TYPE_ARRAY)
    return is_noted(reinterpret_cast<std::uintptr_t>(resource.res.array.hArray));
  if (resource.resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
    return is_noted(reinterpret_cast<std::uintptr_t>(resource.res.mipmap.hMipmappedArray));
  return true;
}

unsigned parts_of(const CUDA_RESOURCE_DESC& resource, Part (&parts)[max_levels]) {
  unsigned count = 1;
  if (resource.resType == CU_RESOURCE_TYPE_ARRAY) {
    parts[0] = array_part(resource.res.array.hArray);
  } else if (resource.resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY) {
    CUarray level = nullptr;
    for (count = 0; count < max_levels; ++count) {
      if (driver.level(&level, resource.res.mipmap.hMipmappedArray, count) != CUDA_SUCCESS) break;
      parts[count] = array_part(level);
    }
  } else if (resource.resType == CU_RESOURCE_TYPE_LINEAR) {
    const auto& linear = resource.res.linear;
    const std::uint64_t texel = linear.numChannels * channel_bytes(linear.format);
    const std::uint64_t bytes = texel == 0 ? 0 : linear.sizeInBytes / texel * texel;
    parts[0] = memory_part(linear.devPtr, bytes, bytes, 1);
  } else {
    const auto& pitch = resource.res.pitch2D;
    parts[0] = memory_part(pitch.devPtr, pitch.width * pitch.numChannels * channel_bytes(pitch.format),
                           pitch.pitchInBytes, pitch.height);
  }
  return count;
}

bool copy_parts(Part* parts, unsigned count, char* to) {
  CUstream stream = nullptr;
  if (driver.create_stream(&stream, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS) return false;
  if (!captures) driver.wait_for_all();
  bool copied = true;
  for (unsigned i = 0; i < count; ++i) {
    parts[i].copy.dstHost = to;
    copied = copied && driver.copy(&parts[i].copy, stream) == CUDA_SUCCESS;
    to += parts[i].bytes;
  }
  copied = driver.wait(stream) == CUDA_SUCCESS && copied;
  driver.destroy_stream(stream);
  return copied;
}

bool write_file(const char* path, const char* bytes, std::uint64_t count) {
  const int file = ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file < 0) return false;
  while (count > 0) {
    const ssize_t written = ::write(file, bytes, count);
    if (written <= 0) break;
    bytes += written;
    count -= std::uint64_t(written);
  }
  ::close(file);
  return count == 0;
}

// In relaxed mode the calls of this thread do not end a capture that another thread has begun.
class RelaxedCapture {
public:
  RelaxedCapture() { driver.capture_mode(&mode); }
  ~RelaxedCapture() { driver.capture_mode(&mode); }
  RelaxedCapture(const RelaxedCapture&) = delete;
  RelaxedCapture& operator=(const RelaxedCapture&) = delete;

private:
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
};

void save(std::uint64_t object, std::uint64_t context, std::uint64_t launch) {
  CUDA_RESOURCE_DESC resource = {};
  if (driver.resource(&resource, object) != CUDA_SUCCESS || !is_copied(resource)) return;
  const RelaxedCapture relaxed;
  Part parts[max_levels] = {};
  const unsigned count = parts_of(resource, parts);
  std::uint64_t bytes = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (parts[i].bytes == 0 || parts[i].bytes > max_bytes) return;
    bytes += parts[i].bytes;
  }
  if (bytes == 0 || bytes > max_bytes) return;
  char* const memory = static_cast<char*>(std::malloc(bytes));
  if (memory == nullptr) return;
  TexelsRecord record = {object, launch, bytes, count, 0, {}};
  std::snprintf(record.file, sizeof record.file, "%u-%u.raw", unsigned(::getpid()), ++files);
  char path[sizeof folder + sizeof record.file + 1];
  std::snprintf(path, sizeof path, "%s/%s", folder, record.file);
  if (copy_parts(parts, count, memory) && write_file(path, memory, bytes))
    append({RecordKind::texels, Api::driver, 0, context}, record);
  std::free(memory);
}
} // namespace

void begin_texels(void* cuda) {
  const char* wanted = std::getenv("TEXELSCOPE_TRACE_TEXELS");
  if (wanted == nullptr || std::strlen(wanted) >= sizeof folder || cuda == nullptr) return;
  std::strcpy(folder, wanted);
  if (const char* number = std::getenv("TEXELSCOPE_TRACE_LAUNCH"))
    launch_wanted = std::strtoull(number, nullptr, 10);
  enabled =
      find(driver.resource, cuda, "cuTexObjectGetResourceDesc") &&
      find(driver.array_descriptor, cuda, "cuArray3DGetDescriptor_v2") &&
      find(driver.level, cuda, "cuMipmappedArrayGetLevel") && find(driver.copy, cuda, "cuMemcpy3DAsync_v2") &&
      find(driver.create_stream, cuda, "cuStreamCreate") && find(driver.wait, cuda, "cuStreamSynchronize") &&
      find(driver.destroy_stream, cuda, "cuStreamDestroy_v2") &&
      find(driver.wait_for_all, cuda, "cuCtxSynchronize") &&
      find(driver.capture_mode, cuda, "cuThreadExchangeStreamCaptureMode");
}

bool saves_texels() {
  return enabled;
}

bool saves_at_launches() {
  return enabled && launch_wanted > 0;
}

void capture_begins() {
  captures = true;
}

void save_destroyed(std::uint64_t object, std::uint64_t context) {
  if (enabled && launch_wanted == 0) save(object, context, 0);
}

void texture_made(std::uint64_t object, std::uint64_t context) {
  if (!saves_at_launches() || object == 0) return;
  for (Pending& place : pending) {
    std::uint64_t none = 0;
    if (!place.object.compare_exchange_strong(none, ~std::uint64_t(0))) continue;
    place.context = context;
    place.due = launches + launch_wanted;
    place.object = object;
    return;
  }
}

void launched(std::uint64_t context) {
  const std::uint64_t count = ++launches;
  for (Pending& place : pending) {
    std::uint64_t object = place.object;
    if (object == 0 || object == ~std::uint64_t(0) || place.context != context || place.due > count) continue;
    if (place.object.compare_exchange_strong(object, 0)) save(object, context, launch_wanted);
  }
}

} // namespace texelscope::trace
