// The lab of C++ AMP: what C++ AMP would let a kernel do with the chosen texture, and its messages for
// everything else.
#include <algorithm>

#include "kernels/ground/text/texts.h"
#include "kernels/state/amp/amp.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
void paragraph(Context& ui, ImFont* font, ImU32 color, std::string_view words_of,
               std::string_view name = {}) {
  if (words_of.empty()) return;
  ImGui::PushTextWrapPos(0);
  draw_text(ui, font, color, words_of, name);
  ImGui::PopTextWrapPos();
}

Text when(const AmpOutcome& outcome) {
  switch (outcome.failure) {
  case AmpFailure::compile_time:
    return Text::amp_fails_compiling;
  case AmpFailure::run_time:
    return Text::amp_fails_running;
  case AmpFailure::never:
    break;
  }
  return outcome.broken.empty() ? Text::amp_passes : Text::amp_passes_lenient;
}

// Whether it is allowed, and when it fails with which message; the tooltip has the reason and CUDA's
// equivalent.
void outcome_row(Context& ui, Text access, const AmpOutcome& outcome, const char* name) {
  const std::string map_name = std::string("amp.") + name;
  const ImU32 color = !outcome.allowed()       ? ui.color().red
                      : outcome.broken.empty() ? ui.color().text
                                               : ui.color().amber;
  const float x = ImGui::GetCursorPosX();
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(access));
  ImGui::SameLine(x + ui.px(64));
  paragraph(ui, ui.theme.fonts.small, color, text(when(outcome)), map_name);
  tooltip(ui, outcome.reason, outcome.cuda);
  paragraph(ui, ui.theme.fonts.mono_small, ui.color().text, outcome.shown(), map_name + ".message");
}

void verdict(Context& ui) {
  const Effective& e = ui.frame.resolution->effective;
  const int dimensions = e.dimension == Dimension::d3 ? 3 : is_1d(e.dimension) ? 1 : 2;
  const AmpTexture texture = amp_texture(e.format, e.sampler.read_mode, dimensions);
  const AmpVerdict all = amp_verdict(texture);
  paragraph(ui, ui.theme.fonts.small, ui.color().text, all.sentence, "amp.sentence");
  if (is_layered(e.dimension) || is_cube(e.dimension))
    paragraph(ui, ui.theme.fonts.small, ui.color().dim, text(Text::amp_no_layers));
  outcome_row(ui, Text::amp_read, all.read, "read");
  outcome_row(ui, Text::amp_write, all.write, "write");
  outcome_row(ui, Text::amp_both, all.read_and_write, "both");
  const AmpOutcome& reported = !all.write.allowed() ? all.write : all.read_and_write;
  paragraph(ui, ui.theme.fonts.small, ui.color().dim, reported.advice, "amp.advice");
  paragraph(ui, ui.theme.fonts.small, ui.color().dim, reported.cuda, "amp.cuda");
}

ElementFormat format_of(const AmpTexture& texture) {
  return {ElementKind::signed_int, texture.bits.value_or(32), texture.components};
}

// Makes the chosen texture that of the example.
void choose(Context& ui, int index) {
  const AmpTexture& texture = amp_examples()[std::size_t(index)].configuration.texture;
  TextureSpec& spec = ui.session.texture;
  spec.dimension = Dimension::d1;
  spec.width = 64;
  spec.levels = 1;
  spec.format = format_of(texture);
  spec.storage = Storage::array;
  ui.session.fetch.function = FetchKind::plain;
  ui.session.sampler.srgb = ui.session.sampler.seamless_cube = false;
  ui.session.sampler.read_mode = ReadMode::element;
  ui.session.sampler.filter = FilterMode::point;
  ui.session.view.projection = Projection::flat;
  ui.state.settings.amp_example = index;
}

void amp_example_buttons(Context& ui) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(4), ui.px(1)));
  int index = 0;
  for (const AmpExample& example : amp_examples()) {
    if (index > 0) ImGui::SameLine(0, ui.px(3));
    const std::string name(example.name),
        source = std::string(example.declaration) + "\n" + std::string(example.statement);
    if (button(ui, "amp." + name, name.c_str(), source.c_str(), ui.state.settings.amp_example == index)) {
      if (ui.state.settings.amp_example == index)
        ui.state.settings.amp_example = -1;
      else
        choose(ui, index);
    }
    ++index;
  }
  ImGui::PopStyleVar();
  if (ui.state.settings.amp_example < 0) return;
  const AmpExample& example = amp_examples()[std::size_t(ui.state.settings.amp_example)];
  paragraph(ui, ui.theme.fonts.mono_small, ui.color().text, example.declaration, "amp.declaration");
  paragraph(ui, ui.theme.fonts.mono_small, ui.color().text, example.statement, "amp.statement");
  outcome_row(ui, Text::amp_attempt, amp_outcome(example.configuration), "example");
}
} // namespace

void amp_panel(Context& ui) {
  // Lines of text are not as wide as the lab.
  const float width = std::min(ImGui::GetContentRegionAvail().x, ui.px(760));
  ImGui::BeginChild("amp", ImVec2(width, 0));
  ImGui::PushFont(ui.theme.fonts.small);
  if (ui.state.settings.amp_example >= 0) { // undo and other changes end the example
    const TextureSpec& spec = ui.session.texture;
    const AmpTexture& example =
        amp_examples()[std::size_t(ui.state.settings.amp_example)].configuration.texture;
    if (spec.dimension != Dimension::d1 || spec.format != format_of(example))
      ui.state.settings.amp_example = -1;
  }
  amp_example_buttons(ui);
  if (ui.state.settings.amp_example < 0) verdict(ui);
  ImGui::PopFont();
  ImGui::EndChild();
}

} // namespace texelscope::ui
