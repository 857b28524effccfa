// Sessions and what holds them, and the user's own files.
#include "kernels/state/stored/import_desc.h"
#include "kernels/state/stored/pasted_state.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/state/stored/settings_file.h"
#include "kernels/state/stored/share_bytes.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/studies/lessons/answers_file.h"
#include "kernels/studies/lessons/lesson_file.h"
#include "tests/fuzz/parsers.h"
#include "tests/fuzz/properties.h"

namespace texelscope::fuzz {

void session(std::string_view bytes) {
  const auto parse = [](std::string_view json) { return parse_session(json, "session.json"); };
  if (const auto read = accepted(bytes, parse, write_session)) require_valid(*read);
}

void settings(std::string_view bytes) {
  accepted(
      bytes, [](std::string_view json) { return parse_settings(json, "settings.json"); }, write_settings);
}

void lesson(std::string_view bytes) {
  accepted(bytes, [](std::string_view json) { return parse_lesson_order(json, "order.json"); });
  const auto read = accepted(bytes, [](std::string_view json) { return parse_lesson(json, "lesson.json"); });
  if (!read) return;
  require(read->answers.size() == read->lesson.steps.size(), "each step has an answer");
  for (const LessonStep& step : read->lesson.steps)
    require_valid(step.session);
}

void bugs(std::string_view bytes) {
  const auto read = accepted(bytes, [](std::string_view json) { return parse_bugs(json, "bugs.json"); });
  if (!read) return;
  for (const Bug& bug : *read) {
    require_valid(bug.sound);
    require_valid(bug.broken());
  }
}

void answers(std::string_view bytes) {
  const auto parse = [](std::string_view json) { return parse_answers(json, "answers.json"); };
  const auto read = accepted(bytes, parse, answers_json);
  if (!read) return;
  const auto collected = collect({*read, *read});
  require(!collected_text({"a", "b"}, collected).empty() && !collected_json({"a", "b"}, collected).empty(),
          "answers are collected");
}

namespace {
// A line with such content, and the checksum that belongs to it.
std::string line_of(std::string_view content) {
  ByteWriter to;
  to.bytes.assign(content.begin(), content.end());
  to.fixed(crc32(to.bytes.data(), to.bytes.size()), 4);
  return "tx1." + base64url(to.bytes);
}

void check_line(std::string_view line) {
  const auto read = accepted(line, parse_share_line);
  if (!read) return;
  require_valid(*read);
  const auto again = accepted(line, [&](std::string_view) { return texelscope::share_line(*read); });
  if (!again || again->without_strokes) return; // too long
  require_comes_back(again->line, parse_share_line,
                     [](const Session& from) { return texelscope::share_line(from).line; });
}
} // namespace

void share_line(std::string_view bytes) {
  if (is_share_line(bytes)) check_line(bytes);
  check_line(line_of(bytes));
}

void pasted_text(std::string_view bytes) {
  const auto read = accepted(bytes, [](std::string_view pasted) { return parse_pasted(pasted, Session()); });
  if (!read) return;
  require(!read->summary.empty(), "what was pasted is told");
  require_valid(read->loaded.session);
}

void descriptor(std::string_view bytes) {
  const auto read =
      accepted(bytes, [](std::string_view code) { return import_desc(code, "code.cu", Sampler()); });
  if (!read) return;
  for (const ImportWarning& warning : read->warnings)
    require_sentence(warning.sentence, bytes);
  Session session;
  session.sampler = read->sampler;
  require_valid(session);
}

} // namespace texelscope::fuzz
