#include "kernels/studies/lessons/lesson.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

const std::string& in_language(const LocalizedText& translations) {
  return language() == Language::chinese && !translations.chinese.empty() ? translations.chinese
                                                                          : translations.english;
}

std::string numbered_title(const Lesson& lesson) {
  const std::string& title = in_language(lesson.title);
  return lesson.number > 0 ? std::to_string(lesson.number) + ". " + title : title;
}

namespace {
bool is_near(double a, double b) {
  return std::abs(a - b) < 1e-6;
}

// Of the two axes of the plane that a view shows.
std::array<std::string_view, 2> axis_names(const Session& session) {
  const Axis cut = session.fetch.slice_axis;
  if (session.texture.dimension == Dimension::d3)
    return {cut == Axis::x ? "z" : "x", cut == Axis::y ? "z" : "y"};
  if (session.sampler.normalized_coords) return {"u", "v"};
  return {"x", "y"};
}
} // namespace

std::string coordinate_label(const LessonStep& step) {
  if (step.direction) return fmt::format("({:.6g})", fmt::join(*step.direction, ", "));
  if (!step.at) return {};
  const TextureSpec& texture = step.session.texture;
  const auto& [u, v] = *step.at;
  const bool in_texels = !step.session.sampler.normalized_coords, row = is_1d(texture.dimension);
  const auto [across, along] = axis_names(step.session);
  const std::string first = fmt::format("{} = {:.6g}", across, in_texels ? u * texture.width : u),
                    second = fmt::format("{} = {:.6g}", along, in_texels ? v * texture.height : v);
  const double rows = v * texture.height;
  if (row || is_near(v, 0.5) || is_near(rows, std::floor(rows) + 0.5)) return first;
  return is_near(u, 0.5) ? second : first + ", " + second;
}

std::vector<std::string_view> step_settings(const Lesson& lesson, std::size_t step) {
  const LessonStep& at = lesson.steps[step];
  const Session before = step == 0 ? Session() : lesson.steps[step - 1].session;
  std::vector<std::string_view> paths;
  const auto add = [&](std::string_view path) {
    if (std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
  };
  for (const LessonTry& what : at.tries)
    for (const auto& [path, value] : what.fields)
      add(path);
  for (const Field* field : differing_fields(before, at.session))
    if (field->part() == "sampler" || field->part() == "fetch") add(field->path);
  const bool only_view = std::ranges::all_of(paths, [](auto path) { return path.starts_with("view."); });
  return only_view && step > 0 ? step_settings(lesson, step - 1) : paths;
}

void apply(const FieldSettings& settings, Session& session) {
  for (const auto& [path, value] : settings)
    if (const Field* field = find_field(path)) assign(session, *field, value);
}

std::string value_text(const LessonValue& value) {
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  return number_text(std::get<double>(value));
}

namespace {
std::optional<double> parse_one(std::string number) {
  std::erase(number, ' ');
  std::replace(number.begin(), number.end(), ',', '.');
  const std::size_t signs = number.starts_with('+');
  double value = 0;
  const auto [end, error] = std::from_chars(number.data() + signs, number.data() + number.size(), value);
  if (error != std::errc() || end != number.data() + number.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}
} // namespace

std::optional<double> parse_prediction(std::string_view typed) {
  const std::size_t slash = typed.find('/');
  const auto above = parse_one(std::string(typed.substr(0, slash)));
  if (slash == std::string_view::npos || !above) return above;
  const auto below = parse_one(std::string(typed.substr(slash + 1)));
  if (!below || *below == 0) return std::nullopt;
  return *above / *below;
}

Session Bug::broken() const {
  Session session = sound;
  apply(wrong, session);
  return session;
}

bool matches(const LessonValue& a, const LessonValue& b, double tolerance) {
  const auto *x = std::get_if<double>(&a), *y = std::get_if<double>(&b);
  return x && y ? std::abs(*x - *y) <= tolerance : a == b;
}

Judgement judge(const LessonStep& step, const LessonValue& truth, double number, int choice) {
  if (!step.choices.empty()) {
    const auto index = std::size_t(choice);
    const bool right = index < step.choices.size() && matches(step.choices[index].is, truth, step.tolerance);
    return right ? Judgement::exact : Judgement::wrong;
  }
  if (matches(number, truth, 0)) return Judgement::exact;
  return matches(number, truth, step.tolerance) ? Judgement::close : Judgement::wrong;
}

std::string verdict_text(const LessonStep& step, const LessonValue& truth, double number, int choice) {
  if (judge(step, truth, number, choice) != Judgement::wrong) return text(Text::lesson_exact);
  const auto* value = std::get_if<double>(&truth);
  if (!step.choices.empty() || value == nullptr) return text(Text::lesson_wrong);
  return say(Text::lesson_wrong_by, {fmt::format("{:+.3g}", number - *value)});
}

std::string truth_text(const LessonStep& step, const LessonValue& truth) {
  const auto* value = std::get_if<double>(&truth);
  if (value == nullptr || step.tolerance <= 0) return say(Text::lesson_truth, {value_text(truth)});
  const int decimals = std::max(0, int(std::ceil(-std::log10(2 * step.tolerance)))) + 1;
  const double scale = std::pow(10, decimals), rounded = std::round(*value * scale) / scale;
  return say(Text::lesson_truth, {number_text(rounded == 0 ? 0 : rounded)}); // not -0
}

} // namespace texelscope
