#include "kernels/studies/advise/predicted_advice.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "kernels/ground/base/half.h"
#include "kernels/ground/base/parallel.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/reports/advise/choice_code.h"
#include "kernels/unit/batch/batch_fetch.h"
#include "kernels/unit/image/element.h"

namespace texelscope::advise {

namespace {
// Whether texels repeat beyond the edges, instead of coordinates: a tile holds them, a gather's unit does it.
bool repeats_texels(const Scene& scene, Way way, int axis) {
  if (scene.address(axis) == AddressMode::wrap) return way == Way::tile || way == Way::gather;
  return scene.address(axis) == AddressMode::mirror && way == Way::tile;
}

// A coordinate in texels from the first one's edge on; of a filter from its center on.
float position(const Scene& scene, Way way, bool filters, int axis, float x) {
  const float before = filters ? -0.5f : 0.0f, n = float(scene.size[std::size_t(axis)]);
  if (!scene.is_normalized()) return x + before;
  const bool repeats = repeats_texels(scene, way, axis);
  if (scene.address(axis) == AddressMode::wrap && !repeats) x = x - std::floor(x);
  if (scene.address(axis) == AddressMode::mirror && !repeats) {
    x = std::fma(-2.0f, std::floor(x * 0.5f), x);
    x = x > 1 ? 2 - x : x;
  }
  return std::fma(x, n, before);
}

float mix(float a, float b, float weight) {
  return std::fma(weight, b - a, a);
}
float valued(float found, float factor, const Coding& coding) {
  return coding.offset != 0 ? std::fma(found, factor, coding.offset) : found * factor;
}

// What kernels compute that load texels and weigh them as floats (choice_code.h), with the multiplications
// that a compiler fuses with the additions behind them.
class LoadedValues {
public:
  LoadedValues(const Scene& of, const Choice& choice, const std::vector<std::byte>& texels)
      : scene(of), format(choice.texels), stored(texels), coding(coding_of(of, choice.texels)),
        filters(of.is_linear() && choice.way != Way::nearest), way(choice.way) {
    if (!format.is_integer()) return;
    largest = float(code_of_one(format.kind, format.bits));
    factor = float(double(coding.scale) / double(largest));
  }

  void fetch(std::size_t entry, int lane, float* to) const {
    AxisTexels along[3];
    for (int axis = 0; axis < scene.axes(); ++axis)
      along[axis] = texels_along(axis, scene.fetches.at(entry, lane, axis));
    const int taps = filters ? 1 << scene.axes() : 1;
    for (int channel = 0; channel < format.channels; ++channel) {
      std::array<float, 8> terms = {};
      for (int tap = 0; tap < taps; ++tap)
        terms[std::size_t(tap)] =
            loaded(along[0].at[tap & 1], along[1].at[tap >> 1 & 1], along[2].at[tap >> 2], channel);
      for (int axis = 0, count = taps; count > 1; ++axis, count /= 2)
        for (int i = 0; i < count; i += 2) {
          terms[std::size_t(i) / 2] =
              mix(terms[std::size_t(i)], terms[std::size_t(i) + 1], along[axis].weight);
        }
      to[channel] = valued(terms[0], factor, coding);
    }
  }

private:
  struct AxisTexels {
    std::int64_t at[2] = {};
    float weight = 0; // of the second
  };

  std::int64_t repeated(int axis, std::int64_t texel) const {
    const std::int64_t n = scene.size[std::size_t(axis)],
                       period = scene.address(axis) == AddressMode::wrap ? n : 2 * n;
    const std::int64_t at = (texel % period + period) % period;
    return std::min(at, 2 * n - 1 - at);
  }

  AxisTexels texels_along(int axis, float x) const {
    const int n = scene.size[std::size_t(axis)];
    const AddressMode m = scene.address(axis);
    const bool repeats = repeats_texels(scene, way, axis);
    const bool stays = m == AddressMode::clamp || (m == AddressMode::mirror && !repeats);
    float p = position(scene, way, filters, axis, x);
    if (stays) p = std::fmin(std::fmax(p, 0.0f), float(n - 1));
    if (m == AddressMode::border) p = std::fmin(std::fmax(p, -1.0f), float(n));
    AxisTexels found;
    const float whole = std::floor(p);
    const std::int64_t first = std::isnan(whole) ? 0 : std::int64_t(std::fmin(std::fmax(whole, -2e9f), 2e9f));
    found.at[0] = repeats ? repeated(axis, first) : first;
    if (!filters) {
      if (m == AddressMode::wrap && !repeats) found.at[0] = std::min<std::int64_t>(first, n - 1);
      return found;
    }
    found.weight = p - whole;
    found.at[1] = repeats ? repeated(axis, first + 1) : first + 1;
    if (stays) found.at[1] = std::min<std::int64_t>(found.at[1], n - 1);
    if (m == AddressMode::wrap && !repeats) {
      if (first < 0) found.at[0] = n - 1;
      if (found.at[1] >= n) found.at[1] = 0;
    }
    return found;
  }

