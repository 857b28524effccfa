#include "kernels/studies/explain/measured_weights.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/software_machine.h"
#include "kernels/unit/image/image.h"

namespace texelscope {

using weights::Probe;
using weights::TexelRange;

bool MeasuredWeights::equal() const {
  return !searched && total_equal && std::ranges::all_of(texels, &MeasuredTexel::equal);
}

namespace {
constexpr std::size_t max_nodes = 4 * max_found_texels; // of a round of the bisection

TexelRange range_of(const TextureShape& shape, const TexelPlace& place) {
  return weights::one_texel(shape, place.level, {place.x, place.y, place.plane});
}

TexelPlace place_of(const TextureShape& shape, std::int64_t number) {
  const weights::TexelBox box = weights::boxes_of(shape, {number, number + 1}).front();
  return {box.level, box.at[2], box.at[0], box.at[1]};
}

// The texels of the model's footprint, each once, with the sum of its taps' weights.
class Footprint {
public:
  Footprint(FetchKind kind, const Trace& trace) : kind_(kind) {
    for (int i = 0; i < trace.level_count; ++i)
      bits_ = std::max(bits_, trace.level[std::size_t(i)].weight_bits);
    for (const LevelTrace& probe : trace.probes)
      bits_ = std::max(bits_, probe.weight_bits);
    for (int i = 0; i < trace.level_count; ++i)
      add(trace.level[std::size_t(i)]);
    for (const LevelTrace& probe : trace.probes)
      add(probe);
  }
  int bits() const { return bits_; }
  const std::vector<MeasuredTexel>& texels() const { return texels_; }

private:
  void add(const LevelTrace& level) {
    for (int i = 0; i < level.tap_count; ++i) {
      const TapTrace& tap = level.tap[std::size_t(i)];
      if (!tap.exists) continue;
      std::optional<TexelPlace> place;
      if (!tap.border) place = TexelPlace{level.level, tap.z, tap.x, tap.y};
      const auto known = std::ranges::find(texels_, place, &MeasuredTexel::place);
      MeasuredTexel& texel = known != texels_.end() ? *known : texels_.emplace_back();
      texel.place = place;
      // Each component of a gather is one texel, whole.
      const bool whole = kind_ == FetchKind::gather || kind_ == FetchKind::texel;
      texel.model_weight += whole ? 1 << bits_ : tap.weight << (bits_ - level.weight_bits);
    }
  }

  FetchKind kind_;
  int bits_ = 8;
  std::vector<MeasuredTexel> texels_;
};

class Measurement {
public:
  Measurement(const Texture& like, FetchKind kind, const FetchAt& at, weights::Machine& machine,
              const std::stop_token& stop)
      : like_(like), kind_(kind), at_(at), machine_(machine), stop_(stop), model_(like) {
    const Footprint model(kind, model_.trace(kind, at));
    found_.weight_bits = model.bits();
    found_.texels = model.texels();
  }

  std::optional<MeasuredWeights> run() {
    std::vector<Probe> probes = {{}};
    Probe rest{true, {}, true}, footprint;
    for (const MeasuredTexel& texel : found_.texels) {
      Probe& alone = probes.emplace_back();
      if (texel.place)
        rest.exceptions.push_back(alone.exceptions.emplace_back(range_of(like_, *texel.place)));
      else
        rest.border = !(alone.border = footprint.border = true);
    }
    probes.push_back({true, {}, true});
    probes.push_back(rest);
    const std::vector<TexelBits> returned = fetch(probes);
    if (returned.empty()) return std::nullopt;
    nothing_ = returned.front();
    probes.resize(probes.size() - 2);
    footprint.exceptions = rest.exceptions; // to the model all other texels are alike
    probes.push_back(footprint);
    const std::vector<TexelBits> by_model = model_.fetch(kind_, {&at_, 1}, probes);
    for (std::size_t i = 0; i < found_.texels.size(); ++i) {
      found_.texels[i].returned = returned[i + 1];
      found_.texels[i].model_returned = by_model[i + 1];
      found_.texels[i].weight = weight(returned[i + 1]);
    }
    found_.total = weight(returned[returned.size() - 2]);
    found_.total_equal = returned[returned.size() - 2] == by_model.back();
    if (returned.back() != nothing_) {
      found_.searched = true;
      if (!search(rest)) return std::nullopt;
    }
    for (const MeasuredTexel& texel : found_.texels)
      found_.sum += texel.weight;
    return std::move(found_);
  }

private:
  std::vector<TexelBits> fetch(std::span<const Probe> probes) {
    found_.fetches += int(probes.size());
    return machine_.fetch(kind_, {&at_, 1}, probes, stop_);
  }

  double weight(const TexelBits& returned) const {
    double sum = 0;
    for (std::size_t i = 0; i < (kind_ == FetchKind::gather ? 4u : 1u); ++i)
      sum += weights::returned_number(like_, returned[i]);
    return sum / weights::returned_one(like_);
  }

  void add(std::optional<TexelPlace> place, const TexelBits& returned) {
    MeasuredTexel& texel = found_.texels.emplace_back();
    texel.place = place;
    texel.of_model = false;
    texel.returned = returned;
    texel.weight = weight(returned);
  }

