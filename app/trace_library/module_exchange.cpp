#include "app/trace_library/module_exchange.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "kernels/studies/record_images/image_extent.h"

namespace texelscope::trace {

using namespace record;

namespace {
const char* folder = "";
int module_socket = -1;

bool send_all(const void* from, std::uint64_t bytes) {
  const char* next = static_cast<const char*>(from);
  while (bytes > 0) {
    const ssize_t sent = ::send(module_socket, next, std::min<std::uint64_t>(bytes, 1 << 20), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    next += sent, bytes -= std::uint64_t(sent);
  }
  return true;
}

bool receive_all(void* to, std::uint64_t bytes) {
  char* next = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = ::recv(module_socket, next, bytes, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    next += got, bytes -= std::uint64_t(got);
  }
  return true;
}

void disconnect() {
  ::close(module_socket);
  module_socket = -1;
}

// The child of a fork would share its parent's connection.
bool connect_once() {
  static pid_t owner = 0;
  if (module_socket >= 0 && owner == ::getpid()) return true;
  if (module_socket >= 0) ::close(module_socket);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const int length = std::snprintf(address.sun_path, sizeof address.sun_path, "%s/modules", folder);
  if (length <= 0 || std::size_t(length) >= sizeof address.sun_path) return false;
  module_socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  owner = ::getpid();
  if (module_socket < 0) return false;
  if (::connect(module_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return true;
  disconnect();
  return false;
}

void exchange(const modules::ImageExtent& extent, const DeviceFacts& device, Exchanged& answered) {
  if (!connect_once()) return;
  const ModuleQuestion question = {question_magic,
                                   std::uint32_t(::getpid()),
                                   device.architecture,
                                   device.driver_version,
                                   extent.bytes,
                                   extent.linked,
                                   0};
  ModuleAnswer answer = {};
  if (!send_all(&question, sizeof question) ||
      !send_all(reinterpret_cast<const void*>(extent.address), extent.bytes) ||
      !receive_all(&answer, sizeof answer) || answer.magic != answer_magic)
    return disconnect();
  if (answer.ptx_bytes == 0) return;
  void* memory =
      ::mmap(nullptr, answer.ptx_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || !receive_all(memory, answer.ptx_bytes)) {
    if (memory != MAP_FAILED) ::munmap(memory, answer.ptx_bytes);
    return disconnect();
  }
  answered.text = static_cast<char*>(memory);
  answered.bytes = answer.ptx_bytes;
  answered.first_site = answer.first_site;
  answered.sites = answer.sites;
  answered.max_registers = answer.max_registers;
}

// The bytes of a file, with zeros behind them to the end of a page and at least one.
class FileImage {
public:
  explicit FileImage(const char* path) {
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    struct stat status = {};
    if (file < 0) return;
    if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        std::uint64_t(status.st_size) <= modules::max_image_bytes)
      read(file, std::uint64_t(status.st_size));
    ::close(file);
  }
  ~FileImage() {
    if (bytes > 0) ::munmap(memory, bytes);
  }
  FileImage(const FileImage&) = delete;
  FileImage& operator=(const FileImage&) = delete;

  std::uint64_t address() const { return reinterpret_cast<std::uintptr_t>(memory); }
  bool copy(std::uint64_t from, void* to, std::size_t count) const {
    if (from < address() || count > bytes || from - address() > bytes - count) return false;
    std::memcpy(to, reinterpret_cast<const void*>(from), count);
    return true;
  }

private:
  void read(int file, std::uint64_t size) {
    const std::uint64_t all = (size / page + 1) * page;
    void* made = ::mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED) return;
    memory = static_cast<char*>(made), bytes = all;
    for (std::uint64_t done = 0; done < size;) {
      const ssize_t got = ::read(file, memory + done, size - done);
      if (got <= 0) return;
      done += std::uint64_t(got);
    }
  }

  char* memory = nullptr;
  std::uint64_t bytes = 0;
};
} // namespace

Exchanged::~Exchanged() {
  if (text) ::munmap(text, bytes);
}

void exchange_in(const char* socket_folder) {
  if (module_socket >= 0) disconnect();
  folder = socket_folder;
}

void exchange_image(const void* image, const DeviceFacts& device, Exchanged& answered) {
  const auto plain = [](std::uint64_t address, void* to, std::size_t bytes) {
    std::memcpy(to, reinterpret_cast<const void*>(address), bytes);
    return true;
  };
  const auto extent = modules::image_extent(reinterpret_cast<std::uintptr_t>(image), plain);
  if (extent) exchange(*extent, device, answered);
}

void exchange_file(const char* path, const DeviceFacts& device, Exchanged& answered) {
  const FileImage image(path);
  const auto within = [&image](std::uint64_t address, void* to, std::size_t bytes) {
    return image.copy(address, to, bytes);
  };
  const auto extent = modules::image_extent(image.address(), within);
  // What reaches past the end is damaged, and CUDA would not have loaded it.
  char last = 0;
  if (extent && (extent->bytes == 0 || image.copy(extent->address + extent->bytes - 1, &last, 1)))
    exchange(*extent, device, answered);
}

void send_outcome(Outcome outcome, std::int32_t result, std::uint32_t threads, std::uint32_t threads_before) {
  const ModuleOutcome told = {outcome_magic, std::uint32_t(::getpid()), outcome, result, threads,
                              threads_before};
  if (connect_once() && !send_all(&told, sizeof told)) disconnect();
}

} // namespace texelscope::trace
