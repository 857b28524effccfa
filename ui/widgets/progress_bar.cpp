#include "ui/widgets/progress_bar.h"

#include <algorithm>
#include <string>

#include "ui/widgets/axes.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

void progress_bar(Context& ui, std::string_view name, double share, std::string_view shown,
                  std::string_view now) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(20);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, {at.x + width, at.y + height}, ui.color().control, ui.px(4));
  if (share > 0)
    draw->AddRectFilled(at, {at.x + std::max(ui.px(8), width * float(share)), at.y + height},
                        ui.color().hover, ui.px(4));
  const float y = at.y + ui.px(2);
  small_text(ui, {at.x + ui.px(8), y}, ui.color().text, shown);
  draw->PushClipRect({at.x + ui.px(16) + small_width(ui, shown), at.y}, {at.x + width, at.y + height}, true);
  small_text(ui, {at.x + width - ui.px(8), y}, ui.color().dim, now, 1);
  draw->PopClipRect();
  ImGui::Dummy({width, height});
  map_item(ui, name, std::string(shown) + " " + std::string(now));
}

} // namespace texelscope::ui
