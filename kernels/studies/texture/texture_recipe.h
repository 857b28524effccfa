// Everything that determines an image, and nothing else: equal recipes make equal images.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "kernels/state/session/spec.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/image/patterns.h"
#include "kernels/unit/image_io/read_image.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {

struct TextureRecipe {
  TextureSpec
      spec; // at the effective size and format; fields that the source does not use have their defaults
  std::filesystem::path file;
  ReadShape shape;                  // of the file
  bool premultiplies_light = false; // see resolve.h
  bool averages_light = false;      // MipRule::light
  bool operator==(const TextureRecipe&) const = default;
};

TextureRecipe texture_recipe(const TextureSpec& requested, const Effective& effective,
                             const std::filesystem::path& base);

// Keeps the file read last, so that changes of size and format do not decode it again.
class TextureFiles {
public:
  virtual ~TextureFiles() = default;
  // Null if progress requested a stop. Throws FileError.
  virtual std::shared_ptr<const Image> read(const TextureRecipe& recipe, const Progress& progress);
  void forget() { last = {}; }
  std::string note() const { return last.image ? last.image->note : ""; } // of the last file's reader

private:
  struct Entry {
    std::filesystem::path file;
    ReadShape shape;
    std::filesystem::file_time_type modified;
    std::shared_ptr<const Image> image;
  };
  Entry last;
};

// Null if progress requested a stop. Throws FileError, or MachineError if memory is short.
std::shared_ptr<const Image> make_texture(const TextureRecipe& recipe, TextureFiles& files,
                                          const Progress& progress);

} // namespace texelscope
