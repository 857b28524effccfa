// texelscope fetch-check: compiles the body of a fetch kernel without a GPU.
#include <fmt/format.h>

#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/machines/custom_kernel/fetch_body.h"
#include "kernels/studies/bodies/body_process.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {

namespace {
// Whether the file holds a session. A body may begin with a brace too, but not before a string.
bool holds_session(const std::string& file) {
  if (!is_session_file(file) || !is_standard_input(file)) return is_session_file(file);
  const std::string start = standard_input_start();
  const auto inside = start.find_first_not_of(" \t\r\n", start.find('{') + 1);
  return inside != std::string::npos && (start[inside] == '"' || start[inside] == '}');
}

Session session_of(const Arguments& arguments, const std::string& file) {
  LoadedSession loaded;
  if (holds_session(file))
    loaded = load_session(file);
  else
    loaded.session.fetch.body = read_text_file(file, max_body_bytes);
  arguments.apply_fields(loaded);
  if (loaded.session.fetch.body.empty()) throw UserError(say(Text::fetch_check_no_body, {input_name(file)}));
  return loaded.session;
}

void print_messages(const std::string& file, const CompiledBody& compiled) {
  for (const BodyMessage& message : compiled.messages) {
    const std::string place =
        file + ":" + std::to_string(message.line) + ":" + std::to_string(message.column) + ": ";
    print_placed(place, message.error ? "error" : "warning", message.sentence);
  }
}

void print_instructions(const std::string& file, const CompiledBody& compiled) {
  const int architecture = compiled.source.target.architecture;
  print_line(
      say(Text::fetch_check_good, {file, std::to_string(architecture / 10), std::to_string(architecture % 10),
                                   texel_type(compiled.source.target.result)}));
  for (const BodyInstruction& instruction : compiled.instructions) {
    const std::string place = instruction.line > 0
                                  ? say(Text::fetch_check_line, {std::to_string(instruction.line)})
                                  : text(Text::fetch_check_kernel);
    print_line(fmt::format("{:>10}  {}", place, instruction.statement));
  }
}
} // namespace

int run_fetch_check(const std::vector<std::string>& args) {
  Arguments arguments("texelscope fetch-check", Text::fetch_check_about);
  std::optional<std::string> file;
  bool prints_ptx = false;
  int architecture = min_architecture;
  arguments.positional("FILE", Text::fetch_check_file_help, file, Stream::input);
  arguments.toggle("--ptx", Text::fetch_check_ptx_help, prints_ptx);
  arguments.option("--architecture", "INTEGER", Text::fetch_check_architecture_help, architecture,
                   min_architecture, 999);
  arguments.session_fields();
  if (!arguments.parse(args)) return 0;
  if (!file) throw UserError(text(Text::fetch_check_no_file));
  const Session session = session_of(arguments, *file);
  // Naming the file is a request to compile it, so the body need not be trusted.
  const CompiledBody compiled =
      BodyProcess().compile({session.fetch.body, body_target(effective_settings(session), architecture)});
  const std::string name = input_name(*file);
  print_messages(name, compiled);
  if (!compiled.good) throw UserError(say(Text::fetch_check_failed, {name, compiled.first_error()}));
  if (prints_ptx)
    print_data(compiled.ptx);
  else
    print_instructions(name, compiled);
  return 0;
}

} // namespace texelscope
