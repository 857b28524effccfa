// The menu of lessons and bugs: groups side by side, with progress and marks at those that are done.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/lessons/lesson_text.h"

namespace texelscope::ui {

namespace {
constexpr float number_width = 26, mark_width = 26, column_gap = 14, bar_height = 4; // design pixels
constexpr int max_columns = 3;

struct Section {
  std::string id, title;
  std::vector<int> lessons; // of the shelf
};

std::vector<Section> sections_of(const LessonShelf& shelf) {
  std::vector<Section> sections;
  for (const LessonGroup& group : shelf.groups)
    sections.push_back({group.id, in_language(group.title), {}});
  sections.push_back({"others", shelf.groups.empty() ? "" : text(Text::lesson_other_group), {}});
  for (std::size_t i = 0; i < shelf.lessons.size(); ++i) {
    const int group = shelf.lessons[i].group;
    sections[group < 0 ? sections.size() - 1 : std::size_t(group)].lessons.push_back(int(i));
  }
  std::erase_if(sections, [](const Section& section) { return section.lessons.empty(); });
  return sections;
}

float text_width(ImFont* font, const std::string& shown) {
  return font->CalcTextSizeA(font->FontSize, 1e9f, 0, shown.c_str()).x;
}

// Returns whether it was chosen. A mark at the left: it is open; at the right: it is done.
bool entry(Context& ui, const std::string& name, const std::string& number, const std::string& title,
           bool done, bool open, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImFont* font = ui.theme.fonts.text;
  const std::string shown = open ? text(Text::lesson_open_mark) : number;
  ImGui::PushID(name.c_str());
  const bool chosen = ImGui::Selectable("##entry", false, 0, ImVec2(width, ImGui::GetTextLineHeight()));
  ImGui::PopID();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto put = [&](float x, ImU32 ink, const std::string& content) {
    draw->AddText(font, font->FontSize, ImVec2(at.x + x, at.y), ink, content.c_str());
  };
  put(ui.px(number_width - 8) - text_width(font, shown), open ? ui.color().accent : ui.color().dim, shown);
  put(ui.px(number_width), open ? ui.color().accent : ui.color().text, title);
  if (done) put(width - ui.px(18), ui.color().accent, text(Text::lesson_done_mark));
  map_item(ui, name, title + (open ? " (open)" : "") + (done ? " (done)" : ""));
  return chosen;
}

std::ptrdiff_t count_done(const Context& ui, const std::vector<int>& lessons) {
  return std::ranges::count_if(
      lessons, [&](int i) { return ui.state.lesson.is_done(ui.frame.lessons->lessons[std::size_t(i)].id); });
}

void heading(Context& ui, const Section& section, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImFont* small = ui.theme.fonts.small;
  const std::string done = fmt::format("{}/{}", count_done(ui, section.lessons), section.lessons.size());
  draw_text(ui, lesson_font(ui, ui.theme.fonts.bold), ui.color().dim, section.title,
            "lessons.group." + section.id);
  const float x = at.x + width - ui.px(4) - text_width(small, done);
  ImGui::GetWindowDrawList()->AddText(small, small->FontSize, ImVec2(x, at.y + ui.px(2)), ui.color().dim,
                                      done.c_str());
  map_text(ui, "lessons.done." + section.id, {x, at.y, at.x + width, at.y + small->FontSize}, done);
}

void draw_section(Context& ui, const Section& section, float width) {
  if (!section.title.empty()) heading(ui, section, width);
  const LessonShelf& shelf = *ui.frame.lessons;
  for (const int i : section.lessons) {
    const Lesson& lesson = shelf.lessons[std::size_t(i)];
    const std::string number = lesson.number > 0 ? std::to_string(lesson.number) : "";
    if (entry(ui, "lesson." + lesson.id, number, in_language(lesson.title),
              ui.state.lesson.is_done(lesson.id), ui.state.lesson.lesson == i, width))
      open_lesson(shelf, i, 0, ui.session, ui.state);
  }
  ImGui::Dummy(ImVec2(width, ui.px(4)));
}

// How many lessons are done, in words and as a bar.
void progress(Context& ui, float width) {
  const auto& lessons = ui.frame.lessons->lessons;
  std::vector<int> all(lessons.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = int(i);
  const auto done = count_done(ui, all);
  draw_text(ui, ui.theme.fonts.text, ui.color().text,
            say(Text::lesson_progress, {std::to_string(done), std::to_string(all.size())}),
            "lessons.progress");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const auto bar = [&](float share, ImU32 ink) {
    ImGui::GetWindowDrawList()->AddRectFilled(at, ImVec2(at.x + width * share, at.y + ui.px(bar_height)), ink,
                                              ui.px(bar_height / 2));
  };
  bar(1, ui.color().line);
  if (done > 0) bar(float(done) / float(all.size()), ui.color().accent);
  ImGui::Dummy(ImVec2(width, ui.px(bar_height + 4)));
}

std::size_t rows_of(const Section& section) {
  return section.lessons.size() + 2; // a heading, and a gap
}

// The sections in columns of about the same height, as many as fit beside each other.
void columns(Context& ui, const std::vector<Section>& sections) {
  float width = ui.px(180);
  std::size_t rows = 0;
  for (const Section& section : sections) {
    rows += rows_of(section);
    for (const int i : section.lessons)
      width = std::max(width, text_width(ui.theme.fonts.text,
                                         in_language(ui.frame.lessons->lessons[std::size_t(i)].title)));
  }
  width = std::ceil(width + ui.px(number_width + mark_width));
  const float gap = ui.px(column_gap), screen = ImGui::GetIO().DisplaySize.x - ui.px(60);
  const int count = std::clamp(int((screen + gap) / (width + gap)), 1, max_columns);
  progress(ui, float(count) * (width + gap) - gap);
  const std::size_t height = (rows + std::size_t(count) - 1) / std::size_t(count);
  std::size_t filled = 0;
  int column = 0;
  ImGui::BeginGroup();
  for (const Section& section : sections) {
    const bool next = filled > 0 && filled + rows_of(section) / 2 > height && column + 1 < count;
    if (next) {
      ImGui::EndGroup();
      ImGui::SameLine(0, gap);
      ImGui::BeginGroup();
      filled = 0;
      ++column;
    }
    draw_section(ui, section, width);
    filled += rows_of(section);
  }
  ImGui::EndGroup();
}

void bugs(Context& ui) {
  const LessonShelf& shelf = *ui.frame.lessons;
  if (!begin_menu(ui, Text::menu_bugs, "menu.bugs")) return;
  float width = 0;
  for (const Bug& bug : shelf.bugs)
    width = std::max(width, text_width(ui.theme.fonts.text, in_language(bug.title)));
  width = std::ceil(width + ui.px(number_width + mark_width));
  for (std::size_t i = 0; i < shelf.bugs.size(); ++i) {
    const Bug& bug = shelf.bugs[i];
    if (entry(ui, "bug." + bug.id, "", in_language(bug.title), ui.state.lesson.is_done("bug." + bug.id),
              ui.state.lesson.bug == int(i), width))
      open_bug(shelf, int(i), ui.session, ui.state);
  }
  ImGui::EndMenu();
}
} // namespace

void lesson_menu(Context& ui) {
  const LessonShelf& shelf = *ui.frame.lessons;
  if (shelf.lessons.empty())
    draw_text(ui, ui.theme.fonts.text, ui.color().dim, text(Text::lesson_none));
  else
    columns(ui, sections_of(shelf));
  ImGui::Separator();
  const auto item = [&](CommandId id, Text label, bool enabled, bool ticked) {
    const Command& entry = command(id);
    if (ImGui::MenuItem(text(label), key_text(entry.key).c_str(), ticked, enabled)) run_command(ui, id);
    map_item(ui, "command." + std::string(entry.name), text(label));
  };
  item(CommandId::present, Text::command_present, true, false);
  item(CommandId::add_step, Text::command_add_step, true, false);
  item(CommandId::record_answers, Text::command_record_answers, true, !shelf.recorded_in.empty());
  item(CommandId::lesson_leave, Text::lesson_own_session, ui.state.lesson.open(), false);
  if (!shelf.bugs.empty())
    bugs(ui); // the last: where the window has no room beside the menu, they cover what follows
}

// A clicker's keys reveal first and then go on. Esc ends the mode, unless a field has the keyboard.
bool presenter_key(Context& ui, const KeyPress& key) {
  if (!ui.state.panels.presenting) return false;
  if (key.key == key_escape && !ImGui::GetIO().WantTextInput) {
    run_command(ui, CommandId::present);
    return true;
  }
  if (key.key == key_page_up) run_command(ui, CommandId::lesson_previous);
  if (key.key == key_page_down)
    run_command(ui, ui.frame.hides_answer ? CommandId::lesson_reveal : CommandId::lesson_next);
  return key.key == key_page_up || key.key == key_page_down;
}

namespace {
// How many answers the open step offers, until it is answered.
int offered_choices(const Context& ui) {
  const LessonState& s = ui.state.lesson;
  if (s.lesson < 0 || !ui.frame.hides_answer) return 0;
  return int(ui.frame.lessons->lessons[std::size_t(s.lesson)].steps[std::size_t(s.step)].choices.size());
}

// Reveals the answer, or goes on after it. A bug is not given up so easily.
bool enter_key(Context& ui) {
  if (ui.state.lesson.bug >= 0 && ui.frame.hides_answer) return false;
  run_command(ui, ui.frame.hides_answer ? CommandId::lesson_reveal : CommandId::lesson_next);
  return true;
}
} // namespace

bool asks_for_number(const Context& ui) {
  const LessonState& s = ui.state.lesson;
  if (s.lesson < 0 || !ui.frame.hides_answer || ui.state.panels.lab != Lab::none || ui.areas.presenting)
    return false;
  const Lesson& lesson = ui.frame.lessons->lessons[std::size_t(s.lesson)];
  const LessonStep& step = lesson.steps[std::size_t(s.step)];
  return step.asks() && step.choices.empty();
}

// A digit chooses an answer, with Alt also a suspect. Enter reveals and goes on.
bool lesson_key(Context& ui, const KeyPress& key) {
  if (!ui.state.lesson.open() || key.ctrl || key.shift) return false;
  if (key.key == key_enter && !key.alt && !key.repeated && ui.state.panels.lab == Lab::none)
    return enter_key(ui);
  if (!key.alt && key.key < 128 && digits_of_answers.find(char(key.key)) != digits_of_answers.npos &&
      asks_for_number(ui))
    return true; // the field takes it
  if (key.key < '1' || key.key > '9') return false;
  const int digit = key.key - '1';
  if (!key.alt && digit >= offered_choices(ui)) return false;
  ui.state.lesson.key_choice = digit;
  return true;
}

} // namespace texelscope::ui
