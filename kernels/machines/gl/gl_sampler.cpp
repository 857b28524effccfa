#include "kernels/machines/gl/gl_sampler.h"

#include <vector>

#include "kernels/ground/base/half.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/machines/gl/gl_fetches.h"
#include "kernels/machines/gl/gl_texture_upload.h"

namespace texelscope {

namespace {
// Converts the results to the T of tex*<T>.
void hand_over(const FetchView& view, const std::vector<std::size_t>& empty, std::vector<TexelBits>& pixels) {
  const bool fills_alpha =
      view.fills_alpha && view.component_count == 4 && view.function != FetchKind::gather;
  for (TexelBits& pixel : pixels) {
    for (std::size_t i = std::size_t(view.component_count); i < 4; ++i)
      pixel[i] = 0;
    if (fills_alpha) pixel[3] = float_bits(1);
  }
  for (const std::size_t i : empty)
    pixels[i] = {};
}

Values draw(const Texture& texture, const Effective& effective, const FetchView& view, int width,
            int height) {
  std::vector<FetchAt> at;
  std::vector<std::size_t> empty;
  at.reserve(std::size_t(width) * std::size_t(height));
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const PixelFetch fetch = rules::pixel_fetch(view, column, row);
      if (fetch.empty) empty.push_back(at.size());
      at.push_back(fetch.at);
      at.back().component = view.component;
    }
  const GlTexture uploaded(texture, view.function);
  const GlFetches fetches(texture, view.function, at, width, height, GlQuads::shared);
  Values values = values_like(effective, view, width, height);
  fetches.draw(0);
  fetches.read(values.picture.pixels.data());
  hand_over(view, empty, values.picture.pixels);
  return values;
}
} // namespace

Values GlSampler::fetch(const Texture& texture, const Effective& effective, const FetchView& view, int width,
                        int height) {
  if (const std::string why = no_gl_fetch(effective); !why.empty()) throw UserError(why);
  if (!context) context = std::make_unique<EglContext>();
  const CurrentContext current(*context);
  Values values = draw(texture, effective, view, width, height);
  values.maker = context->identity().renderer;
  if (divisors(texture) != std::array<float, 3>{1, 1, 1}) values.remark = text(Text::gl_divides);
  if (in_rectangle(texture)) values.remark = text(Text::gl_rectangle);
  return values;
}

} // namespace texelscope
