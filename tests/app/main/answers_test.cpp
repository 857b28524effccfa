// docs/answers.md has a heading for every objection of the program to a setting: each note of resolve(), each
// outcome in the legality capture, each failure of CUDA. That part of the page is generated here from the
// texts and tables; scripts/answers.sh regenerates it.
//
// Texts are found by their names: note_*, rule_*, fix_* and cuda_*. Which rule and which cure belong to a
// note, note_survey.h finds out.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "kernels/reports/support_matrix/legality_capture.h"
#include "tests/app/main/note_survey.h"
#include "tests/program.h"
#include "tests/source_root.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;
using tests::source_root;
const fs::path page = source_root / "docs/answers.md";
constexpr std::string_view begin_marker = "<!-- scripts/answers.sh writes all from here on -->\n";
constexpr std::string_view end_marker = "<!-- scripts/answers.sh writes all up to here -->\n";

// Escapes what Markdown would interpret.
std::string plain(std::string_view content) {
  std::string out;
  for (const char c : content)
    out.append(c == '*' || c == '<' || c == '>' ? "\\" : "") += c;
  return out;
}
std::string heading(std::string_view title) {
  return "### " + plain(title) + "\n\n";
}
std::string code(std::string_view content) {
  return "`" + std::string(content) + "`";
}

template <class Strings>
std::string joined(const Strings& items, const char* between) {
  std::string out;
  for (const auto& one : items)
    out.append(out.empty() ? "" : between).append(one);
  return out;
}

std::string cure_text(const std::string& label, const std::map<std::string, std::string>& values) {
  std::vector<std::string> flags;
  for (const auto& [path, value] : values)
    flags.push_back(code(value.empty() ? path : "--" + path + " " + value));
  return "Cure: **" + plain(label) + "**, " + joined(flags, " ") + ".\n\n";
}

