#include "kernels/machines/cuda/labs/legality_texture.h"

#include "kernels/machines/cuda/device/older_toolkit.h"

namespace texelscope::cuda {

using namespace legality;

namespace {
static_assert(kind::nv12 == cudaChannelFormatKindNV12 && kind::none == cudaChannelFormatKindNone);

std::optional<Refusal> refusal(const char* call, cudaError_t error) {
  if (error == cudaSuccess) return std::nullopt;
  ignore(error);
  return Refusal{call, error};
}

cudaChannelFormatDesc channel_desc(const Format& f) {
  return {f.bits[0], f.bits[1], f.bits[2], f.bits[3], cudaChannelFormatKind(f.kind)};
}

// The extent in the form of cudaMalloc3DArray: 0 for axes that the dimension lacks.
cudaExtent array_extent(const Configuration& a) {
  const Size size = size_of(a);
  const auto or_none = [](int length) { return std::size_t(length == 1 ? 0 : length); };
  return {std::size_t(size.x), or_none(size.y), or_none(size.z)};
}

unsigned array_flags(const Configuration& a) {
  const Dimension d = a.dimension;
  unsigned flags = cudaArrayDefault;
  if (a.use == Use::surface) flags |= cudaArraySurfaceLoadStore;
  if (a.use == Use::gather) flags |= cudaArrayTextureGather;
  if (d == Dimension::d1_layered || d == Dimension::d2_layered || d == Dimension::cube_layered)
    flags |= cudaArrayLayered;
  if (d == Dimension::cube || d == Dimension::cube_layered) flags |= cudaArrayCubemap;
  return flags;
}

int in_blocks(int length) {
  return (length + 3) / 4;
}
// The bytes of a row, and the rows of a slice, in the packing of texels_of().
std::size_t row_bytes(const Format& f, const Size& size) {
  return std::size_t(f.is_block() ? in_blocks(size.x) : size.x) * std::size_t(f.bytes());
}
int row_count(const Format& f, const Size& size) {
  return f.is_block() ? in_blocks(size.y) : size.y;
}
} // namespace

std::optional<Refusal> LegalityTexture::make() {
  if (auto failed = allocate()) return failed;
  if (requested_.use == Use::surface || requested_.use == Use::surface_without_flag)
    if (auto failed = make_surface()) return failed;
  return make_object();
}

std::optional<Refusal> LegalityTexture::make_object() {
  const cudaResourceDesc from = resource();
  const cudaTextureDesc desc = sampler();
  const cudaResourceViewDesc seen = view();
  object_.reset();
  cudaTextureObject_t made = 0;
  const cudaError_t error = create_texture(&made, from, desc, requested_.use == Use::view ? &seen : nullptr);
  if (error == cudaSuccess) object_.reset(made);
  return refusal("cudaCreateTextureObject", error);
}

std::optional<Refusal> LegalityTexture::allocate() {
  const cudaChannelFormatDesc desc = channel_desc(*requested_.format);
  const Size size = size_of(requested_);
  switch (requested_.memory) {
  case Memory::linear: {
    void* made = nullptr;
    const cudaError_t error = cudaMalloc(&made, row_bytes(*requested_.format, size));
    if (error == cudaSuccess) memory_.reset(made);
    return refusal("cudaMalloc", error);
  }
  case Memory::pitch: {
    void* made = nullptr;
    const cudaError_t error = cudaMallocPitch(
        &made, &pitch_, std::size_t(side) * std::size_t(requested_.format->bytes()), std::size_t(size.y));
    if (error == cudaSuccess) memory_.reset(made);
    return refusal("cudaMallocPitch", error);
  }
  case Memory::array: {
    cudaArray_t made = nullptr;
    const cudaError_t error = create_array(&made, desc, array_extent(requested_), array_flags(requested_));
    if (error == cudaSuccess) array_.reset(made);
    return refusal("cudaMalloc3DArray", error);
  }
  case Memory::mipmapped:
    break;
  }
  cudaMipmappedArray_t made = nullptr;
  const cudaError_t error =
      create_mipmapped_array(&made, desc, array_extent(requested_), levels, array_flags(requested_));
  if (error == cudaSuccess) mipmapped_.reset(made);
  return refusal("cudaMallocMipmappedArray", error);
}

// A surface of a mipmapped array is made of one of its levels.
std::optional<Refusal> LegalityTexture::make_surface() {
  cudaResourceDesc from = resource();
  if (requested_.memory == Memory::mipmapped) {
    from.resType = cudaResourceTypeArray;
    const cudaError_t error = cudaGetMipmappedArrayLevel(&from.res.array.array, mipmapped_.get(), 0);
    if (error != cudaSuccess) return refusal("cudaGetMipmappedArrayLevel", error);
  }
  cudaSurfaceObject_t made = 0;
  const cudaError_t error = create_surface(&made, from);
  if (error == cudaSuccess) surface_.reset(made);
  return refusal("cudaCreateSurfaceObject", error);
}

cudaError_t LegalityTexture::fill(Count count) {
  cudaError_t error = fill_level(0, count);
  if (error == cudaSuccess && requested_.memory == Memory::mipmapped) error = fill_level(1, count);
  ignore(error);
  return error;
}

cudaError_t LegalityTexture::fill_level(int level, Count count) {
  const Format& f = *requested_.format;
  const Size size = size_of(requested_, level);
  std::vector<std::byte> texels = texels_of(requested_, level);
  const std::size_t row = row_bytes(f, size), rows = std::size_t(row_count(f, size));
  if (requested_.memory == Memory::linear)
    return cudaMemcpy(memory_.get(), texels.data(), row, cudaMemcpyHostToDevice);
  if (requested_.memory == Memory::pitch)
    return cudaMemcpy2D(memory_.get(), pitch_, texels.data(), row, row, rows, cudaMemcpyHostToDevice);
  cudaArray_t array = array_.get();
  if (requested_.memory == Memory::mipmapped) {
    const cudaError_t error = cudaGetMipmappedArrayLevel(&array, mipmapped_.get(), unsigned(level));
    if (error != cudaSuccess) return error;
  }
  const bool in_texels = !f.is_block() || count == Count::texels;
  texels.resize(texels.size() * 16); // room for a copy that counts blocks as texels
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(texels.data(), row, row, rows);
  copy.dstArray = array;
  copy.extent = {std::size_t(in_texels ? size.x : in_blocks(size.x)),
                 std::size_t(in_texels ? size.y : in_blocks(size.y)), std::size_t(size.z)};
  copy.kind = cudaMemcpyHostToDevice;
  const cudaError_t error = copy_3d(copy, nullptr);
  return error == cudaSuccess ? cudaStreamSynchronize(nullptr) : error;
}

cudaTextureDesc LegalityTexture::sampler() const {
  cudaTextureDesc desc = {};
  desc.addressMode[0] = cudaTextureAddressMode(requested_.address);
  desc.addressMode[1] = desc.addressMode[2] = cudaTextureAddressMode(requested_.other_address);
  desc.filterMode = cudaTextureFilterMode(requested_.filter);
  desc.readMode = cudaTextureReadMode(requested_.read_mode);
  desc.sRGB = requested_.srgb;
  for (float& channel : desc.borderColor)
    channel = border_color;
  desc.normalizedCoords = requested_.normalized;
  desc.mipmapFilterMode = cudaTextureFilterMode(requested_.mip_filter);
  desc.maxMipmapLevelClamp = requested_.memory == Memory::mipmapped ? levels - 1 : 0;
  return desc;
}

cudaResourceDesc LegalityTexture::resource() const {
  const Size size = size_of(requested_);
  cudaResourceDesc desc = {};
  switch (requested_.memory) {
  case Memory::linear:
    desc.resType = cudaResourceTypeLinear;
    desc.res.linear = {memory_.get(), channel_desc(*requested_.format), row_bytes(*requested_.format, size)};
    break;
  case Memory::pitch:
    desc.resType = cudaResourceTypePitch2D;
    desc.res.pitch2D = {memory_.get(), channel_desc(*requested_.format), std::size_t(size.x),
                        std::size_t(size.y), pitch_};
    break;
  case Memory::array:
    desc.resType = cudaResourceTypeArray;
    desc.res.array.array = array_.get();
    break;
  case Memory::mipmapped:
    desc.resType = cudaResourceTypeMipmappedArray;
    desc.res.mipmap.mipmap = mipmapped_.get();
    break;
  }
  return desc;
}

cudaResourceViewDesc LegalityTexture::view() const {
  cudaResourceViewDesc desc = {};
  const Format& f = *requested_.format;
  if (!f.has_view()) return desc;
  const cudaExtent extent = array_extent(requested_);
  desc.format = cudaResourceViewFormat(f.texels->view.value);
  desc.width = extent.width;
  desc.height = extent.height;
  desc.depth = extent.depth;
  if (requested_.memory == Memory::mipmapped) desc.lastMipmapLevel = levels - 1;
  const bool layers = array_flags(requested_) & (cudaArrayLayered | cudaArrayCubemap);
  if (layers) desc.lastLayer = unsigned(size_of(requested_).z - 1);
  return desc;
}

std::vector<std::string> LegalityTexture::described_changes() const {
  std::vector<std::string> changes;
  const auto compare = [&](const char* setting, int requested, int found,
                           std::initializer_list<const char*> names) {
    if (requested == found) return;
    const bool named = found >= 0 && std::size_t(found) < names.size();
    changes.push_back(std::string("description:") + setting + "=" +
                      (named ? names.begin()[found] : std::to_string(found)));
  };
  const cudaTextureDesc requested = sampler();
  cudaTextureDesc found = {};
  check(texture_desc(object_.get(), requested, resource(), found), "cudaGetTextureObjectTextureDesc");
  const char* address_settings[] = {"address", "address_y", "address_z"};
  for (std::size_t axis = 0; axis < 3; ++axis)
    compare(address_settings[axis], requested.addressMode[axis], found.addressMode[axis],
            {"wrap", "clamp", "mirror", "border"});
  compare("filter", requested.filterMode, found.filterMode, {"point", "linear"});
  compare("read_mode", requested.readMode, found.readMode, {"element", "normalized_float"});
  compare("srgb", requested.sRGB, found.sRGB, {"off", "on"});
  compare("coordinates", requested.normalizedCoords, found.normalizedCoords, {"unnormalized", "normalized"});
  compare("mip_filter", requested.mipmapFilterMode, found.mipmapFilterMode, {"point", "linear"});
  if (!array_) return changes;
  cudaChannelFormatDesc format = {};
  cudaExtent extent = {};
  unsigned flags = 0;
  check(array_info(array_.get(), format, extent, flags), "cudaArrayGetInfo");
  compare("kind", requested_.format->kind, format.f, {});
  const unsigned wanted = array_flags(requested_);
  compare("flags", int(wanted), int(wanted & flags), {});
  return changes;
}

} // namespace texelscope::cuda
