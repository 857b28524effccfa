#include "app/main/command_line.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <tuple>

#include <poll.h>
#include <unistd.h>

#include "app/cli/arguments.h"
#include "app/cli/help.h"
#include "app/cli/shell_files.h"
#include "app/cli/verbs.h"
#include "app/main/doctor_probe.h"
#include "app/main/workers.h"
#include "app/window/window.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/files/suggest.h"
#include "kernels/ground/files/text_columns.h"
#include "kernels/ground/files/version.h"
#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/state/stored/texture_path.h"
#include "kernels/studies/bodies/body_process.h"
#include "kernels/studies/lessons/lesson_file.h"
#include "kernels/studies/texture/texture_source.h"
#include "kernels/studies/trace_report/trace_report_file.h"
#include "kernels/unit/image_io/read_image.h"

namespace texelscope {

namespace {

int fail(int code, const char* sentence) {
  print_error(sentence);
  return code;
}

std::string verb_list() {
  std::string list = text(Text::app_verbs) + std::string("\n");
  for (const Verb& verb : verbs())
    list += two_columns("  " + std::string(verb.name), first_sentence(text(verb.about)), 17, 100);
  return list;
}

bool exists(const std::string& file) {
  std::error_code ignored;
  return is_share_line(file) || file == "-" || std::filesystem::exists(whole_file(file), ignored);
}

void refuse_missing(const std::string& file) {
  if (!exists(file)) throw UserError(say(Text::app_no_file, {file}));
}

// Rejects "texelscope --json bench": a verb that is neither a flag's value nor a file.
void refuse_later_verb(const Arguments& arguments, const std::vector<std::string>& args) {
  for (std::size_t i = 1; i < args.size(); ++i) {
    if (find_verb(args[i]) == nullptr || exists(args[i]) || arguments.takes_value(args[i - 1])) continue;
    std::string line = args[i];
    for (std::size_t j = 0; j < args.size(); ++j)
      if (j != i) line += " " + args[j];
    throw UserError(say(Text::verb_first, {line}));
  }
}

bool parse(Arguments& arguments, const std::vector<std::string>& args) try {
  return arguments.parse(args);
} catch (const UserError&) {
  refuse_later_verb(arguments, args);
  throw;
}

// The window reports a file that cannot be read, so the error is ignored here.
void adopt_file_if_readable(LoadedSession& loaded) try {
  TextureSource source;
  adopt_file_now(source, loaded);
} catch (const FileError&) {
}

// Chooses the language as gettext does.
Language language_of_environment() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* locale = std::getenv(name); locale != nullptr && *locale != 0)
      return language_of_locale(locale);
  return Language::english;
}

// True for "texelscope help fields | head" once the reader has closed the pipe.
bool reader_ended() {
  pollfd end = {STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&end, 1, 0) == 1 && (end.revents & POLLERR) != 0;
}

// A word without an extension or a folder that names no file was meant as a verb.
int dispatch(const std::vector<std::string>& args) {
  if (!args.empty() && args.front() == compile_body_verb)
    return run_compile_body({args.begin() + 1, args.end()});
  if (!args.empty() && args.front() == shell_file_verb) return run_shell_file({args.begin() + 1, args.end()});
  if (!args.empty() && args.front() == doctor_probe_verb)
    return run_doctor_probe({args.begin() + 1, args.end()});
  const Workers workers; // not for the compiler of bodies, whose memory is limited
  if (args.empty() || args.front().starts_with('-')) return open_window(args);
  const std::string& first = args.front();
  if (const Verb* verb = find_verb(first)) return verb->run({args.begin() + 1, args.end()});
  if (first.find_first_of("./") == std::string::npos && !exists(first)) refuse_verb(first);
  return open_window(args);
}

// Lessons and traces open as by their flags; null for every other file.
const char* flag_of(const std::string& file) {
  if (is_lesson_file(file)) return "--lesson";
  return trace::is_trace_report_file(file) ? "--trace" : nullptr;
}

} // namespace

int open_window(const std::vector<std::string>& args) {
  Arguments arguments("texelscope", Text::app_about, verb_list());
  WindowOptions options;
  std::optional<std::string> file, report;
  bool tells_version = false;
  arguments.positional("SESSION", Text::app_session_help, file, Stream::input);
  arguments.toggle("--version", Text::app_version_help, tells_version);
  arguments.option("--backend", Text::app_backend_help, options.backend);
  arguments.option("--size", "WxH", Text::app_size_help);
  arguments.option("--scale", "NUMBER", Text::app_scale_help, options.scale, 0.5, 4);
  arguments.option("--ui-map", "FILE", Text::app_ui_map_help, options.ui_map, Stream::output);
  arguments.option("--lesson", "NAME", Text::lesson_option_help, options.lesson, Stream::input);
  arguments.option("--record", "FILE", Text::record_option_help, options.record);
  arguments.option("--trace", "FILE", Text::trace_option_help, report, Stream::input);
  arguments.option("--exit-after-frames", "INTEGER", Text::app_exit_after_help, options.exit_after_frames, 1,
                   1'000'000'000);
  arguments.toggle("--fresh", Text::app_fresh_help, options.fresh);
  arguments.toggle("--paused", Text::app_paused_help, options.paused);
  arguments.session_fields();
  if (!parse(arguments, args)) return 0;
  if (tells_version) {
    print_line(std::string("texelscope ") + version());
    return 0;
  }
  if (const char* const flag = file ? flag_of(*file) : nullptr) {
    std::vector<std::string> with_flag = args;
    with_flag.insert(std::ranges::find(with_flag, *file), flag);
    return open_window(with_flag);
  }
  if (file && !exists(*file)) refuse_later_verb(arguments, args);
  if (file) refuse_missing(*file);
  const auto size = arguments.size("--size", 64, 16384);
  options.language_given = arguments.given("--language");
  if (report) options.trace = trace::trace_place(*report);
  options.size_given = size.has_value();
  if (size) std::tie(options.width, options.height) = *size;
  LoadedSession loaded = session_from(arguments, "SESSION");
  options.session_text = loaded.text;
  options.body_given = arguments.given("--fetch.body");
  options.share_line = file && is_share_line(*file);
  options.session_given = file || arguments.any_field();
  options.session_path = file && *file != "-" && is_session_file(*file) ? *file : "";
  adopt_file_if_readable(loaded);
  options.session = std::move(loaded.session);
  options.base = std::move(loaded.base);
  return run_window(options);
}

int run_command_line(const std::vector<std::string>& args) {
  set_language(language_of_environment());
  for (const int signal :
       {SIGPIPE, SIGXFSZ}) // so that writing to a closed pipe or over a limit fails instead
    std::signal(signal, SIG_IGN);
  try {
    const int code = dispatch(args);
    const bool printed = std::fflush(stdout) == 0 && !std::ferror(stdout);
    return printed || reader_ended() ? code : fail(1, text(Text::app_error_output));
  } catch (const PlacedError& error) {
    print_placed(error.place, "error", error.sentence);
    return 2;
  } catch (const UserError& error) {
    return fail(2, error.what());
  } catch (const FileError& error) {
    return fail(2, error.what());
  } catch (const Interrupted&) {
    return interrupted_code;
  } catch (const std::exception& error) {
    return fail(1, sentence_of(error).c_str());
  }
}

} // namespace texelscope
