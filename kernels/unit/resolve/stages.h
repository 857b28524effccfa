// Internal to resolve(): the steps from the requested to the effective state, one function per stage. Each
// takes its part of the request and the results of earlier stages, so that none can be called too early. A
// stage adds a note for whatever it rejects, overrides or ignores.
#pragma once

#include "kernels/unit/resolve/notes.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope::resolving {

// The texture that CUDA allocates, within `limits`, which depend on the requested function too.
SeenTexture allocated(const Session& requested, const Limits& limits, Notes& notes);
// Notes why colors are not multiplied by alpha.
void note_premultiply(const TextureSpec& requested, const SeenTexture& allocated, Notes& notes);
// The part that a texture object sees: through a resource view, or by the descriptor's element and pitch.
SeenTexture seen(const TextureSpec& requested, const SeenTexture& allocated, Notes& notes);

// An array in place of an OpenGL texture that the backend could not share.
Storage storage_in_effect(const SeenTexture& texture, const Limits& limits, Notes& notes);

struct FetchCall {
  FetchKind function = FetchKind::plain;
  int component = 0;
};
FetchCall fetch_call(const FetchSpec& requested, const SeenTexture& texture, Notes& notes);

struct ResolvedSampler {
  Sampler effective;
  ReadMode descriptor_read_mode = ReadMode::element;
  ResultType result = ResultType::floating; // of a texel
};
ResolvedSampler resolved_sampler(const Sampler& requested, const SeenTexture& texture, FetchKind function,
                                 Notes& notes);

// The type that tex*<T>() is called with.
struct FetchedType {
  FetchType type = FetchType::native;
  int channels = 0; // 0: the texel's own
  ResultType result = ResultType::floating;
};
FetchedType fetched_type(const FetchSpec& requested, const ElementFormat& texel, FetchKind function,
                         ResultType of_texel, Notes& notes);

Projection projection(Projection requested, const SeenTexture& texture, Notes& notes);
// Notes what a resize does not use, and what only a resize uses.
void note_mapping(const ViewSpec& requested, Notes& notes);
// Notes why the result is not laid over a color. `channels`: of the result.
void note_over(const ViewSpec& requested, int channels, Notes& notes);
Slab slab(Slab requested, Dimension dimension, Projection projection, Notes& notes);

// Notes settings that the fetch does not use.
void note_unused_by_function(const Session& requested, int level_count, FetchKind function,
                             Projection projection, Notes& notes);
void note_layer(Dimension dimension, Projection projection, Notes& notes);
void note_body(const FetchSpec& requested, const SeenTexture& texture, const Limits& limits, Slab slab,
               Notes& notes);
void note_coordinates(bool requested_normalized, bool normalized, FetchKind function, Notes& notes);

// Whether write kernels may write.
bool is_writable(const WriteSpec& requested, const SeenTexture& texture, const Limits& limits, Notes& notes);
void note_unused_by_writes(const WriteSpec& requested, const SeenTexture& texture, bool writable,
                           Notes& notes);

// Runs all stages in order, which is that of the notes. resolve() then puts the gravest first and drops cures
// that another setting prevents.
Resolution resolve_with_every_cure(const Session& session, const Limits& limits);

} // namespace texelscope::resolving
