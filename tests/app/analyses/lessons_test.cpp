// The shipped lessons: each answer against a value derived by hand, both languages, working buttons, visible
// bugs.
#include "app/analyses/lessons.h"

#include <cmath>
#include <iterator>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/reports/support_matrix/legality_capture.h"
#include "kernels/reports/support_matrix/legality_table.h"
#include "kernels/studies/explain/explain.h"
#include "kernels/studies/explain/lod_scope.h"
#include "kernels/studies/lessons/answers_file.h"
#include "kernels/studies/texture/texture_recipe.h"
#include "kernels/unit/resolve/resolve.h"
#include "tests/program.h"
#include "ui/frame/ui.h"

namespace texelscope {
namespace {

const LessonLibrary& shipped() {
  static const LessonLibrary library = load_lessons({TEXELSCOPE_SOURCE_DIR "/assets/lessons"});
  return library;
}

constexpr const char* measured = "measured";

struct Expected {
  const char* lesson;
  int step;
  LessonValue value;
  double tolerance;
};

// Ramps hold i / (N - 1) in texel i. A linear fetch rounds x to 1/256: F = floor(256 x + 1/2) - 128, and
// mixes texels F >> 8 and the next one, the second by (F & 255) / 256.
const Expected expected[] = {
    {"what-is-a-texel", 1, 5.0, 0}, // the texels of a row
    {"what-is-a-texel", 2, 8.0, 0}, // 4 channels of 2 bytes
    {"what-is-a-texel", 3, 153 / 255.0, 6e-8},
    {"what-is-a-texel", 4, 4.0, 0},       // 2 x 2
    {"coordinates-from-zero", 1, 3.0, 0}, // floor(3.2)
    {"coordinates-from-zero", 2, 5.0, 0}, // floor(0.7 * 8)
    {"coordinates-from-zero", 3, 1.0, 0}, // floor(0.2 * 8)
    {"coordinates-from-zero", 4, 0.0, 0}, // the fraction of 1 is 0
    {"borders-and-mirrors", 1, 9.0, 0},   // 8 texels and the border
    {"borders-and-mirrors", 2, 5.0, 0},   // floor((2 - 1.3) * 8)
    {"borders-and-mirrors", 3, 1.0, 0},   // texel 7 and its reflection
    {"alpha", 1, 0.5, 1e-3},              // green 0 and 1
    {"alpha", 2, 0.0, 0},                 // green 0 and 1 * 0
    {"alpha", 3, 0.50289, 3.7e-3},       // code 188: ((188 / 255 + 0.055) / 1.055) ^ 2.4, by the unit's table
    {"align-corners", 1, 0.25, 0},       // 0.75 texels, F = 192 - 128 = 64
    {"align-corners", 2, 85 / 256.0, 0}, // 0.8333, 213 - 128 = 85
    {"align-corners", 3, 1 / 6.0, 6e-8}, // (0 + 1/3) / 2
    {"layers-and-volumes", 1, 8.0, 0},   // 2 x 2 x 2
    {"layers-and-volumes", 2, 1 / 3.0, 6e-8}, // floor(0.4 * 4) = slice 1
    {"layers-and-volumes", 3, 1.0, 0},        // the last of 4 layers
    {"cubes", 1, 0.6, 6e-8},                  // face 3 of 0 to 5
    {"cubes", 2, "equal", 0},                 // the same direction
    {"cubes", 3, 0.4 * 126 / 256, 2e-3},      // (0.999 + 1) / 2 * 16 = 15.992, 0.492 past the last center
    {"what-a-warp-touches", 1, 4.0, 0},       // one in each row
    {"what-a-warp-touches", 2, 2.0, 0},       // two rows share a sector
    {"what-a-warp-touches", 3, "greater", 0}, // 16 sectors and 4
    {"your-own-kernel", 1, 1 / 7.0, 6e-8},    // the center of texel 1
    {"your-own-kernel", 2, 1.25 / 7, 6e-8},   // F = 448 - 128 = 320: a quarter of the way to 2 / 7
    {"half-a-texel", 1, 0.125, 0},            // F = 256 - 128 = 128: (0 + 0.25) / 2
    {"half-a-texel", 2, 1.0, 0},              // floor(1.999)
    {"clamp-and-wrap", 1, 7.0, 0},            // the last of 8
    {"clamp-and-wrap", 2, 2.0, 0},            // (1.25 - 1) * 8
    {"clamp-and-wrap", 3, 6.0, 0},            // (-1.25 + 2) * 8
    {"clamp-and-wrap", 4, 0.5, 0},            // (1 + 0) / 2
    {"unnormalized-wrap", 1, "clamp", 0},     // cudaTextureDesc: wrap and mirror need normalized coordinates
    {"unnormalized-wrap", 2, 7.0, 0},         // clamped to the last of 8
    {"zeroed-descriptor", 1, 255.0, 0},       // clamped to the last texel, its code as it is
    {"zeroed-descriptor", 2, "altered", 0},   // wrap became clamp
    {"weight-staircase", 1, 257.0, 0},        // a = 0 to 256
    {"weight-staircase", 2, 77 / 256.0, 0},   // 256 * 1.8 = 460.8, 461 - 128 = 333 = 256 + 77
    {"linear-on-integers", 1, "refused", 0},  // cudaErrorInvalidFilterSetting
    {"linear-on-integers", 2, "refused", 0},  // cudaErrorInvalidNormSetting
    {"eight-bit-normalization", 1, 128 / 255.0, 6e-8}, // to a float
    {"eight-bit-normalization", 2, -1.0, 0},           // max(-128 / 127, -1)
    {"lookup-tables", 1, 7 / 30.0, 6e-8},              // x = 4, F = 896 = 3 * 256 + 128: (3 + 4) / 2 / 15
    {"lookup-tables", 2, 0.25, 6e-8},                  // x = 4.25, F = 960 = 3 * 256 + 192: 3.75 / 15
    {"border-bleed", 1, 0.5, 0},                       // x = 4, F = 896: texel 3 is 1, the border 0
    {"border-bleed", 2, 0.5, 0},                   // a row of a 2-D texture, b = 128, the other row is border
    {"atlas-mips", 1, 136 / 256.0, 0},             // x = 1.96875, F = 504 - 128 = 376 = 256 + 120
    {"atlas-mips", 2, 1.0, 0},                     // x = 1.5 is texel 1's center
    {"level-of-detail", 1, 2.0, 0},                // log2(0.0625 * 64)
    {"level-of-detail", 2, 2.5850, 1 / 128.0},     // log2(6), by the unit's logarithm
    {"mip-clamp", 1, 0.0, 0},                      // maxMipmapLevelClamp = 0
    {"anisotropy", 1, 4.0, 0},                     // log2(0.25 * 64)
    {"anisotropy", 2, 1.0, 1 / 64.0},              // log2(16 / 8)
    {"srgb-before-filtering", 1, 0.5, 1e-3},       // (0 + 1) / 2
    {"srgb-before-filtering", 2, 0.21586, 3.7e-3}, // ((128 / 255 + 0.055) / 1.055) ^ 2.4, by the unit's table
    {"gather-ties", 1, 2.0, 0},                    // 639.744 rounds to 640, less 128 is 512 = 2 * 256
    {"gather-ties", 2, 1.0, 0},                    // 637 - 128 = 509 = 256 + 253
    {"surface-bytes", 1, 1.0, 0},                  // byte 4 of 4-byte texels
    {"surface-bytes", 2, "misaligned", 0},         // 6 is no multiple of 4
    {"stale-texels", 1, "stale", 0},               // the cache keeps what was fetched before
    {"stale-texels", 2, "fresh", 0},               // a launch empties it
    {"amp-rules", 1, "compile_time", 0},           // rule 1, error C2338
    {"amp-rules", 2, "run_time", 0},               // rule 3, both read and written
    {"amp-rules", 3, "never", 0},                  // rule 3, written alone
    {"textures-or-loads", 1, 16.0, 0},             // 4 texels of 4 bytes
    {"textures-or-loads", 2, 64.0, 0},             // 4 texels of 16 bytes
    {"textures-or-loads", 3, measured, 0},         // a time: of no fixed value
    {"which-way-to-fetch", 1, 50 / 256.0, 0},      // 590 - 588 of 256ths, times 0.25, over 0.01
    {"which-way-to-fetch", 2, 0.25, 0},            // 717 - 461 = 256: one texel
    {"which-way-to-fetch", 3, "greater", 0},       // (cos(529 pi / 256) - cos(484 pi / 256)) / 2 = 0.0184
    {"which-way-to-fetch", 4, "less", 0},          // (193 / 256 - 0.752) / 32 = 0.00006
    {"older-books", 1, "accepted", 0},             // pitch memory as a filtered 2-D texture
    {"older-books", 2, "accepted", 0},             // surface writes into arrays
    {"older-books", 3, "fresh", 0},                // without binding it again
    {"older-books", 4, "stale", 0},                // within one launch
};

const LessonFile* lesson_named(const std::string& id) {
  for (const LessonFile& file : shipped().lessons)
    if (file.lesson.id == id) return &file;
  return nullptr;
}

TEST(Lessons, AllAreRead) {
  for (const std::string& problem : shipped().problems)
    ADD_FAILURE() << problem;
  EXPECT_EQ(shipped().lessons.size(), 30u);
  EXPECT_GE(shipped().bugs.size(), 8u);
}

TEST(Lessons, AreNumberedInTheOrderOfTheirGroups) {
  std::vector<std::string> groups;
  for (const LessonGroup& group : shipped().groups)
    groups.push_back(group.id);
  EXPECT_EQ(groups, (std::vector<std::string>{"basics", "filtering", "mips", "memory", "writes", "cost",
                                              "history", "programs"}));
  int number = 0, group = 0;
  for (const LessonFile& file : shipped().lessons) {
    EXPECT_EQ(file.lesson.number, ++number) << file.lesson.id;
    EXPECT_GE(file.lesson.group, group) << file.lesson.id;
    group = file.lesson.group;
  }
  EXPECT_EQ(group, 7);
  const auto id = [](std::size_t place) { return shipped().lessons.at(place - 1).lesson.id; };
  EXPECT_EQ(id(1), "what-is-a-texel");
  EXPECT_EQ(id(3), "half-a-texel");
  EXPECT_EQ(id(5), "weight-staircase");
  EXPECT_EQ(id(27), "which-way-to-fetch");
  EXPECT_EQ(id(29), "older-books");
  EXPECT_EQ(id(30), "your-own-kernel");
  EXPECT_EQ(numbered_title(shipped().lessons[2].lesson), "3. Half a texel");
}

// A step is read in less than a minute, and offers something to try.
TEST(Lessons, TheFirstHoursStepsAreShort) {
  const auto words = [](const LocalizedText& text) {
    std::istringstream in(text.english);
    return std::distance(std::istream_iterator<std::string>(in), {});
  };
  for (const char* id : {"what-is-a-texel", "coordinates-from-zero", "half-a-texel", "clamp-and-wrap",
                         "weight-staircase", "borders-and-mirrors", "alpha", "align-corners",
                         "layers-and-volumes", "cubes", "what-a-warp-touches"}) {
    const LessonFile* file = lesson_named(id);
    ASSERT_TRUE(file) << id;
    EXPECT_LE(file->lesson.steps.size(), 4u) << id;
    for (const LessonStep& step : file->lesson.steps) {
      EXPECT_LE(words(step.text) + words(step.question), 60) << step.text.english;
      EXPECT_LE(words(step.see), 60) << step.see.english;
      EXPECT_GE(step.tries.size(), 2u) << step.text.english;
    }
  }
}

// Whether a picture of the step has a place for the coordinate that its question asks about.
bool has_place(const LessonStep& step, const Quantity& q) {
  const bool another_layer = q.at.layer != step.session.fetch.layer,
             on_the_way =
                 step.session.view.projection == Projection::tilted; // gradients found somewhere there
  return q.kind == Quantity::Kind::fetch && !another_layer && !on_the_way;
}

// Where a question names a coordinate, the pin is exactly there.
TEST(Lessons, PinWhatTheyAskAbout) {
  int pinned = 0;
  for (const LessonFile& file : shipped().lessons)
    for (std::size_t i = 0; i < file.answers.size(); ++i) {
      const LessonStep& step = file.lesson.steps[i];
      const Quantity& asked = file.answers[i];
      const Quantity& q = asked.kind == Quantity::Kind::compare ? asked.operands.back() : asked;
      if (!has_place(step, q)) continue;
      SCOPED_TRACE(file.lesson.id + " " + std::to_string(i + 1));
      ++pinned;
      ASSERT_TRUE(step.at || step.direction);
      EXPECT_FALSE(coordinate_label(step).empty());
      if (step.direction) {
        const auto [x, y, z] = *step.direction;
        EXPECT_EQ((std::array{float(x), float(y), float(z)}), (std::array{q.at.x, q.at.y, q.at.z}));
        continue;
      }
      const bool volume = step.session.texture.dimension == Dimension::d3,
                 normalized = step.session.sampler.normalized_coords;
      const double width = normalized ? 1 : step.session.texture.width,
                   height = normalized ? 1 : step.session.texture.height;
      EXPECT_EQ(float((*step.at)[0] * width), q.at.x);
      if (!is_1d(step.session.texture.dimension)) {
        EXPECT_EQ(float((*step.at)[1] * height), volume ? q.at.z : q.at.y);
      }
    }
  EXPECT_EQ(pinned, 45);
}

// The first question of all needs no knowledge: a beginner counts what the picture shows.
TEST(Lessons, TheFirstQuestionIsAnsweredByLooking) {
  const LessonFile& first = shipped().lessons.front();
  const LessonStep& step = first.lesson.steps.front();
  const LessonTruth truth = compute_answer(first.answers.front(), step.session, {});
  EXPECT_EQ(truth.value, LessonValue(double(step.session.texture.width)));
  EXPECT_EQ(step.session.sampler.filter, FilterMode::point);
  EXPECT_EQ(step.session.view.projection, Projection::flat) << "a picture with axes";
  EXPECT_TRUE(step.session.view.grid);
  for (const LocalizedText* told : {&step.text, &step.question})
    for (const char* number : {" 5", "five", "Five", "五"})
      EXPECT_EQ((told->english + told->chinese).find(number), std::string::npos) << number;
}

// Each button changes what is seen or read: none sets what another has set, except to return.
TEST(Lessons, TheButtonsOfTheFirstLessonsDiffer) {
  for (const char* id :
       {"what-is-a-texel", "coordinates-from-zero", "half-a-texel", "clamp-and-wrap", "weight-staircase"})
    for (const LessonStep& step : lesson_named(id)->lesson.steps) {
      std::vector<Session> seen;
      for (const LessonTry& what : step.tries) {
        seen.push_back(step.session);
        apply(what.fields, seen.back());
      }
      const bool back = std::ranges::find(seen, step.session) != seen.end();
      EXPECT_TRUE(back) << id << ": no button leads back to the step's own session: " << step.text.english;
      EXPECT_GE(std::ranges::count_if(seen, [&](const Session& s) { return !(s == step.session); }), 1) << id;
    }
}

TEST(Lessons, EachAnswerIsAsDerivedByHand) {
  for (const Expected& e : expected) {
    const LessonFile* file = lesson_named(e.lesson);
    ASSERT_TRUE(file) << e.lesson;
    const auto index = std::size_t(e.step - 1);
    ASSERT_LT(index, file->answers.size()) << e.lesson;
    const LessonTruth truth = compute_answer(file->answers[index], file->lesson.steps[index].session, {});
    if (e.value == LessonValue(measured))
      EXPECT_TRUE(value_text(truth.value) == "less" || value_text(truth.value) == "greater");
    else
      EXPECT_TRUE(matches(truth.value, e.value, e.tolerance))
          << e.lesson << " " << e.step << ": " << value_text(truth.value) << ", not " << value_text(e.value);
    EXPECT_FALSE(truth.source.empty());
    if (const auto* number = std::get_if<double>(&truth.value)) {
      EXPECT_TRUE(std::isfinite(*number)) << e.lesson;
    }
  }
}

// The effective value of a sampler field on the captured GPU.
std::string captured_field(const std::string& path, const Session& session, const legality::Outcome& answer) {
  const std::string name = path == "sampler.address_x" ? "address" : path.substr(path.find('.') + 1);
  for (const std::string& change : answer.changes)
    if (change.starts_with("fetch:" + name + "=")) return change.substr(change.find('=') + 1);
  const Field* field = find_field(path);
  return format_value(*field, field->get(session));
}

// What a lesson claims about a setting is what the hardware did. A question about a refused setting has one
// right answer, and that is not a value.
TEST(Lessons, ClaimsOfSettingsAreTheCapturedAnswers) {
  const legality::Capture capture =
      legality::read_capture(TEXELSCOPE_SOURCE_DIR "/assets/legality/h200-cuda13.0.csv");
  int checked = 0;
  for (const LessonFile& file : shipped().lessons)
    for (std::size_t i = 0; i < file.answers.size(); ++i) {
      const Quantity& q = file.answers[i];
      const std::string where = file.lesson.id + " " + std::to_string(i + 1);
      const bool of_setting = q.kind == Quantity::Kind::effective || q.kind == Quantity::Kind::note;
      if (!of_setting && q.kind != Quantity::Kind::legality) continue;
      const std::string claimed = value_text(compute_answer(q, file.lesson.steps[i].session, {}).value);
      if (q.kind == Quantity::Kind::legality) {
        ++checked;
        ASSERT_TRUE(capture.answers.contains(q.word)) << where;
        EXPECT_EQ(claimed, legality::word(capture.answers.at(q.word).verdict)) << where;
      }
      if (!of_setting) continue;
      ++checked;
      Session session = file.lesson.steps[i].session;
      apply(q.fields, session);
      const auto configuration = legality::configuration_of(session);
      const legality::Outcome* answer = configuration ? capture.find(*configuration) : nullptr;
      ASSERT_TRUE(answer) << where << " names a combination that was never captured";
      const std::string taken = captured_field(q.word, session, *answer);
      const bool refused = answer->verdict == legality::Verdict::refused;
      if (q.kind == Quantity::Kind::effective) {
        EXPECT_FALSE(refused) << where << " names a value, but " << answer->error << " is the answer";
        EXPECT_EQ(claimed, taken) << where;
      } else {
        const Field* field = find_field(q.word);
        const bool altered = taken != format_value(*field, field->get(session));
        EXPECT_EQ(claimed, refused ? "refused" : altered ? "altered" : "as_asked") << where;
      }
    }
  EXPECT_EQ(checked, 6);
}

// Each field that the hardware changes or stores with other precision; the table of all fields is
// kernels/effective_session_test.
TEST(Lessons, EffectiveIsTheFieldAsTheHardwareHasIt) {
  Session session;
  session.texture.levels = 5;
  session.sampler.normalized_coords = false;
  session.sampler.border_color = {2, -1, 0.4f, 1};
  session.sampler.mip_bias = 1.001f;
  session.sampler.mip_min = 0.501f;
  session.sampler.mip_max = 2.003f;
  session.sampler.max_anisotropy = 5;
  session.sampler.seamless_cube = true;
  session.texture.storage = Storage::pitch;
  session.texture.channel_kind = ChannelKind::blocks;
  const std::pair<const char*, const char*> answers[] = {{"sampler.normalized_coords", "true"},
                                                         {"sampler.address_x", "clamp"},
                                                         {"sampler.border_color", "1, 0, 0.4, 1"},
                                                         {"sampler.mip_bias", "1"},
                                                         {"sampler.mip_min", "0.5"},
                                                         {"sampler.mip_max", "2"},
                                                         {"sampler.max_anisotropy", "4"},
                                                         {"sampler.seamless_cube", "false"},
                                                         {"texture.storage", "array"},
                                                         {"texture.channel_kind", "plain"}};
  for (const auto& [path, value] : answers) {
    Quantity q;
    q.kind = Quantity::Kind::effective;
    q.word = path;
    EXPECT_EQ(value_text(compute_answer(q, session, {}).value), value) << path;
  }
}

// What the step pins is the fetch that its answer is about, in a picture of any size.
TEST(Lessons, ThePinnedFetchIsTheAnswersOwn) {
  int pinned = 0, values = 0;
  for (const LessonFile& file : shipped().lessons)
    for (std::size_t i = 0; i < file.answers.size(); ++i) {
      const Quantity& answer = file.answers[i];
      const LessonStep& step = file.lesson.steps[i];
      if (!step.at || answer.kind != Quantity::Kind::fetch || !answer.fields.empty()) continue;
      const Effective effective = resolve(step.session).effective;
      TextureFiles files;
      const auto image = make_texture(texture_recipe(step.session.texture, effective, {}), files,
                                      [](double) { return true; });
      const SamplePosition position =
          position_in_plane(step.session, effective, (*step.at)[0], (*step.at)[1]);
      for (const int width : {640, 411}) {
        const Explanation e = explain(step.session, effective, image->texels.data(), width, 200, position);
        const std::string where = file.lesson.id + " " + std::to_string(i + 1);
        ++pinned;
        EXPECT_EQ(e.at.x, answer.at.x) << where;
        if (!is_1d(effective.dimension)) {
          EXPECT_EQ(e.at.y, answer.at.y) << where;
        }
        if (e.function == FetchKind::lod) {
          EXPECT_EQ(e.at.lod, answer.at.lod) << where;
        }
        if (e.function == FetchKind::grad) {
          EXPECT_EQ(e.at.dx.x, answer.at.dx.x) << where;
        }
        if (answer.part != AnswerPart::value) continue;
        ++values;
        const LessonTruth truth = compute_answer(answer, step.session, {});
        EXPECT_EQ(e.components[std::size_t(answer.channel)].value, std::get<double>(truth.value)) << where;
      }
    }
  EXPECT_GE(pinned, 36);
  EXPECT_GE(values, 16);
}

TEST(Lessons, EachStepIsInTheTable) {
  std::set<std::pair<std::string, int>> known;
  for (const Expected& e : expected)
    known.insert({e.lesson, e.step});
  for (const LessonFile& file : shipped().lessons)
    for (std::size_t i = 0; i < file.answers.size(); ++i)
      EXPECT_TRUE(known.contains({file.lesson.id, int(i + 1)})) << file.lesson.id << " " << i + 1;
}

void expect_both(const LocalizedText& translations, const std::string& where) {
  EXPECT_FALSE(translations.english.empty()) << where;
  EXPECT_FALSE(translations.chinese.empty()) << where;
  EXPECT_NE(translations.english, translations.chinese) << where << ": " << translations.english;
}

TEST(Lessons, EveryTextIsInBothLanguages) {
  for (const LessonFile& file : shipped().lessons) {
    expect_both(file.lesson.title, file.lesson.id);
    for (const LessonStep& step : file.lesson.steps) {
      for (const auto* translations : {&step.text, &step.question, &step.see})
        expect_both(*translations, file.lesson.id);
      for (const LessonChoice& choice : step.choices) {
        expect_both(choice.label, file.lesson.id);
        EXPECT_EQ(choice.why.english.empty(), choice.why.chinese.empty()) << file.lesson.id;
      }
      for (const LessonTry& button : step.tries)
        EXPECT_FALSE(button.label.english.empty() || button.label.chinese.empty()) << file.lesson.id;
    }
  }
  for (const Bug& bug : shipped().bugs)
    for (const auto* translations : {&bug.title, &bug.symptom, &bug.why})
      expect_both(*translations, bug.id);
}

TEST(Lessons, ButtonsActAndTabsAreThere) {
  for (const LessonFile& file : shipped().lessons)
    for (const LessonStep& step : file.lesson.steps) {
      std::set<std::string> pictures;
      for (const LessonTry& button : step.tries) {
        Session session = step.session;
        apply(button.fields, session);
        for (const auto& [path, value] : button.fields)
          EXPECT_EQ(find_field(path)->get(session), value) << file.lesson.id << " " << path;
        if (button.tab == "lod") {
          EXPECT_TRUE(has_lod_scope(resolve(step.session).effective)) << file.lesson.id;
        }
      }
      const bool only_opens =
          std::all_of(step.tries.begin(), step.tries.end(), [](const auto& b) { return b.fields.empty(); });
      const bool changes = std::any_of(step.tries.begin(), step.tries.end(), [&](const LessonTry& button) {
        Session session = step.session;
        apply(button.fields, session);
        return !(session == step.session);
      });
      EXPECT_TRUE(changes || only_opens) << file.lesson.id;
    }
}

TEST(Lessons, OneChoiceIsRight) {
  for (const LessonFile& file : shipped().lessons)
    for (std::size_t i = 0; i < file.answers.size(); ++i) {
      const LessonStep& step = file.lesson.steps[i];
      if (step.choices.empty()) continue;
      const LessonTruth truth = compute_answer(file.answers[i], step.session, {});
      int right = 0;
      for (const LessonChoice& choice : step.choices)
        right += matches(choice.is, truth.value, step.tolerance);
      EXPECT_EQ(right, 1) << file.lesson.id << " " << i + 1;
    }
}

// Whether something is counted, so that the answer is right or wrong with nothing between.
bool is_counted(const Quantity& q) {
  const bool of_fetch = q.kind == Quantity::Kind::fetch || q.kind == Quantity::Kind::pixel;
  if (q.kind == Quantity::Kind::distinct || q.kind == Quantity::Kind::landing) return true;
  if (q.part == AnswerPart::broken) return true;
  return of_fetch &&
         (q.part == AnswerPart::texel_x || q.part == AnswerPart::texel_y || q.part == AnswerPart::taps ||
          q.part == AnswerPart::bytes || q.part == AnswerPart::probes);
}

// Whether it is measured, so that another run gives another number.
bool is_measured(const Quantity& q) {
  return q.kind == Quantity::Kind::time || std::ranges::any_of(q.operands, is_measured);
}

// "to four digits": how many; 0 if the question does not say.
int requested_digits(const std::string& question) {
  static const std::pair<const char*, int> words[] = {
      {"to two digits", 2}, {"to three digits", 3}, {"to four digits", 4}};
  for (const auto& [word, digits] : words)
    if (question.find(word) != std::string::npos) return digits;
  return 0;
}

TEST(Lessons, TolerancesFitTheQuestion) {
  int counted = 0, rounded = 0;
  for (const LessonFile& file : shipped().lessons)
    for (std::size_t i = 0; i < file.answers.size(); ++i) {
      const LessonStep& step = file.lesson.steps[i];
      const std::string where = file.lesson.id + " " + std::to_string(i + 1);
      if (is_measured(file.answers[i])) {
        EXPECT_FALSE(step.choices.empty()) << where << " asks for a number that differs from run to run";
        EXPECT_EQ(file.answers[i].kind, Quantity::Kind::compare) << where;
        continue;
      }
      const auto is_right = [&](double typed, double truth) {
        return judge(step, truth, typed, -1) != Judgement::wrong;
      };
      const LessonValue value = compute_answer(file.answers[i], step.session, {}).value;
      const auto* truth = std::get_if<double>(&value);
      if (truth == nullptr || !step.choices.empty()) continue;
      if (is_counted(file.answers[i])) {
        ++counted;
        EXPECT_TRUE(is_right(*truth, *truth)) << where;
        EXPECT_FALSE(is_right(*truth - 1, *truth) || is_right(*truth + 1, *truth)) << where;
        EXPECT_EQ(step.tolerance, 0) << where;
      }
      const int digits = requested_digits(step.question.english);
      if (digits == 0) continue;
      ++rounded;
      const double unit = std::pow(10, std::floor(std::log10(std::abs(*truth))) + 1 - digits);
      const double nearest = std::round(*truth / unit) * unit;
      EXPECT_TRUE(is_right(nearest, *truth)) << where;
      EXPECT_FALSE(is_right(nearest - unit, *truth) || is_right(nearest + unit, *truth)) << where;
    }
  EXPECT_GE(counted, 11);
  EXPECT_GE(rounded, 4);
}

TEST(Lessons, TwoHundredAndFiftySevenWeightsAreNot256) {
  const LessonFile* file = lesson_named("weight-staircase");
  ASSERT_TRUE(file);
  EXPECT_EQ(judge(file->lesson.steps[0], 257.0, 257, -1), Judgement::exact);
  EXPECT_EQ(judge(file->lesson.steps[0], 257.0, 256, -1), Judgement::wrong);
}

TEST(Bugs, SuspectsAreInAnOrderThatDoesNotTell) {
  std::array<int, 5> places = {};
  for (const Bug& bug : shipped().bugs) {
    ASSERT_EQ(bug.suspects.size(), places.size()) << bug.id;
    const auto at = std::ranges::find(bug.suspects, bug.wrong.front().first) - bug.suspects.begin();
    ++places[std::size_t(at)];
  }
  const int bugs = int(shipped().bugs.size());
  for (const int times : places) {
    EXPECT_GE(times, 1) << "the culprit is never there";
    EXPECT_LE(2 * times, bugs) << "the culprit is mostly there";
  }
  EXPECT_LE(4 * places[0], bugs) << "first more often than a quarter of the time";
  // It is the same in every run and on every machine.
  const Bug& first = shipped().bugs.front();
  ASSERT_EQ(first.id, "streaks");
  EXPECT_EQ(first.suspects,
            (std::vector<std::string>{"sampler.normalized_coords", "sampler.address_y", "sampler.address_x",
                                      "sampler.filter", "sampler.border_color"}));
}

Quantity warp_of(AnswerPart part, Pixel pixel) {
  Quantity q;
  q.kind = Quantity::Kind::warp;
  q.part = part;
  q.pixel = pixel;
  q.width = q.height = 64;
  return q;
}

// A tile of 8 x 4 pixels, one texel of 4 bytes each, in memory row by row: 32 bytes in each of four rows.
TEST(Lessons, AWarpsTexelsSectorsAndLinesAreAnswers) {
  Session session;
  session.sampler.filter = FilterMode::point;
  session.texture.storage = Storage::pitch;
  session.view.mapping = Mapping::resize;
  session.view.resize_width = session.view.resize_height = 64;
  const auto of = [&](AnswerPart part) { return compute_answer(warp_of(part, {9, 5}), session, {}).value; };
  EXPECT_EQ(of(AnswerPart::texels), LessonValue(32.0));
  EXPECT_EQ(of(AnswerPart::sectors), LessonValue(4.0));
  EXPECT_EQ(of(AnswerPart::lines), LessonValue(4.0));
  EXPECT_THROW(of(AnswerPart::lod), std::invalid_argument);
}

TEST(Bugs, EachShowsAndOneSettingCuresIt) {
  for (const Bug& bug : shipped().bugs) {
    EXPECT_FALSE(resolve(bug.sound).refused()) << bug.id;
    EXPECT_FALSE(same_picture(bug.broken(), bug.sound, {})) << bug.id;
    EXPECT_EQ(differing_fields(bug.broken(), bug.sound).size(), 1u) << bug.id;
    Session cured = bug.broken();
    const Field& field = *find_field(bug.wrong.front().first);
    assign(cured, field, field.get(bug.sound));
    cured.view.span *= 2; // only the view differs
    EXPECT_TRUE(same_picture(cured, bug.sound, {})) << bug.id;
    EXPECT_GE(bug.suspects.size(), 4u) << bug.id;
  }
}

TEST(LessonRoom, FindsTheAnswerAndCountsTries) {
  Lessons lessons;
  ui::State state;
  Session session;
  ui::open_lesson(lessons.shelf(), lessons.find("half-a-texel"), 0, session, state);
  lessons.update(state.lesson, session, true, false, true);
  ASSERT_TRUE(lessons.shelf().truth.found);
  EXPECT_EQ(lessons.shelf().truth.found->value, LessonValue(0.125));

  const auto& bugs = lessons.shelf().bugs;
  const auto streaks =
      std::find_if(bugs.begin(), bugs.end(), [](const auto& bug) { return bug.id == "streaks"; });
  ASSERT_NE(streaks, bugs.end());
  ui::open_bug(lessons.shelf(), int(streaks - bugs.begin()), session, state);
  const auto update = [&](bool settled = true) {
    lessons.update(state.lesson, session, settled, false, true);
  };
  update();
  EXPECT_EQ(lessons.shelf().bug_tries, 0);
  EXPECT_FALSE(lessons.shelf().bug_fixed);
  session.view.span = 1; // no try
  update();
  EXPECT_EQ(lessons.shelf().bug_tries, 0);
  session.sampler.filter = FilterMode::point;
  update(false); // still dragging
  EXPECT_EQ(lessons.shelf().bug_tries, 0);
  update();
  EXPECT_EQ(lessons.shelf().bug_tries, 1);
  session.sampler.filter = FilterMode::linear; // taken back: no try
  update();
  EXPECT_EQ(lessons.shelf().bug_tries, 1);
  EXPECT_FALSE(lessons.shelf().bug_fixed);
  session.sampler.address[0] = AddressMode::wrap;
  update();
  EXPECT_EQ(lessons.shelf().bug_tries, 1);
  EXPECT_TRUE(lessons.shelf().bug_fixed);
}

TEST(LessonRoom, AFileWithTheIdOfALessonTakesItsPlace) {
  const tests::TempFolder folder;
  std::string json = contents(std::string(TEXELSCOPE_SOURCE_DIR) + "/assets/lessons/02-clamp-and-wrap.json");
  json.replace(json.find("1.25 under"), 10, "My own");
  write(folder / "mine.json", json);
  Lessons lessons;
  const std::size_t before = lessons.shelf().lessons.size();
  const Lesson& lesson = lessons.shelf().lessons[std::size_t(lessons.find((folder / "mine.json").string()))];
  EXPECT_EQ(lessons.shelf().lessons.size(), before);
  EXPECT_EQ(numbered_title(lesson), "4. My own clamp and wrap");
  EXPECT_EQ(lesson.group, 0);
}

// The blocks of JSON in docs/lessons.md, so that the page cannot drift from what is read.
std::vector<std::string> examples() {
  const std::string page = contents(std::string(TEXELSCOPE_SOURCE_DIR) + "/docs/lessons.md");
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = page.find("```json\n", at)) != std::string::npos;) {
    const std::size_t from = at + 8, to = page.find("```", from);
    found.push_back(page.substr(from, to - from));
    at = to + 3;
  }
  return found;
}

