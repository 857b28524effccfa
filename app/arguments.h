// A verb's command line: CLI11 splits it, the checks and their sentences are here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/session_file.h"
#include "kernels/backend.h"
#include "kernels/texts.h"

namespace CLI {
class App;
}

namespace texelscope {

// Declares options, then parses. Values stay words until they are asked for, so that every reason is one of
// ours.
class Arguments {
public:
  // `name`: "texelscope render"; `after`: what --help says after the usage.
  Arguments(const std::string& name, Text about, const std::string& after = {});
  ~Arguments();
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  void positional(const std::string& name, Text help);
  void option(const std::string& flag, const char* type, Text help);
  void toggle(const std::string& flag, Text help);
  void session_fields(); // one option a field, named by its path

  // The arguments after the program's and the verb's name. False: help was asked for and printed; the verb is
  // done. Throws UserError: an unknown or doubled flag, one without its value.
  bool parse(const std::vector<std::string>& words);

  bool given(const std::string& name) const;
  std::optional<std::string> words(const std::string& name) const;
  // These throw UserError naming the flag.
  std::optional<std::int64_t> integer(const std::string& flag, std::int64_t low, std::int64_t high) const;
  std::optional<double> number(const std::string& flag, double low, double high) const;
  std::optional<std::pair<int, int>> size(const std::string& flag, int low, int high) const; // "640x480"
  std::optional<BackendKind> backend(const std::string& flag) const;

  bool any_field() const;
  // Sets the fields given as flags. A texture.path given here starts from the working folder.
  void apply_fields(LoadedSession& loaded) const;

private:
  struct Parser;
  std::unique_ptr<Parser> parser;
};

// The session that a verb or the window starts from: a session file, a picture file, or none; then the flags.
LoadedSession session_from(const Arguments& arguments, const std::string& positional);

} // namespace texelscope
