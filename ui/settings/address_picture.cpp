#include "ui/settings/address_picture.h"

#include "kernels/ground/text/texts.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
constexpr int texels = 4, beyond = 4; // texels of the texture, and on either side of it
constexpr ImU32 row[texels] = {IM_COL32(0x56, 0xb4, 0xe9, 255), IM_COL32(0xf4, 0xf5, 0xf7, 255),
                               IM_COL32(0xe0, 0x9f, 0x3e, 255), IM_COL32(0x4a, 0x52, 0x60, 255)};

// The texel that is read, or -1 for the border.
int read_at(AddressMode mode, int i) {
  const int wrapped = (i % texels + texels) % texels;
  switch (mode) {
  case AddressMode::wrap:
    return wrapped;
  case AddressMode::clamp:
    return i < 0 ? 0 : i >= texels ? texels - 1 : i;
  case AddressMode::mirror: {
    const int period = (i % (2 * texels) + 2 * texels) % (2 * texels);
    return period < texels ? period : 2 * texels - 1 - period;
  }
  case AddressMode::border:
    break;
  }
  return i == wrapped ? i : -1;
}

ImU32 border_ink(const Context& ui) {
  const auto& color = ui.session.sampler.border_color;
  return ImGui::ColorConvertFloat4ToU32(ImVec4(float(color[0]), float(color[1]), float(color[2]), 1));
}
} // namespace

void address_picture(Context& ui, AddressMode mode) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = ui.px(16), frame = ui.px(2);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (int i = -beyond; i < texels + beyond; ++i) {
    const int texel = read_at(mode, i);
    const float x = at.x + frame + side * float(i + beyond), y = at.y + frame;
    const bool inside = i >= 0 && i < texels;
    const ImU32 ink = texel < 0 ? border_ink(ui) : row[texel];
    draw->AddRectFilled(ImVec2(x, y), ImVec2(x + side, y + side), with_alpha(ink, inside ? 1.0f : 0.6f));
  }
  const float x0 = at.x + frame + side * beyond;
  draw->AddRect(ImVec2(x0, at.y), ImVec2(x0 + side * texels, at.y + side + 2 * frame), ui.color().text, 0, 0,
                frame);
  ImGui::Dummy(ImVec2(side * (texels + 2 * beyond) + 2 * frame, side + 2 * frame));
  map_item(ui, "tooltip.address." + std::string(identifier(mode)));
}

void address_pictures(Context& ui) {
  for (const EnumEntry& entry : enum_table<AddressMode>()) {
    ImGui::TextUnformatted(text(entry.label));
    ImGui::SameLine(ui.px(76));
    address_picture(ui, AddressMode(entry.value));
  }
}

} // namespace texelscope::ui
