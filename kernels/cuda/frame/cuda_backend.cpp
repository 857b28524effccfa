#include "kernels/cuda/frame/cuda_backend.h"

#include <array>
#include <chrono>
#include <utility>

#include "kernels/custom_kernel/fetch_body.h"
#include "kernels/fetch/effective_texture.h"
#include "kernels/fetch/fetch_view.h"
#include "kernels/text/texts.h"

namespace texelscope {

std::unique_ptr<Backend> make_cuda_backend(const CudaOptions& options) {
  return std::make_unique<cuda::CudaBackend>(options);
}

namespace cuda {

namespace {
constexpr ElementFormat picture_format{ElementKind::unsigned_int, 32, 4};

// Whether OpenGL shares the texels, or can: all others lie in a TextureStore.
bool is_one_plane(const Effective& e) {
  return e.is_plain_2d() && e.storage == Storage::shared;
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
    } catch (const SharingFailed& error) {
      stop_sharing(error.what());
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
  const MipSource mips = request.session.texture.mips;
  const WritePlan plan = plan_writes(state, *source, writing, mips, request.max_feedback_steps);
  const bool writes = plan.writes();
  const TexturePlane wanted = shown_plane(request.session.view, *source);
  const bool copies_plane = store && (plan.reset || writes || !(wanted == plane));
  plane = wanted;
  if (plan.steps > 0 && !spare && !store)
    spare = make_surface(texture->format(), texture->width(), texture->height(), texture_note);

  const std::array<Surface2D*, Mapping::max_surfaces> surfaces = {
      texture.get(), picture.get(), plan.steps > 0 && !store ? spare.get() : nullptr};
  Mapping mapping(surfaces, stream.get());
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
  readback.request(request.probe, *picture, type, request.texels, *texture, stream.get());
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
  const bool wanted = !is_one_plane(request.effective) ||
                      request.body; // a body may gather, which shared arrays do not support
  if (wanted == bool(store) && (!store || store->fits(*request.image, request.effective))) return;
  std::unique_ptr<TextureStore> made;
  if (wanted) made = std::make_unique<TextureStore>(*request.image, request.effective, stream.get());
  if (store || texture) TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
  store = std::move(made);
  plane = {};
  state = {};
}

// Allocates everything that is missing before it releases anything: if memory is short, the last good picture
// stays.
void CudaBackend::prepare(const FrameRequest& request) {
  const TexturePlane image = shown_plane(request.session.view, *request.image);
  const ElementFormat& format = request.image->format;
  const bool keep_texture = texture && texture->fits(format, image.width, image.height);
  const bool keep_picture = picture && picture->fits(picture_format, request.width, request.height);
  std::unique_ptr<Surface2D> new_texture, new_picture;
  if (!keep_texture) new_texture = make_surface(format, image.width, image.height, texture_note);
  if (!keep_picture) new_picture = make_surface(picture_format, request.width, request.height, picture_note);
  if (!keep_texture) {
    replace(texture, std::move(new_texture));
    replace(spare, nullptr);
    plane = {};
    if (!store) state = {};
  }
  if (!keep_picture) replace(picture, std::move(new_picture));
  source = request.image;
  describe_sharing();
}

std::unique_ptr<Surface2D> CudaBackend::make_surface(const ElementFormat& format, int width, int height,
                                                     std::string& note) {
  note.clear();
  if (device.shares_gl) {
    try {
      return std::make_unique<Surface2D>(Surface2D::shared(format, width, height));
    } catch (const CudaError& error) {
      if (error.device_lost) throw;
      note = say(Text::cuda_share_format, {gl_format_name(format), error_string(error.code)});
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
    if (rules::stroke_reaches(spec.strokes[i], 0))
      launch_stroke(texture->view(), spec.strokes[i], encode(texture->format(), spec.strokes[i].color),
                    spec.boundary, stream.get());
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
  if (!texture->gl_texture() && (texture_changed || texture_copy.version() == 0))
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
  result.format = texture->format();
  result.texture_width = texture->width();
  result.texture_height = texture->height();
  result.plane = plane;
  result.result = {picture->gl_texture(), nullptr, nullptr, 0};
  if (draws && !picture->gl_texture())
    result.result = {0, static_cast<const std::uint32_t*>(picture_copy.data()), nullptr,
                     picture_copy.version()};
  result.texture = {texture->gl_texture(), nullptr, nullptr, 0};
  if (draws && !texture->gl_texture())
    result.texture = {0, nullptr, static_cast<const std::byte*>(texture_copy.data()), texture_copy.version()};
  timer.collect(result.times);
  readback.collect(result);
}

void CudaBackend::stop_sharing(const std::string& reason) {
  device.shares_gl = false;
  device.sharing_note = say(Text::cuda_share_failed, {reason});
  for (auto* surface : {&texture, &spare, &picture})
    surface->reset();
  plane = {};
  state = {};
}

void CudaBackend::describe_sharing() {
  about.shares_gl = device.shares_gl && texture->gl_texture() && picture->gl_texture();
  about.sharing_note = !device.shares_gl      ? device.sharing_note
                       : texture_note.empty() ? picture_note
                                              : texture_note;
}

Picture CudaBackend::read_result() {
  if (!picture) return {};
  Picture read{picture->width(), picture->height(), type, fetched, {}};
  read.pixels.resize(std::size_t(read.width) * std::size_t(read.height));
  const std::array<Surface2D*, 1> surfaces = {picture.get()};
  Mapping mapping(surfaces, stream.get());
  copy_to_host(*picture, read.pixels.data(), stream.get());
  TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
  mapping.unmap();
  return read;
}

Image CudaBackend::read_texture() {
  if (store) return store->is_opaque() ? *source : store->read(stream.get());
  if (!texture) return {};
  Image read = Image::create(texture->width(), texture->height(), texture->format());
  const std::array<Surface2D*, 1> surfaces = {texture.get()};
  Mapping mapping(surfaces, stream.get());
  copy_to_host(*texture, read.texels.data(), stream.get());
  TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
  mapping.unmap();
  return read;
}

} // namespace cuda
} // namespace texelscope
