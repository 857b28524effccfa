#include "ui/shell/palette.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"
#include "ui/widgets/modal.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
// In another language the English text is searched too.
std::string searched(Text id) {
  return std::string(text(id)) + " " + translation(id, Language::english);
}

struct Search {
  const std::string& query;
  std::vector<PaletteEntry> found = {};

  void add(PaletteEntry entry, const std::string& content, const std::string& keywords = {}) {
    entry.rank = palette_rank(query, content, keywords);
    if (entry.rank >= 0) found.push_back(std::move(entry));
  }
};

void add_commands(Search& search) {
  for (const Command& c : commands()) {
    const bool asks_numbers = c.id == CommandId::go_to;
    const std::string beside =
        asks_numbers && !search.query.empty() ? text(Text::go_to_example) : key_text(c.key);
    search.add(
        {.name = "command." + std::string(c.name), .label = text(c.label), .beside = beside, .command = &c},
        searched(c.label), palette_keywords(c.name));
  }
}

void add_choices(Search& search, const Field& f) {
  const auto add = [&](Text value_label, std::string_view identifier, FieldValue value) {
    const std::string name = fmt::format("{}.{}", f.path, identifier);
    search.add({.name = name,
                .label = fmt::format("{} {}: {}", f.part(), text(f.label), text(value_label)),
                .field = &f,
                .value = std::move(value)},
               fmt::format("{} {}: {}", f.part(), searched(f.label), searched(value_label)),
               palette_keywords(name) + "\n" + palette_keywords(f.path));
  };
  if (f.type == FieldType::choice)
    for (const EnumEntry& e : f.choices)
      add(e.label, e.identifier, std::string(e.identifier));
  if (f.type == FieldType::boolean) {
    add(Text::on, "true", true);
    add(Text::off, "false", false);
  }
}

// Numbers are set in their row of the settings.
void add_row(Search& search, const Field& f, const std::function<bool(const Field&)>& has_row) {
  if (f.type == FieldType::choice || f.type == FieldType::boolean || !has_row(f)) return;
  search.add({.name = std::string(f.path),
              .label = fmt::format("{} {}", f.part(), text(f.label)),
              .beside = text(Text::palette_reveal),
              .field = &f,
              .reveals = true},
             fmt::format("{} {}", f.part(), searched(f.label)), palette_keywords(f.path));
}

void add_lessons(Search& search, const LessonShelf& shelf) {
  for (std::size_t i = 0; i < shelf.lessons.size(); ++i) {
    const Lesson& lesson = shelf.lessons[i];
    const std::string& title = in_language(lesson.title);
    const std::string label = lesson.number > 0
                                  ? say(Text::palette_lesson_numbered, {std::to_string(lesson.number), title})
                                  : say(Text::palette_lesson, {title});
    search.add({.name = label, .label = label, .lesson = int(i)}, label);
  }
  for (std::size_t i = 0; i < shelf.bugs.size(); ++i) {
    const std::string label = say(Text::palette_bug, {in_language(shelf.bugs[i].title)});
    search.add({.name = label, .label = label, .bug = int(i)}, label);
  }
}

std::string in_each(const LocalizedText& translations) {
  return translations.english + " " + translations.chinese;
}

void add_sessions(Search& search, const PaletteSources& sources) {
  if (sources.recent != nullptr)
    for (const std::string& path : *sources.recent) {
      const std::string label = say(Text::palette_recent, {path});
      search.add({.name = "recent." + path, .label = label, .path = path}, label);
    }
  if (sources.examples == nullptr) return;
  for (const ExampleGroup& group : sources.examples->groups)
    for (const Example& example : group.examples) {
      const std::string name = "example." + example.session.stem().string(),
                        label = say(Text::palette_example, {in_language(example.title)});
      search.add({.name = name,
                  .label = label,
                  .beside = in_language(group.title),
                  .path = example.session.string()},
                 say(Text::palette_example, {in_each(example.title)}),
                 in_each(example.text) + " " + in_each(group.title) + " " + example.session.stem().string());
    }
}

// "width 256": each number that the words before it name.
void add_values(std::vector<PaletteEntry>& found, const std::string& query) {
  const std::size_t space = query.find_last_of(" ="), last = query.find_last_not_of(" =", space);
  if (space == std::string::npos || last == std::string::npos || space + 1 == query.size()) return;
  const std::string named = query.substr(0, last + 1), typed = query.substr(space + 1);
  Search search{named};
  Session session;
  for (const Field& f : fields()) {
    if (f.type != FieldType::integer && f.type != FieldType::number) continue;
    const auto parsed = parse_value(f, typed);
    const auto* value = std::get_if<FieldValue>(&parsed);
    if (value == nullptr || assign(session, f, *value)) continue;
    search.add({.name = std::string(f.path) + "=" + format_value(f, *value),
                .label = fmt::format("{} {} = {}", f.part(), text(f.label), shown_value(f, *value)),
                .field = &f,
                .value = *value},
               fmt::format("{} {}", f.part(), searched(f.label)), palette_keywords(f.path));
  }
  std::ranges::stable_sort(search.found, {}, &PaletteEntry::rank);
  found.insert(found.begin(), search.found.begin(), search.found.end());
}

