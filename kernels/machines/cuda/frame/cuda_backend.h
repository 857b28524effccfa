// The backend that runs write and fetch kernels on a CUDA device. Made by make_cuda_backend() of
// cuda_support.h.
//
// Textures of any dimension, with their levels, and the result are shared with OpenGL if both accept them:
// registered once, mapped together each frame. A texture that cannot be shared lies in CUDA's own memory, and
// the plane that is shown is copied into a texture that can; if there is none, through pinned memory.
#pragma once

#include <memory>
#include <string>

#include "kernels/machines/backend/backend.h"
#include "kernels/machines/cuda/device/device.h"
#include "kernels/machines/cuda/frame/body_kernel.h"
#include "kernels/machines/cuda/frame/frame_timer.h"
#include "kernels/machines/cuda/frame/host_copy.h"
#include "kernels/machines/cuda/frame/readback.h"
#include "kernels/machines/cuda/profile/live_fetch.h"
#include "kernels/machines/cuda/unit/surface2d.h"
#include "kernels/machines/cuda/unit/texture_store.h"
#include "kernels/unit/write/write_plan.h"

namespace texelscope::cuda {

class CudaBackend final : public Backend {
public:
  explicit CudaBackend(const CudaOptions& options);
  ~CudaBackend() override;

  const BackendInfo& info() const override { return about; }
  FrameResult frame(const FrameRequest& request) override;
  Picture read_rows(int first, int end) override;
  Image read_texture() override;

private:
  FrameResult run(const FrameRequest& request);
  void prepare(const FrameRequest& request);
  void prepare_store(const FrameRequest& request);
  Sharing wanted_sharing(const FrameRequest& request) const;
  std::unique_ptr<TextureStore> make_store(const FrameRequest& request, const Sharing& sharing);
  std::unique_ptr<Surface2D> make_surface(const ElementFormat& format, int width, int height,
                                          std::string& note);
  void replace(std::unique_ptr<Surface2D>& old, std::unique_ptr<Surface2D> with);
  void write(const WritePlan& plan, const WriteSpec& spec);
  void fetch(const FrameRequest& request);
  void copy_out(bool texture_changed, StageTimes& times);
  void measure(const FrameRequest& request, FrameResult& result);
  void count(const profile::LiveScene& scene, FrameResult& result);
  void describe(const FrameRequest& request, FrameResult& result);
  void stop_sharing(const std::string& reason);
  void describe_sharing(const FrameRequest& request);
  std::string store_note(const FrameRequest& request) const;
  unsigned texture_to_draw() const; // 0: none is shared

  Device device;
  bool draws; // OpenGL draws what frame() returns
  BackendInfo about;
  Stream stream;
  FrameTimer timer;
  Readback readback;

  std::shared_ptr<const Image> source; // kept, because its address identifies it
  WriteState state;                    // of `texture`
  std::unique_ptr<TextureStore> store; // the texture to fetch from, if it is not `texture`
  // The texture to fetch from, or a copy of the plane that is shown; null if OpenGL draws the store's
  // texture.
  std::unique_ptr<Surface2D> texture;
  TexturePlane plane;                     // the plane that is shown, and that `texture` holds
  std::unique_ptr<Surface2D> spare;       // the target of the next feedback step; made when one runs
  std::unique_ptr<Surface2D> picture;     // the result: four 32-bit components per pixel
  std::string texture_note, picture_note; // why it is not shared
  ResultType type = ResultType::floating; // of `picture`
  ElementFormat fetched;                  // what `picture` was fetched from
  BodyKernel body;
  bool of_body = false;                  // whether it made `picture`
  std::unique_ptr<CudaLive> live;        // null: the fetch is not being measured
  Event fetched_all = make_event(false); // the frame's own work is done
  HostCopy texture_copy, picture_copy;
  std::int64_t serial = 0;
};

} // namespace texelscope::cuda
