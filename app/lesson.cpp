// texelscope lesson: lists lessons, prints one, checks their answers.
#include <cstdio>

#include <fmt/format.h>

#include "app/arguments.h"
#include "app/errors.h"
#include "app/help.h"
#include "app/lesson_file.h"
#include "app/messages.h"
#include "app/verbs.h"
#include "kernels/cuda_support.h"
#include "kernels/read_image.h"
#include "kernels/texts.h"

namespace texelscope {

namespace {
void print_paragraphs(const ui::LessonWords& both, const char* indent = "") {
  const std::string& all = ui::in_language(both);
  for (std::size_t from = 0; from <= all.size();) {
    const std::size_t end = std::min(all.find('\n', from), all.size());
    std::fputs(
        two_columns(indent, all.substr(from, end - from), std::string_view(indent).size(), 100).c_str(),
        stdout);
    from = end + 1;
  }
}
void print_list(const LessonLibrary& library) {
  for (const LessonFile& file : library.lessons)
    std::fputs(two_columns(file.lesson.id, ui::in_language(file.lesson.title), 26, 100).c_str(), stdout);
  std::printf("\n%s\n", text(Text::menu_bugs));
  for (const ui::Bug& bug : library.bugs)
    std::fputs(two_columns("  " + bug.id, ui::in_language(bug.title), 26, 100).c_str(), stdout);
}
void print_lesson(const ui::Lesson& lesson) {
  std::printf("%s\n", ui::in_language(lesson.title).c_str());
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const ui::LessonStep& step = lesson.steps[i];
    std::printf(
        "\n%s\n",
        say(Text::lesson_step_title, {std::to_string(i + 1), std::to_string(lesson.steps.size())}).c_str());
    print_paragraphs(step.text);
    std::puts("");
    print_paragraphs(step.question);
    for (const ui::LessonChoice& choice : step.choices)
      print_paragraphs(choice.words, "  - ");
  }
}

class Check {
public:
  explicit Check(AnswerMachine on) : machine(std::move(on)) {}

  void lesson(const LessonFile& file) {
    for (std::size_t i = 0; i < file.answers.size(); ++i)
      try {
        step(file, i);
      } catch (const std::exception& error) {
        fail(say(Text::lesson_cannot, {file.lesson.id, std::to_string(i + 1), error.what()}));
      }
  }
  void bug(const ui::Bug& bug) {
    const auto& [path, value] = bug.wrong.front();
    ++count;
    if (same_picture(bug.broken(), bug.sound, machine.base))
      return fail(say(Text::lesson_bug_silent, {bug.id, path}));
    const Field* field = find_field(path);
    std::puts(say(Text::lesson_bug_line, {bug.id, path, to_words(*field, value)}).c_str());
  }
  int failed = 0, count = 0;

private:
  void step(const LessonFile& file, std::size_t i) {
    const ui::LessonStep& step = file.lesson.steps[i];
    ++count;
    const ui::LessonTruth truth = compute_answer(file.answers[i], step.session, machine);
    const std::string value = ui::value_words(truth.value), number = std::to_string(i + 1);
    int right = 0;
    for (const ui::LessonChoice& choice : step.choices)
      right += ui::matches(choice.is, truth.value, step.tolerance);
    const bool is_number = std::holds_alternative<double>(truth.value);
    if (step.choices.empty() ? !is_number : right != 1)
      return fail(say(Text::lesson_no_choice, {file.lesson.id, number, value, std::to_string(right)}));
    std::puts(say(Text::lesson_answer_line, {file.lesson.id, number, value, truth.source}).c_str());
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
    for (const ui::Bug& bug : library.bugs)
      run.bug(bug);
  if (run.failed == 0) return 0;
  throw UserError(say(Text::lesson_check_failed, {std::to_string(run.failed), std::to_string(run.count)}));
}
} // namespace

int run_lesson(const std::vector<std::string>& words) {
  Arguments arguments("texelscope lesson", Text::lesson_about);
  arguments.positional("NAME", Text::lesson_name_help);
  arguments.toggle("--check", Text::lesson_check_help);
  arguments.option("--backend", "NAME", Text::app_backend_help);
  if (!arguments.parse(words)) return 0;
  const std::string name = arguments.words("NAME").value_or("LIST");
  const auto backend = arguments.backend("--backend");
  const LessonLibrary library = load_lessons(lesson_folders());
  for (const std::string& problem : library.problems)
    print_warning(problem);
  const bool all = name == "LIST" || name == "list";
  const std::vector<LessonFile> chosen = all ? library.lessons : std::vector{find_lesson(library, name)};
  if (arguments.given("--check")) {
    const bool on_device = backend ? *backend == BackendKind::cuda : cuda_report().problem.empty();
    return check(library, chosen, all, {on_device, {}});
  }
  if (all)
    print_list(library);
  else
    print_lesson(chosen.front().lesson);
  return 0;
}

} // namespace texelscope
