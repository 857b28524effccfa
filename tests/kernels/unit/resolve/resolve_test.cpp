#include "kernels/unit/resolve/resolve.h"

#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "tests/random_session.h"
#include "tests/small_limits.h"

namespace texelscope {
namespace {

using enum ElementKind;

const Note& note(const Resolution& resolution, std::string_view field) {
  static const Note none{NoteKind::no_effect, "none", "", "", "", {}};
  const Note* found = resolution.note_for(field);
  EXPECT_NE(found, nullptr) << "no note beside " << field;
  return found ? *found : none;
}

bool without_note(const Resolution& resolution, std::string_view field) {
  return !resolution.note_for(field);
}

// The session after the note's button was pressed.
Session fixed(Session session, const Note& by) {
  EXPECT_FALSE(by.fix_label.empty()) << by.sentence;
  for (const auto& [path, value] : by.fix) {
    const Field* field = find_field(path);
    if (!field)
      ADD_FAILURE() << "no field " << path;
    else
      EXPECT_EQ(assign(session, *field, value), std::nullopt) << path;
  }
  return session;
}

// A verb ends where CUDA refuses a setting, so the message must not claim that another one is used; it names
// what is possible.
TEST(Resolve, RefusalsPromiseNothing) {
  std::mt19937 random(7);
  std::set<std::string> fields_seen;
  for (int i = 0; i < 4000; ++i)
    for (const Note& note :
         resolve(tests::random_setup(random).session, tests::limits_of_sides(16, 8)).notes) {
      if (note.kind != NoteKind::refused) continue;
      fields_seen.insert(note.field);
      for (const char* guarantee :
           {" is used", " are used", "; it is ", "; they are", "; the texels stay", "; there is no"})
        EXPECT_EQ(note.sentence.find(guarantee), std::string::npos) << note.field << ": " << note.sentence;
    }
  EXPECT_GE(fields_seen.size(), 5u);
}

// The frames of a playing session share their notes, as FrameRenderer assumes.
TEST(Resolve, TheFrameIsNoSetting) {
  std::mt19937 random(13);
  const auto sentences = [](const Resolution& resolution) {
    std::vector<std::string> all;
    for (const Note& note : resolution.notes)
      all.push_back(note.field + note.sentence + note.fix_label);
    return all;
  };
  for (int i = 0; i < 1000; ++i) {
    Session session = tests::random_setup(random).session;
    const Resolution before = resolve(session);
    EXPECT_EQ(effective_settings(session), before.effective);
    session.write.frame += 1 + std::int64_t(random());
    const Resolution after = resolve(session);
    EXPECT_EQ(after.effective, before.effective);
    EXPECT_EQ(sentences(after), sentences(before));
  }
}

// Pressing a note's button must remove the note.
TEST(Resolve, EveryRepairHappens) {
  std::mt19937 random(11);
  const Limits limits = tests::limits_of_sides(16, 8);
  std::set<std::string> labels_seen;
  for (int i = 0; i < 1000; ++i) {
    const Session session = tests::random_setup(random).session;
    for (const Note& before : resolve(session, limits).notes) {
      if (before.fix_label.empty()) continue;
      labels_seen.insert(before.fix_label);
      for (const Note& after : resolve(fixed(session, before), limits).notes)
        EXPECT_FALSE(after.field == before.field && after.sentence == before.sentence)
            << before.field << ": " << before.sentence << " [" << before.fix_label << "]";
    }
  }
  EXPECT_GE(labels_seen.size(), 10u);
}

TEST(Resolve, TheDefaultSessionRunsAsRequested) {
  const Session session;
  const Resolution result = resolve(session);
  EXPECT_FALSE(result.refused());
  for (const Note& n : result.notes)
    EXPECT_EQ(n.kind, NoteKind::no_effect) << n.sentence;
  const Effective& e = result.effective;
  EXPECT_EQ(e.width, 64);
  EXPECT_EQ(e.height, 64);
  EXPECT_EQ(e.format, session.texture.format);
  EXPECT_TRUE(e.sampler.normalized_coords);
  EXPECT_EQ(e.sampler.address, session.sampler.address);
  EXPECT_EQ(e.sampler.filter, FilterMode::linear);
  EXPECT_EQ(e.sampler.read_mode, ReadMode::normalized_float);
  EXPECT_EQ(e.result, ResultType::floating);
}

TEST(Resolve, SizesBeyondTheDevice) {
  Session session;
  session.texture.width = 5000;
  session.texture.height = 300;
  const Resolution result = resolve(session, tests::limits_of_sides(4096, 200));
  EXPECT_TRUE(result.refused());
  EXPECT_EQ(result.effective.width, 4096);
  EXPECT_EQ(result.effective.height, 200);
  EXPECT_EQ(note(result, "texture.width").kind, NoteKind::refused);
  EXPECT_EQ(note(result, "texture.width").sentence,
            "5000 x 300 texels are more than GL_MAX_TEXTURE_SIZE allows; the texture has 4096 x 200.");
  EXPECT_FALSE(resolve(session).refused());
}

// The largest size of every kind of texture, and the name of the limit that refuses one texel more.
TEST(Resolve, EachKindOfTextureHasItsOwnLimit) {
  struct Kind {
    Dimension dimension;
    int width, height, depth, levels;
    Storage storage;
    FetchKind function;
    const char* limit;
  };
  const FetchKind plain = FetchKind::plain;
  const Kind kinds[] = {
      {Dimension::d1, 131072, 1, 1, 1, Storage::array, plain, "cudaDeviceProp::maxTexture1D"},
      {Dimension::d1, 32768, 1, 1, 2, Storage::array, plain, "cudaDeviceProp::maxTexture1DMipmap"},
      {Dimension::d1, 1 << 28, 1, 1, 1, Storage::linear, plain, "cudaDevAttrMaxTexture1DLinearWidth"},
      {Dimension::d1_layered, 32768, 1, 2, 1, Storage::array, plain, "cudaDeviceProp::maxTexture1DLayered"},
      {Dimension::d2, 131072, 3, 1, 1, Storage::array, plain, "cudaDeviceProp::maxTexture2D"},
      {Dimension::d2, 32768, 3, 1, 16, Storage::array, plain, "cudaDeviceProp::maxTexture2DMipmap"},
      {Dimension::d2, 131072, 3, 1, 1, Storage::pitch, plain, "cudaDeviceProp::maxTexture2DLinear"},
      {Dimension::d2, 32768, 3, 1, 1, Storage::array, FetchKind::gather,
       "cudaDeviceProp::maxTexture2DGather"},
      {Dimension::d2, 32768, 3, 1, 1, Storage::shared, plain, "GL_MAX_TEXTURE_SIZE"},
      {Dimension::d2_layered, 32768, 3, 2, 1, Storage::array, plain, "cudaDeviceProp::maxTexture2DLayered"},
      {Dimension::d3, 16384, 3, 2, 1, Storage::array, plain, "cudaDeviceProp::maxTexture3D"},
  };
  for (const Kind& kind : kinds) {
    Session session;
    session.texture.dimension = kind.dimension;
    session.texture.width = kind.width;
    session.texture.height = kind.height;
    session.texture.depth = kind.depth;
    session.texture.levels = kind.levels;
    session.texture.storage = kind.storage;
    session.texture.format.channels = 1;
    session.fetch.function = kind.function;
    const Resolution fits = resolve(session);
    EXPECT_FALSE(fits.note_for("texture.width")) << kind.limit;
    EXPECT_EQ(fits.effective.width, kind.width) << kind.limit;
    EXPECT_EQ(fits.effective.level_count, kind.levels) << kind.limit;
    if (kind.width == 1 << 28) continue; // no session has more
    ++session.texture.width;
    const Resolution longer = resolve(session);
    EXPECT_NE(note(longer, "texture.width").sentence.find(kind.limit), std::string::npos)
        << note(longer, "texture.width").sentence;
    EXPECT_EQ(longer.effective.width, kind.width);
  }
}

TEST(Resolve, OneRowIsLongerThanItsSurface) {
  Session session;
  session.texture.dimension = Dimension::d1;
  session.texture.width = 32769;
  session.texture.storage = Storage::array;
  session.write.mode = WriteMode::pattern;
  const Resolution result = resolve(session);
  EXPECT_EQ(note(result, "write.mode").sentence,
            "Write kernels do not reach a row of 32769 texels: cudaDeviceProp::maxSurface1D allows 32768.");
  EXPECT_FALSE(result.effective.writable);
  session.texture.width = 32768;
  EXPECT_TRUE(resolve(session).effective.writable);
}

TEST(Resolve, TheProgramsOwnLimitIsNamedAsSuch) {
  Session session;
  session.texture.width = 131072;
  session.texture.height = 65536;
  session.texture.storage = Storage::array;
  const Resolution result = resolve(session);
  EXPECT_NE(note(result, "texture.width").sentence.find("Texelscope's limit of 4 GiB"), std::string::npos);
  EXPECT_LE(result.effective.size_bytes(), std::size_t(4) << 30);
}

TEST(Resolve, EightBitFloats) {
  Session session;
  session.texture.format = {floating, 8, 4};
  session.sampler.read_mode = ReadMode::element;
  const Resolution result = resolve(session);
  EXPECT_EQ(result.effective.format, (ElementFormat{floating, 16, 4}));
  const Note& n = note(result, "texture.bits");
  EXPECT_EQ(n.kind, NoteKind::refused);
  EXPECT_FALSE(resolve(fixed(session, n)).refused());
}

TEST(Resolve, NormalizedReadOfThirtyTwoBits) {
  for (const ElementKind kind : {unsigned_int, signed_int}) {
    Session session;
    session.texture.format = {kind, 32, 1};
    session.sampler.filter = FilterMode::point;
    const Resolution result = resolve(session);
    EXPECT_EQ(result.effective.sampler.read_mode, ReadMode::element);
    EXPECT_EQ(result.effective.result,
              kind == unsigned_int ? ResultType::unsigned_int : ResultType::signed_int);
    const Note& n = note(result, "sampler.read_mode");
    EXPECT_EQ(n.kind, NoteKind::refused);
    EXPECT_NE(n.rule.find("cudaReadModeNormalizedFloat"), std::string::npos);
    EXPECT_TRUE(without_note(resolve(fixed(session, n)), "sampler.read_mode"));
  }
}

TEST(Resolve, NormalizedReadOfFloats) {
  for (int bits : {16, 32}) {
    Session session;
    session.texture.format = {floating, bits, 2};
    const Resolution result = resolve(session);
    EXPECT_EQ(result.effective.sampler.read_mode, ReadMode::element);
    EXPECT_EQ(result.effective.result, ResultType::floating);
    EXPECT_EQ(result.effective.sampler.filter, FilterMode::linear) << "floats are filtered";
    EXPECT_TRUE(
        without_note(resolve(fixed(session, note(result, "sampler.read_mode"))), "sampler.read_mode"));
  }
}

TEST(Resolve, ResultTypeOfEachReading) {
  for (int bits : {8, 16}) {
    Session session;
    session.sampler.filter = FilterMode::point;
    session.texture.format = {signed_int, bits, 1};
    EXPECT_EQ(resolve(session).effective.result, ResultType::floating);
    EXPECT_TRUE(without_note(resolve(session), "sampler.read_mode"));
    session.sampler.read_mode = ReadMode::element;
    EXPECT_EQ(resolve(session).effective.result, ResultType::signed_int);
    session.texture.format.kind = unsigned_int;
    EXPECT_EQ(resolve(session).effective.result, ResultType::unsigned_int);
    EXPECT_FALSE(resolve(session).refused());
  }
}

TEST(Resolve, LinearFilteringOfIntegers) {
  for (int bits : {8, 16, 32}) {
    Session session;
    session.texture.format = {unsigned_int, bits, 4};
    session.sampler.read_mode = ReadMode::element;
    const Resolution result = resolve(session);
    EXPECT_EQ(result.effective.sampler.filter, FilterMode::point);
    const Note& n = note(result, "sampler.filter");
    EXPECT_EQ(n.kind, NoteKind::refused);
    EXPECT_NE(n.rule.find("cudaErrorInvalidFilterSetting"), std::string::npos);
    const Resolution after = resolve(fixed(session, n));
    EXPECT_FALSE(after.refused()) << bits;
    EXPECT_EQ(after.effective.sampler.filter, FilterMode::linear);
  }
}

TEST(Resolve, AddressModesThatNeedNormalizedCoordinates) {
  using enum AddressMode;
  for (const AddressMode mode : {wrap, mirror}) {
    Session session;
    session.sampler.normalized_coords = false;
    session.sampler.address = {border, mode};
    const Resolution result = resolve(session);
    EXPECT_EQ(result.effective.sampler.address, (std::array{border, clamp, wrap}));
    EXPECT_TRUE(without_note(result, "sampler.address_x"));
    EXPECT_FALSE(result.refused());
    const Note& n = note(result, "sampler.address_y");
    EXPECT_EQ(n.kind, NoteKind::altered);
    EXPECT_NE(n.sentence.find(label(mode)), std::string::npos);
    EXPECT_EQ(resolve(fixed(session, n)).effective.sampler.address, (std::array{border, mode, wrap}));
  }
  Session session;
  session.sampler.normalized_coords = false;
  session.sampler.address = {clamp, border};
  EXPECT_EQ(resolve(session).effective.sampler.address, (std::array{clamp, border, wrap}));
  EXPECT_TRUE(without_note(resolve(session), "sampler.address_x"));
}

TEST(Resolve, BorderColorWithoutABorder) {
  Session session;
  const Resolution result = resolve(session);
  const Note& n = note(result, "sampler.border_color");
  EXPECT_EQ(n.kind, NoteKind::no_effect);
  EXPECT_TRUE(without_note(resolve(fixed(session, n)), "sampler.border_color"));
  session.sampler.address[1] = AddressMode::border;
  EXPECT_TRUE(without_note(resolve(session), "sampler.border_color"));
}

TEST(Resolve, SrgbOfOtherFormats) {
  Session session;
  session.sampler.srgb = true;
  EXPECT_TRUE(resolve(session).effective.sampler.srgb);
  EXPECT_TRUE(without_note(resolve(session), "sampler.srgb"));
  for (const ElementFormat format :
       {ElementFormat{unsigned_int, 16, 4}, {signed_int, 8, 4}, {floating, 16, 4}}) {
    session.texture.format = format;
    const Resolution result = resolve(session);
    EXPECT_FALSE(result.effective.sampler.srgb);
    const Note& n = note(result, "sampler.srgb");
    EXPECT_EQ(n.kind, NoteKind::altered);
    EXPECT_TRUE(resolve(fixed(session, n)).effective.sampler.srgb);
  }
  session.texture.format = {};
  session.sampler.read_mode = ReadMode::element;
  EXPECT_FALSE(resolve(session).effective.sampler.srgb);
}

TEST(Resolve, SrgbOfTwoChannelsIsReported) {
  Session session;
  session.sampler.srgb = true;
  session.texture.format.channels = 2;
  const Resolution result = resolve(session);
  EXPECT_TRUE(result.effective.sampler.srgb);
  EXPECT_EQ(note(result, "sampler.srgb").kind, NoteKind::altered);
  session.texture.format.channels = 1;
  EXPECT_TRUE(without_note(resolve(session), "sampler.srgb"));
}

TEST(Resolve, CoordinatesCountOnlyUnnormalized) {
  Session session;
  const Resolution result = resolve(session);
  const Note& n = note(result, "fetch.coordinates");
  EXPECT_EQ(n.kind, NoteKind::no_effect);
  EXPECT_TRUE(without_note(resolve(fixed(session, n)), "fetch.coordinates"));
}

TEST(Resolve, BoundaryCountsOnlyPastTheEdges) {
  Session session;
  for (const WriteMode mode : {WriteMode::off, WriteMode::pattern}) {
    session.write.mode = mode;
    const Resolution result = resolve(session);
    const Note& n = note(result, "write.boundary");
    EXPECT_EQ(n.kind, NoteKind::no_effect);
    EXPECT_TRUE(without_note(resolve(fixed(session, n)), "write.boundary"));
  }
  for (const WriteMode mode : {WriteMode::brush, WriteMode::feedback}) {
    session.write.mode = mode;
    EXPECT_TRUE(without_note(resolve(session), "write.boundary"));
  }
}

// What CUDA rejects is replaced; what it overrides or ignores is still requested.
TEST(Resolve, TheAcceptedSamplerIsTheDescriptors) {
  Session session;
  session.texture.format = {unsigned_int, 32, 4};
  session.texture.dimension = Dimension::d1;
  session.sampler.address = {AddressMode::mirror, AddressMode::border, AddressMode::wrap};
  session.sampler.normalized_coords = false;
  session.sampler.srgb = true;
  session.sampler.seamless_cube = true;
  session.sampler.mip_bias = 1.001f;
  Sampler accepted = session.sampler;
  accepted.read_mode = ReadMode::element;
  accepted.filter = FilterMode::point;
  accepted.seamless_cube = false;
  EXPECT_EQ(accepted_sampler(session, resolve(session)), accepted);
  session = {};
  session.texture.channel_kind = ChannelKind::packed; // whose texels are normalized, though read by element
  const Resolution packed = resolve(session);
  EXPECT_EQ(packed.effective.sampler.read_mode, ReadMode::normalized_float);
  EXPECT_EQ(accepted_sampler(session, packed).read_mode, ReadMode::element);
}

// Numbers that a sampler has not are notes, where a fetch uses them; those that it rounds are none.
TEST(Resolve, NumbersThatASamplerHasNot) {
  Session session;
  session.texture.levels = 4;
  session.fetch.function = FetchKind::lod;
  const auto bias = [&](float value) {
    session.sampler.mip_bias = value;
    const Resolution result = resolve(session);
    const Note* found = result.note_for("sampler.mip_bias");
    return found == nullptr ? std::string() : found->sentence;
  };
  EXPECT_EQ(bias(20), "A sampler holds at most 15 levels of bias either way: 20 acts as 15.");
  EXPECT_EQ(bias(-15.5f), "A sampler holds at most 15 levels of bias either way: -15.5 acts as -15.");
  EXPECT_EQ(bias(15), "");
  EXPECT_EQ(bias(0.3f), "");
  const auto anisotropy = [&](int value) {
    session.sampler.max_anisotropy = value;
    const Resolution result = resolve(session);
    const Note* found = result.note_for("sampler.max_anisotropy");
    return found == nullptr ? std::string() : found->sentence;
  };
  for (const int held : {0, 1, 2, 4, 6, 8, 10, 12, 16})
    EXPECT_EQ(anisotropy(held), "") << held;
  for (const auto& [requested, acts] :
       {std::pair{3, 2}, {5, 4}, {7, 6}, {9, 8}, {11, 10}, {13, 12}, {15, 12}})
    EXPECT_EQ(anisotropy(requested), "A sampler has no max anisotropy of " + std::to_string(requested) +
                                         ": it acts as " + std::to_string(acts) + ".");
  session.fetch.function = FetchKind::plain;
  EXPECT_EQ(resolve(session).note_for("sampler.max_anisotropy")->kind, NoteKind::no_effect);

  session = {};
  session.texture.format.channels = 2;
  session.sampler.address[0] = AddressMode::border;
  const auto border = [&](std::array<float, 4> color) {
    session.sampler.border_color = color;
    const Resolution result = resolve(session);
    const Note* found = result.note_for("sampler.border_color");
    return found == nullptr ? std::string() : found->sentence;
  };
  EXPECT_EQ(border({0.3f, 1, 7, 7}), "");
  EXPECT_EQ(border({2, -1, 0, 0}),
            "The texture's format does not hold the border color 2, -1: it acts as 1, 0.");
  session.sampler.filter = FilterMode::point;
  session.sampler.read_mode = ReadMode::element;
  EXPECT_EQ(border({0, 0, 1, 1}), "");
  EXPECT_EQ(border({1.00390625f, 0, 0, 0}), // 3f808000
            "The texture's format does not hold the border color 1.0039062, 0: it acts as 0, 0.");
}

// Whose limit it is: the device's first.
TEST(Resolve, TheDevicesLimitComesBeforeThatOfMemory) {
  Session session;
  session.texture.dimension = Dimension::d3;
  session.texture.width = 1024, session.texture.height = 16385, session.texture.depth = 20000;
  const Resolution result = resolve(session);
  EXPECT_NE(note(result, "texture.width").sentence.find("cudaDeviceProp::maxTexture3D"), std::string::npos);
  EXPECT_NE(note(result, "texture.depth").sentence.find("cudaDeviceProp::maxTexture3D"), std::string::npos);
  session.texture.height = 4097, session.texture.depth = 257;
  EXPECT_EQ(note(resolve(session), "texture.depth").sentence,
            "A depth of 257 is more than Texelscope's limit of 4 GiB allows; the maximum is 255.");
  EXPECT_EQ(note(resolve(session, {.max_bytes = std::int64_t(512) << 20}), "texture.depth").sentence,
            "A depth of 257 is more than Texelscope's limit of 512 MiB allows; the maximum is 31.");
}

TEST(Resolve, TheGravestNotesComeFirst) {
  Session session;
  session.texture.format = {unsigned_int, 32, 4};
  session.sampler.srgb = true;
  session.sampler.normalized_coords = false;
  const Resolution result = resolve(session);
  EXPECT_TRUE(result.refused());
  EXPECT_GE(result.notes.size(), 5u);
  EXPECT_TRUE(std::ranges::is_sorted(result.notes, std::ranges::greater(), &Note::kind));
}

// Every session of a few thousand, at random, resolves to a state that resolves to itself without a
// complaint.
TEST(Resolve, TheEffectiveStateIsAlwaysAccepted) {
  std::uint32_t random = 1;
  const auto pick = [&](std::uint32_t below) {
    return (random = random * 1664525u + 1013904223u) / 65536u % below;
  };
  for (int round = 0; round < 5000; ++round) {
    Session session;
    for (const Field& f : fields()) {
      if (f.type == FieldType::choice)
        assign(session, f, std::string(f.choices[pick(std::uint32_t(f.choices.size()))].identifier));
      if (f.type == FieldType::boolean) assign(session, f, pick(2) == 1);
    }
    session.texture.format.bits = 8 << pick(3);
    session.texture.format.channels = 1 << pick(3);
    session.texture.levels = 1 + int(pick(9));
    session.texture.depth = 1 + int(pick(40));
    session.texture.width = 1 << pick(8);
    session.fetch.component = int(pick(4));
    session.fetch.type = FetchType::native; // others are undefined, and always reported as undefined
    const Effective e = resolve(session).effective;
    const MemoryShape memory = e.memory_shape();
    session.texture.format = memory.format;
    if (!is_1d(e.dimension)) session.texture.height = memory.height;
    session.texture.levels = memory.level_count;
    session.texture.channel_kind = e.channel_kind;
    session.texture.view.on = e.memory.has_value();
    session.sampler.seamless_cube = e.sampler.seamless_cube;
    if (plane_count(e.dimension, 2) != plane_count(e.dimension, 1)) session.texture.depth = memory.depth();
    session.texture.storage = e.storage;
    session.texture.gather_flag = e.gather_array;
    session.fetch.function = e.function;
    session.fetch.component = e.component;
    if (session.view.projection != Projection::flat) session.view.mapping = Mapping::fit;
    session.view.projection = e.projection;
    session.sampler.normalized_coords = e.sampler.normalized_coords;
    session.sampler.address = e.sampler.address;
    session.sampler.filter = e.sampler.filter;
    session.sampler.read_mode = e.descriptor_read_mode;
    session.sampler.srgb = e.sampler.srgb;
    const Resolution again = resolve(session);
    ASSERT_EQ(again.effective, e);
    for (const Note& n : again.notes)
      ASSERT_TRUE(n.kind == NoteKind::no_effect || (n.field == "sampler.srgb" && e.format.channels == 2) ||
                  (n.field == "sampler.address_y" && e.dimension == Dimension::d1) ||
                  ((n.field == "sampler.read_mode" || n.field == "sampler.filter") && e.memory))
          << n.field << " " << n.sentence;
  }
}

TEST(Resolve, EveryNoteSaysItsRule) {
  Session session;
  session.texture.format = {floating, 8, 4};
  session.sampler.srgb = true;
  session.sampler.normalized_coords = false;
  for (const Note& n : resolve(session).notes) {
    EXPECT_FALSE(n.sentence.empty());
    EXPECT_FALSE(n.rule.empty()) << n.sentence;
    EXPECT_NE(find_field(n.field), nullptr) << n.field;
  }
}

} // namespace
} // namespace texelscope
