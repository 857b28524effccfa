// What lies over the window for a moment: command palette, shortcut sheet, path prompt, about, toasts.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "kernels/language.h"
#include "kernels/texts.h"
#include "ui/widgets.h"

namespace texelscope::ui {

namespace {
struct PaletteEntry {
  std::string name, label, key;
  const Command* command = nullptr; // or a field and its value
  const Field* field = nullptr;
  FieldValue value;
  int lesson = -1, bug = -1; // or one of these
};

bool contains_words(const std::string& label, const std::string& query) {
  const auto lower = [](std::string s) {
    for (char& c : s) c = char(std::tolower(static_cast<unsigned char>(c)));
    return s;
  };
  const std::string haystack = lower(label);
  std::string word;
  for (char c : lower(query) + " ") {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      if (haystack.find(word) == std::string::npos) return false;
      word.clear();
    }
  }
  return true;
}

// In another language the English words are found too.
std::string searched(Text id) { return std::string(text(id)) + " " + translation(id, Language::english); }

void add_lessons(std::vector<PaletteEntry>& entries, const LessonShelf& shelf, const std::string& query) {
  const auto add = [&](Text pattern, const LessonWords& title, int lesson, int bug) {
    const std::string label = say(pattern, {in_language(title)});
    if (contains_words(label, query)) entries.push_back({label, label, "", nullptr, nullptr, {}, lesson, bug});
  };
  for (std::size_t i = 0; i < shelf.lessons.size(); ++i) add(Text::palette_lesson, shelf.lessons[i].title, int(i), -1);
  for (std::size_t i = 0; i < shelf.bugs.size(); ++i) add(Text::palette_bug, shelf.bugs[i].title, -1, int(i));
}

// All commands, each choice of each field, lessons and bugs.
std::vector<PaletteEntry> palette_entries(const LessonShelf& shelf, const std::string& query) {
  std::vector<PaletteEntry> entries;
  for (const Command& c : commands())
    if (contains_words(searched(c.label), query)) entries.push_back({"command." + std::string(c.name), text(c.label), key_words(c.key), &c, nullptr, {}});
  for (const Field& f : fields()) {
    const auto add = [&](Text value_label, std::string_view identifier, FieldValue value) {
      const std::string label = fmt::format("{} {}: {}", f.part(), text(f.label), text(value_label));
      const std::string words = fmt::format("{} {}: {}", f.part(), searched(f.label), searched(value_label));
      if (contains_words(words, query)) entries.push_back({fmt::format("{}.{}", f.path, identifier), label, "", nullptr, &f, std::move(value)});
    };
    if (f.type == FieldType::choice)
      for (const EnumEntry& e : f.choices) add(e.label, e.identifier, std::string(e.identifier));
    if (f.type == FieldType::boolean) {
      add(Text::on, "true", true);
      add(Text::off, "false", false);
    }
  }
  add_lessons(entries, shelf, query);
  return entries;
}

bool pressed(const Context& ui, int key) {
  return std::any_of(ui.frame.keys.begin(), ui.frame.keys.end(), [&](const KeyPress& k) { return k.key == key; });
}

bool begin_popup_window(Context& ui, const char* id, float width, float height) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float w = std::min(ui.px(width), screen.x - ui.px(24)), h = std::min(ui.px(height), screen.y - ui.px(24));
  ImGui::SetNextWindowPos(ImVec2((screen.x - w) / 2, std::max(ui.px(12), (screen.y - h) * 0.3f)));
  ImGui::SetNextWindowSize(ImVec2(w, h));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(14), ui.px(12)));
  const bool open = ImGui::Begin(id, nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  if (ui.state.focus_request) ImGui::SetWindowFocus();
  return open;
}

void run_entry(Context& ui, const PaletteEntry& entry) {
  ui.state.palette_open = false;
  if (entry.command != nullptr) run_command(ui, entry.command->id);
  else if (entry.lesson >= 0) open_lesson(*ui.frame.lessons, entry.lesson, 0, ui.session, ui.state);
  else if (entry.bug >= 0) open_bug(*ui.frame.lessons, entry.bug, ui.session, ui.state);
  else assign(ui.session, *entry.field, entry.value);
}
} // namespace

