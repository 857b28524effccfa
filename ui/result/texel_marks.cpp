#include "ui/result/texel_marks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "kernels/unit/fetch/fetch_map.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
std::string texel_text(const ElementFormat& format, std::uint32_t word) {
  if (format.kind == ElementKind::floating) return fmt::format("{:.4g}", real_value(format, word));
  if (format.kind == ElementKind::unsigned_int) return std::to_string(word);
  const int shift = 32 - format.bits;
  return std::to_string(std::int32_t(word << shift) >> shift);
}

// Texels at the picture's edge are cut off.
bool is_drawn_whole(const Area& area) {
  const ImVec2 from = ImGui::GetWindowDrawList()->GetClipRectMin(),
               to = ImGui::GetWindowDrawList()->GetClipRectMax();
  return area.x0 >= from.x && area.y0 >= from.y && area.x1 <= to.x && area.y1 <= to.y;
}

// Whether the pixels of the result show texels of the shown plane, which they read.
bool reads_shown_plane(const Context& ui) {
  const Effective& e = ui.frame.resolution->effective;
  const FrameResult* result = ui.frame.picture.result;
  return result != nullptr && shows_plane(ui) && e.dimension == Dimension::d2 && e.level_count == 1 &&
         e.memory_shape().planes == 1 && result->plane.level == e.memory_shape().first_level &&
         !skews_rows(e);
}

double texel_size(const Context& ui) {
  const ResultPlace place = result_place(ui);
  const auto [width, height] = texel_pixels(ui.session, place.width, place.height);
  return std::min(width, height) * place.scale;
}

// Adds what is in sight, and joins what overlaps the one before it.
void add(std::vector<Reach>& all, Reach next, double low, double high) {
  if (next.to <= low || next.from >= high) return;
  if (!all.empty() && next.from <= all.back().to)
    all.back().to = std::max(all.back().to, next.to);
  else
    all.push_back(next);
}
} // namespace

// Those that the view shows; all if it shows none of them.
std::vector<std::size_t> shown_channels(const Context& ui, const TexelProbe& probe) {
  std::vector<std::size_t> shown;
  const auto count = std::size_t(probe.format.channels);
  for (std::size_t c = 0; c < count; ++c)
    if (ui.session.view.show_channel[c]) shown.push_back(c);
  const bool none = shown.empty();
  for (std::size_t c = 0; none && c < count; ++c)
    shown.push_back(c);
  return shown;
}

bool has_room_for_values(const Context& ui, const TexelProbe& probe, double size) {
  const std::size_t channels = shown_channels(ui, probe).size();
  return !ui.frame.hides_answer && ui.session.view.grid &&
         size >= double(ui.px(std::max(40.0f, 13.0f * float(channels) - 4)));
}

// Below a pin that is in the middle of the texel, whose mark would cover them.
float below_pin(const Context& ui, float middle_x, float middle_y, float height) {
  const float near = ui.px(14);
  for (const ShownPin& pin : ui.frame.pixels.pins) {
    if (!pin.place) continue;
    const Point at = result_place(ui).window_at((*pin.place)[0], (*pin.place)[1]);
    if (std::abs(at.x - middle_x) < near && std::abs(at.y - middle_y) < near + height / 2)
      return at.y + ui.px(10) + height / 2;
  }
  return middle_y;
}

// Each shown channel's value in its hue, centered in the texel; nothing where the picture's edge would cut
// it.
void write_texel(Context& ui, const TexelProbe& probe, int x, int y, float middle_x, float middle_y,
                 const char* name) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  ImFont* font = ui.theme.fonts.mono_small;
  const float size = ui.px(12), line = ui.px(13);
  const TexelBits& texel = probe.texels[std::size_t(y * probe.rect.width + x)];
  const std::vector<std::size_t> channels = shown_channels(ui, probe);
  const float height = line * float(channels.size());
  if (channels.size() == 1) middle_y = below_pin(ui, middle_x, middle_y, height);
  const auto width_of = [&](const std::string& value) {
    return font->CalcTextSizeA(size, 1e9f, 0, value.c_str()).x;
  };
  float widest = 0;
  for (const std::size_t c : channels)
    widest = std::max(widest, width_of(texel_text(probe.format, texel[c])));
  const Area all = {middle_x - widest / 2 - 3, middle_y - height / 2 - 1, middle_x + widest / 2 + 3,
                    middle_y + height / 2 + 1};
  if (!is_drawn_whole(all)) return;
  draw->AddRectFilled(ImVec2(all.x0, all.y0), ImVec2(all.x1, all.y1), IM_COL32(10, 12, 15, 165), ui.px(3));
  float top = middle_y - height / 2;
  for (const std::size_t c : channels) {
    const std::string value = texel_text(probe.format, texel[c]);
    const float width = width_of(value);
    const ImVec2 at(middle_x + widest / 2 - width, top);
    draw->AddText(font, size, at, ui.on_picture().channel[c], value.c_str());
    map_rect(ui, name, {at.x, at.y, at.x + width, at.y + line}, value);
    top += line;
  }
}

