// Explains to the window how the chosen pixel and every pinned one got their values. An explanation is
// computed again only when something has changed.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "kernels/ground/base/async_result.h"
#include "kernels/ground/files/latest.h"
#include "kernels/studies/explain/explain.h"
#include "kernels/studies/explain/explain_settings.h"
#include "ui/frame/pins.h"
#include "ui/frame/pixels.h"
#include "ui/frame/settings.h"

namespace texelscope {

// What is on screen.
struct Scene {
  const Session& session;
  const Effective& effective;
  const std::vector<Note>& notes;
  const std::byte* texels;                  // as they lie in memory
  std::uint64_t version;                    // of the texels: another one means that they changed
  bool has_values;                          // false: only the device has them
  int width, height;                        // of the picture
  const CompressedTexels* blocks = nullptr; // the texels were decoded from these
};

class PixelInspector {
public:
  // Called once a frame. `returned`: the pixel that the backend read back last. `device`: it may belong to a
  // frame up to `readback_frames` back.
  void update(const Scene& scene, const ui::PixelSelection& selection,
              const std::optional<PixelProbe>& returned, bool device);
  void forget();

  const FetchExplanation* explanation() const {
    return explained ? &*explained : nullptr;
  } // of the chosen pixel
  const std::vector<ui::ShownPin>& pins() const { return shown; }

private:
  // Everything that an explanation depends on, except for the position.
  struct Request {
    Session session;
    const std::byte* texels = nullptr;
    std::uint64_t version = 0;
    bool device = false;
    int width = 0, height = 0;
  };
  struct Pinned {
    SamplePosition position;
    Explanation fetch;
  };
  void update_pins(const Scene& scene, const ui::Pins& pins);
  void compare(const std::optional<PixelProbe>& returned, bool device);

  Request requested;
  std::vector<Pinned> pinned; // in the pins' order
  std::vector<ui::ShownPin> shown;
  std::optional<FetchExplanation> explained;
  int explained_frames = 0; // the number of frames since the explanation changed
};

// The effective value of each sampler setting, computed beside the frame loop.
class SettingsReport {
public:
  // Called once a frame in which it is shown. `image`: the texture at the effective size and kind. `wait`:
  // waits until the report is known.
  void update(const Session& session, const Resolution& resolution, const std::shared_ptr<const Image>& image,
              BackendKind backend, bool wait);
  const AsyncResult<ui::SettingReports>& found() const { return latest.newest(); }

private:
  struct Request {
    TextureSpec texture;
    Sampler sampler;
    FetchSpec fetch;
    ViewSpec view;
    std::shared_ptr<const Image> image;
    BackendKind backend = BackendKind::cpu;
    bool operator==(const Request& other) const; // NaN is the same as itself
  };
  Latest<Request, ui::SettingReports> latest;
};

} // namespace texelscope
