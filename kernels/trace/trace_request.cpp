#include "kernels/trace/trace_request.h"

#include <algorithm>
#include <iterator>

#include "kernels/check/texel_format.h"

namespace texelscope::trace {

namespace {
constexpr int kind_signed = 0, kind_unsigned = 1, kind_float = 2, kind_none = 3;

// CUarray_format: plain texels, with the bits of a channel.
struct PlainFormat {
  std::uint32_t format;
  int bits, kind;
};
constexpr PlainFormat plain_formats[] = {
    {0x01, 8, kind_unsigned}, {0x02, 16, kind_unsigned}, {0x03, 32, kind_unsigned}, {0x08, 8, kind_signed},
    {0x09, 16, kind_signed},  {0x0a, 32, kind_signed},   {0x10, 16, kind_float},    {0x20, 32, kind_float}};

// The formats that say their channels themselves follow each other as in cudaChannelFormatKind.
constexpr std::uint32_t first_normalized = 0xc0, last_normalized = 0xcb, first_block = 0x91,
                        last_block = 0x9e, packed = 0x50, nv12 = 0xb0;
constexpr int kind_first_normalized = 5, kind_first_block = 17, kind_packed = 31;

// With the bits that CUDA wants beside the kind.
ChannelRequest special(int kind) {
  constexpr int normalized_channels[] = {1, 2, 4};
  constexpr int block_channels[] = {4, 4, 4, 4, 4, 4, 1, 1, 2, 2, 3, 3, 4, 4};
  ChannelRequest channels = {0, 0, 0, 0, kind};
  int bits = 8, count = 0;
  if (kind == kind_packed) return {10, 10, 10, 2, kind};
  if (kind >= kind_first_block) {
    count = block_channels[kind - kind_first_block];
    if (count == 3) bits = 16;
  } else {
    const int index = kind - kind_first_normalized;
    count = normalized_channels[index % 3];
    bits = index / 3 % 2 == 0 ? 8 : 16;
  }
  int* const members[] = {&channels.x, &channels.y, &channels.z, &channels.w};
  for (int i = 0; i < count; ++i)
    *members[i] = bits;
  return channels;
}

ChannelRequest of_driver(std::uint32_t format, std::uint32_t count) {
  if (format >= first_normalized && format <= last_normalized)
    return special(kind_first_normalized + int(format - first_normalized));
  if (format >= first_block && format <= last_block)
    return special(kind_first_block + int(format - first_block));
  if (format == packed) return special(kind_packed);
  if (format == nv12) return {8, 8, 8, 0, checking::kind_nv12};
  const auto* plain = std::ranges::find(plain_formats, format, &PlainFormat::format);
  if (plain == std::end(plain_formats)) return {0, 0, 0, 0, kind_none};
  const auto bits = [&](std::uint32_t channel) { return channel < count ? plain->bits : 0; };
  return {bits(0), bits(1), bits(2), bits(3), plain->kind};
}
} // namespace

ChannelRequest channel_request(const ChannelsFacts& facts) {
  if (facts.format != 0) return of_driver(facts.format, facts.channels);
  return {facts.x, facts.y, facts.z, facts.w, facts.kind};
}

ArrayRequest array_request(const ArrayFacts& facts) {
  return {channel_request(facts.channels), facts.width, facts.height, facts.depth, facts.flags,
          std::max(facts.levels, 1u)};
}

TextureRequest texture_request(const ResourceFacts& resource, const ArrayFacts* array,
                               const TextureDesc* sampler, const ViewFacts* view) {
  TextureRequest request;
  request.resource = ResourceKind(resource.kind);
  if (array) request.array = array_request(*array);
  request.address = resource.address;
  request.channels = channel_request(resource.channels);
  request.size_in_bytes = resource.size_in_bytes;
  request.width = resource.width;
  request.height = resource.height;
  request.pitch_in_bytes = resource.pitch_in_bytes;
  if (sampler) request.sampler = *sampler;
  if (view && view->present != 0)
    request.view = ViewRequest{view->format,      view->width,      view->height,      view->depth,
                               view->first_level, view->last_level, view->first_layer, view->last_layer};
  return request;
}

void fit_read_mode(TextureRequest& request) {
  const bool memory = request.resource == ResourceKind::linear || request.resource == ResourceKind::pitch_2d;
  if (!memory && !request.array) return;
  const auto texels = checking::texel_format(memory ? request.channels : request.array->channels);
  if (texels && texels->kind != ChannelKind::packed && !texels->element.is_normalizable())
    request.sampler.readMode = TextureReadMode::element;
}

std::uint64_t bytes_past_allocation(const ResourceFacts& resource) {
  const auto kind = ResourceKind(resource.kind);
  if (resource.allocation == 0 || resource.address < resource.allocation) return 0;
  std::uint64_t bytes = resource.size_in_bytes;
  if (kind == ResourceKind::pitch_2d) {
    const auto texels = checking::texel_format(channel_request(resource.channels));
    constexpr std::uint64_t limit = std::uint64_t(1) << 30; // more is refused
    if (!texels || resource.height == 0 || resource.height > limit || resource.width > limit ||
        resource.pitch_in_bytes > limit)
      return 0;
    bytes = (resource.height - 1) * resource.pitch_in_bytes +
            resource.width * std::uint64_t(texels->element.texel_bytes());
  } else if (kind != ResourceKind::linear) {
    return 0;
  }
  const std::uint64_t from = resource.address - resource.allocation;
  const std::uint64_t left = resource.allocation_bytes > from ? resource.allocation_bytes - from : 0;
  return bytes > left ? bytes - left : 0;
}

} // namespace texelscope::trace
