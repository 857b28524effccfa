// Lessons and bugs to spot: their texts and questions, and the learner's progress. app/lessons/lessons.h
// reads them from files and computes the true answers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/base/variant.h"
#include "kernels/session/fields.h"
#include "ui/frame/async_result.h"
#include "ui/frame/layout.h"

namespace texelscope::ui {

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
  std::vector<LessonTry> tries;
  LocalizedText question;            // empty: none, and no answer
  std::vector<LessonChoice> choices; // empty: a number is requested
  double tolerance = 0;              // of numbers
  LocalizedText see;                 // what to see, after the answer
  bool asks() const { return !question.empty(); }
};

struct Lesson {
  std::string id;
  LocalizedText title;
  std::vector<LessonStep> steps; // at least one
  int number = 0;                // from 1 on, in the order of the groups; 0: in no group
  int group = -1;                // of LessonShelf::groups
};

std::string numbered_title(const Lesson&); // "3. Half a texel"

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

// The app's content for the window.
struct LessonShelf {
  std::vector<LessonGroup> groups;
  std::vector<Lesson> lessons; // group by group, then those in none
  std::vector<Bug> bugs;
  int opened = 0;                 // LessonState::opened of what follows
  AsyncResult<LessonTruth> truth; // of the open step; empty until it is known
  bool bug_fixed = false;         // the open bug's picture has the sound one's bits
  int bug_tries = 0;              // settled changes that did not fix it
  std::string recorded_in;        // the file of recorded answers; empty: none is written
  std::string own_file;           // of the user's own lesson that is open or was written last; may be empty
};

// What is open, and what the learner has entered. `done` is saved.
struct LessonState {
  int lesson = -1, bug = -1; // one of them, or neither
  int step = 0;
  std::string typed; // the predicted number
  int choice = -1;
  bool revealed = false;
  bool nothing_predicted = false; // the typed text is not a number, or nothing was chosen
  std::uint64_t answered = 0;     // a bit for each step; of a bug, bit 0: it was found or given up
  int wrong_suspects = 0;         // that were named
  std::string named;              // the suspect named last
  bool gave_up = false;
  int opened = 0;                // a counter; another value makes the app start anew
  bool reveal_requested = false; // by its key
  int key_choice = -1;           // an answer or a suspect, by Alt and a digit
  int scroll_frames = 0;         // until the revealed answer is visible
  int pin_frames = 0;            // until the step's position is pinned: the panels move first
  std::optional<Session> own;    // the user's, from before a lesson that was just opened; the app takes it
  std::vector<std::string> done; // ids; of bugs "bug.ID"

  bool open() const { return lesson >= 0 || bug >= 0; }
  bool is_done(const std::string& id) const;
  void mark_done(const std::string& id);
};

// A step that is being written, from the session as it is.
struct StepDraft {
  enum class Answer : std::uint8_t { r, g, b, a, texels, lod };
  bool open = false;
  std::string title, text, question, see, tolerance = "0.01";
  Answer answer = Answer::r;
  std::string error; // why it cannot be written yet
};

// The rule of what an open page hides: until its question is answered, or its bug found, everything that
// tells more than its settings, its picture and its own words. What can never be answered hides nothing.
bool hides_answer(const LessonShelf& shelf, const LessonState& state);
// Answers the open step or bug as somebody who knows the answer; nothing happens until it is computed.
void reveal_answer(const LessonShelf& shelf, LessonState& state);
void show_answer(const Lesson& lesson, LessonState& state); // to the open step, after a prediction
// For a presenter, whose audience predicts: shows it without a prediction, which makes no lesson done.
void present_answer(LessonState& state);

struct State;
// Each sets a session and shows the tab. The first to be opened saves the user's own session for the app,
// which restores it after leave_lesson().
void open_lesson(const LessonShelf& shelf, int lesson, int step, Session& session, State& state);
void open_bug(const LessonShelf& shelf, int bug, Session& session, State& state);
void turn_page(const LessonShelf& shelf, int by, Session& session,
               State& state);                                                // to another step, lesson or bug
void reset_lesson(const LessonShelf& shelf, Session& session, State& state); // its session again
void leave_lesson(State& state);

} // namespace texelscope::ui
