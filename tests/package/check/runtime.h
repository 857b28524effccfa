// A runtime without a device, which knows one texture object of each kind.
#pragma once

#include <driver_types.h>
#include <texture_types.h>

inline constexpr cudaTextureObject_t sound_array = 1, wrapped_array = 2, wrapped_mipmaps = 3, short_pitch = 4,
                                     viewed_array = 5, no_object = 99;
