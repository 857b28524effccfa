#include "app/window/frame_renderer.h"

#include <algorithm>
#include <cmath>

#include "kernels/ground/files/errors.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/unit/fetch/fetch_map.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/write/write_plan.h"

namespace texelscope {

namespace {
// The bytes that a feedback may replay in one frame to catch up with its frame number: enough to be quick,
// few enough to stay interactive.
constexpr std::size_t replayed_bytes = std::size_t(8) << 20;
constexpr int max_probed_texels = 4096;

std::unique_ptr<Backend> make_backend(std::optional<BackendKind> wanted,
                                      const FrameRenderer::MakeBackend& make_device) {
  if (wanted != BackendKind::cpu) {
    try {
      return make_device();
    } catch (const MachineError&) {
      if (wanted == BackendKind::cuda) throw;
    }
  }
  return make_cpu_backend();
}

// Its watcher ends with the call: where there is no device, no thread is left.
FrameRenderer::MakeBackend watched(FrameRenderer::MakeBackend make, std::chrono::milliseconds patience) {
  return [make = std::move(make), patience] { return AnswerWatch(patience).during(make); };
}

// The texels that the texture panel shows if they are few enough to read back; else the one under the mouse.
std::optional<TexelRect> probed_texels(const ui::Area& picture, const ui::TextureView& view,
                                       const TexturePlane& plane) {
  if (picture.width() <= 0) return std::nullopt; // the panel is folded
  const double scale = view.scale(picture.width(), picture.height(), plane.width, plane.height);
  const auto from = [&](double center, int size, float length) {
    return std::clamp(int(std::floor(center * size - length / 2 / scale)), 0, size - 1);
  };
  const auto to = [&](double center, int size, float length) {
    return std::clamp(int(std::ceil(center * size + length / 2 / scale)), 1, size);
  };
  const int x0 = from(view.center_x, plane.width, picture.width()),
            x1 = to(view.center_x, plane.width, picture.width());
  const int y0 = from(view.center_y, plane.height, picture.height()),
            y1 = to(view.center_y, plane.height, picture.height());
  if (x1 > x0 && y1 > y0 && std::int64_t(x1 - x0) * (y1 - y0) <= max_probed_texels)
    return TexelRect{x0, y0, x1 - x0, y1 - y0};
  if (!view.hovered) return std::nullopt;
  const auto [x, y] = *view.hovered;
  if (x >= plane.width || y >= plane.height) return std::nullopt;
  return TexelRect{x, y, 1, 1};
}

std::int64_t count_of(const TexelRect& rect) {
  return std::int64_t(rect.width) * rect.height;
}

// The texels that a flat view shows, if they are large enough for their values.
std::optional<TexelRect> viewed_texels(const Session& session, const Effective& effective, int width,
                                       int height) {
  constexpr double large = 24; // pixels; the panel decides what is written
  const auto [across, along] = texel_pixels(session, width, height);
  if (effective.projection != Projection::flat || effective.dimension != Dimension::d2 ||
      std::min(across, along) < large)
    return std::nullopt;
  const auto size = spanned_size(session);
  std::array<double, 2> low = {size[0], size[1]}, high = {0, 0};
  for (const double x : {0.0, double(width)})
    for (const double y : {0.0, double(height)}) {
      const auto uv = picture_to_texture(session, width, height, x, y);
      for (std::size_t axis = 0; axis < 2; ++axis) {
        low[axis] = std::clamp(std::floor(uv[axis] * size[axis]), 0.0, low[axis]);
        high[axis] = std::clamp(std::ceil(uv[axis] * size[axis]), high[axis], size[axis]);
      }
    }
  const auto there = effective.size_of(0); // limits may have made it smaller than requested
  for (std::size_t axis = 0; axis < 2; ++axis)
    high[axis] = std::min(high[axis], double(there[axis]));
  const TexelRect rect{int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])};
  if (rect.width <= 0 || rect.height <= 0 || count_of(rect) > max_probed_texels) return std::nullopt;
  return rect;
}

// Both, or the first one if that would be too many.
std::optional<TexelRect> joined(const std::optional<TexelRect>& a, const std::optional<TexelRect>& b) {
  if (!a || !b) return a ? a : b;
  TexelRect all{std::min(a->x, b->x), std::min(a->y, b->y), 0, 0};
  all.width = std::max(a->x + a->width, b->x + b->width) - all.x;
  all.height = std::max(a->y + a->height, b->y + b->height) - all.y;
  return count_of(all) <= max_probed_texels ? all : *a;
}

