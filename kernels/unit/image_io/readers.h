// Internal: code shared by the readers of each kind of file. See read_image.h.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/text/text_id.h"
#include "kernels/state/session/format_name.h" // as FileFacts names texels
#include "kernels/unit/image_io/read_image.h"

namespace texelscope {

// An existing, regular, non-empty file, open for reading.
struct InputFile {
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::filesystem::path path; // with its part, for messages
  std::string part;           // the name behind "#" in "file.npz#name"; empty: the whole file
  std::uintmax_t size = 0;
  std::vector<std::byte> content; // of a file in memory
  std::unique_ptr<std::FILE, Close> handle;

  explicit InputFile(const std::filesystem::path& path); // throws FileError
  // What was unpacked from another file, by whose name messages call it. It is not empty.
  InputFile(const InputFile& of, std::vector<std::byte> unpacked);

  // Throws a FileError with the text, in which {0} is the path and {1}... are the values.
  [[noreturn]] void refuse(Text reason, std::initializer_list<std::string_view> values = {}) const;
  // Throws FileError if width x height is not the size of a supported picture, or of a plane of a texture of
  // the dimension.
  void check_sides(std::uint64_t width, std::uint64_t height, Dimension dimension = Dimension::d2) const;
  // Throws FileError if the slices, layers or faces are more than a texture of the dimension can have.
  void check_planes(Dimension dimension, std::uint64_t planes) const;
  // Throws FileError if the file is too short to unpack to `bytes` bytes, given that it packs them at most
  // `ratio` to one. This is checked before memory for them is allocated.
  void check_packed(std::uint64_t bytes, std::uint64_t ratio) const;
  // Reads exactly `bytes` bytes, or throws FileError.
  void read(void* to, std::size_t bytes) const;
  void refuse_unread() const; // if the system has failed to read the file
};

// Each returns an empty image (width 0) if progress requested a stop. The file must be at its start. They
// state Image::file, except for its format, which the table in read_image.cpp names.
Image read_png(const InputFile& file, const ReadShape& shape, const Progress& progress);
Image read_jpeg(const InputFile& file, const ReadShape& shape, const Progress& progress);
Image read_exr(const InputFile& file, const ReadShape& shape, const Progress& progress);
Image read_pnm(const InputFile& file, const ReadShape& shape, const Progress& progress);
Image read_pfm(const InputFile& file, const ReadShape& shape, const Progress& progress);
Image read_bmp(const InputFile& file, const ReadShape& shape, const Progress& progress);
Image read_tga(const InputFile& file, const ReadShape& shape, const Progress& progress);
Image read_hdr(const InputFile& file, const ReadShape& shape, const Progress& progress);
Image read_tiff(const InputFile& file, const ReadShape& shape, const Progress& progress);
Image read_npy(const InputFile& file, const ReadShape& shape, const Progress& progress);
Image read_raw(const InputFile& file, const ReadShape& shape, const Progress& progress);
Image read_npz(const InputFile& file, const ReadShape& shape, const Progress& progress);
Image read_nrrd(const InputFile& file, const ReadShape& shape, const Progress& progress);
Image read_metaimage(const InputFile& file, const ReadShape& shape, const Progress& progress);
Image read_cube(const InputFile& file, const ReadShape& shape, const Progress& progress);
Image read_ktx2(const InputFile& file, const ReadShape& shape, const Progress& progress);

bool resembles_tga(std::string_view start);
bool resembles_pnm(std::string_view start);
bool resembles_pfm(std::string_view start);

// One more sentence in Image::note.
void add_note(Image& image, const std::string& sentence);
// Three channels become four, alpha 1, and the image states what they were.
Image with_alpha_1(Image image);

// The planes of an image that was read as one picture, from top to bottom.
Image with_planes(Image picture, Dimension dimension, int planes);

} // namespace texelscope