// Causes and cures of what the program reports without one, by the text's name.
struct Remedy {
  std::string_view name, words;
};
constexpr Remedy remedies[] = {
    {"cuda_failed",
     "A call of CUDA returned the error that the sentence names. A kernel's fault is returned by "
     "a later call: `compute-sanitizer ./app` names the kernel and the address."},
    {"cuda_lost",
     "A kernel wrote outside or misaligned, or ran longer than a display's GPU allows; every later "
     "call of the process returns the same error. Cure: end it; `compute-sanitizer ./app` finds the kernel."},
    {"cuda_no_memory", "All levels and layers count, and so do other programs, which `nvidia-smi` lists."},
    {"cuda_bad_ordinal",
     "Devices are counted from 0, and `CUDA_VISIBLE_DEVICES` counts those anew that it leaves. "
     "`nvidia-smi -L` lists all."},
    {"cuda_share_off", "The result is the same, one copy later. Nothing needs a cure."},
    {"cuda_share_no_gl",
     "Without a window nothing is drawn by OpenGL, and the result is read back. Nothing needs "
     "a cure."},
    {"cuda_share_other_gl",
     "OpenGL runs on another GPU, or in software (llvmpipe). On a computer with two GPUs "
     "start the program with `__NV_PRIME_RENDER_OFFLOAD=1 "
     "__GLX_VENDOR_LIBRARY_NAME=nvidia`; `texelscope doctor` prints who draws."},
    {"cuda_share_failed",
     "The call and its error are in parentheses. Under WSL it is "
     "[304 or 999](#wsl-error-304-and-error-999-of-cudagraphicsglregister); in a container "
     "the driver's OpenGL may be missing (`NVIDIA_DRIVER_CAPABILITIES=all`)."},
    {"cuda_share_texture",
     "The driver decides what it shares: [waiting.md](waiting.md#volumes-layers-cubes-and-mip-levels) "
     "has what one shares. The bits are the same; `--texture.storage array` asks for CUDA's "
     "own array from the beginning."},
    {"cuda_share_kind", "OpenGL has no counterpart that CUDA would share. `--texture.channel_kind plain`, or "
                        "`--texture.storage array`, which is what happens."},
    {"cuda_share_format",
     "The call and its error are in parentheses; `texelscope doctor` lists what this driver "
     "shares. The picture is the same."},
    {"cuda_no_context",
     "The driver's EGL offers no display of this GPU: its OpenGL is not installed, or a container "
     "leaves it out (`NVIDIA_DRIVER_CAPABILITIES=all`). Mesa draws then."},
    {"note_one_row",
     "Cure: rows need `--texture.dimension 2d`, layers of rows `--texture.dimension 1d_layered`."},
    {"note_no_sampler",
     "Cure: a sampler needs an array: `--texture.storage array` `--fetch.function plain`."},
    {"note_packed", "Cure: other layouts are plain: `--texture.channel_kind plain`."},
    {"note_gather_flag_memory", "Cure: `--texture.storage array` makes one."},
    {"note_gather_flag_levels", "Cure: it counts for one level: `--texture.levels 1`."},
    {"note_view_cube", "Texelscope makes views of layers, not of cubes: `--texture.dimension 2d_layered`."},
    {"note_view_kind", "Cure: `--texture.channel_kind plain`."},
    {"note_no_pitch", "Cure: `--texture.storage pitch` `--texture.dimension 2d` `--texture.levels 1`."},
    {"note_gather_type",
     "It returns one channel of four texels, whatever T has: `--fetch.function plain` returns "
     "the channels of one."},
    {"note_no_layers", "Cure: `--texture.dimension 2d_layered`."},
    {"note_no_alpha", "Cure: `--texture.channels 4`."},
    {"note_premultiply_source", "Cure: open a picture: `texelscope picture.png --texture.premultiply on`."},
    {"note_premultiply_blocks", "Cure: multiply the colors before they are compressed."},
    {"note_over_off", "Cure: `--view.over straight`."},
    {"note_slab_off", "Cure: `--fetch.slab maximum`."},
    {"note_strokes", "Cure: give the texture as many planes, `texture.depth`, or paint in one that it has."},
    {"note_body_slab", "Cure: loop over the slab in the body, or turn the slab off: `--fetch.slab off`."},
};

std::string remedy(std::string_view name) {
  const auto found = std::ranges::find(remedies, name, &Remedy::name);
  EXPECT_NE(found, std::end(remedies)) << name << " has neither a cure nor a remedy";
  return found == std::end(remedies) ? std::string() : std::string(found->words) + "\n\n";
}

std::string section(const Named& text, const SurveyedNote& note) {
  const std::string title = text.english();
  std::string out = heading(title);
  if (note.example != title) out += "As in: " + plain(note.example) + "\n\n";
  for (const std::string& rule : note.rules)
    out += plain(rule) + "\n\n";
  for (const auto& [label, values] : note.cures)
    out += cure_text(label, values);
  if (note.kind == NoteKind::no_effect && note.cures.empty()) out += remedy(text.name);
  std::vector<std::string> fields;
  for (const std::string& field : note.fields)
    fields.push_back(code(field));
  return out + "It stands beside " + joined(fields, ", ") + ".\n\n";
}

// The notes of one kind, in the order of the texts.
std::string sections(Notes& notes, NoteKind kind) {
  std::string out;
  std::set<std::string> done;
  for (const Named& one : texts_named("note_"))
    if (const auto found = notes.find(one.english());
        found != notes.end() && found->second.kind == kind && done.insert(found->first).second)
      out += section(one, found->second);
  return out;
}

// What explain_settings() says where there is no note: the rules by which a sampler rounds its stored values.
std::string held_settings(const Notes& notes) {
  std::set<std::string> reported;
  for (const auto& [note_text, note] : notes)
    reported.insert(note.rules.begin(), note.rules.end());
  std::string out = heading(translation(Text::setting_held, Language::english));
  for (const Named& rule : texts_named("rule_")) {
    if (reported.contains(rule.english())) continue;
    EXPECT_TRUE(rule.name.ends_with("_steps") || rule.name.ends_with("_stored"))
        << "no session makes resolve() give " << rule.name;
    out += plain(rule.english()) + "\n\n";
  }
  return out;
}

