#include "kernels/studies/lessons/lesson_file.h"

#include <algorithm>
#include <set>

#include "kernels/ground/base/folder_entries.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/paths.h"
#include "kernels/ground/files/suggest.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/state/stored/suggest_field.h"
#include "kernels/state/stored/texture_path.h"
#include "kernels/studies/lessons/lesson_quantity.h"
#include "kernels/studies/lessons/panels.h"
#include "kernels/unit/image/image.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
constexpr int lesson_version = 1, max_levels = 32;

// Reads a string, or a list of paragraphs.
std::string read_paragraphs(const JsonNode& node) {
  if (!node.is_list()) return node.string();
  std::string all;
  for (const JsonNode& paragraph : node.items())
    all += (all.empty() ? "" : "\n") + paragraph.string();
  return all;
}

LocalizedText read_text(const JsonNode& node) {
  const auto chinese = node.find("zh-Hans");
  return {read_paragraphs(node.at("en")), chinese ? read_paragraphs(*chinese) : std::string()};
}

LocalizedText read_text_alone(const JsonNode& node) {
  node.allow({"en", "zh-Hans"});
  return read_text(node);
}

// Reads an object, or the name of a session's file beside the lesson or among the shipped ones.
Session read_session(const JsonNode& node, const fs::path& folder) {
  LoadedSession loaded;
  if (node.is_text()) {
    const std::string file = node.string();
    std::error_code ignored;
    const fs::path beside = folder / file, shipped = assets_folder() / "sessions" / file;
    loaded = load_session(fs::exists(beside, ignored) ? beside : shipped);
  } else {
    loaded = session_within(node.source(), node.value(), node.member().offset);
    loaded.base = folder;
  }
  Session& session = loaded.session;
  if (!session.texture.path.empty()) session.texture.path = texture_path(session, loaded.base).string();
  return session;
}

// Reads where to look: {"at": [u, v]} or the texel {"texel": [x, y]}.
std::array<double, 2> read_look(const JsonNode& node, const Session& session) {
  node.allow({"at", "texel"});
  const auto texel = node.find("texel");
  const JsonNode place = texel ? *texel : node.at("at");
  const auto items = place.items();
  if (items.size() != 2) place.refuse(text(Text::lesson_wants_two));
  const double x = items[0].number(), y = items[1].number();
  if (!texel) return {x, y};
  return {(x + 0.5) / session.texture.width, (y + 0.5) / session.texture.height};
}

LessonTry read_try(const JsonNode& node) {
  node.allow({"en", "zh-Hans", "fields", "tab", "plot", "lab"});
  LessonTry button{read_text(node), {}, {}, false, Lab::none};
  if (const auto fields = node.find("fields")) button.fields = read_settings(*fields);
  if (const auto tab = node.find("tab")) {
    button.tab = tab->string();
    const EnumTable tabs = enum_table<Tab>();
    const auto named = [&](const EnumEntry& entry) { return entry.identifier == button.tab; };
    if (std::none_of(tabs.begin(), tabs.end(), named)) tab->refuse(say(Text::lesson_no_tab, {button.tab}));
  }
  if (const auto plot = node.find("plot")) {
    plot->one_of({"warp"});
    button.warp = true;
  }
  if (const auto lab = node.find("lab"))
    button.lab = Lab(lab->one_of({"none", "legality", "staleness", "writes"}));
  if (button.fields.empty() && button.tab.empty() && button.lab == Lab::none)
    node.refuse(text(Text::lesson_idle_button));
  return button;
}

LessonChoice read_choice(const JsonNode& node) {
  node.allow({"en", "zh-Hans", "is", "why"});
  LessonChoice choice{read_text(node), {}, {}};
  const JsonNode is = node.at("is");
  if (is.is_text())
    choice.is = is.string();
  else
    choice.is = is.number();
  if (const auto why = node.find("why")) choice.why = read_text_alone(*why);
  return choice;
}

LessonStep read_step(const JsonNode& node, const fs::path& folder, Quantity& answer) {
  node.allow({"text", "session", "look", "try", "question", "answer", "choices", "tolerance", "see"});
  LessonStep step;
  step.text = read_text_alone(node.at("text"));
  step.session = read_session(node.at("session"), folder);
  if (const auto look = node.find("look")) step.at = read_look(*look, step.session);
  if (const auto tries = node.find("try"))
    for (const JsonNode& item : tries->items())
      step.tries.push_back(read_try(item));
  const auto question = node.find("question");
  if (!question) {
    for (const char* name : {"choices", "tolerance", "see", "answer"})
      if (const auto alone = node.find(name)) alone->refuse(text(Text::lesson_wants_question));
    return step;
  }
  step.question = read_text_alone(*question);
  if (const auto choices = node.find("choices"))
    for (const JsonNode& item : choices->items())
      step.choices.push_back(read_choice(item));
  if (const auto tolerance = node.find("tolerance")) step.tolerance = tolerance->number();
  if (step.tolerance < 0) node.at("tolerance").refuse(text(Text::lesson_negative));
  if (step.choices.size() == 1) node.at("choices").refuse(text(Text::lesson_one_choice));
  if (const auto see = node.find("see")) step.see = read_text_alone(*see);
  answer = read_quantity(node.at("answer"));
  return step;
}

