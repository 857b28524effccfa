// The exact model as a machine whose weights are measured.
#pragma once

#include <cstdlib>
#include <memory>
#include <vector>

#include "kernels/machines/backend/weight_probes.h"

namespace texelscope::weights {

class SoftwareMachine : public PaintedTexture {
public:
  // `like`: probed_texture(), or any other shape and sampler; its own texels are not used.
  explicit SoftwareMachine(const Texture& like);
  // The steps of a fetch; its taps do not depend on what the texture holds.
  Trace trace(FetchKind kind, const FetchAt& at) const { return fetch_traced(texture_, kind, at); }

protected:
  void paint(const TexelBox& box, bool one) override;
  void set_border(bool one) override;
  void begin(FetchKind kind, std::span<const FetchAt> at, std::size_t probe_count) override;
  void add(std::size_t probe) override;
  std::vector<TexelBits> end() override;

  const Texture& texture() const { return texture_; }
  // One fetch from the texture as it is painted.
  virtual TexelBits fetch_one(FetchKind kind, const FetchAt& at) const;

private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  std::unique_ptr<std::byte[], Free> texels_; // zeros; those that are never painted take no memory
  Texture texture_;
  std::array<std::vector<std::byte>, 2> texel_; // zero and one
  FetchKind kind_ = FetchKind::plain;
  std::vector<FetchAt> at_;
  std::vector<TexelBits> results_;
};

} // namespace texelscope::weights
