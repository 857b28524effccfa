// Makes the frame that is shown: the session's texture, its effective settings, and the backend that fetches
// from the texture with them.
//
// Needs a current OpenGL 4.5 context for its whole life. While a large texture is being made, the frame stays
// that of the last session whose texture was ready.
#pragma once

#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "app/analyses/frame_timing.h"
#include "app/analyses/live_body.h"
#include "app/analyses/pixel_details.h"
#include "app/analyses/shown_frame.h"
#include "app/window/answer_watch.h"
#include "app/window/plane_thumbnails.h"
#include "kernels/ground/text/language.h"
#include "kernels/studies/texture/replay.h"
#include "kernels/studies/texture/texture_source.h"
#include "ui/frame/body.h"
#include "ui/frame/layout.h"
#include "ui/frame/picture.h"
#include "ui/frame/pins.h"
#include "ui/frame/texture_view.h"
#include "ui/frame/timing.h"
#include "ui/gl/picture_renderer.h"

namespace texelscope {

class FrameRenderer {
public:
  using MakeBackend = std::function<std::unique_ptr<Backend>()>; // throws MachineError

  // `waits`: a texture and a body are finished before the frame is made. `backend`: by default CUDA if it
  // works, else the CPU; a named one that is unavailable throws MachineError. `make_device`: by default
  // CUDA's. `patience`: after which a device that does not answer is said to.
  FrameRenderer(const Session& first, std::optional<BackendKind> backend, bool waits,
                MakeBackend make_device = {},
                std::chrono::milliseconds patience = AnswerWatch::usual_patience);

  const BackendInfo& backend() const { return backend_->info(); }
  bool on_device() const { return backend().kind == BackendKind::cuda; }
  void toggle_backend(); // throws MachineError if there is no other; the present one stays

  // Called once a frame, in this order.
  void resolve(const Session& session);
  void make_texture(const Session& session, const std::filesystem::path& base);
  void poll_texture(); // if it waits, throws the failure of making it
  void compile_body(const std::string& body, BodyWaits waits, double now);
  // The request for the backend; empty before there is a texture. Refers to `session` and to this object.
  std::optional<FrameRequest> request(const Session& session, const ui::Layout& areas,
                                      const ui::PixelSelection& selection, const ui::TextureView& texture);
  void run(const FrameRequest& request, double now); // throws MachineError; the frame before stays
  // In its place, if the frame before shows what is requested, except for what would be read back of it.
  bool shows(const FrameRequest& request) const { return fetched_ && fetched_->is_picture_of(request); }
  void keep_frame() { kept_frame_ = true; }
  bool kept_frame() const { return kept_frame_; }
  void draw_pictures(const ui::Layout& areas, const ui::TextureView& texture, bool thumbnails,
                     double draw_seconds, double now);
  bool repainted() const { return repainted_; } // a texture that keeps its name, by draw_pictures()

  // Called after run() has failed: the CPU replaces the device, unless the error says that it goes on.
  // Returns whether it did.
  bool fall_back(const MachineError& error);

  // Reads a file whose size and format a session will take; no other texture is made meanwhile.
  void open_file(const Session& session, const std::filesystem::path& base,
                 const std::set<std::string>& stated);
  struct OpenedFile {
    bool busy = false;
    std::optional<Session> session;
    std::string failure; // a sentence
    std::string note;    // what the file's values became, a sentence
  };
  OpenedFile poll_file();

  const Resolution& resolution() const { return resolution_; } // of the session that was resolved last
  std::shared_ptr<const Image> image() const { return source_.image(); }
  bool image_is_current() const; // whether it is the resolved session's

  // The frame that is shown; null and empty before the first frame.
  const FrameResult* result() const { return result_ ? &*result_ : nullptr; }
  const Session& shown_session() const { return session_; }
  const Effective& shown_effective() const { return effective_; }
  std::optional<ShownFrame> shown_frame() const;                   // nothing before its texture is there
  PixelDetails::Shown shown_pixels(const ui::Layout& areas) const; // requires result() and image()
  std::optional<TexelBits> value_at(const Pixel& pixel) const;     // if it was read back
  Picture read_result() const { return backend_->read_result(); }
  Image read_texture() const { return backend_->read_texture(); }
  const std::optional<ui::Replay>& replay() const { return replay_; } // nothing: the session's own frame
  const ui::Timing& timing() const { return timing_.timing(); }
  const ui::BodyFindings& body_findings(bool with_examples, BodyOrigin origin) {
    return body_.findings(with_examples, origin);
  }
  ui::PictureFrame pictures() const; // as the panels are to show them

private:
  // What the CPU's pictures follow from. A device's textures change without it.
  struct Drawn {
    Session session;
    Effective effective;
    std::shared_ptr<const Image> image;
    std::uint64_t texture_version = 0;
    std::array<int, 2> result_size;
    TexelWindow texture_window;
    std::array<int, 2> texture_size; // of its picture, pixels
    bool operator==(const Drawn&) const = default;
  };

  // What a frame follows from, when the first of its kind was made, and when the last.
  struct Fetched {
    Session session;
    Effective effective;
    std::shared_ptr<const Image> image;
    std::shared_ptr<const CompiledBody> body;
    std::array<int, 2> size;
    std::optional<Pixel> probe;
    std::optional<TexelRect> texels;
    double since = 0, at = 0;
    bool complete = false; // no feedback is left to replay, and no launch was measured
    bool is_picture_of(const FrameRequest& request) const;
    bool reads_back(const FrameRequest& request) const;
  };

  void use(std::unique_ptr<Backend> next);
  void fetch(const FrameRequest& request, double now);
  void update_replay(std::int64_t frame, double now);

  bool waits_;
  MakeBackend make_device_; // watched, for as long as it makes one
  AnswerWatch watch_;       // of the device's frames
  TextureSource source_;
  std::unique_ptr<Backend> backend_;
  LiveBody body_;
  Resolution resolution_;
  // The input of resolution_ that changes; empty: another backend's.
  std::optional<std::tuple<Session, Language, std::optional<Unshared>>> resolved_;
  Session session_;
  Session of_pin_;    // the requested one, with the level that a pin shows
  int own_level_ = 0; // of the requested one
  Effective effective_;
  std::optional<FrameResult> result_;
  std::optional<Fetched> fetched_; // empty: the next frame is made in any case
  bool kept_frame_ = false, repainted_ = false;
  std::optional<PixelProbe> pixel_;
  std::optional<TexelProbe> texels_;
  std::shared_ptr<const CompressedTexels> blocks_; // of the texture that is there; null: it has none
  ui::PictureRenderer picture_renderer_;
  unsigned result_gl_ = 0, texture_gl_ = 0;
  PlaneThumbnails thumbnails_;
  bool shows_thumbnails_ = false;
  std::optional<Drawn> drawn_; // empty: nothing yet
  FrameTiming timing_;
  ReplayClock replay_clock_;
  std::optional<ui::Replay> replay_;
};

// The size of the session's result in pixels: the panel's, at least 1, or that of a resize.
std::array<int, 2> picture_size(const ui::Layout& areas, const Session& session);

} // namespace texelscope
