#include "kernels/studies/trace/trace_request.h"

#include <algorithm>

#include "kernels/unit/check/texel_format.h"

namespace texelscope::trace {

namespace {
constexpr int kind_none = 3;         // cudaChannelFormatKindNone
constexpr std::uint32_t nv12 = 0xb0; // CU_AD_FORMAT_NV12

// The driver's plain formats leave the channels to their number; the others say them themselves.
ChannelRequest of_driver(std::uint32_t format, std::uint32_t count) {
  if (format == nv12) return {8, 8, 8, 0, checking::kind_nv12};
  const auto row = std::ranges::find_if(texel_formats, [format](const TexelFormatRow& one) {
    return std::uint32_t(one.driver.value) == format;
  });
  if (row == texel_formats.end()) return {0, 0, 0, 0, kind_none};
  const auto bits = [&](std::uint32_t channel) {
    if (row->kind != ChannelKind::plain) return row->bits[channel];
    return channel < count ? row->element.bits : 0;
  };
  return {bits(0), bits(1), bits(2), bits(3), row->runtime.value};
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
  const TexelFormatRow* const texels =
      checking::texel_format(memory ? request.channels : request.array->channels);
  if (texels && texels->kind != ChannelKind::packed && !texels->element.is_normalizable())
    request.sampler.readMode = TextureReadMode::element;
}

std::uint64_t bytes_past_allocation(const ResourceFacts& resource) {
  const auto kind = ResourceKind(resource.kind);
  if (resource.allocation == 0 || resource.address < resource.allocation) return 0;
  std::uint64_t bytes = resource.size_in_bytes;
  if (kind == ResourceKind::pitch_2d) {
    const TexelFormatRow* const texels = checking::texel_format(channel_request(resource.channels));
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
