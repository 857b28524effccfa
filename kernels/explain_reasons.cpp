// Why a fetch returns what it returns, in sentences.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "kernels/explain.h"
#include "kernels/texts.h"
#include "kernels/texture_unit/decode.h"
#include "kernels/texture_unit/footprint.h"

namespace texelscope {

namespace {
std::string number(double value) {
  return fmt::format("{:.6g}", value);
}
std::string signed_number(double value) {
  return fmt::format("{:+.3g}", value);
}

class Reasons {
public:
  explicit Reasons(const Explanation& of) : e(of), texture(texture_of(nullptr, of.effective)) {}

  std::vector<std::string> all(std::span<const Note> notes) {
    if (e.empty) {
      add(Text::reason_empty);
      return std::move(sentences);
    }
    for (const Note& note : notes)
      if (note.kind != NoteKind::no_effect &&
          (note.field.starts_with("sampler.") || note.field.starts_with("fetch.")) &&
          std::find(sentences.begin(), sentences.end(), note.sentence) == sentences.end()) // once for all axes
        sentences.push_back(note.sentence);
    place();
    levels();
    if (e.has_values)
      value();
    else
      add(Text::reason_no_values);
    return std::move(sentences);
  }

private:
  void add(Text id, std::initializer_list<std::string_view> values = {}) {
    sentences.push_back(say(id, values));
  }

  const LevelTrace& first() const { return e.parts.front().trace; }

  // Texels with a part in the result.
  std::vector<const TapTrace*> taps() const {
    std::vector<const TapTrace*> all;
    for (const ExplainedPart& part : e.parts)
      for (int i = 0; i < part.trace.tap_count; ++i) {
        const TapTrace& tap = part.trace.tap[std::size_t(i)];
        if (tap.exists && tap.weight != 0) all.push_back(&tap);
      }
    return all;
  }

  void place() {
    if (e.function == FetchKind::texel) {
      if (!first().tap[0].exists)
        add(Text::reason_index, {std::to_string(e.at.texel), std::to_string(e.effective.width)});
      return;
    }
    const int axes = is_1d(e.effective.dimension) ? 1 : first().axis_count;
    for (int i = 0; i < axes; ++i)
      axis(std::size_t(i));
    if (is_layered(e.effective.dimension) && e.trace.layer != e.at.layer)
      add(Text::reason_layer, {std::to_string(e.at.layer), std::to_string(e.trace.layer)});
    border();
    const auto missing = [](const ExplainedPart& part) {
      return std::any_of(part.trace.tap.begin(), part.trace.tap.begin() + part.trace.tap_count,
                         [](const TapTrace& tap) { return !tap.exists; });
    };
    if (std::any_of(e.parts.begin(), e.parts.end(), missing)) add(Text::reason_corner);
  }

  void axis(std::size_t i) {
    const AxisTrace& axis = first().axis[i];
    const std::string name = axis_name(e, i), given = number(axis.given);
    if (std::isnan(axis.given)) return add(Text::reason_not_a_number, {name});
    if (axis.coordinate == 0 && axis.given != 0) return add(Text::reason_too_small, {name, given});
    const unit::AxisRule rule = unit::axis_rule(texture, first().level, i);
    const double whole = rule.fraction_bits == 0 ? rule.size : 1;
    const bool outside = !rule.from_center && (axis.given < 0 || axis.given > whole);
    if (!outside) return;
    const double within = axis.position / rule.size;
    if (rule.mode == AddressMode::clamp)
      add(Text::reason_clamped, {name, given, std::to_string(axis.texel[0])});
    if (rule.mode == AddressMode::wrap) add(Text::reason_wrapped, {name, given, number(within)});
    if (rule.mode == AddressMode::mirror && axis.odd_period)
      add(Text::reason_mirrored, {name, given, number(1 - within)});
  }

  void border() {
    const auto read = taps();
    const auto outside =
        std::count_if(read.begin(), read.end(), [](const TapTrace* tap) { return tap->border; });
    if (outside == 0) return;
    if (outside == std::ptrdiff_t(read.size())) return add(Text::reason_border_all);
    add(Text::reason_border_part, {std::to_string(outside), std::to_string(read.size())});
  }

  void levels() {
    if (e.anisotropic())
      add(Text::reason_probes, {fmt::format("{:.3g}", e.lod->anisotropy), std::to_string(e.parts.size())});
    if (!e.lod || e.effective.level_count == 1) return;
    if (e.lod->lod != e.lod->biased)
      add(Text::reason_lod_limited, {number(e.lod->biased / 256.0), number(e.lod->lod / 256.0)});
    if (e.trace.level_count == 2) {
      const auto& [a, b] = e.trace.level;
      add(Text::reason_levels, {number(e.trace.lod / 256.0), std::to_string(a.weight),
                                std::to_string(a.level), std::to_string(b.weight), std::to_string(b.level)});
    }
  }

