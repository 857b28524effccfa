// texelscope_ways SMALL WIDE: textures made in every way that CUDA itself has. SMALL gets small ones over all
// formats and functions, WIDE long ones, whose coordinates show how many bits of them the texture unit keeps.
#include <cuda.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>

#include "way_fetch.cuh"

namespace ways {

namespace {
enum Api { malloc_array, malloc_3d, driver };
enum View { no_view, same_view, one_level, one_layer };

struct Way {
  const char* name;
  Dim dim;
  Api api = malloc_3d;
  unsigned flags = 0; // cudaArrayDefault and others
  int levels = 0;     // of a mipmapped array; -1: the full chain; 0: no mipmapped array
  int planes = 1;     // slices, layers, faces
  int as_array = -1;  // the level of the mipmapped array that is fetched as an array
  View view = no_view;
  Channels stored = plain_kind;
  Launch launch = together;
};

constexpr std::uint32_t small_count = 32, wide_count = 64; // fetches a case
constexpr unsigned g = cudaArrayTextureGather, s = cudaArraySurfaceLoadStore;
// Not here: a level of a mipmapped array of several layers or faces as an array. CUDA makes an object of it,
// which finds the first layer and, in the place of the others, other texels of the mipmapped array.
constexpr Way all_ways[] = {
    {"cudaMallocArray", d2, malloc_array},
    {"cudaMallocArray, gather", d2, malloc_array, g},
    {"cudaMallocArray, surface", d2, malloc_array, s},
    {"cudaMallocArray, gather, surface", d2, malloc_array, g | s},
    {"cudaMallocArray, color attachment", d2, malloc_array, cudaArrayColorAttachment},
    {"cudaMalloc3DArray", d2},
    {"cudaMalloc3DArray, gather", d2, malloc_3d, g},
    {"mipmapped, 1 level", d2, malloc_3d, 0, 1},
    {"mipmapped, 1 level, gather", d2, malloc_3d, g, 1},
    {"mipmapped, 2 levels", d2, malloc_3d, 0, 2},
    {"mipmapped, full chain", d2, malloc_3d, 0, -1},
    {"mipmapped, full chain, gather", d2, malloc_3d, g, -1},
    {"mipmapped, full chain, surface", d2, malloc_3d, s, -1},
    {"level 0 of mipmapped 1", d2, malloc_3d, 0, 1, 1, 0},
    {"level 0 of mipmapped 1, gather", d2, malloc_3d, g, 1, 1, 0},
    {"level 0 of mipmapped 2", d2, malloc_3d, 0, 2, 1, 0},
    {"level 0 of mipmapped 2, gather", d2, malloc_3d, g, 2, 1, 0},
    {"level 1 of mipmapped 2", d2, malloc_3d, 0, 2, 1, 1},
    {"level 1 of mipmapped 2, gather", d2, malloc_3d, g, 2, 1, 1},
    {"level 2 of full chain", d2, malloc_3d, 0, -1, 1, 2},
    {"array, the same view", d2, malloc_array, 0, 0, 1, -1, same_view},
    {"gather array, the same view", d2, malloc_array, g, 0, 1, -1, same_view},
    {"mipmapped, the same view", d2, malloc_3d, 0, -1, 1, -1, same_view},
    {"mipmapped, view of level 1", d2, malloc_3d, 0, -1, 1, -1, one_level},
    {"mipmapped, gather, view of level 1", d2, malloc_3d, g, -1, 1, -1, one_level},
    {"layers, 1", d2_layered, malloc_3d, 0, 0, 1},
    {"layers, 3", d2_layered, malloc_3d, 0, 0, 3},
    {"layers, 3, surface", d2_layered, malloc_3d, s, 0, 3},
    {"layers, 3, view of layer 1", d2_layered, malloc_3d, 0, 0, 3, -1, one_layer},
    {"layers, 3, mipmapped", d2_layered, malloc_3d, 0, -1, 3},
    {"layers, 1, level 1 of mipmapped 2", d2_layered, malloc_3d, 0, 2, 1, 1},
    {"layers, 3, mipmapped, 1 level", d2_layered, malloc_3d, 0, 1, 3},
    {"layers, 3, level 0 of mipmapped 1", d2_layered, malloc_3d, 0, 1, 3, 0},
    {"1-D", d1},
    {"1-D, surface", d1, malloc_3d, s},
    {"1-D, mipmapped, 1 level", d1, malloc_3d, 0, 1},
    {"1-D, mipmapped", d1, malloc_3d, 0, -1},
    {"1-D, level 0 of mipmapped 1", d1, malloc_3d, 0, 1, 1, 0},
    {"1-D, level 1 of mipmapped 2", d1, malloc_3d, 0, 2, 1, 1},
    {"1-D layers", d1_layered, malloc_3d, 0, 0, 2},
    {"1-D layers, 1", d1_layered, malloc_3d, 0, 0, 1},
    {"1-D layers, mipmapped", d1_layered, malloc_3d, 0, -1, 2},
    {"3-D", d3, malloc_3d, 0, 0, 3},
    {"3-D, surface", d3, malloc_3d, s, 0, 3},
    {"3-D, 1 slice", d3, malloc_3d, 0, 0, 1},
    {"3-D, mipmapped", d3, malloc_3d, 0, -1, 4},
    {"3-D, level 0 of mipmapped 1", d3, malloc_3d, 0, 1, 4, 0},
    {"3-D, level 1 of mipmapped 2", d3, malloc_3d, 0, 2, 5, 1},
    {"cube", cube, malloc_3d, 0, 0, 6},
    {"cube, mipmapped", cube, malloc_3d, 0, -1, 6},
    {"cube, level 0 of mipmapped 1", cube, malloc_3d, 0, 1, 6, 0},
    {"cubes", cube_layered, malloc_3d, 0, 0, 12},
    {"cubes, 1", cube_layered, malloc_3d, 0, 0, 6},
    {"cubes, mipmapped", cube_layered, malloc_3d, 0, -1, 12},
    {"cuArray3DCreate", d2, driver},
    {"cuArray3DCreate, gather", d2, driver, g},
    {"cuArrayCreate", d2, driver, ~0u},
    {"cuArray3DCreate, layers", d2_layered, driver, 0, 0, 2},
    {"cuArray3DCreate, 1-D", d1, driver},
    {"cuArray3DCreate, 3-D", d3, driver, 0, 0, 3},
    {"cuArray3DCreate, cube", cube, driver, 0, 0, 6},
    {"cuMipmappedArrayCreate", d2, driver, 0, -1},
    {"cuMipmappedArrayCreate, 1 level", d2, driver, 0, 1},
    {"cuMipmappedArrayCreate, level 0", d2, driver, 0, 1, 1, 0},
    {"normalized kinds", d2, malloc_array, 0, 0, 1, -1, no_view, normalized_kind},
    {"normalized kinds, gather", d2, malloc_array, g, 0, 1, -1, no_view, normalized_kind},
    {"normalized kinds, mipmapped", d2, malloc_3d, 0, -1, 1, -1, no_view, normalized_kind},
    {"10-10-10-2", d2, malloc_array, 0, 0, 1, -1, no_view, packed_kind},
    {"10-10-10-2, gather", d2, malloc_array, g, 0, 1, -1, no_view, packed_kind},
    {"deferred", d2, malloc_3d, cudaArrayDeferredMapping},
    {"sparse", d2, malloc_3d, cudaArraySparse},
    {"handles by lane", d2, malloc_array, 0, 0, 1, -1, no_view, plain_kind, by_lane},
    {"handles by lane, mipmapped", d2, malloc_3d, 0, -1, 1, -1, no_view, plain_kind, by_lane},
    {"handles by lane, layers", d2_layered, malloc_3d, 0, 0, 3, -1, no_view, plain_kind, by_lane},
    {"handles by lane, cube", cube, malloc_3d, 0, 0, 6, -1, no_view, plain_kind, by_lane},
    {"divergent", d2, malloc_array, 0, 0, 1, -1, no_view, plain_kind, divergent},
    {"divergent, mipmapped", d2, malloc_3d, 0, -1, 1, -1, no_view, plain_kind, divergent},
    {"divergent, 3-D", d3, malloc_3d, 0, 0, 3, -1, no_view, plain_kind, divergent},
    {"half warps", d2, malloc_array, 0, 0, 1, -1, no_view, plain_kind, half_warps},
    {"half warps, 3-D mipmapped", d3, malloc_3d, 0, -1, 4, -1, no_view, plain_kind, half_warps},
};

template <class F>
F entry(const char* name) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result;
  WAYS_MUST(cudaGetDriverEntryPointByVersion(name, &found, 13000, cudaEnableDefault, &result));
  if (!found) std::fprintf(stderr, "the driver lacks %s\n", name), std::exit(1);
  return reinterpret_cast<F>(found);
}
#define WAYS_DRIVER(name) entry<decltype(&name)>(#name)

bool is_layers(Dim dim) {
  return dim == d1_layered || dim == d2_layered;
}
bool is_cubes(Dim dim) {
  return dim == cube || dim == cube_layered;
}

unsigned dimension_flags(Dim dim) {
  unsigned flags = is_layers(dim) || dim == cube_layered ? cudaArrayLayered : 0;
  return is_cubes(dim) ? flags | cudaArrayCubemap : flags;
}

cudaExtent extent_of(const WayCase& c) {
  const bool rows = c.dim == d1 || c.dim == d1_layered;
  return make_cudaExtent(c.width, rows ? 0 : c.height, c.dim == d1 || c.dim == d2 ? 0 : c.planes);
}

CUDA_ARRAY3D_DESCRIPTOR driver_desc(const WayCase& c, unsigned flags) {
  const CUarray_format formats[3][3] = {
      {CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_UNSIGNED_INT32},
      {CU_AD_FORMAT_SIGNED_INT8, CU_AD_FORMAT_SIGNED_INT16, CU_AD_FORMAT_SIGNED_INT32},
      {CU_AD_FORMAT_HALF, CU_AD_FORMAT_HALF, CU_AD_FORMAT_FLOAT}};
  const cudaExtent e = extent_of(c);
  return {e.width,    e.height, e.depth, formats[c.kind][c.bits == 8 ? 0 : c.bits == 16 ? 1 : 2],
          c.channels, flags};
}

struct Made {
  cudaArray_t array = nullptr; // what is fetched, if it is an array
  cudaMipmappedArray_t mipmapped = nullptr;
  std::function<void()> free;
};

// An array whose memory is given to it afterwards.
bool map_memory(cudaArray_t array, unsigned flags, std::size_t bytes, Made& made) {
  static const auto create = WAYS_DRIVER(cuMemCreate);
  static const auto release = WAYS_DRIVER(cuMemRelease);
  static const auto map = WAYS_DRIVER(cuMemMapArrayAsync);
  cudaArraySparseProperties sparse = {};
  cudaArrayMemoryRequirements needs = {};
  std::size_t tile = 1 << 16;
  if (flags & cudaArraySparse) {
    if (cudaArrayGetSparseProperties(&sparse, array) != cudaSuccess) return false;
  } else {
    if (cudaArrayGetMemoryRequirements(&needs, array, 0) != cudaSuccess) return false;
    bytes = needs.size;
  }
  cudaExtent extent = {};
  cudaChannelFormatDesc desc;
  unsigned ignored;
  WAYS_MUST(cudaArrayGetInfo(&desc, &extent, &ignored, array));
  const auto up = [](std::size_t n, std::size_t to) { return (n + to - 1) / to; };
  std::size_t tiles = 1;
  if (flags & cudaArraySparse && sparse.miptailFirstLevel > 0)
    tiles = up(extent.width, sparse.tileExtent.width) * up(extent.height, sparse.tileExtent.height),
    bytes = tiles * tile;
  else if (flags & cudaArraySparse)
    bytes = sparse.miptailSize;
  CUmemAllocationProp prop = {};
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  prop.allocFlags.usage = CU_MEM_CREATE_USAGE_TILE_POOL;
  CUmemGenericAllocationHandle memory = 0;
  if (create(&memory, up(bytes, 2u << 20) * (2u << 20), &prop, 0) != CUDA_SUCCESS) return false;
  CUarrayMapInfo info = {};
  info.resourceType = CU_RESOURCE_TYPE_ARRAY;
  info.resource.array = reinterpret_cast<CUarray>(array);
  info.memOperationType = CU_MEM_OPERATION_TYPE_MAP;
  info.memHandleType = CU_MEM_HANDLE_TYPE_GENERIC;
  info.memHandle.memHandle = memory;
  info.deviceBitMask = 1;
  if (flags & cudaArraySparse) {
    if (sparse.miptailFirstLevel > 0) {
      info.subresourceType = CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL;
      info.subresource.sparseLevel.extentWidth = unsigned(extent.width);
      info.subresource.sparseLevel.extentHeight = unsigned(extent.height);
      info.subresource.sparseLevel.extentDepth = 1;
    } else {
      info.subresourceType = CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL;
      info.subresource.miptail.size = sparse.miptailSize;
    }
  }
  const CUresult result = map(&info, 1, nullptr);
  cudaDeviceSynchronize();
  const auto free_array = made.free;
  made.free = [=] {
    cudaDeviceSynchronize();
    free_array();
    release(memory);
  };
  if (result != CUDA_SUCCESS) std::printf("cuMemMapArrayAsync: %d\n", int(result));
  return result == CUDA_SUCCESS;
}

// Makes the array with its texels. The case's size and seed become those of what is fetched.
bool make(const Way& way, WayCase& c, Made& made) {
  const cudaChannelFormatDesc desc = channel_desc(c);
  const bool old_driver_call = way.flags == ~0u;
  const unsigned flags = old_driver_call ? 0 : way.flags | dimension_flags(way.dim);
  c.gather_flag = (flags & g) != 0;
  const bool has_levels = way.levels != 0;
  int levels = 1;
  if (way.levels > 0) levels = way.levels;
  if (way.levels < 0) {
    const int longest = std::max({int(c.width), int(c.height), c.dim == d3 ? int(c.planes) : 1});
    while (longest >> levels)
      ++levels;
  }
  c.levels = std::uint8_t(levels);
  if (has_levels) {
    cudaMipmappedArray_t m = nullptr;
    if (way.api == driver) {
      static const auto create = WAYS_DRIVER(cuMipmappedArrayCreate);
      const CUDA_ARRAY3D_DESCRIPTOR d = driver_desc(c, flags);
      if (create(reinterpret_cast<CUmipmappedArray*>(&m), &d, unsigned(levels)) != CUDA_SUCCESS) return false;
    } else if (cudaMallocMipmappedArray(&m, &desc, extent_of(c), unsigned(levels), flags) != cudaSuccess) {
      return false;
    }
    made.free = [m] { cudaFreeMipmappedArray(m); };
    for (int level = 0; level < levels; ++level) {
      cudaArray_t array = nullptr;
      WAYS_MUST(cudaGetMipmappedArrayLevel(&array, m, unsigned(level)));
      copy_level(c, level, array);
      if (level == way.as_array) made.array = array;
    }
    if (way.as_array < 0) made.mipmapped = m;
  } else {
    cudaArray_t a = nullptr;
    if (old_driver_call) {
      static const auto create = WAYS_DRIVER(cuArrayCreate);
      const CUDA_ARRAY3D_DESCRIPTOR d = driver_desc(c, 0);
      const CUDA_ARRAY_DESCRIPTOR two = {d.Width, d.Height, d.Format, d.NumChannels};
      if (create(reinterpret_cast<CUarray*>(&a), &two) != CUDA_SUCCESS) return false;
    } else if (way.api == driver) {
      static const auto create = WAYS_DRIVER(cuArray3DCreate);
      const CUDA_ARRAY3D_DESCRIPTOR d = driver_desc(c, flags);
      if (create(reinterpret_cast<CUarray*>(&a), &d) != CUDA_SUCCESS) return false;
    } else if (way.api == malloc_array) {
      if (cudaMallocArray(&a, &desc, c.width, c.height, flags) != cudaSuccess) return false;
    } else if (cudaMalloc3DArray(&a, &desc, extent_of(c), flags) != cudaSuccess) {
      return false;
    }
    made.free = [a] { cudaFreeArray(a); };
    const bool later = flags & (cudaArraySparse | cudaArrayDeferredMapping);
    if (later && !map_memory(a, flags, 0, made)) return false;
    copy_level(c, 0, a);
    made.array = a;
  }
  if (made.mipmapped) {
    c.resource = mipmapped;
    c.view_levels = c.levels;
  } else if (way.as_array > 0) {
    int size[3];
    level_size(c, way.as_array, size);
    c.width = std::uint32_t(size[0]), c.height = std::uint32_t(size[1]), c.planes = std::uint32_t(size[2]);
    c.seed += std::uint32_t(way.as_array) * 0x51ed27u; // that level's texels
  }
  if (!made.mipmapped) c.levels = 1;
  c.view_planes = c.planes;
  if (way.view == one_level) c.first_level = 1, c.view_levels = 1;
  if (way.view == one_layer) c.first_plane = 1, c.view_planes = 1;
  return true;
}

cudaResourceViewFormat view_format(const WayCase& c) {
  const int n = c.channels == 4 ? 2 : c.channels - 1;
  const cudaResourceViewFormat first[3][3] = {
      {cudaResViewFormatUnsignedChar1, cudaResViewFormatUnsignedShort1, cudaResViewFormatUnsignedInt1},
      {cudaResViewFormatSignedChar1, cudaResViewFormatSignedShort1, cudaResViewFormatSignedInt1},
      {cudaResViewFormatHalf1, cudaResViewFormatHalf1, cudaResViewFormatFloat1}};
  return cudaResourceViewFormat(first[c.kind][c.bits == 8 ? 0 : c.bits == 16 ? 1 : 2] + n);
}

bool make_object(const Way& way, const WayCase& c, const Made& made, cudaTextureObject_t& object) {
  const cudaTextureDesc desc = texture_desc(c);
  if (way.api == driver) {
    static const auto create = WAYS_DRIVER(cuTexObjectCreate);
    CUDA_RESOURCE_DESC r = {};
    r.resType = made.mipmapped ? CU_RESOURCE_TYPE_MIPMAPPED_ARRAY : CU_RESOURCE_TYPE_ARRAY;
    if (made.mipmapped)
      r.res.mipmap.hMipmappedArray = reinterpret_cast<CUmipmappedArray>(made.mipmapped);
    else
      r.res.array.hArray = reinterpret_cast<CUarray>(made.array);
    CUDA_TEXTURE_DESC t = {};
    for (int i = 0; i < 3; ++i)
      t.addressMode[i] = CUaddress_mode(c.address[i]);
    t.filterMode = CUfilter_mode(c.filter);
    t.flags = (c.read_mode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0) |
              (c.normalized ? CU_TRSF_NORMALIZED_COORDINATES : 0) | (c.srgb ? CU_TRSF_SRGB : 0) |
              (c.no_trilinear_optimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0) |
              (c.seamless ? CU_TRSF_SEAMLESS_CUBEMAP : 0);
    t.maxAnisotropy = c.anisotropy;
    t.mipmapFilterMode = CUfilter_mode(c.mip_filter);
    t.mipmapLevelBias = c.bias;
    t.minMipmapLevelClamp = c.mip_min;
    t.maxMipmapLevelClamp = c.mip_max;
    for (int i = 0; i < 4; ++i)
      t.borderColor[i] = c.border[i];
    return create(reinterpret_cast<CUtexObject*>(&object), &r, &t, nullptr) == CUDA_SUCCESS;
  }
  cudaResourceDesc resource = {};
  resource.resType = made.mipmapped ? cudaResourceTypeMipmappedArray : cudaResourceTypeArray;
  if (made.mipmapped)
    resource.res.mipmap.mipmap = made.mipmapped;
  else
    resource.res.array.array = made.array;
  cudaResourceViewDesc view = {};
  if (way.view != no_view) {
    const cudaExtent e = extent_of(c);
    view.format = view_format(c);
    view.width = e.width, view.height = e.height, view.depth = e.depth;
    view.firstMipmapLevel = c.first_level;
    view.lastMipmapLevel = unsigned(c.first_level + c.view_levels - 1);
    view.firstLayer = c.first_plane;
    view.lastLayer = is_layers(way.dim) ? c.first_plane + c.view_planes - 1 : 0;
  }
  const cudaError_t error =
      cudaCreateTextureObject(&object, &resource, &desc, way.view == no_view ? nullptr : &view);
  if (error != cudaSuccess)
    std::printf("%s: no object: %s\n", c.way, cudaGetErrorName(error)), cudaGetLastError();
  return error == cudaSuccess;
}

struct Count {
  int cases = 0, refused = 0;
};

// What `lane` of each pair of requests got.
void put_half(Writer& writer, WayCase c, const std::vector<std::uint32_t>& requests,
              const std::vector<std::uint32_t>& results, std::uint32_t lane) {
  const auto words = std::size_t(c.request_words());
  std::vector<std::uint32_t> q, r;
  for (std::uint32_t i = lane; i < c.count; i += 2) {
    q.insert(q.end(), requests.begin() + std::ptrdiff_t(i * words),
             requests.begin() + std::ptrdiff_t((i + 1) * words));
    r.insert(r.end(), results.begin() + std::ptrdiff_t(i * 4), results.begin() + std::ptrdiff_t(i * 4 + 4));
  }
  c.count = std::uint32_t(r.size() / 4);
  writer.put(c, q, r);
}

void capture(const Way& way, WayCase c, bool filters, int functions, Random& random, Writer& writer,
             Count& count) {
  Made even, odd;
  WayCase other = c;
  other.seed += 77;
  if (!make(way, c, even) || (way.launch == by_lane && !make(way, other, odd))) {
    if (even.free) even.free();
    cudaGetLastError();
    ++count.refused;
    return;
  }
  for (int f = 0; f < 4; ++f) {
    if (!(functions >> f & 1) || (f == gather && (c.dim != d2 || c.first_level))) continue;
    WayCase now = c, then = other;
    for (WayCase* k : {&now, &then}) {
      k->function = std::uint8_t(f);
      draw_sampler(*k, random, filters);
      k->component = f == gather ? std::uint8_t(random.below(c.channels)) : 0;
      if (way.launch != together) k->anisotropy = 0;
      if (k->resource == mipmapped && c.first_level) k->mip_max = 16;
    }
    then.component = now.component;
    cudaTextureObject_t a = 0, b = 0;
    if (!make_object(way, now, even, a)) continue;
    if (way.launch == by_lane && !make_object(way, then, odd, b)) continue;
    const std::vector<std::uint32_t> requests = draw_requests(now, random),
                                     results = run(now, a, b ? b : a, way.launch, requests);
    if (way.launch == by_lane) {
      put_half(writer, now, requests, results, 0);
      put_half(writer, then, requests, results, 1);
    } else {
      writer.put(now, requests, results);
    }
    ++count.cases;
    cudaDestroyTextureObject(a);
    if (b) cudaDestroyTextureObject(b);
  }
  even.free();
  if (odd.free) odd.free();
}

WayCase case_of(const Way& way, Random& random) {
  WayCase c;
  std::snprintf(c.way, sizeof c.way, "%s", way.name);
  c.dim = way.dim;
  c.stored = way.stored;
  c.planes = std::uint32_t(way.planes);
  c.seed = random.next();
  return c;
}

bool takes(const Way& way, const Element& e, int channels) {
  if (way.stored == normalized_kind) return e.filters && e.kind != floating && e.bits < 32;
  if (way.stored == packed_kind) return e.kind == unsigned_int && e.bits == 16 && e.filters && channels == 4;
  return true;
}

void set_stored(const Way& way, WayCase& c) {
  if (way.stored == packed_kind) c.read_mode = cudaReadModeElementType;
}

void small_sizes(const Way& way, Random& random, Writer& writer) {
  Count count;
  for (const Element& e : elements)
    for (const int channels : {1, 2, 4}) {
      if (!takes(way, e, channels)) continue;
      WayCase c = case_of(way, random);
      set_element(c, e, channels);
      set_stored(way, c);
      const bool rows = way.dim == d1 || way.dim == d1_layered;
      c.width = std::uint32_t(2 + random.below(40));
      c.height = rows ? 1 : is_cubes(way.dim) ? c.width : std::uint32_t(2 + random.below(20));
      c.count = small_count;
      capture(way, c, e.filters, 15, random, writer, count);
    }
  std::printf("%-40s %4d cases, %d refused\n", way.name, count.cases, count.refused);
}

struct WideElement {
  int element, channels;
};
constexpr WideElement wide_elements[] = {{0, 1}, {0, 4}, {1, 4}, {5, 2}, {6, 1}, {6, 4}, {11, 1}};

void wide_sizes(const Way& way, Random& random, Writer& writer) {
  std::string line;
  for (const std::uint32_t side : {8193u, 16384u, 16385u, 32768u, 40000u, 65536u, 65537u, 131072u})
    for (const bool upright : {false, true}) {
      if (upright && (way.dim == d1 || way.dim == d1_layered || is_cubes(way.dim))) continue;
      if (is_cubes(way.dim) && side > 16385) continue;
      Count count;
      for (const WideElement& w : wide_elements) {
        const Element& e = elements[way.stored == packed_kind ? 2 : w.element];
        if (!takes(way, e, way.stored == packed_kind ? 4 : w.channels)) continue;
        if (is_cubes(way.dim) && texel_bytes(WayCase{}) > 0 && w.channels * e.bits > 8) continue;
        WayCase c = case_of(way, random);
        set_element(c, e, way.stored == packed_kind ? 4 : w.channels);
        set_stored(way, c);
        const auto few = std::uint32_t(1 + random.below(3));
        // A level's sides are as long as stated, if the array may be that long.
        const std::uint32_t whole = way.as_array > 0 ? side << way.as_array : side;
        c.width = upright ? few << std::max(way.as_array, 0) : whole;
        c.height = is_cubes(way.dim) ? whole : upright ? whole : few;
        if (way.dim == d1 || way.dim == d1_layered) c.height = 1;
        c.count = wide_count;
        capture(way, c, e.filters, w.element == 0 || w.element == 6 ? 15 : 9, random, writer, count);
      }
      if (count.cases) line += " " + std::to_string(side) + (upright ? "v" : "u");
    }
  std::printf("%-40s%s\n", way.name, line.c_str());
}

// Deep volumes: how many bits a coordinate keeps depends on the depth there.
void deep_volumes(Random& random, Writer& writer) {
  static const Way plain_way = {"3-D", d3}, surface_way = {"3-D, surface", d3, malloc_3d, s};
  Count count;
  for (const Way* way : {&plain_way, &surface_way})
    for (const std::uint32_t depth : {1024u, 2047u, 2048u, 2049u, 2200u, 2299u, 2300u, 2301u, 2302u, 2303u,
                                      2304u, 2400u, 4096u, 4097u, 8193u, 16384u})
      for (const WideElement& w : wide_elements) {
        WayCase c = case_of(*way, random);
        const Element& e = elements[w.element];
        set_element(c, e, w.channels);
        c.width = std::uint32_t(1 + random.below(4)), c.height = std::uint32_t(1 + random.below(4)),
        c.planes = depth;
        c.count = wide_count;
        capture(*way, c, e.filters, 1, random, writer, count);
      }
  std::printf("deep volumes: %d cases, %d refused\n", count.cases, count.refused);
}

// Pitch memory at addresses of 512 n, with pitches of 32 n.
void pitch_memory(Random& random, Writer& writer, bool wide) {
  static Scratch memory;
  int cases = 0, refused = 0;
  for (const Element& e : elements)
    for (const int channels : {1, 2, 4})
      for (int variant = 0; variant < (wide ? 6 : 3); ++variant) {
        WayCase c;
        set_element(c, e, channels);
        c.resource = pitch;
        c.seed = random.next();
        c.count = wide ? wide_count : small_count;
        c.width = std::uint32_t(2 + random.below(40)), c.height = std::uint32_t(2 + random.below(20));
        if (wide) {
          const std::uint32_t sides[] = {8193, 16385, 32768, 40000, 65000, 131072};
          (variant % 2 ? c.height : c.width) = sides[(variant + channels + e.bits) % 6];
          (variant % 2 ? c.width : c.height) = std::uint32_t(1 + random.below(3));
          if (c.height > 65000) c.height = 65000;
        }
        const std::size_t row = std::size_t(c.width) * texel_bytes(c), right = (row + 31) / 32 * 32,
                          row_pitch = right + std::size_t(variant % 3) * (variant == 2 ? 4096 : 32),
                          base = 512u * std::size_t(random.below(5));
        auto* start = static_cast<std::byte*>(memory.room(base + row_pitch * c.height)) + base;
        std::snprintf(c.way, sizeof c.way, "pitch, base %zu, pitch %zu", base, row_pitch);
        WAYS_MUST(
            cudaMemcpy2D(start, row_pitch, level_texels(c, 0), row, row, c.height, cudaMemcpyDeviceToDevice));
        for (const int f : {plain, lod, grad}) {
          c.function = std::uint8_t(f);
          draw_sampler(c, random, e.filters);
          cudaResourceDesc r = {};
          r.resType = cudaResourceTypePitch2D;
          r.res.pitch2D = {start, channel_desc(c), c.width, c.height, row_pitch};
          const cudaTextureDesc d = texture_desc(c);
          cudaTextureObject_t object = 0;
          if (cudaCreateTextureObject(&object, &r, &d, nullptr) != cudaSuccess) {
            cudaGetLastError(), ++refused;
            continue;
          }
          const auto requests = draw_requests(c, random);
          writer.put(c, requests, run(c, object, object, together, requests));
          cudaDestroyTextureObject(object), ++cases;
        }
      }
  std::printf("pitch memory: %d cases, %d refused\n", cases, refused);
}
} // namespace

