// The check of CUDA's descriptors.
#include <cstring>

#include "app/c/calls.h"
#include "app/c/json.h"
#include "app/c/texels.h"

namespace texelscope::c {

namespace {
ChannelRequest channels_of(const texelscope_channels& c) {
  return {c.x, c.y, c.z, c.w, c.kind};
}

TextureRequest request_of(const texelscope_descriptors& d) {
  TextureRequest request;
  request.resource = ResourceKind(d.resource);
  const bool array =
      d.resource == int(ResourceKind::array) || d.resource == int(ResourceKind::mipmapped_array);
  if (array && d.has_array)
    request.array =
        ArrayRequest{channels_of(d.channels), d.width, d.height, d.depth, d.array_flags, d.array_levels};
  if (!array) {
    request.address = std::uintptr_t(d.address);
    request.channels = channels_of(d.channels);
    request.size_in_bytes = d.size_in_bytes;
    request.width = d.width, request.height = d.height, request.pitch_in_bytes = d.pitch_in_bytes;
  }
  std::memcpy(&request.sampler, d.sampler.address_mode, sizeof request.sampler);
  if (d.has_view)
    request.view = ViewRequest{d.view_format,      d.view_width,      d.view_height,      d.view_depth,
                               d.view_first_level, d.view_last_level, d.view_first_layer, d.view_last_layer};
  request.use = {d.used_by_gather != 0, d.used_by_surface != 0};
  return request;
}
} // namespace

} // namespace texelscope::c

using namespace texelscope::c;

texelscope_status texelscope_check(const texelscope_descriptors* descriptors, char** json) {
  return call([&] {
    require(json, "json is a null pointer");
    const auto given =
        taken(descriptors, offsetof(texelscope_descriptors, has_view), "texelscope_descriptors");
    require(given.reserved == 0, "texelscope_descriptors::reserved is not 0");
    *json = text_of(notes_json(texelscope::check(request_of(given)))).release();
  });
}
