#include "app/analyses/pixel_inspector.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "kernels/machines/backend/cuda_support.h"
#include "kernels/studies/explain/explain_components.h"
#include "kernels/studies/explain/proof_fetch.h"

namespace texelscope {

namespace {
constexpr int readback_frames = 10; // more than the number of readbacks that are in flight

// Compares as values, except for the border color's bits: NaN equals itself here.
bool same(Sampler a, Sampler b) {
  using Bits = std::array<std::uint32_t, 4>;
  const bool border = std::bit_cast<Bits>(a.border_color) == std::bit_cast<Bits>(b.border_color);
  a.border_color = b.border_color = {};
  return border && a == b;
}
bool same(const Session& a, const Session& b) {
  return a.texture == b.texture && same(a.sampler, b.sampler) && a.fetch == b.fetch && a.write == b.write &&
         a.view == b.view;
}
} // namespace

void PixelInspector::forget() {
  explained.reset();
  pinned.clear();
  shown.clear();
}

void PixelInspector::update(const Scene& scene, const ui::PixelSelection& selection,
                            const std::optional<PixelProbe>& returned, bool device) {
  const bool still = same(requested.session, scene.session) && requested.texels == scene.texels &&
                     requested.version == scene.version && requested.device == device &&
                     requested.width == scene.width && requested.height == scene.height;
  if (!still) {
    requested = {scene.session, scene.texels, scene.version, device, scene.width, scene.height};
    forget();
  }
  update_pins(scene, selection.pins);
  const std::optional<FetchTarget> target = selection.chosen();
  const Pixel* pixel = target ? std::get_if<Pixel>(&*target) : nullptr;
  const bool outside =
      pixel && (pixel->x < 0 || pixel->y < 0 || pixel->x >= scene.width || pixel->y >= scene.height);
  if (!target || outside) return explained.reset();
  ++explained_frames;
  if (!explained || !(explained->fetch.target == *target)) {
    const auto of_pin = std::find_if(pinned.begin(), pinned.end(),
                                     [&](const Pinned& pin) { return FetchTarget(pin.position) == *target; });
    explained = texelscope::explained(of_pin != pinned.end()
                                          ? of_pin->fetch
                                          : explain(scene.session, scene.effective, scene.texels, scene.width,
                                                    scene.height, *target, scene.has_values, scene.blocks),
                                      scene.notes, scene.session.view);
    explained_frames = 0;
  }
  compare(returned, device);
}

// A pixel that a device returned may belong to a frame with another session. While the device writes the
// texels, there is nothing to compare it with, and the newest pixel is shown.
void PixelInspector::compare(const std::optional<PixelProbe>& returned, bool device) {
  Explanation& e = explained->fetch;
  const bool of_this = returned && e.pixel && returned->pixel == *e.pixel && !e.empty;
  if (!of_this || (device && e.has_values && explained_frames < readback_frames)) return e.returned.reset();
  e.returned = returned->bits;
}

void PixelInspector::update_pins(const Scene& scene, const ui::Pins& pins) {
  std::vector<Pinned> before = std::exchange(pinned, {});
  shown.clear();
  for (const ui::Pin& pin : pins.kept()) {
    const auto known = std::find_if(before.begin(), before.end(),
                                    [&](const Pinned& p) { return p.position == pin.position; });
    pinned.push_back(
        known != before.end()
            ? *known
            : Pinned{pin.position, explain(scene.session, scene.effective, scene.texels, scene.width,
                                           scene.height, pin.position, scene.has_values, scene.blocks)});
    const Explanation& e = pinned.back().fetch;
    const bool has_value = !e.empty && e.has_values;
    shown.push_back({pin.position, pin.number, e.place, e.pixel, e.texel,
                     has_value ? value_text(e, e.handed[e.shown]) : std::string(), pin.label});
  }
}

bool SettingsReport::Request::operator==(const Request& other) const {
  return texture == other.texture && same(sampler, other.sampler) && fetch == other.fetch &&
         view == other.view && image == other.image && backend == other.backend;
}

void SettingsReport::update(const Session& session, const Resolution& resolution,
                            const std::shared_ptr<const Image>& image, BackendKind backend, bool wait) {
  const Request now{session.texture, session.sampler, session.fetch, session.view, image, backend};
  latest.poll(wait);
  if (!image || !latest.wants(now)) return;
  const int ordinal = backend == BackendKind::cuda ? thread_cuda_device() : 0;
  latest.start(now, [session, resolution, image, backend, ordinal](const std::stop_token&) {
    if (backend == BackendKind::cuda) set_thread_cuda_device(ordinal);
    ui::SettingReports reports;
    reports.dimension = resolution.effective.dimension;
    reports.settings =
        explain_settings(session, resolution, *image,
                         proof_fetch(backend, [&](const std::string& why) { reports.failure = why; }));
    return reports;
  });
  latest.poll(wait);
}

} // namespace texelscope
