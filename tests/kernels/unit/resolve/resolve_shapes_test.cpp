// What dimensions, storage, levels and functions require, and their effective values.
#include "kernels/resolve_notes.h"
#include "kernels/unit/resolve/resolve.h"

#include <gtest/gtest.h>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/image/image.h"

namespace texelscope {
namespace {

using enum NoteKind;
using tests::kind_of_note;

// The resolution after the button of the note beside `field` was pressed.
Resolution cured(Session session, const Resolution& resolution, std::string_view field) {
  const Note* note = resolution.note_for(field);
  for (const auto& [path, value] : note ? note->fix : decltype(note->fix)())
    EXPECT_EQ(assign(session, *find_field(path), value), std::nullopt);
  return resolve(session);
}

Session of(Dimension dimension) {
  Session session;
  session.texture.dimension = dimension;
  return session;
}

TEST(ResolveShape, EachDimensionHasItsExtent) {
  struct Row {
    Dimension dimension;
    int height, depth, planes;
  };
  for (const Row& row : {Row{Dimension::d1, 1, 1, 1},
                         {Dimension::d2, 64, 1, 1},
                         {Dimension::d3, 64, 8, 8},
                         {Dimension::d1_layered, 1, 8, 8},
                         {Dimension::d2_layered, 64, 8, 8},
                         {Dimension::cube, 64, 1, 6},
                         {Dimension::cube_layered, 64, 8, 48}}) {
    const Resolution r = resolve(of(row.dimension));
    EXPECT_FALSE(r.refused()) << int(row.dimension);
    EXPECT_EQ(r.effective.height, row.height);
    EXPECT_EQ(r.effective.depth(), row.depth);
    EXPECT_EQ(r.effective.planes, row.planes);
    EXPECT_EQ(r.effective.is_plain_2d(), row.dimension == Dimension::d2);
  }
}

TEST(ResolveShape, FacesAreSquare) {
  Session session = of(Dimension::cube);
  session.texture.height = 13;
  const Resolution r = resolve(session);
  EXPECT_EQ(kind_of_note(r, "texture.height"), refused);
  EXPECT_EQ(r.effective.height, 64);
  EXPECT_FALSE(cured(session, r, "texture.height").refused());
}

TEST(ResolveShape, LevelsEndAtOneTexel) {
  Session session;
  session.texture.levels = 7;
  EXPECT_EQ(resolve(session).effective.level_count, 7);
  session.texture.levels = 8;
  Resolution r = resolve(session);
  EXPECT_EQ(kind_of_note(r, "texture.levels"), refused);
  EXPECT_EQ(r.effective.level_count, 7);
  EXPECT_FALSE(cured(session, r, "texture.levels").refused());
  session = of(Dimension::d3);
  session.texture.width = session.texture.height = 4;
  session.texture.depth = 16; // slices are halved too
  session.texture.levels = 5;
  EXPECT_FALSE(resolve(session).refused());
  session.texture.dimension = Dimension::d2_layered; // layers are not
  EXPECT_EQ(resolve(session).effective.level_count, 3);
}

TEST(ResolveShape, TooLargeTexturesAreCutToWhatFits) {
  Session session = of(Dimension::cube_layered);
  session.texture.depth = 16384;
  Resolution r = resolve(session);
  EXPECT_EQ(kind_of_note(r, "texture.depth"), refused);
  EXPECT_EQ(r.effective.depth(), 2046 / 6);
  session = of(Dimension::d3);
  session.texture.width = session.texture.height = session.texture.depth = 16384;
  session.texture.format = {ElementKind::floating, 32, 4};
  r = resolve(session);
  EXPECT_EQ(r.effective.depth(), 1) << "one slice is 4 GiB";
}

// All levels and planes of the effective texture, whatever is requested.
TEST(ResolveShape, NothingInEffectIsLargerThanTheLimit) {
  for (int dimension = 0; dimension < 7; ++dimension)
    for (const int bits : {8, 32})
      for (const int levels : {1, 15})
        for (const int depth : {1, 2, 16384}) {
          Session session = of(Dimension(dimension));
          session.texture.width = session.texture.height = 16384;
          session.texture.depth = depth;
          session.texture.levels = levels;
          session.texture.format = {ElementKind::floating, bits, 4};
          const Resolution r = resolve(session);
          const Effective& e = r.effective;
          double bytes = 0;
          for (int level = 0; level < e.level_count; ++level) {
            const auto [w, h, d] = level_size(e.dimension, e.width, e.height, e.planes, level);
            bytes += double(w) * h * d * e.format.texel_bytes();
          }
          EXPECT_LE(bytes, 4.0 * (1 << 30)) << dimension << " " << bits << " " << levels << " " << depth;
          EXPECT_GE(e.width, 4096) << "no smaller than necessary";
          EXPECT_EQ(e.width == e.height, !is_1d(e.dimension));
          if (e.width == 16384) continue;
          EXPECT_EQ(kind_of_note(r, "texture.width"), refused);
        }
}

TEST(ResolveShape, TheSheetReadsLevelsByItself) {
  Session session;
  session.texture.levels = 4;
  session.view.projection = Projection::sheet;
  session.fetch.function = FetchKind::grad;
  const Resolution r = resolve(session);
  for (const char* field : {"fetch.lod", "fetch.gradient_scale"})
    EXPECT_EQ(kind_of_note(r, field), no_effect) << field;
  EXPECT_EQ(r.note_for("sampler.max_anisotropy"), nullptr)
      << "it makes the fraction steeper that a bias adds to a level";
  EXPECT_EQ(r.note_for("sampler.mip_bias"), nullptr) << "it is added to each level";
  session.texture.levels = 1;
  session.view.projection = Projection::flat;
  EXPECT_EQ(resolve(session).note_for("sampler.max_anisotropy"), nullptr)
      << "probes are spread over one level too";
}

TEST(ResolveShape, LevelsTakeNormalizedCoordinatesButDoNotRepeat) {
  Session session;
  session.texture.levels = 3;
  session.sampler.normalized_coords = false;
  session.sampler.address = {AddressMode::wrap, AddressMode::mirror, AddressMode::border};
  const Resolution r = resolve(session);
  EXPECT_TRUE(r.effective.sampler.normalized_coords);
  EXPECT_EQ(kind_of_note(r, "sampler.normalized_coords"), altered);
  EXPECT_EQ(r.effective.sampler.address[0], AddressMode::clamp);
  EXPECT_EQ(r.effective.sampler.address[1], AddressMode::clamp);
  EXPECT_EQ(kind_of_note(r, "sampler.address_x"), altered);
  EXPECT_EQ(cured(session, r, "sampler.address_x").effective.sampler.address[0], AddressMode::wrap);
  session.sampler.address[0] = AddressMode::border;
  EXPECT_EQ(resolve(session).effective.sampler.address[0], AddressMode::border);
}

TEST(ResolveShape, StorageHoldsWhatItCan) {
  for (const Dimension dimension : {Dimension::d1, Dimension::d3, Dimension::cube, Dimension::d2_layered}) {
    Session session = of(dimension);
    session.texture.storage = Storage::pitch;
    const Resolution r = resolve(session);
    EXPECT_EQ(kind_of_note(r, "texture.storage"), refused) << int(dimension);
    EXPECT_EQ(r.effective.storage, Storage::array);
    EXPECT_EQ(cured(session, r, "texture.storage").effective.storage, Storage::pitch);
  }
  Session session;
  session.texture.storage = Storage::pitch;
  EXPECT_EQ(resolve(session).effective.storage, Storage::pitch);
  session.texture.levels = 2;
  EXPECT_EQ(resolve(session).effective.storage, Storage::array);
}

TEST(ResolveShape, LinearMemoryIsReadByIndex) {
  Session session = of(Dimension::d1);
  session.texture.storage = Storage::linear;
  Resolution r = resolve(session);
  EXPECT_EQ(kind_of_note(r, "fetch.function"), refused);
  EXPECT_EQ(r.effective.function, FetchKind::texel);
  session.fetch.function = FetchKind::texel;
  r = resolve(session);
  EXPECT_FALSE(r.refused());
  EXPECT_EQ(r.effective.sampler.filter, FilterMode::point);
  EXPECT_EQ(kind_of_note(r, "sampler.filter"), altered);
  EXPECT_EQ(kind_of_note(r, "sampler.address_x"), no_effect);
  session.texture.storage = Storage::array;
  r = resolve(session);
  EXPECT_EQ(kind_of_note(r, "fetch.function"), refused);
  EXPECT_EQ(r.effective.function, FetchKind::plain);
}

TEST(ResolveShape, GatherTakesFlatArraysOfOneLevel) {
  Session session;
  session.fetch.function = FetchKind::gather;
  EXPECT_FALSE(resolve(session).refused());
  session.fetch.component = 3;
  EXPECT_EQ(resolve(session).effective.component, 3);
  session.texture.format.channels = 2;
  EXPECT_EQ(kind_of_note(resolve(session), "fetch.component"), altered);
  EXPECT_EQ(resolve(session).effective.component, 0);
  for (const auto& change :
       {+[](Session& s) { s.texture.levels = 2; }, +[](Session& s) { s.texture.dimension = Dimension::d3; },
        +[](Session& s) { s.texture.storage = Storage::pitch; }}) {
    Session other = session;
    other.fetch.component = 0;
    change(other);
    const Resolution r = resolve(other);
    EXPECT_EQ(kind_of_note(r, "fetch.function"), refused);
    EXPECT_EQ(r.effective.function, FetchKind::plain);
    EXPECT_EQ(cured(other, r, "fetch.function").effective.function, FetchKind::gather);
  }
}

TEST(ResolveShape, TheGatherFlagIsForFlatArraysOfOneLevel) {
  Session session;
  session.texture.storage = Storage::array;
  EXPECT_FALSE(resolve(session).effective.gather_array);
  session.texture.gather_flag = true;
  EXPECT_TRUE(resolve(session).effective.gather_array);
  EXPECT_EQ(resolve(session).note_for("texture.gather_flag"), nullptr);
  session.texture.width = 32769;
  EXPECT_EQ(resolve(session).effective.width, 32768);
  EXPECT_EQ(kind_of_note(resolve(session), "texture.width"), refused);
  session.texture.width = 64;
  Session other = session;
  other.texture.levels = 2;
  EXPECT_NE(resolve(other).note_for("texture.gather_flag"), nullptr);
  EXPECT_EQ(kind_of_note(resolve(other), "texture.gather_flag"), no_effect);
  EXPECT_FALSE(resolve(other).effective.gather_array);
  other = session;
  other.texture.storage = Storage::pitch;
  EXPECT_NE(resolve(other).note_for("texture.gather_flag"), nullptr);
  EXPECT_EQ(kind_of_note(resolve(other), "texture.gather_flag"), no_effect);
  other = session;
  other.texture.dimension = Dimension::d3;
  EXPECT_EQ(kind_of_note(resolve(other), "texture.gather_flag"), refused);
  EXPECT_FALSE(resolve(other).effective.gather_array);
  EXPECT_FALSE(cured(other, resolve(other), "texture.gather_flag").refused());
  // The function wants it.
  other = session;
  other.texture.gather_flag = false;
  other.fetch.function = FetchKind::gather;
  EXPECT_TRUE(resolve(other).effective.gather_array);
}

// Measured: normalizedCoords = 0 is accepted, and ignored; seams still wrap, where mipmapped arrays clamp.
TEST(ResolveShape, CubesAreAlwaysNormalized) {
  Session session = of(Dimension::cube);
  session.sampler.normalized_coords = false;
  EXPECT_EQ(kind_of_note(resolve(session), "sampler.normalized_coords"), altered);
  EXPECT_TRUE(resolve(session).effective.sampler.normalized_coords);
  EXPECT_EQ(resolve(session).effective.sampler.address[0], AddressMode::wrap);
  session.texture.levels = 3;
  EXPECT_EQ(resolve(session).effective.sampler.address[0], AddressMode::wrap);
}

TEST(ResolveShape, SeamlessIsForCubes) {
  Session session;
  session.sampler.seamless_cube = true;
  EXPECT_EQ(kind_of_note(resolve(session), "sampler.seamless_cube"), refused);
  EXPECT_FALSE(resolve(session).effective.sampler.seamless_cube);
  session.texture.dimension = Dimension::cube;
  EXPECT_TRUE(resolve(session).effective.sampler.seamless_cube);
  EXPECT_EQ(kind_of_note(resolve(session), "sampler.address_x"), no_effect);
}

TEST(ResolveShape, ASecondAxisOfOneRowMattersAsBorderOnly) {
  Session session = of(Dimension::d1);
  EXPECT_EQ(kind_of_note(resolve(session), "sampler.address_y"), no_effect);
  session.sampler.address[1] = AddressMode::border;
  EXPECT_EQ(kind_of_note(resolve(session), "sampler.address_y"), altered);
  session.sampler.filter = FilterMode::point;
  EXPECT_EQ(kind_of_note(resolve(session), "sampler.address_y"), no_effect);
}

TEST(ResolveShape, ViewsFitTheirTextures) {
  const auto shown = [](Dimension dimension, Projection projection) {
    Session session = of(dimension);
    session.view.projection = projection;
    return resolve(session).effective.projection;
  };
  EXPECT_EQ(shown(Dimension::cube, Projection::net), Projection::net);
  EXPECT_EQ(shown(Dimension::d2, Projection::net), Projection::flat);
  EXPECT_EQ(shown(Dimension::cube_layered, Projection::sphere), Projection::sphere);
  EXPECT_EQ(shown(Dimension::d3, Projection::tilted), Projection::flat);
  EXPECT_EQ(shown(Dimension::d2_layered, Projection::grid), Projection::grid);
  EXPECT_EQ(shown(Dimension::d1, Projection::sheet), Projection::sheet);
}

TEST(ResolveShape, OnlyAFlatViewIsAResize) {
  Session session = of(Dimension::cube);
  session.view.mapping = Mapping::resize;
  EXPECT_EQ(resolve(session).note_for("view.mapping"), nullptr);
  EXPECT_EQ(kind_of_note(resolve(session), "view.rotation"), no_effect);
  EXPECT_EQ(resolve(session).note_for("view.align_corners"), nullptr);
  session.view.projection = Projection::net;
  session.view.align_corners = true;
  EXPECT_EQ(kind_of_note(resolve(session), "view.mapping"), altered);
  EXPECT_EQ(kind_of_note(resolve(session), "view.align_corners"), no_effect);
  EXPECT_EQ(resolve(session).note_for("view.rotation"), nullptr);
  const Resolution flat = cured(session, resolve(session), "view.mapping");
  EXPECT_EQ(flat.note_for("view.mapping"), nullptr);
  EXPECT_EQ(flat.effective.projection, Projection::flat);
}

TEST(ResolveShape, AlignedCornersSayWherePixelsSample) {
  Session session = of(Dimension::d2);
  EXPECT_EQ(resolve(session).note_for("view.align_corners"), nullptr);
  session.view.align_corners = true;
  EXPECT_EQ(kind_of_note(resolve(session), "view.align_corners"), no_effect);
  EXPECT_EQ(resolve(session).note_for("fetch.sample_at"), nullptr);
  const Resolution resized = cured(session, resolve(session), "view.align_corners");
  EXPECT_EQ(resized.note_for("view.align_corners"), nullptr);
  EXPECT_EQ(kind_of_note(resized, "fetch.sample_at"), no_effect);
}

TEST(ResolveShape, ColorsAreMultipliedByAlphaOnlyWhereAFileHasIt) {
  Session session;
  session.texture.premultiply = true;
  const auto reason = [&] {
    const Resolution resolution = resolve(session);
    const Note* note = resolution.note_for("texture.premultiply");
    return note ? note->sentence : std::string();
  };
  EXPECT_EQ(kind_of_note(resolve(session), "texture.premultiply"), no_effect);
  EXPECT_EQ(reason(), text(Text::note_premultiply_source));
  session.texture.source = Source::file;
  session.texture.path = "a.dds";
  EXPECT_EQ(reason(), "");
  EXPECT_FALSE(premultiplies_light(session.texture, resolve(session).effective));
  session.sampler.srgb = true;
  EXPECT_TRUE(premultiplies_light(session.texture, resolve(session).effective));
  session.texture.format.bits = 16; // has no sRGB
  EXPECT_FALSE(premultiplies_light(session.texture, resolve(session).effective));
  EXPECT_TRUE(premultiplies(session.texture, resolve(session).effective));
  session.texture.format = {ElementKind::unsigned_int, 8, 2};
  EXPECT_EQ(reason(), text(Text::note_no_alpha));
  session.texture.format.channels = 4;
  session.texture.channel_kind = ChannelKind::blocks;
  EXPECT_EQ(reason(), text(Text::note_premultiply_blocks));
  session.texture.premultiply = false;
  EXPECT_EQ(reason(), "");
}

TEST(ResolveShape, AColorBelowNeedsAResultWithAlpha) {
  Session session;
  EXPECT_EQ(resolve(session).note_for("view.over_color"), nullptr) << "the standard color is no request";
  session.view.over_color = {1, 0, 0};
  EXPECT_EQ(kind_of_note(resolve(session), "view.over_color"), no_effect);
  session.view.over = Over::straight;
  EXPECT_EQ(resolve(session).note_for("view.over"), nullptr);
  EXPECT_EQ(resolve(session).note_for("view.over_color"), nullptr);
  session.texture.format.channels = 2;
  EXPECT_EQ(kind_of_note(resolve(session), "view.over"), no_effect);
  EXPECT_EQ(kind_of_note(resolve(session), "view.over_color"), no_effect);
}

} // namespace
} // namespace texelscope
