// The machine behind the window's pictures: which one it is, what it is asked for, and what becomes of its
// failures.
#include <algorithm>
#include <cmath>

#include "app/base/errors.h"
#include "app/window/explorer.h"
#include "kernels/text/texts.h"
#include "kernels/write/write_plan.h"

namespace texelscope {

namespace {
// Of a feedback that catches up with its number in one frame: enough to be quick, few enough to stay live.
constexpr std::size_t replayed_bytes = std::size_t(8) << 20;
constexpr int most_probed_texels = 4096;

// The texels that the texture panel shows, if few enough to print; else the one under the mouse.
std::optional<TexelRect> probed_texels(const ui::Layout& areas, const ui::State& state,
                                       const TexturePlane& plane) {
  const ui::Area& a = areas.texture_picture;
  const double scale = state.texture_zoom > 0
                           ? state.texture_zoom
                           : std::min(a.width() / double(plane.width), a.height() / double(plane.height));
  const auto from = [&](double center, int size, float length) {
    return std::clamp(int(std::floor(center * size - length / 2 / scale)), 0, size - 1);
  };
  const auto to = [&](double center, int size, float length) {
    return std::clamp(int(std::ceil(center * size + length / 2 / scale)), 1, size);
  };
  const int x0 = from(state.texture_center_x, plane.width, a.width()),
            x1 = to(state.texture_center_x, plane.width, a.width());
  const int y0 = from(state.texture_center_y, plane.height, a.height()),
            y1 = to(state.texture_center_y, plane.height, a.height());
  if (x1 > x0 && y1 > y0 && std::int64_t(x1 - x0) * (y1 - y0) <= most_probed_texels)
    return TexelRect{x0, y0, x1 - x0, y1 - y0};
  if (!state.hovered_texel) return std::nullopt;
  const auto [x, y] = *state.hovered_texel;
  if (x >= plane.width || y >= plane.height) return std::nullopt;
  return TexelRect{x, y, 1, 1};
}
} // namespace

void Explorer::choose_backend(std::optional<BackendKind> wanted) {
  if (wanted != BackendKind::cpu) {
    try {
      backend_ = make_cuda_backend({});
      return;
    } catch (const MachineError&) {
      if (wanted == BackendKind::cuda) throw;
    }
  }
  backend_ = make_cpu_backend();
}

void Explorer::toggle_backend() {
  const bool to_cuda = backend_->info().kind == BackendKind::cpu;
  try {
    take_backend(to_cuda ? make_cuda_backend({}) : make_cpu_backend());
  } catch (const MachineError& error) {
    notify(NoteKind::altered, say(Text::backend_stays, {error.what()}));
  }
}

void Explorer::take_backend(std::unique_ptr<Backend> next) {
  result_.reset();
  replay_.reset();
  resolved_.reset();
  backend_ = std::move(next);
  timing_.clear();
  journal_.forget_times();
}

FrameRequest Explorer::request(const ui::Layout& areas, const Session& session,
                               const Effective& effective) const {
  FrameRequest request{session,
                       effective,
                       source_.image(),
                       std::max(1, int(areas.result_picture.width())),
                       std::max(1, int(areas.result_picture.height())),
                       feedback_steps_within(*source_.image(), replayed_bytes),
                       std::nullopt,
                       std::nullopt};
  request.probe = state_.chosen_pixel(session, effective, request.width, request.height);
  request.texels = probed_texels(areas, state_, shown_plane(session.view, *request.image));
  if (!session.fetch.body.empty() && backend_->info().limits.runs_bodies)
    request.body = body_.running(body_target(effective, backend_->info().architecture));
  return request;
}

void Explorer::run_backend(const ui::Layout& areas, double now) {
  const auto image = source_.image();
  if (!image) return;
  const Effective& wanted = resolution_.effective;
  const bool fits = source_.status().up_to_date && has_shape(*image, wanted);
  if (!fits && !has_shape(*image, shown_effective_)) return;
  try {
    FrameRequest next = fits ? request(areas, session_, wanted) : request(areas, shown_, shown_effective_);
    if (fits)
      next.live = profile_.request(state_.profile, ui::shows_profile(state_, areas), profiled(areas), now,
                                   wait_for_textures_);
    result_ = backend_->frame(next);
    update_replay(next.session.write.frame, now);
    if (fits) {
      profile_.update(profiled(areas), *result_, now);
      shown_ = session_;
      shown_effective_ = wanted;
      shown_blocks_ = image->compressed;
    }
    if (result_->probe) probe_ = result_->probe;
    if (result_->texels) texels_ = result_->texels;
    result_->texels = texels_;
  } catch (const MachineError& error) {
    return fail(error);
  }
  update_pixel_details(areas);
  update_scope(areas);
  update_warp(areas);
}

void Explorer::update_replay(std::int64_t frame, double now) {
  const std::int64_t left = result_->feedback_steps_left;
  const double seconds = replay_clock_.seconds_left(left, now);
  replay_.reset();
  if (left > 0) replay_ = ui::Replay{frame - left, frame, clock_text(seconds)};
}

// What is on screen is still the last frame's; a device that is lost, or never gave one, leaves its place to
// the CPU.
void Explorer::fail(const MachineError& error) {
  const bool of_body = error.device_lost && !session_.fetch.body.empty();
  notify(NoteKind::refused, of_body ? say(Text::body_lost, {error.what()}) : error.what());
  pixel_details_.forget();
  if (backend_->info().kind != BackendKind::cuda || (result_ && !error.device_lost)) return;
  take_backend(make_cpu_backend());
}

void Explorer::update_pixel_details(const ui::Layout& areas) {
  const auto image = source_.image();
  const ui::Area& a = areas.result_picture;
  pixel_details_.update({shown_, shown_effective_, resolution_.notes, *image, shown_blocks_.get(), *result_,
                         probe_, backend_->info().kind == BackendKind::cuda, std::max(1, int(a.width())),
                         std::max(1, int(a.height()))},
                        state_);
}

} // namespace texelscope
