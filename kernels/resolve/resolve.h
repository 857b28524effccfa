// What the hardware really does with a session, and why: every setting it refuses, silently changes or
// ignores.
//
// Sources: CUDA C++ Programming Guide ("Texture Memory", "Texture Fetching"), driver_types.h and
// texture_types.h, and what cudaCreateTextureObject answered when it was asked (docs/texture-unit.md).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/session/fields.h"
#include "kernels/session/texel.h"

namespace texelscope {

enum class NoteKind : std::uint8_t {
  no_effect, // the setting is ignored at present, harmlessly
  altered,   // the hardware silently does something else: amber
  refused    // CUDA answers with an error: red; `effective` holds what is shown instead
};

struct Note {
  NoteKind kind;
  std::string field;                                   // the path whose control it stands beside
  std::string sentence;                                // what was requested, what happens instead
  std::string rule;                                    // the rule behind it, with the CUDA name
  std::string fix_label;                               // empty: nothing to press
  std::vector<std::pair<std::string, FieldValue>> fix; // fields to set
  bool operator==(const Note&) const = default;
};

// What lies in memory.
struct MemoryShape : TextureShape {
  int first_level = 0, first_layer = 0; // that the texture object sees
  int pitch = 0,
      descriptor_pitch = 0; // bytes from row to row, and what the descriptor says; 0: rows are tight
  bool operator==(const MemoryShape&) const = default;
};

// The texels that a texture object is made of, in the shape in which it sees them: that of the resource view,
// if there is one.
struct TextureResource : TextureShape {
  Storage storage = Storage::shared;
  ChannelKind channel_kind = ChannelKind::plain;
  std::optional<MemoryShape> memory = {}; // where it differs from what is seen

  bool is_mipmapped() const { return memory_shape().level_count > 1; }
  // Rows that no array of tightly packed texels holds: linear or pitch memory seen as something else.
  bool is_reinterpreted() const { return memory && !is_array(storage); }
  // The texels in memory, as images have them.
  MemoryShape memory_shape() const { return memory ? *memory : MemoryShape{*this}; }
  bool operator==(const TextureResource&) const = default;
};

// The state a backend runs; always one that hardware accepts.
struct Effective : TextureResource {
  Sampler sampler = {.filter = FilterMode::point,
                     .read_mode = ReadMode::element,
                     .mip_filter = FilterMode::point,
                     .mip_max = 0,
                     .max_anisotropy = 0};
  // What cudaTextureDesc says, where views and packed texels are fetched by another read mode.
  ReadMode descriptor_read_mode = ReadMode::element;
  ResultType result = ResultType::floating;
  FetchKind function = FetchKind::plain;
  int component = 0; // gather
  Projection projection = Projection::flat;
  FetchType type = FetchType::native; // `result` follows it
  int type_channels = 0;              // 0: the texel's own
  bool writable = true;               // write kernels may write
  Slab slab = Slab::off;

  // What the fast path and shared textures were made for: tex2D of one level in an array.
  bool is_plain_2d() const {
    return dimension == Dimension::d2 && level_count == 1 && function == FetchKind::plain &&
           projection == Projection::flat && is_array(storage) && is_ordinary();
  }
  // Texels as they lie in memory, fetched as what they are.
  bool is_ordinary() const {
    return channel_kind == ChannelKind::plain && !memory && type == FetchType::native && type_channels == 0;
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
