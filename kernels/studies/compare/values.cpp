#include "kernels/studies/compare/values.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "kernels/ground/base/half.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/cpu/view_fetch.h"
#include "kernels/unit/fetch/slab_rules.h"
#include "kernels/unit/texture_unit/ideal.h"

namespace texelscope {

namespace {
using Exact = std::array<double, 4>;

template <class Integer>
std::uint32_t nearest(double value) {
  using Limits = std::numeric_limits<Integer>;
  if (std::isnan(value)) return 0;
  return std::uint32_t(
      Integer(std::clamp(std::nearbyint(value), double(Limits::lowest()), double(Limits::max()))));
}

std::uint32_t word_of(ResultType type, double value) {
  switch (type) {
  case ResultType::unsigned_int:
    return nearest<std::uint32_t>(value);
  case ResultType::signed_int:
    return nearest<std::int32_t>(value);
  case ResultType::floating:
    break;
  }
  return float_bits(float(value));
}

void fold(Slab slab, Exact& so_far, const Exact& sample) {
  for (std::size_t i = 0; i < 4; ++i)
    so_far[i] = rules::fold(slab, so_far[i], sample[i]);
}

class IdealPixels {
public:
  IdealPixels(const Texture& of, const FetchView& through) : texture(of), view(through) {}

  Exact at(int column, int row) const {
    PixelFetch fetch = rules::pixel_fetch(view, column, row);
    if (fetch.empty) return {};
    Exact value =
        view.slab == Slab::off ? unit::ideal_result(texture, view.function, fetch.at) : slab(fetch.at);
    if (view.fills_alpha && view.component_count == 4 && view.function != FetchKind::gather) value[3] = 1;
    for (std::size_t i = std::size_t(view.component_count); i < 4; ++i)
      value[i] = 0;
    return value;
  }

private:
  Exact slab(FetchAt at) const {
    Exact all = {};
    for (int i = 0; i < view.slab_samples; ++i) {
      rules::set_sample(at, view, i);
      const Exact sample = unit::ideal_result(texture, view.function, at);
      if (i == 0)
        all = sample;
      else
        fold(view.slab, all, sample);
    }
    for (double& value : all)
      if (view.slab == Slab::mean) value /= view.slab_samples;
    return all;
  }

  const Texture& texture;
  const FetchView& view;
};
} // namespace

Values model_values(const Texture& texture, const Effective& effective, const FetchView& view, int width,
                    int height, const std::optional<cpu::BodyOfPicture>& body) {
  Values values = values_like(effective, view, width, height);
  std::uint32_t* const components = values.picture.pixels.data()->data();
  if (body)
    cpu::fetch_body_rows(*body, texture, view, width, 0, height, components);
  else
    cpu::fetch_view(texture, view, width, height, components);
  return values;
}

std::string no_ideal(const Effective& effective) {
  return effective.type == FetchType::native ? "" : text(Text::no_ideal_type);
}

Values ideal_values(const Texture& texture, const Effective& effective, const FetchView& view, int width,
                    int height, const std::stop_token& stop) {
  Values values = values_like(effective, view, width, height);
  values.exact.resize(values.size());
  const IdealPixels pixels(texture, view);
  const auto fill = [&](const tbb::blocked_range<int>& rows) {
    for (int row = rows.begin(); row < rows.end() && !stop.stop_requested(); ++row)
      for (int column = 0; column < width; ++column) {
        const std::size_t i = std::size_t(row) * std::size_t(width) + std::size_t(column);
        values.exact[i] = pixels.at(column, row);
        for (std::size_t c = 0; c < 4; ++c)
          values.picture.pixels[i][c] = word_of(values.picture.type, values.exact[i][c]);
      }
  };
  // The window's frames get worker threads first.
  tbb::task_arena background(tbb::task_arena::automatic, 1, tbb::task_arena::priority::low);
  background.execute([&] { tbb::parallel_for(tbb::blocked_range<int>(0, height, 4), fill); });
  if (effective.sampler.max_anisotropy > 1 && effective.function == FetchKind::grad)
    values.remark = text(Text::ideal_anisotropy);
  if (stop.stop_requested()) return {};
  return values;
}

Values file_values(const Image& image) {
  Values values;
  const ElementFormat real = {ElementKind::floating, 32, image.format.channels};
  values.picture = {image.width, image.height, ResultType::floating, real, {}};
  values.picture.pixels.resize(std::size_t(image.width) * std::size_t(image.height));
  values.exact.resize(values.size());
  values.channels = image.format.channels;
  const bool rounds = image.format.kind != ElementKind::floating;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const std::size_t i = std::size_t(y) * std::size_t(image.width) + std::size_t(x);
      for (std::size_t c = 0; c < std::size_t(image.format.channels); ++c) {
        values.exact[i][c] = real_value(image.format, image.bits_at(x, y, int(c)));
        values.picture.pixels[i][c] = float_bits(float(values.exact[i][c]));
      }
    }
  if (!rounds) values.exact.clear();
  return values;
}

} // namespace texelscope
