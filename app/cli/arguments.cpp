#include "app/cli/arguments.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

#include <CLI/CLI.hpp>

#include "app/cli/declarations.h"
#include "app/cli/help.h"
#include "app/cli/help_formatter.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/files/strict_json.h"
#include "kernels/ground/files/suggest.h"
#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/fields.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/unit/fetch/fetch_map.h"
#include "kernels/unit/resolve/shipped_body.h"

namespace texelscope {

namespace {

struct ShortForm {
  const char *flag, *all;
};
constexpr ShortForm short_forms[] = {{"--help", "-h,--help"},
                                     {"--out", "-o,--out"},
                                     {"--quiet", "-q,--quiet"},
                                     {"--version", "-V,-v,--version"}};

// "-o,--out", in CLI11's notation.
std::string with_short_form(const std::string& flag) {
  for (const ShortForm& form : short_forms)
    if (flag == form.flag) return form.all;
  return flag;
}

// "--size" of "--size=640x480", "--out" of "-o".
std::string flag_of(const std::string& word) {
  if (word.size() == 2)
    for (const ShortForm& form : short_forms)
      if (std::string_view(form.all).find(word + ",") != std::string_view::npos) return form.flag;
  return word.substr(0, word.find('='));
}

// Whether a word is a flag, which can be a value only if it is written behind "=".
bool is_flag(const std::string& word) {
  return (word.starts_with("--") && word.size() > 2 && std::isalpha(static_cast<unsigned char>(word[2]))) ||
         flag_of(word).size() > word.size();
}

// No option is written so, and versions of CLI11 differ in whether they take it for one or for a positional.
bool is_no_option(const std::string& word) {
  const std::size_t name = word.find_first_not_of('-');
  return (name == 1 || name == 2) && static_cast<unsigned char>(word[name]) <= '!';
}

// True also for --a "file:-" and --bench "-,table".
bool is_dash(std::string_view value) {
  for (const std::string_view prefix : {"file:", "session:"})
    if (value.starts_with(prefix)) value.remove_prefix(prefix.size());
  return value == "-" || value.starts_with("-,");
}

[[noreturn]] void refuse(const std::string& flag, const std::string& reason) {
  throw UserError(say(Text::flag_bad, {flag, reason}));
}

// Where parse() leaves the declarations instead of parsing.
DeclaredVerb* declaring = nullptr;

class Declaring {
public:
  explicit Declaring(DeclaredVerb& into) { declaring = &into; }
  ~Declaring() { declaring = nullptr; }
  Declaring(const Declaring&) = delete;
  Declaring& operator=(const Declaring&) = delete;
};

// Types of values that are files, also where none can be "-".
bool is_file_type(const std::string& type) {
  return type == "FILE" || type == "FOLDER" || type == "SESSION" || type == "REPORT";
}

} // namespace

struct Arguments::Parser {
  CLI::App app{};
  // By the name that was declared. CLI11's own look-up is noexcept and allocates, so that it would end the
  // program where memory ends.
  std::map<std::string, CLI::Option*, std::less<>> options;
  std::map<std::string, std::string> values;
  std::map<std::string, std::vector<std::string>> lists;
  std::map<std::string, bool> toggles;
  std::vector<std::string> names; // for suggestions
  std::vector<std::pair<const Field*, std::string>> fields;
  std::string fields_help;
  std::vector<std::pair<std::string, Stream>> streams;
  bool program_follows = false;
  std::vector<std::pair<std::string, std::function<void(const std::string&)>>> bound;

