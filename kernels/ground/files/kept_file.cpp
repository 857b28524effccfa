#include "kernels/ground/files/kept_file.h"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
constexpr int max_broken = 9;

// Never replaces an existing file, even one that appeared this very moment.
int rename_to_new(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  std::error_code error; // a file system that cannot say so
  if (fs::exists(to, error)) return EEXIST;
  fs::rename(from, to, error);
  return error.value();
}

KeptFile move_aside(const fs::path& file, const std::string& reason, std::vector<std::string>& problems) {
  for (int number = 1; number <= max_broken; ++number) {
    const fs::path aside = file.string() + ".broken" + (number > 1 ? "." + std::to_string(number) : "");
    const int error = rename_to_new(file, aside);
    if (error == EEXIST) continue;
    if (error != 0) break;
    problems.push_back(say(Text::settings_moved, {reason, aside.string()}));
    return KeptFile::moved;
  }
  problems.push_back(say(Text::settings_left, {reason}));
  return KeptFile::left;
}

// Does not read pipes and devices, which can block a reader forever.
std::string read(const fs::path& file, std::size_t limit) {
  std::error_code error;
  const fs::file_type type = fs::status(file, error).type();
  const bool special =
      type != fs::file_type::regular && type != fs::file_type::directory && type != fs::file_type::none;
  if (special) throw UserError(say(Text::image_special, {file.string()}));
  return read_text_file(file, limit);
}
} // namespace

KeptFile read_kept_file(const fs::path& file, std::size_t limit,
                        const std::function<void(const std::string&)>& parse,
                        std::vector<std::string>& problems) {
  std::error_code error;
  if (fs::status(file, error).type() == fs::file_type::not_found) return KeptFile::missing;
  std::string content;
  try {
    content = read(file, limit);
  } catch (const std::exception& unreadable) {
    problems.push_back(say(Text::settings_left, {sentence_of(unreadable)}));
    return KeptFile::left;
  }
  try {
    parse(content);
    return KeptFile::read;
  } catch (const UserError& wrong) {
    return move_aside(file, wrong.what(), problems);
  } catch (const std::exception& failed) {
    problems.push_back(say(Text::settings_left, {sentence_of(failed)}));
    return KeptFile::left;
  }
}

} // namespace texelscope
