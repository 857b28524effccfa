#include "kernels/reports/support_matrix/legality_capture.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/read_image.h"

namespace texelscope::legality {

namespace {
constexpr std::string_view first_line = "texelscope legality 1";
constexpr double max_object_us = 1e9; // more than a quarter of an hour

std::vector<std::string> split(std::string_view content, char separator) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= content.size();) {
    const std::size_t end = std::min(content.find(separator, start), content.size());
    parts.emplace_back(content.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

class Reader {
public:
  explicit Reader(const std::string& file_name) : name(file_name) {}

  Capture read(std::string_view csv) {
    const std::vector<std::string> lines = split(csv, '\n');
    if (lines[0] != first_line) fail(say(Text::legality_first_line, {first_line}));
    while (++number < lines.size() && lines[number] != "end")
      take(split(lines[number], ','));
    if (number == lines.size()) fail(text(Text::legality_cut));
    return std::move(capture);
  }

private:
  [[noreturn]] void fail(const std::string& reason) const {
    throw FileError(say(Text::legality_bad_capture, {name, std::to_string(number + 1), reason}));
  }

  void wants(const std::vector<std::string>& parts, std::size_t count) const {
    if (parts.size() != count)
      fail(say(Text::legality_fields, {std::to_string(parts.size()), std::to_string(count)}));
  }

  void take(const std::vector<std::string>& parts) {
    if (parts[0] == "answer") return take_answer(parts);
    if (parts[0] == "attempt") return take_attempt(parts);
    wants(parts, 2);
    if (parts[0] == "gpu")
      capture.gpu = parts[1];
    else if (parts[0] == "driver")
      capture.driver = parts[1];
    else if (parts[0] == "cuda")
      capture.cuda = parts[1];
    else if (parts[0] == "object_us")
      take_object_cost(parts[1]);
    else
      fail(text(Text::legality_line));
  }

  void take_object_cost(const std::string& number_text) {
    const auto [end, error] =
        std::from_chars(number_text.data(), number_text.data() + number_text.size(), capture.object_us);
    if (error != std::errc() || end != number_text.data() + number_text.size() || !(capture.object_us > 0) ||
        capture.object_us > max_object_us)
      fail(text(Text::legality_line));
  }

  void take_answer(const std::vector<std::string>& parts) {
    wants(parts, 6);
    if (parts[1] != std::to_string(answers.size()))
      fail(say(Text::legality_answer_number, {parts[1], std::to_string(answers.size())}));
    Outcome answer{Verdict::accepted, parts[3], parts[4], {}};
    while (word(answer.verdict) != parts[2]) {
      if (answer.verdict == Verdict::refused) fail(say(Text::legality_verdict, {parts[2]}));
      answer.verdict = Verdict(int(answer.verdict) + 1);
    }
    if (!parts[5].empty()) answer.changes = split(parts[5], ' ');
    answers.push_back(std::move(answer));
  }

  void take_attempt(const std::vector<std::string>& parts) {
    wants(parts, 3);
    std::size_t which = 0;
    const char* const end = parts[2].data() + parts[2].size();
    const auto read = std::from_chars(parts[2].data(), end, which);
    if (read.ec != std::errc() || read.ptr != end || which >= answers.size())
      fail(say(Text::legality_no_answer, {parts[2]}));
    if (!capture.answers.emplace(parts[1], answers[which]).second)
      fail(say(Text::legality_double, {parts[1]}));
  }

  const std::string& name;
  std::size_t number = 0;
  std::vector<Outcome> answers;
  Capture capture;
};
} // namespace

const Outcome* Capture::find(const Configuration& configuration) const {
  const auto found = answers.find(identifier(configuration));
  return found == answers.end() ? nullptr : &found->second;
}

std::string to_text(const Capture& capture) {
  std::string head(first_line), body;
  head += "\ngpu," + capture.gpu + "\ndriver," + capture.driver + "\ncuda," + capture.cuda + "\n";
  if (capture.object_us > 0) head += fmt::format("object_us,{:.3g}\n", capture.object_us);
  std::vector<Outcome> known;
  for (const auto& [name, answer] : capture.answers) {
    const auto found = std::find(known.begin(), known.end(), answer);
    const std::string which = std::to_string(found - known.begin());
    if (found == known.end()) {
      known.push_back(answer);
      head.append("answer,").append(which).append(",").append(word(answer.verdict)).append(",");
      head += answer.call + "," + answer.error + "," + joined_changes(answer) + "\n";
    }
    body.append("attempt,").append(name).append(",").append(which).append("\n");
  }
  return head + body + "end\n";
}

Capture capture_from(std::string_view csv, const std::string& name) {
  return Reader(name).read(csv);
}

Capture read_capture(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw FileError(say(Text::file_unreadable, {path.string(), std::strerror(errno)}));
  std::string csv;
  try {
    csv.assign(std::istreambuf_iterator<char>(file), {});
  } catch (const std::ios_base::failure&) {
    throw FileError(say(Text::file_unreadable, {path.string(), std::strerror(errno)}));
  }
  return capture_from(csv, path.string());
}

} // namespace texelscope::legality
