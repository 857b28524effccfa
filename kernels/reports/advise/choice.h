// The ways in which a kernel can get the values that it fetches from a texture, and the types in which their
// texels can be stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/reports/advise/scene.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::advise {

// array, pitch: the texture unit fetches from an array, or from pitch memory. linear: it fetches by index
// from linear memory. nearest: the kernel loads the texel in which the coordinate lies. filter: it loads the
// texels around the coordinate and weighs them as floats. tile: as one of these, but from shared memory, to
// which each block copies the texels that its fetches need. gather: tex2Dgather fetches the texels around the
// coordinate, which the kernel weighs as floats.
enum class Way : std::uint8_t { array, pitch, linear, nearest, filter, tile, gather };

struct Choice {
  Way way = Way::array;
  ElementFormat texels; // the scene's channels
  bool operator==(const Choice&) const = default;
};

std::string_view name(Way way);
std::optional<Way> way_named(std::string_view name);
std::string name(const Choice& choice); // "array.f16"
constexpr bool fetches_from_texture(Way way) {
  return way == Way::array || way == Way::pitch || way == Way::linear || way == Way::gather;
}
// Whether each block needs boxes (boxes_of()).
constexpr bool needs_boxes(Way way) {
  return way == Way::tile;
}

// What the codes of normalized integers stand for: value = code / largest * scale + offset. Floats are stored
// as they are.
struct Coding {
  float scale = 1, offset = 0;
  bool is_plain() const { return scale == 1 && offset == 0; }
};
// Unsigned integers hold values from 0 to 1 as they are; others are stretched over the values that there are.
Coding coding_of(const Scene& scene, const ElementFormat& texels);

// The scene's texels in that type, tightly packed, each rounded to the nearest code.
std::vector<std::byte> encoded(const Scene& scene, const ElementFormat& texels);

// Of choices that follow each other with the same texels, these are encoded once.
class LastEncoded {
public:
  explicit LastEncoded(const Scene& of) : scene(of) {}
  std::shared_ptr<const std::vector<std::byte>> in(const ElementFormat& texels) {
    if (!last || texels != format) {
      last.reset(); // before the others are made
      last = std::make_shared<const std::vector<std::byte>>(encoded(scene, texels));
      format = texels;
    }
    return last;
  }

private:
  const Scene& scene;
  ElementFormat format;
  std::shared_ptr<const std::vector<std::byte>> last;
};

// The scene's texture as a choice stores it. Its texels are `texels`, of encoded(), which must outlive it.
Texture texture_of(const Scene& scene, const Choice& choice, const std::vector<std::byte>& texels);

// A plane for each warp, if its coordinates are within 1/64 of a texel of it.
std::optional<FetchList::Planes> planes_of(const Scene& scene);

// All that can stand for the scene's fetches. The scene's own choice is the first; of the others those of the
// same texels follow each other.
std::vector<Choice> choices_of(const Scene& scene);

} // namespace texelscope::advise
