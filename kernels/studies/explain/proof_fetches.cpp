#include "kernels/studies/explain/proof_fetches.h"

#include <algorithm>
#include <cmath>

#include "kernels/ground/base/half.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/compare/values.h"
#include "kernels/unit/image/srgb.h"
#include "kernels/unit/texture_unit/decode.h"
#include "kernels/unit/texture_unit/footprint.h"
#include "kernels/unit/texture_unit/ideal.h"

namespace texelscope {

namespace {
using Numbers = std::array<double, 4>;

FetchKind function_of(const Session& session, const Texture& texture) {
  if (texture.storage == Storage::linear) return FetchKind::texel;
  const FetchKind requested = session.fetch.function;
  return requested == FetchKind::texel ? FetchKind::plain : requested;
}

Numbers model_values(const Texture& texture, FetchKind function, const FetchAt& at) {
  const TexelBits components = fetch(texture, function, at);
  Numbers values;
  for (std::size_t i = 0; i < 4; ++i)
    values[i] = number_of(texture.result_type(), components[i]);
  return values;
}

// Converts texels to normalized coordinates.
FetchAt divided_by_size(FetchAt at, const Texture& texture) {
  at.x /= float(texture.width);
  at.y /= float(texture.height);
  at.z /= float(texture.planes);
  return at;
}

// A linear fetch of texels that the hardware does not filter, or decodes differently: its weights applied to
// `meaning` of each stored channel.
template <class Meaning>
Numbers weighed(Texture texture, FetchKind function, const FetchAt& at, const Meaning& meaning) {
  // Makes the model use the footprint of a filtered fetch; its decoded values are not used.
  if (texture.format.bits == 32)
    texture.format.kind = ElementKind::floating;
  else if (texture.format.kind != ElementKind::floating)
    texture.sampler.read_mode = ReadMode::normalized_float;
  const Trace trace = fetch_traced(texture, function, at);
  Numbers sum = {};
  const auto add = [&](const LevelTrace& level) {
    for (int i = 0; i < level.tap_count; ++i) {
      const TapTrace& tap = level.tap[std::size_t(i)];
      for (std::size_t c = 0; tap.exists && tap.weight != 0 && c < std::size_t(texture.format.channels); ++c)
        sum[c] += std::ldexp(tap.weight, -level.weight_bits) * meaning(c, tap.stored[c]);
    }
  };
  for (int i = 0; i < trace.level_count; ++i)
    add(trace.level[std::size_t(i)]);
  for (const LevelTrace& probe : trace.probes)
    add(probe);
  return sum;
}

double integer_of(const ElementFormat& format, std::uint32_t stored) {
  const int unused = 32 - format.bits;
  if (format.kind == ElementKind::signed_int) return std::int32_t(stored << unused) >> unused;
  return stored;
}

class RequestedFetches {
public:
  RequestedFetches(const Session& of, const Texture& effective)
      : session(of), texture(effective), function(function_of(of, effective)) {}

  RequestedFetch field(std::string_view path) const {
    if (path.starts_with("sampler.address_")) return address(std::size_t(path.back() - 'x'));
    if (path == "sampler.normalized_coords") return normalized();
    if (path == "sampler.border_color") return border();
    if (path == "sampler.filter") return filter();
    if (path == "sampler.read_mode") return read_mode();
    if (path == "sampler.srgb") return srgb();
    if (path == "sampler.mip_bias" || path == "sampler.mip_min" || path == "sampler.mip_max")
      return levels(path);
    if (path == "sampler.max_anisotropy") return none(Text::proof_none_anisotropy);
    if (path == "sampler.seamless_cube") return none(Text::proof_none_cube);
    return none(Text::proof_none_idle);
  }

private:
  static RequestedFetch none(Text reason) { return {nullptr, reason}; }

  RequestedFetch address(std::size_t axis) const {
    const AddressMode mode = session.sampler.address[axis];
    if (axis == 1 && texture.dimension == Dimension::d1 && function != FetchKind::texel) {
      if (mode != AddressMode::border || texture.sampler.filter != FilterMode::linear)
        return none(Text::proof_none_axis);
      Texture clamped = texture; // a row with nothing above it
      clamped.sampler.address[1] = AddressMode::clamp;
      return {[clamped, f = function](const FetchAt& at) { return model_values(clamped, f, at); }};
    }
    const std::size_t axes = is_cube(texture.dimension)           ? 2
                             : texture.dimension == Dimension::d3 ? 3
                             : is_1d(texture.dimension)           ? 1
                                                                  : 2;
    if (axis >= axes) return none(Text::proof_none_axis);
    Texture other = texture;
    other.sampler.address[axis] = mode;
    if (function == FetchKind::texel) return indexed(other);
    if (unit::is_seamless(texture)) {
      other.sampler.address = session.sampler.address;
      other.sampler.seamless_cube = false;
      return {[other, f = function](const FetchAt& at) { return model_values(other, f, at); }};
    }
    other.sampler.normalized_coords = true;
    return {[other, f = function](const FetchAt& at) {
      return model_values(other, f, divided_by_size(at, other));
    }};
  }

