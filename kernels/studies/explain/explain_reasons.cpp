// Explains in sentences why a fetch returns its value.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/error_cause.h"
#include "kernels/studies/explain/explain.h"
#include "kernels/studies/explain/explain_components.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/texture_unit/address.h"
#include "kernels/unit/texture_unit/decode.h"
#include "kernels/unit/texture_unit/footprint.h"
#include "kernels/unit/texture_unit/gradient.h"
#include "kernels/unit/texture_unit/ideal.h"
#include "kernels/unit/texture_unit/lod.h"

namespace texelscope {

namespace {
std::string signed_number(double value) {
  return fmt::format("{:+.3g}", value);
}

// A texel that is read, with all of its weights: clamped footprints can read one several times.
struct ReadTexel {
  const ExplainedPart* part = nullptr;
  std::size_t index = 0; // of its first tap in the part
  double weight = 0, exact = 0;

  const TapTrace& tap() const { return part->trace.tap[index]; }
  bool is(const ExplainedPart& other, const TapTrace& a) const {
    const TapTrace& b = tap();
    if (a.border || b.border) return a.border == b.border;
    return part->trace.level == other.trace.level && a.x == b.x && a.y == b.y && a.z == b.z;
  }
};

class Reasons {
public:
  Reasons(const Explanation& of, std::span<const Note> notes)
      : e(of), notes_of_all(notes), texture(texture_of(nullptr, of.effective)) {}

  std::vector<std::string> all() {
    if (e.empty) {
      add(Text::reason_empty);
      return std::move(sentences);
    }
    for (const Note* note : printed_notes())
      if (std::find(sentences.begin(), sentences.end(), note->sentence) ==
          sentences.end()) // once for all axes
        sentences.push_back(note->sentence);
    place();
    levels();
    if (e.has_values)
      value();
    else
      add(Text::reason_no_values);
    if (e.has_values) handed_over();
    cures();
    return std::move(sentences);
  }

private:
  void add(Text id, std::initializer_list<std::string_view> values = {}) {
    sentences.push_back(say(id, values));
  }

  // The notes about what determines a fetch: the texture in memory, the sampler and the function.
  std::vector<const Note*> printed_notes() const {
    std::vector<const Note*> notes;
    for (const Note& note : notes_of_all)
      if (note.kind != NoteKind::no_effect &&
          (note.field.starts_with("texture.") || note.field.starts_with("sampler.") ||
           note.field.starts_with("fetch.")))
        notes.push_back(&note);
    return notes;
  }

  const LevelTrace& first() const { return e.parts.front().trace; }
  std::size_t axis_count() const {
    return is_1d(e.effective.dimension) ? 1 : std::size_t(first().axis_count);
  }
  unit::AxisRule rule_of(std::size_t axis) const { return unit::axis_rule(texture, first().level, axis); }

  // The texels with a weight in hardware or in exact arithmetic, each once.
  std::vector<ReadTexel> texels() const {
    std::vector<ReadTexel> all;
    for (const ExplainedPart& part : e.parts)
      for (std::size_t i = 0; i < std::size_t(part.trace.tap_count); ++i) {
        const TapTrace& tap = part.trace.tap[i];
        if (!tap.exists) continue;
        auto known =
            std::find_if(all.begin(), all.end(), [&](const ReadTexel& one) { return one.is(part, tap); });
        if (known == all.end()) {
          all.push_back({&part, i});
          known = all.end() - 1;
        }
        known->weight += std::ldexp(tap.weight, -part.trace.weight_bits);
        known->exact += part.exact_weight[i];
      }
    return all;
  }

  void place() {
    if (e.function == FetchKind::texel) {
      if (!first().tap[0].exists)
        add(Text::reason_index, {std::to_string(e.at.texel), std::to_string(e.effective.width)});
      return;
    }
    for (std::size_t i = 0; i < axis_count(); ++i)
      axis(i);
    if (is_layered(e.effective.dimension) && e.trace.layer != e.at.layer)
      add(Text::reason_layer, {std::to_string(e.at.layer), std::to_string(e.trace.layer)});
    border();
    const auto missing = [](const ExplainedPart& part) {
      return std::any_of(part.trace.tap.begin(), part.trace.tap.begin() + part.trace.tap_count,
                         [](const TapTrace& tap) { return !tap.exists; });
    };
    if (std::any_of(e.parts.begin(), e.parts.end(), missing)) add(Text::reason_corner);
  }

