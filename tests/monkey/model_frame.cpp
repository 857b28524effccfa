#include "tests/monkey/model_frame.h"

#include <array>
#include <cstring>
#include <limits>
#include <mutex>
#include <optional>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "kernels/machines/cpu/cpu_texture.h"
#include "kernels/studies/texture/texture_recipe.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/slab_rules.h"
#include "kernels/unit/fetch/texture_view.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::monkey {

namespace {
class ModelPixels {
public:
  ModelPixels(const Session& session, const Effective& effective, const Image& texels, int width, int height)
      : texture_(make_texture_view(texels.texels.data(), effective, reinterpreted_)),
        view_(make_fetch_view(session, effective, width, height)), width_(width) {}

  TexelBits at(int column, int row) const {
    const PixelFetch pixel = pixel_fetch_in_quad(view_, column, row, width_);
    if (pixel.empty) return {};
    if (view_.slab == Slab::off) return sample(pixel.at);
    switch (view_.result) {
    case ResultType::unsigned_int:
      return slab<std::uint32_t>(pixel.at);
    case ResultType::signed_int:
      return slab<std::int32_t>(pixel.at);
    case ResultType::floating:
      break;
    }
    return slab<float>(pixel.at);
  }

private:
  TexelBits sample(const FetchAt& at) const {
    TexelBits bits = fetch(texture_, view_.function, at);
    if (view_.fills_alpha && view_.component_count == 4 && view_.function != FetchKind::gather)
      bits[3] = float_bits(1);
    for (std::size_t c = 0; c < 4; ++c)
      bits[c] = int(c) < view_.component_count ? rules::read_as(view_.type, bits[c]) : 0;
    return bits;
  }

  template <class Element>
  TexelBits slab(FetchAt at) const {
    std::array<rules::SlabSum<Element>, 4> sums = {};
    for (int i = 0; i < view_.slab_samples; ++i) {
      rules::set_sample(at, view_, i);
      const TexelBits bits = sample(at);
      for (std::size_t c = 0; c < 4; ++c) {
        const auto value = rules::slab_value<Element>(bits[c]);
        sums[c] = i == 0 ? value : rules::fold(view_.slab, sums[c], value);
      }
    }
    TexelBits all = {};
    for (std::size_t c = 0; c < 4; ++c)
      all[c] = rules::folded(view_.slab, sums[c], view_.slab_samples);
    return all;
  }

  Image reinterpreted_;
  Texture texture_;
  FetchView view_;
  int width_;
};

bool is_anisotropic(const Effective& effective) {
  return effective.function == FetchKind::grad && effective.sampler.max_anisotropy > 1;
}
} // namespace

Image model_texels(const Session& session, const Effective& effective, const std::filesystem::path& base) {
  TextureFiles files;
  const auto source =
      make_texture(texture_recipe(session.texture, effective, base), files, [](double) { return true; });
  cpu::CpuTexture texture;
  texture.update(source, effective.writes(session), mip_rule(session.texture, effective),
                 std::numeric_limits<std::int64_t>::max());
  return *texture.current();
}

int fetches_of_pixel(const Session& session, const Effective& effective) {
  if (effective.slab != Slab::off) return session.fetch.slab_samples;
  return is_anisotropic(effective) ? effective.sampler.max_anisotropy : 1;
}

bool is_measured(const Effective& effective) {
  return !(is_anisotropic(effective) && texture_of(nullptr, effective).filters_integers);
}

std::string picture_difference(const Picture& shown, const Session& session, const Effective& effective,
                               const Image& texels, std::size_t first, std::size_t stride) {
  if (shown.type != effective.result) return "the type of the result differs";
  if (shown.pixels.size() != std::size_t(shown.width) * std::size_t(shown.height))
    return "pixels are missing";
  const ModelPixels model(session, effective, texels, shown.width, shown.height);
  std::mutex mutex;
  std::optional<std::size_t> wrong; // the first
  std::size_t wrong_count = 0;
  const auto compare = [&](const tbb::blocked_range<std::size_t>& range) {
    for (std::size_t k = range.begin(); k < range.end(); ++k) {
      const std::size_t i = first + k * stride, width = std::size_t(shown.width);
      if (model.at(int(i % width), int(i / width)) == shown.pixels[i]) continue;
      const std::lock_guard lock(mutex);
      ++wrong_count;
      if (!wrong || i < *wrong) wrong = i;
    }
  };
  const std::size_t count = first < shown.pixels.size() ? (shown.pixels.size() - first - 1) / stride + 1 : 0;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 64), compare);
  if (!wrong) return {};
  const int x = int(*wrong % std::size_t(shown.width)), y = int(*wrong / std::size_t(shown.width));
  std::string text = fmt::format("{} of {} pixels, the first {}, {} of {} x {}, shown/model:", wrong_count,
                                 count, x, y, shown.width, shown.height);
  const TexelBits wanted = model.at(x, y);
  for (std::size_t c = 0; c < 4; ++c)
    text += fmt::format(" {:08x}/{:08x}", shown.pixels[*wrong][c], wanted[c]);
  return text;
}

std::string texel_difference(const Image& shown, const Image& wanted) {
  if (shown.shape() != wanted.shape()) return "the texture has another size or format";
  if (std::memcmp(shown.texels.data(), wanted.texels.data(), wanted.size_bytes()) == 0) return {};
  for (int level = 0; level < wanted.level_count; ++level) {
    const auto [width, height, planes] = wanted.size_of(level);
    for (int plane = 0; plane < planes; ++plane)
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
          for (int c = 0; c < wanted.format.channels; ++c)
            if (shown.bits_at(x, y, plane, level, c) != wanted.bits_at(x, y, plane, level, c))
              return fmt::format("texel {}, {} of plane {}, level {}, channel {}, shown/model: {:x}/{:x}", x,
                                 y, plane, level, c, shown.bits_at(x, y, plane, level, c),
                                 wanted.bits_at(x, y, plane, level, c));
  }
  return "blocks of texels differ";
}

} // namespace texelscope::monkey
