// Resolves the sampler: read mode, filter, coordinates, address modes, sRGB, seams.
#include "kernels/unit/resolve/stages.h"

#include <algorithm>
#include <cmath>

#include "kernels/unit/texture_unit/address.h"
#include "kernels/unit/texture_unit/border.h"
#include "kernels/unit/texture_unit/decode.h"

namespace texelscope::resolving {

namespace {
using Fix = Notes::Fix;

constexpr const char* address_fields[] = {"sampler.address_x", "sampler.address_y", "sampler.address_z"};

// CUDA checks the array, whatever the view's format is.
bool is_viewed_array(const SeenTexture& texture) {
  return texture.memory && is_array(texture.storage);
}

void refuse_read_mode(Text sentence, Text rule, ReadMode instead, Notes& notes) {
  const bool element = instead == ReadMode::element;
  notes.add(NoteKind::refused, "sampler.read_mode", text(sentence), rule,
            text(element ? Text::fix_read_element : Text::fix_read_normalized),
            {{"sampler.read_mode", std::string(identifier(instead))}});
}

ResultType integer_result(ElementKind kind) {
  return kind == ElementKind::unsigned_int ? ResultType::unsigned_int : ResultType::signed_int;
}

struct ReadModes {
  ReadMode effective = ReadMode::element, descriptor = ReadMode::element;
  ResultType result = ResultType::floating;
};

// Normalized kinds and blocks are always normalized, except BC6H; 10, 10, 10 and 2 bits are returned as
// floats without normalization.
ReadModes read_modes_of_kind(ReadMode requested, bool packed, Notes& notes) {
  const ReadMode accepted = packed ? ReadMode::element : ReadMode::normalized_float;
  if (requested != accepted)
    refuse_read_mode(packed ? Text::note_packed_read : Text::note_kind_read, Text::rule_kind_read, accepted,
                     notes);
  return {ReadMode::normalized_float, accepted, ResultType::floating};
}

// Measured: small integers are only returned as integers if the array holds integers and is read by element;
// 32-bit ones always are.
ReadMode read_mode_of_view(ReadMode descriptor, const ElementFormat& array, const ElementFormat& view,
                           Notes& notes) {
  const bool as_integers = array.is_normalizable() && descriptor == ReadMode::element;
  const bool small = view.is_normalizable();
  const ReadMode effective = small && !as_integers ? ReadMode::normalized_float : ReadMode::element;
  if (effective != descriptor)
    notes.add(NoteKind::altered, "sampler.read_mode",
              text(small ? Text::note_view_normalized : Text::note_view_element), Text::rule_view_read);
  return effective;
}

// Floats and 32-bit integers cannot be normalized; integers read as elements are returned as integers.
ReadModes read_modes(ReadMode requested, const SeenTexture& texture, Notes& notes) {
  const ElementFormat& seen = texture.format;
  const bool packed = texture.channel_kind == ChannelKind::packed;
  if (packed || (seen.is_integer() && texture.channel_kind != ChannelKind::plain))
    return read_modes_of_kind(requested, packed, notes);
  const ElementFormat judged = is_array(texture.storage) ? texture.memory_shape().format : seen;
  ReadModes read;
  read.descriptor = requested;
  if (requested == ReadMode::normalized_float && !judged.is_normalizable()) {
    read.descriptor = ReadMode::element;
    refuse_read_mode(judged.is_integer() ? Text::note_normalized32 : Text::note_read_float,
                     Text::rule_normalized32, ReadMode::element, notes);
  }
  read.effective =
      is_viewed_array(texture) ? read_mode_of_view(read.descriptor, judged, seen, notes) : read.descriptor;
  if (seen.is_integer() && read.effective == ReadMode::element) read.result = integer_result(seen.kind);
  return read;
}

FilterMode filter(FilterMode requested, const SeenTexture& texture, FetchKind function, const ReadModes& read,
                  Notes& notes) {
  if (requested != FilterMode::linear) return requested;
  const bool floats = read.result == ResultType::floating;
  if (function == FetchKind::texel && floats) {
    notes.add(NoteKind::altered, "sampler.filter", text(Text::note_linear_memory_filter),
              Text::rule_linear_memory);
    return FilterMode::point;
  }
  const bool accepted = is_viewed_array(texture) ? !texture.memory->format.is_integer() ||
                                                       read.descriptor == ReadMode::normalized_float
                                                 : floats;
  if (accepted && !floats)
    notes.add(NoteKind::altered, "sampler.filter", text(Text::note_view_filter), Text::rule_view_filter);
  if (accepted) return requested;
  if (texture.memory_shape().format.bits == 32)
    notes.add(NoteKind::refused, "sampler.filter", text(Text::note_linear_integer), Text::rule_linear_integer,
              text(Text::fix_bits16),
              {{"texture.bits", std::int64_t(16)}, {"sampler.read_mode", std::string("normalized_float")}});
  else
    notes.add(NoteKind::refused, "sampler.filter", text(Text::note_linear_integer), Text::rule_linear_integer,
              text(Text::fix_read_normalized), {{"sampler.read_mode", std::string("normalized_float")}});
  return FilterMode::point;
}

bool normalized_coords(bool requested, const SeenTexture& texture, Notes& notes) {
  if (requested || (!texture.is_mipmapped() && !is_cube(texture.dimension))) return requested;
  notes.add(NoteKind::altered, "sampler.normalized_coords", text(Text::note_mips_normalized),
            Text::rule_mips_normalized, text(Text::fix_normalized), {{"sampler.normalized_coords", true}});
  return true;
}

void note_unused_axes(int from, Text sentence, Text rule, Notes& notes, const char* fix_label = "",
                      const Fix& fix = {}) {
  for (int axis = from; axis < 3; ++axis)
    notes.add(NoteKind::no_effect, address_fields[axis], text(sentence), rule, fix_label, fix);
}

void note_unused_border(Text sentence, Text rule, Notes& notes, const char* fix_label = "", Fix fix = {}) {
  notes.add(NoteKind::no_effect, "sampler.border_color", text(sentence), rule, fix_label, std::move(fix));
}

// The second axis of a 1-D texture only matters in one way; see rule_second_axis.
bool second_axis_mixes(const Sampler& requested, Dimension dimension, FilterMode filter) {
  return dimension == Dimension::d1 && requested.address[1] == AddressMode::border &&
         filter == FilterMode::linear;
}

struct AddressModes {
  std::array<AddressMode, 3> effective = {};
  bool reads_border = false;
};
AddressModes address_modes(const Sampler& requested, Dimension dimension, FetchKind function,
                           FilterMode filter, Notes& notes) {
  std::array<AddressMode, 3> modes = requested.address;
  if (function == FetchKind::texel) {
    note_unused_axes(0, Text::note_no_sampler, Text::rule_linear_memory, notes);
    note_unused_border(Text::note_no_sampler, Text::rule_linear_memory, notes);
    return {modes};
  }
  if (is_cube(dimension) && requested.seamless_cube) {
    note_unused_axes(0, Text::note_seamless, Text::rule_seamless, notes, text(Text::fix_seams),
                     {{"sampler.seamless_cube", false}});
    note_unused_border(Text::note_border_unused, Text::rule_border, notes);
    return {modes};
  }
  const int axes = dimension == Dimension::d3 ? 3 : is_1d(dimension) ? 1 : 2;
  const bool mixes = second_axis_mixes(requested, dimension, filter);
  if (mixes)
    notes.add(NoteKind::altered, "sampler.address_y", text(Text::note_second_axis), Text::rule_second_axis,
              text(Text::fix_clamp), {{"sampler.address_y", std::string("clamp")}});
  else if (axes == 1)
    notes.add(NoteKind::no_effect, "sampler.address_y", text(Text::note_no_axis), Text::rule_axes);
  if (axes < 3)
    note_unused_axes(2, Text::note_no_axis, Text::rule_axes, notes, text(Text::fix_3d),
                     {{"texture.dimension", std::string("3d")}});
  // Mipmapped arrays take normalized coordinates whatever is requested; their address modes still depend on
  // the request.
  const bool normalized = requested.normalized_coords || is_cube(dimension);
  bool uses_border = mixes;
  Fix use_border;
  for (int axis = 0; axis < axes; ++axis) {
    AddressMode& mode = modes[std::size_t(axis)];
    const AddressMode acting = unit::acting_mode(mode, normalized);
    if (acting != mode)
      notes.add(NoteKind::altered, address_fields[axis], say(Text::note_unnormalized, {label(mode)}),
                Text::rule_unnormalized, text(Text::fix_normalized), {{"sampler.normalized_coords", true}});
    mode = acting;
    uses_border = uses_border || mode == AddressMode::border;
    use_border.emplace_back(address_fields[axis], std::string("border"));
  }
  if (!uses_border)
    note_unused_border(Text::note_border_unused, Text::rule_border, notes, text(Text::fix_border),
                       std::move(use_border));
  return {modes, uses_border};
}

// Colors that the texture's format has not: those beyond its range, and integers, which take a float's bits.
bool holds(const Texture& texture, int channel, float color, double held) {
  switch (unit::channel_kind(texture, channel)) {
  case unit::Channel::single:
    return true;
  case unit::Channel::half:
    return !std::isfinite(color) || std::fabs(color) <= 65504;
  case unit::Channel::integer:
    return held == double(color);
  default:
    return color >= (texture.format.kind == ElementKind::signed_int ? -1 : 0) && color <= 1;
  }
}

void note_border(const Sampler& sampler, const SeenTexture& seen, Notes& notes) {
  Texture texture{seen};
  texture.packed = seen.channel_kind == ChannelKind::packed;
  texture.sampler = sampler;
  const TexelBits bits = unit::border_bits(texture);
  const auto number = [](double value) { // integers with all of their digits
    if (value == std::trunc(value) && std::fabs(value) < 1e10) return std::to_string(std::int64_t(value));
    return format_value(*find_field("sampler.border_color"), std::vector<double>{value});
  };
  std::string requested, stored;
  bool held = true;
  for (int c = 0; c < texture.format.channels; ++c) {
    const auto i = std::size_t(c);
    const float color = sampler.border_color[i];
    const double value = unit::decoded_value(texture, c, bits[i]);
    held = held && holds(texture, c, color, value);
    requested += (c > 0 ? ", " : "") + number(color);
    stored += (c > 0 ? ", " : "") + number(value);
  }
  if (held) return;
  notes.add(NoteKind::altered, "sampler.border_color", say(Text::note_border_held, {requested, stored}),
            Text::rule_border_stored);
}

bool decodes_srgb(bool requested, const ElementFormat& texel, ReadMode read_mode, Notes& notes) {
  if (!requested) return false;
  const bool decodes = can_decode_srgb(texel, read_mode);
  if (decodes && texel.channels == 2)
    notes.add(NoteKind::altered, "sampler.srgb", text(Text::note_srgb_two), Text::rule_srgb_two);
  if (!decodes)
    notes.add(NoteKind::altered, "sampler.srgb", text(Text::note_srgb), Text::rule_srgb,
              text(Text::fix_unsigned8),
              {{"texture.kind", std::string("unsigned")},
               {"texture.bits", std::int64_t(8)},
               {"sampler.read_mode", std::string("normalized_float")}});
  return decodes;
}

bool seamless_cube(bool requested, Dimension dimension, Notes& notes) {
  if (!requested || is_cube(dimension)) return requested;
  notes.add(NoteKind::refused, "sampler.seamless_cube", text(Text::note_no_cube), Text::rule_no_cube,
            text(Text::fix_off), {{"sampler.seamless_cube", false}});
  return false;
}
} // namespace

ResolvedSampler resolved_sampler(const Sampler& requested, const SeenTexture& texture, FetchKind function,
                                 Notes& notes) {
  const ReadModes read = read_modes(requested.read_mode, texture, notes);
  Sampler sampler = requested;
  sampler.read_mode = read.effective;
  sampler.filter = filter(requested.filter, texture, function, read, notes);
  sampler.normalized_coords = normalized_coords(requested.normalized_coords, texture, notes);
  const AddressModes address = address_modes(requested, texture.dimension, function, sampler.filter, notes);
  sampler.address = address.effective;
  sampler.srgb = decodes_srgb(requested.srgb, texture.format, read.effective, notes);
  if (address.reads_border) note_border(sampler, texture, notes);
  sampler.seamless_cube = seamless_cube(requested.seamless_cube, texture.dimension, notes);
  return {sampler, read.descriptor, read.result};
}

} // namespace texelscope::resolving
