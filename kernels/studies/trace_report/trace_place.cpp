#include "kernels/studies/trace_report/trace_place.h"

#include <charconv>
#include <set>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::trace {

TracePlace trace_place(const std::string& argument) {
  const std::size_t mark = argument.find_last_of('#');
  std::error_code ignored;
  if (mark == std::string::npos || std::filesystem::exists(argument, ignored)) return {argument, 0};
  TracePlace place{argument.substr(0, mark), 0};
  const char* const end = argument.data() + argument.size();
  const auto [stop, error] = std::from_chars(argument.data() + mark + 1, end, place.number);
  if (error != std::errc() || stop != end || place.number < 1)
    throw UserError(say(Text::trace_open_number, {argument.substr(mark + 1)}));
  return place;
}

int fetched_texture(const TraceReport& report, const std::filesystem::path& file) {
  std::set<int> numbers;
  if (report.fetches)
    for (const FetchSite& site : report.fetches->sites)
      for (const FetchedObject& object : site.objects)
        if (object.object != 0 && object.recorded > 0) numbers.insert(object.object);
  if (numbers.empty()) throw UserError(say(Text::trace_open_no_fetched, {file.string()}));
  if (numbers.size() == 1) return *numbers.begin();
  std::string names;
  for (const int number : numbers)
    names += (names.empty() ? "" : ", ") + file.string() + "#" + std::to_string(number);
  throw UserError(say(Text::trace_open_several_fetched, {names}));
}

const TracedObject& find_object(const TraceReport& report, const TracePlace& place) {
  const TracedObject* object = object_of(report, place.number);
  if (object) return *object;
  std::string numbers;
  for (const TracedObject& each : report.objects)
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(each.number);
  throw UserError(
      say(Text::trace_open_no_object, {place.file.string(), std::to_string(place.number), numbers}));
}
} // namespace texelscope::trace
