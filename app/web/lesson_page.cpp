#include "app/web/lesson_page.h"

#include <nlohmann/json.hpp>

#include "app/web/answered.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/session_file.h"

namespace texelscope::web {

namespace {
using Json = nlohmann::ordered_json;

Json settings_json(const FieldSettings& settings) {
  Json json = Json::object();
  for (const auto& [path, value] : settings)
    json[path] = value_json(value);
  return json;
}

Json step_json(const Lesson& lesson, std::size_t index) {
  const LessonStep& step = lesson.steps[index];
  Json json = {{"text", in_language(step.text)},
               {"session", session_json(step.session)},
               {"question", in_language(step.question)},
               {"settings", step_settings(lesson, index)},
               {"tries", Json::array()},
               {"choices", Json::array()}};
  if (step.at) json["at"] = *step.at;
  if (step.direction) json["at"] = *step.direction;
  json["label"] = coordinate_label(step);
  for (const LessonTry& what : step.tries)
    json["tries"].push_back({{"label", in_language(what.label)},
                             {"fields", settings_json(what.fields)},
                             {"tab", what.tab},
                             {"lab", what.lab != Lab::none}});
  for (const LessonChoice& choice : step.choices)
    json["choices"].push_back(in_language(choice.label));
  return json;
}

Json bug_json(const Bug& bug) {
  Json json = {{"id", bug.id},
               {"title", in_language(bug.title)},
               {"symptom", in_language(bug.symptom)},
               {"session", session_json(bug.broken())},
               {"suspects", Json::array()}};
  for (const std::string& path : bug.suspects)
    json["suspects"].push_back({{"path", path}, {"label", text(find_field(path)->label)}});
  return {{"bug", std::move(json)}};
}
} // namespace

std::string LessonPage::open(std::string_view json) {
  return answered([&] {
    lesson_.reset();
    bug_.reset();
    if (Json::parse(json).contains("bugs"))
      bug_ = parse_bugs(json, "").at(0);
    else
      lesson_ = parse_lesson(json, "");
    return words();
  });
}

std::string LessonPage::words() const {
  if (bug_) return json_text(bug_json(*bug_));
  if (!lesson_) return json_text(Json::object());
  Json json = {
      {"id", lesson_->lesson.id}, {"title", in_language(lesson_->lesson.title)}, {"steps", Json::array()}};
  for (std::size_t i = 0; i < lesson_->lesson.steps.size(); ++i)
    json["steps"].push_back(step_json(lesson_->lesson, i));
  return json_text({{"lesson", std::move(json)}});
}

std::string LessonPage::check(int index, std::string_view typed, int choice) const {
  return answered([&] {
    const auto at = std::size_t(index);
    const LessonStep& step = lesson_->lesson.steps.at(at);
    const auto number = parse_prediction(typed);
    if (step.choices.empty() ? !number : choice < 0)
      return json_text({{"predict_first", text(step.choices.empty() ? Text::lesson_number_first
                                                                    : Text::lesson_predict_first)}});
    const LessonTruth truth = compute_answer(lesson_->answers[at], step.session, {});
    Json json = {{"right", judge(step, truth.value, number.value_or(0), choice) != Judgement::wrong},
                 {"verdict", verdict_text(step, truth.value, number.value_or(0), choice)},
                 {"truth", step.choices.empty() ? truth_text(step, truth.value) : ""},
                 {"right_choices", Json::array()},
                 {"why", ""},
                 {"see", in_language(step.see)},
                 {"source", truth.source}};
    for (std::size_t i = 0; i < step.choices.size(); ++i) {
      const bool right = matches(step.choices[i].is, truth.value, step.tolerance);
      if (right) json["right_choices"].push_back(i);
      if (!right && int(i) == choice) json["why"] = in_language(step.choices[i].why);
    }
    return json_text(std::move(json));
  });
}

std::string LessonPage::spot(const Session& session, std::string_view suspect, bool gives_up) const {
  return answered([&] {
    const Field& field = *find_field(bug_->wrong.front().first);
    const std::string label = text(field.label), wrong = format_value(field, field.get(bug_->broken())),
                      sound = format_value(field, field.get(bug_->sound));
    std::string sentence;
    if (gives_up)
      sentence = say(Text::bug_told, {label, wrong, sound});
    else if (suspect == field.path)
      sentence = say(Text::bug_found, {label, wrong, sound});
    else if (suspect.empty() && same_picture(session, bug_->sound, {}))
      sentence = say(Text::bug_fixed, {label, wrong});
    const bool found = !sentence.empty();
    if (!found && !suspect.empty()) sentence = say(Text::bug_not_it, {text(find_field(suspect)->label)});
    return json_text({{"found", found},
                      {"sentence", sentence},
                      {"why", found ? in_language(bug_->why) : ""},
                      {"cure", found ? Json{{std::string(field.path), value_json(field.get(bug_->sound))}}
                                     : Json::object()}});
  });
}

} // namespace texelscope::web
