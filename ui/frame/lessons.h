// Lessons and bugs to spot (kernels/studies/lessons/lesson.h) in the window, and the learner's progress.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/ground/base/async_result.h"
#include "kernels/studies/lessons/lesson.h"

namespace texelscope::ui {

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

// What the learner entered for a lesson, while the window is open.
struct LessonProgress {
  struct Answer {
    std::string typed;
    int choice = -1;
    bool revealed = false;
  };
  std::uint64_t answered = 0, right = 0; // as those of LessonState
  std::map<int, Answer> answers;         // by step
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
  std::uint64_t right = 0;        // a bit for each step whose first prediction was right
  int wrong_suspects = 0;         // that were named
  std::string named;              // the suspect named last
  bool gave_up = false;
  int opened = 0;                // a counter; another value makes the app start anew
  bool reveal_requested = false; // by its key
  bool reveal_pending = false;   // requested before the answer was computed
  bool all_settings = false;     // the settings' column shows not only those of the step
  bool focus_requested = false;  // the field of the answer gets the keyboard
  int typed_ahead = 0;           // frames in which it gets it, after a digit that was typed without it
  int key_choice = -1;           // an answer or a suspect, by Alt and a digit
  int scroll_frames = 0;         // until the revealed answer is visible
  int pin_frames = 0;            // until the step's position is pinned: the panels move first
  bool hides = true;             // as of the last frame: what would tell the answer
  std::optional<Session> own;    // the user's, from before a lesson that was just opened; the app takes it
  std::vector<std::string> done; // ids; of bugs "bug.ID"
  std::map<int, LessonProgress> progress; // by lesson; of the open step after it is left

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
int count_asked(const Lesson& lesson);
int count_right(const Lesson& lesson, const LessonState& state); // of these, by their first predictions
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
