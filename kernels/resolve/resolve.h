// What the hardware really does with a session, and why: every setting it refuses, silently changes or
// ignores.
//
// Sources: CUDA C++ Programming Guide ("Texture Memory", "Texture Fetching"), driver_types.h and
// texture_types.h, and what cudaCreateTextureObject answered when it was asked (docs/texture-unit.md).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kernels/session/fields.h"
#include "kernels/session/spec.h"

namespace texelscope {

enum class NoteKind : std::uint8_t {
  no_effect, // the setting is ignored at present, harmlessly
  altered,   // the hardware silently does something else: amber
  refused    // CUDA answers with an error: red; `effective` holds what is shown instead
};

struct Note {
  NoteKind kind;
  std::string field;                                   // the path whose control it stands beside
  std::string sentence;                                // what was asked, what happens instead
  std::string rule;                                    // the rule behind it, with the CUDA name
  std::string fix_label;                               // empty: nothing to press
  std::vector<std::pair<std::string, FieldValue>> fix; // fields to set
  bool operator==(const Note&) const = default;
};

// What lies in memory, where the texture object sees something else.
struct MemoryShape {
  int width = 0, height = 0, depth = 0; // 0: memory is as seen
  int level_count = 0;
  ElementFormat format;
  int first_level = 0, first_layer = 0; // that are seen
  int pitch = 0,
      descriptor_pitch = 0; // bytes from row to row, and what the descriptor says; 0: rows are tight
  bool operator==(const MemoryShape&) const = default;
};

// The state a backend runs; always one that hardware accepts. What the sampler sees of the texture: size,
// format and levels are those of the resource view, if there is one.
struct Effective {
  int width = 1;
  int height = 1;
  ElementFormat format;
  Sampler sampler = {.filter = FilterMode::point,
                     .read_mode = ReadMode::element,
                     .mip_filter = FilterMode::point,
                     .mip_max = 0,
                     .max_anisotropy = 0};
  // What cudaTextureDesc says, where views and packed texels are fetched by another read mode.
  ReadMode descriptor_read_mode = ReadMode::element;
  ResultType result = ResultType::floating;
  Dimension dimension = Dimension::d2;
  int depth = 1; // slices, layers or cubes
  int level_count = 1;
  Storage storage = Storage::shared;
  FetchKind function = FetchKind::plain;
  int component = 0; // gather
  Projection projection = Projection::flat;
  ChannelKind channel_kind = ChannelKind::plain;
  FetchType type = FetchType::native; // `result` follows it
  int type_channels = 0;              // 0: the texel's own
  MemoryShape memory;
  bool writable = true; // write kernels may write
  Slab slab = Slab::off;

  int planes() const { return plane_count(dimension, depth); }
  // What the fast path and shared textures were made for: tex2D of one level in an array.
  bool is_plain_2d() const {
    return dimension == Dimension::d2 && level_count == 1 && function == FetchKind::plain &&
           projection == Projection::flat && is_array(storage) && is_ordinary();
  }
  // Texels as they lie in memory, fetched as what they are.
  bool is_ordinary() const {
    return channel_kind == ChannelKind::plain && memory.width == 0 && type == FetchType::native &&
           type_channels == 0;
  }
  // Rows that no array of tightly packed texels holds: linear or pitch memory seen as something else.
  bool is_reinterpreted() const { return memory.width != 0 && !is_array(storage); }
  // The texels in memory, as images have them.
  MemoryShape memory_shape() const {
    return memory.width != 0 ? memory : MemoryShape{width, height, depth, level_count, format, 0, 0, 0, 0};
  }
  // What a word of the result is: the texel's channel, or the type that tex*<T> was called with.
  ElementFormat result_format() const;
  // What the write kernels do to it.
  WriteSpec writes(const Session& session) const { return writable ? session.write : WriteSpec{}; }
  bool operator==(const Effective&) const = default;
};

// The largest textures the backend takes, in texels; at most what every CUDA device of compute capability 7.5
// and newer takes (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability").
struct Limits {
  int max_width = max_texture_side;
  int max_height = max_texture_side;
  int max_3d = 16384;    // along each side
  int max_layers = 2048; // and faces
  // Of all levels and planes, so that 32-bit indices reach them.
  std::int64_t max_bytes = std::int64_t(4) << 30;
  bool runs_bodies = false; // FetchSpec::body
  static constexpr int max_texture_side = 16384;
};

struct Resolution {
  Effective effective;
  std::vector<Note> notes; // refused first, then altered, then without effect
  bool refused() const;
  const Note* note_for(std::string_view field) const; // the gravest
};

Resolution resolve(const Session& session, const Limits& limits = {});

} // namespace texelscope
