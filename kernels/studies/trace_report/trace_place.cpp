#include "kernels/studies/trace_report/trace_place.h"

#include <charconv>

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