bool is_same(const legality::Setting& a, const legality::Setting& b) {
  return a.name == b.name && a.value == b.value;
}

// The legality capture: how many combinations got an answer, what all of them share, and the first.
struct Answered {
  std::size_t count = 0;
  std::string first;
  std::vector<legality::Setting> shared;
};
struct Answers {
  std::vector<std::pair<std::string, Answered>> all; // by the program's text for it, in the capture's order
  std::string gpu;

  Answered& of(const std::string& reason) {
    for (auto& [name, answered] : all)
      if (name == reason) return answered;
    return all.emplace_back(reason, Answered{}).second;
  }
};

// For an altered outcome, each change separately.
std::vector<std::string> reasons(const legality::Outcome& outcome) {
  if (outcome.verdict != legality::Verdict::altered) return {legality::reason(outcome)};
  std::vector<std::string> all;
  for (const std::string& change : outcome.changes)
    all.push_back(legality::reason({outcome.verdict, {}, {}, {change}}));
  return all;
}

Answers answers(legality::Verdict verdict) {
  const legality::Capture capture = legality::read_capture(source_root / "assets/legality/h200-cuda13.0.csv");
  Answers found{{}, capture.gpu};
  for (const legality::Configuration& one : legality::configurations()) {
    const legality::Outcome* outcome = capture.find(one);
    if (outcome == nullptr || outcome->verdict != verdict) continue;
    const auto settings = legality::settings(one);
    for (const std::string& reason : reasons(*outcome)) {
      Answered& answered = found.of(reason);
      if (answered.count++ == 0) answered.first = legality::identifier(one), answered.shared = settings;
      std::erase_if(answered.shared, [&](const legality::Setting& kept) {
        return std::ranges::none_of(settings, [&](const auto& other) { return is_same(kept, other); });
      });
    }
  }
  return found;
}

std::string section(const std::string& reason, const Answered& answered, const std::string& gpu) {
  std::string out = heading(reason);
  // The rules that name both, the call and its error.
  const std::size_t colon = reason.find(": cudaError");
  for (const Named& rule : texts_named("rule_"))
    if (colon != std::string::npos && rule.english().starts_with(reason.substr(0, colon) + " ") &&
        rule.english().find(reason.substr(colon + 2)) != std::string::npos)
      out += plain(rule.english()) + "\n\n";
  // The usual settings carry no information: most combinations have them.
  const auto usual = legality::settings({.format = legality::formats().data()});
  std::vector<std::string> shared;
  for (const legality::Setting& one : answered.shared)
    if (std::ranges::none_of(usual, [&](const auto& other) { return is_same(one, other); }))
      shared.push_back(code(std::string(one.name) + " " + std::string(one.value)));
  out += "An " + gpu + " gave this answer to " + std::to_string(answered.count) + " of the " +
         std::to_string(legality::configurations().size()) + " combinations that `texelscope legality` tries";
  if (!shared.empty()) out += "; all of them have " + joined(shared, ", ");
  return out + ". The first is " + code(answered.first) + ".\n\n";
}

std::string sections(legality::Verdict verdict) {
  std::string out;
  const Answers found = answers(verdict);
  for (const auto& [reason, answered] : found.all)
    out += section(reason, answered, found.gpu);
  return out;
}

// Errors that no combination of settings caused, with the texts about them.
std::string other_errors(const std::string& so_far) {
  std::map<std::string, std::set<std::string>> found;
  for (const Named& one : all_texts) {
    const std::string english = one.english();
    const std::size_t at = english.find("cudaError");
    if (at == std::string::npos) continue;
    const auto end = std::find_if_not(english.begin() + std::ptrdiff_t(at), english.end(),
                                      [](unsigned char c) { return std::isalpha(c) != 0; });
    const std::string error(english.begin() + std::ptrdiff_t(at), end);
    if (so_far.find(": " + error) == std::string::npos) found[error].insert(english);
  }
  std::string out;
  for (const auto& [error, texts] : found) {
    out += heading(error);
    for (const std::string& english : texts)
      out += plain(english) + "\n\n";
  }
  return out;
}

