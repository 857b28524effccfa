#include "kernels/studies/trace_report/trace_session.h"

#include <algorithm>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/fields.h"
#include "kernels/state/session/sampler_members.h"
#include "kernels/unit/check/request_session.h"

namespace texelscope::trace {

namespace {
// Of cudaMalloc3DArray: layers and cubes, which a session's dimension says, and gathers.
constexpr unsigned layered = 1, surface = 2, cubemap = 4, gather = 8;

bool is_memory(const TextureRequest& request) {
  return request.resource == ResourceKind::linear || request.resource == ResourceKind::pitch_2d;
}

class Unsaid {
public:
  explicit Unsaid(std::vector<std::string>& into) : list(into) {}
  void add_if(bool unsaid, Text sentence, std::initializer_list<std::string_view> values = {}) {
    if (unsaid) list.push_back(say(sentence, values));
  }

private:
  std::vector<std::string>& list;
};

void tell_memory(const TextureRequest& request, const Session& session, Unsaid& unsaid) {
  const TextureSpec& texture = session.texture;
  const auto bytes = std::size_t(texture.format.texel_bytes());
  unsaid.add_if(request.address % 512 != 0, Text::unsaid_address);
  unsaid.add_if(request.resource == ResourceKind::linear &&
                    request.size_in_bytes / bytes != std::size_t(texture.width),
                Text::unsaid_size);
  if (request.resource != ResourceKind::pitch_2d) return;
  unsaid.add_if(request.width != std::size_t(texture.width) || request.height != std::size_t(texture.height),
                Text::unsaid_size);
  // A session's rows lie as far apart as cudaMallocPitch makes them.
  const std::size_t own = (request.width * bytes + 511) / 512 * 512 + std::size_t(texture.pitch_offset);
  unsaid.add_if(request.pitch_in_bytes != own, Text::unsaid_pitch, {std::to_string(request.pitch_in_bytes)});
}

void tell_array(const TextureRequest& request, const Session& session, Unsaid& unsaid) {
  const ArrayRequest& array = *request.array;
  const TextureSpec& texture = session.texture;
  unsaid.add_if(array.width != std::size_t(texture.width) ||
                    std::max<std::size_t>(array.height, 1) != std::size_t(texture.height),
                Text::unsaid_size);
  unsaid.add_if((array.flags & surface) != 0, Text::unsaid_flag, {"cudaArraySurfaceLoadStore"});
  unsaid.add_if((array.flags & ~(layered | surface | cubemap | gather)) != 0, Text::unsaid_flag,
                {std::to_string(array.flags & ~(layered | surface | cubemap | gather))});
  unsaid.add_if(request.view && !texture.view.on, Text::unsaid_view);
}

void tell_sampler(const TextureDesc& sampler, Unsaid& unsaid) {
  const TextureDesc acting = desc_of(sampler_of(sampler));
  bool known = true;
  for_each_sampler_member([&](const SamplerNames&, auto member, auto) {
    using Value = std::remove_cvref_t<decltype(acting.*member)>;
    if constexpr (std::is_enum_v<Value> || std::is_same_v<Value, std::array<TextureAddressMode, 3>>)
      known = known && acting.*member == sampler.*member;
  });
  unsaid.add_if(!known, Text::unsaid_enumerator);
}

void take_texels(const TracedObject& object, Session& session, Unsaid& unsaid) {
  if (object.texels.empty()) {
    session.texture.source = Source::ramp;
    session.texture.path.clear();
    unsaid.add_if(true, Text::unsaid_texels);
    return;
  }
  session.texture.source = Source::file;
  session.texture.path = object.texels.back().file;
  if (session.texture.levels > 1) session.texture.mips = MipSource::file;
}
} // namespace

void keep_in_range(ObjectSession& opened) {
  const Session standard;
  Session& session = opened.session;
  for (const Field& field : fields())
    if (assign(session, field, field.get(session))) {
      opened.unsaid.push_back(say(Text::unsaid_value, {field.path, format_value(field, field.get(session))}));
      field.put(session, field.get(standard));
    }
}

ObjectSession object_session(const TracedObject& object) {
  const std::string number = std::to_string(object.number);
  if (object.kind != ObjectKind::texture)
    throw UserError(say(Text::trace_open_no_texture, {number, name(object.kind)}));
  auto session = request_session(object.request);
  if (!session) throw UserError(say(Text::trace_open_unknown, {number}));
  ObjectSession opened{std::move(*session), {}};
  Unsaid unsaid(opened.unsaid);
  opened.session.write.mode = WriteMode::off;
  opened.session.fetch.function =
      object.request.resource == ResourceKind::linear ? FetchKind::texel : FetchKind::plain;
  if (opened.session.texture.levels > 1) opened.session.fetch.function = FetchKind::grad;
  if (is_memory(object.request))
    tell_memory(object.request, opened.session, unsaid);
  else
    tell_array(object.request, opened.session, unsaid);
  tell_sampler(object.request.sampler, unsaid);
  take_texels(object, opened.session, unsaid);
  keep_in_range(opened);
  unsaid.add_if(true, Text::unsaid_fetch);
  return opened;
}

} // namespace texelscope::trace
