// Reads what NVRTC reports about a body, by its lines.
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "kernels/ground/base/strings.h"
#include "kernels/machines/custom_kernel/fetch_body.h"

namespace texelscope {

namespace {
std::vector<std::string_view> lines_of(std::string_view log) {
  std::vector<std::string_view> lines;
  while (!log.empty()) {
    const std::size_t end = log.find('\n');
    lines.push_back(log.substr(0, end));
    log = end == std::string_view::npos ? std::string_view() : log.substr(end + 1);
  }
  return lines;
}

std::optional<int> number(std::string_view digits) {
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

// "body(3): error: ...", "body(3): warning #177-D: ...", "/folder/body(3): catastrophic error: ..."
std::optional<BodyMessage> message_of(std::string_view line) {
  const std::size_t close = line.find("): "), open = line.substr(0, close).rfind('(');
  if (close == std::string_view::npos || open == std::string_view::npos) return std::nullopt;
  const auto at = number(line.substr(open + 1, close - open - 1));
  const std::string_view rest = line.substr(close + 3), kind = rest.substr(0, rest.find(':'));
  const bool error = kind.find("error") != std::string_view::npos;
  if (!at || kind.size() == rest.size() || (!error && !kind.starts_with("warning"))) return std::nullopt;
  const std::string_view file = line.substr(0, open);
  const bool in_body = file == "body" || file.ends_with("/body");
  return BodyMessage{in_body ? *at : 0, error, std::string(trimmed(rest.substr(kind.size() + 1)))};
}

std::vector<BodyMessage> of_body(const std::vector<BodyMessage>& messages, int body_lines) {
  std::vector<BodyMessage> own;
  std::copy_if(messages.begin(), messages.end(), std::back_inserter(own),
               [](const BodyMessage& m) { return m.line > 0; });
  const bool fails = std::any_of(own.begin(), own.end(), [](const BodyMessage& m) { return m.error; });
  const auto around = std::find_if(messages.begin(), messages.end(),
                                   [](const BodyMessage& m) { return m.line == 0 && m.error; });
  if (!fails && around != messages.end()) own.push_back({body_lines, true, around->sentence});
  for (BodyMessage& message : own)
    message.line = std::min(message.line, body_lines);
  return own;
}

bool is_caret(std::string_view line) {
  return trimmed(line) == "^";
}

// The compiler indents the body's line, and the caret below it, by two columns.
int caret_column(std::string_view line) {
  return std::max(1, int(line.find('^')) - 1);
}

struct Location {
  int file = 0, line = 0, column = 0;
  auto operator<=>(const Location&) const = default;
};

// Where code comes from, by .loc directives: for inlined code, first the code itself and then its caller.
class Locations {
public:
  Locations(const std::vector<std::string_view>& lines) {
    for (const std::string_view line : lines) {
      const std::string_view statement = trimmed(line);
      if (!statement.starts_with(".file")) continue;
      const std::string_view name = statement.substr(statement.find('"'));
      const auto index = number(trimmed(statement.substr(5, statement.find('"') - 5)));
      if (index && (name == "\"body\"" || name.ends_with("/body\""))) body.insert(*index);
    }
  }

  // ".loc 3 4809 1, function_name $L__info_string2, inlined_at 3 4815 1"
  void update(std::string_view directive) {
    now = location(directive.substr(4));
    const std::size_t inlined = directive.find("inlined_at ");
    if (inlined != std::string_view::npos) caller[now] = location(directive.substr(inlined + 11));
  }
  int body_line() const {
    Location at = now;
    for (int depth = 0; depth < 16; ++depth) {
      if (body.contains(at.file)) return at.line;
      const auto found = caller.find(at);
      if (found == caller.end()) break;
      at = found->second;
    }
    return 0;
  }

private:
  static Location location(std::string_view directive) {
    int parts[3] = {};
    for (int& part : parts) {
      directive = trimmed(directive);
      const auto [end, error] = std::from_chars(directive.data(), directive.data() + directive.size(), part);
      directive = directive.substr(std::size_t(end - directive.data()));
    }
    return {parts[0], parts[1], parts[2]};
  }

  std::set<int> body;
  std::map<Location, Location> caller;
  Location now;
};

bool is_texture_instruction(std::string_view statement) {
  if (statement.starts_with('@'))
    statement = trimmed(statement.substr(std::min(statement.size(), statement.find(' '))));
  for (const std::string_view unit : {"tex.", "tld4.", "txq.", "suld.", "sust.", "sured.", "suq."})
    if (statement.starts_with(unit)) return true;
  return false;
}
} // namespace

std::vector<BodyMessage> body_messages(std::string_view log, int body_lines) {
  std::vector<BodyMessage> messages;
  const auto lines = lines_of(log);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    auto message = message_of(lines[i]);
    if (!message) continue;
    // Details follow, then the line itself with a caret below it.
    for (; i + 1 < lines.size() && !trimmed(lines[i + 1]).empty(); ++i) {
      if (i + 2 < lines.size() && is_caret(lines[i + 2])) {
        message->column = caret_column(lines[i + 2]);
        break;
      }
      message->sentence += " " + std::string(trimmed(lines[i + 1]));
    }
    messages.push_back(std::move(*message));
  }
  return of_body(messages, body_lines);
}

std::vector<BodyInstruction> body_instructions(std::string_view ptx) {
  std::vector<BodyInstruction> instructions;
  const auto lines = lines_of(ptx);
  Locations locations(lines);
  for (const std::string_view line : lines) {
    const std::string_view statement = trimmed(line);
    if (statement.starts_with(".loc")) locations.update(statement);
    if (is_texture_instruction(statement))
      instructions.push_back({locations.body_line(), std::string(statement)});
  }
  return instructions;
}

} // namespace texelscope
