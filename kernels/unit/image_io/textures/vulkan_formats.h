// Internal: the formats that the numbers of VkFormat stand for (Vulkan, "Formats").
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kernels/unit/image_io/dds_formats.h"

namespace texelscope {

std::optional<DdsTexelFormat> vulkan_format(std::uint32_t number);
std::string vulkan_format_name(std::uint32_t number); // "ASTC 4x4", "VK_FORMAT 125"

} // namespace texelscope
