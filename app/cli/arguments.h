// A verb's command line: CLI11 splits it, and the checks and error messages are here.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/ground/text/text_id.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/state/session/enums.h"
#include "kernels/state/stored/session_file.h"

namespace CLI {
class App;
}

namespace texelscope {

struct DeclaredOption;
struct DeclaredVerb;
struct Field;

// Returns the value with this identifier.
template <class E>
std::optional<E> named(std::string_view identifier) {
  for (const EnumEntry& entry : enum_table<E>())
    if (entry.identifier == identifier) return E(entry.value);
  return std::nullopt;
}

// Whether "-" as the value of an option is standard input or standard output. `printed`: the option names no
// file, but its result goes to standard output.
enum class Stream : std::uint8_t { none, input, output, printed };

// Declares options, then parses. Values stay text until a typed accessor converts them, so that this program
// phrases every error.
class Arguments {
public:
  // `name`: "texelscope render"; `after`: the text that --help prints after the usage.
  Arguments(const std::string& name, Text about, const std::string& after = {});
  ~Arguments();
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  void section(Text title); // of --help, for the options that are declared from here on
  void positional(const std::string& name, Text help, Stream stream = Stream::none);
  void positionals(const std::string& name, Text help,
                   Stream stream = Stream::none); // as many as are given: all_text()
  void option(const std::string& flag, const char* type, Text help, Stream stream = Stream::none);
  // May be given several times.
  void repeated(const std::string& flag, const char* type, Text help, Stream stream = Stream::none);
  void toggle(const std::string& flag, Text help, Stream stream = Stream::none);
  // These bind what they declare to a value, which must live until parse() has set it. It stays as it is if
  // the option is not given.
  void positional(const std::string& name, Text help, std::optional<std::string>& value,
                  Stream stream = Stream::none);
  void toggle(const std::string& flag, Text help, bool& on, Stream stream = Stream::none);
  template <class T>
  requires std::is_assignable_v<T&, std::string>
  void option(const std::string& flag, const char* type, Text help, T& value, Stream stream = Stream::none) {
    option(flag, type, help, stream);
    bind(flag, [this, &value](const std::string& name) { value = *this->value(name); });
  }
  template <class T>
  requires std::is_assignable_v<T&, double>
  void option(const std::string& flag, const char* type, Text help, T& value, double low, double high) {
    option(flag, type, help);
    bind(flag, [this, &value, low, high](const std::string& name) {
      if constexpr (std::is_integral_v<T>)
        value = T(*integer(name, std::int64_t(low), std::int64_t(high)));
      else
        value = *number(name, low, high);
    });
  }
  void option(const std::string& flag, Text help, std::optional<BackendKind>& value);
  template <class E>
  requires std::is_enum_v<E>
  void option(const std::string& flag, Text help, std::optional<E>& value) {
    option(flag, "NAME", help);
    bind(flag, [this, &value](const std::string& name) { value = choice<E>(name); });
  }
  void session_fields(); // one option a field, named by its path; `help fields` lists them
  void session_fields(const std::vector<std::string_view>& paths); // only these
  void abbreviation(const std::string& flag); // of several fields; not on the verb's own page
  void program_follows(); // "--" and a program with its own arguments, which are not parsed here

  // Takes the arguments after the program's and the verb's name. Applies --language and --quiet, and claims
  // standard input and output for files named "-". Returns false if help was requested and printed: the verb
  // is then done. Throws UserError for an unknown or doubled flag, a flag without its value, and a second
  // "-".
  bool parse(const std::vector<std::string>& args);
  bool takes_value(const std::string& flag) const; // "--out" and "-o"

  bool given(const std::string& name) const;
  std::optional<std::string> value(const std::string& name) const;         // as given
  const std::vector<std::string>& all_text(const std::string& flag) const; // of a repeated one, in order
  // These throw UserError naming the flag.
  std::optional<std::int64_t> integer(const std::string& flag, std::int64_t low, std::int64_t high) const;
  std::optional<double> number(const std::string& flag, double low, double high) const;
  // "3-5", or "3" for both.
  std::optional<std::pair<std::int64_t, std::int64_t>> range(const std::string& flag, std::int64_t low,
                                                             std::int64_t high) const;
  // "2,5": up to `max_count` different ones
  std::optional<std::vector<std::int64_t>> numbers(const std::string& flag, std::int64_t low,
                                                   std::int64_t high, std::size_t max_count) const;
  std::optional<std::pair<int, int>> size(const std::string& flag, int low, int high) const; // "640x480"
  // "12,34", within a picture of that size
  std::optional<std::pair<int, int>> pixel(const std::string& flag, int width, int height) const;
  // "12,34" or "12,34,5": a thread of a launch
  std::optional<std::array<std::uint64_t, 3>> thread(const std::string& flag) const;
  // "0,120.5,640,120.5": two points, from and to, in pixels of a picture.
  std::optional<std::array<double, 4>> line(const std::string& flag) const;
  // `others`: further names that the caller takes, for the message.
  std::optional<BackendKind> backend(const std::string& flag, const char* others = "") const;
  // One of the enum's identifiers, with dashes or underscores.
  template <class E>
  std::optional<E> choice(const std::string& flag) const {
    const auto given_text = value(flag);
    if (!given_text) return std::nullopt;
    return E(chosen(flag, *given_text, enum_table<E>()));
  }
  // One to `most` of the enum's identifiers, separated by commas.
  template <class E>
  std::optional<std::vector<E>> choices(const std::string& flag, std::size_t max_count, Text wanted) const {
    const auto parts = list(flag, 1, max_count, say(wanted, {value(flag).value_or("")}));
    if (!parts) return std::nullopt;
    std::vector<E> values;
    for (const std::string& part : *parts)
      values.push_back(E(chosen(flag, part, enum_table<E>())));
    return values;
  }
  std::optional<std::vector<float>> floats(const std::string& flag,
                                           std::size_t count) const; // "0,0.5,nan,inf"

  bool any_field() const;
  // Sets the fields given as flags. A texture.path given here is relative to the working folder.
  void apply_fields(LoadedSession& loaded) const;

private:
  void bind(const std::string& name, std::function<void(const std::string& name)> set);
  DeclaredOption declared_option(const std::string& name) const;
  DeclaredVerb declaration() const;
  void general_options();
  void session_field(const Field& field);
  void check_flags(const std::vector<std::string>& args) const;
  [[noreturn]] void refuse_extra(const std::vector<std::string>& args,
                                 const std::vector<std::string>& extras) const;
  void choose_language();
  std::vector<std::string> streams(Stream of) const; // names of what is "-", once for each time; or printed
  void claim_streams() const;
  static int chosen(const std::string& flag, const std::string& identifier, EnumTable table);
  std::optional<std::vector<std::string>> list(const std::string& flag, std::size_t min_count,
                                               std::size_t max_count, const std::string& reason) const;

  struct Parser;
  std::unique_ptr<Parser> parser;
};

// The session that a verb or the window starts from: that of a session file, a picture file, or the default
// one, with the flags applied.
LoadedSession session_from(const Arguments& arguments, const std::string& positional);

// The size of the session's picture: that of --size, else `standard`; a resize has its own, and a warning
// says so where --size differs.
std::array<int, 2> picture_size_from(const Arguments& arguments, const Session& session,
                                     const std::array<int, 2>& standard = {640, 480});

} // namespace texelscope
