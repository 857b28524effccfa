// FETCH: the body of the fetch kernel written by the user, the compiler's messages, and the texture
// instructions in its code.
#include <utility>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/custom_kernel/fetch_body.h"
#include "kernels/unit/resolve/shipped_body.h"
#include "ui/widgets/code_editor.h"

namespace texelscope::ui {

namespace {
void edited(Context& ui, const std::string& before) {
  ui.output.actions.push_back({Action::Kind::body_edited, {}, before, 0});
}

void body_example_buttons(Context& ui) {
  if (button(ui, "fetch.examples", text(Text::body_examples), text(Text::body_examples_help)))
    ImGui::OpenPopup("examples");
  if (!ImGui::BeginPopup("examples")) return;
  const auto& all = ui.frame.body->examples;
  if (all.empty()) draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::body_no_examples));
  for (const BodyExample& example : all) {
    if (ImGui::MenuItem(example.name.c_str())) edited(ui, std::exchange(ui.session.fetch.body, example.body));
    map_item(ui, "fetch.example." + example.name, example.name);
  }
  ImGui::EndPopup();
}

std::string count_text(int errors) {
  return errors == 1 ? text(Text::body_one_error) : say(Text::body_some_errors, {std::to_string(errors)});
}

struct Status {
  std::string content;
  ImU32 color;
};

const char* origin_text(BodyOrigin origin) {
  switch (origin) {
  case BodyOrigin::last_session:
    return text(Text::body_from_last);
  case BodyOrigin::lesson:
    return text(Text::body_from_lesson);
  case BodyOrigin::text:
    return text(Text::body_from_text);
  case BodyOrigin::share_line:
    return text(Text::body_from_share);
  case BodyOrigin::file:
    break;
  }
  return text(Text::body_from_file);
}

Status status(Context& ui) {
  const BodyFindings& body = *ui.frame.body;
  const bool runs = ui.frame.picture.result != nullptr && ui.frame.picture.result->of_body;
  const bool on_cpu = ui.frame.backend->kind == BackendKind::cpu;
  if (ui.session.fetch.body.empty()) return {text(Text::body_empty), ui.color().dim};
  // It is a shipped one, whatever becomes of its compilation for a GPU.
  if (runs && on_cpu && find_shipped_body(ui.session.fetch.body))
    return {say(Text::body_runs, {ui.frame.backend->device}), ui.color().text};
  if (body.waits == BodyWaits::for_consent)
    return {say(Text::body_waits, {origin_text(body.origin)}), ui.color().amber};
  if (body.waits == BodyWaits::for_request) return {text(Text::body_waits_cpu), ui.color().amber};
  if (!body.is_current) return {text(Text::body_compiling), ui.color().dim};
  if (!body.compiled.failure.empty()) return {body.compiled.failure, ui.color().red};
  if (!body.compiled.found || !*body.compiled.found)
    return {text(Text::body_compiling), ui.color().dim}; // it was chosen in this frame
  const CompiledBody& compiled = **body.compiled.found;
  if (!compiled.good)
    return {say(runs ? Text::body_errors_keep : Text::body_errors_plain, {count_text(compiled.errors())}),
            ui.color().red};
  if (runs) return {say(Text::body_runs, {ui.frame.backend->device}), ui.color().text};
  if (!on_cpu) return {text(Text::body_loading), ui.color().text};
  const int architecture = compiled.source.target.architecture;
  return {say(Text::body_not_run, {fmt::format("{}.{}", architecture / 10, architecture % 10)}),
          ui.color().amber};
}

// The first row: what a waiting body is waiting for.
void consent(Context& ui) {
  const bool runs = ui.frame.backend->kind == BackendKind::cuda;
  const char* label = text(runs ? Text::body_agree : Text::body_compile);
  const char* help = text(runs ? Text::body_agree_help : Text::body_compile_help);
  if (button(ui, "fetch.agree", label, help))
    ui.output.actions.push_back({Action::Kind::agree_body, {}, ui.session.fetch.body, 0});
  ImGui::SameLine(0, ui.px(4));
}

void head(Context& ui) {
  if (ui.frame.body->waits != BodyWaits::no) consent(ui);
  body_example_buttons(ui);
  ImGui::SameLine(0, ui.px(4));
  ImGui::BeginDisabled(ui.session.fetch.body.empty());
  if (button(ui, "fetch.remove", text(Text::body_remove), text(Text::body_remove_help)))
    ui.session.fetch.body.clear();
  ImGui::EndDisabled();
  ImGui::SameLine(0, ui.px(12));
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ImGui::GetStyle().FramePadding.y);
  const auto [said, color] = status(ui);
  ImGui::PushTextWrapPos(0);
  draw_text(ui, ui.theme.fonts.small, color, said, "fetch.status");
  ImGui::PopTextWrapPos();
}

std::string message_text(const BodyMessage& message) {
  return message.error ? message.sentence : say(Text::body_warning, {message.sentence});
}

const CompiledBody* compiled_body(Context& ui) {
  const auto& found = ui.frame.body->compiled.found;
  return found && !ui.session.fetch.body.empty() ? found->get() : nullptr;
}

