// What lies in memory, and what the texture object and the fetch make of it.
#include "kernels/resolve/resolver.h"

#include <algorithm>

#include "kernels/image/image.h"
#include "kernels/text/texts.h"

namespace texelscope {

namespace {
// cudaMallocPitch's; the descriptor's must be a multiple of texturePitchAlignment.
constexpr int malloc_pitch = 512, pitch_alignment = 32;

constexpr ElementFormat packed_element{ElementKind::unsigned_int, 16, 4};

// What blocks decode to; see block_compression/decode.h.
bool is_decoded_block(const ElementFormat& f) {
  if (f.kind == ElementKind::floating) return f.bits == 16 && f.channels == 4;
  if (f.bits == 16) return f.channels < 4;
  return f.kind == ElementKind::unsigned_int && f.bits == 8 && f.channels == 4;
}

bool ends_with_dds(const std::string& path) {
  if (path.size() < 4) return false;
  std::string end = path.substr(path.size() - 4);
  std::transform(end.begin(), end.end(), end.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  return end == ".dds";
}
} // namespace

ElementFormat Effective::result_format() const {
  const int channels = type_channels != 0 ? type_channels : format.channels;
  switch (type) {
  case FetchType::f32:
    return {ElementKind::floating, 32, channels};
  case FetchType::u32:
    return {ElementKind::unsigned_int, 32, channels};
  case FetchType::s32:
    return {ElementKind::signed_int, 32, channels};
  case FetchType::u16:
    return {ElementKind::unsigned_int, 16, channels};
  case FetchType::s16:
    return {ElementKind::signed_int, 16, channels};
  case FetchType::u8:
    return {ElementKind::unsigned_int, 8, channels};
  case FetchType::s8:
    return {ElementKind::signed_int, 8, channels};
  case FetchType::native:
    break;
  }
  return {format.kind, format.bits, channels};
}

void Resolver::plain_kind(NoteKind kind, Text sentence, Text rule) {
  note(kind, "texture.channel_kind", text(sentence), rule, text(Text::fix_plain),
       {{"texture.channel_kind", std::string("plain")}});
  result.effective.channel_kind = ChannelKind::plain;
}

// Before anything that depends on the element.
void Resolver::packed() {
  Effective& e = result.effective;
  if (e.channel_kind != ChannelKind::packed) return;
  for (const char* field : {"texture.kind", "texture.bits", "texture.channels"})
    note(NoteKind::no_effect, field, text(Text::note_packed), Text::rule_packed);
  e.format = packed_element;
}

void Resolver::channel_kind() {
  Effective& e = result.effective;
  switch (e.channel_kind) {
  case ChannelKind::plain:
  case ChannelKind::packed:
    return;
  case ChannelKind::normalized:
    if (e.format.kind == ElementKind::floating || e.format.bits == 32)
      return plain_kind(NoteKind::refused, Text::note_no_normalized, Text::rule_no_normalized);
    break;
  case ChannelKind::blocks:
    if (requested.texture.source != Source::file || !ends_with_dds(requested.texture.path) ||
        !is_decoded_block(e.format))
      return plain_kind(NoteKind::altered, Text::note_no_blocks, Text::rule_no_blocks);
    if (is_1d(e.dimension)) return plain_kind(NoteKind::refused, Text::note_blocks_1d, Text::rule_blocks_1d);
    break;
  }
  if (!is_array(e.storage)) plain_kind(NoteKind::refused, Text::note_kind_storage, Text::rule_kind_storage);
}

// Of linear and pitch memory the description may name any element: so many of its texels a row has.
void Resolver::described() {
  Effective& e = result.effective;
  const int row = e.width * e.format.texel_bytes(), texel = requested.texture.view.format.texel_bytes();
  if (row < texel) return refuse_view(Text::note_view_too_wide);
  e.memory = {e.width, e.height, e.depth, e.level_count, e.format, 0, 0, row, row};
  e.width = row / texel;
  e.format = requested.texture.view.format;
}

void Resolver::refuse_view(Text sentence) {
  note(NoteKind::refused, "texture.view", text(sentence), Text::rule_view, text(Text::fix_view_off),
       {{"texture.view", false}});
}

// Counts from `first`, `count` of them (0: the rest), of `all`. False where CUDA refuses it.
bool Resolver::range(const char* field, int first, int& count, int all) {
  if (first >= all) {
    note(NoteKind::refused, field, say(Text::note_view_first, {std::to_string(first), std::to_string(all)}),
         Text::rule_view);
    return false;
  }
  if (count > all - first)
    note(NoteKind::altered, field, say(Text::note_view_past, {std::to_string(all - first)}),
         Text::rule_view_past);
  count = count == 0 ? all - first : std::min(count, all - first);
  return true;
}

void Resolver::view() {
  Effective& e = result.effective;
  const ResourceView& v = requested.texture.view;
  if (!v.on) return;
  if (e.channel_kind != ChannelKind::plain) {
    note(NoteKind::no_effect, "texture.view", text(Text::note_view_kind), Text::rule_view);
    return;
  }
  if (v.format.kind == ElementKind::floating && v.format.bits == 8) return refuse_view(Text::note_float8);
  if (!is_array(e.storage)) return described();
  if (v.format.texel_bytes() != e.format.texel_bytes()) return refuse_view(Text::note_view_bytes);
  if (is_cube(e.dimension)) {
    note(NoteKind::no_effect, "texture.view", text(Text::note_view_cube), Text::rule_view);
    return;
  }
  const bool layers = e.dimension == Dimension::d1_layered || e.dimension == Dimension::d2_layered;
  int level_count = v.levels, depth = layers ? v.layers : 0;
  if (!range("texture.view_first_level", v.first_level, level_count, e.level_count)) return;
  if (layers && !range("texture.view_first_layer", v.first_layer, depth, e.depth)) return;
  e.memory = {e.width, e.height, e.depth, e.level_count, e.format, v.first_level, layers ? v.first_layer : 0,
              0,       0};
  const auto [width, height, planes] = level_size(e.dimension, e.width, e.height, e.planes(), v.first_level);
  e.width = width;
  e.height = height;
  if (e.dimension == Dimension::d3) e.depth = planes;
  if (layers) e.depth = depth;
  e.level_count = level_count;
  e.format = v.format;
}

void Resolver::pitch() {
  Effective& e = result.effective;
  if (e.storage != Storage::pitch) {
    if (requested.texture.pitch_offset != 0)
      note(NoteKind::no_effect, "texture.pitch_offset", text(Text::note_no_pitch), Text::rule_pitch);
    return;
  }
  if (e.channel_kind == ChannelKind::packed) {
    if (requested.texture.pitch_offset != 0)
      note(NoteKind::no_effect, "texture.pitch_offset", text(Text::note_view_kind), Text::rule_pitch);
    return;
  }
  const MemoryShape memory = e.memory_shape();
  const int row = memory.width * memory.format.texel_bytes();
  const int pitch = (row + malloc_pitch - 1) / malloc_pitch * malloc_pitch,
            told = pitch + requested.texture.pitch_offset;
  const bool refused = told < 0 || told % pitch_alignment != 0;
  const auto mend = [&](NoteKind kind, Text sentence, Text rule) {
    note(kind, "texture.pitch_offset", say(sentence, {std::to_string(told), std::to_string(pitch)}), rule,
         text(Text::fix_pitch), {{"texture.pitch_offset", std::int64_t(0)}});
  };
  if (refused)
    mend(NoteKind::refused, Text::note_pitch_refused, Text::rule_pitch_alignment);
  else if (told != pitch)
    mend(NoteKind::altered, Text::note_pitch_wrong, Text::rule_pitch_wrong);
  if (e.memory.width == 0 && (refused || told == pitch)) return;
  e.memory = memory;
  e.memory.pitch = pitch;
  e.memory.descriptor_pitch = refused ? pitch : told;
}

// After the element's own type is known.
void Resolver::type() {
  Effective& e = result.effective;
  e.type = requested.fetch.type;
  e.type_channels = requested.fetch.type_channels;
  if (e.function == FetchKind::gather && e.type_channels != 0) {
    note(NoteKind::no_effect, "fetch.type_channels", text(Text::note_gather_type), Text::rule_gather);
    e.type_channels = 0;
  }
  const FetchType own = e.result == ResultType::floating       ? FetchType::f32
                        : e.result == ResultType::unsigned_int ? FetchType::u32
                                                               : FetchType::s32;
  if (e.type == own) e.type = FetchType::native;
  if (e.type_channels == e.format.channels) e.type_channels = 0;
  if (e.type_channels > e.format.channels)
    note(NoteKind::altered, "fetch.type_channels",
         say(Text::note_type_more, {std::to_string(e.format.channels)}), Text::rule_type_channels);
  if (e.type == FetchType::native) return;
  note(NoteKind::altered, "fetch.type", say(Text::note_type, {label(e.type)}), Text::rule_type,
       text(Text::fix_type), {{"fetch.type", std::string("own")}});
  switch (e.type) {
  case FetchType::native:
    break;
  case FetchType::f32:
    e.result = ResultType::floating;
    break;
  case FetchType::u32:
  case FetchType::u16:
  case FetchType::u8:
    e.result = ResultType::unsigned_int;
    break;
  case FetchType::s32:
  case FetchType::s16:
  case FetchType::s8:
    e.result = ResultType::signed_int;
    break;
  }
}

} // namespace texelscope
