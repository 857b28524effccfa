#include "kernels/state/amp/texture_references.h"

#include <utility>

#include <algorithm>

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr TextureReferenceCall calls[] = {
    {"texture<T, dim, readMode> texRef", "cudaTextureObject_t tex", Text::texture_reference_declaration},
    {"textureReference", "cudaResourceDesc, cudaTextureDesc", Text::texture_reference_struct},
    {"cudaGetTextureReference", "", Text::texture_reference_get},
    {"cudaBindTexture", "cudaCreateTextureObject, cudaResourceTypeLinear", Text::texture_reference_bind},
    {"cudaBindTexture2D", "cudaCreateTextureObject, cudaResourceTypePitch2D",
     Text::texture_reference_bind_2d},
    {"cudaBindTextureToArray", "cudaCreateTextureObject, cudaResourceTypeArray",
     Text::texture_reference_bind_array},
    {"cudaUnbindTexture", "cudaDestroyTextureObject", Text::texture_reference_unbind},
    {"cudaGetTextureAlignmentOffset", "", Text::texture_reference_offset},
    {"cudaGetChannelDesc", "cudaGetChannelDesc", Text::texture_reference_get_channel_desc},
    {"cudaCreateChannelDesc", "cudaCreateChannelDesc", Text::texture_reference_create_channel_desc},
    {"tex1Dfetch(texRef, i)", "tex1Dfetch<T>(tex, i)", Text::texture_reference_fetch_1d},
    {"tex1D(texRef, x)", "tex1D<T>(tex, x)", Text::texture_reference_tex_1d},
    {"tex2D(texRef, x, y)", "tex2D<T>(tex, x, y)", Text::texture_reference_tex_2d},
    {"tex3D(texRef, x, y, z)", "tex3D<T>(tex, x, y, z)", Text::texture_reference_tex_3d},
    {"normalized", "cudaTextureDesc.normalizedCoords", Text::texture_reference_normalized},
    {"addressMode", "cudaTextureDesc.addressMode", Text::texture_reference_address_mode},
    {"filterMode", "cudaTextureDesc.filterMode", Text::texture_reference_filter_mode},
    {"channelDesc", "cudaResourceDesc.res.linear.desc, .res.pitch2D.desc",
     Text::texture_reference_channel_desc},
    {"cudaReadModeElementType", "cudaTextureDesc.readMode", Text::texture_reference_read_mode},
};
} // namespace

std::span<const TextureReferenceCall> texture_reference_calls() {
  return calls;
}

const TextureReferenceCall* find_texture_reference_call(std::string_view name) {
  const auto found = std::ranges::find(calls, name, &TextureReferenceCall::name);
  return found == std::end(calls) ? nullptr : found;
}

const TextureReferenceCall* texture_reference_of(std::string_view path) {
  static constexpr std::pair<std::string_view, std::string_view> names[] = {
      {"texture.kind", "channelDesc"},
      {"texture.bits", "channelDesc"},
      {"texture.channels", "cudaCreateChannelDesc"},
      {"texture.storage.array", "cudaBindTextureToArray"},
      {"texture.storage.pitch", "cudaBindTexture2D"},
      {"texture.storage.linear", "cudaBindTexture"},
      {"sampler.normalized_coords", "normalized"},
      {"sampler.address_x", "addressMode"},
      {"sampler.address_y", "addressMode"},
      {"sampler.address_z", "addressMode"},
      {"sampler.filter", "filterMode"},
      {"sampler.read_mode", "cudaReadModeElementType"},
      {"fetch.function.plain", "tex2D(texRef, x, y)"},
      {"fetch.function.texel", "tex1Dfetch(texRef, i)"}};
  for (const auto& [field, name] : names)
    if (field == path) return find_texture_reference_call(name);
  return nullptr;
}

} // namespace texelscope
