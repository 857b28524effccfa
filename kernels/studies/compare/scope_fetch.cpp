// The devices that fetch along a line.
#include <algorithm>
#include <limits>

#include "kernels/machines/backend/device_batch.h"
#include "kernels/machines/cpu/view_fetch.h"
#include "kernels/studies/compare/scope.h"
#include "kernels/unit/fetch/slab_rules.h"
#include "kernels/unit/texture_unit/ideal.h"
#include "kernels/unit/texture_unit/quad.h"

namespace texelscope::scope {

namespace {
int fetches_each(const FetchView& rule) {
  return rule.slab == Slab::off ? 1 : rule.slab_samples;
}

template <class Element>
TexelBits fold_components(const FetchView& rule, std::span<const TexelBits> fetched) {
  using Sum = rules::SlabSum<Element>;
  TexelBits components = {};
  for (std::size_t c = 0; c < 4; ++c) {
    Sum sum = rules::slab_value<Element>(fetched[0][c]);
    for (std::size_t i = 1; i < fetched.size(); ++i)
      sum = rules::fold(rule.slab, sum, Sum(rules::slab_value<Element>(fetched[i][c])));
    components[c] = rules::folded(rule.slab, sum, int(fetched.size()));
  }
  return components;
}

// Takes the components of one fetch as the T of tex*<T>.
TexelBits handed_over(const FetchView& rule, TexelBits components) {
  if (rule.fills_alpha && rule.component_count == 4 && rule.function != FetchKind::gather)
    components[3] = float_bits(1);
  for (std::size_t c = 0; c < 4; ++c)
    components[c] = int(c) < rule.component_count ? rules::read_as(rule.type, components[c]) : 0;
  return components;
}

// Combines one sample's fetches as the view does.
TexelBits folded(const FetchView& rule, std::span<TexelBits> fetched) {
  for (TexelBits& components : fetched)
    components = handed_over(rule, components);
  if (rule.slab == Slab::off) return fetched[0];
  switch (rule.result) {
  case ResultType::unsigned_int:
    return fold_components<std::uint32_t>(rule, fetched);
  case ResultType::signed_int:
    return fold_components<std::int32_t>(rule, fetched);
  case ResultType::floating:
    break;
  }
  return fold_components<float>(rule, fetched);
}
} // namespace

std::vector<TexelBits> fetched_by(const Fetcher& fetch, const Samples& samples) {
  constexpr int at_a_time = 1 << 16; // samples
  const FetchView& rule = samples.rule();
  const int each = fetches_each(rule);
  std::vector<TexelBits> all(std::size_t(samples.count()), TexelBits{});
  std::vector<FetchAt> requests;
  std::vector<std::size_t> places;
  for (int first = 0; first < samples.count(); first += at_a_time) {
    requests.clear();
    places.clear();
    for (int i = first; i < std::min(first + at_a_time, samples.count()); ++i) {
      PixelFetch fetch_at = samples.at(i);
      if (fetch_at.empty) continue;
      places.push_back(std::size_t(i));
      for (int k = 0; k < each; ++k) {
        if (rule.slab != Slab::off) rules::set_sample(fetch_at.at, rule, k);
        requests.push_back(fetch_at.at);
      }
    }
    std::vector<TexelBits> results = fetch(requests);
    for (std::size_t i = 0; i < places.size(); ++i)
      all[places[i]] = folded(rule, std::span(results).subspan(i * std::size_t(each), std::size_t(each)));
  }
  return all;
}

std::vector<TexelBits> model(const Texture& texture, const Samples& samples) {
  if (const FetchView* row = samples.row()) {
    std::vector<TexelBits> results(std::size_t(samples.count()));
    cpu::fetch_view(texture, *row, samples.count(), 1, results.data()->data());
    return results;
  }
  const auto one_by_one = [&](std::span<const FetchAt> requests) {
    std::vector<FetchAt> threads(requests.begin(), requests.end());
    unit::set_quad_lanes(threads);
    std::vector<TexelBits> results;
    for (const FetchAt& at : threads)
      results.push_back(fetch(texture, samples.function(), at));
    return results;
  };
  return fetched_by(one_by_one, samples);
}

struct DeviceFetcher::Work {
  explicit Work(const Texture& of)
      : dimension(of.dimension), each(0), texture(of), batch(make_device_batch(of)) {}
  Dimension dimension;
  std::size_t each;
  Texture texture;
  std::unique_ptr<DeviceBatch> batch;
};

DeviceFetcher::DeviceFetcher(const Texture& texture) : work(std::make_unique<Work>(texture)) {}
DeviceFetcher::~DeviceFetcher() = default;

std::vector<TexelBits> DeviceFetcher::operator()(FetchKind function, std::span<const FetchAt> all) {
  const auto axes = std::size_t(coordinate_count(work->dimension));
  std::vector<float> coordinates, lods, gradients;
  std::vector<int> layers, texels;
  const auto put = [&](std::vector<float>& to, std::array<float, 3> vector) {
    to.insert(to.end(), vector.begin(), vector.begin() + std::ptrdiff_t(axes));
  };
  for (const FetchAt& at : all) {
    put(coordinates, {at.x, at.y, at.z});
    put(gradients, {at.dx.x, at.dx.y, at.dx.z});
    put(gradients, {at.dy.x, at.dy.y, at.dy.z});
    lods.push_back(at.lod);
    layers.push_back(at.layer);
    texels.push_back(at.texel);
  }
  const auto each = std::size_t(batch_component_count(work->texture, function));
  std::vector<std::uint32_t> components(each * all.size());
  std::vector<TexelBits> results(all.size(), TexelBits{});
  if (all.empty()) return results;
  work->batch->fetch(
      function,
      {coordinates.data(), layers.data(), lods.data(), gradients.data(), texels.data(), all[0].component},
      all.size(), components.data());
  for (std::size_t i = 0; i < all.size(); ++i)
    std::copy_n(components.data() + i * each, each, results[i].begin());
  return results;
}

std::array<double, 4> ideal(const Texture& texture, const Samples& samples, int i) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr std::array<double, 4> nothing = {nan, nan, nan, nan};
  const FetchView& rule = samples.rule();
  PixelFetch fetch = samples.at(i);
  if (fetch.empty || rule.type != FetchType::native) return nothing;
  std::array<double, 4> sum = {};
  const int each = fetches_each(rule);
  for (int k = 0; k < each; ++k) {
    if (rule.slab != Slab::off) rules::set_sample(fetch.at, rule, k);
    const std::array<double, 4> one = unit::ideal_result(texture, rule.function, fetch.at);
    for (std::size_t c = 0; c < 4; ++c)
      sum[c] = k == 0 ? one[c] : rules::fold(rule.slab, sum[c], one[c]);
  }
  for (double& value : sum)
    if (rule.slab == Slab::mean) value /= each;
  if (rule.fills_alpha) sum[3] = 1;
  return sum;
}

} // namespace texelscope::scope