void command_palette(Context& ui) {
  if (!ui.state.palette_open) return;
  begin_popup_window(ui, "palette", 560, 380);
  if (ui.state.focus_request) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const std::string before = ui.state.palette_query;
  const bool enter = text_field("##query", text(Text::palette_hint), ui.state.palette_query);
  map_item(ui, "palette.query", ui.state.palette_query);
  if (before != ui.state.palette_query) ui.state.palette_choice = 0;
  const auto entries = palette_entries(*ui.frame.lessons, ui.state.palette_query);
  int& choice = ui.state.palette_choice;
  if (pressed(ui, key_down)) ++choice;
  if (pressed(ui, key_up)) --choice;
  choice = std::clamp(choice, 0, std::max(0, int(entries.size()) - 1));
  const bool outside = !ui.state.focus_request && ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows);
  ImGui::BeginChild("entries");
  if (entries.empty()) words(ui, ui.theme.fonts.text, ui.color().dim, text(Text::palette_nothing), "palette.nothing");
  for (int i = 0; i < int(entries.size()); ++i) {
    const PaletteEntry& entry = entries[std::size_t(i)];
    ImGui::PushID(i);
    if (ImGui::Selectable(entry.label.c_str(), i == choice)) run_entry(ui, entry);
    ImGui::PopID();
    if (i == choice) {
      map_item(ui, "palette.choice", entry.label);
      if (pressed(ui, key_down) || pressed(ui, key_up)) ImGui::SetScrollHereY();
    }
    if (!entry.key.empty()) {
      ImGui::SameLine(ImGui::GetContentRegionAvail().x + ImGui::GetCursorPosX() - ImGui::CalcTextSize(entry.key.c_str()).x - ui.px(8));
      words(ui, ui.theme.fonts.text, ui.color().dim, entry.key);
    }
  }
  ImGui::EndChild();
  ImGui::End();
  if (enter && !entries.empty()) run_entry(ui, entries[std::size_t(choice)]);
  if (outside || pressed(ui, key_escape)) ui.state.palette_open = false;
}

void shortcut_sheet(Context& ui) {
  if (!ui.state.sheet_open) return;
  const auto keyed = std::count_if(commands().begin(), commands().end(), [](const Command& c) { return c.key.key != 0; });
  constexpr int others = 10, pitch = 17;
  const int rows = (int(keyed) + others + 1) / 2;
  begin_popup_window(ui, "sheet", 980, 52 + float(pitch * rows));
  words(ui, ui.theme.fonts.bold, ui.color().dim, text(Text::title_shortcuts), "sheet.title");
  ImGui::Dummy(ImVec2(1, ui.px(4)));
  const float column = ImGui::GetContentRegionAvail().x / 2;
  const float top = ImGui::GetCursorPosY();
  int index = 0;
  ImGui::PushFont(ui.theme.fonts.small);
  const auto row = [&](const std::string& key, const char* label) {
    const float x = ui.px(14) + column * float(index / rows), y = top + float(index % rows) * ui.px(pitch);
    ImGui::SetCursorPos(ImVec2(x, y));
    words(ui, ui.theme.fonts.mono_small, ui.color().accent, key);
    ImGui::SetCursorPos(ImVec2(x + ui.px(104), y));
    words(ui, ui.theme.fonts.small, ui.color().text, label);
    ++index;
  };
  for (const Command& c : commands())
    if (c.key.key != 0) row(key_words(c.key), text(c.label));
  for (const auto& [key, label] : {std::pair{Text::mouse_drag, Text::mouse_drag_does}, {Text::mouse_wheel, Text::mouse_wheel_does}, {Text::mouse_right, Text::mouse_right_does},
                                   {Text::mouse_click, Text::mouse_click_does}, {Text::mouse_double, Text::mouse_double_does}, {Text::key_arrows, Text::key_arrows_does},
                                   {Text::key_step_texel, Text::key_step_texel_does}, {Text::key_step_fraction, Text::key_step_fraction_does}, {Text::key_pan, Text::key_pan_does}, {Text::key_tab, Text::key_tab_does}})
    row(text(key), text(label));
  ImGui::PopFont();
  const bool outside = !ui.state.focus_request && ImGui::IsMouseClicked(0);
  ImGui::End();
  if (outside || pressed(ui, key_escape)) ui.state.sheet_open = false;
}

namespace {
struct Prompt {
  State::PathPrompt prompt;
  Text title, ok;
  Action::Kind kind;
};
constexpr Prompt prompts[] = {
    {State::PathPrompt::open, Text::prompt_open, Text::prompt_ok_open, Action::Kind::open_path},
    {State::PathPrompt::save, Text::prompt_save, Text::prompt_ok_save, Action::Kind::save_path},
    {State::PathPrompt::picture, Text::prompt_picture, Text::prompt_ok_save, Action::Kind::picture_path},
    {State::PathPrompt::texture, Text::prompt_texture, Text::prompt_ok_save, Action::Kind::texture_path},
    {State::PathPrompt::reference, Text::prompt_reference, Text::prompt_ok_open, Action::Kind::reference_path},
    {State::PathPrompt::legality, Text::prompt_legality, Text::prompt_ok_save, Action::Kind::legality_path},
    {State::PathPrompt::scope, Text::prompt_scope, Text::prompt_ok_save, Action::Kind::scope_path},
    {State::PathPrompt::bench, Text::prompt_bench_save, Text::prompt_ok_save, Action::Kind::bench_path},
    {State::PathPrompt::bench_open, Text::prompt_bench_open, Text::prompt_ok_open, Action::Kind::open_bench},
    {State::PathPrompt::bench_before, Text::prompt_bench_before, Text::prompt_ok_open, Action::Kind::open_bench_before}};
} // namespace