// A slab makes several fetches per pixel.
double fetches_of(const FrameResult& result, const Session& session, const Effective& effective) {
  const int samples = effective.slab == Slab::off ? 1 : session.fetch.slab_samples;
  return double(result.width) * result.height * samples;
}
} // namespace

std::array<int, 2> picture_size(const ui::Layout& areas, const Session& session) {
  const ui::Area& picture = areas.result_picture;
  return picture_size(session, std::max(1, int(picture.width())), std::max(1, int(picture.height())));
}

FrameRenderer::FrameRenderer(const Session& first, std::optional<BackendKind> backend, bool waits,
                             MakeBackend make_device, std::chrono::milliseconds patience)
    : waits_(waits),
      make_device_(watched(
          make_device ? std::move(make_device) : [] { return make_cuda_backend({}); }, patience)),
      watch_(patience), backend_(make_backend(backend, make_device_)), session_(first) {}

void FrameRenderer::toggle_backend() {
  use(on_device() ? make_cpu_backend() : make_device_());
}

bool FrameRenderer::fall_back(const MachineError& error) {
  if (!on_device() || error.recovered) return false;
  use(make_cpu_backend());
  return true;
}

void FrameRenderer::use(std::unique_ptr<Backend> next) {
  result_.reset();
  fetched_.reset();
  drawn_.reset();
  replay_.reset();
  resolved_.reset();
  backend_ = std::move(next);
  timing_.clear();
}

// Resolving tries each note's repair, which takes a tenth of a millisecond; frames with the same settings
// skip it. The number of the frame is no setting that a rule reads.
void FrameRenderer::resolve(const Session& session) {
  std::tuple wanted(session, language(), backend().limits.unshared);
  std::get<0>(wanted).write.frame = 0;
  if (resolved_ == wanted) return;
  resolution_ = texelscope::resolve(session, backend().limits);
  resolved_ = std::move(wanted);
}

void FrameRenderer::make_texture(const Session& session, const std::filesystem::path& base) {
  source_.request(session, resolution_.effective, base);
}

void FrameRenderer::poll_texture() {
  if (waits_) source_.wait();
  source_.poll();
}

void FrameRenderer::compile_body(const std::string& body, BodyWaits waits, double now) {
  body_.update({body, body_target(resolution_.effective, backend().architecture)}, now, waits_, waits);
}

bool FrameRenderer::image_is_current() const {
  const auto image = source_.image();
  return image && source_.status().up_to_date && has_shape(*image, resolution_.effective);
}

std::optional<FrameRequest> FrameRenderer::request(const Session& session, const ui::Layout& areas,
                                                   const ui::PixelSelection& selection,
                                                   const ui::TextureView& texture) {
  const auto image = source_.image();
  const bool current = image_is_current();
  if (!image || (!current && !has_shape(*image, effective_))) return std::nullopt;
  if (texture.level) {
    of_pin_ = current ? session : session_;
    of_pin_.view.level = *texture.level;
  }
  own_level_ = (current ? session : session_).view.level;
  const Session& of = texture.level ? of_pin_ : current ? session : session_;
  const auto [width, height] = picture_size(areas, of);
  FrameRequest next{of,     current ? resolution_.effective : effective_,  image,        width,
                    height, feedback_steps_within(*image, replayed_bytes), std::nullopt, std::nullopt};
  next.probe = selection.chosen_pixel(next.session, next.effective, width, height);
  const TexturePlane plane = shown_plane(next.session.view, *image);
  next.texels =
      joined(probed_texels(areas.texture_picture, texture, plane),
             plane.level == 0 ? viewed_texels(next.session, next.effective, width, height) : std::nullopt);
  if (!next.session.fetch.body.empty() && backend().limits.runs_bodies)
    next.body = body_.running(body_target(next.effective, backend().architecture));
  return next;
}

bool FrameRenderer::Fetched::is_picture_of(const FrameRequest& request) const {
  return image == request.image && body == request.body &&
         size == std::array{request.width, request.height} && effective == request.effective &&
         session == request.session;
}

bool FrameRenderer::Fetched::reads_back(const FrameRequest& request) const {
  return probe == request.probe && texels == request.texels;
}

// The CPU fetches a picture that stays as it is ten times a second, which measures it well enough, once the
// journal has had the times that it compares (FetchVerdict::most): a laptop has a battery. Another pixel or
// texel to read back takes one fetch.
void FrameRenderer::fetch(const FrameRequest& request, double now) {
  constexpr double measured = 2, pause = 0.1; // seconds
  const bool again = shows(request) && fetched_->complete;
  if (!on_device() && again && fetched_->reads_back(request) && !request.live &&
      now - fetched_->since > measured && now - fetched_->at < pause) {
    result_->times.clear();
    return;
  }
  const double since = again ? fetched_->since : now;
  fetched_.reset();
  const auto make = [&] { return backend_->frame(request); };
  result_ = on_device() ? watch_.during(make) : make();
  fetched_ = {request.session,
              request.effective,
              request.image,
              request.body,
              {request.width, request.height},
              request.probe,
              request.texels,
              since,
              now,
              result_->feedback_steps_left <= 0 && !request.live};
}