  float loaded(std::int64_t x, std::int64_t y, std::int64_t z, int channel) const {
    const std::int64_t at[] = {x, y, z};
    for (int axis = 0; axis < scene.axes(); ++axis)
      if (at[axis] < 0 || at[axis] >= scene.size[std::size_t(axis)]) {
        const double color = scene.by_index ? 0 : double(scene.sampler.border_color[std::size_t(channel)]);
        return float((color - coding.offset) / factor);
      }
    const std::int64_t texel = (z * scene.size[1] + y) * scene.size[0] + x;
    return code(std::size_t(texel) * std::size_t(format.channels) + std::size_t(channel));
  }

  float code(std::size_t i) const {
    const auto bytes = std::size_t(format.bits / 8);
    std::uint32_t bits = 0;
    std::memcpy(&bits, stored.data() + i * bytes, bytes);
    if (format.kind == ElementKind::floating)
      return format.bits == 32 ? std::bit_cast<float>(bits) : half_to_float(std::uint16_t(bits));
    if (format.kind == ElementKind::unsigned_int) return float(bits);
    const int code = format.bits == 16 ? std::int16_t(bits) : std::int8_t(bits);
    return std::fmax(float(code), -largest);
  }

  const Scene& scene;
  ElementFormat format;
  const std::vector<std::byte>& stored;
  Coding coding;
  bool filters;
  Way way;
  float largest = 1, factor = 1;
};

// What the texture unit returns, by its model, with what the kernel does to it.
class UnitValues {
public:
  UnitValues(const Scene& of, const Choice& choice, const std::vector<std::byte>& texels)
      : scene(of), gathers(choice.way == Way::gather), coding(coding_of(of, choice.texels)),
        channels(std::size_t(choice.texels.channels)), texture(advise::texture_of(of, choice, texels)) {}

  void fetch(std::size_t first, std::size_t count, float* to) const {
    if (gathers)
      gather(first, count, to);
    else
      fetch_plainly(first, count, to);
  }

private:
  // The kernel mixes the four texels around each coordinate, for which it asks at the corner between them.
  void gather(std::size_t first, std::size_t count, float* to) const {
    constexpr std::size_t axes = 2, texels = 4;
    std::vector<float> corners(count * lanes * axes), weights(corners.size());
    for (std::size_t i = 0; i < count * lanes; ++i)
      for (std::size_t axis = 0; axis < axes; ++axis) {
        const float x = scene.fetches.at(first + i / lanes, int(i % lanes), int(axis)),
                    p = position(scene, Way::gather, true, int(axis), x), before = std::floor(p);
        weights[i * axes + axis] = p - before;
        corners[i * axes + axis] =
            scene.is_normalized() ? (before + 1) / float(scene.size[axis]) : before + 1;
      }
    BatchRequests requests;
    requests.coordinates = corners.data();
    std::vector<std::uint32_t> components(count * lanes * texels);
    for (std::size_t channel = 0; channel < channels; ++channel) {
      const cpu::BatchPlan plan(texture, FetchKind::gather, int(channel), count * lanes);
      plan.fetch(requests, 0, count * lanes, components.data());
      for (std::size_t i = 0; i < count * lanes; ++i) {
        const auto texel = [&](std::size_t t) { return std::bit_cast<float>(components[i * texels + t]); };
        const float wx = weights[i * axes], wy = weights[i * axes + 1];
        const float found = mix(mix(texel(3), texel(2), wx), mix(texel(0), texel(1), wx), wy);
        to[i * channels + channel] = valued(found, coding.scale, coding);
      }
    }
  }

  void fetch_plainly(std::size_t first, std::size_t count, float* to) const {
    const FetchList& list = scene.fetches;
    const auto axes = std::size_t(list.axes());
    std::vector<float> coordinates(count * lanes * axes);
    std::vector<int> texels;
    for (std::size_t i = 0; i < count * lanes; ++i)
      for (std::size_t axis = 0; axis < axes; ++axis)
        coordinates[i * axes + axis] = list.at(first + i / lanes, int(i % lanes), int(axis));
    BatchRequests requests;
    if (scene.by_index) {
      for (const float x : coordinates)
        texels.push_back(int(x));
      requests.texels = texels.data();
    } else {
      requests.coordinates = coordinates.data();
    }
    const cpu::BatchPlan plan(texture, scene.by_index ? FetchKind::texel : FetchKind::plain, 0,
                              count * lanes);
    std::vector<std::uint32_t> components(count * lanes * channels);
    plan.fetch(requests, 0, count * lanes, components.data());
    for (std::size_t i = 0; i < components.size(); ++i)
      to[i] = std::bit_cast<float>(components[i]);
    if (coding.is_plain()) return;
    for (std::size_t i = 0; i < components.size(); ++i) {
      // Beyond the last texel a fetch by index returns 0, whatever the codes stand for.
      const bool outside =
          scene.by_index && (texels[i / channels] < 0 || texels[i / channels] >= scene.size[0]);
      to[i] = outside ? 0 : valued(to[i], coding.scale, coding);
    }
  }

