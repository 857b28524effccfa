// Lessons and bugs to spot: their texts and questions, and what is right. kernels/studies/lessons reads them
// from files and computes the true answers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/ground/base/variant.h"
#include "kernels/state/session/fields.h"
#include "kernels/studies/lessons/panels.h"

namespace texelscope {

// The same text in each language of the lessons; an empty one is shown in English.
struct LocalizedText {
  std::string english, chinese;
  bool empty() const { return english.empty(); }
};
const std::string& in_language(const LocalizedText& translations); // in the window's language

using FieldSettings = std::vector<std::pair<std::string, FieldValue>>; // by path
void apply(const FieldSettings& settings, Session& session);

// A button: it sets fields, or opens a tab or a lab.
struct LessonTry {
  LocalizedText label;
  FieldSettings fields;
  std::string tab;   // by its name; empty: none
  bool warp = false; // the tab PROFILE shows the warp
  Lab lab = Lab::none;
};

// A computed answer: a number, or a word such as an address mode's identifier.
using LessonValue = Variant<double, std::string>;
std::string value_text(const LessonValue& value);
std::optional<double> parse_prediction(std::string_view typed); // "0.125", "1/8", "-1e-3", "0,125"

struct LessonChoice {
  LocalizedText label;
  LessonValue is;    // the value for which it is the right one
  LocalizedText why; // shown after a wrong choice; empty: nothing
};

struct LessonStep {
  LocalizedText text; // paragraphs end with a line feed
  Session session;
  std::optional<std::array<double, 2>> at; // a normalized texture coordinate; the pixel there is pinned
  std::optional<std::array<double, 3>> direction; // of a cube, in its place
  std::vector<LessonTry> tries;
  LocalizedText question;            // empty: none, and no answer
  std::vector<LessonChoice> choices; // empty: a number is requested
  double tolerance = 0;              // of numbers
  LocalizedText see;                 // what to see, after the answer
  bool asks() const { return !question.empty(); }
};

// The coordinate of the step's position as a program passes it: "u = 1.25", "x = 2.2, y = 3.3". Left out is
// one at a row's center or in the middle, which authors take where it does not matter.
std::string coordinate_label(const LessonStep& step);

struct Lesson {
  std::string id;
  LocalizedText title;
  std::vector<LessonStep> steps; // at least one
  int number = 0;                // from 1 on, in the order of the groups; 0: in no group
  int group = -1;                // of LessonShelf::groups
};

std::string numbered_title(const Lesson&); // "3. Half a texel"

// The paths of the settings that the step is about: those that its buttons set, and those of the sampler and
// the fetch that it changes against the step before, the first one against a new session.
std::vector<std::string_view> step_settings(const Lesson&, std::size_t step);

struct LessonGroup {
  std::string id;
  LocalizedText title;
};

// A correct session with one field set wrong. It is solved when the picture has the correct one's bits again,
// or the field is named.
struct Bug {
  std::string id;
  LocalizedText title, symptom, why;
  Session sound;
  FieldSettings wrong;               // one field
  std::vector<std::string> suspects; // paths, the wrong field's among them
  Session broken() const;
};

struct LessonTruth {
  LessonValue value;
  std::string source; // who found it, a sentence
};

// What a learner predicted, when the answer was requested.
struct Attempt {
  enum class Kind : std::uint8_t { predicted, named, changed, gave_up }; // all but the first: of a bug
  Kind kind = Kind::predicted;
  std::string page;     // the lesson's id, or the bug's
  int step = 0;         // from 1 on; 0: a bug
  std::string question; // a bug's symptom
  LessonValue value;    // the number, what the choice stands for, or the named field
  bool right = false;
};

enum class Judgement : std::uint8_t { exact, close, wrong };
// `predicted`: a number, or the index of a choice. `choices` are right if their value is within the
// tolerance.
bool matches(const LessonValue& a, const LessonValue& b, double tolerance);
Judgement judge(const LessonStep& step, const LessonValue& truth, double number, int choice);
// "Right.", or how far a number is off.
std::string verdict_text(const LessonStep& step, const LessonValue& truth, double number, int choice);
// The answer of a question without choices, with one digit more than the tolerance asks for.
std::string truth_text(const LessonStep& step, const LessonValue& truth);

} // namespace texelscope
