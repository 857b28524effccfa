// Textures of zeros and ones, fetched by OpenGL's sampler.
#pragma once

#include <memory>
#include <string>

#include "kernels/machines/backend/weight_probes.h"
#include "kernels/machines/gl/egl_context.h"

namespace texelscope {

class GlTexture;
class GlFetches;

// Has a context of its own and no display. Any thread without an OpenGL context may use it, one at a time.
// no_gl_fetch() says which settings it cannot take.
class GlWeights : public weights::Machine {
public:
  GlWeights();
  ~GlWeights() override;
  const std::string& renderer() const { return renderer_; }

  // Sets the texture's shape and sampler. Throws MachineError if they are too much for this OpenGL.
  void use(const Texture& like, FetchKind kind);
  std::vector<TexelBits> fetch(FetchKind kind, std::span<const FetchAt> at,
                               std::span<const weights::Probe> probes,
                               const std::stop_token& stop = {}) override;
  // Fetches from a texture with texels of its own, in place of probes.
  std::vector<TexelBits> fetch_from(const Texture& texture, FetchKind kind, std::span<const FetchAt> at);

private:
  class Painted;

  std::unique_ptr<EglContext> context_; // first: it outlives what is in it
  std::string renderer_;
  std::unique_ptr<Painted> painted_;
};

} // namespace texelscope
