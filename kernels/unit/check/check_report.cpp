// Notes as text, and what TEXELSCOPE_CHECK does with them.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "kernels/ground/text/texts.h"
#include "texelscope/texture_request.h"

namespace texelscope {

namespace {
void print_and_abort(const std::vector<CheckNote>& notes, const char* expression, const char* file,
                     int line) {
  for (const CheckNote& note : notes)
    std::fputs(say(Text::check_reported, {file, std::to_string(line), expression, to_text(note)}).c_str(),
               stderr);
  const auto stops = [](const CheckNote& note) { return note.kind <= CheckKind::altered; };
  if (std::ranges::any_of(notes, stops)) std::abort();
}

std::atomic<CheckHandler> current_handler = print_and_abort;
} // namespace

std::string_view name(CheckKind kind) {
  constexpr std::string_view names[] = {"refused", "altered", "suspicious", "unused", "unchecked"};
  return names[std::size_t(kind)];
}

std::string to_text(const CheckNote& note) {
  std::string lines = say(Text::check_note, {name(note.kind), note.field, note.sentence});
  if (!note.rule.empty()) lines += say(Text::check_note_rule, {note.rule});
  if (!note.cure.empty()) lines += say(Text::check_note_cure, {note.cure});
  return lines;
}

CheckHandler set_check_handler(CheckHandler handler) {
  return current_handler.exchange(handler ? handler : print_and_abort);
}

void detail::report(const TextureRequest& request, const char* expression, const char* file, int line) {
  std::vector<CheckNote> notes = check(request);
  std::erase_if(notes, [](const CheckNote& note) { return note.kind > CheckKind::suspicious; });
  if (!notes.empty()) current_handler.load()(notes, expression, file, line);
}

} // namespace texelscope