  bool is_outside(const AxisTrace& axis, const unit::AxisRule& rule) const {
    const double whole = rule.fraction_bits == 0 ? rule.size : 1;
    return !rule.from_center && (axis.given < 0 || axis.given > whole);
  }

  void axis(std::size_t i) {
    const AxisTrace& axis = first().axis[i];
    const std::string name = axis_name(e, i), given = brief_text(axis.given);
    if (std::isnan(axis.given)) return add(Text::reason_not_a_number, {name});
    if (axis.coordinate == 0 && axis.given != 0) return add(Text::reason_too_small, {name, given});
    const unit::AxisRule rule = rule_of(i);
    if (!is_outside(axis, rule)) return seam(axis, rule, name);
    const double within = axis.position / rule.size;
    if (rule.mode == AddressMode::clamp)
      add(Text::reason_clamped, {name, given, std::to_string(axis.texel[0])});
    if (rule.mode == AddressMode::wrap) add(Text::reason_wrapped, {name, given, brief_text(within)});
    if (rule.mode == AddressMode::mirror && axis.odd_period)
      add(Text::reason_mirrored, {name, given, brief_text(1 - within)});
  }

  // Explains a coordinate that lies inside, with a texel of its linear footprint beyond the edge. Clamp
  // limits the footprint to the texture, but not a gather's. Seamless cubes read the next face there.
  void seam(const AxisTrace& axis, const unit::AxisRule& rule, const std::string& name) {
    if (!mixes_footprint() || rule.mode == AddressMode::border || unit::is_seamless(texture)) return;
    const std::int64_t start = unit::snap_to_256ths(axis.position);
    const std::int64_t past = start < 0 ? -1 : start > (rule.size - 1) * std::int64_t(256) ? rule.size : 0;
    if (past == 0) return;
    const int edge = past < 0 ? 0 : rule.size - 1;
    const int read = rule.mode == AddressMode::wrap ? rule.size - 1 - edge
                     : axis.odd_period              ? rule.size - 1 - edge
                                                    : edge;
    const std::string outside = std::to_string(past), inside = std::to_string(read);
    if (axis.snapped != start) return add(Text::reason_edge_alone, {name, label(rule.mode), inside});
    add(rule.mode == AddressMode::wrap ? Text::reason_seam : Text::reason_seam_again,
        {name, outside, label(rule.mode), inside});
  }

  // The positions of probes differ from their coordinate.
  bool mixes_footprint() const { return first().tap_count > 1 && !e.anisotropic(); }

  void border() {
    std::ptrdiff_t outside = 0, read = 0;
    for (const ExplainedPart& part : e.parts)
      for (std::size_t i = 0; i < std::size_t(part.trace.tap_count); ++i) {
        const TapTrace& tap = part.trace.tap[i];
        if (!tap.exists || tap.weight == 0) continue;
        ++read;
        outside += tap.border;
      }
    if (outside == 0) return;
    if (outside == read) return add(Text::reason_border_all);
    add(Text::reason_border_part, {std::to_string(outside), std::to_string(read)});
  }

  void probes() {
    const ExplainedLod& lod = *e.lod;
    const std::string count = say(e.effective.sampler.filter == FilterMode::linear ? Text::probes_linear
                                                                                   : Text::probes_point,
                                  {std::to_string(e.parts.size())}),
                      limited = fmt::format("{:.3g}", lod.anisotropy),
                      max_probes = std::to_string(unit::anisotropy_step(e.effective.sampler.max_anisotropy));
    constexpr double step = 1.003; // one step of the unit's logarithm
    if (!lod.ratio || *lod.ratio <= lod.anisotropy * step) return add(Text::reason_probes, {limited, count});
    if (std::isinf(*lod.ratio)) return add(Text::reason_probes_line, {max_probes, limited, count});
    add(Text::reason_probes_limited, {fmt::format("{:.3g}", *lod.ratio), max_probes, limited, count});
  }