int main_of(const char* small_path, const char* wide_path, const char* only) {
  Writer small_file(small_path), wide_file(wide_path);
  if (!small_file || !wide_file) return std::fputs("the files cannot be written\n", stderr), 1;
  int device = 0, driver_version = 0;
  cudaDeviceProp p;
  WAYS_MUST(cudaGetDeviceProperties(&p, device));
  WAYS_MUST(cudaDriverGetVersion(&driver_version));
  const cudaChannelFormatDesc half = cudaCreateChannelDescHalf();
  std::printf("%s, compute %d.%d, driver %d; cudaCreateChannelDescHalf: %d bits, kind %d (float: %d)\n",
              p.name, p.major, p.minor, driver_version, half.x, int(half.f), int(cudaChannelFormatKindFloat));
  Random random(20261127);
  for (const Way& way : all_ways) {
    if (only && !std::strstr(way.name, only)) continue;
    small_sizes(way, random, small_file);
    wide_sizes(way, random, wide_file);
  }
  if (only) return 0;
  pitch_memory(random, small_file, false);
  pitch_memory(random, wide_file, true);
  deep_volumes(random, wide_file);
  return 0;
}

} // namespace ways

int main(int argc, char** argv) {
  if (argc < 3) return std::puts("texelscope_ways SMALL WIDE [WAY]"), 2;
  return ways::main_of(argv[1], argv[2], argc > 3 ? argv[3] : nullptr);
}
