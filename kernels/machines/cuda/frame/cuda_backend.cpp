#include "kernels/machines/cuda/frame/cuda_backend.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/custom_kernel/fetch_body.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_view.h"

namespace texelscope {

std::unique_ptr<Backend> make_cuda_backend(const CudaOptions& options) {
  return std::make_unique<cuda::CudaBackend>(options);
}

namespace cuda {

namespace {
constexpr ElementFormat picture_format{ElementKind::unsigned_int, 32, 4};

// Whether the texels lie in a Surface2D, shared or not: all others lie in a TextureStore.
bool is_one_plane(const Effective& e) {
  return e.is_plain_2d() && e.storage == Storage::shared && !e.gather_array;
}

Stream make_stream() {
  Stream stream;
  TEXELSCOPE_CUDA(cudaStreamCreateWithFlags, stream.put(), cudaStreamNonBlocking);
  return stream;
}
} // namespace

CudaBackend::CudaBackend(const CudaOptions& options)
    : device(choose_device(options)), draws(options.gl == GlBinding::current), stream(make_stream()) {
  about = {BackendKind::cuda,   device.name,   device.shares_gl, device.sharing_note,
           device.architecture, device.limits, device.uuid,      device.multiprocessors};
}

CudaBackend::~CudaBackend() {
  ignore(cudaStreamSynchronize(stream.get()));
}

FrameResult CudaBackend::frame(const FrameRequest& request) {
  try {
    try {
      return run(request);
    } catch (const SharingRefused& error) {
      stop_sharing(error.call + ": " + error.error);
      return run(request);
    }
  } catch (...) {
    state = {}; // the texture's content is unknown: the next frame starts from the image again
    timer.abandon();
    throw;
  }
}

FrameResult CudaBackend::run(const FrameRequest& request) {
  prepare_store(request);
  prepare(request);
  FrameResult result;
  StageTimes times;
  times.frame = serial++;
  const WriteSpec writing = request.effective.writes(request.session);
  const MipRule mips = mip_rule(request.session.texture, request.effective);
  const WritePlan plan = plan_writes(state, *source, writing, mips, request.max_feedback_steps);
  const bool writes = plan.writes();
  const TexturePlane wanted = shown_plane(request.session.view, *source);
  const bool copies_plane = store && texture && (plan.reset || writes || !(wanted == plane));
  plane = wanted;
  if (store) store->reserve(plan, writing, stream.get());
  if (plan.steps > 0 && !spare && !store)
    spare = make_surface(texture->format(), texture->width(), texture->height(), texture_note);

  const auto stored = store ? store->mapped() : std::array<Mappable*, 2>{};
  const std::array<Mappable*, 4> used = {texture.get(), picture.get(),
                                         store || plan.steps == 0 ? stored[1] : spare.get(), stored[0]};
  Mapping mapping(used, stream.get());
  if (plan.reset && store) store->upload(*source, stream.get());
  if (plan.reset && !store) texture->upload(source->texels.data(), stream.get());
  timer.start(stream.get());
  if (store)
    store->write(plan, writing, mips, stream.get());
  else
    write(plan, writing);
  timer.written(stream.get());
  fetch(request);
  timer.fetched(stream.get());
  if (copies_plane && store->is_opaque()) texture->upload(source->texels.data() + plane.offset, stream.get());
  if (copies_plane && !store->is_opaque()) store->copy_plane(plane, *texture, stream.get());
  readback.request(request.probe, *picture, type, request.texels,
                   texture ? texture->plane() : store->array_plane(plane), stream.get());
  copy_out(plan.reset || writes || copies_plane, times);
  measure(request, result);
  mapping.unmap();

  times.map = mapping.map_seconds;
  times.unmap = mapping.unmap_seconds;
  if (writes) times.write = 0;
  timer.finish(times);
  result.feedback_steps_left = plan.steps_left;
  describe(request, result);
  return result;
}

// Creates or releases the store; its content starts from the image again.
void CudaBackend::prepare_store(const FrameRequest& request) {
  const bool wanted = !is_one_plane(request.effective) || request.body;
  const Sharing sharing = wanted_sharing(request);
  if (wanted == bool(store) && (!store || store->fits(*request.image, request.effective, sharing))) return;
  std::unique_ptr<TextureStore> made;
  if (wanted) made = make_store(request, sharing);
  if (store || texture) TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
  store = std::move(made);
  plane = {};
  state = {};
}

// What was refused is not requested again.
Sharing CudaBackend::wanted_sharing(const FrameRequest& request) const {
  const Effective& e = request.effective;
  const bool gathers = e.gather_array;
  const auto& refused = about.limits.unshared;
  const bool known = refused && refused->shape == request.image->shape() && (gathers || !refused->gathers);
  const bool on =
      device.shares_gl && e.storage == Storage::shared && e.channel_kind == ChannelKind::plain && !known;
  return {on, on && gathers};
}

std::unique_ptr<TextureStore> CudaBackend::make_store(const FrameRequest& request, const Sharing& sharing) {
  if (sharing.on) try {
      return std::make_unique<TextureStore>(*request.image, request.effective, sharing, stream.get());
    } catch (const SharingRefused& refusal) {
      about.limits.unshared = {request.image->shape(), sharing.gathers, refusal.call, refusal.error};
    }
  return std::make_unique<TextureStore>(*request.image, request.effective, Sharing{}, stream.get());
}

// Allocates everything that is missing before it releases anything: if memory is short, the last good picture
// stays.
void CudaBackend::prepare(const FrameRequest& request) {
  const TexturePlane image = shown_plane(request.session.view, *request.image);
  const ElementFormat& format = request.image->format;
  const bool needs_texture = !store || !store->shared();
  const bool keep_texture =
      needs_texture ? texture && texture->fits(format, image.width, image.height) : !texture;
  const bool keep_picture = picture && picture->fits(picture_format, request.width, request.height);
  std::unique_ptr<Surface2D> new_texture, new_picture;
  if (!keep_texture && needs_texture)
    new_texture = make_surface(format, image.width, image.height, texture_note);
  if (!keep_picture) new_picture = make_surface(picture_format, request.width, request.height, picture_note);
  if (!keep_texture) {
    replace(texture, std::move(new_texture));
    replace(spare, nullptr);
    plane = {};
    if (!store) state = {};
  }
  if (!texture) texture_note.clear();
  if (!keep_picture) replace(picture, std::move(new_picture));
  source = request.image;
  describe_sharing(request);
}

std::unique_ptr<Surface2D> CudaBackend::make_surface(const ElementFormat& format, int width, int height,
                                                     std::string& note) {
  note.clear();
  if (device.shares_gl) {
    try {
      return std::make_unique<Surface2D>(Surface2D::shared(format, width, height));
    } catch (const SharingRefused& refusal) {
      note = say(Text::cuda_share_format, {gl_format_name(format), refusal.error});
    }
  }
  return std::make_unique<Surface2D>(Surface2D::owned(format, width, height));
}

// Kernels of earlier frames may still be using the old surface.
void CudaBackend::replace(std::unique_ptr<Surface2D>& old, std::unique_ptr<Surface2D> with) {
  if (old) TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
  old = std::move(with);
}

void CudaBackend::write(const WritePlan& plan, const WriteSpec& spec) {
  if (plan.write_pattern) launch_pattern(texture->view(), spec.pattern, plan.phase, stream.get());
  for (std::size_t i = plan.first_stroke; i < plan.last_stroke; ++i)
    paint(texture->view(), texture->format(), spec.strokes[i], 0, spec.boundary, stream.get());
  for (std::int64_t step = 0; step < plan.steps; ++step) {
    launch_feedback(texture->view(), spare->view(), spec.feedback, spec.boundary, stream.get());
    std::swap(texture, spare);
  }
}

void CudaBackend::fetch(const FrameRequest& request) {
  const Effective& effective = request.effective;
  type = effective.result;
  fetched = effective.result_format();
  const cudaTextureObject_t from = store ? store->texture(effective) : texture->texture(effective);
  of_body = body.load(request.body, stream.get()) &&
            request.body->source.target == body_target(effective, about.architecture);
  if (of_body)
    body.launch(from, request, picture->view().surface, stream.get());
  else if (effective.is_plain_2d())
    launch_fetch(from, effective.format, type,
                 fetch_map(request.session, effective, request.width, request.height),
                 picture->view().surface, request.width, request.height, stream.get());
  else
    launch_view_fetch(from, make_fetch_view(request.session, effective, request.width, request.height),
                      texture_of(nullptr, effective).result_type(), picture->view().surface, request.width,
                      request.height, stream.get());
}

void CudaBackend::copy_out(bool texture_changed, StageTimes& times) {
  if (!draws || about.shares_gl) return;
  const auto start = std::chrono::steady_clock::now();
  if (!texture_to_draw() && (texture_changed || texture_copy.version() == 0))
    texture_copy.start(*texture, stream.get());
  if (!picture->gl_texture()) picture_copy.start(*picture, stream.get());
  TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
  times.copy = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The launch runs between the frame's kernels and OpenGL's drawing of their results, so that neither overlaps
// it. The device keeps that order, and the host waits only for a launch that is counted.
void CudaBackend::measure(const FrameRequest& request, FrameResult& result) {
  if (!request.live) return live.reset();
  try {
    if (!live) live = std::make_unique<CudaLive>();
    result.launches = live->collect();
    result.heat = live->heat();
    if (!request.live->due) return;
    const profile::LiveScene scene{request.session, request.effective, request.image,
                                   request.width,   request.height,    *request.live};
    if (request.live->counter) return count(scene, result);
    TEXELSCOPE_CUDA(cudaEventRecord, fetched_all.get(), stream.get());
    live->launch_after(scene, fetched_all.get());
    TEXELSCOPE_CUDA(cudaStreamWaitEvent, stream.get(), live->over(), 0);
  } catch (const MachineError& error) {
    if (error.device_lost) throw;
    result.live_failure = error.what();
    live.reset();
  }
}

// Refused counters do not stop the measurement.
void CudaBackend::count(const profile::LiveScene& scene, FrameResult& result) {
  try {
    result.counted = live->count(scene);
  } catch (const MachineError& error) {
    if (error.device_lost) throw;
    result.count_failure = error.what();
  }
}

void CudaBackend::describe(const FrameRequest& request, FrameResult& result) {
  result.width = request.width;
  result.height = request.height;
  result.type = type;
  result.source = fetched;
  result.of_body = of_body;
  result.format = request.image->format;
  result.texture_width = plane.width;
  result.texture_height = plane.height;
  result.plane = plane;
  result.result.gl_texture = picture->gl_texture();
  if (draws && !picture->gl_texture()) {
    result.result.components = static_cast<const std::uint32_t*>(picture_copy.data());
    result.result.version = picture_copy.version();
  }
  result.texture.gl_texture = texture_to_draw();
  if (!texture) {
    result.texture.dimension = store->shared()->shape().dimension;
    result.texture.level = plane.level;
    result.texture.plane = plane.plane;
  } else if (draws && !texture->gl_texture()) {
    result.texture.texels = static_cast<const std::byte*>(texture_copy.data());
    result.texture.version = texture_copy.version();
  }
  timer.collect(result.times);
  readback.collect(result);
}

void CudaBackend::stop_sharing(const std::string& reason) {
  device.shares_gl = false;
  device.sharing_note = say(Text::cuda_share_failed, {reason});
  for (auto* surface : {&texture, &spare, &picture})
    surface->reset();
  if (store && store->shared()) store.reset();
  plane = {};
  state = {};
}

unsigned CudaBackend::texture_to_draw() const {
  return texture ? texture->gl_texture() : store->shared()->gl_texture();
}

void CudaBackend::describe_sharing(const FrameRequest& request) {
  about.shares_gl = device.shares_gl && texture_to_draw() && picture->gl_texture();
  about.sharing_note = device.sharing_note;
  for (const std::string& note : {texture_note, store_note(request), picture_note})
    if (about.sharing_note.empty()) about.sharing_note = note;
}

// Why CUDA's own memory holds a texture that was to be OpenGL's; empty if none was.
std::string CudaBackend::store_note(const FrameRequest& request) const {
  if (!store || store->shared() || request.session.texture.storage != Storage::shared) return {};
  const ChannelKind kind = request.effective.channel_kind;
  if (kind != ChannelKind::plain) return say(Text::cuda_share_kind, {label(kind)});
  const auto& refused = about.limits.unshared;
  if (!refused || refused->shape != request.image->shape()) return {};
  return say(Text::cuda_share_texture,
             {gl_target_name(refused->shape.dimension), gl_format_name(refused->shape.format),
              std::to_string(refused->shape.level_count), refused->call, refused->error});
}

Picture CudaBackend::read_rows(int first, int end) {
  if (!picture) return {};
  first = std::clamp(first, 0, picture->height());
  end = std::clamp(end, first, picture->height());
  Picture read{picture->width(), end - first, type, fetched, {}};
  read.pixels.resize(std::size_t(read.width) * std::size_t(read.height));
  if (read.pixels.empty()) return read;
  const std::array<Mappable*, 1> used = {picture.get()};
  Mapping mapping(used, stream.get());
  copy_rect(read.pixels.data(), picture->plane(), 0, first, read.width, read.height, stream.get());
  TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
  mapping.unmap();
  return read;
}

Image CudaBackend::read_texture() {
  if (store && store->is_opaque()) return *source;
  if (store) {
    Mapping mapping(store->mapped(), stream.get());
    Image read = store->read(stream.get());
    mapping.unmap();
    return read;
  }
  if (!texture) return {};
  Image read = Image::create(texture->width(), texture->height(), texture->format());
  const std::array<Mappable*, 1> used = {texture.get()};
  Mapping mapping(used, stream.get());
  copy_to_host(*texture, read.texels.data(), stream.get());
  TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
  mapping.unmap();
  return read;
}

} // namespace cuda
} // namespace texelscope