void check_version(const JsonNode& root) {
  const JsonNode version = root.at("version");
  if (version.integer(0, 1000000) != lesson_version)
    version.refuse(say(Text::lesson_version, {std::to_string(lesson_version)}));
}

// Puts the suspects in an order that does not tell: authors name the culprit first. It depends on nothing but
// the bug's id and the suspects themselves, so that pictures stay what they are. The hash is FNV-1a.
void shuffle_suspects(Bug& bug) {
  const auto place = [&](const std::string& suspect) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : bug.id + " " + suspect)
      hash = (hash ^ std::uint8_t(c)) * 0x100000001b3;
    return hash;
  };
  std::ranges::stable_sort(bug.suspects, {}, place);
}

Bug read_bug(const JsonNode& node) {
  node.allow({"id", "title", "symptom", "session", "wrong", "suspects", "why"});
  Bug bug;
  bug.id = node.at("id").string();
  bug.title = read_text_alone(node.at("title"));
  bug.symptom = read_text_alone(node.at("symptom"));
  bug.why = read_text_alone(node.at("why"));
  bug.sound = read_session(node.at("session"), {});
  bug.wrong = read_settings(node.at("wrong"));
  if (bug.wrong.size() != 1) node.at("wrong").refuse(text(Text::lesson_one_wrong));
  bool named = false;
  for (const JsonNode& suspect : node.at("suspects").items()) {
    bug.suspects.push_back(suspect.string());
    if (!find_field(bug.suspects.back()))
      suspect.refuse(
          say(Text::session_unknown_field, {bug.suspects.back(), suggest_field(bug.suspects.back())}));
    named |= bug.suspects.back() == bug.wrong.front().first;
  }
  if (!named) node.at("suspects").refuse(say(Text::lesson_not_suspected, {bug.wrong.front().first}));
  shuffle_suspects(bug);
  return bug;
}

ListedGroup read_group(const JsonNode& node, std::set<std::string>& listed) {
  node.allow({"id", "title", "lessons"});
  ListedGroup group;
  group.group.id = node.at("id").string();
  if (group.group.id.empty()) node.at("id").refuse(text(Text::lesson_no_id));
  group.group.title = read_text_alone(node.at("title"));
  for (const JsonNode& lesson : node.at("lessons").items()) {
    const std::string id = lesson.string();
    if (!listed.insert(id).second) lesson.refuse(say(Text::lesson_listed_twice, {id}));
    group.lessons.push_back(id);
  }
  return group;
}

std::vector<fs::path> json_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::path& file : folder_entries(folder, error))
    if (ending_of(file) == ".json") files.push_back(file);
  std::sort(files.begin(), files.end());
  return files;
}

// Puts lessons into a group, which may exist already.
void take_group(const ListedGroup& listed, const fs::path& file, LessonLibrary& library) {
  auto& groups = library.groups;
  const auto there = std::ranges::find(groups, listed.group.id, &LessonGroup::id);
  const int group = int(there - groups.begin());
  if (there == groups.end()) groups.push_back(listed.group);
  for (const std::string& id : listed.lessons) {
    const auto named = [&](const LessonFile& lesson) { return lesson.lesson.id == id; };
    const auto lesson = std::ranges::find_if(library.lessons, named);
    if (lesson == library.lessons.end()) {
      library.problems.push_back(say(Text::lesson_listed_unknown, {file.string(), id}));
      continue;
    }
    lesson->lesson.group = group;
    std::rotate(lesson, lesson + 1, library.lessons.end()); // to the end, in the listed order
  }
}

void number_lessons(LessonLibrary& library) {
  const auto order = [&](const LessonFile& file) {
    return file.lesson.group < 0 ? int(library.groups.size()) : file.lesson.group;
  };
  std::ranges::stable_sort(library.lessons, {}, order);
  int number = 0;
  for (LessonFile& file : library.lessons)
    file.lesson.number = file.lesson.group < 0 ? 0 : ++number;
}

