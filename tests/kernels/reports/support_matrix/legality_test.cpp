// The list of attempts, captures as files, and what the committed capture says about resolve() and the model.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "kernels/reports/support_matrix/legality_capture.h"
#include "kernels/reports/support_matrix/legality_judge.h"
#include "kernels/unit/image_io/read_image.h"
#include "kernels/unit/resolve/resolve.h"
#include "tests/refusals.h"

namespace texelscope::legality {

namespace {
const std::filesystem::path capture_path = TEXELSCOPE_SOURCE_DIR "/assets/legality/h200-cuda13.0.csv";

const Capture& committed() {
  static const Capture capture = read_capture(capture_path);
  return capture;
}

const Configuration& configuration(std::string_view name) {
  const auto found =
      std::ranges::find_if(configurations(), [&](const Configuration& a) { return identifier(a) == name; });
  if (found == configurations().end()) throw std::runtime_error("no attempt " + std::string(name));
  return *found;
}
const Outcome& answer(std::string_view name) {
  return *committed().find(configuration(name));
}

TEST(LegalityAttempts, HaveAnIdentifierEach) {
  std::set<std::string> seen;
  for (const Configuration& a : configurations()) {
    const std::string name = identifier(a);
    EXPECT_TRUE(seen.insert(name).second) << name;
    EXPECT_EQ(name.find_first_of(", \"\n"), std::string::npos) << name;
  }
  EXPECT_GT(seen.size(), 2000u);
  EXPECT_LT(seen.size(), 5000u);
  EXPECT_TRUE(seen.contains("u8x4/normalized_float/linear/wrap/normalized/array/2d"));
  EXPECT_TRUE(seen.contains("f32x4/element/linear/clamp/normalized/mipmapped/cube_layered/mip_linear"));
  EXPECT_TRUE(seen.contains("u8x4/normalized_float/point/wrap/unnormalized/array/3d/other_border"));
  EXPECT_TRUE(seen.contains("bc7_srgb/element/point/clamp/normalized/array/2d/srgb"));
  EXPECT_TRUE(seen.contains("f16x4/element/point/clamp/normalized/array/2d/surface_without_flag"));
}

TEST(LegalityAttempts, CoverEveryChannelFormatKind) {
  std::set<int> kinds;
  for (const Configuration& a : configurations())
    kinds.insert(a.format->kind);
  EXPECT_EQ(kinds.size(), 32u);
  EXPECT_EQ(*kinds.begin(), 0);
  EXPECT_EQ(*kinds.rbegin(), 31); // cudaChannelFormatKindUnsignedNormalized1010102
}

TEST(LegalityAttempts, MatchWholeWords) {
  const Configuration& a = configuration("u8x4/normalized_float/linear/wrap/unnormalized/array/2d");
  const Outcome altered{Verdict::altered, {}, {}, {"fetch:address=clamp"}};
  const Outcome refused{Verdict::refused, "cudaCreateTextureObject", "cudaErrorInvalidNormSetting", {}};
  for (const char* pattern :
       {"", "u8x4", "u8*", "2d array", "linear/wrap", "*address=*", "altered unnormalized"})
    EXPECT_TRUE(matches(pattern, a, altered)) << pattern;
  for (const char* pattern : {"u8", "normalized", "2d_layered", "refused", "u8x4 clamp", "cuda*"})
    EXPECT_FALSE(matches(pattern, a, altered)) << pattern;
  EXPECT_TRUE(matches("cudaErrorInvalidNormSetting", a, refused));
  EXPECT_TRUE(matches("cudaCreate* refused", a, refused));
}

constexpr const char* small_capture = "texelscope legality 1\n"
                                      "gpu,A GPU\n"
                                      "driver,1.2\n"
                                      "cuda,13.0\n"
                                      "answer,0,accepted,,,\n"
                                      "answer,1,refused,cudaMalloc3DArray,cudaErrorInvalidValue,\n"
                                      "answer,2,altered,,,description:srgb=off fetch:address=clamp\n"
                                      "attempt,a/b,0\n"
                                      "attempt,c/d,1\n"
                                      "attempt,e/f,2\n"
                                      "end\n";

TEST(LegalityCapture, IsReadAndWritten) {
  const Capture capture = capture_from(small_capture, "c.csv");
  EXPECT_EQ(capture.gpu, "A GPU");
  EXPECT_EQ(capture.answers.size(), 3u);
  EXPECT_EQ(capture.answers.at("c/d"),
            (Outcome{Verdict::refused, "cudaMalloc3DArray", "cudaErrorInvalidValue", {}}));
  EXPECT_EQ(capture.answers.at("e/f").changes,
            (std::vector<std::string>{"description:srgb=off", "fetch:address=clamp"}));
  EXPECT_EQ(to_text(capture), small_capture);
}

TEST(LegalityCapture, TheCostOfAnObjectIsReadAndWritten) {
  const std::string head = "texelscope legality 1\ngpu,A GPU\ndriver,1.2\ncuda,13.0\n";
  const std::string whole = head + "object_us,2.31\nend\n";
  EXPECT_EQ(capture_from(whole, "c.csv").object_us, 2.31);
  EXPECT_EQ(to_text(capture_from(whole, "c.csv")), whole);
  EXPECT_EQ(capture_from(head + "end\n", "c.csv").object_us, 0);
  for (const char* bad : {"", "0", "-1", "2.3x", "nan", "inf", "1.798e308"})
    EXPECT_THROW(capture_from(head + "object_us," + bad + "\nend\n", "c.csv"), FileError) << bad;
}

// Views are made of every kind of memory.
TEST(Legality, TriesViews) {
  std::set<std::pair<Memory, Dimension>> viewed;
  for (const Configuration& a : configurations())
    if (a.use == Use::view) {
      EXPECT_TRUE(a.format->has_view()) << identifier(a);
      viewed.emplace(a.memory, a.dimension);
    }
  EXPECT_EQ(viewed.size(),
            16u); // linear and pitch memory, and arrays of seven dimensions with and without levels
}

TEST(LegalityCapture, DamageIsReported) {
  const std::string whole = small_capture;
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string csv = whole;
    return csv.replace(csv.find(from), from.size(), to);
  };
  const auto refusal = [](const std::string& csv) {
    const std::string sentence = tests::refusal_of<FileError>([&] { capture_from(csv, "c.csv"); });
    EXPECT_TRUE(sentence.starts_with("\"c.csv\" is not a legality capture: ")) << sentence;
    return sentence;
  };
  const tests::Refusals<> cases = {
      {"", "line 1 must be \"texelscope legality 1\""},
      {changed("legality 1", "legality 2"), "line 1 must be \"texelscope legality 1\""},
      {changed("gpu,A GPU", "gpu,A,GPU"), "line 2 has 3 values, but must have 2"},
      {changed("cuda,13.0", "cudo,13.0"),
       "line 4 is none of gpu, driver, cuda, object_us, answer and attempt"},
      {changed("answer,1", "answer,4"), "line 6 has the answer number \"4\", but must have 1"},
      {changed("altered", "changed"), "line 7 has \"changed\", but must have accepted, altered or refused"},
      {changed("answer,0,accepted,,,", "answer,0,accepted,,"), "line 5 has 5 values, but must have 6"},
      {changed("e/f,2", "e/f,3"), "line 10 has the answer \"3\", which no earlier line defines"},
      {changed("e/f,2", "e/f,"), "line 10 has the answer \"\", which no earlier line defines"},
      {changed("e/f", "c/d"), "line 10 has c/d twice"},
      {whole.substr(0, whole.size() - 4), "line 11 has 1 values, but must have 2"},
      {whole.substr(0, whole.size() - 5), "line 11 must be \"end\": the file is cut short"},
      {whole.substr(0, whole.size() - 7), "line 10 has 2 values"},
  };
  tests::expect_refused_with(refusal, cases);
  EXPECT_THROW(read_capture("/nonexistent/c.csv"), FileError);
}

TEST(LegalityCapture, HasEveryAttemptAndNoOther) {
  for (const Configuration& a : configurations())
    EXPECT_TRUE(committed().find(a)) << identifier(a);
  EXPECT_EQ(committed().answers.size(), configurations().size());
  EXPECT_EQ(committed().gpu, "NVIDIA H200");
  EXPECT_EQ(committed().cuda, "13.0");
  EXPECT_LT(std::filesystem::file_size(capture_path), 300000u);
}

// Nothing if no session can express the attempt.
std::optional<Session> session_of(const Configuration& a) {
  const Format& f = *a.format;
  const std::set<std::string_view> odd = {"u4x1", "u64x1", "u8+u16"};
  if (f.kind > kind::floating || f.channels() == 3 || odd.contains(f.name)) return std::nullopt;
  if (a.memory != Memory::array || a.dimension != Dimension::d2 || a.use != Use::texture ||
      a.mip_filter != FilterMode::point)
    return std::nullopt;
  Session session;
  constexpr ElementKind kinds[] = {ElementKind::signed_int, ElementKind::unsigned_int, ElementKind::floating};
  session.texture.format = {kinds[f.kind], f.bits[0], f.channels()};
  session.sampler = {.normalized_coords = a.normalized,
                     .address = {a.address, a.other_address},
                     .filter = a.filter,
                     .read_mode = a.read_mode,
                     .srgb = a.srgb};
  return session;
}

TEST(LegalityCapture, AgreesWithResolve) {
  int sessions = 0;
  for (const Configuration& a : configurations()) {
    const std::optional<Session> session = session_of(a);
    const Outcome* const answered = committed().find(a);
    if (!session || !answered) continue;
    ++sessions;
    const Resolution resolution = resolve(*session);
    const bool altered = std::ranges::any_of(resolution.notes,
                                             [](const Note& note) { return note.kind == NoteKind::altered; });
    const Verdict expected = resolution.refused() ? Verdict::refused
                             : altered            ? Verdict::altered
                                                  : Verdict::accepted;
    EXPECT_EQ(word(answered->verdict), word(expected))
        << identifier(a) << ": " << answered->error << joined_changes(*answered);
  }
  EXPECT_GT(sessions, 300);
}

// The texture and sampler of the attempt for the model, which has no block compressed and packed formats.
Texture model_texture(const Configuration& a, const Session& session, const std::vector<std::byte>* texels) {
  const Size size = size_of(a);
  Texture t;
  t.dimension = a.dimension;
  t.storage = a.memory == Memory::linear  ? Storage::linear
              : a.memory == Memory::pitch ? Storage::pitch
                                          : Storage::array;
  t.format = session.texture.format;
  t.width = size.x;
  t.height = size.y;
  t.planes = size.z;
  t.level_count = a.memory == Memory::mipmapped ? levels : 1;
  for (std::size_t level = 0; level < levels; ++level)
    t.level[level] = texels[level].data();
  t.sampler.normalized_coords = a.normalized;
  t.sampler.address = {a.address, a.other_address, a.other_address};
  t.sampler.border_color.fill(border_color);
  t.sampler.filter = a.filter;
  t.sampler.read_mode = a.read_mode;
  t.sampler.srgb = a.srgb;
  t.sampler.mip_filter = a.mip_filter;
  t.sampler.mip_max = levels - 1;
  return t;
}

std::vector<std::string> judged_by_model(const Configuration& a, const Session& session) {
  const std::vector<std::byte> texels[levels] = {texels_of(a, 0), texels_of(a, 1)};
  const Texture texture = model_texture(a, session, texels);
  std::vector<std::vector<TexelBits>> results;
  for (const Question& question : questions(a)) {
    results.emplace_back();
    for (const FetchAt& at : question.at)
      results.back().push_back(fetch(texture, question.kind, at));
  }
  return judge(a, results);
}

// The model's fetches show the same changes as the GPU's.
TEST(LegalityCapture, AgreesWithTheModel) {
  int compared = 0;
  for (const Configuration& a : configurations()) {
    Configuration flat = a; // the format alone decides whether the model has it
    flat.memory = Memory::array;
    flat.dimension = Dimension::d2;
    flat.use = Use::texture;
    flat.mip_filter = FilterMode::point;
    const std::optional<Session> session = session_of(flat);
    const Outcome* const answered = committed().find(a);
    if (!session || !answered || answered->verdict == Verdict::refused) continue;
    if (a.memory == Memory::mipmapped && !a.normalized) continue; // not modelled: see below
    std::vector<std::string> found = answered->changes;
    std::erase_if(found, [](const std::string& change) { return !change.starts_with("fetch:"); });
    EXPECT_EQ(found, judged_by_model(a, *session)) << identifier(a);
    ++compared;
  }
  EXPECT_GT(compared, 1000);
}

// cudaCreateTextureObject takes coordinates that are not normalized for mipmapped arrays, and ignores it.
TEST(LegalityCapture, MipmappedArraysAreAlwaysNormalized) {
  int seen = 0;
  for (const Configuration& a : configurations()) {
    if (a.memory != Memory::mipmapped || a.normalized) continue;
    ++seen;
    EXPECT_TRUE(matches("fetch:coordinates=normalized", a, *committed().find(a))) << identifier(a);
  }
  EXPECT_GT(seen, 100);
}

TEST(LegalityCapture, HoldsRulesThatTwoSettingsMake) {
  const auto refused = [](const char* name) { return answer(name).call + " " + answer(name).error; };
  EXPECT_EQ(refused("u8x4/element/linear/clamp/normalized/array/2d"),
            "cudaCreateTextureObject cudaErrorInvalidFilterSetting");
  EXPECT_EQ(refused("u32x4/normalized_float/point/clamp/normalized/array/2d"),
            "cudaCreateTextureObject cudaErrorInvalidNormSetting");
  EXPECT_EQ(refused("f8x4/element/point/clamp/normalized/array/2d"),
            "cudaMalloc3DArray cudaErrorInvalidChannelDescriptor");
  EXPECT_EQ(refused("u8x3/element/point/clamp/normalized/array/2d"),
            "cudaMalloc3DArray cudaErrorInvalidChannelDescriptor");
  EXPECT_EQ(refused("bc7/element/point/clamp/normalized/array/2d"),
            "cudaCreateTextureObject cudaErrorInvalidNormSetting");
  EXPECT_EQ(answer("bc7/normalized_float/linear/clamp/normalized/array/2d").verdict, Verdict::accepted);
  EXPECT_EQ(joined_changes(answer("u8x4/normalized_float/linear/wrap/unnormalized/array/2d")),
            "fetch:address=clamp fetch:address_y=clamp");
  EXPECT_EQ(answer("u8x4/element/point/clamp/normalized/array/2d/surface_without_flag").verdict,
            Verdict::accepted); // and writes arrive
  EXPECT_EQ(refused("bc1_srgb/normalized_float/linear/clamp/normalized/array/2d"),
            "cudaCreateTextureObject cudaErrorInvalidValue"); // sRGB kinds must be decoded
  EXPECT_EQ(joined_changes(answer("f32x4/element/point/clamp/normalized/array/2d/srgb")), "fetch:srgb=off");
  EXPECT_EQ(joined_changes(answer("u8x2/normalized_float/point/clamp/normalized/array/2d/srgb")),
            "fetch:srgb=first_channel");
}

// Each attempt names its answer, which was once looked for among all of them.
TEST(LegalityCapture, ManyAnswersAreReadQuickly) {
  std::string csv = "texelscope legality 1\n", attempts;
  constexpr int count = 50000;
  for (int i = 0; i < count; ++i) {
    csv += "answer," + std::to_string(i) + ",accepted,,,\n";
    attempts += "attempt,a" + std::to_string(i) + "," + std::to_string(count - 1 - i) + "\n";
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(capture_from(csv + attempts + "end\n", "x").answers.size(), std::size_t(count));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

} // namespace
} // namespace texelscope::legality