  void levels() {
    if (e.anisotropic() && e.parts.size() > 1 && e.lod->anisotropy > 1)
      probes(); // a single probe if texels are magnified
    if (!e.lod || e.effective.level_count == 1) return;
    const int plain = e.lod->exact + unit::held_bias(texture.sampler);
    const int plain_lod = std::max(std::min(plain, e.lod->highest), e.lod->lowest);
    if (e.lod->slope != 4 && e.lod->lod != plain_lod)
      add(Text::reason_slope,
          {brief_text(e.lod->slope / 4.0), brief_text(plain / 256.0), brief_text(e.lod->biased / 256.0)});
    if (e.lod->lod != e.lod->biased)
      add(Text::reason_lod_limited, {brief_text(e.lod->biased / 256.0), brief_text(e.lod->lod / 256.0)});
    if (e.trace.level_count == 2) {
      const auto& [a, b] = e.trace.level;
      add(Text::reason_levels, {brief_text(e.trace.lod / 256.0), std::to_string(a.weight),
                                std::to_string(a.level), std::to_string(b.weight), std::to_string(b.level)});
    }
  }

  // The first that the picture shows, except that one that is not finite is never passed over.
  std::size_t reported_channel() const {
    for (std::size_t i = 0; i < std::size_t(e.word_count) && std::isfinite(e.components[e.shown].value); ++i)
      if (!std::isfinite(e.components[i].value)) return i;
    return e.shown;
  }

  void value() {
    if (e.function == FetchKind::gather) return gathered();
    std::vector<ReadTexel> read = texels();
    const auto weightless = [](const ReadTexel& texel) { return texel.weight == 0; };
    std::vector<ReadTexel> weighed = read;
    std::erase_if(weighed, weightless);
    if (weighed.empty()) return;
    const std::size_t word = reported_channel();
    const bool border_alone = weighed.size() == 1 && weighed.front().tap().border; // border() says so
    if (weighed.size() == 1 && !border_alone) one_texel(weighed.front(), word);
    if (weighed.size() > 1) mixed(weighed, word);
    const auto heaviest =
        std::max_element(weighed.begin(), weighed.end(),
                         [](const ReadTexel& a, const ReadTexel& b) { return a.weight < b.weight; });
    memory(*heaviest);
    const ExplainedComponent& w = e.components[word];
    const bool off = w.steps ? *w.steps != 0 : !(w.value == w.ideal);
    if (weighed.size() > 1 || (off && e.function != FetchKind::texel)) error(read, word);
    specified();
  }

  // The component whose block-compressed texels lie farthest from their format's specification.
  void specified() {
    std::size_t word = 0;
    const auto apart = [&](std::size_t i) {
      return std::fabs(e.components[i].specified.value_or(e.components[i].ideal) - e.components[i].ideal);
    };
    for (std::size_t i = 1; i < std::size_t(e.word_count); ++i)
      if (apart(i) > apart(word)) word = i;
    if (!(apart(word) > 1e-7)) return;
    const ExplainedComponent& w = e.components[word];
    const BlockTexel& block = first_block();
    const int codes = bc::is_snorm(block.format) ? 127 : 255;
    const auto of_codes = [&](double value) { return fmt::format("{:.4g}", value * codes); };
    add(Text::reason_specified,
        {block_format_name(block.format), word_name(e, word), brief_text(*w.specified),
         of_codes(*w.specified), std::to_string(codes), brief_text(w.ideal), of_codes(w.ideal)});
  }

  const BlockTexel& first_block() const {
    for (const ExplainedPart& part : e.parts)
      for (const auto& block : part.block)
        if (block) return *block;
    throw std::logic_error("no block"); // components have a specified value only where there is one
  }

  // What the type of tex*<T> makes of the unit's bits, where it is another.
  void handed_over() {
    if (e.slab_samples > 0) return;
    for (std::size_t i = 0; i < std::size_t(std::min(e.word_count, e.handed_count)); ++i) {
      const std::string handed = value_text(e, e.handed[i]);
      if (handed == component_text(e.components[i])) continue;
      return add(Text::reason_type, {label(e.effective.type), word_name(e, i),
                                     fmt::format("{:08x}", e.components[i].bits), handed});
    }
  }

