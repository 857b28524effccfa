// Textures shared with OpenGL: the request holds for every dimension and number of levels, until the backend
// says which call refused it.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "kernels/ground/text/language.h"
#include "kernels/resolve_notes.h"
#include "kernels/state/session/enums.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {
namespace {

using tests::kind_of_note;

Session shared_texture(Dimension dimension, int levels) {
  Session s;
  s.texture.storage = Storage::shared;
  s.texture.dimension = dimension;
  s.texture.width = s.texture.height = 32;
  s.texture.depth = 5;
  s.texture.levels = levels;
  return s;
}

// The answer of a driver that has refused the session's texture.
Limits refusing(const Session& session, bool gathers = false) {
  Limits limits;
  limits.unshared = {resolve(session).effective.memory_shape(), gathers, "cudaGraphicsGLRegisterImage",
                     "cudaErrorInvalidValue"};
  return limits;
}

Storage storage_of(const Session& session, const Limits& limits) {
  return resolve(session, limits).effective.storage;
}

TEST(ResolveSharing, EveryDimensionWithAnyLevelsIsRequested) {
  for (const EnumEntry& dimension : enum_table<Dimension>())
    for (const int levels : {1, 2, 6}) {
      const Resolution r = resolve(shared_texture(Dimension(dimension.value), levels));
      EXPECT_EQ(r.effective.storage, Storage::shared) << dimension.identifier << " " << levels;
      EXPECT_EQ(r.effective.level_count, levels) << dimension.identifier;
      EXPECT_EQ(r.note_for("texture.storage"), nullptr) << dimension.identifier << " " << levels;
    }
}

TEST(ResolveSharing, ARefusedTextureIsAnArrayAndTheNoteNamesTheCall) {
  for (const EnumEntry& dimension : enum_table<Dimension>())
    for (const int levels : {1, 6}) {
      const Session session = shared_texture(Dimension(dimension.value), levels);
      const Limits limits = refusing(session);
      const Resolution r = resolve(session, limits);
      EXPECT_EQ(r.effective.storage, Storage::array);
      ASSERT_EQ(kind_of_note(r, "texture.storage"), NoteKind::altered);
      const Note& note = *r.note_for("texture.storage");
      EXPECT_EQ(note.sentence,
                "cudaGraphicsGLRegisterImage returned cudaErrorInvalidValue, so an array is used.");
      using Fix = std::vector<std::pair<std::string, FieldValue>>;
      EXPECT_EQ(note.fix, (Fix{{"texture.storage", std::string("array")}}));
      Session cured = session;
      cured.texture.storage = Storage::array;
      EXPECT_EQ(resolve(cured, limits).note_for("texture.storage"), nullptr);
    }
}

TEST(ResolveSharing, TheNoteIsChineseToo) {
  const Session session = shared_texture(Dimension::d1, 1);
  set_language(Language::chinese);
  const Resolution r = resolve(session, refusing(session));
  set_language(Language::english);
  EXPECT_EQ(kind_of_note(r, "texture.storage"), NoteKind::altered);
  EXPECT_EQ(r.note_for("texture.storage")->sentence,
            "cudaGraphicsGLRegisterImage 返回 cudaErrorInvalidValue，因此使用数组。");
}

TEST(ResolveSharing, OneRefusalSaysNothingOfOtherTextures) {
  const Session session = shared_texture(Dimension::d3, 4);
  const Limits limits = refusing(session);
  Session other = session;
  other.texture.levels = 3;
  EXPECT_EQ(storage_of(other, limits), Storage::shared);
  other = session;
  other.texture.dimension = Dimension::d2_layered;
  EXPECT_EQ(storage_of(other, limits), Storage::shared);
  other = session;
  other.texture.format.bits = 16;
  EXPECT_EQ(storage_of(other, limits), Storage::shared);
  other = session;
  other.texture.width = 33;
  EXPECT_EQ(storage_of(other, limits), Storage::shared);
  other = session;
  other.sampler.filter = FilterMode::point; // the same texels
  EXPECT_EQ(storage_of(other, limits), Storage::array);
}

TEST(ResolveSharing, ARefusalOfGathersLeavesOtherFetchesShared) {
  const Session session = shared_texture(Dimension::d2, 1);
  const Limits limits = refusing(session, true);
  EXPECT_EQ(storage_of(session, limits), Storage::shared);
  Session gather = session;
  gather.fetch.function = FetchKind::gather;
  EXPECT_EQ(storage_of(gather, limits), Storage::array);
  Session body = session;
  body.fetch.body = "return tex2D<float4>(texture, x, y);";
  EXPECT_EQ(storage_of(body, limits), Storage::array);
}

// A view sees a part; the texture that is shared is the whole one.
TEST(ResolveSharing, TheRefusedShapeIsThatOfMemory) {
  Session session = shared_texture(Dimension::d2_layered, 3);
  session.texture.view.on = true;
  session.texture.view.format = session.texture.format;
  session.texture.view.first_level = 1;
  session.texture.view.first_layer = 2;
  const Limits limits = refusing(session);
  EXPECT_EQ(limits.unshared->shape.level_count, 3);
  EXPECT_EQ(limits.unshared->shape.planes, 5);
  EXPECT_EQ(storage_of(session, limits), Storage::array);
}

TEST(ResolveSharing, OtherMemoryIsNotAffected) {
  Session session = shared_texture(Dimension::d2, 1);
  session.texture.storage = Storage::pitch;
  const Resolution r = resolve(session, refusing(session));
  EXPECT_EQ(r.effective.storage, Storage::pitch);
  EXPECT_EQ(r.note_for("texture.storage"), nullptr);
}

} // namespace
} // namespace texelscope
