// The dialog in which files are chosen, by keys alone or by the mouse. The app decides whether a chosen path
// can be used: it closes the dialog, or gives the reason in FileDialog::message.
#include "ui/frame/file_dialog.h"

#include <algorithm>

#include "kernels/ground/text/texts.h"
#include "ui/settings/file_prompts.h"
#include "ui/shell/file_list.h"
#include "ui/widgets/modal.h"

namespace texelscope::ui {

namespace {
struct Chooser {
  Context& ui;
  const FilePrompt prompt;
  const FolderListing& listing;
  FileDialog& dialog;
  std::string& typed; // State::prompt_text
  TypedPath at = {};
  std::vector<std::size_t> shown = {};

  bool is_read() const { return listing.folder == dialog.wanted; }
  bool saves() const { return prompt.saves(); }
};

// ImGui owns the text while it is edited: text that replaces it goes in here, before what was typed
// meanwhile.
int edit_field(ImGuiInputTextCallbackData* data) {
  auto& [typed, retyped] =
      *static_cast<std::pair<std::string*, std::optional<FileDialog::Retyped>*>*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    typed->resize(std::size_t(data->BufTextLen));
    data->Buf = typed->data();
  }
  if (data->EventFlag != ImGuiInputTextFlags_CallbackAlways || !*retyped) return 0;
  const std::string now(data->Buf, std::size_t(data->BufTextLen));
  const bool continues = now != (*retyped)->after && now.starts_with((*retyped)->before);
  const std::string after = (*retyped)->after + (continues ? now.substr((*retyped)->before.size()) : "");
  retyped->reset();
  data->DeleteChars(0, data->BufTextLen);
  data->InsertChars(0, after.c_str());
  data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
  return 0;
}

void retype(Chooser& c, const std::string& content) {
  if (content == c.typed) return;
  if (c.dialog.field_active) c.dialog.retyped = {c.typed, content};
  c.typed = content;
}

// The field always has the keyboard, so that typed text always means the name.
void field(Chooser& c) {
  FileDialog& d = c.dialog;
  const bool asks = !d.replaces.empty();
  if (!asks && !d.field_active && !ImGui::IsMouseDown(0)) ImGui::SetKeyboardFocusHere();
  const auto flags = ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackAlways |
                     ImGuiInputTextFlags_CallbackCompletion | ImGuiInputTextFlags_CallbackHistory |
                     ImGuiInputTextFlags_AutoSelectAll |
                     ImGuiInputTextFlags_NoUndoRedo; // ImGui's undo list does not know the replaced text
  std::pair<std::string*, std::optional<FileDialog::Retyped>*> target = {&c.typed, &d.retyped};
  const std::string before = c.typed;
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint(asks ? "##kept" : "##path",
                           text(c.saves() ? Text::file_save_hint : Text::file_open_hint), c.typed.data(),
                           c.typed.capacity() + 1, asks ? flags | ImGuiInputTextFlags_ReadOnly : flags,
                           edit_field, &target);
  d.field_active = !asks && ImGui::IsItemActive();
  map_item(c.ui, "prompt.path", c.typed);
  if (before == c.typed) return;
  d.choice = -1;
  d.edited = true;
  d.accepts = false;
  d.message.clear();
}

void enter(Chooser& c, const std::string& folder) {
  const FolderEntry named{.name = folder.substr(folder.find_last_of('/') + 1), .folder = true};
  const bool keeps_name = c.saves() && !c.at.name.empty() && named.name.find(c.at.name) == std::string::npos;
  FileDialog& d = c.dialog;
  d.folder = d.wanted = folder;
  d.choice = -1;
  d.edited = keeps_name && d.edited;
  d.message.clear();
  retype(c, !c.saves() ? "" : keeps_name ? c.at.name : d.suggestion);
}

std::string list_text(std::span<const std::string_view> endings) {
  std::string content;
  for (std::string_view ending : endings)
    content += (content.empty() ? "" : ", ") + std::string(ending);
  return content;
}

void submit(Chooser& c, const std::string& path, bool replaces) {
  std::string chosen = path;
  if (c.saves()) {
    const std::string name = path.substr(path.find_last_of('/') + 1);
    const auto whole = name_with_ending(name, c.prompt.endings);
    if (!whole) {
      c.dialog.message = say(Text::file_other_ending, {name, list_text(c.prompt.endings)});
      return;
    }
    chosen = path.substr(0, path.size() - name.size()) + *whole;
  }
  c.ui.output.actions.push_back({c.prompt.kind, {}, chosen, replaces ? std::size_t(1) : 0});
}

// The row that Enter takes: the one chosen by keys or the mouse, else the one whose name is typed; while
// opening, else the first one that the filter leaves.
int marked(const Chooser& c) {
  const FileDialog& d = c.dialog;
  if (!c.is_read() || c.shown.empty()) return -1;
  if (d.choice >= 0) return std::min(d.choice, int(c.shown.size()) - 1);
  if (c.at.name.empty()) return -1;
  const FolderEntry* exact = entry_named(c.listing, c.at.name);
  if (exact == nullptr) return c.saves() ? -1 : 0;
  const auto row =
      std::ranges::find_if(c.shown, [&](std::size_t i) { return &c.listing.entries[i] == exact; });
  return row == c.shown.end() ? -1 : int(row - c.shown.begin());
}

void take_entry(Chooser& c, const FolderEntry& entry) {
  const std::string path = joined_path(c.listing.folder, entry.name);
  if (entry.folder) return enter(c, path);
  if (c.saves()) retype(c, entry.name);
  submit(c, path, false);
}

void accept(Chooser& c) {
  FileDialog& d = c.dialog;
  d.accepts = !c.is_read();
  if (d.accepts) return;
  d.message.clear();
  if (const int row = marked(c); row >= 0) return take_entry(c, c.listing.entries[c.shown[std::size_t(row)]]);
  if (c.at.name.empty()) {
    if (!c.typed.empty() && c.listing.failure.empty()) return enter(c, c.at.folder);
    d.message = !c.typed.empty() ? c.listing.failure : text(Text::file_name_wanted);
    return;
  }
  const std::string path = joined_path(c.at.folder, c.at.name);
  const FolderEntry* entry = entry_named(c.listing, c.at.name);
  const bool dots = c.at.name == "." || c.at.name == "..";
  if (dots || (entry != nullptr && entry->folder)) return enter(c, path);
  submit(c, path, false);
}

void complete(Chooser& c) {
  if (!c.is_read()) return;
  std::vector<std::size_t> all = c.shown;
  if (c.saves()) { // the list may show more than the typed filter
    FileDialog filtering = c.dialog;
    filtering.saves = false;
    all = shown_entries(c.listing, filtering, c.at.name);
  }
  const std::string name = completed_name(c.listing, all, c.at.name);
  if (name != c.at.name) c.dialog.edited = true;
  retype(c, c.typed.substr(0, c.typed.size() - c.at.name.size()) + name);
}

void go_up(Chooser& c) {
  if (c.dialog.folder != recent_files && c.dialog.folder != "/") enter(c, parent_path(c.dialog.folder));
}

void move_choice(Chooser& c, int by) {
  if (c.shown.empty()) return;
  const int from = marked(c);
  c.dialog.choice =
      from < 0 ? (by > 0 ? 0 : int(c.shown.size()) - 1) : std::clamp(from + by, 0, int(c.shown.size()) - 1);
  c.dialog.scrolls = true;
}

void handle(Chooser& c, const KeyPress& key, bool was_empty) {
  const auto& places = c.ui.frame.dialogs.places;
  if (key.ctrl) return;
  if (key.alt && key.key == key_up) return go_up(c);
  if (key.alt && key.key == 'A') c.dialog.all_files = !c.dialog.all_files;
  if (key.alt && key.key >= '1' && std::size_t(key.key - '1') < places.size())
    enter(c, places[std::size_t(key.key - '1')].folder);
  if (key.alt) return;
  if (key.key == key_enter && !key.repeated) return accept(c);
  if (key.key == key_tab && !key.shift) return complete(c);
  if (key.key == key_down || key.key == key_up) return move_choice(c, key.key == key_down ? 1 : -1);
  if (key.key == key_backspace && !key.repeated && was_empty && c.typed.empty()) go_up(c);
}

void title_rows(Chooser& c) {
  Context& ui = c.ui;
  draw_text(ui, ui.theme.fonts.bold, ui.color().dim, text(c.prompt.title), "prompt.title");
  if (button(ui, "prompt.up", "↑", text(Text::file_up_help))) go_up(c);
  ImGui::SameLine(0, ui.px(8));
  ImGui::AlignTextToFramePadding();
  const bool recent = c.dialog.wanted == recent_files;
  ImFont* font = ui.theme.fonts.text;
  const std::string folder =
      recent ? text(Text::place_recent) : path_end(font, c.dialog.wanted, ImGui::GetContentRegionAvail().x);
  draw_text(ui, font, ui.color().text, folder, "prompt.folder");
  if (!recent && folder != c.dialog.wanted) tooltip(ui, c.dialog.wanted);
}

// The text shown in an empty list.
std::string empty_text(const Chooser& c) {
  if (!c.is_read()) return text(Text::file_reading);
  if (!c.listing.failure.empty()) return c.listing.failure;
  if (c.dialog.wanted == recent_files && c.listing.entries.empty()) return text(Text::file_no_recent);
  if (!c.at.name.empty() && !c.saves()) return say(Text::file_no_match, {c.at.name});
  return text(c.listing.entries.empty() ? Text::file_empty_folder : Text::file_nothing_here);
}

void list(Chooser& c, float height) {
  Context& ui = c.ui;
  const float places = ui.px(164);
  if (const FilePlace* place = file_places(ui, places, height)) enter(c, place->folder);
  ImGui::SameLine(0, ui.px(10));
  ImGui::BeginGroup();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const std::vector<std::size_t> none;
  const FileClick click = file_list(ui, c.listing, c.is_read() ? c.shown : none, marked(c), height);
  if (!c.is_read() || c.shown.empty()) {
    ImGui::SetCursorScreenPos(ImVec2(corner.x + ui.px(12), corner.y + ui.px(34)));
    const bool failed = c.is_read() && !c.listing.failure.empty();
    flowing_text(ui, ui.theme.fonts.text, failed ? ui.color().red : ui.color().dim, empty_text(c),
                 "prompt.empty");
  }
  ImGui::EndGroup();
  if (click.row < 0) return;
  c.dialog.choice = click.row;
  const FolderEntry& entry = c.listing.entries[c.shown[std::size_t(click.row)]];
  if (click.twice) return take_entry(c, entry);
  if (!c.saves() || entry.folder) return;
  retype(c, entry.name);
  c.dialog.choice = -1; // the name selects it, whatever it filters
}

void buttons(Chooser& c) {
  Context& ui = c.ui;
  if (ImGui::Checkbox(text(Text::file_all), &c.dialog.all_files)) c.dialog.choice = -1;
  map_item(ui, "prompt.all", text(Text::file_all));
  tooltip(ui, text(Text::file_all_help));
  const auto width = [](Text label) {
    return ImGui::CalcTextSize(text(label)).x + 2 * ImGui::GetStyle().FramePadding.x;
  };
  ImGui::SameLine(ImGui::GetWindowWidth() - ui.px(14) - width(c.prompt.ok) - width(Text::prompt_cancel) -
                  ui.px(6));
  const bool cancel = button(ui, "prompt.cancel", text(Text::prompt_cancel));
  ImGui::SameLine(0, ui.px(6));
  if (button(ui, "prompt.ok", text(c.prompt.ok), nullptr, true)) accept(c);
  if (!cancel && !key_pressed(ui, key_escape)) return;
  ui.state.dialogs.prompt = PathPrompt::none;
  ui.output.actions.push_back({Action::Kind::cancel_file, {}, {}, 0});
}

// Replaces the buttons.
void replace_question(Chooser& c) {
  Context& ui = c.ui;
  const Answer choices[] = {{"prompt.replace", text(Text::file_replace_ok)},
                            {"prompt.keep", text(Text::prompt_cancel)}};
  int pressed = answers(ui, choices, c.dialog.answer);
  if (key_pressed(ui, key_escape)) pressed = 1;
  if (pressed < 0) return;
  const std::string path = std::exchange(c.dialog.replaces, {});
  if (pressed == 0) submit(c, path, true);
}

void message(Chooser& c) {
  Context& ui = c.ui;
  const FileDialog& d = c.dialog;
  if (!d.replaces.empty()) {
    const std::string name = d.replaces.substr(d.replaces.find_last_of('/') + 1);
    flowing_text(ui, ui.theme.fonts.text, ui.color().amber, say(Text::file_replace, {name}),
                 "prompt.question");
  } else if (!d.message.empty()) {
    paragraph(ui, ui.color().red, d.message, "prompt.note");
  } else if (c.is_read() && !c.listing.failure.empty() && !c.shown.empty()) {
    paragraph(ui, ui.color().dim, c.listing.failure, "prompt.note");
  }
}

void split_typed(Chooser& c) {
  const bool of_recent = c.dialog.folder == recent_files;
  c.at = typed_path(c.typed, of_recent ? c.ui.frame.dialogs.home : c.dialog.folder, c.ui.frame.dialogs.home);
}

void look_at_typed(Chooser& c) {
  FileDialog& d = c.dialog;
  split_typed(c);
  const bool of_recent = d.folder == recent_files;
  const bool names_folder = c.typed == "~" || c.typed.find('/') != std::string::npos;
  d.wanted = of_recent && !names_folder ? std::string(recent_files) : c.at.folder;
  c.shown = c.is_read() ? shown_entries(c.listing, d, c.at.name) : std::vector<std::size_t>();
}
} // namespace