TEST(LessonPage, ItsExamplesAreTrue) {
  const auto blocks = examples();
  ASSERT_EQ(blocks.size(), 4u);
  const LessonFile file = parse_lesson(blocks[0], "lessons.md");
  const auto answer = [&](std::size_t step) {
    return compute_answer(file.answers.at(step), file.lesson.steps.at(step).session, {}).value;
  };
  EXPECT_EQ(answer(0), LessonValue(85 / 256.0 * 0.25)); // 213.3248 rounds to 213, less 128 is 85
  EXPECT_EQ(answer(1), LessonValue("clamp"));
  const ListedGroup group = parse_lesson_order(blocks[1], "lessons.md").at(0);
  EXPECT_EQ(group.lessons, std::vector<std::string>{file.lesson.id});
  const AnsweredQuestion answered = parse_answers(blocks[2], "lessons.md").at(0);
  EXPECT_EQ(answered.page, file.lesson.id);
  EXPECT_EQ(answered.question, file.lesson.steps.at(0).question.english);
  ASSERT_EQ(answered.predictions.size(), 2u);
  for (const Prediction& prediction : answered.predictions)
    EXPECT_EQ(matches(prediction.value, answer(0), file.lesson.steps.at(0).tolerance), prediction.right);
  const Bug bug = parse_bugs(blocks[3], "lessons.md").at(0);
  EXPECT_FALSE(same_picture(bug.broken(), bug.sound, {}));
}