std::optional<double> number_in(const std::string& content) {
  double value = 0;
  const auto [end, error] = std::from_chars(content.data(), content.data() + content.size(), value);
  return error == std::errc() && end == content.data() + content.size() && std::isfinite(value)
             ? std::optional(value)
             : std::nullopt;
}

// "go to 412, 233": the two numbers are the position, the rest names its kind.
void add_places(std::vector<PaletteEntry>& found, const std::string& query) {
  std::vector<double> numbers;
  std::string rest, word;
  for (char c : query + " ") {
    if (c != ' ' && c != ',') {
      word += c;
      continue;
    }
    if (const auto number = number_in(word))
      numbers.push_back(*number);
    else
      rest += word + " ";
    word.clear();
  }
  if (numbers.size() != 2) return;
  Search search{rest};
  const auto add = [&](Text label, GoTo go_to, const char* name) {
    const std::string x = number_text(numbers[0]), y = number_text(numbers[1]);
    search.add({.name = name, .label = say(label, {x, y}), .go_to = go_to, .place = {numbers[0], numbers[1]}},
               say(label, {x, y}) + " " + translation(label, Language::english),
               palette_keywords("go_to") + "\n" + text(Text::go_to_prefix));
  };
  const bool whole =
      std::ranges::all_of(numbers, [](double number) { return number >= 0 && number == std::floor(number); });
  if (whole) add(Text::go_to_pixel, GoTo::pixel, "go_to.pixel");
  if (whole) add(Text::go_to_texel, GoTo::texel, "go_to.texel");
  add(Text::go_to_coordinate, GoTo::coordinate, "go_to.coordinate");
  found.insert(found.begin(), search.found.begin(), search.found.end());
}

void add_answers(std::vector<PaletteEntry>& found, const AnswerSearch& search, const std::string& query) {
  for (const FoundAnswer& one : search.find(query, max_found_answers))
    found.push_back({.name = "answer." + one.answer->heading,
                     .label = one.answer->heading,
                     .answer = int(one.answer - search.answers().data())});
}

// Centers the view on a position that it does not show.
void look_at(Context& ui, double u, double v) {
  const Point at = texture_to_result(ui, u, v);
  if (ui.areas.result_picture.contains(at.x, at.y)) return;
  const auto [x, y] = view_point(ui, at.x, at.y);
  ui.session.view.center_x = std::clamp(is_resize(ui.session) ? x : u, -1e6, 1e6);
  ui.session.view.center_y = std::clamp(is_resize(ui.session) ? y : v, -1e6, 1e6);
}

bool is_there(const Context& ui, const PaletteEntry& entry) {
  const auto [x, y] = entry.place;
  if (entry.go_to == GoTo::pixel) return x < result_place(ui).width && y < result_place(ui).height;
  const Effective& effective = ui.frame.resolution->effective;
  return entry.go_to != GoTo::texel || (x < effective.width && y < effective.height);
}

void go_to(Context& ui, const PaletteEntry& entry) {
  const auto [x, y] = entry.place;
  if (entry.go_to == GoTo::pixel) {
    if (const auto position = position_at(ui, Pixel{int(x), int(y)})) ui.state.selection.pins.add(*position);
    return;
  }
  const Effective& effective = ui.frame.resolution->effective;
  const bool texel = entry.go_to == GoTo::texel;
  const double u = texel ? (x + 0.5) / effective.width : x, v = texel ? (y + 0.5) / effective.height : y;
  ui.state.selection.pins.add(position_in_plane(ui.session, effective, u, v));
  if (shows_plane(ui)) look_at(ui, u, v);
}

void open_answer(Context& ui, int number) {
  ui.state.answer = {.shown = std::size_t(number), .button = 1};
  ui.state.dialogs.focus_request = true;
}

void run_entry(Context& ui, const PaletteEntry& entry) {
  ui.state.palette.open = false;
  if (entry.command != nullptr)
    run_command(ui, entry.command->id);
  else if (!entry.path.empty())
    ui.output.actions.push_back({Action::Kind::open_path, {}, entry.path, 0});
  else if (entry.go_to != GoTo::nowhere)
    go_to(ui, entry);
  else if (entry.lesson >= 0)
    open_lesson(*ui.frame.lessons, entry.lesson, 0, ui.session, ui.state);
  else if (entry.answer >= 0)
    open_answer(ui, entry.answer);
  else if (entry.bug >= 0)
    open_bug(*ui.frame.lessons, entry.bug, ui.session, ui.state);
  else if (entry.reveals)
    reveal_setting(ui, *entry.field);
  else
    assign(ui.session, *entry.field, entry.value);
}

