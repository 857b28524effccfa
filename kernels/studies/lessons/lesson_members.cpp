#include "kernels/studies/lessons/lesson_members.h"

#include <algorithm>

#include "kernels/ground/text/texts.h"

namespace texelscope {

Json NumberOrWord::write(const LessonValue& value) const {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return std::get<std::string>(value);
}
void NumberOrWord::read(const JsonNode& node, LessonValue& value) const {
  if (node.is_text())
    value = node.string();
  else
    value = node.number();
}

Json Paragraphs::write(const std::string& content) const {
  Json all = Json::array();
  for (std::size_t from = 0; from <= content.size();) {
    const std::size_t end = std::min(content.find('\n', from), content.size());
    if (end > from) all.push_back(content.substr(from, end - from));
    from = end + 1;
  }
  return all.size() == 1 ? all[0] : all;
}
void Paragraphs::read(const JsonNode& node, std::string& content) const {
  if (!node.is_list()) return void(content = node.string());
  content.clear();
  for (const JsonNode& paragraph : node.items())
    content += (content.empty() ? "" : "\n") + paragraph.string();
}

Json UpToThree::write(const Gradient& gradient) const {
  return {gradient.x, gradient.y, gradient.z};
}
void UpToThree::read(const JsonNode& node, Gradient& gradient) const {
  const auto items = node.items();
  if (items.empty() || items.size() > 3) node.refuse(text(Text::lesson_wants_gradient));
  float* parts[] = {&gradient.x, &gradient.y, &gradient.z};
  for (std::size_t i = 0; i < items.size(); ++i)
    *parts[i] = float(items[i].number());
}

} // namespace texelscope