void result_texel_values(Context& ui) {
  if (!reads_shown_plane(ui) || !ui.frame.picture.result->texels) return;
  const double size = texel_size(ui);
  if (size < double(ui.px(48))) return;
  const Area& a = ui.areas.result_picture;
  const auto [width, height] = spanned_size(ui.session);
  const double across = width, along = height; // Clang 14 cannot capture structured bindings
  const TexelProbe& probe = *ui.frame.picture.result->texels;
  const float margin = float(size);
  write_texels(ui, probe, size, "result.texel", [&](double x, double y) {
    const Point p = texture_to_result(ui, x / across, y / along);
    const bool near =
        p.x > a.x0 - margin && p.x < a.x1 + margin && p.y > a.y0 - margin && p.y < a.y1 + margin;
    return near ? p : Point{-1e5f, -1e5f};
  });
}

std::vector<Reach> reaches(AddressMode mode, FilterMode filter, int i, int n, double low, double high) {
  const double more = filter == FilterMode::linear ? 0.5 : 0;
  const double from = i - more, to = i + 1 + more, size = n;
  constexpr double far = std::numeric_limits<double>::infinity();
  std::vector<Reach> all;
  if (mode == AddressMode::clamp) {
    add(all, {i == 0 ? -far : from, i == n - 1 ? far : to}, low, high);
  } else if (mode == AddressMode::border) {
    add(all, {from, to}, low, high);
  } else if (mode == AddressMode::wrap) {
    for (double k = std::floor((low - to) / size); k * size + from < high; ++k)
      add(all, {from + k * size, to + k * size}, low, high);
  } else {
    // Each second copy is turned round.
    for (double k = std::floor((low - to) / size) - 1; k * size - more < high; ++k) {
      const bool turned = std::fmod(std::abs(k), 2.0) == 1.0;
      const double start = k * size + (turned ? n - 1 - i : i);
      add(all, {start - more, start + 1 + more}, low, high);
    }
  }
  return all;
}

// Outlines every place of the result at which a fetch reads the texel under the mouse.
void texel_readers(Context& ui) {
  const auto& texel = ui.state.texture.pointed;
  if (!texel || !reads_shown_plane(ui) || ui.frame.hides_answer) return;
  const Effective& e = ui.frame.resolution->effective;
  const Area& a = ui.areas.result_picture;
  const auto size = spanned_size(ui.session);
  std::array<std::vector<Reach>, 2> along;
  std::array<double, 2> low = {1e30, 1e30}, high = {-1e30, -1e30};
  for (const auto& corner : {result_to_texture(ui, a.x0, a.y0), result_to_texture(ui, a.x1, a.y0),
                             result_to_texture(ui, a.x0, a.y1), result_to_texture(ui, a.x1, a.y1)})
    for (std::size_t axis = 0; axis < 2; ++axis) {
      low[axis] = std::min(low[axis], corner[axis] * size[axis]);
      high[axis] = std::max(high[axis], corner[axis] * size[axis]);
    }
  constexpr double too_many = 400; // copies of the texture, each smaller than a mark
  for (std::size_t axis = 0; axis < 2; ++axis) {
    if ((high[axis] - low[axis]) / size[axis] > too_many) return;
    along[axis] = reaches(e.sampler.address[axis], e.sampler.filter, (*texel)[axis], int(size[axis]),
                          low[axis], high[axis]);
  }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  std::size_t count = 0;
  for (const Reach& y : along[1])
    for (const Reach& x : along[0]) {
      const auto corner = [&](double tx, double ty) {
        const Point p = texture_to_result(ui, std::clamp(tx, low[0] - 1, high[0] + 1) / size[0],
                                          std::clamp(ty, low[1] - 1, high[1] + 1) / size[1]);
        return ImVec2(p.x, p.y);
      };
      const ImVec2 quad[] = {corner(x.from, y.from), corner(x.to, y.from), corner(x.to, y.to),
                             corner(x.from, y.to)};
      draw->AddPolyline(quad, 4, IM_COL32(0, 0, 0, 200), ImDrawFlags_Closed, ui.px(3.5f));
      draw->AddPolyline(quad, 4, ui.on_picture().accent, ImDrawFlags_Closed, ui.px(1.5f));
      ++count;
    }
  map_rect(ui, "result.readers", a, std::to_string(count));
}

} // namespace texelscope::ui