  // The fetch that would result if a sampler applied to tex1Dfetch's index: at the texel's center.
  RequestedFetch indexed(Texture other) const {
    other.storage = Storage::array;
    other.sampler.normalized_coords = true;
    other.sampler.filter = FilterMode::point;
    other.sampler.address[0] = session.sampler.address[0];
    return {[other](const FetchAt& at) {
      const FetchAt center = {.x = (float(at.texel) + 0.5f) / float(other.width)};
      return model_values(other, FetchKind::plain, center);
    }};
  }

  // For cases in which the hardware takes normalized coordinates anyway.
  RequestedFetch normalized() const {
    if (is_cube(texture.dimension)) return none(Text::proof_none_direction);
    if (function == FetchKind::texel) return none(Text::proof_none_index);
    return {[this_ = *this](const FetchAt& at) {
      return model_values(this_.texture, this_.function, divided_by_size(at, this_.texture));
    }};
  }

  RequestedFetch border() const {
    const auto& modes = texture.sampler.address;
    const std::size_t axes = is_1d(texture.dimension) ? 1 : texture.dimension == Dimension::d3 ? 3 : 2;
    const bool used =
        std::find(modes.begin(), modes.begin() + axes, AddressMode::border) != modes.begin() + axes;
    if (!used || unit::is_seamless(texture) || function == FetchKind::texel)
      return none(Text::proof_none_border);
    return {[this_ = *this](const FetchAt& at) {
      const Trace trace = fetch_traced(this_.texture, this_.function, at);
      const auto& taps = trace.level[0].tap;
      const auto outside = [](const TapTrace& tap) { return tap.border || tap.weight == 0; };
      const bool all = trace.level_count == 1 &&
                       std::all_of(taps.begin(), taps.begin() + trace.level[0].tap_count, outside);
      Numbers values = model_values(this_.texture, this_.function, at);
      for (std::size_t i = 0; all && i < 4; ++i) {
        const std::size_t channel = this_.function == FetchKind::gather ? std::size_t(at.component) : i;
        if (int(channel) < this_.texture.format.channels)
          values[i] = double(this_.session.sampler.border_color[channel]);
      }
      return values;
    }};
  }

  RequestedFetch filter() const {
    if (function == FetchKind::texel) return none(Text::proof_none_index);
    if (function == FetchKind::gather) return none(Text::proof_none_idle);
    return {[this_ = *this](const FetchAt& at) {
      Texture linear = this_.texture;
      linear.sampler.filter = FilterMode::linear;
      return weighed(linear, this_.function, at, [&](std::size_t, std::uint32_t stored) {
        return integer_of(this_.texture.format, stored);
      });
    }};
  }

  RequestedFetch read_mode() const {
    if (texture.format.kind == ElementKind::floating) return none(Text::proof_none_float);
    return {[this_ = *this](const FetchAt& at) {
      const TexelBits components = fetch(this_.texture, this_.function, at);
      Numbers values;
      for (std::size_t i = 0; i < 4; ++i)
        values[i] = real_value(this_.texture.format, components[i]);
      return values;
    }};
  }

  RequestedFetch srgb() const {
    if (function == FetchKind::texel || function == FetchKind::gather) return none(Text::proof_none_idle);
    return {[this_ = *this](const FetchAt& at) {
      const ElementFormat& format = this_.texture.format;
      return weighed(this_.texture, this_.function, at, [&](std::size_t channel, std::uint32_t stored) {
        const double value = real_value(format, stored);
        return channel == 3 ? value : decoded_srgb(value);
      });
    }};
  }

  // The levels by exact arithmetic with the numbers as requested.
  RequestedFetch levels(std::string_view path) const {
    if (texture.level_count == 1) return none(Text::proof_none_level);
    const bool biased = path == "sampler.mip_bias";
    if (biased && function == FetchKind::plain)
      return {[this_ = *this](const FetchAt& at) { return model_values(this_.texture, FetchKind::lod, at); }};
    if (function == FetchKind::grad || unit::channel_kind(texture, 0) == unit::Channel::integer)
      return none(Text::proof_none_level_steps);
    return {
        [this_ = *this](const FetchAt& at) { return fetch_traced(this_.texture, this_.function, at).ideal; }};
  }

