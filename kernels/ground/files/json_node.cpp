#include "kernels/ground/files/json_node.h"

#include <algorithm>

#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/suggest.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

void JsonNode::refuse(const std::string& reason) const {
  const std::string prefix = named.empty() ? "" : visible_line(named) + ": ";
  throw UserError(text->place(offset) + prefix + reason);
}

std::vector<JsonNode> JsonNode::members() const {
  const auto* object = std::get_if<JsonValue::Object>(&data->data);
  if (!object) refuse(texelscope::text(Text::json_wants_object));
  std::vector<JsonNode> all;
  for (const JsonMember& member : *object)
    all.push_back(JsonNode(*this, member.value, member.offset, member.name));
  return all;
}

void JsonNode::allow(std::initializer_list<std::string_view> names) const {
  allow(std::span(names.begin(), names.size()));
}

void JsonNode::allow(std::span<const std::string_view> names) const {
  for (const JsonNode& member : members()) {
    if (std::find(names.begin(), names.end(), member.named) != names.end()) continue;
    const std::vector<std::string> known(names.begin(), names.end());
    member.refuse(texelscope::text(Text::json_unknown_member) +
                  did_you_mean(nearest_word(member.named, known)));
  }
}

std::optional<JsonNode> JsonNode::find(std::string_view wanted) const {
  if (const JsonMember* member = data->find(wanted))
    return JsonNode(*this, member->value, member->offset, member->name);
  return std::nullopt;
}

JsonNode JsonNode::at(std::string_view wanted) const {
  if (auto found = find(wanted)) return *found;
  refuse(say(Text::json_lacks, {wanted}));
}

std::vector<JsonNode> JsonNode::items() const {
  const auto* list = std::get_if<JsonValue::List>(&data->data);
  if (!list) refuse(texelscope::text(Text::json_wants_list));
  std::vector<JsonNode> all;
  for (const JsonValue& item : *list) {
    // An item's position in the file is known only by its first member.
    const auto* object = std::get_if<JsonValue::Object>(&item.data);
    const std::size_t where = object && !object->empty() ? object->front().offset : offset;
    all.push_back(JsonNode(*this, item, where, named));
  }
  return all;
}

std::string JsonNode::string() const {
  if (const auto* word = std::get_if<std::string>(&data->data)) return *word;
  refuse(say(Text::json_wants_text, {data->excerpt}));
}

double JsonNode::number() const {
  if (const auto* whole = std::get_if<std::int64_t>(&data->data)) return double(*whole);
  if (const auto* number = std::get_if<double>(&data->data)) return *number;
  refuse(say(Text::json_wants_number, {data->excerpt}));
}

std::int64_t JsonNode::whole(std::int64_t low, std::int64_t high) const {
  const auto* number = std::get_if<std::int64_t>(&data->data);
  if (number && *number >= low && *number <= high) return *number;
  refuse(say(Text::json_wants_integer, {data->excerpt, std::to_string(low), std::to_string(high)}));
}

bool JsonNode::flag() const {
  if (const auto* flag = std::get_if<bool>(&data->data)) return *flag;
  refuse(say(Text::json_wants_flag, {data->excerpt}));
}

std::size_t JsonNode::one_of(std::initializer_list<std::string_view> known) const {
  return one_of(std::span(known.begin(), known.size()));
}

std::size_t JsonNode::one_of(std::span<const std::string_view> known) const {
  const std::string word = string();
  const auto found = std::find(known.begin(), known.end(), word);
  if (found != known.end()) return std::size_t(found - known.begin());
  std::string all;
  for (const std::string_view name : known)
    all += (all.empty() ? "" : ", ") + std::string(name);
  refuse(say(Text::json_wants_one_of, {word, all}));
}

} // namespace texelscope