// What stands in a cure for its {0} and {1}: of every build, or in the values of the heading above it.
struct CureValues {
  std::string_view cure, first, second;
};
constexpr CureValues cure_values[] = {
    {"cuda_no_driver_cure", "525 (580 for CUDA 13)", ""},
    {"cuda_old_driver_cure", "525 (580 for CUDA 13)", ""},
    {"cuda_no_kernels_cure", "{1}", "{2}"},
    {"cuda_ptx_too_new_cure", "{1}", "{2}"},
};

std::string with_values(const Named& cure) {
  const auto* values = std::ranges::find(cure_values, cure.name, &CureValues::cure);
  if (values != std::end(cure_values)) return say(cure.id, {values->first, values->second});
  EXPECT_EQ(cure.english().find('{'), std::string::npos) << cure.name << " has no values in cure_values";
  return cure.english();
}

// cuda_NAME, and cuda_NAME_cure where there is one.
std::string failures() {
  std::string out;
  std::map<std::string, std::string> cures;
  for (const Named& one : texts_named("cuda_"))
    if (one.name.ends_with("_cure")) cures[std::string(one.name)] = with_values(one);
  for (const Named& one : texts_named("cuda_")) {
    if (one.name.ends_with("_cure")) continue;
    out += heading(one.english());
    if (const auto cure = cures.find(std::string(one.name) + "_cure"); cure != cures.end())
      out += "Cure: " + plain(cure->second) + "\n\n";
    else
      out += remedy(one.name);
  }
  return out;
}

std::string generated() {
  Notes notes = NoteSurvey().run();
  for (const Named& note : texts_named("note_"))
    EXPECT_TRUE(notes.contains(note.english())) << "no session makes resolve() say " << note.name;
  std::set<std::string> cures;
  for (const auto& [note_text, note] : notes)
    for (const auto& [label, values] : note.cures)
      cures.insert(label);
  for (const Named& cure : texts_named("fix_"))
    EXPECT_TRUE(cures.contains(cure.english())) << "no session makes resolve() offer " << cure.name;
  std::string out = "\n## Notes: what is refused\n\n" + sections(notes, NoteKind::refused);
  out += "## Notes: what becomes something else without an error\n\n" + sections(notes, NoteKind::altered);
  out += held_settings(notes);
  out += "## Notes: what has no effect\n\n" + sections(notes, NoteKind::no_effect);
  out += "## CUDA: errors\n\n";
  out += sections(legality::Verdict::refused);
  out += other_errors(out);
  out += "## CUDA: what it changes without an error\n\n" + sections(legality::Verdict::altered);
  out += "## CUDA: what keeps it from running or from sharing with OpenGL\n\n" + failures();
  return out;
}

TEST(Answers, HaveRemediesForTextsThatThereAre) {
  for (const Remedy& remedy : remedies)
    EXPECT_EQ(std::ranges::count(all_texts, remedy.name, &Named::name), 1) << remedy.name;
}

TEST(Answers, HaveAHeadingForAllThatTheProgramSays) {
  const std::string text = contents(page);
  const std::size_t begin = text.find(begin_marker), end = text.find(end_marker);
  ASSERT_LT(begin, end);
  ASSERT_NE(end, std::string::npos);
  const std::size_t from = begin + begin_marker.size();
  const std::string expected = generated();
  if (std::getenv("TEXELSCOPE_WRITE_ANSWERS") != nullptr)
    write(page, text.substr(0, from) + expected + text.substr(end));
  else
    EXPECT_TRUE(text.substr(from, end - from) == expected)
        << "run scripts/answers.sh and look at what changed";
}

} // namespace
} // namespace texelscope