  void gathered() {
    std::array<std::string, 4> places;
    for (std::size_t i = 0; i < 4; ++i)
      places[i] = tap_text(e, first().tap[gather_order[i]]);
    add(Text::reason_gather,
        {channel_name(std::size_t(e.at.component)), places[0], places[1], places[2], places[3]});
    memory({&e.parts.front(), gather_order[0]});
    specified();
  }

  // Explains a descriptor's pitch or element that makes the unit read something else.
  void memory(const ReadTexel& texel) {
    const auto& found = texel.part->memory[texel.index];
    const TapTrace& tap = texel.tap();
    if (!found) return;
    const std::string place = tap_text(e, tap), byte = std::to_string(found->byte);
    if (!found->texel) return add(Text::reason_memory_gap, {place, byte});
    const auto [x, y] = *found->texel;
    if (x != tap.x || y != tap.y) add(Text::reason_memory, {place, byte, fmt::format("{},{}", x, y)});
  }

  bool meets_centers() const {
    for (std::size_t i = 0; i < axis_count(); ++i)
      if ((unit::snap_to_256ths(first().axis[i].position) & 255) != 0 ||
          is_outside(first().axis[i], rule_of(i)))
        return false;
    return true;
  }

  void one_texel(const ReadTexel& texel, std::size_t word) {
    const TapTrace& tap = texel.tap();
    if (mixes_footprint() && e.effective.sampler.filter == FilterMode::linear && meets_centers())
      add(Text::reason_center);
    stored(tap, word);
    if (const auto& block = texel.part->block[texel.index])
      add(Text::reason_block, {tap_text(e, tap), block_text(*block)});
  }

  void stored(const TapTrace& tap, std::size_t word) {
    const std::uint32_t stored = tap.stored[word];
    const int channel = int(word);
    const std::string name = channel_name(word);
    const unit::Channel kind = unit::channel_kind(texture, channel);
    const auto meaning = [&](std::uint32_t code) {
      return brief_text(unit::decoded_value(texture, channel, code));
    };
    if (kind == unit::Channel::srgb8)
      return add(Text::reason_srgb_code, {std::to_string(stored), meaning(stored), name});
    if (kind != unit::Channel::unorm8 && kind != unit::Channel::unorm16)
      return add(Text::reason_one_texel, {name, brief_text(tap.value[word])});
    const std::uint32_t largest = kind == unit::Channel::unorm8 ? 255 : 65535;
    add(Text::reason_code,
        {std::to_string(stored), std::to_string(largest), meaning(stored),
         meaning(stored == 0 ? 0 : stored - 1), meaning(std::min(stored + 1, largest)), name});
  }

  void mixed(const std::vector<ReadTexel>& read, std::size_t word) {
    const std::string name = channel_name(word), count = std::to_string(read.size()),
                      mixer = text(e.effective.sampler.filter == FilterMode::linear ? Text::mixer_linear
                                   : e.anisotropic()                                ? Text::mixer_probes
                                                                                    : Text::mixer_levels);
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const ReadTexel& texel : read) {
      const double value = texel.tap().value[word];
      if (!std::isfinite(value))
        return add(texel.tap().border ? Text::reason_border_not_finite : Text::reason_not_finite,
                   {tap_text(e, texel.tap()), brief_text(value), name, brief_text(e.components[word].value)});
      low = std::min(low, value);
      high = std::max(high, value);
    }
    differ = low != high;
    if (differ)
      add(Text::reason_mixed, {count, name, brief_text(low), brief_text(high), mixer});
    else
      add(Text::reason_mixed_alike, {count, name, brief_text(low), mixer});
  }

  void error(const std::vector<ReadTexel>& read, std::size_t word) {
    const ExplainedComponent& w = e.components[word];
    if (!std::isfinite(w.value) || !std::isfinite(w.ideal)) return;
    const std::string name = channel_name(word);
    if (w.value == w.ideal) return add(Text::reason_exact);
    if (w.steps == 0) return add(Text::reason_nearest);
    if (e.anisotropic()) return add(Text::reason_probe_weights, {signed_number(w.value - w.ideal), name});
    const double stored = border_error(e, word), rest = w.weights_error - stored;
    const bool of_weights = std::fabs(rest) >= std::fabs(w.sum_error);
    if (reads_other_levels(e))
      add(Text::reason_level_off,
          {brief_text(e.lod->ideal), brief_text(e.lod->lod / 256.0), signed_number(rest), name});
    else if (of_weights)
      blames_weights = weights(read, word, rest) && float_weights_help(e, word);
    if (stored != 0) add(Text::reason_border_stored, {signed_number(stored), name});
    if (w.sum_error != 0) rounding(w, name);
    if (!of_weights && !reads_other_levels(e)) weights(read, word, rest);
  }