class LessonVerb : public testing::Test {
protected:
  Program program;
};

TEST_F(LessonVerb, ListsPrintsAndChecks) {
  const Ran list = program.run({"lesson"});
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_NE(list.out.find("half-a-texel"), std::string::npos);
  EXPECT_NE(list.out.find("Streaks instead of tiles"), std::string::npos);
  const Ran one = program.run({"lesson", "half-a-texel"});
  EXPECT_NE(one.out.find("What does tex2D<float>(texture, 1.0f, 2.5f) return?"), std::string::npos)
      << one.out;
  EXPECT_EQ(one.out.find("0.125"), std::string::npos) << "the answer is not printed";
  const Ran chinese = program.run({"lesson", "half-a-texel", "--language", "zh-Hans"});
  EXPECT_NE(chinese.out.find("半个纹素"), std::string::npos);
  const Ran checked = program.run({"lesson", "half-a-texel", "--check"});
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_NE(checked.out.find("half-a-texel, step 1: 0.125"), std::string::npos) << checked.out;
  EXPECT_EQ(program.run({"lesson", "LIST", "--check"}).code, 0);
}

TEST_F(LessonVerb, AWrongNameSuggestsTheNearest) {
  const Ran ran = program.run({"lesson", "half-a-texle"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("Did you mean \"half-a-texel\"?"), std::string::npos) << ran.err;
  EXPECT_EQ(program.run({"lesson", "--language", "fr"}).code, 2);
}

TEST_F(LessonVerb, TakesAFileAndTheUsersOwn) {
  std::string json = contents(std::string(TEXELSCOPE_SOURCE_DIR) + "/assets/lessons/12-mip-clamp.json");
  json.replace(json.find("mip-clamp"), 9, "my-lesson");
  write(program / "mine.json", json);
  EXPECT_NE(program.run({"lesson", "mine.json", "--check"}).out.find("my-lesson, step 1: 0"),
            std::string::npos);
  std::filesystem::create_directories(program / "texelscope/lessons"); // XDG_DATA_HOME is the folder
  write(program / "texelscope/lessons/mine.json", json);
  write(program / "texelscope/lessons/broken.json", "{\n  \"version\": 1,\n  \"id\": 7\n}\n");
  const Ran ran = program.run({"lesson"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("my-lesson"), std::string::npos) << ran.out;
  EXPECT_NE(ran.err.find("broken.json:3:3: id: is 7, but must be text in quotes."), std::string::npos)
      << ran.err;
}

// Lessons that nobody listed come last, without a number; a list of the user's own adds to the shipped
// groups.
TEST_F(LessonVerb, TheUsersOwnAreListedToo) {
  std::string json = contents(std::string(TEXELSCOPE_SOURCE_DIR) + "/assets/lessons/12-mip-clamp.json");
  json.replace(json.find("mip-clamp"), 9, "my-lesson");
  const auto own = program / "texelscope/lessons";
  std::filesystem::create_directories(own);
  write(own / "mine.json", json);
  const auto listed = [&](const std::string& id) {
    const auto all = nlohmann::json::parse(program.run({"lesson", "--json"}).out);
    for (const auto& lesson : all.at("lessons"))
      if (lesson.at("id") == id) return lesson;
    return nlohmann::json();
  };
  EXPECT_EQ(listed("what-is-a-texel").at("number"), 1);
  EXPECT_EQ(listed("what-is-a-texel").at("group"), "basics");
  EXPECT_EQ(listed("my-lesson").at("number"), nullptr);
  EXPECT_EQ(listed("my-lesson").at("group"), nullptr);
  EXPECT_NE(program.run({"lesson"}).out.find("\nMore lessons\n  my-lesson"), std::string::npos);
  write(own / "order.json",
        "{\"version\": 1, \"groups\": [{\"id\": \"cost\", \"title\": {\"en\": \"X\"}, \"lessons\": "
        "[\"my-lesson\", \"nothing\"]}]}");
  EXPECT_EQ(listed("my-lesson").at("group"), "cost");
  EXPECT_EQ(listed("my-lesson").at("number"), 28);
  EXPECT_EQ(listed("older-books").at("number"), 30);
  const Ran ran = program.run({"lesson"});
  EXPECT_NE(ran.err.find("order.json: lists \"nothing\", but there is no such lesson."), std::string::npos)
      << ran.err;
  EXPECT_EQ(ran.out.find("More lessons"), std::string::npos);
}

TEST_F(LessonVerb, AWrongAnswerFailsTheCheck) {
  std::string json =
      contents(std::string(TEXELSCOPE_SOURCE_DIR) + "/assets/lessons/03-unnormalized-wrap.json");
  json.replace(json.find("\"is\": \"clamp\""), 13, "\"is\": \"never\"");
  write(program / "mine.json", json);
  const Ran ran = program.run({"lesson", "mine.json", "--check"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("step 1: the answer is clamp, which equals 0 choices"), std::string::npos)
      << ran.err;
}

} // namespace
} // namespace texelscope
