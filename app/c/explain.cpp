// Explanations and notes of textures; the check of CUDA's descriptors.
#include "kernels/studies/explain/explain.h"

#include <algorithm>

#include "app/c/json.h"
#include "app/c/objects.h"
#include "app/c/requests.h"
#include "app/c/texels.h"
#include "kernels/studies/explain/explain_components.h"
#include "kernels/studies/explain/explain_report.h"
#include "kernels/studies/explain/fetch_picture_svg.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope::c {

namespace {
Session with_function(const TextureEntry& texture, std::int32_t function) {
  if (texture.mipmapped) refuse("a mipmapped array of one level has no notes and no explanation");
  Session session = texture.session;
  session.fetch.function = FetchKind(function);
  if (session.fetch.function == FetchKind::gather && session.texture.levels > 1) {
    session.texture.levels = 1; // it reads the first alone
    session.sampler.normalized_coords = true;
  }
  return session;
}

void check_function(const detail::TextureState& state, const texelscope_request& request) {
  const auto function = detail::Function(request.function);
  const ResultType type = state.texture.result_type();
  const ChannelFormatKind kind = type == ResultType::floating     ? ChannelFormatKind::floating
                                 : type == ResultType::signed_int ? ChannelFormatKind::signed_int
                                                                  : ChannelFormatKind::unsigned_int;
  state.check_fetch(kind_for(state, function), function, {kind, 32}, request.number);
  const int channels = state.texture.format.channels;
  if (function == detail::Function::gather && request.number >= channels)
    refuse("the channel is " + std::to_string(request.number) + ", and the texture has " +
           std::to_string(channels) + ": there is nothing to explain about the zeros of a gather");
}

SamplePosition position_of(const texelscope_request& request, const Effective& effective) {
  SamplePosition position;
  std::ranges::copy(request.at, position.at.begin());
  if (request.function == TEXELSCOPE_ELEMENT)
    position.at[0] = (double(request.number) + 0.5) / effective.width;
  else
    position.in_texels = !effective.sampler.normalized_coords;
  if (is_layered(effective.dimension)) position.layer = request.number;
  if (effective.function == FetchKind::lod) position.lod = request.lod;
  return position;
}

FetchExplanation explained(const TextureEntry& texture, const texelscope_request& request) {
  const detail::TextureState& state = detail::state_of(texture.object);
  check_function(state, request);
  Session session = with_function(texture, request.function);
  session.fetch.layer = is_layered(session.texture.dimension) ? request.number : 0;
  session.fetch.lod = float(request.lod);
  session.fetch.gradients = GradientRule::given;
  std::ranges::transform(request.dx, session.fetch.dx.begin(), [](double step) { return float(step); });
  std::ranges::transform(request.dy, session.fetch.dy.begin(), [](double step) { return float(step); });
  session.fetch.component = request.function == TEXELSCOPE_GATHER ? request.number : 0;
  Resolution resolution = resolve(session);
  resolution.effective.gather_array = session.texture.gather_flag; // also of a gather: the array is as it is
  const SamplePosition position = position_of(request, resolution.effective);
  return texelscope::explained(
      texelscope::explain(session, resolution.effective, state.texture.level[0], 1, 1, position),
      resolution.notes, session.view);
}
} // namespace

} // namespace texelscope::c

using namespace texelscope;
using namespace texelscope::c;

texelscope_status texelscope_explain(texelscope_texture texture, const texelscope_request* request,
                                     char** json, char** text) {
  return call([&] {
    const auto entry = textures().get(texture);
    const FetchExplanation whole = c::explained(*entry, given_request(request));
    OwnedText as_json = json ? text_of(explain_json(whole, "model")) : no_text();
    OwnedText as_text = text ? text_of(explain_text(whole, "model")) : no_text();
    if (json) *json = as_json.release();
    if (text) *text = as_text.release();
  });
}

texelscope_status texelscope_explain_svg(texelscope_texture texture, const texelscope_request* request,
                                         char** svg) {
  return call([&] {
    const auto entry = textures().get(texture);
    require(svg, "svg is a null pointer");
    const FetchExplanation whole = c::explained(*entry, given_request(request));
    *svg = text_of(fetch_picture_svg(whole.picture, target_text(whole.fetch))).release();
  });
}

texelscope_status texelscope_texture_notes(texelscope_texture texture, std::int32_t function, char** json) {
  return call([&] {
    const auto entry = textures().get(texture);
    require(json, "json is a null pointer");
    check_enumerator(function, TEXELSCOPE_ELEMENT, "function");
    std::vector<Note> notes = resolve(with_function(*entry, function)).notes;
    std::erase_if(notes, [](const Note& note) { return !note.field.starts_with("sampler."); }); // a window's
    *json = text_of(notes_json(notes)).release();
  });
}
