#include "app/window/draw_lists.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

namespace texelscope {

namespace {
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

DrawnArea whole_area(const ImDrawData& data) {
  return {0, 0, int(std::lround(data.DisplaySize.x * data.FramebufferScale.x)),
          int(std::lround(data.DisplaySize.y * data.FramebufferScale.y))};
}

std::array<float, 6> surface_of(const ImDrawData& data) {
  return {data.DisplayPos.x,  data.DisplayPos.y,       data.DisplaySize.x,
          data.DisplaySize.y, data.FramebufferScale.x, data.FramebufferScale.y};
}

// Elsewhere lists have another unit than the framebuffer.
bool is_in_pixels(const std::array<float, 6>& surface) {
  return surface[0] == 0 && surface[1] == 0 && surface[4] == 1 && surface[5] == 1;
}

void copy(const ImDrawList& from, DrawLists::List& to) {
  to.commands.clear();
  for (const ImDrawCmd& command : from.CmdBuffer) {
    const ImVec4& clip = command.ClipRect;
    to.commands.push_back({{clip.x, clip.y, clip.z, clip.w},
                           command.GetTexID(),
                           command.VtxOffset,
                           command.IdxOffset,
                           command.ElemCount});
  }
  to.vertices.assign(from.VtxBuffer.begin(), from.VtxBuffer.end());
  to.indices.assign(from.IdxBuffer.begin(), from.IdxBuffer.end());
}

// The values have no padding.
template <typename T>
bool same_bytes(const T& a, const T& b) {
  return a.size() == b.size() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(), a.size() * sizeof *a.data()) == 0);
}

bool is_same(const DrawLists::List& a, const DrawLists::List& b) {
  return a.commands == b.commands && same_bytes(a.indices, b.indices) && same_bytes(a.vertices, b.vertices);
}

struct Triangle {
  const DrawLists::Command* command;
  std::array<ImDrawVert, 3> corners;
};

bool is_same(const Triangle& a, const Triangle& b) {
  return a.command->clip == b.command->clip && a.command->texture == b.command->texture &&
         same_bytes(a.corners, b.corners);
}

// In the order in which they are drawn.
std::vector<Triangle> triangles_of(const DrawLists::List& list) {
  std::vector<Triangle> triangles;
  triangles.reserve(list.indices.size() / 3);
  for (const DrawLists::Command& command : list.commands) {
    const ImDrawVert* const vertices = list.vertices.data() + command.first_vertex;
    const ImDrawIdx* const indices = list.indices.data() + command.first_index;
    for (unsigned i = 0; i + 2 < command.indices; i += 3)
      triangles.push_back(
          {&command, {vertices[indices[i]], vertices[indices[i + 1]], vertices[indices[i + 2]]}});
  }
  return triangles;
}

// Grows to hold what each triangle draws.
void include(DrawnArea& area, std::span<const Triangle> triangles, const DrawnArea& whole) {
  for (const auto& [command, corners] : triangles) {
    const auto [left, right] = std::minmax({corners[0].pos.x, corners[1].pos.x, corners[2].pos.x});
    const auto [top, bottom] = std::minmax({corners[0].pos.y, corners[1].pos.y, corners[2].pos.y});
    const auto [clip_x0, clip_y0, clip_x1, clip_y1] = command->clip;
    const auto within = [](float value, int end) { return int(std::clamp(value, 0.0f, float(end))); };
    const DrawnArea drawn{within(std::floor(std::max(left, clip_x0)), whole.x1),
                          within(std::floor(std::max(top, clip_y0)), whole.y1),
                          within(std::ceil(std::min(right, clip_x1)), whole.x1),
                          within(std::ceil(std::min(bottom, clip_y1)), whole.y1)};
    if (drawn.empty()) continue;
    if (area.empty())
      area = drawn;
    else
      area = {std::min(area.x0, drawn.x0), std::min(area.y0, drawn.y0), std::max(area.x1, drawn.x1),
              std::max(area.y1, drawn.y1)};
  }
}

