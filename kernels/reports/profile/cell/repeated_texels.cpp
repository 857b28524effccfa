#include "kernels/reports/profile/cell/repeated_texels.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <sys/mman.h>
#include <unistd.h>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/fetch/fetch_map.h"
#include "kernels/unit/image/image.h"

namespace texelscope::profile {

namespace {
constexpr std::size_t period = std::size_t(texel_period) * sizeof(std::uint32_t);

[[noreturn]] void refuse() {
  throw MachineError(
      say(Text::profile_no_host_memory, {std::error_code(errno, std::generic_category()).message()}));
}

class File {
public:
  File() : number(::memfd_create("texels", MFD_CLOEXEC)) {
    if (number < 0 || ::ftruncate(number, off_t(period)) != 0) refuse();
  }
  ~File() { ::close(number); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void* map(void* at, std::size_t bytes) const {
    void* const mapped =
        ::mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | (at ? MAP_FIXED : 0), number, 0);
    if (mapped == MAP_FAILED) refuse();
    return mapped;
  }

private:
  int number;
};
} // namespace

RepeatedTexels::RepeatedTexels(WordMask mask, std::size_t bytes) {
  const File file;
  const std::size_t needed = bytes + Image::padding;
  size = (needed + period - 1) / period * period;
  void* const reserved = ::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) refuse();
  mapped = reserved;
  for (std::size_t from = 0; from < size; from += period)
    file.map(static_cast<std::byte*>(mapped) + from, period);
  auto* const values = static_cast<std::uint32_t*>(mapped);
  const std::size_t count = std::min(needed, period) / sizeof(std::uint32_t);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = texel_word(i, mask);
}

RepeatedTexels::~RepeatedTexels() {
  ::munmap(mapped, size);
}

} // namespace texelscope::profile