  // The word that is farthest from the ideal.
  std::size_t worst() const {
    std::size_t found = 0;
    double most = -1;
    for (std::size_t i = 0; i < std::size_t(e.word_count); ++i) {
      const double error = std::fabs(e.words[i].value - e.words[i].ideal);
      if (error > most) most = error, found = i;
    }
    return found;
  }

  void value() {
    const auto read = taps();
    if (read.empty()) return;
    const std::size_t word = worst();
    if (read.size() == 1)
      one_texel(*read.front(), word);
    else if (e.function != FetchKind::gather)
      mixed(read, word);
    if (e.function != FetchKind::gather && read.size() > 1) error(word);
  }

  void one_texel(const TapTrace& tap, std::size_t word) {
    if (first().tap_count > 1 && e.function != FetchKind::gather && !e.anisotropic() &&
        e.effective.filter == FilterMode::linear)
      add(Text::reason_centre);
    const std::uint32_t stored = tap.stored[word];
    const int channel = int(word);
    const unit::Channel kind = unit::channel_kind(texture, channel);
    const auto meaning = [&](std::uint32_t code) {
      return number(unit::decoded_value(texture, channel, code));
    };
    if (kind == unit::Channel::srgb8)
      return add(Text::reason_srgb_code, {std::to_string(stored), meaning(stored)});
    if (kind != unit::Channel::unorm8 && kind != unit::Channel::unorm16)
      return add(Text::reason_one_texel, {number(tap.value[word])});
    const std::uint32_t largest = kind == unit::Channel::unorm8 ? 255 : 65535;
    add(Text::reason_code, {std::to_string(stored), std::to_string(largest), meaning(stored),
                            meaning(stored == 0 ? 0 : stored - 1), meaning(std::min(stored + 1, largest))});
  }

  void mixed(const std::vector<const TapTrace*>& read, std::size_t word) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const TapTrace* tap : read) {
      if (!std::isfinite(tap->value[word])) return add(Text::reason_not_finite);
      low = std::min(low, tap->value[word]);
      high = std::max(high, tap->value[word]);
    }
    add(Text::reason_mixed, {std::to_string(read.size()), number(low), number(high)});
  }

  void error(std::size_t word) {
    const ExplainedWord& w = e.words[word];
    if (!std::isfinite(w.value) || !std::isfinite(w.ideal)) return;
    const std::string name = text(
        std::array{Text::field_show_r, Text::field_show_g, Text::field_show_b, Text::field_show_a}[word]);
    if (w.value == w.ideal) return add(Text::reason_exact);
    if (w.steps == 0) return add(Text::reason_nearest);
    const bool of_weights = std::fabs(w.weights_error) >= std::fabs(w.sum_error);
    if (e.anisotropic()) return add(Text::reason_probe_weights, {signed_number(w.value - w.ideal), name});
    if (of_weights) weights(w, name);
    if (w.sum_error != 0) rounding(w, name);
    if (!of_weights) weights(w, name);
  }

  // The weight that is farthest off, of a texel that matters.
  void weights(const ExplainedWord& w, const std::string& name) {
    double most = 0;
    std::string hardware, exact;
    for (const ExplainedPart& part : e.parts)
      for (std::size_t i = 0; i < std::size_t(part.trace.tap_count); ++i) {
        const TapTrace& tap = part.trace.tap[i];
        const double off = std::fabs(std::ldexp(tap.weight, -part.trace.weight_bits) - part.exact_weight[i]);
        if (!tap.exists || !(off > most)) continue;
        most = off;
        hardware = fmt::format("{}/{}", tap.weight, 1 << part.trace.weight_bits);
        exact = fmt::format("{:.6g}/{}", std::ldexp(part.exact_weight[i], part.trace.weight_bits),
                            1 << part.trace.weight_bits);
      }
    if (most > 0 && w.weights_error != 0)
      add(Text::reason_weights, {hardware, exact, signed_number(w.weights_error), name});
  }

  void rounding(const ExplainedWord& w, const std::string& name) {
    if (w.sum.largest_wide != 0)
      add(Text::reason_wide,
          {std::to_string(w.sum.wide), std::to_string(w.sum.largest_wide), signed_number(w.sum_error), name});
    else if (w.sum.digits != 0)
      add(Text::reason_digits, {std::to_string(w.sum.digits), signed_number(w.sum_error), name});
  }

  const Explanation& e;
  const Texture texture; // its shape and sampler alone
  std::vector<std::string> sentences;
};
} // namespace

std::vector<std::string> reasons(const Explanation& explanation, std::span<const Note> notes) {
  return Reasons(explanation).all(notes);
}

} // namespace texelscope