  bool is_stream(const std::string& name) const {
    return std::ranges::find(streams, name, &std::pair<std::string, Stream>::first) != streams.end();
  }
  void add_stream(const std::string& name, Stream stream) {
    if (stream != Stream::none) streams.emplace_back(name, stream);
  }
};

Arguments::Arguments(const std::string& name, Text about, const std::string& after)
    : parser(std::make_unique<Parser>()) {
  CLI::App& app = parser->app;
  app.name(name);
  app.description(text(about));
  app.footer(after);
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_help_flag(); // one of the general options, which come last
  app.allow_extras();  // parse() names them
  section(Text::help_options);
}

Arguments::~Arguments() = default;

void Arguments::section(Text title) {
  parser->app.option_defaults()->group(text(title));
}

void Arguments::positional(const std::string& name, Text help, Stream stream) {
  parser->add_stream(name, stream);
  parser->options[name] = parser->app.add_option(name, parser->values[name], text(help))->type_name("");
}

void Arguments::positionals(const std::string& name, Text help, Stream stream) {
  parser->add_stream(name, stream);
  parser->options[name] = parser->app.add_option(name, parser->lists[name], text(help))->type_name("");
}

void Arguments::option(const std::string& flag, const char* type, Text help, Stream stream) {
  parser->add_stream(flag, stream);
  parser->options[flag] =
      parser->app.add_option(with_short_form(flag), parser->values[flag], text(help))->type_name(type);
  parser->names.push_back(flag);
}

void Arguments::repeated(const std::string& flag, const char* type, Text help, Stream stream) {
  parser->add_stream(flag, stream);
  CLI::Option* option = parser->app.add_option(with_short_form(flag), parser->lists[flag], text(help));
  parser->options[flag] = option->type_name(type)->allow_extra_args(false);
  parser->names.push_back(flag);
}

void Arguments::toggle(const std::string& flag, Text help, Stream stream) {
  parser->add_stream(flag, stream);
  parser->options[flag] = parser->app.add_flag(with_short_form(flag), parser->toggles[flag], text(help));
  parser->names.push_back(flag);
}

void Arguments::bind(const std::string& name, std::function<void(const std::string&)> set) {
  parser->bound.emplace_back(name, std::move(set));
}

void Arguments::positional(const std::string& name, Text help, std::optional<std::string>& value,
                           Stream stream) {
  positional(name, help, stream);
  bind(name, [this, &value](const std::string& given) { value = this->value(given); });
}

void Arguments::toggle(const std::string& flag, Text help, bool& on, Stream stream) {
  toggle(flag, help, stream);
  bind(flag, [&on](const std::string&) { on = true; });
}

void Arguments::option(const std::string& flag, Text help, std::optional<BackendKind>& value) {
  option(flag, "NAME", help);
  bind(flag, [this, &value](const std::string& name) { value = backend(name); });
}

void Arguments::session_field(const Field& field) {
  const std::string flag = "--" + std::string(field.path);
  parser->options[flag] =
      parser->app.add_option(flag, parser->values[flag])->group(""); // not on the verb's own page
  parser->names.push_back(flag);
  parser->fields.emplace_back(&field, flag);
}

void Arguments::session_fields() {
  for (const Field& field : fields())
    session_field(field);
  parser->add_stream("--texture.path", Stream::input);
  parser->fields_help = text(Text::help_fields_are_flags);
}

void Arguments::session_fields(const std::vector<std::string_view>& paths) {
  std::string list;
  std::string_view part;
  for (const std::string_view path : paths) {
    const Field& field = *find_field(path);
    session_field(field);
    list += field.part() == part ? " ." + std::string(field.name())
                                 : (list.empty() ? "--" : ", --") + std::string(path);
    part = field.part();
  }
  parser->fields_help = say(Text::help_these_fields, {list});
}

void Arguments::abbreviation(const std::string& flag) {
  parser->options[flag] = parser->app.add_option(flag, parser->values[flag])->group("");
  parser->names.push_back(flag);
}

void Arguments::program_follows() {
  parser->program_follows = true;
}

DeclaredOption Arguments::declared_option(const std::string& name) const {
  const CLI::Option& option = *parser->options.at(name);
  const bool positional = option.get_positional();
  DeclaredOption declared;
  for (const std::string& letter : option.get_snames())
    declared.names.push_back("-" + letter);
  for (const std::string& flag : option.get_lnames())
    declared.names.push_back("--" + flag);
  if (positional) declared.names = {name};
  const bool valued = parser->values.contains(name) || parser->lists.contains(name);
  if (valued && !positional) declared.type = option.get_type_name();
  declared.help = option.get_description();
  declared.section = option.get_group();
  declared.file = valued && (parser->is_stream(name) || is_file_type(positional ? name : declared.type));
  declared.repeated = parser->lists.contains(name);
  return declared;
}

DeclaredVerb Arguments::declaration() const {
  const CLI::App& app = parser->app;
  DeclaredVerb all;
  all.command = app.get_name();
  all.about = app.get_description();
  all.after = app.get_footer();
  all.fields_help = parser->fields_help;
  all.takes_program = parser->program_follows;
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional())
      all.positionals.push_back(declared_option(option->get_name(true)));
    else if (!option->get_group().empty())
      all.options.push_back(declared_option("--" + option->get_lnames().back()));
  for (const auto& [field, flag] : parser->fields)
    all.fields.push_back(declared_field(*field, parser->is_stream(flag)));
  return all;
}

