// Internal to the files of this room: what lessons, bugs and answers hold as JSON.
#pragma once

#include <string>
#include <string_view>

#include "kernels/ground/files/described.h"
#include "kernels/studies/lessons/lesson.h"
#include "kernels/studies/lessons/lesson_answer.h"

namespace texelscope {

struct NumberOrWord {
  Json write(const LessonValue& value) const;
  void read(const JsonNode& node, LessonValue& value) const;
};
inline constexpr NumberOrWord number_or_word;

struct Paragraphs { // a string, or a list of them; in memory a line feed is between them
  Json write(const std::string& content) const;
  void read(const JsonNode& node, std::string& content) const;
};
inline constexpr Paragraphs in_paragraphs;

template <class Archive>
void describe(Archive& archive, Described<Archive, LocalizedText>& translations) {
  archive("en", translations.english, in_paragraphs);
  archive.unless_default("zh-Hans", translations.chinese, in_paragraphs);
}

struct Number { // no text for NaN and infinities
  Json write(float value) const { return double(value); }
  void read(const JsonNode& node, float& value) const { value = float(node.number()); }
};
inline constexpr Number number;

struct UpToThree { // of a gradient
  Json write(const Gradient& gradient) const;
  void read(const JsonNode& node, Gradient& gradient) const;
};

template <class Archive>
void describe(Archive& archive, Described<Archive, FetchAt>& at) {
  archive.newer("x", at.x, number);
  archive.newer("y", at.y, number);
  archive.unless_default("z", at.z, number);
  archive.unless_default("layer", at.layer, Within{-1'000'000, 1'000'000});
  archive.unless_default("lod", at.lod, number);
  archive.unless_default("dx", at.dx, UpToThree());
  archive.unless_default("dy", at.dy, UpToThree());
  archive.unless_default("component", at.component, Within{0, 3});
  archive.unless_default("texel", at.texel, Within{-1'000'000'000, 1'000'000'000});
}

inline constexpr std::string_view answer_parts[] = {"value",  "error",  "texel_x", "texel_y", "weight",
                                                    "taps",   "bytes",  "lod",     "probes",  "failure",
                                                    "broken", "texels", "sectors", "lines"};
inline std::string_view name(AnswerPart part) {
  return answer_parts[std::size_t(part)];
}

// A Quantity, or a question that a writer has.
template <class Archive, class Answer>
void describe_part(Archive& archive, Answer& answer) {
  archive.unless_default("part", answer.part, ByName{std::size(answer_parts)});
  archive.unless_default("channel", answer.channel, Within{0, 3});
}

FieldSettings read_settings(const JsonNode& node); // {"sampler.filter": "linear"}
Quantity read_quantity(const JsonNode& node);

} // namespace texelscope