void FrameRenderer::run(const FrameRequest& request, double now) {
  kept_frame_ = false;
  fetch(request, now);
  update_replay(request.session.write.frame, now);
  if (image_is_current()) {
    session_ = request.session;
    session_.view.level = own_level_;
    effective_ = request.effective;
    blocks_ = request.image->compressed;
  }
  if (result_->probe) pixel_ = result_->probe;
  if (result_->texels) texels_ = result_->texels;
  result_->texels = texels_;
}

void FrameRenderer::update_replay(std::int64_t frame, double now) {
  const std::int64_t left = result_->feedback_steps_left;
  const double seconds = replay_clock_.seconds_left(left, now);
  replay_.reset();
  if (left > 0) replay_ = ui::Replay{frame - left, frame, clock_text(seconds)};
}

void FrameRenderer::draw_pictures(const ui::Layout& areas, const ui::TextureView& texture, bool thumbnails,
                                  double draw_seconds, double now) {
  shows_thumbnails_ = thumbnails && source_.image() != nullptr && has_shape(*source_.image(), effective_);
  if (shows_thumbnails_) thumbnails_.update(source_.image(), *result_, session_.view);
  if (!kept_frame_)
    timing_.add(*result_, draw_seconds, now, fetches_of(*result_, session_, effective_),
                effective_.format.texel_bytes());
  const ui::Area& t = areas.texture_picture;
  const double w = result_->texture_width, h = result_->texture_height;
  const bool shows_texture = t.width() > 1;
  const double scale = shows_texture ? texture.scale(t.width(), t.height(), w, h) : 1;
  Drawn next{session_,
             effective_,
             source_.image(),
             result_->texture.version,
             {result_->width, result_->height},
             {texture.center_x * w - t.width() / 2 / scale, texture.center_y * h - t.height() / 2 / scale,
              1 / scale},
             {int(t.width()), int(t.height())}};
  repainted_ = on_device() && !(kept_frame_ && drawn_ == next);
  if (drawn_ == next && !repainted_) return;
  result_gl_ = picture_renderer_.draw_result(*result_, session_);
  const auto [width, height] = next.texture_size;
  if (shows_texture)
    texture_gl_ = picture_renderer_.draw_texture(*result_, effective_, session_.view, next.texture_window,
                                                 width, height);
  drawn_ = std::move(next);
}

void FrameRenderer::open_file(const Session& session, const std::filesystem::path& base,
                              const std::set<std::string>& stated) {
  source_.open(session, base, stated);
}

FrameRenderer::OpenedFile FrameRenderer::poll_file() {
  source_.poll();
  const auto status = source_.status();
  if (status.busy) return {true, std::nullopt, {}, {}};
  return {false, source_.take_opened(), status.error, status.note};
}

std::optional<ShownFrame> FrameRenderer::shown_frame() const {
  const auto image = source_.image();
  if (!result_ || !image || !has_shape(*image, effective_)) return std::nullopt;
  return ShownFrame{session_, effective_, image, *result_, *backend_};
}

PixelDetails::Shown FrameRenderer::shown_pixels(const ui::Layout& areas) const {
  const auto [width, height] = picture_size(areas, session_);
  return {
      session_, effective_, resolution_.notes, *source_.image(), blocks_.get(), *result_, pixel_, on_device(),
      width,    height};
}

std::optional<TexelBits> FrameRenderer::value_at(const Pixel& pixel) const {
  return pixel_ && pixel_->pixel == pixel ? std::optional(pixel_->bits) : std::nullopt;
}

ui::PictureFrame FrameRenderer::pictures() const {
  const auto status = source_.status();
  ui::PictureFrame frame;
  frame.result = result();
  frame.result_gl = result_gl_;
  frame.texture_gl = texture_gl_;
  if (shows_thumbnails_) frame.planes_gl = thumbnails_.texture(), frame.planes = thumbnails_.all();
  if (result_ && effective_.projection == Projection::sheet)
    frame.cells = sheet_cells(make_fetch_view(session_, effective_, result_->width, result_->height));
  frame.load_progress = status.busy ? status.progress : -1;
  frame.load_error = status.error;
  frame.replay = replay_;
  return frame;
}

} // namespace texelscope