DeclaredVerb declared(const Verb& verb) {
  DeclaredVerb all;
  {
    const Declaring declaring_all(all);
    verb.run({"--help"});
  }
  all.verb = &verb;
  return all;
}

std::vector<DeclaredVerb> declared_verbs() {
  std::vector<DeclaredVerb> all = {declared(window_verb())};
  for (const Verb& verb : verbs())
    all.push_back(declared(verb));
  return all;
}

bool takes_option(const DeclaredVerb& verb, const std::string& name) {
  return std::ranges::any_of(verb.options, [&](const DeclaredOption& option) {
    return std::ranges::find(option.names, name) != option.names.end();
  });
}

void Arguments::general_options() {
  section(Text::help_general);
  parser->options["--help"] = parser->app.set_help_flag(with_short_form("--help"), text(Text::help_help));
  parser->names.emplace_back("--help");
  toggle("--quiet", Text::help_quiet);
  option("--language", "CODE", Text::language_help);
}

bool Arguments::parse(const std::vector<std::string>& args) {
  CLI::App& app = parser->app;
  general_options();
  if (declaring != nullptr) {
    *declaring = declaration();
    return false;
  }
  try {
    check_flags(args);
    app.parse(std::vector<std::string>(args.rbegin(), args.rend())); // CLI11 takes them from the back
  } catch (const CLI::CallForHelp&) {
    print_text(help_text(app, parser->fields_help, !parser->streams.empty()));
    return false;
  } catch (const CLI::ParseError& error) {
    throw UserError(say(Text::flag_other, {error.what()}));
  }
  set_quiet(given("--quiet"));
  std::vector<std::string> extras = app.remaining();
  if (const auto end = std::find(extras.begin(), extras.end(), "--"); end != extras.end()) extras.erase(end);
  if (!extras.empty()) refuse_extra(args, extras);
  choose_language();
  claim_streams();
  for (const auto& [name, set] : parser->bound)
    if (given(name)) set(name);
  return true;
}

std::vector<std::string> Arguments::streams(Stream of) const {
  std::vector<std::string> names;
  for (const auto& [name, stream] : parser->streams) {
    if (stream != of || !given(name)) continue;
    const auto list = parser->lists.find(name);
    const auto times = of == Stream::printed         ? 1
                       : list == parser->lists.end() ? std::ptrdiff_t(is_dash(parser->values.at(name)))
                                                     : std::ranges::count_if(list->second, is_dash);
    names.insert(names.end(), std::size_t(times), name);
  }
  return names;
}

void Arguments::claim_streams() const {
  const auto inputs = streams(Stream::input);
  auto outputs = streams(Stream::output);
  if (inputs.size() > 1) throw UserError(say(Text::dash_two_inputs, {inputs[0], inputs[1]}));
  if (!inputs.empty()) claim_standard_input();
  if (outputs.empty()) return;
  for (const std::string& printed : streams(Stream::printed))
    outputs.push_back(printed);
  if (outputs.size() > 1) throw UserError(say(Text::dash_two_outputs, {outputs[0], outputs[1]}));
  claim_standard_output(given("--quiet"));
}

