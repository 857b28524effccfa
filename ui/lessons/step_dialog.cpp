// The dialog that makes a lesson's step of the session as it is: its texts, and what is asked at the chosen
// pin. It stays, with what was typed, until the step is in a file.
#include <filesystem>

#include "kernels/ground/text/texts.h"
#include "ui/lessons/lesson_text.h"
#include "ui/widgets/modal.h"

namespace texelscope::ui {

namespace {
const Pin* chosen_pin(const Context& ui) {
  const auto& pins = ui.state.selection.pins;
  return pins.chosen() ? &pins.kept()[*pins.chosen()] : nullptr;
}

std::string reason_not_to_write(const Context& ui) {
  const StepDraft& draft = ui.state.step_draft;
  if (draft.text.empty()) return text(Text::step_needs_text);
  if (draft.question.empty()) return {};
  if (chosen_pin(ui) == nullptr) return text(Text::step_pin_first);
  const auto tolerance = parse_prediction(draft.tolerance);
  return tolerance && *tolerance >= 0 ? std::string() : text(Text::step_bad_tolerance);
}

void field(Context& ui, const char* name, Text hint, std::string& value) {
  ImGui::SetNextItemWidth(-1);
  text_field((std::string("##") + name).c_str(), text(hint), value);
  map_item(ui, name, value);
}

void answer_rows(Context& ui, const Pin& pin) {
  StepDraft& draft = ui.state.step_draft;
  draw_text(ui, lesson_font(ui, ui.theme.fonts.small), ui.color().dim,
            say(Text::step_answer_of, {std::to_string(pin.number)}), "step.answer_of");
  const char* value = text(Text::step_answer_value_help);
  const Segment items[] = {{text(Text::field_show_r), "r", value, {}},
                           {text(Text::field_show_g), "g", value, {}},
                           {text(Text::field_show_b), "b", value, {}},
                           {text(Text::field_show_a), "a", value, {}},
                           {text(Text::step_answer_taps), "texels", text(Text::step_answer_taps_help), {}},
                           {text(Text::step_answer_lod), "lod", text(Text::step_answer_lod_help), {}}};
  int chosen = int(draft.answer);
  if (segments(ui, "step.answer", items, int(std::size(items)), chosen, ui.px(330)))
    draft.answer = StepDraft::Answer(chosen);
  draw_text(ui, lesson_font(ui, ui.theme.fonts.small), ui.color().dim, text(Text::step_tolerance));
  ImGui::SameLine(0, ui.px(6));
  ImGui::SetNextItemWidth(ui.px(90));
  text_field("##step.tolerance", "0", draft.tolerance);
  map_item(ui, "step.tolerance", draft.tolerance);
}

void buttons(Context& ui) {
  StepDraft& draft = ui.state.step_draft;
  const std::string& own = ui.frame.lessons->own_file;
  const std::string name = std::filesystem::path(own).filename().string();
  std::optional<Action> wanted;
  if (!own.empty() && button(ui, "step.add_to", say(Text::step_add_to, {name}).c_str(), own.c_str()))
    wanted = {Action::Kind::lesson_add, {}, own, 0};
  if (!own.empty()) ImGui::SameLine(0, ui.px(6));
  const auto asks = [&](const char* item, Text label, PathPrompt prompt) {
    if (button(ui, item, text(label))) wanted = {Action::Kind::ask_file, {}, {}, std::size_t(prompt)};
    ImGui::SameLine(0, ui.px(6));
  };
  asks("step.add", Text::step_add, PathPrompt::lesson_add);
  asks("step.new", Text::step_new, PathPrompt::lesson_new);
  if (button(ui, "step.cancel", text(Text::prompt_cancel)) || pressed(ui, key_escape)) draft.open = false;
  if (!wanted) return;
  draft.error = reason_not_to_write(ui);
  if (draft.error.empty()) ui.output.actions.push_back(*wanted);
}
} // namespace

void open_step_dialog(Context& ui) {
  ui.state.step_draft.open = true;
  ui.state.step_draft.error.clear();
  ui.state.dialogs.focus_request = true;
}

void step_dialog(Context& ui) {
  StepDraft& draft = ui.state.step_draft;
  if (!draft.open || ui.state.dialogs.prompt != PathPrompt::none || ui.state.dialogs.asks()) return;
  begin_popup_window(ui, "step", 620, draft.question.empty() ? 248 : 384);
  draw_text(ui, lesson_font(ui, ui.theme.fonts.bold), ui.color().dim, text(Text::title_add_step),
            "step.heading");
  field(ui, "step.title", Text::step_title, draft.title);
  draw_text(ui, lesson_font(ui, ui.theme.fonts.small), ui.color().dim, text(Text::step_text));
  if (ui.state.dialogs.focus_request) ImGui::SetKeyboardFocusHere();
  text_area("##step.text", draft.text, ImVec2(-1, ui.px(88)));
  map_item(ui, "step.text", draft.text);
  field(ui, "step.question", Text::step_question, draft.question);
  const Pin* pin = chosen_pin(ui);
  if (!draft.question.empty() && pin != nullptr) answer_rows(ui, *pin);
  if (!draft.question.empty() && pin == nullptr)
    paragraph(ui, ui.color().amber, text(Text::step_pin_first), "step.pin_first");
  if (!draft.question.empty()) field(ui, "step.see", Text::step_see, draft.see);
  if (!draft.error.empty()) paragraph(ui, ui.color().red, draft.error, "step.error");
  ImGui::Dummy(ImVec2(1, ui.px(2)));
  buttons(ui);
  ImGui::End();
}

} // namespace texelscope::ui
