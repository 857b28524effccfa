#include "kernels/ground/files/files.h"

#include <array>
#include <cerrno>
#include <span>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/write_file.h"
#include "kernels/ground/files/descriptor.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {

std::string reason(int error) {
  return std::error_code(error, std::generic_category()).message();
}

} // namespace

std::string byte_text(std::size_t bytes) {
  return bytes >> 20 != 0 ? std::to_string(bytes >> 20) + " MB" : std::to_string(bytes >> 10) + " KB";
}

std::string read_text_file(const std::filesystem::path& path, std::size_t limit) {
  const std::string name = input_name(path);
  const Descriptor file(::open(readable_path(path, limit + 1).c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) throw UserError(say(Text::file_unreadable, {name, reason(errno)}));
  std::string content;
  std::array<char, 1 << 16> piece;
  for (;;) {
    const ssize_t got = ::read(file.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw UserError(say(Text::file_unreadable, {name, reason(errno)}));
    if (got == 0) return content;
    content.append(piece.data(), std::size_t(got));
    if (content.size() > limit) throw UserError(say(Text::file_too_long, {name, byte_text(limit)}));
  }
}

void write_text_file(const std::filesystem::path& path, std::string_view content) {
  write_file(path, {std::as_bytes(std::span<const char>(content.data(), content.size()))});
}

} // namespace texelscope
