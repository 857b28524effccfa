// texelscope_ways_vulkan FILE: textures in images that Vulkan made, imported by
// cudaExternalMemoryGetMappedMipmappedArray. Needs the Vulkan loader and no display.
#include <vulkan/vulkan.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <string>

#include "way_fetch.cuh"

namespace ways {

namespace {
#define WAYS_VK(call)                                                                                        \
  do {                                                                                                       \
    const VkResult result_ = (call);                                                                         \
    if (result_ != VK_SUCCESS) std::fprintf(stderr, "%s: %d\n", #call, int(result_)), std::exit(1);          \
  } while (false)

struct Vulkan {
  VkPhysicalDevice physical = nullptr;
  VkDevice device = nullptr;
  VkPhysicalDeviceMemoryProperties memory = {};
  PFN_vkGetMemoryFdKHR get_fd = nullptr;
};

Vulkan make_device(const cudaUUID_t& uuid) {
  Vulkan vulkan;
  VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pApplicationInfo = &application;
  VkInstance instance;
  WAYS_VK(vkCreateInstance(&info, nullptr, &instance));
  VkPhysicalDevice all[16];
  std::uint32_t count = 16;
  WAYS_VK(vkEnumeratePhysicalDevices(instance, &count, all));
  for (std::uint32_t i = 0; i < count; ++i) {
    VkPhysicalDeviceIDProperties id = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &id, {}};
    vkGetPhysicalDeviceProperties2(all[i], &properties);
    if (std::memcmp(id.deviceUUID, uuid.bytes, 16) == 0) vulkan.physical = all[i];
  }
  if (!vulkan.physical) std::fputs("Vulkan does not have CUDA's device\n", stderr), std::exit(1);
  vkGetPhysicalDeviceMemoryProperties(vulkan.physical, &vulkan.memory);
  const float priority = 1;
  VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  const char* const extensions[] = {VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME};
  VkDeviceCreateInfo device = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  device.queueCreateInfoCount = 1;
  device.pQueueCreateInfos = &queue;
  device.enabledExtensionCount = 1;
  device.ppEnabledExtensionNames = extensions;
  WAYS_VK(vkCreateDevice(vulkan.physical, &device, nullptr, &vulkan.device));
  vulkan.get_fd =
      reinterpret_cast<PFN_vkGetMemoryFdKHR>(vkGetDeviceProcAddr(vulkan.device, "vkGetMemoryFdKHR"));
  return vulkan;
}

struct VkElement {
  int element, channels;
  VkFormat format;
};
constexpr VkElement vk_elements[] = {
    {0, 1, VK_FORMAT_R8_UNORM},
    {0, 4, VK_FORMAT_R8G8B8A8_UNORM},
    {5, 4, VK_FORMAT_R16G16B16A16_SFLOAT},
    {6, 1, VK_FORMAT_R32_SFLOAT},
    {6, 4, VK_FORMAT_R32G32B32A32_SFLOAT},
    {11, 1, VK_FORMAT_R32_UINT},
    {7, 4, VK_FORMAT_R8G8B8A8_UINT},
};

struct VkWay {
  const char* name;
  Dim dim;
  int levels;
  int planes = 1;
  unsigned flags = 0; // of cudaExternalMemoryMipmappedArrayDesc
  bool as_array = false;
};
constexpr VkWay vk_ways[] = {
    {"1 level", d2, 1},
    {"1 level, gather", d2, 1, 1, cudaArrayTextureGather},
    {"1 level, surface", d2, 1, 1, cudaArraySurfaceLoadStore},
    {"1 level, level 0 as an array", d2, 1, 1, 0, true},
    {"1 level, gather, level 0 as an array", d2, 1, 1, cudaArrayTextureGather, true},
    {"full chain", d2, -1},
    {"full chain, level 0 as an array", d2, -1, 1, 0, true},
    {"layers", d2_layered, 1, 3, cudaArrayLayered},
    {"3-D", d3, 1, 4},
};

// Ends with the number of cases; 0 where Vulkan or CUDA refuses the image.
int capture(const Vulkan& vulkan, const VkWay& way, const VkElement& e, WayCase c, Random& random,
            Writer& writer, std::string& line) {
  int levels = std::max(way.levels, 1);
  if (way.levels < 0)
    while (std::max(c.width, c.height) >> levels)
      ++levels;
  VkExternalMemoryImageCreateInfo external = {VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO};
  external.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
  VkImageCreateInfo info = {VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, &external};
  info.imageType = way.dim == d3 ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D;
  info.format = e.format;
  info.extent = {c.width, c.height, way.dim == d3 ? c.planes : 1};
  info.mipLevels = std::uint32_t(levels);
  info.arrayLayers = way.dim == d2_layered ? c.planes : 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
               VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
               (way.flags & cudaArraySurfaceLoadStore ? VK_IMAGE_USAGE_STORAGE_BIT : 0);
  VkImageFormatProperties can;
  if (vkGetPhysicalDeviceImageFormatProperties(vulkan.physical, info.format, info.imageType, info.tiling,
                                               info.usage, 0, &can) != VK_SUCCESS ||
      can.maxExtent.width < c.width || can.maxExtent.height < c.height)
    return 0;
  VkImage image;
  if (vkCreateImage(vulkan.device, &info, nullptr, &image) != VK_SUCCESS) return 0;
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(vulkan.device, image, &needs);
  VkMemoryDedicatedAllocateInfo dedicated = {VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO};
  dedicated.image = image;
  VkExportMemoryAllocateInfo exported = {VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO, &dedicated};
  exported.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
  VkMemoryAllocateInfo allocate = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, &exported};
  allocate.allocationSize = needs.size;
  for (std::uint32_t i = 0; i < vulkan.memory.memoryTypeCount; ++i)
    if (needs.memoryTypeBits >> i & 1 &&
        vulkan.memory.memoryTypes[i].propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) {
      allocate.memoryTypeIndex = i;
      break;
    }
  VkDeviceMemory memory;
  WAYS_VK(vkAllocateMemory(vulkan.device, &allocate, nullptr, &memory));
  WAYS_VK(vkBindImageMemory(vulkan.device, image, memory, 0));
  VkMemoryGetFdInfoKHR fd_info = {VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR, nullptr, memory,
                                  VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
  int fd = -1;
  WAYS_VK(vulkan.get_fd(vulkan.device, &fd_info, &fd));
  cudaExternalMemoryHandleDesc handle = {};
  handle.type = cudaExternalMemoryHandleTypeOpaqueFd;
  handle.handle.fd = fd;
  handle.size = needs.size;
  handle.flags = cudaExternalMemoryDedicated;
  cudaExternalMemory_t imported = nullptr;
  WAYS_MUST(cudaImportExternalMemory(&imported, &handle));
  cudaExternalMemoryMipmappedArrayDesc desc = {};
  desc.formatDesc = channel_desc(c);
  desc.extent = make_cudaExtent(c.width, c.height, way.dim == d2 ? 0 : c.planes);
  desc.flags = way.flags;
  desc.numLevels = unsigned(levels);
  cudaMipmappedArray_t mips = nullptr;
  const cudaError_t error = cudaExternalMemoryGetMappedMipmappedArray(&mips, imported, &desc);
  int cases = 0;
  if (error == cudaSuccess) {
    cudaArray_t first = nullptr;
    for (int level = levels - 1; level >= 0; --level) {
      WAYS_MUST(cudaGetMipmappedArrayLevel(&first, mips, unsigned(level)));
      copy_level(c, level, first);
    }
    c.resource = way.as_array ? array : mipmapped;
    c.levels = c.view_levels = std::uint8_t(way.as_array ? 1 : levels);
    c.view_planes = c.planes;
    c.gather_flag = (way.flags & cudaArrayTextureGather) != 0;
    cases = capture_functions(c, way.as_array ? first : nullptr, mips, elements[e.element].filters, random,
                              writer);
    cudaFreeMipmappedArray(mips);
  } else if (line.find(cudaGetErrorName(error)) == std::string::npos) {
    line += std::string(" ") + cudaGetErrorName(error);
  }
  cudaGetLastError();
  WAYS_MUST(cudaDestroyExternalMemory(imported));
  vkDestroyImage(vulkan.device, image, nullptr);
  vkFreeMemory(vulkan.device, memory, nullptr);
  return cases;
}

int main_of(const char* path) {
  Writer writer(path);
  cudaDeviceProp p;
  WAYS_MUST(cudaGetDeviceProperties(&p, 0));
  WAYS_MUST(cudaSetDevice(0));
  if (!writer) return std::fputs("the file cannot be written\n", stderr), 1;
  const Vulkan vulkan = make_device(p.uuid);
  Random random(815);
  for (const VkWay& way : vk_ways) {
    int cases = 0;
    std::string line;
    for (const VkElement& e : vk_elements)
      for (const std::uint32_t side : {0u, 8193u, 16384u, 16385u, 32767u, 32768u})
        for (const bool upright : {false, true}) {
          if ((side == 0 && upright) || (way.dim == d3 && side > 16384)) continue;
          WayCase c;
          std::snprintf(c.way, sizeof c.way, "Vulkan %s", way.name);
          c.dim = way.dim;
          c.planes = std::uint32_t(way.planes);
          set_element(c, elements[e.element], e.channels);
          c.seed = random.next();
          const auto few = std::uint32_t(1 + random.below(3));
          c.width = side == 0 ? std::uint32_t(2 + random.below(40)) : upright ? few : side;
          c.height = side == 0 ? std::uint32_t(2 + random.below(20)) : upright ? side : few;
          c.count = side ? 48 : 32;
          const int found = capture(vulkan, way, e, c, random, writer, line);
          cases += found;
        }
    std::printf("Vulkan %-40s %4d cases%s\n", way.name, cases, line.c_str());
  }
  return 0;
}
} // namespace
} // namespace ways

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("texelscope_ways_vulkan FILE"), 2;
  return ways::main_of(argv[1]);
}
