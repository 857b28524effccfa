#include "app/window/draw_lists.h"

#include <span>

#include <imgui.h>

namespace texelscope {

namespace {
class Bytes {
public:
  explicit Bytes(std::vector<std::byte>& to) : to_(to) { to_.clear(); }

  // The values have no padding.
  template <typename T>
  void add(const T* values, std::size_t count) {
    const auto bytes = std::as_bytes(std::span(values, count));
    to_.insert(to_.end(), bytes.begin(), bytes.end());
  }
  template <typename T>
  void add(const T& value) {
    add(&value, 1);
  }

private:
  std::vector<std::byte>& to_;
};

// Whether a texture of Dear ImGui's own is to be made or changed, as from version 1.92 on it may be in any
// frame.
bool changes_textures([[maybe_unused]] const ImDrawData& data) {
#if IMGUI_VERSION_NUM >= 19200
  if (data.Textures == nullptr) return false;
  for (const ImTextureData* texture : *data.Textures)
    if (texture->Status != ImTextureStatus_OK) return true;
#endif
  return false;
}
} // namespace

bool DrawLists::change(const ImDrawData& data) {
  Bytes bytes(next_);
  bytes.add(data.DisplayPos);
  bytes.add(data.DisplaySize);
  bytes.add(data.FramebufferScale);
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      bytes.add(command.ClipRect);
      bytes.add(command.GetTexID());
      bytes.add(command.VtxOffset);
      bytes.add(command.IdxOffset);
      bytes.add(command.ElemCount);
    }
    bytes.add(list.VtxBuffer.Data, std::size_t(list.VtxBuffer.Size));
    bytes.add(list.IdxBuffer.Data, std::size_t(list.IdxBuffer.Size));
  }
  last_.swap(next_);
  return last_ != next_ || changes_textures(data);
}

} // namespace texelscope