  const Session& session;
  const Texture& texture;
  FetchKind function;
};

// Positions along an axis of `size` texels, with a repeat on either side, at `within` of a texel; `hot`: one
// that must be included.
std::vector<float> places(int size, int max_count, float within, int hot) {
  std::vector<float> found;
  const int step = std::max(1, (3 * size + max_count - 1) / max_count);
  for (int texel = 0; texel < 2 * size; texel += step)
    found.push_back(float(texel) + within);
  for (int texel = -1; texel >= -size; texel -= step)
    found.push_back(float(texel) + within);
  if (hot < size)
    for (const int repeat : {0, 1, -1})
      found.push_back(float(hot + repeat * size) + within);
  return found;
}

class Search {
public:
  Search(const Session& of, const Texture& effective, const RequestedFetch& by)
      : session(of), texture(effective), requested(by), function(function_of(of, effective)) {}

  std::optional<SettingProof> find() {
    for (const float within : {0.5f, 0.25f}) {
      if (function == FetchKind::texel)
        indices();
      else if (is_cube(texture.dimension))
        directions();
      else
        coordinates(within);
      if (best) return best;
    }
    return std::nullopt;
  }

private:
  void indices() {
    for (const float place : places(texture.width, 600, 0, session.texture.hot_x))
      consider({.texel = int(place)});
  }

  void coordinates(float within) {
    const TextureSpec& t = session.texture;
    const bool rows = !is_1d(texture.dimension), slices = texture.dimension == Dimension::d3;
    const int many = slices ? 15 : rows ? 60 : 600;
    const std::vector<float> none = {0}, x = places(texture.width, many, within, t.hot_x),
                             y = rows ? places(texture.height, many, within, t.hot_y) : none,
                             z = slices ? places(texture.planes, many, within, t.hot_z) : none;
    for (const float c : z)
      for (const float b : y)
        for (const float a : x) {
          FetchAt at = {.x = a, .y = b, .z = c};
          if (texture.sampler.normalized_coords && session.sampler.normalized_coords)
            at = divided_by_size(at, texture);
          consider(at);
        }
  }

  void directions() {
    static constexpr float parts[] = {1, -1, 0.98f, -0.98f, 0.5f, -0.3f, 0.1f};
    for (const float x : parts)
      for (const float y : parts)
        for (const float z : parts)
          consider({.x = x, .y = y, .z = z});
  }

  void consider(FetchAt at) {
    at.layer = session.fetch.layer;
    at.component = session.fetch.component < texture.format.channels ? session.fetch.component : 0;
    const FetchSpec& f = session.fetch;
    at.dx = {f.dx[0], f.dx[1], f.dx[2]};
    at.dy = {f.dy[0], f.dy[1], f.dy[2]};
    for (const float lod : {0.0f, 1.0f, -14.0f, 20.0f}) {
      at.lod = lod;
      compare(at);
      if (function != FetchKind::lod) return;
    }
  }

  void compare(const FetchAt& at) {
    const Numbers wanted = requested.value(at), got = model_values(texture, function, at);
    const int component_count = function == FetchKind::gather ? 4 : texture.format.channels;
    for (std::size_t i = 0; i < std::size_t(component_count); ++i) {
      const double difference = std::fabs(wanted[i] - got[i]);
      // A difference by rounding alone proves nothing.
      const bool differs =
          difference > 1e-3 * std::max(std::fabs(wanted[i]), std::fabs(got[i])) && difference > 1e-6;
      if (!differs || (best && difference <= 1.25 * largest_difference)) continue;
      largest_difference = difference;
      best = SettingProof{function, at, i, wanted[i], got[i], {}, 0};
    }
  }

  const Session& session;
  const Texture& texture;
  const RequestedFetch& requested;
  FetchKind function;
  double largest_difference = 0;
  std::optional<SettingProof> best;
};
} // namespace

RequestedFetch requested_fetch(std::string_view field, const Session& session, const Texture& texture) {
  return RequestedFetches(session, texture).field(field);
}

std::optional<SettingProof> find_proof(const Session& session, const Texture& texture,
                                       const RequestedFetch& requested) {
  return Search(session, texture, requested).find();
}

} // namespace texelscope