// What both lists begin with and what both end with is drawn before or after what differs, by the same
// triangles in the same order.
DrawnArea changed_area(const DrawLists::List& last, const DrawLists::List& next, const DrawnArea& whole) {
  DrawnArea area;
  if (is_same(last, next)) return area;
  const std::vector<Triangle> before = triangles_of(last), after = triangles_of(next);
  const auto same = [](const Triangle& a, const Triangle& b) { return is_same(a, b); };
  const std::size_t shorter = std::min(before.size(), after.size());
  const std::size_t front = std::size_t(
      std::mismatch(before.begin(), before.begin() + std::ptrdiff_t(shorter), after.begin(), same).first -
      before.begin());
  const std::size_t back = std::size_t(
      std::mismatch(before.rbegin(), before.rbegin() + std::ptrdiff_t(shorter - front), after.rbegin(), same)
          .first -
      before.rbegin());
  include(area, std::span(before).subspan(front, before.size() - front - back), whole);
  include(area, std::span(after).subspan(front, after.size() - front - back), whole);
  return area;
}
} // namespace

std::vector<DrawnArea> DrawLists::change(const ImDrawData& data) {
  next_.resize(std::size_t(data.CmdListsCount));
  for (std::size_t i = 0; i < next_.size(); ++i)
    copy(*data.CmdLists[i], next_[i]);
  const DrawnArea whole = whole_area(data);
  const std::array<float, 6> surface = surface_of(data);
  std::vector<DrawnArea> areas;
  if (surface != last_surface_ || changes_textures(data)) {
    areas = {whole};
  } else {
    static const List none;
    for (std::size_t i = 0; i < std::max(last_.size(), next_.size()); ++i) {
      const DrawnArea area =
          changed_area(i < last_.size() ? last_[i] : none, i < next_.size() ? next_[i] : none, whole);
      if (!area.empty()) areas.push_back(area);
    }
    if (!areas.empty() && !is_in_pixels(surface)) areas = {whole};
  }
  last_.swap(next_);
  last_surface_ = surface;
  return areas;
}

TurnedLists::TurnedLists(ImDrawData& data)
    : data_(data), whole_(whole_area(data)), in_pixels_(is_in_pixels(surface_of(data))) {
  for (int i = 0; i < data_.CmdListsCount; ++i)
    for (const ImDrawCmd& command : data_.CmdLists[i]->CmdBuffer)
      clips_.push_back(command.ClipRect);
  turn();
}

TurnedLists::~TurnedLists() {
  turn();
  auto clip = clips_.begin();
  for (int i = 0; i < data_.CmdListsCount; ++i)
    for (ImDrawCmd& command : data_.CmdLists[i]->CmdBuffer)
      command.ClipRect = *clip++;
}

// The renderer maps the rectangle of the display to the framebuffer, and clip rectangles with it.
void TurnedLists::turn() {
  data_.DisplayPos.y += data_.DisplaySize.y;
  data_.DisplaySize.y = -data_.DisplaySize.y;
  data_.FramebufferScale.y = -data_.FramebufferScale.y;
}

// Dear ImGui's renderer rounds a clip rectangle's left and lower edge and its size down. It is rounded in the
// same way here, so that a part of it has the same edges, and so has what is upside down.
void TurnedLists::clip_to(const DrawnArea& area) {
  auto next = clips_.begin();
  for (int i = 0; i < data_.CmdListsCount; ++i)
    for (ImDrawCmd& command : data_.CmdLists[i]->CmdBuffer) {
      ImVec4 clip = *next++;
      if (in_pixels_) { // else the area is the whole one
        const int left = int(clip.x), width = int(clip.z - clip.x);
        const int lower = int(float(whole_.y1) - clip.w), height = int(clip.w - clip.y);
        const DrawnArea kept{std::max(area.x0, left), std::max(area.y0, whole_.y1 - lower - height),
                             std::min(area.x1, left + width), std::min(area.y1, whole_.y1 - lower)};
        clip = kept.empty() ? ImVec4(0, 0, 0, 0)
                            : ImVec4(float(kept.x0), float(kept.y0), float(kept.x1), float(kept.y1));
      }
      command.ClipRect = {clip.x, clip.w, clip.z, clip.y};
    }
}

} // namespace texelscope
