// Makes a session of a request, and notes of what resolve() says to it.
#include <algorithm>
#include <limits>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/sampler_members.h"
#include "kernels/state/session/size_limits.h"
#include "kernels/unit/check/check_notes.h"
#include "kernels/unit/check/cuda_names.h"
#include "kernels/unit/check/request_session.h"

namespace texelscope::checking {

namespace {
constexpr int malloc_pitch = 512; // cudaMallocPitch makes rows of a multiple of it, as sessions have

int limited(std::size_t value, int largest) {
  return int(std::clamp<std::size_t>(value, 1, std::size_t(largest)));
}

// The largest sizes that CUDA allows, without the program's own limit of bytes.
Limits limits_of(const ParsedRequest& parsed) {
  Limits limits;
  limits.max_bytes = std::numeric_limits<std::int64_t>::max();
  if (!parsed.request.array) return limits;
  const ArrayRequest& array = *parsed.request.array;
  const auto limit = [&](SizeLimit which) -> LargestSize& { return limits.largest[std::size_t(which)]; };
  // cudaDeviceProp::maxTexture3DAlt of every GPU since Turing.
  if (array.depth > 16384 && array.width <= 8192 && array.height <= 8192)
    limit(SizeLimit::texture_3d) = {8192, 8192, 32768};
  // A mipmapped array of one level has the limits of several.
  if (parsed.is_mipmapped()) {
    limit(SizeLimit::texture_1d) = limit(SizeLimit::texture_1d_mipmap);
    limit(SizeLimit::texture_2d) = limit(SizeLimit::texture_2d_mipmap);
  }
  return limits;
}

void put_linear(const TextureRequest& request, TextureSpec& texture) {
  const auto bytes = std::size_t(texture.format.texel_bytes());
  texture.storage = Storage::linear;
  texture.height = 1;
  // CUDA accepts more than the limit, which has a note of its own.
  texture.width = limited(request.size_in_bytes / bytes,
                          common_largest_sizes[std::size_t(SizeLimit::texture_1d_linear)][0]);
}

// The rows are as long as the descriptor says: only what CUDA refuses becomes an offset from a right pitch.
void put_pitch(const TextureRequest& request, TextureSpec& texture) {
  const int largest = common_largest_sizes[std::size_t(SizeLimit::texture_2d_linear)][0];
  const int bytes = texture.format.texel_bytes(), longest = std::min(largest, largest_pitch / bytes);
  texture.storage = Storage::pitch;
  texture.width = request.width > std::size_t(largest) ? limited(request.width, 1 << 30)
                                                       : limited(request.width, longest);
  texture.height = limited(request.height, 1 << 30);
  const int row = std::min(texture.width, longest) * bytes,
            right = (row + malloc_pitch - 1) / malloc_pitch * malloc_pitch;
  if (request.pitch_in_bytes % 32 != 0)
    texture.pitch_offset = limited(request.pitch_in_bytes, 1 << 30) - right;
}

void put_array(const ParsedRequest& parsed, TextureSpec& texture) {
  const ArrayRequest& array = *parsed.request.array;
  texture.storage = Storage::array;
  texture.width = limited(array.width, 1 << 30);
  texture.height = limited(array.height, 1 << 30);
  const std::size_t depth = is_cube(parsed.dimension) ? array.depth / 6 : array.depth;
  texture.depth = limited(depth, 1 << 26);
  texture.levels = parsed.is_mipmapped() ? limited(array.levels, 1 << 20) : 1;
  texture.gather_flag = array.flags & array_gather;
}

// Views that begin or end where the array has nothing are noted elsewhere.
void put_view(const ParsedRequest& parsed, ResourceView& session_view) {
  const auto& view = parsed.request.view;
  const TexelFormatRow* const format = view ? view_format(view->format) : nullptr;
  if (!format || format->kind != ChannelKind::plain || parsed.texels->kind != ChannelKind::plain) return;
  const ArrayRequest& array = *parsed.request.array;
  const bool layered = is_layered(parsed.dimension) && !is_cube(parsed.dimension);
  const unsigned levels = parsed.is_mipmapped() ? std::max(array.levels, 1u) : 1;
  const auto fits = [](unsigned first, unsigned last, std::size_t count) {
    return first <= last && first < count;
  };
  if (!fits(view->first_level, view->last_level, levels)) return;
  if (layered && !fits(view->first_layer, view->last_layer, array.depth)) return;
  const auto count = [](unsigned first, unsigned last) {
    return limited(std::size_t(last) - first + 1, 1 << 20);
  };
  session_view = {true, format->element, int(view->first_level), count(view->first_level, view->last_level)};
  if (!layered) return;
  session_view.first_layer = int(view->first_layer);
  session_view.layers = count(view->first_layer, view->last_layer);
}

// A fetch that uses as many of the sampler's settings as the texture has.
FetchKind fetch_of(const ParsedRequest& parsed) {
  return parsed.request.resource == ResourceKind::linear ? FetchKind::texel : FetchKind::grad;
}

Session session_of(const ParsedRequest& parsed) {
  Session session;
  session.sampler = sampler_of(parsed.request.sampler);
  // Measured: other values than the two enumerators act as normalized float where that is possible.
  if (parsed.request.sampler.readMode != TextureReadMode::element &&
      session.sampler.read_mode == ReadMode::element && parsed.texels->element.is_normalizable())
    session.sampler.read_mode = ReadMode::normalized_float;
  session.texture.dimension = parsed.dimension;
  session.texture.format = parsed.texels->element;
  session.texture.channel_kind = parsed.texels->kind;
  if (parsed.texels->kind == ChannelKind::blocks) {
    session.texture.source = Source::file;
    session.texture.path = "blocks.dds"; // only such files hold blocks
  }
  session.fetch.function = fetch_of(parsed);
  if (parsed.request.resource == ResourceKind::linear) {
    put_linear(parsed.request, session.texture);
  } else if (parsed.request.resource == ResourceKind::pitch_2d) {
    put_pitch(parsed.request, session.texture);
  } else {
    put_array(parsed, session.texture);
    put_view(parsed, session.texture.view);
    if (parsed.request.array->flags & array_surface) session.write.mode = WriteMode::pattern;
  }
  return session;
}

// Whether somebody set the setting: it is not as in a descriptor of zeros. Many set all three axes alike.
bool is_set(const Session& session, const std::string& path) {
  Session zero;
  zero.sampler = sampler_of({});
  const std::array<AddressMode, 3>& modes = session.sampler.address;
  if (path == "sampler.address_y" && modes[1] == modes[0]) return false;
  if (path == "sampler.address_z" && modes[2] == modes[0]) return false;
  const Field& field = *find_field(path);
  return field.get(session) != field.get(zero);
}

void take(const Session& session, const Note& note, const ParsedRequest& parsed, CheckNotes& notes) {
  const ResourceKind resource = parsed.request.resource;
  const std::string field = cuda_field(note, resource);
  const bool of_sampler = note.field.starts_with("sampler.");
  if (field.empty()) return;
  // An integer's border color is the bits of a float, which a program may well mean.
  if (note.field == "sampler.border_color" && note.kind == NoteKind::altered &&
      session.sampler.read_mode == ReadMode::element && session.texture.format.is_integer())
    return;
  if (note.kind == NoteKind::no_effect) {
    if (of_sampler && is_set(session, note.field))
      notes.add({CheckKind::unused, field, note.sentence, note.rule, {}, {}});
    return;
  }
  const bool refused = note.kind == NoteKind::refused && !note.error.empty();
  std::string cure = cuda_cure(note, resource);
  if (note.field == "texture.pitch_offset") {
    const auto row = parsed.request.width * std::size_t(session.texture.format.texel_bytes());
    cure =
        say(Text::check_pitch_cure, {std::to_string((row + malloc_pitch - 1) / malloc_pitch * malloc_pitch)});
  }
  notes.add({refused ? CheckKind::refused : CheckKind::altered, field, note.sentence, note.rule,
             std::string(refused ? note.error : ""), std::move(cure)});
}

// Normalized kinds and blocks exist in arrays only. CUDA tests the sampler first, as if it were one.
void check_kind_outside_arrays(const ParsedRequest& parsed, CheckNotes& notes) {
  Session memory = session_of(parsed), array = memory;
  memory.texture.format = ElementFormat();
  memory.texture.channel_kind = ChannelKind::normalized;
  array.texture.storage = Storage::array;
  array.texture.dimension = Dimension::d2;
  array.fetch.function = FetchKind::grad;
  for (const Note& note : resolve(array, limits_of(parsed)).notes)
    if (note.field.starts_with("sampler.") && note.kind == NoteKind::refused)
      take(array, note, parsed, notes);
  for (const Note& note : resolve(memory, limits_of(parsed)).notes)
    if (note.field.starts_with("texture.")) take(memory, note, parsed, notes);
}

// What holds for address modes and coordinates whatever the texels are.
void check_coordinates(const ParsedRequest& parsed, CheckNotes& notes) {
  Session session;
  session.sampler = sampler_of(parsed.request.sampler);
  session.sampler.read_mode = ReadMode::element;
  session.texture.format = {ElementKind::floating, 32, 1};
  session.texture.storage = Storage::array;
  session.texture.dimension = parsed.dimension;
  session.texture.levels = parsed.is_mipmapped() ? 2 : 1;
  session.fetch.function = FetchKind::grad;
  for (const Note& note : resolve(session).notes) {
    const bool wanted =
        note.field.starts_with("sampler.address_") || note.field == "sampler.normalized_coords";
    if (wanted && note.kind == NoteKind::altered) take(session, note, parsed, notes);
  }
}
} // namespace

void check_session(const ParsedRequest& parsed, CheckNotes& notes) {
  if (!parsed.texels) {
    if (parsed.request.resource != ResourceKind::linear) check_coordinates(parsed, notes);
    return;
  }
  const bool special =
      parsed.texels->kind == ChannelKind::normalized || parsed.texels->kind == ChannelKind::blocks;
  if (special && !is_array(parsed.request.resource)) return check_kind_outside_arrays(parsed, notes);
  const Session session = session_of(parsed);
  for (const Note& note : resolve(session, limits_of(parsed)).notes)
    take(session, note, parsed, notes);
}

} // namespace texelscope::checking

namespace texelscope {

namespace {
bool is_known(const checking::ParsedRequest& parsed) {
  const ResourceKind kind = parsed.request.resource;
  return parsed.texels && kind >= ResourceKind::array && kind <= ResourceKind::pitch_2d;
}
} // namespace

std::optional<Session> request_session(const TextureRequest& request) {
  const checking::ParsedRequest parsed = checking::parse_request(request);
  if (!is_known(parsed)) return std::nullopt;
  return checking::session_of(parsed);
}

std::optional<Sampler> effective_sampler(const TextureRequest& request) {
  const checking::ParsedRequest parsed = checking::parse_request(request);
  if (!is_known(parsed)) return std::nullopt;
  return resolve(checking::session_of(parsed), checking::limits_of(parsed)).effective.sampler;
}

} // namespace texelscope
