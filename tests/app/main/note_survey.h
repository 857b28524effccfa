// Every note of resolve(), with the rules and cures that come with it.
//
// Only resolve() knows which rule and which cure belong to a note. The survey therefore resolves many
// sessions: the shipped ones, each with every single change of a field, and random ones.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/unit/resolve/stages.h"
#include "tests/random_session.h"
#include "tests/small_limits.h"

namespace texelscope {

struct Named {
  std::string_view name;
  Text id;
  std::string english() const { return translation(id, Language::english); }
};
inline constexpr Named all_texts[] = {
#define TEXT(id, string) {#id, Text::id},
#include "kernels/ground/text/en/all.def"
#undef TEXT
};

inline std::vector<Named> texts_named(std::string_view start) {
  std::vector<Named> found;
  std::ranges::copy_if(all_texts, std::back_inserter(found),
                       [&](const Named& one) { return one.name.starts_with(start); });
  return found;
}

// Whether `sentence` is the text with values in the place of {0}, {1}...
inline bool matches_pattern(std::string_view pattern, std::string_view sentence) {
  const std::size_t open = pattern.find('{');
  if (open == std::string_view::npos) return pattern == sentence;
  if (!sentence.starts_with(pattern.substr(0, open))) return false;
  const std::string_view rest = pattern.substr(open + 3);
  for (std::size_t value = open; value <= sentence.size(); ++value)
    if (matches_pattern(rest, sentence.substr(value))) return true;
  return false;
}

// A note as resolve() gives it in all sessions that were tried.
struct SurveyedNote {
  NoteKind kind = NoteKind::no_effect; // the most severe
  std::string example;                 // the first sentence
  std::set<std::string> fields, rules;
  // By the cure's label: the fields that it sets, and the value of each; empty where that depends on the
  // session.
  std::map<std::string, std::map<std::string, std::string>> cures;
};
using Notes = std::map<std::string, SurveyedNote>; // by the text

inline std::vector<FieldValue> candidates(const Field& field) {
  std::vector<FieldValue> values;
  switch (field.type) {
  case FieldType::boolean:
    return {true, false};
  case FieldType::integer:
    for (const double value : {field.low, 1.0, 7.0, 8.0, 16.0, 32.0, field.high})
      values.emplace_back(std::int64_t(value));
    return values;
  case FieldType::choice:
    for (const EnumEntry& choice : field.choices)
      values.emplace_back(std::string(choice.identifier));
    return values;
  case FieldType::text:
    return {std::string("blocks.dds")}; // a file's name, and as a body's text as good as any
  case FieldType::strokes:
    return {std::vector<double>{0, 0, 1, 1, 1, 1, 1, 1, 1, 3}}; // in plane 3
  case FieldType::numbers:
    return {std::vector<double>(field.count, 0.25)};
  case FieldType::number:
    return {20.0}; // a bias beyond what the unit takes
  }
  return values;
}

class NoteSurvey {
public:
  Notes run() {
    for (const std::filesystem::path& file : shipped_sessions()) {
      Session session = load_session(file).session;
      survey_with_changes(session);
      if (!session.texture.view.on) continue;
      session.texture.width = 1; // a row shorter than a texel of the view
      survey_with_changes(session);
    }
    std::mt19937 random(1);
    for (int i = 0; i < 4000; ++i)
      survey(tests::random_setup(random).session);
    return std::move(notes);
  }

private:
  static std::set<std::filesystem::path> shipped_sessions() {
    std::set<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(TEXELSCOPE_SOURCE_DIR "/assets/sessions"))
      if (entry.path().extension() == ".json") files.insert(entry.path());
    return files;
  }

  void survey_with_changes(const Session& session) {
    survey(session);
    for (const Field& field : fields())
      for (const FieldValue& value : candidates(field))
        if (Session changed = session; !assign(changed, field, value) && !(changed == session))
          survey(changed);
  }

  // For the largest device, for a small one that compiles bodies, and for one whose driver does not share the
  // texture, with the cures that another setting prevents.
  void survey(const Session& session) {
    static const Limits large;
    Limits small = tests::limits_of_sides(4096, 4096), unshared;
    small.largest[std::size_t(SizeLimit::surface_1d)] = {8, 1, 1};
    small.runs_bodies = true;
    unshared.unshared = Unshared{resolve(session).effective.memory_shape(), false,
                                 "cudaGraphicsGLRegisterImage", "cudaErrorInvalidValue"};
    for (const Limits& limits : {large, small, unshared})
      for (const Note& note : resolving::resolve_with_every_cure(session, limits).notes)
        keep(note);
  }

  void keep(const Note& note) {
    SurveyedNote& surveyed = notes[text_of(note.sentence)];
    surveyed.kind = std::max(surveyed.kind, note.kind);
    if (surveyed.example.empty()) surveyed.example = note.sentence;
    surveyed.fields.insert(note.field);
    surveyed.rules.insert(note.rule);
    for (const auto& [path, value] : note.fix) {
      const std::string value_text = format_value(*find_field(path), value);
      const auto [place, first] = surveyed.cures[note.fix_label].try_emplace(path, value_text);
      if (!first && place->second != value_text) place->second.clear();
    }
  }

  const std::string& text_of(const std::string& sentence) {
    std::string& pattern = text_by_sentence[sentence];
    for (const Named& one : all_notes)
      if (pattern.empty() && matches_pattern(one.english(), sentence)) pattern = one.english();
    EXPECT_FALSE(pattern.empty()) << "no text note_* matches: " << sentence;
    return pattern;
  }

  const std::vector<Named> all_notes = texts_named("note_");
  std::map<std::string, std::string> text_by_sentence;
  Notes notes;
};

} // namespace texelscope
