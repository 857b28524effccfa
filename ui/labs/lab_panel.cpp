// The labs' part of the window: a row of tabs, a close button, and the open lab's panel.
#include "ui/frame/labs.h"

#include <array>
#include <vector>

#include "kernels/ground/text/texts.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
// Indexed by Lab, without none.
constexpr void (*panels[])(Context&) = {legality_panel, staleness_panel, writes_panel, fetch_panel,
                                        bench_panel,    advise_panel,    trace_panel,  amp_panel};
static_assert(std::size(panels) == std::size_t(Lab::amp));

void tabs(Context& ui) {
  std::vector<Segment> items;
  for (const EnumEntry& lab : enum_table<Lab>().subspan(1))
    items.push_back({text(lab.label), std::string(lab.identifier), text(lab.help), {}});
  int chosen = int(ui.state.panels.lab) - 1;
  const float close = ImGui::CalcTextSize(text(Text::lab_close)).x + ui.px(24);
  const float room = ImGui::GetContentRegionAvail().x - close;
  if (segments(ui, "lab.tabs", items.data(), int(items.size()), chosen,
               std::min(room, ui.px(110) * float(items.size()))))
    ui.state.panels.lab = Lab(chosen + 1);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - close + ui.px(8));
  if (button(ui, "lab.close", text(Text::lab_close), text(Text::lab_none_help)))
    run_command(ui, CommandId::close_lab);
}
} // namespace

CommandId lab_command(Lab lab) {
  return CommandId(int(CommandId::lab_legality) + int(lab) - 1);
}

write_lab::BoundaryTest WritesChoice::boundary_test() const {
  const auto formats = write_lab::boundary_formats();
  return {.format = formats[std::size_t(format)],
          .boundary = boundary == write_lab::Boundary::clamp ? boundary : write_lab::Boundary::zero,
          .x_in_texels = x_in_texels};
}

void lab_panel(Context& ui) {
  begin_panel(ui, "lab", ui.areas.lab, Text::title_labs);
  ImGui::SameLine(0, ui.px(14));
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ui.px(2));
  ImGui::PushFont(ui.theme.fonts.small);
  tabs(ui);
  ImGui::PopFont();
  ImGui::Dummy(ImVec2(1, ui.px(2)));
  const Lab lab = ui.state.panels.lab; // a key or the button may have closed it in this frame
  if (ui.frame.hides_answer && lab != Lab::fetch)
    paragraph(ui, ui.color().dim, hidden_why(ui), "lab.hidden");
  else if (lab != Lab::none)
    panels[int(lab) - 1](ui);
  end_panel();
}

} // namespace texelscope::ui