  // Explains the texel for which rounding its weight adds most. Equal texels count as one, since rounding
  // among them adds nothing.
  bool weights(const std::vector<ReadTexel>& read, std::size_t word, double adds_all) {
    std::map<double, ReadTexel> distinct;
    for (const ReadTexel& texel : read) {
      ReadTexel& all =
          distinct.try_emplace(texel.tap().value[word], ReadTexel{texel.part, texel.index}).first->second;
      all.weight += texel.weight;
      all.exact += texel.exact;
    }
    const ReadTexel* blamed = nullptr;
    double largest = 0;
    for (const auto& [value, texel] : distinct) {
      const double adds = std::fabs((texel.weight - texel.exact) * value);
      if (adds > largest) largest = adds, blamed = &texel;
    }
    if (blamed == nullptr || adds_all == 0) return false;
    const int bits = blamed->part->trace.weight_bits, all = 1 << bits;
    add(Text::reason_weights, {fmt::format("{:.6g}/{}", std::ldexp(blamed->weight, bits), all),
                               fmt::format("{:.6g}/{}", std::ldexp(blamed->exact, bits), all),
                               signed_number(adds_all), channel_name(word), std::to_string(all)});
    return true;
  }

  void rounding(const ExplainedComponent& w, const std::string& name) {
    if (w.sum.largest_wide != 0)
      add(Text::reason_wide,
          {std::to_string(w.sum.wide), std::to_string(w.sum.largest_wide), signed_number(w.sum_error), name});
    else if (w.sum.digits != 0)
      add(Text::reason_digits, {std::to_string(w.sum.digits), signed_number(w.sum_error), name});
  }

  // Suggests what to do about it, last.
  void cures() {
    std::vector<std::string> said;
    for (const Note* note : printed_notes()) {
      std::string settings;
      for (const auto& [path, value] : note->fix)
        if (const Field* field = find_field(path)) {
          const std::string value_text = format_value(*field, value);
          settings +=
              (settings.empty() ? "" : ", ") + path + " = " + (value_text.empty() ? "\"\"" : value_text);
        }
      if (settings.empty() || std::find(said.begin(), said.end(), settings) != said.end()) continue;
      said.push_back(settings);
      add(Text::cure_set, {settings});
    }
    if (differ && mixes_footprint())
      for (std::size_t i = 0; i < axis_count(); ++i)
        half_a_texel(i);
    if (blames_weights) add(Text::cure_float_weights);
  }

  void half_a_texel(std::size_t i) {
    const AxisTrace& axis = first().axis[i];
    const unit::AxisRule rule = rule_of(i);
    const bool on_edge =
        axis.position == std::floor(axis.position) && axis.position > 0 && axis.position < rule.size;
    if (!on_edge || rule.from_center || is_outside(axis, rule)) return;
    const double requested =
        rule.fraction_bits == 0 ? axis.position + 0.5 : (axis.position + 0.5) / rule.size;
    const auto texel = [](double index) { return std::to_string(std::int64_t(index)); };
    add(Text::cure_half_a_texel, {axis_name(e, i), brief_text(axis.given), texel(axis.position - 1),
                                  texel(axis.position), brief_text(requested)});
  }

  const Explanation& e;
  std::span<const Note> notes_of_all;
  const Texture texture; // only its shape and sampler
  std::vector<std::string> sentences;
  bool differ = false;         // whether the mixed texels differ
  bool blames_weights = false; // rather than the sum, and the error can be seen
};
} // namespace

std::vector<std::string> reasons(const Explanation& explanation, std::span<const Note> notes) {
  return Reasons(explanation, notes).all();
}

} // namespace texelscope
