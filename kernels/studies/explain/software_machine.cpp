#include "kernels/studies/explain/software_machine.h"

#include <algorithm>
#include <new>
#include <utility>

#include "kernels/unit/image/image.h"

namespace texelscope::weights {

SoftwareMachine::SoftwareMachine(const Texture& like)
    : PaintedTexture(like, false),
      texels_(static_cast<std::byte*>(std::calloc(like.size_bytes() + Image::padding, 1))),
      texture_(like), texel_{texel_bytes(like, false), texel_bytes(like, true)} {
  if (!texels_) throw std::bad_alloc();
  for (int level = 0; level < like.level_count; ++level)
    texture_.level[std::size_t(level)] = texels_.get() + like.level_offset(level);
}

void SoftwareMachine::paint(const TexelBox& box, bool one) {
  const std::vector<std::byte>& texel = texel_[one];
  const auto [x, y, z] = box.at;
  std::byte* level = texels_.get() + texture_.level_offset(box.level);
  for (int plane = z; plane < z + box.size[2]; ++plane)
    for (int row = y; row < y + box.size[1]; ++row) {
      std::byte* to = level + std::size_t(plane) * texture_.plane_bytes(box.level) +
                      std::size_t(row) * texture_.row_bytes(box.level) + std::size_t(x) * texel.size();
      for (int i = 0; i < box.size[0]; ++i)
        to = std::ranges::copy(texel, to).out;
    }
}

void SoftwareMachine::set_border(bool one) {
  texture_.sampler.border_color = border_color(texture_, one);
}

void SoftwareMachine::begin(FetchKind kind, std::span<const FetchAt> at, std::size_t) {
  kind_ = kind;
  at_.assign(at.begin(), at.end());
  results_.clear();
}

void SoftwareMachine::add(std::size_t) {
  for (const FetchAt& at : at_)
    results_.push_back(fetch_one(kind_, at));
}

std::vector<TexelBits> SoftwareMachine::end() {
  return std::move(results_);
}

TexelBits SoftwareMachine::fetch_one(FetchKind kind, const FetchAt& at) const {
  return texelscope::fetch(texture_, kind, at);
}

} // namespace texelscope::weights
