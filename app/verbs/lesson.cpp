// texelscope lesson: lists lessons, prints one, checks their answers.
#include <algorithm>

#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/studies/lessons/answers_file.h"
#include "kernels/studies/lessons/lesson_file.h"
#include "kernels/studies/lessons/lesson_report.h"
#include "kernels/unit/image_io/read_image.h"

namespace texelscope {

namespace {
class Check {
public:
  explicit Check(AnswerMachine on) : machine(std::move(on)) {}

  void lesson(const LessonFile& file) {
    for (std::size_t i = 0; i < file.answers.size(); ++i)
      try {
        step(file, i);
      } catch (const std::exception& error) {
        fail(say(Text::lesson_cannot, {file.lesson.id, std::to_string(i + 1), sentence_of(error)}));
      }
  }
  void bug(const Bug& bug) {
    const auto& [path, value] = bug.wrong.front();
    ++count;
    if (same_picture(bug.broken(), bug.sound, machine.base))
      return fail(say(Text::lesson_bug_silent, {bug.id, path}));
    const Field* field = find_field(path);
    print_line(say(Text::lesson_bug_line, {bug.id, path, format_value(*field, value)}));
  }
  int failed = 0, count = 0;

private:
  void step(const LessonFile& file, std::size_t i) {
    const LessonStep& step = file.lesson.steps[i];
    if (!step.asks()) return;
    ++count;
    const LessonTruth truth = compute_answer(file.answers[i], step.session, machine);
    const std::string value = value_text(truth.value), number = std::to_string(i + 1);
    int right = 0;
    for (const LessonChoice& choice : step.choices)
      right += matches(choice.is, truth.value, step.tolerance);
    const bool is_number = std::holds_alternative<double>(truth.value);
    if (step.choices.empty() ? !is_number : right != 1)
      return fail(say(Text::lesson_no_choice, {file.lesson.id, number, value, std::to_string(right)}));
    print_line(say(Text::lesson_answer_line, {file.lesson.id, number, value, truth.source}));
  }
  void fail(const std::string& sentence) {
    ++failed;
    print_error(sentence);
  }

  AnswerMachine machine;
};

int check(const LessonLibrary& library, const std::vector<LessonFile>& chosen, bool all,
          const AnswerMachine& machine) {
  Check run(machine);
  for (const LessonFile& file : chosen)
    run.lesson(file);
  if (all)
    for (const Bug& bug : library.bugs)
      run.bug(bug);
  if (run.failed == 0) return 0;
  throw UserError(say(Text::lesson_check_failed, {std::to_string(run.failed), std::to_string(run.count)}));
}
} // namespace

static int print_collected(const std::vector<std::string>& files, const Arguments& arguments, bool json) {
  for (const char* flag : {"--answers", "--check", "--backend"})
    if (arguments.given(flag)) throw UserError(say(Text::flags_exclude, {flag, "--collect"}));
  if (files.empty()) throw UserError(text(Text::lesson_collect_files));
  std::vector<std::vector<AnsweredQuestion>> all;
  for (const std::string& file : files)
    all.push_back(load_answers(file));
  const std::vector<CollectedQuestion> questions = collect(all);
  json ? print_data(collected_json(files, questions)) : print_text(collected_text(files, questions));
  return 0;
}

static AnswerMachine machine_of(std::optional<BackendKind> backend) {
  return {backend ? *backend == BackendKind::cuda : cuda_report().problem.empty(), {}};
}

int run_lesson(const std::vector<std::string>& args) {
  Arguments arguments("texelscope lesson", Text::lesson_about);
  arguments.positionals("NAME", Text::lesson_name_help, Stream::input);
  bool answers = false, json = false, checks = false, collects = false;
  std::optional<BackendKind> backend;
  arguments.toggle("--answers", Text::lesson_answers_help, answers);
  arguments.toggle("--json", Text::lesson_json_help, json);
  arguments.toggle("--check", Text::lesson_check_help, checks);
  arguments.toggle("--collect", Text::lesson_collect_help, collects);
  arguments.option("--backend", Text::app_backend_help, backend);
  if (!arguments.parse(args)) return 0;
  const std::vector<std::string>& names = arguments.all_text("NAME");
  if (collects) return print_collected(names, arguments, json);
  if (names.size() > 1) throw UserError(say(Text::lesson_one_name, {names[1]}));
  const std::string name = names.empty() ? "LIST" : names.front();
  for (const char* flag : {"--answers", "--json"})
    if (arguments.given(flag) && checks) throw UserError(say(Text::flags_exclude, {flag, "--check"}));
  const LessonLibrary library = load_lessons(lesson_folders());
  for (const std::string& problem : library.problems)
    print_warning(problem);
  const bool all = name == "LIST" || name == "list";
  const auto bug = std::ranges::find(library.bugs, name, &Bug::id);
  if (bug != library.bugs.end() && !checks) {
    json ? print_data(bug_json(*bug, answers)) : print_text(bug_text(*bug, answers));
    return 0;
  }
  const std::vector<LessonFile> chosen = all ? library.lessons : std::vector{find_lesson(library, name)};
  if (checks) return check(library, chosen, all, machine_of(backend));
  if (all && answers) throw UserError(say(Text::tools_missing, {"NAME", "lesson"}));
  if (all) {
    json ? print_data(lessons_json(library)) : print_text(lessons_text(library));
    return 0;
  }
  const LessonFile& lesson = chosen.front();
  const auto truths = answers ? answers_of(lesson, machine_of(backend)) : std::vector<LessonTruth>();
  json ? print_data(lesson_json(lesson.lesson, truths)) : print_text(lesson_text(lesson.lesson, truths));
  return 0;
}

} // namespace texelscope
