// What a file of texels holds, and what becomes of it in a texture, for `texelscope info`.
#pragma once

#include <filesystem>
#include <string>

#include "kernels/state/session/spec.h"
#include "kernels/unit/image/image.h"

namespace texelscope {

struct FileInfo {
  std::filesystem::path path;
  Image image;

  std::string texture_texels() const; // "u8x4", "bc7"
  std::string file_texels() const;    // "u8x3"; the same where they are unchanged
};

// Reads the file that the texture names, from `base` on. Throws FileError.
FileInfo read_file_info(const TextureSpec& texture, const std::filesystem::path& base);

std::string info_text(const FileInfo& info);
std::string info_json(const FileInfo& info);

} // namespace texelscope
