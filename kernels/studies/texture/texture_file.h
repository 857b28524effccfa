// Saves a texture's texels, for `render --texture-out` and the window's "Save texture as".
#pragma once

#include <filesystem>
#include <string>

#include "kernels/unit/image/image.h"

namespace texelscope {

// Throws UserError if the ending is none of those below. `path`: for the message.
void check_texture_ending(const std::filesystem::path& path);
void check_texture_ending(const std::filesystem::path& path, const std::string& ending);

// The ending decides: .dds holds every level and plane; .npy those of one level as they are stored; .png one
// plane as 8-bit colors, by the rule of convert(). `srgb`: the sampler decodes the codes as sRGB, which a
// .dds file records. Throws UserError if the texture does not fit the format, FileError if the path cannot be
// written, MachineError if the machine fails.
void write_texture(const std::filesystem::path& path, Image image, bool srgb);
// `ending` replaces the path's own ending.
void write_texture(const std::filesystem::path& path, Image image, bool srgb, const std::string& ending);

} // namespace texelscope
