// Saves a texture's texels: what `render --texture-out` and the window's "Save texture as" share.
#pragma once

#include <filesystem>

#include "kernels/image.h"

namespace texelscope {

// Throws UserError where the ending is none of those below.
void check_texture_ending(const std::filesystem::path& path);

// By the ending: .dds holds every level and plane; .npy one plane of one level as it is stored; .png the same
// as colours of 8 bits, by the rule of convert(). `srgb`: the sampler decodes the codes so, which .dds says. Throws UserError where that does not fit, FileError where
// the path cannot be written, MachineError where the machine fails.
void write_texture(const std::filesystem::path& path, Image image, bool srgb);

} // namespace texelscope
