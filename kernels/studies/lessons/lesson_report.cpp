#include "kernels/studies/lessons/lesson_report.h"

#include <nlohmann/json.hpp>

#include "kernels/ground/files/json_text.h"
#include "kernels/ground/files/text_columns.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/fields.h"

namespace texelscope {

namespace {
using Json = nlohmann::ordered_json;
constexpr std::size_t line_width = 100;

// Puts an empty line before each paragraph.
std::string paragraphs(const std::string& content) {
  const std::string all = content.substr(0, content.find_last_not_of('\n') + 1);
  std::string out;
  for (std::size_t from = 0; from <= all.size();) {
    const std::size_t end = std::min(all.find('\n', from), all.size());
    out += two_columns("", all.substr(from, end - from), 0, line_width);
    from = end + 1;
  }
  return out;
}
std::string paragraphs(const LocalizedText& both) {
  return paragraphs(in_language(both));
}

// The text of the chosen answer, or the number alone.
std::string answer_text(const LessonStep& step, const LessonTruth& truth) {
  for (const LessonChoice& choice : step.choices)
    if (matches(choice.is, truth.value, step.tolerance)) return in_language(choice.label);
  return value_text(truth.value);
}

// The bug's value in the sound session.
std::string sound_value(const Bug& bug) {
  const Field& field = *find_field(bug.wrong.front().first);
  return format_value(field, field.get(bug.sound));
}
std::string wrong_value(const Bug& bug) {
  const auto& [path, value] = bug.wrong.front();
  return format_value(*find_field(path), value);
}

std::string group_title(const LessonLibrary& library, int group) {
  return group < 0 ? text(Text::lesson_other_group) : in_language(library.groups[std::size_t(group)].title);
}

Json listed_json(const LessonLibrary& library, const Lesson& lesson) {
  Json listed = {
      {"id", lesson.id}, {"title", in_language(lesson.title)}, {"number", nullptr}, {"group", nullptr}};
  if (lesson.group >= 0)
    listed.update({{"number", lesson.number}, {"group", library.groups[std::size_t(lesson.group)].id}});
  return listed;
}

Json value_json(const LessonValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return std::get<std::string>(value);
}
} // namespace

std::vector<LessonTruth> answers_of(const LessonFile& file, const AnswerMachine& machine) {
  std::vector<LessonTruth> truths;
  for (std::size_t i = 0; i < file.answers.size(); ++i)
    truths.push_back(file.lesson.steps[i].asks()
                         ? compute_answer(file.answers[i], file.lesson.steps[i].session, machine)
                         : LessonTruth());
  return truths;
}

std::string lessons_text(const LessonLibrary& library) {
  std::string out;
  const Lesson* before = nullptr;
  for (const LessonFile& file : library.lessons) {
    const Lesson& lesson = file.lesson;
    if (before == nullptr || lesson.group != before->group)
      out += (before != nullptr ? "\n" : "") + group_title(library, lesson.group) + "\n";
    out += two_columns("  " + lesson.id, numbered_title(lesson), 28, line_width);
    before = &lesson;
  }
  out += "\n" + std::string(text(Text::menu_bugs)) + "\n";
  for (const Bug& bug : library.bugs)
    out += two_columns("  " + bug.id, in_language(bug.title), 28, line_width);
  return out;
}

std::string lessons_json(const LessonLibrary& library) {
  Json json = {{"groups", Json::array()}, {"lessons", Json::array()}, {"bugs", Json::array()}};
  for (const LessonGroup& group : library.groups)
    json["groups"].push_back({{"id", group.id}, {"title", in_language(group.title)}});
  for (const LessonFile& file : library.lessons)
    json["lessons"].push_back(listed_json(library, file.lesson));
  for (const Bug& bug : library.bugs)
    json["bugs"].push_back({{"id", bug.id}, {"title", in_language(bug.title)}});
  return json_text(std::move(json));
}

std::string lesson_text(const Lesson& lesson, const std::vector<LessonTruth>& truths) {
  std::string out = in_language(lesson.title) + "\n";
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const LessonStep& step = lesson.steps[i];
    out += "\n" + say(Text::lesson_step_title, {std::to_string(i + 1), std::to_string(lesson.steps.size())}) +
           "\n";
    out += paragraphs(step.text);
    if (!step.asks()) continue;
    out += paragraphs(step.question);
    for (const LessonChoice& choice : step.choices)
      out += two_columns("  -", in_language(choice.label), 4, line_width);
    if (truths.empty()) continue;
    out += paragraphs(say(Text::lesson_answer, {answer_text(step, truths[i]), truths[i].source}));
    if (!step.see.empty()) out += paragraphs(step.see);
  }
  return out;
}

std::string lesson_json(const Lesson& lesson, const std::vector<LessonTruth>& truths) {
  Json json = {{"id", lesson.id}, {"title", in_language(lesson.title)}, {"steps", Json::array()}};
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const LessonStep& step = lesson.steps[i];
    Json made = {{"text", in_language(step.text)},
                 {"question", in_language(step.question)},
                 {"choices", Json::array()}};
    for (const LessonChoice& choice : step.choices)
      made["choices"].push_back(in_language(choice.label));
    if (!truths.empty() && step.asks())
      made.update({{"answer", value_json(truths[i].value)},
                   {"answer_words", answer_text(step, truths[i])},
                   {"source", truths[i].source},
                   {"see", in_language(step.see)}});
    json["steps"].push_back(std::move(made));
  }
  return json_text(std::move(json));
}

std::string bug_text(const Bug& bug, bool answer) {
  std::string suspects;
  for (const std::string& path : bug.suspects)
    suspects += (suspects.empty() ? "" : ", ") + path;
  std::string out = in_language(bug.title) + "\n" + paragraphs(bug.symptom) +
                    paragraphs(say(Text::lesson_bug_suspects, {suspects}));
  if (!answer) return out;
  out +=
      paragraphs(say(Text::lesson_bug_answer, {bug.wrong.front().first, wrong_value(bug), sound_value(bug)}));
  return out + paragraphs(bug.why);
}

std::string bug_json(const Bug& bug, bool answer) {
  Json json = {{"id", bug.id},
               {"title", in_language(bug.title)},
               {"symptom", in_language(bug.symptom)},
               {"suspects", bug.suspects}};
  if (answer)
    json.update({{"field", bug.wrong.front().first},
                 {"wrong", wrong_value(bug)},
                 {"sound", sound_value(bug)},
                 {"why", in_language(bug.why)}});
  return json_text(std::move(json));
}

} // namespace texelscope
