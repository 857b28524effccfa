// texelscope help: a verb's page, or the session's fields.
#include "app/cli/arguments.h"
#include "app/cli/help.h"
#include "app/cli/verbs.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/messages.h"

namespace texelscope {

int run_help(const std::vector<std::string>& args) {
  Arguments arguments("texelscope help", Text::help_about);
  arguments.positional("TOPIC", Text::help_topic_help);
  arguments.positional("PREFIX", Text::help_prefix_help);
  if (!arguments.parse(args)) return 0;
  const auto topic = arguments.value("TOPIC");
  if (!topic) return open_window({"--help"});
  const auto prefix = arguments.value("PREFIX");
  if (*topic == "fields") {
    print_text(fields_help(prefix.value_or("")));
    return 0;
  }
  if (prefix) throw UserError(say(Text::word_unexpected, {*prefix, "", "texelscope help"}));
  const Verb* verb = find_verb(*topic);
  if (verb == nullptr) refuse_verb(*topic);
  return verb->run({"--help"});
}

} // namespace texelscope