void file_dialog(Context& ui) {
  DialogState& dialogs = ui.state.dialogs;
  const bool open = dialogs.prompt != PathPrompt::none && dialogs.prompt != PathPrompt::paste &&
                    ui.frame.dialogs.folder != nullptr;
  if (!open) return close_modal("files");
  if (!begin_modal(ui, "files", 880, 500)) return;
  Chooser c{ui, file_prompt(dialogs.prompt, ui.state.labs.bench.view), *ui.frame.dialogs.folder,
            dialogs.files, dialogs.prompt_text};
  const bool asks = !dialogs.files.replaces.empty(), was_empty = c.typed.empty();
  ImGui::BeginDisabled(asks);
  split_typed(c);
  title_rows(c);
  field(c);
  ImGui::Dummy(ImVec2(1, ui.px(2)));
  look_at_typed(c);
  if (!asks) {
    if (dialogs.files.accepts) accept(c);
    for (const KeyPress& key : ui.frame.keys)
      handle(c, key, was_empty);
  }
  const float bottom = ImGui::GetFrameHeight() + ui.px(12),
              two_lines = 2 * ui.theme.fonts.small->FontSize + ui.px(10);
  list(c, ImGui::GetWindowHeight() - ImGui::GetCursorPosY() - bottom - two_lines);
  ImGui::EndDisabled();
  message(c);
  ImGui::SetCursorPosY(ImGui::GetWindowHeight() - bottom);
  if (asks)
    replace_question(c);
  else
    buttons(c);
  end_modal();
}

} // namespace texelscope::ui
