// Small files in which the program keeps what the next start needs. Reading one never destroys its content.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace texelscope {

// What reading one came to.
//   missing: there is none.    read: it is used.
//   moved:   its text is wrong, so it was renamed to "NAME.broken", "NAME.broken.2" and so on.
//   left:    it could not be read, or not be moved. Nothing may be written over it.
enum class KeptFile { missing, read, moved, left };

// Never throws. `parse` throws if the text is wrong; `problems` gets a sentence if the file is not used.
KeptFile read_kept_file(const std::filesystem::path& file, std::size_t limit,
                        const std::function<void(const std::string&)>& parse,
                        std::vector<std::string>& problems);

} // namespace texelscope
