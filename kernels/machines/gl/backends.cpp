#include "kernels/machines/gl/backends.h"

#include <mutex>
#include <utility>

#include "kernels/machines/backend/cuda_support.h"

namespace texelscope {

namespace {

OffscreenBackend make_offscreen_cuda(bool shares_gl) {
  OffscreenBackend made;
  if (shares_gl) try {
      made.context = std::make_unique<EglContext>();
    } catch (const MachineError& error) {
      made.note = error.what();
    }
  made.backend = make_cuda_backend({.gl = made.context ? GlBinding::current : GlBinding::none});
  return made;
}

class SharingDevice final : public verify::Device {
public:
  SharingDevice() {
    static std::mutex loading; // GL's functions are the process' own
    try {
      const std::lock_guard lock(loading);
      context_ = std::make_unique<EglContext>();
    } catch (const MachineError&) {
    }
    device_ = verify::make_cuda_device(context_ && context_->identity().cuda_device);
  }
  std::optional<std::vector<std::uint32_t>> run(const verify::Case& c, const Texture& texture,
                                                std::span<const FetchAt> at, std::string& refusal) override {
    return device_->run(c, texture, at, refusal);
  }

private:
  std::unique_ptr<EglContext> context_; // outlives the device
  std::unique_ptr<verify::Device> device_;
};

} // namespace

std::unique_ptr<verify::Device> make_verify_device() {
  return std::make_unique<SharingDevice>();
}

OffscreenBackend make_offscreen_backend(std::optional<BackendKind> wanted, bool shares_gl) {
  if (wanted == BackendKind::cuda) return make_offscreen_cuda(shares_gl);
  std::string note;
  if (!wanted && cuda_report().problem.empty()) try {
      return make_offscreen_cuda(shares_gl);
    } catch (const MachineError& error) {
      note = error.what();
    }
  return {nullptr, make_cpu_backend(), note};
}

} // namespace texelscope