// Looks for an unknown flag first, because what follows may be meant as its value.
void Arguments::refuse_extra(const std::vector<std::string>& args,
                             const std::vector<std::string>& extras) const {
  const auto end = std::find(args.begin(), args.end(), "--");
  const auto is_option = [&](const std::string& word) {
    return word.starts_with('-') && std::find(args.begin(), end, word) != end;
  };
  const auto option = std::find_if(extras.begin(), extras.end(), is_option);
  const std::string& name = parser->app.get_name();
  if (option == extras.end()) throw UserError(say(Text::word_unexpected, {extras.front(), "", name}));
  throw UserError(
      say(Text::flag_unknown, {*option, did_you_mean(nearest_word(flag_of(*option), parser->names)), name}));
}

// Checks that each flag can be one, is given at most once and has its value.
void Arguments::check_flags(const std::vector<std::string>& args) const {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < args.size() && args[i] != "--"; ++i) {
    const std::string flag = flag_of(args[i]);
    if (is_no_option(args[i])) refuse_extra(args, {args[i]});
    if (!takes_value(flag)) continue;
    if (!seen.insert(flag).second && !parser->lists.contains(flag))
      throw UserError(say(Text::flag_double, {flag}));
    if (args[i].find('=') != std::string::npos) continue;
    if (++i == args.size()) throw UserError(say(Text::flag_no_value, {flag}));
    if (is_flag(args[i])) throw UserError(say(Text::flag_value_is_flag, {flag, args[i]}));
  }
}

bool Arguments::takes_value(const std::string& flag) const {
  const std::string name = flag_of(flag);
  return name.starts_with("--") && (parser->values.contains(name) || parser->lists.contains(name));
}

// Every verb has this flag.
void Arguments::choose_language() {
  const auto code = value("--language");
  if (!code) return;
  const auto language = language_from_code(*code);
  if (!language) refuse("--language", say(Text::error_choice, {*code, "en, zh-Hans"}));
  set_language(*language);
}

bool Arguments::given(const std::string& name) const {
  return parser->options.at(name)->count() > 0;
}

std::optional<std::string> Arguments::value(const std::string& name) const {
  if (!given(name)) return std::nullopt;
  return parser->values.at(name);
}

const std::vector<std::string>& Arguments::all_text(const std::string& flag) const {
  return parser->lists.at(flag);
}

std::optional<std::int64_t> Arguments::integer(const std::string& flag, std::int64_t low,
                                               std::int64_t high) const {
  const auto given_text = value(flag);
  if (!given_text) return std::nullopt;
  const auto value = number_from<std::int64_t>(*given_text);
  if (!value) refuse(flag, say(Text::error_integer, {*given_text}));
  if (*value < low || *value > high)
    refuse(flag, say(Text::error_range, {*given_text, std::to_string(low), std::to_string(high)}));
  return value;
}

std::optional<double> Arguments::number(const std::string& flag, double low, double high) const {
  const auto given_text = value(flag);
  if (!given_text) return std::nullopt;
  const auto value = number_from<double>(*given_text);
  if (!value || !std::isfinite(*value)) refuse(flag, say(Text::error_number, {*given_text}));
  if (*value < low || *value > high)
    refuse(flag, say(Text::error_range, {*given_text, json_number(low), json_number(high)}));
  return value;
}

std::optional<std::pair<std::int64_t, std::int64_t>>
Arguments::range(const std::string& flag, std::int64_t low, std::int64_t high) const {
  const auto given_text = value(flag);
  if (!given_text) return std::nullopt;
  const auto dash = given_text->find('-');
  const auto first = number_from<std::int64_t>(given_text->substr(0, dash));
  const auto last =
      dash == std::string::npos ? first : number_from<std::int64_t>(given_text->substr(dash + 1));
  if (!first || !last || *first < low || *last < *first || *last > high)
    refuse(flag, say(Text::error_from_to, {*given_text, std::to_string(low), std::to_string(high)}));
  return std::pair(*first, *last);
}

