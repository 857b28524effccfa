// Textures of zeros and ones on a CUDA device.
#include "kernels/machines/backend/weight_probes.h"

#include <algorithm>
#include <bit>

#include "kernels/machines/cuda/device/device.h"
#include "kernels/machines/cuda/device/older_toolkit.h"
#include "kernels/machines/cuda/unit/unit_queue.h"
#include "kernels/machines/cuda/unit/unit_texture.h"
#include "kernels/unit/fetch/effective_texture.h"

namespace texelscope::weights {

using namespace cuda;

namespace {
// The shape in memory, which a resource view may see differently.
Texture in_memory(const Effective& effective) {
  Effective memory = effective;
  static_cast<TextureShape&>(memory) = effective.memory_shape();
  memory.memory.reset();
  return probed_texture(memory);
}

// As for the session's own texture, except that blocks are decoded.
UnitMemory memory_of(const Effective& effective) {
  UnitMemory memory = unit_memory(effective, nullptr);
  if (memory.channel_kind == ChannelKind::blocks) {
    memory.channel_kind = ChannelKind::plain;
    memory.read_mode.reset();
  }
  return memory;
}

// A texel of the device's memory: packed ones are made of 32 bits there.
std::vector<std::byte> device_texel(const Texture& like, bool one) {
  std::vector<std::byte> texel = texel_bytes(like, one);
  if (like.packed) texel.resize(sizeof(std::uint32_t));
  return texel;
}

// All probes share one texture, which copies of a few texels change between launches of the same stream. A
// copy and a launch take some microseconds each, less than an array and an object for each probe would.
class CudaMachine : public PaintedTexture {
public:
  explicit CudaMachine(const Effective& effective)
      : PaintedTexture(probed_texture(effective)), device_(choose_device({.gl = GlBinding::none})),
        like_(probed_texture(effective)), memory_(effective.memory_shape()), stream_(make_stream()),
        texture_(in_memory(effective), stream_.get(), memory_of(effective)) {
    const auto [width, height, depth] = like_.size_of(0);
    const std::int64_t painted = std::min<std::int64_t>(max_painted, std::int64_t(width) * height);
    for (const bool one : {false, true}) {
      const std::vector<std::byte> texel = device_texel(like_, one);
      texel_size_ = texel.size();
      texels_[one].reserve(texel_size_ * std::size_t(painted));
      for (std::int64_t i = 0; i < painted; ++i)
        texels_[one].insert(texels_[one].end(), texel.begin(), texel.end());
    }
  }

protected:
  void paint(const TexelBox& box, bool one) override {
    const std::byte* from = texels_[one].data();
    const std::size_t row = std::size_t(box.size[0]) * texel_size_;
    const auto [x, y, z] = box.at;
    if (std::byte* memory = texture_.memory()) {
      TEXELSCOPE_CUDA(
          cudaMemcpy2DAsync, memory + std::size_t(y) * texture_.pitch() + std::size_t(x) * texel_size_,
          texture_.pitch(), from, row, row, std::size_t(box.size[1]), cudaMemcpyHostToDevice, stream_.get());
      return;
    }
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<std::byte*>(from), row, std::size_t(box.size[0]),
                                      std::size_t(box.size[1]));
    copy.dstArray = texture_.array_of(box.level + memory_.first_level);
    copy.dstPos = {std::size_t(x), std::size_t(y), std::size_t(z + memory_.first_layer)};
    copy.extent = {std::size_t(box.size[0]), std::size_t(box.size[1]), 1};
    copy.kind = cudaMemcpyHostToDevice;
    check(copy_3d(copy, stream_.get()), "cudaMemcpy3DAsync");
  }

  void set_border(bool one) override {
    TEXELSCOPE_CUDA(cudaStreamSynchronize, stream_.get()); // the old object is in use until then
    Sampler sampler = like_.sampler;
    sampler.border_color = border_color(like_, one);
    check(texture_.set_sampler(sampler), "cudaCreateTextureObject");
  }

  // In a launch whose fetches are a quad's, each is made by a whole quad, so that the thread of its lane
  // shares the passes: see quad.h.
  void begin(FetchKind kind, std::span<const FetchAt> at, std::size_t probe_count) override {
    kind_ = kind;
    lanes_ = kind == FetchKind::grad ? 4 : 1;
    std::vector<FetchAt> threads;
    lane_.clear();
    for (const FetchAt& one : at) {
      threads.insert(threads.end(), std::size_t(lanes_), one);
      lane_.push_back(lanes_ == 1 ? 0 : one.quad_lane);
    }
    probe_count_ = probe_count;
    requests_ = static_cast<FetchAt*>(request_buffer_.room(threads.size() * sizeof(FetchAt)));
    results_ = static_cast<uint4*>(result_buffer_.room(probe_count * threads.size() * sizeof(uint4)));
    TEXELSCOPE_CUDA(cudaMemcpyAsync, requests_, threads.data(), threads.size() * sizeof(FetchAt),
                    cudaMemcpyHostToDevice, stream_.get());
    TEXELSCOPE_CUDA(cudaStreamSynchronize, stream_.get()); // the threads' memory ends here
  }

  void add(std::size_t probe) override {
    const std::size_t threads = lane_.size() * std::size_t(lanes_);
    launch_unit_fetch(texture_.object(), like_.dimension, kind_, like_.result_type(), requests_,
                      results_ + probe * threads, int(threads), stream_.get());
  }

  std::vector<TexelBits> end() override {
    const std::size_t threads = lane_.size() * std::size_t(lanes_);
    std::vector<TexelBits> all(probe_count_ * threads), results;
    TEXELSCOPE_CUDA(cudaMemcpyAsync, all.data(), results_, all.size() * sizeof(TexelBits),
                    cudaMemcpyDeviceToHost, stream_.get());
    TEXELSCOPE_CUDA(cudaStreamSynchronize, stream_.get());
    const std::size_t channels = kind_ == FetchKind::gather ? 4 : std::size_t(like_.format.channels);
    for (std::size_t probe = 0; probe < probe_count_; ++probe)
      for (std::size_t i = 0; i < lane_.size(); ++i) {
        TexelBits& made =
            results.emplace_back(all[probe * threads + i * std::size_t(lanes_) + std::size_t(lane_[i])]);
        std::fill(made.begin() + std::ptrdiff_t(channels), made.end(), 0u);
      }
    return results;
  }

private:
  static Stream make_stream() {
    Stream stream;
    TEXELSCOPE_CUDA(cudaStreamCreateWithFlags, stream.put(), cudaStreamNonBlocking);
    return stream;
  }

  Device device_;
  Texture like_;
  MemoryShape memory_;
  Stream stream_;
  UnitTexture texture_;
  std::array<std::vector<std::byte>, 2> texels_; // zeros, and ones, as many as paint() copies at most
  std::size_t texel_size_ = 0;
  FetchKind kind_ = FetchKind::plain;
  int lanes_ = 1;
  std::vector<int> lane_; // of each fetch
  std::size_t probe_count_ = 0;
  UnitQueue::Buffer request_buffer_, result_buffer_;
  FetchAt* requests_ = nullptr; // on the device, for all threads of a launch
  uint4* results_ = nullptr;    // of all launches
};
} // namespace

std::unique_ptr<Machine> make_cuda_machine(const Effective& effective) {
  return std::make_unique<CudaMachine>(effective);
}

} // namespace texelscope::weights