  // The texels between those that `rest` excludes.
  std::vector<TexelRange> gaps(const Probe& rest) const {
    std::vector<TexelRange> known = rest.exceptions, gaps;
    std::ranges::sort(known, {}, &TexelRange::first);
    TexelRange all = weights::all_texels(like_);
    for (const TexelRange& range : known) {
      if (range.first > all.first) gaps.push_back({all.first, range.first});
      all.first = range.last;
    }
    if (all.size() > 0) gaps.push_back(all);
    return gaps;
  }

  // Halves every range that contributes until it is one texel. Returns false if it was stopped.
  bool search(const Probe& rest) {
    std::vector<TexelRange> ranges = gaps(rest);
    if (rest.border) {
      const std::vector<TexelBits> returned = fetch(std::vector<Probe>{{false, {}, true}});
      if (returned.empty()) return false;
      if (returned.front() != nothing_) add(std::nullopt, returned.front());
    }
    std::size_t found = 0;
    while (!ranges.empty()) {
      std::vector<Probe> probes;
      for (const TexelRange& range : ranges)
        probes.push_back({false, {range}, false});
      const std::vector<TexelBits> returned = fetch(probes);
      if (returned.empty()) return false;
      std::vector<TexelRange> halves;
      for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (returned[i] == nothing_) continue;
        const TexelRange range = ranges[i];
        if (range.size() == 1) {
          if (found++ < max_found_texels) add(place_of(like_, range.first), returned[i]);
          continue;
        }
        const std::int64_t middle = range.first + range.size() / 2;
        halves.push_back({range.first, middle});
        halves.push_back({middle, range.last});
      }
      if (halves.size() > max_nodes) halves.resize(max_nodes), found_.complete = false;
      ranges = std::move(halves);
    }
    if (found > max_found_texels) found_.complete = false;
    return true;
  }

  const Texture& like_;
  FetchKind kind_;
  FetchAt at_;
  weights::Machine& machine_;
  const std::stop_token& stop_;
  weights::SoftwareMachine model_;
  MeasuredWeights found_;
  TexelBits nothing_ = {}; // what a texture of zeros returns
};

// A cube's center is that of a face.
FetchAt center_of(const Texture& like) {
  if (is_cube(like.dimension)) return {.x = 1};
  if (like.takes_normalized()) return {.x = 0.5f, .y = 0.5f, .z = 0.5f};
  return {.x = float(like.width) / 2, .y = float(like.height) / 2, .z = float(like.planes) / 2};
}
} // namespace

std::vector<std::string> weights_sentences(const MeasuredWeights& found) {
  std::vector<std::string> sentences;
  std::size_t differ = 0, more = 0;
  double largest = 0;
  for (const MeasuredTexel& texel : found.texels) {
    differ += texel.of_model && !texel.equal();
    more += !texel.of_model;
    if (texel.of_model)
      largest = std::max(largest, std::abs(std::ldexp(texel.weight, found.weight_bits) - texel.model_weight));
  }
  const std::string count = std::to_string(found.texels.size() - more),
                    whole = std::to_string(1 << found.weight_bits);
  if (found.equal())
    sentences.push_back(text(Text::weights_equal));
  else if (differ > 0)
    sentences.push_back(
        say(Text::weights_differ, {std::to_string(differ), count, fmt::format("{:.3g}", largest), whole}));
  else if (more == 0)
    sentences.push_back(text(Text::weights_total_differs));
  if (more > 0) sentences.push_back(say(Text::weights_more, {std::to_string(more)}));
  if (found.searched && more == 0) sentences.push_back(text(Text::weights_too_small));
  if (!found.complete) sentences.push_back(text(Text::weights_incomplete));
  sentences.push_back(
      say(Text::weights_sum, {fmt::format("{:.6g}", found.sum), fmt::format("{:.6g}", found.total)}));
  return sentences;
}

std::string no_weights(const Effective& effective) {
  if (effective.is_reinterpreted()) return text(Text::weights_reinterpreted);
  if (effective.memory_shape().size_bytes() > max_measured_bytes)
    return say(Text::weights_too_large, {mebibytes(max_measured_bytes)});
  return {};
}

std::optional<MeasuredWeights> measure_weights(const Texture& like, FetchKind kind, const FetchAt& at,
                                               weights::Machine& machine, const std::stop_token& stop) {
  return Measurement(like, kind, at, machine, stop).run();
}

std::vector<std::vector<double>> measure_levels(const Texture& like, std::span<const float> lods,
                                                weights::Machine& machine, const std::stop_token& stop) {
  std::vector<FetchAt> at(lods.size(), center_of(like));
  for (std::size_t i = 0; i < lods.size(); ++i)
    at[i].lod = lods[i];
  std::vector<Probe> probes;
  for (int level = 0; level < like.level_count; ++level)
    probes.push_back({false, {weights::texels_of_level(like, level)}, false});
  const std::vector<TexelBits> returned = machine.fetch(FetchKind::lod, at, probes, stop);
  std::vector<std::vector<double>> shares;
  for (std::size_t i = 0; i < returned.size(); ++i) {
    if (i % lods.size() == 0) shares.emplace_back();
    shares.back().push_back(weights::returned_number(like, returned[i][0]) / weights::returned_one(like));
  }
  return shares;
}

} // namespace texelscope
