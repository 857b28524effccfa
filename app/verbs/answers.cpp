// texelscope answers: finds answers of docs/answers.md by the words of who asks.
#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "kernels/ground/base/errors.h"
#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/answers/answers_report.h"

namespace texelscope {

int run_answers(const std::vector<std::string>& args) {
  Arguments arguments("texelscope answers", Text::answers_about);
  bool json = false;
  arguments.positionals("WORDS", Text::answers_words_help);
  arguments.toggle("--json", Text::answers_json_help, json);
  if (!arguments.parse(args)) return 0;
  const std::string words = joined(arguments.all_text("WORDS"), " ");
  if (trimmed(words).empty()) throw UserError(text(Text::answers_no_words));
  const std::filesystem::path page = answers_page();
  if (page.empty()) throw FileError(text(Text::answers_no_page));
  const AnswerSearch search = read_answers(page);
  const std::vector<FoundAnswer> found = search.find(words, max_found_answers);
  if (json)
    print_data(answers_json(words, found, page));
  else
    print_text(answers_text(words, found, page));
  if (!found.empty()) return 0;
  print_error(say(Text::answers_none, {words}));
  return 1;
}

} // namespace texelscope
