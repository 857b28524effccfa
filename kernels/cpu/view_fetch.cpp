#include "kernels/cpu/view_fetch.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "kernels/cpu/batch_fetch.h"
#include "kernels/cpu/fast_fetch.h"
#include "kernels/cpu/rows_in_parallel.h"
#include "kernels/half.h"
#include "kernels/texture_unit/gradient.h"
#include "kernels/texture_unit/lod.h"

namespace texelscope::cpu {

namespace {
// One row's requests: those of the fast path side by side, and where their pixels are.
class Row {
public:
  Row(const Texture& from, const FetchView& through)
      : texture(from), view(through), coordinates(coordinate_count(from.dimension)),
        by_level(through.function == FetchKind::grad),
        anisotropic(by_level && from.sampler.filter == FilterMode::linear && from.sampler.max_anisotropy > 1),
        plan(plan_batch(from, by_level ? FetchKind::lod : through.function, 4, through.component)) {
    if (plan && by_level) plan->lod.bias = 0; // the level of detail has it already
  }

  void fetch(int row, int width, std::uint32_t* words) {
    if (view.slab == Slab::off) {
      collect(row, width, words);
      return run(row, width, words);
    }
    switch (view.result) {
    case ResultType::floating:
      return fetch_slab<float>(row, width, words);
    case ResultType::unsigned_int:
      return fetch_slab<std::uint32_t>(row, width, words);
    case ResultType::signed_int:
      return fetch_slab<std::int32_t>(row, width, words);
    }
  }

private:
  // Sample after sample, each of the whole row.
  template <class Element>
  void fetch_slab(int row, int width, std::uint32_t* words) {
    using Sum = rules::SlabSum<Element>;
    std::vector<Sum> sums(std::size_t(width) * 4);
    for (int sample = 0; sample < view.slab_samples; ++sample) {
      if (sample == 0 || !plan || by_level)
        collect(row, width, words, sample);
      else
        move_to(sample);
      run(row, width, words);
      for (std::size_t i = 0; i < sums.size(); ++i) {
        const Sum value = rules::slab_value<Element>(words[i]);
        sums[i] = sample == 0 ? value : rules::fold(view.slab, sums[i], value);
      }
    }
    for (std::size_t i = 0; i < sums.size(); ++i)
      words[i] = rules::folded(view.slab, sums[i], view.slab_samples);
  }

  // The requests of one row; those that only the model answers are answered at once. `sample`: of a slab.
  void collect(int row, int width, std::uint32_t* words, std::optional<int> sample = {}) {
    clear();
    for (int column = 0; column < width; ++column) {
      PixelFetch pixel = rules::pixel_fetch(view, column, row);
      if (sample) rules::set_sample(pixel.at, view, *sample);
      add(pixel, column, words + std::size_t(column) * 4);
    }
  }

  // The same requests in another place of the slab.
  void move_to(int sample) {
    const float place = rules::slab_coordinate(view, sample);
    for (std::size_t i = std::size_t(view.slab_axis); i < places.size(); i += 3)
      places[i] = place;
  }

  void run(int row, int width, std::uint32_t* words) {
    if (!pixels.empty()) fetch_collected(width, words);
    if (view.type != FetchType::own || view.words != texture.format.channels) hand_over(row, width, words);
  }

  void fetch_collected(int width, std::uint32_t* words) {
    BatchRequests requests;
    requests.coordinates = places.data();
    requests.layers = layers.data();
    requests.lods = lods.data();
    requests.texels = texels.data();
    requests.component = view.component;
    const bool whole = int(pixels.size()) == width;
    if (!whole) found.resize(pixels.size() * 4);
    fetch_requests(*plan, requests, 0, pixels.size(), whole ? words : found.data());
    for (std::size_t i = 0; !whole && i < pixels.size(); ++i)
      std::memcpy(words + std::size_t(pixels[i]) * 4, found.data() + i * 4, sizeof(TexelBits));
  }

  // As the T of tex*<T> takes them.
  void hand_over(int row, int width, std::uint32_t* words) const {
    if (view.fills_alpha && view.words == 4 && view.function != FetchKind::gather)
      for (int column = 0; column < width; ++column)
        if (!rules::pixel_fetch(view, column, row).empty) words[std::size_t(column) * 4 + 3] = float_bits(1);
    for (std::size_t i = 0; i < std::size_t(width) * 4; ++i)
      words[i] = int(i % 4) < view.words ? rules::read_as(view.type, words[i]) : 0;
  }

  void clear() {
    pixels.clear();
    places.clear();
    layers.clear();
    lods.clear();
    texels.clear();
  }

  void add(const PixelFetch& pixel, int column, std::uint32_t* words) {
    TexelBits bits = {};
    if (pixel.empty) {
      std::memcpy(words, bits.data(), sizeof bits);
      return;
    }
    FetchAt at = pixel.at;
    bool slow = !plan;
    if (!slow && by_level) slow = !find_level(at);
    if (slow) {
      bits = texelscope::fetch(texture, view.function, at);
      std::memcpy(words, bits.data(), sizeof bits);
      return;
    }
    pixels.push_back(column);
    const float place[3] = {at.x, at.y, at.z};
    places.insert(places.end(), place, place + coordinates);
    layers.push_back(at.layer);
    lods.push_back(at.lod);
    texels.push_back(at.texel);
  }

  // False where probes are spread, which the model does.
  bool find_level(FetchAt& at) {
    if (!same_gradients(at)) {
      footprint = unit::gradient_footprint(texture, at);
      level = float(unit::level_of_detail(texture, footprint)) / 256;
      last = at;
    }
    at.lod = level;
    return !(anisotropic && footprint.ratio > 0);
  }

  // As the last pixel's, of which a straight view has no others. On slices and faces the coordinate counts too.
  bool same_gradients(const FetchAt& at) const {
    const auto same = [](const Gradient& a, const Gradient& b) { return a.x == b.x && a.y == b.y; };
    return coordinates < 3 && last && same(at.dx, last->dx) && same(at.dy, last->dy);
  }

  const Texture& texture;
  const FetchView& view;
  const int coordinates;
  const bool by_level, anisotropic;
  std::optional<FetchPlan> plan;
  std::optional<FetchAt> last; // of which `footprint` and `level` are
  unit::GradientFootprint footprint;
  float level = 0;
  std::vector<int> pixels, layers, texels;
  std::vector<float> places, lods;
  std::vector<std::uint32_t> found;
};
} // namespace

void fetch_view(const Texture& texture, const FetchView& view, int width, int height, std::uint32_t* words) {
  rows_in_parallel(0, height, width, [&](int first, int end) {
    Row row(texture, view);
    for (int y = first; y < end; ++y)
      row.fetch(y, width, words + std::size_t(y) * std::size_t(width) * 4);
  });
}

} // namespace texelscope::cpu
