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
#include "kernels/studies/lessons/lesson_members.h"
#include "kernels/studies/lessons/panels.h"
#include "kernels/unit/image/image.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
constexpr int lesson_version = 1, max_levels = 32;

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

// Reads where to look: {"at": [u, v]}, the texel {"texel": [x, y]}, or a cube's {"direction": [x, y, z]}.
void read_look(const JsonNode& node, LessonStep& step) {
  JsonReader members(node);
  const auto texel = members.find("texel"), direction = members.find("direction"),
             at = texel || direction ? members.find("at") : members.need("at");
  members.finish();
  const JsonNode& place = texel ? *texel : direction ? *direction : *at;
  const auto items = place.items();
  const bool three = direction && !texel;
  if (items.size() != (three ? 3 : 2))
    place.refuse(text(three ? Text::lesson_wants_three : Text::lesson_wants_two));
  const double x = items[0].number(), y = items[1].number();
  if (three)
    step.direction = {x, y, items[2].number()};
  else if (texel)
    step.at = {(x + 0.5) / step.session.texture.width, (y + 0.5) / step.session.texture.height};
  else
    step.at = {x, y};
}

LessonTry read_try(const JsonNode& node) {
  JsonReader members(node);
  LessonTry button;
  describe(members, button.label);
  if (const auto fields = members.find("fields")) button.fields = read_settings(*fields);
  if (const auto tab = members.find("tab")) {
    button.tab = tab->string();
    if (!tab_named(button.tab) && !was_tab(button.tab)) tab->refuse(say(Text::lesson_no_tab, {button.tab}));
  }
  if (const auto plot = members.find("plot")) {
    plot->one_of({"warp"});
    button.warp = true;
  }
  if (const auto lab = members.find("lab")) {
    static constexpr Lab offered[] = {Lab::none, Lab::legality, Lab::staleness, Lab::writes, Lab::amp};
    button.lab = offered[lab->one_of({"none", "legality", "staleness", "writes", "amp"})];
  }
  members.finish();
  if (button.fields.empty() && button.tab.empty() && button.lab == Lab::none)
    node.refuse(text(Text::lesson_idle_button));
  return button;
}

LessonStep read_step(const JsonNode& node, const fs::path& folder, Quantity& answer) {
  JsonReader members(node);
  LessonStep step;
  members("text", step.text);
  const auto session = members.need("session"), look = members.find("look"), tries = members.find("try");
  members.newer("question", step.question);
  const auto asked = [&](std::string_view name) {
    const auto member = members.find(name);
    if (member && !step.asks()) member->refuse(text(Text::lesson_wants_question));
    return member;
  };
  const auto choices = asked("choices"), tolerance = asked("tolerance"), see = asked("see"),
             wanted = asked("answer");
  if (step.asks()) members.need("answer");
  members.finish();
  step.session = read_session(*session, folder);
  if (look) read_look(*look, step);
  if (tries)
    for (const JsonNode& item : tries->items())
      step.tries.push_back(read_try(item));
  if (choices) JsonReader::item(*choices, step.choices, Plain());
  if (tolerance) step.tolerance = tolerance->number();
  if (step.tolerance < 0) tolerance->refuse(text(Text::lesson_negative));
  if (step.choices.size() == 1) choices->refuse(text(Text::lesson_one_choice));
  if (see) read_described(*see, step.see);
  if (step.asks()) answer = read_quantity(*wanted);
  return step;
}

struct LessonVersion {
  void read(const JsonNode& node, int& version) const {
    version = node.integer(0, 1000000);
    if (version != lesson_version) node.refuse(say(Text::lesson_version, {std::to_string(lesson_version)}));
  }
};

// The list `name` of a file that has no other members than the version and those that `read` takes.
template <class Read>
std::vector<JsonNode> list_of(const JsonNode& root, std::string_view name, Read read) {
  JsonReader members(root);
  const auto list = members.need(name);
  int version = 0;
  members("version", version, LessonVersion());
  read(members);
  members.finish();
  return list->items();
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
  JsonReader members(node);
  Bug bug;
  members("id", bug.id);
  members("title", bug.title);
  members("symptom", bug.symptom);
  members("why", bug.why);
  const auto session = members.need("session"), wrong = members.need("wrong"),
             suspects = members.need("suspects");
  members.finish();
  bug.sound = read_session(*session, {});
  bug.wrong = read_settings(*wrong);
  if (bug.wrong.size() != 1) wrong->refuse(text(Text::lesson_one_wrong));
  for (const JsonNode& suspect : suspects->items()) {
    bug.suspects.push_back(suspect.string());
    if (!find_field(bug.suspects.back()))
      suspect.refuse(
          say(Text::session_unknown_field, {bug.suspects.back(), suggest_field(bug.suspects.back())}));
  }
  if (const std::string& path = bug.wrong.front().first; std::ranges::count(bug.suspects, path) == 0)
    suspects->refuse(say(Text::lesson_not_suspected, {path}));
  shuffle_suspects(bug);
  return bug;
}

ListedGroup read_group(const JsonNode& node, std::set<std::string>& listed) {
  JsonReader members(node);
  ListedGroup group;
  const auto id = members.need("id"), lessons = members.need("lessons");
  members("title", group.group.title);
  members.finish();
  group.group.id = id->string();
  if (group.group.id.empty()) id->refuse(text(Text::lesson_no_id));
  for (const JsonNode& lesson : lessons->items()) {
    const std::string named = lesson.string();
    if (!listed.insert(named).second) lesson.refuse(say(Text::lesson_listed_twice, {named}));
    group.lessons.push_back(named);
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

template <class Archive>
void describe(Archive& archive, Described<Archive, LessonChoice>& choice) {
  describe(archive, choice.label);
  archive("is", choice.is, number_or_word);
  archive.unless_default("why", choice.why);
}

LessonFile parse_lesson(std::string_view json, std::string_view name, const fs::path& folder) {
  const JsonText source{json, name};
  const JsonValue tree = parse_strict_json(source, max_levels);
  const JsonNode root(source, tree);
  LessonFile file;
  const auto steps = list_of(root, "steps", [&](JsonReader& members) {
    members("id", file.lesson.id);
    members("title", file.lesson.title);
  });
  if (file.lesson.id.empty()) root.at("id").refuse(text(Text::lesson_no_id));
  for (const JsonNode& step : steps)
    file.lesson.steps.push_back(read_step(step, folder, file.answers.emplace_back()));
  if (steps.empty() || steps.size() > max_lesson_steps)
    root.at("steps").refuse(say(Text::lesson_steps, {std::to_string(max_lesson_steps)}));
  return file;
}

std::vector<Bug> parse_bugs(std::string_view json, std::string_view name) {
  const JsonText source{json, name};
  const JsonValue tree = parse_strict_json(source, max_levels);
  std::vector<Bug> bugs;
  for (const JsonNode& bug : list_of(JsonNode(source, tree), "bugs", [](JsonReader&) {}))
    bugs.push_back(read_bug(bug));
  return bugs;
}

std::vector<ListedGroup> parse_lesson_order(std::string_view json, std::string_view name) {
  const JsonText source{json, name};
  const JsonValue tree = parse_strict_json(source, max_levels);
  std::vector<ListedGroup> groups;
  std::set<std::string> listed;
  for (const JsonNode& group : list_of(JsonNode(source, tree), "groups", [](JsonReader&) {}))
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