// Has the keyboard while the palette is open; the cursor starts after the initial text.
void query_field(PaletteState& palette) {
  if (!palette.active && !ImGui::IsMouseDown(0)) ImGui::SetKeyboardFocusHere();
  char buffer[1024];
  buffer[palette.query.copy(buffer, sizeof buffer - 1)] = 0;
  const auto to_end = [](ImGuiInputTextCallbackData* data) {
    if (data->EventFlag == ImGuiInputTextFlags_CallbackAlways && !*static_cast<bool*>(data->UserData))
      data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
    return 0;
  };
  // Up and Down belong to the list. ImGui's undo list would be that of the previous query, and Dear
  // ImGui 1.90 puts the text of a field that Return has left into a field of the same name.
  const auto flags = ImGuiInputTextFlags_CallbackHistory | ImGuiInputTextFlags_CallbackAlways |
                     ImGuiInputTextFlags_NoUndoRedo;
  ImGui::SetNextItemWidth(-1);
  ImGui::PushID(palette.openings);
  ImGui::InputTextWithHint("##query", text(Text::palette_hint), buffer, sizeof buffer, flags, to_end,
                           &palette.active);
  ImGui::PopID();
  palette.active = ImGui::IsItemActive();
  palette.query = buffer;
}

// Above the first answer.
void answers_heading(Context& ui, bool first) {
  if (!first) ImGui::Dummy(ImVec2(1, ui.px(4)));
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::palette_answers), "palette.answers");
}

// The clicked entry, or -1.
int entry_rows(Context& ui, const std::vector<PaletteEntry>& entries, int choice) {
  int clicked = -1;
  ImGui::BeginChild("entries");
  if (entries.empty())
    draw_text(ui, ui.theme.fonts.text, ui.color().dim, text(Text::palette_nothing), "palette.nothing");
  for (int i = 0; i < int(entries.size()); ++i) {
    const PaletteEntry& entry = entries[std::size_t(i)];
    const bool first_answer = entry.answer >= 0 && (i == 0 || entries[std::size_t(i) - 1].answer < 0);
    if (first_answer) answers_heading(ui, i == 0);
    ImGui::PushID(i);
    if (ImGui::Selectable(entry.label.c_str(), i == choice)) clicked = i;
    ImGui::PopID();
    map_item(ui, "palette.entry." + entry.name, entry.label);
    if (i == choice) {
      map_item(ui, "palette.choice", entry.label);
      if (pressed(ui, key_down) || pressed(ui, key_up)) ImGui::SetScrollHereY();
    }
    if (entry.beside.empty()) continue;
    ImGui::SameLine(ImGui::GetContentRegionAvail().x + ImGui::GetCursorPosX() -
                    ImGui::CalcTextSize(entry.beside.c_str()).x - ui.px(8));
    draw_text(ui, ui.theme.fonts.text, ui.color().dim, entry.beside);
  }
  ImGui::EndChild();
  return clicked;
}
} // namespace

std::vector<PaletteEntry> palette_entries(const PaletteSources& sources, const std::string& query) {
  Search search{query};
  add_commands(search);
  for (const Field& f : fields())
    add_choices(search, f);
  for (const Field& f : fields())
    if (!query.empty()) add_row(search, f, sources.has_row);
  if (sources.lessons != nullptr) add_lessons(search, *sources.lessons);
  add_sessions(search, sources);
  std::ranges::stable_sort(search.found, {}, &PaletteEntry::rank);
  add_values(search.found, query);
  add_places(search.found, query);
  if (sources.answers != nullptr) add_answers(search.found, *sources.answers, query);
  return std::move(search.found);
}

void show_palette_again(Context& ui) {
  ui.state.answer.shown.reset();
  ui.state.palette.open = true;
  ui.state.palette.active = false;
  ++ui.state.palette.openings;
}

void command_palette(Context& ui) {
  if (!ui.state.palette.open) return;
  begin_popup_window(ui, "palette", 560, 380);
  const std::string before = ui.state.palette.query;
  query_field(ui.state.palette);
  map_item(ui, "palette.query", ui.state.palette.query);
  if (before != ui.state.palette.query) ui.state.palette.choice = 0;
  const auto has_row = [&](const Field& f) { // its control or a replacement has already been drawn
    const std::string path(f.path), note = "note." + path, folded = "folded." + path;
    return std::ranges::any_of(ui.output.map, [&](const MapItem& item) {
      return item.name == path || item.name == note || item.name == folded ||
             item.name.starts_with(path + ".");
    });
  };
  auto entries = palette_entries(
      {ui.frame.lessons, ui.frame.examples, ui.frame.document.recent, ui.frame.answers, has_row},
      ui.state.palette.query);
  std::erase_if(entries, [&](const PaletteEntry& entry) { return !is_there(ui, entry); });
  int& choice = ui.state.palette.choice;
  if (pressed(ui, key_down)) ++choice;
  if (pressed(ui, key_up)) --choice;
  choice = std::clamp(choice, 0, std::max(0, int(entries.size()) - 1));
  const bool outside = !ui.state.dialogs.focus_request && ImGui::IsMouseClicked(0) &&
                       !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows);
  int chosen = entry_rows(ui, entries, choice);
  ImGui::End();
  if (key_pressed(ui, key_enter) && !entries.empty()) chosen = choice;
  if (outside || pressed(ui, key_escape)) ui.state.palette.open = false;
  if (chosen >= 0) run_entry(ui, entries[std::size_t(chosen)]);
}

} // namespace texelscope::ui
