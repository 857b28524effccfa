// What the hardware really does with a session, and why: every setting that it rejects, silently overrides or
// ignores.
//
// Sources: CUDA C++ Programming Guide ("Texture Memory", "Texture Fetching"), driver_types.h and
// texture_types.h, and tests of cudaCreateTextureObject (docs/texture-unit.md).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/state/session/fields.h"
#include "kernels/state/session/size_limits.h"
#include "kernels/state/session/texel.h"
#include "kernels/unit/image/mip_rule.h"

namespace texelscope {

enum class NoteKind : std::uint8_t {
  no_effect, // the setting is ignored at present, without harm
  altered,   // the hardware silently does something else: amber
  refused    // CUDA returns an error: red; `effective` holds what is shown instead
};

struct Note {
  NoteKind kind;
  std::string field;                                   // the path of the field whose control shows the note
  std::string sentence;                                // what was requested, what happens instead
  std::string rule;                                    // the rule behind it, with the CUDA name
  std::string fix_label;                               // empty: there is no button
  std::vector<std::pair<std::string, FieldValue>> fix; // fields to set
  std::string_view error = {}; // refused: the name of CUDA's error; empty if CUDA does not return any
  bool operator==(const Note&) const = default;
};

// The layout of memory.
struct MemoryShape : TextureShape {
  int first_level = 0, first_layer = 0; // where the texture object begins
  int pitch = 0,
      descriptor_pitch = 0; // bytes from row to row, and the descriptor's value; 0: rows are tight
  bool operator==(const MemoryShape&) const = default;
};

// The texels of a texture object, in the shape in which it sees them: that of the resource view, if there is
// one.
struct SeenTexture : TextureShape {
  Storage storage = Storage::shared;
  bool gather_array = false; // an array of one 2-D level, made with cudaArrayTextureGather
  ChannelKind channel_kind = ChannelKind::plain;
  std::optional<MemoryShape> memory = {}; // set if it differs from what is seen

  bool is_mipmapped() const { return memory_shape().level_count > 1; }
  // Whether rows are not those of tightly packed texels: linear or pitch memory that is reinterpreted.
  bool is_reinterpreted() const { return memory && !is_array(storage); }
  // The shape of the texels in memory, as in images.
  MemoryShape memory_shape() const { return memory ? *memory : MemoryShape{*this}; }
  bool operator==(const SeenTexture&) const = default;
};

// The state that a backend runs, which hardware always accepts.
struct Effective : SeenTexture {
  Sampler sampler = {.filter = FilterMode::point,
                     .read_mode = ReadMode::element,
                     .mip_filter = FilterMode::point,
                     .mip_max = 0,
                     .max_anisotropy = 0};
  // The descriptor's value, which differs if views or packed texels are fetched by another read mode.
  ReadMode descriptor_read_mode = ReadMode::element;
  ResultType result = ResultType::floating;
  FetchKind function = FetchKind::plain;
  int component = 0; // gather
  Projection projection = Projection::flat;
  FetchType type = FetchType::native; // determines `result`
  int type_channels = 0;              // 0: the texel's own
  bool writable = true;               // write kernels may write
  Slab slab = Slab::off;

  // Whether it suits the fast path: tex2D of one level in an array.
  bool is_plain_2d() const {
    return dimension == Dimension::d2 && level_count == 1 && function == FetchKind::plain &&
           projection == Projection::flat && is_array(storage) && is_ordinary();
  }
  // Whether texels are fetched in the format in which they lie in memory.
  bool is_ordinary() const {
    return channel_kind == ChannelKind::plain && !memory && type == FetchType::native && type_channels == 0;
  }
  // The format of the result's components: the texel's, or the type that tex*<T> was called with.
  ElementFormat result_format() const;
  // The effective write settings.
  WriteSpec writes(const Session& session) const { return writable ? session.write : WriteSpec{}; }
  bool operator==(const Effective&) const = default;
};

// A texture that the backend could not share with OpenGL, and the call that refused it.
struct Unshared {
  TextureShape shape; // in memory
  bool gathers;       // only for an array that is made for gathers
  std::string call, error;
  bool operator==(const Unshared&) const = default;
};

// The largest textures that the backend supports. The program's own limit is that of bytes; the others are
// the device's and OpenGL's.
struct Limits {
  LargestSizes largest = common_largest_sizes;
  // The limit for all levels and planes, so that 32-bit indices reach them.
  std::int64_t max_bytes = std::int64_t(4) << 30;
  bool runs_bodies = false;              // FetchSpec::body
  std::optional<Unshared> unshared = {}; // the last refusal: such a texture is an array instead
};

// Whether a picture's colors are multiplied by its alpha, and whether as light: as sRGB codes that are
// decoded before and encoded after.
bool premultiplies(const TextureSpec& requested, const SeenTexture& texture);
bool premultiplies_light(const TextureSpec& requested, const Effective& effective);
// How the mip levels are made, and made again where they are regenerated: as light where the texture unit
// decodes sRGB, unless the texture is said to hold other data than colors.
MipRule mip_rule(const TextureSpec& requested, const Effective& effective);

struct Resolution {
  Effective effective;
  std::vector<Note> notes; // refused first, then altered, then without effect
  bool refused() const;
  const Note* note_for(std::string_view field) const; // the most severe
};

Resolution resolve(const Session& session, const Limits& limits = {});
// The effective settings alone: without trying which repairs help, which takes several times as long.
Effective effective_settings(const Session& session, const Limits& limits = {});

// The sampler of the descriptor: the session's, except for what CUDA rejects.
Sampler accepted_sampler(const Session& session, const Resolution& resolution);

} // namespace texelscope
