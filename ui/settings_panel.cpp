// The left column: every field of the texture, the sampler, the fetch and the write kernel.
#include <fmt/format.h>

#include "ui/rows.h"

namespace texelscope::ui {

namespace {
void size_row(Context& ui) {
  integer_row(ui, "texture.width", 0.5f);
  integer_row(ui, "texture.height", 0.5f);
  static constexpr int sizes[] = {1, 4, 13, 64, 256, 1024};
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(5), ui.px(2)));
  for (int size : sizes) {
    if (button(ui, fmt::format("texture.size.{}", size), std::to_string(size).c_str(), text(Text::size_preset_help),
               ui.session.texture.width == size && ui.session.texture.height == size))
      ui.session.texture.width = ui.session.texture.height = size;
    ImGui::SameLine(0, ui.px(3));
  }
  ImGui::NewLine();
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

// A file with no header: its shape is stated here.
void raw_rows(Context& ui) {
  static constexpr int bits[] = {8, 16, 32}, channels[] = {1, 2, 3, 4};
  integer_row(ui, "texture.raw_width", 0.5f);
  integer_row(ui, "texture.raw_height", 0.5f);
  enum_row(ui, "texture.raw_kind");
  value_row(ui, "raw_bits", bits, 3, "texture.raw_bits");
  value_row(ui, "raw_channels", channels, 4, "texture.raw_channels");
  integer_row(ui, "texture.raw_offset", 1);
}

void source_rows(Context& ui) {
  combo_row(ui, "texture.source");
  switch (ui.session.texture.source) {
  case Source::checkerboard:
  case Source::uv_grid: integer_row(ui, "texture.cell", 0.1f); break;
  case Source::noise: integer_row(ui, "texture.seed", 0.2f); break;
  case Source::one_hot:
    integer_row(ui, "texture.hot_x", 0.1f);
    integer_row(ui, "texture.hot_y", 0.1f);
    break;
  case Source::file: {
    const std::string& path = ui.session.texture.path;
    const std::string name = path.empty() ? text(Text::no_file) : path.substr(path.find_last_of('/') + 1);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
    const bool headerless = path.ends_with(".raw") || path.ends_with(".bin");
    if (button(ui, "texture.path", (name + "##path").c_str(), path.empty() ? text(Text::no_file_help) : path.c_str())) run_command(ui, CommandId::open);
    if (headerless) raw_rows(ui);
    break;
  }
  case Source::ramp:
  case Source::zone_plate: break;
  }
}

void texture_section(Context& ui) {
  static constexpr int bits[] = {8, 16, 32}, channels[] = {1, 2, 4};
  source_rows(ui);
  size_row(ui);
  enum_row(ui, "texture.kind");
  value_row(ui, "bits", bits, 3, "texture.bits");
  value_row(ui, "channels", channels, 3, "texture.channels");
}

void sampler_section(Context& ui) {
  const Effective& effective = ui.frame.resolution->effective;
  section(ui, Text::title_sampler);
  bool_row(ui, "sampler.normalized_coords", CommandId::normalized, true);
  enum_row(ui, "sampler.address_x", int(effective.address[0]), CommandId::address_wrap, true);
  enum_row(ui, "sampler.address_y", int(effective.address[1]), CommandId::address_wrap, true);
  color_row(ui, "sampler.border_color");
  enum_row(ui, "sampler.filter", int(effective.filter), CommandId::filter, true);
  enum_row(ui, "sampler.read_mode", int(effective.read_mode), CommandId::read_mode, true);
  bool_row(ui, "sampler.srgb");
}

void fetch_section(Context& ui) {
  section(ui, Text::title_fetch);
  enum_row(ui, "fetch.coordinates");
  enum_row(ui, "fetch.sample_at");
}

void brush_rows(Context& ui) {
  number_row(ui, "write.brush_radius", 0.05f, "%.2f");
  color_row(ui, "write.brush_color");
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
  const std::string label = say(Text::clear_strokes, {std::to_string(ui.session.write.strokes.size())});
  if (button(ui, "write.strokes", label.c_str(), text(Text::field_strokes_help))) run_command(ui, CommandId::clear_strokes);
}

void animation_rows(Context& ui) {
  integer_row(ui, "write.frame", 1);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
  if (button(ui, "write.pause", text(ui.frame.paused ? Text::go_on : Text::pause), text(Text::command_pause), ui.frame.paused))
    run_command(ui, CommandId::pause);
  ImGui::SameLine();
  if (button(ui, "write.step", text(Text::step), text(Text::command_step))) run_command(ui, CommandId::step_frame);
  ImGui::SameLine();
  if (button(ui, "write.restart", text(Text::restart), text(Text::command_restart))) run_command(ui, CommandId::restart_animation);
}

void write_section(Context& ui) {
  section(ui, Text::title_write);
  enum_row(ui, "write.mode");
  switch (ui.session.write.mode) {
  case WriteMode::off: break;
  case WriteMode::pattern:
    enum_row(ui, "write.pattern");
    integer_row(ui, "write.speed", 0.1f);
    animation_rows(ui);
    break;
  case WriteMode::brush: brush_rows(ui); break;
  case WriteMode::feedback:
    enum_row(ui, "write.feedback");
    animation_rows(ui);
    break;
  }
  enum_row(ui, "write.boundary");
}
} // namespace

void settings_panel(Context& ui) {
  begin_panel(ui, "settings", ui.areas.left, Text::title_texture);
  texture_section(ui);
  sampler_section(ui);
  fetch_section(ui);
  write_section(ui);
  ImGui::Dummy(ImVec2(1, ui.px(4)));
  end_panel();
}

} // namespace texelscope::ui