std::optional<std::vector<std::int64_t>> Arguments::numbers(const std::string& flag, std::int64_t low,
                                                            std::int64_t high, std::size_t max_count) const {
  const std::string reason = say(Text::error_numbers, {value(flag).value_or(""), std::to_string(max_count),
                                                       std::to_string(low), std::to_string(high)});
  const auto parts = list(flag, 1, max_count, reason);
  if (!parts) return std::nullopt;
  std::vector<std::int64_t> all;
  for (const std::string& part : *parts) {
    const auto number = number_from<std::int64_t>(part);
    if (!number || *number < low || *number > high || std::ranges::find(all, *number) != all.end())
      refuse(flag, reason);
    all.push_back(*number);
  }
  return all;
}

std::optional<std::pair<int, int>> Arguments::size(const std::string& flag, int low, int high) const {
  const auto given_text = value(flag);
  if (!given_text) return std::nullopt;
  const auto cross = given_text->find_first_of("xX");
  const auto width = number_from<std::int64_t>(given_text->substr(0, cross));
  const auto height =
      cross == std::string::npos ? std::nullopt : number_from<std::int64_t>(given_text->substr(cross + 1));
  if (!width || !height) refuse(flag, say(Text::error_size, {*given_text}));
  for (const std::int64_t side : {*width, *height})
    if (side < low || side > high)
      refuse(flag, say(Text::error_range,
                       {*given_text, say(Text::size_text, {std::to_string(low), std::to_string(low)}),
                        say(Text::size_text, {std::to_string(high), std::to_string(high)})}));
  return std::pair(int(*width), int(*height));
}

std::optional<std::pair<int, int>> Arguments::pixel(const std::string& flag, int width, int height) const {
  const auto parts = list(flag, 2, 2, say(Text::error_pixel, {value(flag).value_or("")}));
  if (!parts) return std::nullopt;
  const auto x = number_from<int>(parts->front()), y = number_from<int>(parts->back());
  if (!x || !y) refuse(flag, say(Text::error_pixel, {*value(flag)}));
  if (*x < 0 || *x >= width || *y < 0 || *y >= height)
    refuse(flag,
           say(Text::error_pixel_outside, {*value(flag), std::to_string(width), std::to_string(height)}));
  return std::pair(*x, *y);
}

std::optional<std::array<std::uint64_t, 3>> Arguments::thread(const std::string& flag) const {
  const std::string reason = say(Text::error_thread, {value(flag).value_or("")});
  const auto parts = list(flag, 2, 3, reason);
  if (!parts) return std::nullopt;
  std::array<std::uint64_t, 3> thread = {};
  for (std::size_t i = 0; i < parts->size(); ++i) {
    const auto index = number_from<std::uint64_t>((*parts)[i]);
    if (!index) refuse(flag, reason);
    thread[i] = *index;
  }
  return thread;
}

std::optional<std::array<double, 4>> Arguments::line(const std::string& flag) const {
  const std::string reason = say(Text::scope_bad_line, {value(flag).value_or("")});
  const auto parts = list(flag, 4, 4, reason);
  if (!parts) return std::nullopt;
  std::array<double, 4> line;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto coordinate = number_from<double>((*parts)[i]);
    if (!coordinate || !std::isfinite(*coordinate)) refuse(flag, reason);
    if (std::abs(*coordinate) > 1e6) refuse(flag, say(Text::scope_line_far, {*value(flag)}));
    line[i] = *coordinate;
  }
  if (line[0] == line[2] && line[1] == line[3]) refuse(flag, say(Text::scope_line_point, {*value(flag)}));
  return line;
}

std::optional<BackendKind> Arguments::backend(const std::string& flag, const char* others) const {
  const auto given_text = value(flag);
  if (!given_text) return std::nullopt;
  if (*given_text == "cuda") return BackendKind::cuda;
  if (*given_text == "cpu") return BackendKind::cpu;
  refuse(flag, say(Text::error_choice, {*given_text, std::string("cuda, cpu") + others}));
}

