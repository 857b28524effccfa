// A HIP program: the CUDA runtime's program in HIP's names and without what HIP lacks.
#include <type_traits>
#include <utility>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/sampler_members.h"
#include "kernels/studies/export/device_program.h"
#include "kernels/unit/image/image.h"

namespace texelscope::program {

namespace {
// The part of the state that HIP supports, and the remarks about the rest.
struct HipState {
  Session session;
  Resolution resolution;
  std::vector<std::string> remarks;

  explicit HipState(const ExportRequest& request) : session(request.session), resolution(request.resolution) {
    remarks.emplace_back(text(Text::export_hip_unit));
    Effective& e = resolution.effective;
    kind(e);
    if (has_resource_view(e)) remarks.emplace_back(text(Text::export_hip_view));
    for_each_sampler_member([&](const SamplerNames& names, auto, auto member) {
      if constexpr (std::is_same_v<decltype(member), bool Sampler::*>)
        if (!names.in_hip && std::exchange(session.sampler.*member, false))
          remarks.push_back(naming({std::string(names.field)}, say(Text::export_hip_field, {names.cuda})));
    });
  }

  void kind(const Effective& e) {
    if (e.channel_kind == ChannelKind::plain) return;
    remarks.emplace_back(text(e.channel_kind == ChannelKind::packed   ? Text::export_hip_packed
                              : e.channel_kind == ChannelKind::blocks ? Text::export_hip_blocks
                                                                      : Text::export_hip_kind));
    use_plain_channels(session, resolution);
  }
};
} // namespace

ExportedProgram hip_program(const ExportRequest& request) {
  HipState state(request);
  const ExportRequest requested{state.session,   state.resolution, request.texels, request.width,
                                request.height,  request.name,     request.line,   request.texel_file,
                                request.command, request.file};
  return device_program(ExportTarget::hip, requested,
                        {"hipcc texture.hip -o texture", "./texture [result.bin]"}, std::move(state.remarks));
}

} // namespace texelscope::program