void messages(Context& ui, const CompiledBody& compiled) {
  for (std::size_t i = 0; i < compiled.messages.size(); ++i) {
    const BodyMessage& message = compiled.messages[i];
    const std::string place =
        message.line > 0 ? say(Text::body_message_place, {std::to_string(message.line)}) + ": " : "";
    const std::string line = (message.error ? "× " : "! ") + place + message_text(message);
    ImGui::PushID(int(i));
    ImGui::PushStyleColor(ImGuiCol_Text, message.error ? ui.color().red : ui.color().text);
    if (ImGui::Selectable(line.c_str()) && message.line > 0) ui.state.body_cursor.go_to = message.line;
    ImGui::PopStyleColor();
    map_item(ui, fmt::format("fetch.message.{}", i), line);
    tooltip(ui, line, text(Text::body_message_help));
    ImGui::PopID();
  }
}

std::vector<CodeMark> marks(const CompiledBody* compiled) {
  std::vector<CodeMark> all;
  if (compiled == nullptr) return all;
  for (const BodyMessage& message : compiled->messages)
    if (message.line > 0) all.push_back({message.line, message.error, message_text(message)});
  return all;
}

// The code, and below it the compiler's messages.
void written(Context& ui, float width) {
  const CompiledBody* compiled = compiled_body(ui);
  const float room = ImGui::GetContentRegionAvail().y;
  const float row = ui.theme.fonts.small->FontSize + ImGui::GetStyle().ItemSpacing.y;
  const float said = compiled == nullptr ? 0 : std::min(room * 0.4f, row * float(compiled->messages.size()));
  const ImVec2 at = ImGui::GetCursorPos();
  const std::string before = ui.session.fetch.body;
  const float height = room - (said > 0 ? said + ui.px(6) : 0);
  if (code_editor(ui, "fetch.code", ui.session.fetch.body, marks(compiled), ui.state.body_cursor, width,
                  height))
    edited(ui, before);
  if (said <= 0) return;
  ImGui::SetCursorPos(ImVec2(at.x, at.y + room - said));
  ImGui::BeginChild("messages", ImVec2(width, said));
  messages(ui, *compiled);
  ImGui::EndChild();
}

void instructions(Context& ui) {
  draw_text(ui, ui.theme.fonts.bold, ui.color().dim, text(Text::body_instructions));
  tooltip(ui, text(Text::body_instruction_help));
  const CompiledBody* compiled = compiled_body(ui);
  if (compiled == nullptr || compiled->instructions.empty())
    return paragraph(ui, ui.color().dim, text(Text::body_no_instructions), "fetch.no_instructions");
  for (std::size_t i = 0; i < compiled->instructions.size(); ++i) {
    const BodyInstruction& instruction = compiled->instructions[i];
    const std::string line = fmt::format(
        "{:>3}  {}", instruction.line > 0 ? std::to_string(instruction.line) : "–", instruction.statement);
    ImGui::PushID(int(i));
    ImGui::PushFont(ui.theme.fonts.mono_small);
    if (ImGui::Selectable(line.c_str()) && instruction.line > 0)
      ui.state.body_cursor.go_to = instruction.line;
    ImGui::PopFont();
    map_item(ui, fmt::format("fetch.instruction.{}", i), line);
    tooltip(ui, instruction.statement, text(Text::body_instruction_help));
    ImGui::PopID();
  }
}

void names(Context& ui) {
  static constexpr std::pair<const char*, Text> rows[] = {
      {"tex", Text::body_name_tex},
      {"x, y, z", Text::body_name_xyz},
      {"layer, lod, texel", Text::body_name_layer},
      {"dx, dy", Text::body_name_dx},
      {"pixel, picture", Text::body_name_pixel},
      {"size", Text::body_name_size},
      {"normalized", Text::body_name_normalized},
  };
  section(ui, Text::body_names);
  const auto row = [&](const char* name, const std::string& meaning) {
    const float x = ImGui::GetCursorPosX(), column = ui.px(130);
    draw_text(ui, ui.theme.fonts.mono_small, ui.color().text, name);
    if (ImGui::GetContentRegionAvail().x > 3 * column)
      ImGui::SameLine(x + column);
    else
      ImGui::SetCursorPosX(x + ui.px(12));
    paragraph(ui, ui.color().dim, meaning);
  };
  for (const auto& [name, meaning] : rows)
    row(name, text(meaning));
  const ResultType result = ui.frame.resolution->effective.result;
  row("Texel", say(Text::body_name_texel, {texel_type(result)}));
  paragraph(ui, ui.color().dim, text(Text::body_limits));
}
} // namespace

void fetch_panel(Context& ui) {
  if (ui.frame.body == nullptr) return;
  ImGui::PushFont(ui.theme.fonts.small);
  head(ui);
  ImGui::Dummy(ImVec2(1, ui.px(2)));
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorPos();
  const float beside = std::floor(room.x * 0.36f), code = room.x - beside - ui.px(12);
  written(ui, code);
  ImGui::SetCursorPos(ImVec2(at.x + code + ui.px(12), at.y));
  ImGui::BeginChild("fetch.beside", ImVec2(beside, room.y));
  instructions(ui);
  names(ui);
  ImGui::EndChild();
  ImGui::PopFont();
}

} // namespace texelscope::ui
