#include "kernels/studies/lessons/lesson_writer.h"

#include <algorithm>
#include <cctype>

#include <nlohmann/json.hpp>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/state/stored/texture_path.h"
#include "kernels/studies/lessons/lesson_file.h"
#include "kernels/studies/lessons/lesson_members.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
Json text_json(const std::string& content) {
  return written(LocalizedText{content, {}});
}

// Only what differs from a new session, as an author would write it.
Json session_json(const Session& session) {
  const Json all = Json::parse(write_session(session)), fresh = Json::parse(write_session(Session()));
  Json json = Json::object();
  for (const auto& [part, fields] : all.items())
    if (fields.is_object())
      for (const auto& [name, value] : fields.items())
        if (value != fresh[part][name]) json[part][name] = value;
  return json;
}

Json answer_json(const NewStep::Question& question) {
  JsonWriter writer;
  writer("fetch", question.at);
  describe_part(writer, question);
  return std::move(writer.json);
}

Json step_json(const NewStep& step, const fs::path& file) {
  Session moved = step.session;
  moved.texture.path = texture_path_from(session_folder(file), step.session, step.base);
  Json json = {{"text", text_json(step.text)}, {"session", session_json(moved)}};
  if (step.look) json["look"] = {{"at", *step.look}};
  if (!step.question) return json;
  json["question"] = text_json(step.question->question);
  json["answer"] = answer_json(*step.question);
  if (step.question->tolerance != 0) json["tolerance"] = step.question->tolerance;
  if (!step.question->see.empty()) json["see"] = text_json(step.question->see);
  return json;
}

// "Half a texel" becomes "half-a-texel". Other scripts stay as they are.
std::string id_of(const fs::path& file) {
  std::string id;
  for (const char c : file.stem().string()) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 128 || std::isalnum(byte))
      id += char(std::tolower(byte));
    else if (!id.empty() && id.back() != '-')
      id += '-';
  }
  while (id.ends_with('-'))
    id.pop_back();
  return id.empty() ? "lesson" : id;
}

void write_checked(const fs::path& file, Json lesson) {
  const std::string json = json_text(std::move(lesson));
  if (json.size() > max_lesson_bytes)
    throw UserError(say(Text::lesson_too_large, {file.string(), byte_text(max_lesson_bytes)}));
  parse_lesson(json, file.string(), file.parent_path());
  write_text_file(file, json);
}
} // namespace

std::string write_lesson(const fs::path& file, const std::string& title, const NewStep& step) {
  const std::string id = id_of(file);
  write_checked(file, {{"version", 1},
                       {"id", id},
                       {"title", text_json(title.empty() ? file.stem().string() : title)},
                       {"steps", Json::array({step_json(step, file)})}});
  return id;
}

int append_step(const fs::path& file, const NewStep& step) {
  const std::string before = read_text_file(file, max_lesson_bytes);
  const std::size_t steps = parse_lesson(before, file.string(), file.parent_path()).lesson.steps.size();
  if (steps >= max_lesson_steps)
    throw UserError(say(Text::lesson_full, {file.string(), std::to_string(steps)}));
  Json lesson = Json::parse(before);
  lesson["steps"].push_back(step_json(step, file));
  write_checked(file, std::move(lesson));
  return int(steps) + 1;
}

} // namespace texelscope
