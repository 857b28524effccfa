// Resolves what CUDA allocates: the format, the size, and the kind of memory.
#include "kernels/unit/resolve/stages.h"

#include <algorithm>
#include <bit>

#include "kernels/state/session/texel_format.h"

namespace texelscope::resolving {

namespace {
ElementFormat element(const TextureSpec& requested, Notes& notes) {
  if (requested.channel_kind == ChannelKind::packed) {
    for (const char* field : {"texture.kind", "texture.bits", "texture.channels"})
      notes.add(NoteKind::no_effect, field, text(Text::note_packed), Text::rule_packed);
    return texel_format(requested)->element;
  }
  ElementFormat format = requested.format;
  if (format.kind == ElementKind::floating && format.bits == 8) {
    notes.add(NoteKind::refused, "texture.bits", text(Text::note_float8), Text::rule_float8,
              text(Text::fix_bits16), {{"texture.bits", std::int64_t(16)}});
    format.bits = 16;
  }
  return format;
}

// Removes the axes that the dimension lacks, and equalizes sides that must be equal.
TextureShape shape_of_dimension(const TextureSpec& requested, const ElementFormat& format, Notes& notes) {
  TextureShape shape = shape_of(requested);
  shape.format = format;
  if (is_1d(shape.dimension)) {
    shape.height = 1;
    notes.add(NoteKind::no_effect, "texture.height", text(Text::note_one_row), Text::rule_one_row);
  }
  if (is_cube(shape.dimension) && shape.height != shape.width) {
    notes.add(NoteKind::refused, "texture.height", text(Text::note_square), Text::rule_square,
              text(Text::fix_square), {{"texture.height", std::int64_t(shape.width)}});
    shape.height = shape.width;
  }
  if (!has_depth(shape.dimension))
    notes.add(NoteKind::no_effect, "texture.depth",
              text(is_cube(shape.dimension) ? Text::note_six_faces : Text::note_no_depth), Text::rule_depth,
              text(Text::fix_3d), {{"texture.dimension", std::string("3d")}});
  return shape;
}

void note_size(const TextureSpec& requested, const TextureShape& fits, std::string_view limit, Text rule,
               Notes& notes) {
  notes.add(NoteKind::refused, "texture.width",
            say(Text::note_size, {std::to_string(requested.width), std::to_string(requested.height),
                                  std::to_string(fits.width), std::to_string(fits.height), limit}),
            rule);
}

TextureShape with_depth_within(TextureShape shape, int max_depth, std::string_view limit, Text rule,
                               const TextureSpec& requested, Notes& notes) {
  if (shape.depth() <= max_depth) return shape;
  notes.add(NoteKind::refused, "texture.depth",
            say(Text::note_depth, {std::to_string(requested.depth), std::to_string(max_depth), limit}), rule,
            text(Text::fix_fewer), {{"texture.depth", std::int64_t(max_depth)}});
  shape.planes = plane_count(shape.dimension, max_depth);
  return shape;
}

TextureShape with_sides_within(TextureShape shape, const LargestSize& largest, std::string_view limit,
                               const TextureSpec& requested, Notes& notes) {
  if (shape.width <= largest[0] && shape.height <= largest[1]) return shape;
  shape.width = std::min(shape.width, largest[0]);
  shape.height = std::min(shape.height, largest[1]);
  note_size(requested, shape, limit, Text::rule_size, notes);
  return shape;
}

TextureShape with_levels_within(TextureShape shape, Notes& notes) {
  const int depth = shape.dimension == Dimension::d3 ? shape.planes : 1;
  const int max_levels = std::bit_width(unsigned(std::max({shape.width, shape.height, depth})));
  if (shape.level_count <= max_levels) return shape;
  notes.add(NoteKind::refused, "texture.levels",
            say(Text::note_levels, {std::to_string(shape.level_count), std::to_string(max_levels)}),
            Text::rule_levels, text(Text::fix_fewer), {{"texture.levels", std::int64_t(max_levels)}});
  shape.level_count = max_levels;
  return shape;
}

bool wants_gather_array(const Session& session) {
  return session.fetch.function == FetchKind::gather || session.texture.gather_flag;
}

// If memory is too small, reduces first the depth, then the sides.
TextureShape with_bytes_within(TextureShape shape, std::int64_t max_bytes, const TextureSpec& requested,
                               Notes& notes) {
  const auto bytes = [&] { return std::int64_t(shape.size_bytes()); };
  if (bytes() <= max_bytes) return shape;
  const int max_depth = std::max(1, int(double(shape.depth()) * double(max_bytes) / double(bytes())));
  const std::int64_t mebibytes = max_bytes >> 20;
  const std::string size =
      mebibytes % 1024 == 0 ? std::to_string(mebibytes / 1024) + " GiB" : std::to_string(mebibytes) + " MiB";
  const std::string limit = say(Text::limit_bytes, {size});
  shape = with_depth_within(shape, max_depth, limit, Text::rule_bytes, requested, notes);
  const int width = shape.width;
  while (bytes() > max_bytes) {
    shape.width = std::max(1, shape.width / 2);
    if (!is_1d(shape.dimension)) shape.height = std::max(1, shape.height / 2);
    shape.level_count =
        std::min(shape.level_count, int(std::bit_width(unsigned(std::max(shape.width, shape.height)))));
  }
  if (shape.width != width) note_size(requested, shape, limit, Text::rule_bytes, notes);
  return shape;
}

TextureShape shape_within(const Limits& limits, const Session& session, const ElementFormat& format,
                          Notes& notes) {
  const TextureSpec& requested = session.texture;
  TextureShape shape = shape_of_dimension(requested, format, notes);
  const SizeLimit limit = size_limit(shape, requested.storage, wants_gather_array(session));
  LargestSize largest = limits.largest[std::size_t(limit)];
  largest[0] = largest_width(limit, limits.largest, format);
  shape = with_sides_within(shape, largest, name(limit), requested, notes);
  if (has_depth(shape.dimension))
    shape = with_depth_within(shape, largest[2] / plane_count(shape.dimension, 1), name(limit),
                              Text::rule_size, requested, notes);
  shape = with_levels_within(shape, notes);
  return with_bytes_within(shape, limits.max_bytes, requested, notes);
}

// Linear and pitch memory has one row or one plane, and one level.
Storage storage(Storage requested, const TextureShape& shape, Notes& notes) {
  if (is_array(requested)) return requested;
  const Dimension own = requested == Storage::pitch ? Dimension::d2 : Dimension::d1;
  if (shape.dimension == own && shape.level_count == 1) return requested;
  notes.add(NoteKind::refused, "texture.storage", say(Text::note_storage, {label(requested)}),
            requested == Storage::pitch ? Text::rule_pitch : Text::rule_linear_memory,
            text(Text::fix_storage),
            {{"texture.dimension", std::string(identifier(own))}, {"texture.levels", std::int64_t(1)}});
  return Storage::array;
}

bool is_decoded_block(const ElementFormat& element) {
  return std::ranges::any_of(texel_formats, [&](const TexelFormatRow& row) {
    return row.kind == ChannelKind::blocks && row.element == element;
  });
}

bool ends_with_dds(const std::string& path) {
  if (path.size() < 4) return false;
  std::string end = path.substr(path.size() - 4);
  std::transform(end.begin(), end.end(), end.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  return end == ".dds";
}

ChannelKind channel_kind(const TextureSpec& requested, const TextureShape& shape, Storage storage,
                         Notes& notes) {
  const auto plain_instead = [&](NoteKind kind, Text sentence, Text rule) {
    notes.add(kind, "texture.channel_kind", text(sentence), rule, text(Text::fix_plain),
              {{"texture.channel_kind", std::string("plain")}});
    return ChannelKind::plain;
  };
  const ElementFormat& format = shape.format;
  switch (requested.channel_kind) {
  case ChannelKind::plain:
  case ChannelKind::packed:
    return requested.channel_kind;
  case ChannelKind::normalized:
    if (format.kind == ElementKind::floating || format.bits == 32)
      return plain_instead(NoteKind::refused, Text::note_no_normalized, Text::rule_no_normalized);
    break;
  case ChannelKind::blocks:
    if (requested.source != Source::file || !ends_with_dds(requested.path) || !is_decoded_block(format))
      return plain_instead(NoteKind::altered, Text::note_no_blocks, Text::rule_no_blocks);
    if (is_1d(shape.dimension))
      return plain_instead(NoteKind::refused, Text::note_blocks_1d, Text::rule_blocks_1d);
    break;
  }
  if (!is_array(storage))
    return plain_instead(NoteKind::refused, Text::note_kind_storage, Text::rule_kind_storage);
  return requested.channel_kind;
}
void note_gather_flag(const SeenTexture& texture, Notes& notes) {
  const std::string field = "texture.gather_flag";
  if (!is_array(texture.storage))
    notes.add(NoteKind::no_effect, field, text(Text::note_gather_flag_memory), Text::rule_gather_flag);
  else if (texture.dimension == Dimension::d2)
    notes.add(NoteKind::no_effect, field, text(Text::note_gather_flag_levels), Text::rule_gather_flag);
  else
    notes.add(NoteKind::refused, field, text(Text::note_gather_flag_dimension), Text::rule_gather_flag,
              text(Text::fix_gather_flag), {{field, false}});
}

// CUDA accepts the flag for 2-D arrays alone, and the unit does not ask for it where there are levels.
bool gather_array(const Session& session, const SeenTexture& texture, const Limits& limits, Notes& notes) {
  const bool single =
      is_array(texture.storage) && texture.dimension == Dimension::d2 && texture.level_count == 1;
  if (!single && session.texture.gather_flag) note_gather_flag(texture, notes);
  if (!single) return false;
  if (wants_gather_array(session)) return true;
  // A body may gather.
  const LargestSize& largest = limits.largest[std::size_t(SizeLimit::texture_2d_gather)];
  return !session.fetch.body.empty() && texture.width <= largest[0] && texture.height <= largest[1];
}
} // namespace

void note_premultiply(const TextureSpec& requested, const SeenTexture& memory, Notes& notes) {
  if (!requested.premultiply || premultiplies(requested, memory)) return;
  const Text why = requested.source != Source::file             ? Text::note_premultiply_source
                   : memory.channel_kind == ChannelKind::blocks ? Text::note_premultiply_blocks
                                                                : Text::note_no_alpha;
  notes.add(NoteKind::no_effect, "texture.premultiply", text(why), Text::rule_premultiply);
}

SeenTexture allocated(const Session& session, const Limits& limits, Notes& notes) {
  const TextureSpec& requested = session.texture;
  SeenTexture resource{shape_within(limits, session, element(requested, notes), notes)};
  resource.storage = storage(requested.storage, resource, notes);
  resource.channel_kind = channel_kind(requested, resource, resource.storage, notes);
  resource.gather_array = gather_array(session, resource, limits, notes);
  return resource;
}

Storage storage_in_effect(const SeenTexture& texture, const Limits& limits, Notes& notes) {
  const auto& refused = limits.unshared;
  if (texture.storage != Storage::shared || !refused || (refused->gathers && !texture.gather_array) ||
      refused->shape != texture.memory_shape())
    return texture.storage;
  notes.add(NoteKind::altered, "texture.storage", say(Text::note_unshared, {refused->call, refused->error}),
            Text::rule_unshared, label(Storage::array), {{"texture.storage", std::string("array")}});
  return Storage::array;
}

} // namespace texelscope::resolving

namespace texelscope {

bool premultiplies(const TextureSpec& requested, const SeenTexture& texture) {
  return requested.premultiply && requested.source == Source::file &&
         texture.channel_kind != ChannelKind::blocks && texture.memory_shape().format.channels == 4;
}

bool premultiplies_light(const TextureSpec& requested, const Effective& effective) {
  return premultiplies(requested, effective) && effective.sampler.srgb &&
         effective.memory_shape().format == ElementFormat{ElementKind::unsigned_int, 8, 4};
}

MipRule mip_rule(const TextureSpec& requested, const Effective& effective) {
  const ElementFormat& format = effective.memory_shape().format;
  const bool codes = format.kind == ElementKind::unsigned_int && format.bits == 8;
  return {requested.mips, requested.gamma_correct_mips && effective.sampler.srgb && codes};
}

} // namespace texelscope
