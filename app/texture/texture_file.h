// Saves a texture's texels: what `render --texture-out` and the window's "Save texture as" share.
#pragma once

#include <filesystem>
#include <string>

#include "kernels/image/image.h"

namespace texelscope {

// Throws UserError where the ending is none of those below. `path`: for the sentence.
void check_texture_ending(const std::filesystem::path& path);
void check_texture_ending(const std::filesystem::path& path, const std::string& ending);

// By the ending: .dds holds every level and plane; .npy one plane of one level as it is stored; .png the same
// as colors of 8 bits, by the rule of convert(). `srgb`: the sampler decodes the codes so, which .dds says.
// Throws UserError where that does not fit, FileError where the path cannot be written, MachineError where
// the machine fails.
void write_texture(const std::filesystem::path& path, Image image, bool srgb);
// Whatever the path's own ending.
void write_texture(const std::filesystem::path& path, Image image, bool srgb, const std::string& ending);

} // namespace texelscope
