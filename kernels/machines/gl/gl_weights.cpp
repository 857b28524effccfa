#include "kernels/machines/gl/gl_weights.h"

#include <algorithm>
#include <array>
#include <exception>

#include "kernels/ground/base/threads.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/machines/gl/gl_fetches.h"
#include "kernels/machines/gl/gl_texture_upload.h"

namespace texelscope {

namespace {
constexpr int max_row = 4096; // fetches in a row of the target

struct Rows {
  int width, height;
};
Rows rows_of(std::size_t fetches) {
  const int width = std::clamp(int(fetches), 1, max_row);
  return {width, std::max(1, (int(fetches) + width - 1) / width)};
}

void drop_missing(std::vector<TexelBits>& results, const Texture& texture, FetchKind kind) {
  const std::size_t channels = kind == FetchKind::gather ? 4 : std::size_t(texture.format.channels);
  for (TexelBits& components : results)
    std::fill(components.begin() + std::ptrdiff_t(channels), components.end(), 0u);
}
} // namespace

// One texture that is painted from draw to draw; OpenGL keeps their order.
class GlWeights::Painted : public weights::PaintedTexture {
public:
  Painted(const Texture& like, FetchKind kind)
      : PaintedTexture(like), like_(like), kind_(kind), texture_(like, kind) {
    for (const bool one : {false, true}) {
      const std::vector<std::byte> texel = weights::texel_bytes(like, one);
      for (int i = 0; i < max_painted; ++i)
        texels_[one].insert(texels_[one].end(), texel.begin(), texel.end());
    }
  }

  bool fits(const Texture& like, FetchKind kind) const {
    return static_cast<const TextureShape&>(like) == like_ && like.sampler == like_.sampler &&
           like.packed == like_.packed && like.mipmapped == like_.mipmapped && kind == kind_;
  }

protected:
  void paint(const weights::TexelBox& box, bool one) override {
    texture_.write(like_, box.level, box.at, box.size, texels_[one].data());
  }
  void set_border(bool one) override {
    Texture with = like_;
    with.sampler.border_color = weights::border_color(like_, one);
    texture_.set_border(with);
  }
  void begin(FetchKind kind, std::span<const FetchAt> at, std::size_t probe_count) override {
    count_ = at.size();
    rows_ = rows_of(count_);
    std::vector<FetchAt> padded(at.begin(), at.end());
    padded.resize(std::size_t(rows_.width) * std::size_t(rows_.height));
    probes_ = probe_count;
    texture_.bind();
    fetches_ = std::make_unique<GlFetches>(like_, kind, padded, rows_.width, rows_.height, GlQuads::own,
                                           int(probe_count));
  }
  void add(std::size_t probe) override { fetches_->draw(int(probe)); }
  std::vector<TexelBits> end() override {
    const std::size_t each = std::size_t(rows_.width) * std::size_t(rows_.height);
    std::vector<TexelBits> all(each * probes_), results;
    fetches_->read(all.data());
    fetches_.reset();
    for (std::size_t probe = 0; probe < probes_; ++probe)
      results.insert(results.end(), all.begin() + std::ptrdiff_t(probe * each),
                     all.begin() + std::ptrdiff_t(probe * each + count_));
    drop_missing(results, like_, kind_);
    return results;
  }

private:
  Texture like_;
  FetchKind kind_;
  GlTexture texture_;
  std::array<std::vector<std::byte>, 2> texels_; // `max_painted` zeros, and ones
  Rows rows_ = {1, 1};
  std::size_t count_ = 0, probes_ = 0;
  std::unique_ptr<GlFetches> fetches_;
};

GlWeights::GlWeights() : context_(std::make_unique<EglContext>()), renderer_(context_->identity().renderer) {
  context_->release();
}

// On a thread of its own, because this one may have another context. If there is no thread, or the context is
// lost, its textures go with it.
GlWeights::~GlWeights() {
  if (!painted_) return;
  try {
    start_async([this] {
      const CurrentContext current(*context_);
      painted_.reset();
    }).get();
  } catch (const std::exception&) {
    static_cast<void>(painted_.release());
  }
}

void GlWeights::use(const Texture& like, FetchKind kind) {
  if (painted_ && painted_->fits(like, kind)) return;
  const CurrentContext current(*context_);
  painted_.reset();
  painted_ = std::make_unique<Painted>(like, kind);
}

std::vector<TexelBits> GlWeights::fetch(FetchKind kind, std::span<const FetchAt> at,
                                        std::span<const weights::Probe> probes, const std::stop_token& stop) {
  const CurrentContext current(*context_);
  return painted_->fetch(kind, at, probes, stop);
}

std::vector<TexelBits> GlWeights::fetch_from(const Texture& texture, FetchKind kind,
                                             std::span<const FetchAt> at) {
  const CurrentContext current(*context_);
  const GlTexture uploaded(texture, kind);
  const Rows rows = rows_of(at.size());
  std::vector<FetchAt> padded(at.begin(), at.end());
  padded.resize(std::size_t(rows.width) * std::size_t(rows.height));
  const GlFetches fetches(texture, kind, padded, rows.width, rows.height, GlQuads::own);
  fetches.draw(0);
  std::vector<TexelBits> results(padded.size());
  fetches.read(results.data());
  results.resize(at.size());
  drop_missing(results, texture, kind);
  return results;
}

} // namespace texelscope
