#include "kernels/studies/lessons/answers_file.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

#include <fmt/chrono.h>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/described.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/lessons/lesson_members.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
constexpr std::size_t max_answers_bytes = std::size_t(16) << 20;
constexpr int max_answers_levels = 8;
constexpr std::string_view attempt_names[] = {"predicted", "named", "changed", "gave_up"};

struct QuestionPage { // one of lesson and bug
  std::optional<std::string> lesson;
  std::optional<int> step; // of a lesson
  std::optional<std::string> bug;
};

template <class Question>
QuestionPage page_of(const Question& question) {
  if (question.step == 0) return {{}, {}, question.page};
  return {question.page, question.step, {}};
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

// Adds the question if it is not there yet.
template <class T>
T& question_of(std::vector<T>& all, const std::string& page, int step, const std::string& question) {
  const auto same = [&](const T& there) { return there.page == page && there.step == step; };
  const auto found = std::ranges::find_if(all, same);
  if (found != all.end()) return *found;
  T& added = all.emplace_back();
  added.page = page;
  added.step = step;
  added.question = question;
  return added;
}

std::string page_text(const CollectedQuestion& question) {
  return question.step == 0 ? question.page : fmt::format("{}:{}", question.page, question.step);
}

struct AnswersFile {
  std::vector<AnsweredQuestion> questions;
};
} // namespace

static std::string_view name(Attempt::Kind kind) {
  return attempt_names[std::size_t(kind)];
}

template <class Archive>
void describe(Archive& archive, Described<Archive, QuestionPage>& page) {
  archive("lesson", page.lesson);
  archive("step", page.step, Within{1, 1000});
  archive("bug", page.bug);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, Prediction>& prediction) {
  archive.unless_default("kind", prediction.kind, ByName{std::size(attempt_names)});
  archive("predicted", prediction.value, number_or_word);
  archive("right", prediction.right);
  archive("time", prediction.time);
  archive("seconds", prediction.seconds);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, AnsweredQuestion>& question) {
  QuestionPage page;
  if constexpr (!Archive::reads) page = page_of(question);
  describe(archive, page);
  if constexpr (Archive::reads) {
    if (page.lesson.has_value() == page.bug.has_value())
      archive.object().refuse(text(Text::answers_wants_page));
    question.page = page.lesson ? *page.lesson : *page.bug;
    if (page.lesson && !page.step) archive.need("step");
    question.step = page.lesson && page.step ? *page.step : 0;
  }
  archive("question", question.question);
  archive("predictions", question.predictions);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, AnswersFile>& file) {
  archive.constant("format", "texelscope-answers");
  archive.constant("version", 1);
  archive("questions", file.questions);
}

std::vector<AnsweredQuestion> parse_answers(std::string_view json, std::string_view name) {
  const JsonText source{json, name};
  const JsonValue tree = parse_strict_json(source, max_answers_levels);
  return read_described<AnswersFile>(JsonNode(source, tree)).questions;
}

std::vector<AnsweredQuestion> load_answers(const fs::path& file) {
  return parse_answers(read_text_file(file, max_answers_bytes), input_name(file));
}

std::string answers_json(const std::vector<AnsweredQuestion>& questions) {
  return json_text(written(AnswersFile{questions}));
}

void AnswerRecorder::start(const fs::path& file) {
  std::error_code error;
  std::vector<AnsweredQuestion> questions;
  if (fs::exists(file, error)) try {
      questions = load_answers(file);
    } catch (const UserError&) {
      throw UserError(say(Text::answers_other, {file.string()}));
    }
  write_text_file(file, answers_json(questions));
  file_ = fs::absolute(file, error);
  questions_ = std::move(questions);
}

void AnswerRecorder::add(const std::vector<Attempt>& attempts, int opened, double now) {
  if (opened != opened_) opened_at_ = now;
  opened_ = opened;
  if (!is_on() || attempts.empty()) return;
  const double seconds = std::round((now - opened_at_) * 10) / 10;
  for (const Attempt& attempt : attempts)
    question_of(questions_, attempt.page, attempt.step, attempt.question)
        .predictions.push_back({attempt.kind, attempt.value, attempt.right, utc_now(), seconds});
  write_text_file(file_, answers_json(questions_));
}

std::vector<CollectedQuestion> collect(const std::vector<std::vector<AnsweredQuestion>>& files) {
  std::vector<CollectedQuestion> all;
  std::vector<std::vector<std::pair<std::string, int>>> wrong; // of each question: how often each was given
  for (const auto& file : files)
    for (const AnsweredQuestion& answered : file) {
      if (answered.predictions.empty()) continue;
      CollectedQuestion& question = question_of(all, answered.page, answered.step, answered.question);
      wrong.resize(all.size());
      const Prediction& first = answered.predictions.front();
      ++question.answered;
      question.right_first += first.right;
      question.right_last += answered.predictions.back().right;
      if (first.right || first.kind == Attempt::Kind::gave_up) continue;
      auto& counts = wrong[std::size_t(&question - all.data())];
      const std::string value = value_text(first.value);
      const auto found = std::ranges::find(counts, value, &std::pair<std::string, int>::first);
      if (found == counts.end())
        counts.emplace_back(value, 1);
      else
        ++found->second;
    }
  for (std::size_t i = 0; i < wrong.size(); ++i)
    for (const auto& [value, count] : wrong[i])
      if (count > all[i].common_wrong_count) {
        all[i].common_wrong = value;
        all[i].common_wrong_count = count;
      }
  return all;
}

std::string collected_text(const std::vector<std::string>& files, const std::vector<CollectedQuestion>& all) {
  std::string out = say(Text::collect_files, {std::to_string(files.size())}) + "\n";
  if (all.empty()) return out + text(Text::collect_none) + "\n";
  const std::string head[] = {text(Text::collect_question), text(Text::collect_answered),
                              text(Text::collect_first), text(Text::collect_last), text(Text::collect_wrong)};
  std::size_t first = head[0].size();
  for (const CollectedQuestion& question : all)
    first = std::max(first, page_text(question).size());
  out +=
      fmt::format("{:<{}}  {:>8}  {:>14}  {:>13}  {}\n", head[0], first, head[1], head[2], head[3], head[4]);
  for (const CollectedQuestion& question : all) {
    const std::string common =
        question.common_wrong_count == 0
            ? "-"
            : say(Text::collect_times, {question.common_wrong, std::to_string(question.common_wrong_count)});
    out += fmt::format("{:<{}}  {:>8}  {:>14}  {:>13}  {}\n", page_text(question), first, question.answered,
                       question.right_first, question.right_last, common);
  }
  return out;
}

std::string collected_json(const std::vector<std::string>& files, const std::vector<CollectedQuestion>& all) {
  Json json = {{"files", files}, {"questions", Json::array()}};
  for (const CollectedQuestion& question : all) {
    Json made = written(page_of(question));
    made.update({{"question", question.question},
                 {"answered", question.answered},
                 {"right_first", question.right_first},
                 {"right_last", question.right_last},
                 {"common_wrong", nullptr},
                 {"common_wrong_count", question.common_wrong_count}});
    if (question.common_wrong_count > 0) made["common_wrong"] = question.common_wrong;
    json["questions"].push_back(std::move(made));
  }
  return json_text(std::move(json));
}

} // namespace texelscope