int Arguments::chosen(const std::string& flag, const std::string& identifier, EnumTable table) {
  std::string all, dashed = identifier;
  std::ranges::replace(dashed, '_', '-');
  for (const EnumEntry& entry : table) {
    std::string name(entry.identifier);
    std::ranges::replace(name, '_', '-');
    if (dashed == name) return entry.value;
    all += (all.empty() ? "" : ", ") + name;
  }
  refuse(flag, say(Text::error_choice, {identifier, all}));
}

std::optional<std::vector<std::string>> Arguments::list(const std::string& flag, std::size_t min_count,
                                                        std::size_t max_count,
                                                        const std::string& reason) const {
  const auto given_text = value(flag);
  if (!given_text) return std::nullopt;
  std::vector<std::string> parts = {""};
  for (const char c : *given_text)
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  if (parts.size() < min_count || parts.size() > max_count) refuse(flag, reason);
  return parts;
}

std::optional<std::vector<float>> Arguments::floats(const std::string& flag, std::size_t count) const {
  const std::string reason = say(Text::sample_numbers, {value(flag).value_or(""), std::to_string(count)});
  const auto parts = list(flag, count, count, reason);
  if (!parts) return std::nullopt;
  std::vector<float> values;
  for (const std::string& part : *parts) {
    const auto value = number_from<float>(part);
    if (!value) refuse(flag, reason);
    values.push_back(*value);
  }
  return values;
}

bool Arguments::any_field() const {
  return std::any_of(parser->fields.begin(), parser->fields.end(),
                     [&](const auto& f) { return given(f.second); });
}

void Arguments::apply_fields(LoadedSession& loaded) const {
  for (const auto& [field, flag] : parser->fields) {
    const auto given_text = value(flag);
    if (!given_text) continue;
    const auto value = parse_value(*field, *given_text);
    if (const auto* reason = std::get_if<std::string>(&value)) refuse(flag, *reason);
    if (const auto reason = assign(loaded.session, *field, std::get<FieldValue>(value)))
      refuse(flag, *reason);
    loaded.stated.insert(std::string(field->path));
  }
  std::string& body = loaded.session.fetch.body;
  if (takes_value("--fetch.body") && given("--fetch.body"))
    if (const auto named = shipped_body_named(body)) body = shipped_body_text(*named);
  std::string& path = loaded.session.texture.path;
  const bool takes_path = takes_value("--texture.path");
  if (takes_path && given("--texture.path") && !path.empty() && path != "-")
    path = std::filesystem::absolute(path).string();
}

LoadedSession session_from(const Arguments& arguments, const std::string& positional) {
  LoadedSession loaded;
  if (const auto file = arguments.value(positional)) {
    const std::filesystem::path path = *file;
    const bool is_stream = is_standard_input(path);
    if (is_share_line(is_stream ? standard_input_start() : *file)) {
      loaded.session = parse_share_line(is_stream ? read_text_file(path, max_session_bytes) : *file);
      for (const Field& field : fields())
        loaded.stated.emplace(field.path);
    } else if (is_session_file(path))
      loaded = load_session(path);
    else {
      loaded.session.texture.source = Source::file;
      loaded.session.texture.path = path.filename().string();
      loaded.base = path.parent_path();
    }
  }
  arguments.apply_fields(loaded);
  return loaded;
}

std::array<int, 2> picture_size_from(const Arguments& arguments, const Session& session,
                                     const std::array<int, 2>& standard) {
  const auto given = arguments.size("--size", 1, 16384);
  const auto [width, height] = given ? std::array{given->first, given->second} : standard;
  const std::array<int, 2> size = picture_size(session, width, height);
  const auto shown = [](int w, int h) {
    return say(Text::size_text, {std::to_string(w), std::to_string(h)});
  };
  if (given && size != std::array{width, height})
    print_warning(say(Text::size_of_resize, {shown(width, height), shown(size[0], size[1])}));
  return size;
}

} // namespace texelscope
