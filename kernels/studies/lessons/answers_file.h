// The predictions of a learner as a file that a lecturer collects, and what a class predicted.
//
//   {"format": "texelscope-answers", "version": 1, "questions": [
//     {"lesson": "half-a-texel", "step": 1, "question": "...", "predictions": [
//       {"predicted": 0.25, "right": false, "time": "2026-11-25T08:00:00Z", "seconds": 12.5}]},
//     {"bug": "squares", "question": "...", "predictions": [
//       {"kind": "named", "predicted": "sampler.filter", "right": true, ...}]}]}
//
// `seconds`: since the page was opened. Questions are in the order in which they were first answered,
// predictions in the order in which they were made.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/studies/lessons/lesson.h"

namespace texelscope {

struct Prediction {
  Attempt::Kind kind = Attempt::Kind::predicted;
  LessonValue value;
  bool right = false;
  std::string time; // UTC, ISO 8601
  double seconds = 0;
};

struct AnsweredQuestion {
  std::string page; // the id of a lesson, or of a bug
  int step = 0;     // from 1 on; 0: a bug
  std::string question;
  std::vector<Prediction> predictions;
};

// Throws a UserError with the place for whatever is not such a file.
std::vector<AnsweredQuestion> parse_answers(std::string_view json, std::string_view name);
std::vector<AnsweredQuestion> load_answers(const std::filesystem::path& file);
std::string answers_json(const std::vector<AnsweredQuestion>& questions);

// Adds to a file whenever a prediction was made. Nothing leaves the machine.
class AnswerRecorder {
public:
  // Goes on with the answers of a file that exists, or writes a new one at once, so that a path that cannot
  // be written is refused here. Throws UserError, FileError or MachineError.
  void start(const std::filesystem::path& file);
  void stop() { file_.clear(); }
  bool is_on() const { return !file_.empty(); }
  const std::filesystem::path& file() const { return file_; }
  // Called once a frame. `opened`: LessonState::opened. Throws FileError or MachineError.
  void add(const std::vector<Attempt>& attempts, int opened, double now);

private:
  std::filesystem::path file_;
  std::vector<AnsweredQuestion> questions_;
  int opened_ = -1;
  double opened_at_ = 0;
};

// How a class answered. A file counts once for each question, by its first and its last prediction.
struct CollectedQuestion {
  std::string page;
  int step = 0;
  std::string question;
  int answered = 0, right_first = 0, right_last = 0;
  std::string common_wrong; // the most frequent wrong first prediction; empty: there is none
  int common_wrong_count = 0;
};
std::vector<CollectedQuestion> collect(const std::vector<std::vector<AnsweredQuestion>>& files);
std::string collected_text(const std::vector<std::string>& files, const std::vector<CollectedQuestion>& all);
std::string collected_json(const std::vector<std::string>& files, const std::vector<CollectedQuestion>& all);

} // namespace texelscope