void add_file(const fs::path& file, LessonLibrary& library) {
  if (file.filename() == "bugs.json") {
    for (Bug& bug : load_bugs(file))
      library.bugs.push_back(std::move(bug));
    return;
  }
  LessonFile lesson = load_lesson(file);
  for (const LessonFile& there : library.lessons)
    if (there.lesson.id == lesson.lesson.id)
      throw UserError(say(Text::lesson_doubled, {file.string(), lesson.lesson.id, there.file.string()}));
  library.lessons.push_back(std::move(lesson));
}
} // namespace

LessonFile parse_lesson(std::string_view json, std::string_view name, const fs::path& folder) {
  const JsonText source{json, name};
  const JsonValue tree = parse_strict_json(source, max_levels);
  const JsonNode root(source, tree);
  root.allow({"version", "id", "title", "steps"});
  check_version(root);
  LessonFile file;
  file.lesson.id = root.at("id").string();
  if (file.lesson.id.empty()) root.at("id").refuse(text(Text::lesson_no_id));
  file.lesson.title = read_text_alone(root.at("title"));
  for (const JsonNode& step : root.at("steps").items())
    file.lesson.steps.push_back(read_step(step, folder, file.answers.emplace_back()));
  if (file.lesson.steps.empty() || file.lesson.steps.size() > max_lesson_steps)
    root.at("steps").refuse(say(Text::lesson_steps, {std::to_string(max_lesson_steps)}));
  return file;
}

std::vector<Bug> parse_bugs(std::string_view json, std::string_view name) {
  const JsonText source{json, name};
  const JsonValue tree = parse_strict_json(source, max_levels);
  const JsonNode root(source, tree);
  root.allow({"version", "bugs"});
  check_version(root);
  std::vector<Bug> bugs;
  for (const JsonNode& bug : root.at("bugs").items())
    bugs.push_back(read_bug(bug));
  return bugs;
}

std::vector<ListedGroup> parse_lesson_order(std::string_view json, std::string_view name) {
  const JsonText source{json, name};
  const JsonValue tree = parse_strict_json(source, max_levels);
  const JsonNode root(source, tree);
  root.allow({"version", "groups"});
  check_version(root);
  std::vector<ListedGroup> groups;
  std::set<std::string> listed;
  for (const JsonNode& group : root.at("groups").items())
    groups.push_back(read_group(group, listed));
  return groups;
}

LessonFile load_lesson(const fs::path& file) {
  LessonFile lesson =
      parse_lesson(read_text_file(file, max_lesson_bytes), input_name(file), file.parent_path());
  lesson.file = file;
  return lesson;
}

bool is_lesson_file(const fs::path& file) try {
  if (ending_of(file) != ".json") return false;
  const std::string json = read_text_file(file, max_lesson_bytes), name = file.string();
  const JsonText source{json, name};
  const JsonValue tree = parse_strict_json(source, max_levels);
  return tree.find("steps") != nullptr;
} catch (const std::exception&) {
  return false;
}

std::vector<Bug> load_bugs(const fs::path& file) {
  return parse_bugs(read_text_file(file, max_lesson_bytes), file.string());
}

LessonLibrary load_lessons(const std::vector<fs::path>& folders) {
  LessonLibrary library;
  std::vector<fs::path> orders; // read last, when every lesson is known
  const auto each = [&](const std::vector<fs::path>& files, auto&& take) {
    for (const fs::path& file : files)
      try {
        take(file);
      } catch (const std::exception& error) {
        library.problems.emplace_back(sentence_of(error));
      }
  };
  for (const fs::path& folder : folders)
    each(json_files(folder), [&](const fs::path& file) {
      file.filename() == "order.json" ? orders.push_back(file) : add_file(file, library);
    });
  each(orders, [&](const fs::path& file) {
    for (const ListedGroup& group : parse_lesson_order(read_text_file(file, max_lesson_bytes), file.string()))
      take_group(group, file, library);
  });
  number_lessons(library);
  return library;
}

std::vector<fs::path> lesson_folders() {
  std::vector<fs::path> folders;
  if (const fs::path assets = assets_folder(); !assets.empty()) folders.push_back(assets / "lessons");
  if (const fs::path own = data_folder(); !own.empty()) folders.push_back(own / "lessons");
  return folders;
}

LessonFile find_lesson(const LessonLibrary& library, const std::string& name) {
  std::vector<std::string> ids;
  for (const LessonFile& lesson : library.lessons) {
    if (lesson.lesson.id == name) return lesson;
    ids.push_back(lesson.lesson.id);
  }
  return lesson_of_file(name, ids);
}

LessonFile lesson_of_file(const std::string& name, const std::vector<std::string>& ids) {
  if (is_standard_input(name) || ending_of(name) == ".json") return load_lesson(name);
  throw UserError(say(Text::lesson_none_named, {name, did_you_mean(nearest_word(name, ids))}));
}

} // namespace texelscope