  const Scene& scene;
  bool gathers;
  Coding coding;
  std::size_t channels;
  Texture texture;
};

class PredictedChoice final : public PreparedChoice {
public:
  PredictedChoice(const Scene& of, const std::optional<Choice>& chosen, LastEncoded& encoded_texels,
                  double ns_of_fetch)
      : scene(of), choice(chosen), texels(encoded_texels), ns(ns_of_fetch) {}

  double launch_ms(int repeats, int, Part) override {
    return ns * 1e-6 * double(scene.fetches.blocks() * entries_of_block * lanes) * repeats;
  }

  std::vector<float> results(std::size_t first, std::size_t count) override {
    const auto stored = texels.in(choice->texels);
    const std::size_t of_entry = std::size_t(lanes) * std::size_t(choice->texels.channels);
    std::vector<float> all(count * of_entry);
    std::optional<UnitValues> unit;
    std::optional<LoadedValues> loads;
    if (fetches_from_texture(choice->way))
      unit.emplace(scene, *choice, *stored);
    else
      loads.emplace(scene, *choice, *stored);
    loop_in_parallel(tbb::blocked_range<std::size_t>(0, count, 256), [&](const auto& part) {
      if (unit)
        unit->fetch(first + part.begin(), part.size(), all.data() + part.begin() * of_entry);
      else
        for (std::size_t i = part.begin(); i < part.end(); ++i)
          for (int lane = 0; lane < lanes; ++lane)
            loads->fetch(first + i, lane,
                         all.data() + i * of_entry + std::size_t(lane * choice->texels.channels));
    });
    return all;
  }

  bool fits_l2() const override { return true; } // so that no limit is looked for
  double upload_ms() override { return std::numeric_limits<double>::quiet_NaN(); }
  std::size_t bytes() const override {
    return choice ? scene.texel_count() * std::size_t(choice->texels.texel_bytes()) : 0;
  }

private:
  const Scene& scene;
  std::optional<Choice> choice; // empty: coordinates alone
  LastEncoded& texels;
  double ns;
};

class PredictedChoices final : public ChoiceMachine {
public:
  PredictedChoices(const Scene& of, const DeviceFigures& from) : scene(of), figures(from), lookup(from, of) {
    if (!lookup.ns(choices_of(scene).front()))
      throw UserError(say(Text::advise_no_scene, {figures.device.name, kind_of(scene), described()}));
    box_texels = max_box_texels(boxes_of(scene, planes_of(scene), cells_of(scene)));
  }

  ChoiceDevice device() const override { return figures.device; }
  bool coordinates_are_planes() const override { return lookup.footprint().computed; }
  void compile(const std::vector<Choice>&, const std::function<bool(std::size_t)>& done) override { done(0); }

  std::unique_ptr<PreparedChoice> prepare(const Choice& choice, Sentence& refusal) override {
    refusal = tile_refusal(choice, box_texels, figures.device.shared_bytes);
    if (!refusal.empty()) return nullptr;
    const std::optional<double> ns = lookup.ns(choice);
    if (!ns) refusal = {Text::advise_no_figure, {figures.device.name}};
    return ns ? std::make_unique<PredictedChoice>(scene, choice, texels, *ns) : nullptr;
  }
  std::unique_ptr<PreparedChoice> coordinates_alone() override {
    return std::make_unique<PredictedChoice>(
        scene, std::nullopt, texels,
        lookup.coordinates_ns().value_or(std::numeric_limits<double>::quiet_NaN()));
  }

private:
  std::string described() const {
    const FetchFootprint& f = lookup.footprint();
    return say(f.computed ? Text::advise_touches_computed : Text::advise_touches_read,
               {fmt::format("{:.3g}", f.warp_sectors), std::to_string((f.working_set + 1023) / 1024)});
  }

  const Scene& scene;
  const DeviceFigures& figures;
  FigureLookup lookup;
  LastEncoded texels{scene};
  std::size_t box_texels = 1;
};
} // namespace

std::unique_ptr<ChoiceMachine> make_predicted_choices(const Scene& scene, const DeviceFigures& figures) {
  return std::make_unique<PredictedChoices>(scene, figures);
}

std::optional<Advice> predict(const StudiedScene& studied, const DeviceFigures& figures,
                              std::optional<double> allowed_error, const AdviceProgress& progress) {
  const auto machine = make_predicted_choices(studied.scene, figures);
  auto advice = advise(studied, *machine, allowed_error, progress, {.finds_limits = false, .visits = 1});
  if (!advice) return std::nullopt;
  advice->prediction = Prediction{figures.date, figures.driver};
  for (MeasuredChoice& m : advice->choices) // of as many launches as were asked for
    if (m.refusal.empty()) m.ns = {m.median_ns()}, m.visit = {0};
  decide(*advice);
  return advice;
}

} // namespace texelscope::advise