void path_prompt(Context& ui) {
  const auto shown = std::find_if(std::begin(prompts), std::end(prompts), [&](const Prompt& p) { return p.prompt == ui.state.prompt; });
  if (shown == std::end(prompts)) return;
  begin_popup_window(ui, "prompt", 620, 120);
  words(ui, ui.theme.fonts.bold, ui.color().dim, text(shown->title), "prompt.title");
  if (ui.state.focus_request) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  bool enter = text_field("##path", text(Text::prompt_hint), ui.state.prompt_text);
  map_item(ui, "prompt.path", ui.state.prompt_text);
  enter |= button(ui, "prompt.ok", text(shown->ok));
  ImGui::SameLine();
  bool cancel = button(ui, "prompt.cancel", text(Text::prompt_cancel)) || pressed(ui, key_escape);
  ImGui::End();
  if (enter && !ui.state.prompt_text.empty()) {
    ui.output.actions.push_back({shown->kind, {}, ui.state.prompt_text, 0});
    cancel = true;
  }
  if (cancel) ui.state.prompt = State::PathPrompt::none;
}

// What was typed stays until it is taken; the reason against it stands below.
void paste_prompt(Context& ui) {
  State& s = ui.state;
  if (s.prompt != State::PathPrompt::paste) return;
  begin_popup_window(ui, "paste", 620, 320);
  words(ui, ui.theme.fonts.bold, ui.color().dim, text(Text::prompt_paste), "prompt.title");
  if (s.focus_request) ImGui::SetKeyboardFocusHere();
  ImGui::PushFont(ui.theme.fonts.mono);
  const bool enter = text_area("##state", s.prompt_text, ImVec2(-1, ui.px(150)));
  ImGui::PopFont();
  map_item(ui, "prompt.path", s.prompt_text);
  paragraph(ui, s.prompt_error.empty() ? ui.color().dim : ui.color().red,
            s.prompt_error.empty() ? text(Text::prompt_paste_hint) : s.prompt_error.c_str(), "prompt.note");
  const bool take = button(ui, "prompt.ok", text(Text::prompt_ok_take));
  ImGui::SameLine();
  const bool cancel = button(ui, "prompt.cancel", text(Text::prompt_cancel)) || pressed(ui, key_escape);
  ImGui::End();
  if ((enter || take) && !s.prompt_text.empty()) ui.output.actions.push_back({Action::Kind::paste_text, {}, s.prompt_text, 0});
  if (cancel) s.prompt = State::PathPrompt::none;
}

void about_box(Context& ui) {
  if (!ui.state.about_open) return;
  begin_popup_window(ui, "about", 520, 170);
  words(ui, ui.theme.fonts.bold, ui.color().text, text(Text::about_title), "about.title");
  ImGui::PushTextWrapPos(0);
  words(ui, ui.theme.fonts.text, ui.color().dim, text(Text::about_body));
  ImGui::PopTextWrapPos();
  const bool outside = !ui.state.focus_request && ImGui::IsMouseClicked(0);
  ImGui::End();
  if (outside || pressed(ui, key_escape)) ui.state.about_open = false;
}

// Stacked above the status line at the right, each with its mark; a click copies it.
void toasts(Context& ui) {
  if (ui.frame.toasts == nullptr) return;
  float bottom = ui.areas.status.y0 - ui.px(8);
  int index = 0;
  for (const Toast& toast : *ui.frame.toasts) {
    const ImU32 color = toast.kind == NoteKind::refused ? ui.color().red : toast.kind == NoteKind::altered ? ui.color().amber : ui.color().line;
    const float width = ui.px(420);
    const ImVec2 size = ui.theme.fonts.text->CalcTextSizeA(ui.px(15), 1e9f, width - ui.px(28), breakable(ui.theme, toast.text).c_str());
    const float height = size.y + ui.px(18);
    ImGui::SetNextWindowPos(ImVec2(ui.areas.status.x1 - width - ui.px(10), bottom - height));
    ImGui::SetNextWindowSize(ImVec2(width, height));
    ImGui::PushStyleColor(ImGuiCol_Border, color);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(14), ui.px(9)));
    ImGui::Begin(fmt::format("toast{}", index).c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    ImGui::PushTextWrapPos(0);
    words(ui, ui.theme.fonts.text, ui.color().text, toast.text, fmt::format("toast.{}", index));
    if (ImGui::IsItemClicked()) ImGui::SetClipboardText(toast.text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    bottom -= height + ui.px(6);
    ++index;
  }
}

} // namespace texelscope::ui
