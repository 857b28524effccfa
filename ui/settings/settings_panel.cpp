// The left column: every field of the texture, the sampler, the fetch and the write kernel.
#include <algorithm>

#include <fmt/format.h>

#include "kernels/text/texts.h"
#include "ui/settings/row_parts.h"
#include "ui/settings/rows.h"

namespace texelscope::ui {

namespace {
void size_row(Context& ui) {
  const Dimension dimension = ui.session.texture.dimension;
  integer_row(ui, "texture.width", 0.5f);
  if (!is_1d(dimension)) integer_row(ui, "texture.height", 0.5f);
  if (has_depth(dimension)) integer_row(ui, "texture.depth", 0.1f);
  static constexpr int sizes[] = {1, 4, 13, 64, 256, 1024};
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(5), ui.px(2)));
  for (int size : sizes) {
    if (button(ui, fmt::format("texture.size.{}", size), std::to_string(size).c_str(),
               text(Text::size_preset_help),
               ui.session.texture.width == size && ui.session.texture.height == size))
      ui.session.texture.width = ui.session.texture.height = size;
    ImGui::SameLine(0, ui.px(3));
  }
  ImGui::NewLine();
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

// The shape of a headerless file, which must be stated here.
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
  const bool planes = ui.frame.resolution->effective.planes > 1;
  switch (ui.session.texture.source) {
  case Source::checkerboard:
  case Source::uv_grid:
    integer_row(ui, "texture.cell", 0.1f);
    break;
  case Source::noise:
    integer_row(ui, "texture.seed", 0.2f);
    break;
  case Source::one_hot:
    integer_row(ui, "texture.hot_x", 0.1f);
    integer_row(ui, "texture.hot_y", 0.1f);
    if (planes) integer_row(ui, "texture.hot_z", 0.1f);
    break;
  case Source::file: {
    const std::string& path = ui.session.texture.path;
    const std::string name = path.empty() ? text(Text::no_file) : path.substr(path.find_last_of('/') + 1);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
    const bool headerless = path.ends_with(".raw") || path.ends_with(".bin");
    if (button(ui, "texture.path", (name + "##path").c_str(),
               path.empty() ? text(Text::no_file_help) : path.c_str()))
      run_command(ui, CommandId::open);
    if (headerless) raw_rows(ui);
    bool_row(ui, "texture.premultiply");
    break;
  }
  case Source::ramp:
  case Source::zone_plate:
    break;
  }
}

// Another texture seen in the same memory.
void view_rows(Context& ui) {
  static constexpr int bits[] = {8, 16, 32}, channels[] = {1, 2, 4};
  bool_row(ui, "texture.view");
  const TextureSpec& texture = ui.session.texture;
  if (!texture.view.on) return;
  enum_row(ui, "texture.view_kind");
  value_row(ui, "view_bits", bits, 3, "texture.view_bits");
  value_row(ui, "view_channels", channels, 3, "texture.view_channels");
  if (texture.levels > 1) {
    integer_row(ui, "texture.view_first_level", 0.05f);
    integer_row(ui, "texture.view_levels", 0.05f);
  }
  if (texture.dimension != Dimension::d1_layered && texture.dimension != Dimension::d2_layered) return;
  integer_row(ui, "texture.view_first_layer", 0.05f);
  integer_row(ui, "texture.view_layers", 0.05f);
}

// Shows or hides rarely used rows; those that differ from the default stay visible.
void more_or_less(Context& ui) {
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
  if (link(ui, "settings.more",
           text(ui.state.settings.show_all ? Text::fewer_settings : Text::more_settings)))
    ui.state.settings.show_all = !ui.state.settings.show_all;
  tooltip(ui, text(Text::more_settings_help));
  ImGui::PopFont();
}

// Plain tex reads only level 0: beside the levels is a button that makes the others matter.
void unread_levels(Context& ui) {
  const Note* note =
      ui.session.texture.levels > 1 ? ui.frame.resolution->note_for("sampler.mip_bias") : nullptr;
  if (note == nullptr || note->rule != text(Text::rule_plain_level)) return;
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::Indent(ui.px(settings_label_width));
  ImGui::PushTextWrapPos(0);
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, note->sentence, "note.texture.levels");
  ImGui::PopTextWrapPos();
  tooltip(ui, note->rule);
  if (link(ui, "fix.texture.levels", note->fix_label.c_str())) apply_fix(ui, *note);
  tooltip(ui, note->rule);
  ImGui::Unindent(ui.px(settings_label_width));
  ImGui::PopFont();
}

void texture_section(Context& ui) {
  static constexpr int bits[] = {8, 16, 32}, channels[] = {1, 2, 4};
  source_rows(ui);
  combo_row(ui, "texture.dimension");
  size_row(ui);
  enum_row(ui, "texture.kind");
  value_row(ui, "bits", bits, 3, "texture.bits");
  value_row(ui, "channels", channels, 3, "texture.channels");
  integer_row(ui, "texture.levels", 0.05f);
  unread_levels(ui);
  if (ui.session.texture.levels > 1) enum_row(ui, "texture.mips");
  const bool srgb = ui.frame.resolution->effective.sampler.srgb;
  if (ui.session.texture.levels > 1 && (srgb || !ui.session.texture.gamma_correct_mips))
    bool_row(ui, "texture.gamma_correct_mips");
  enum_row(ui, "texture.storage", int(ui.frame.resolution->effective.storage));
  const TextureSpec& texture = ui.session.texture;
  const bool all = ui.state.settings.show_all;
  if ((all && is_array(texture.storage) && texture.dimension == Dimension::d2) || texture.gather_flag)
    bool_row(ui, "texture.gather_flag");
  if (all || texture.channel_kind != ChannelKind::plain)
    enum_row(ui, "texture.channel_kind", int(ui.frame.resolution->effective.channel_kind));
  if ((all && texture.storage == Storage::pitch) || texture.pitch_offset != 0)
    integer_row(ui, "texture.pitch_offset", 0.25f);
  if (all || texture.view.on) view_rows(ui);
  more_or_less(ui);
}

// Settings of textures with several levels.
void mip_rows(Context& ui) {
  if (ui.session.texture.levels == 1) return;
  enum_row(ui, "sampler.mip_filter");
  number_row(ui, "sampler.mip_bias", 0.01f, "%.3f");
  number_row(ui, "sampler.mip_min", 0.01f, "%.3f");
  number_row(ui, "sampler.mip_max", 0.01f, "%.3f");
  bool_row(ui, "sampler.disable_trilinear_optimization");
}

void sampler_section(Context& ui) {
  const Effective& effective = ui.frame.resolution->effective;
  section(ui, Text::title_sampler);
  bool_row(ui, "sampler.normalized_coords", CommandId::normalized, true);
  enum_row(ui, "sampler.address_x", int(effective.sampler.address[0]), CommandId::address_wrap, true);
  enum_row(ui, "sampler.address_y", int(effective.sampler.address[1]), CommandId::address_wrap, true);
  if (ui.session.texture.dimension == Dimension::d3)
    enum_row(ui, "sampler.address_z", int(effective.sampler.address[2]), CommandId::address_wrap, true);
  numbers_row(ui, "sampler.border_color");
  enum_row(ui, "sampler.filter", int(effective.sampler.filter), CommandId::filter, true);
  enum_row(ui, "sampler.read_mode", int(effective.descriptor_read_mode), CommandId::read_mode, true);
  bool_row(ui, "sampler.srgb");
  if (is_cube(ui.session.texture.dimension) || ui.session.sampler.seamless_cube)
    bool_row(ui, "sampler.seamless_cube");
  mip_rows(ui);
}

// The arguments of the chosen function.
void function_rows(Context& ui) {
  static constexpr int components[] = {0, 1, 2, 3};
  const FetchSpec& fetch = ui.session.fetch;
  switch (fetch.function) {
  case FetchKind::lod:
    number_row(ui, "fetch.lod", 0.01f, "%.3f");
    break;
  case FetchKind::grad:
    integer_row(ui, "sampler.max_anisotropy", 0.05f);
    enum_row(ui, "fetch.gradients");
    if (fetch.gradients == GradientRule::view)
      number_row(ui, "fetch.gradient_scale", 0.01f, "%.3f");
    else {
      numbers_row(ui, "fetch.dx");
      numbers_row(ui, "fetch.dy");
    }
    break;
  case FetchKind::gather:
    value_row(ui, "component", components, 4, "fetch.component");
    break;
  case FetchKind::plain:
  case FetchKind::texel:
    break;
  }
}

// Combines several fetches around the slice into one value.
void slab_rows(Context& ui) {
  enum_row(ui, "fetch.slab");
  if (ui.session.fetch.slab == Slab::off) return;
  number_row(ui, "fetch.slab_thickness", 0.002f, "%.4f");
  integer_row(ui, "fetch.slab_samples", 0.2f);
}

// The whole plane resized, or a part of it.
void mapping_rows(Context& ui) {
  enum_row(ui, "view.mapping");
  if (!is_resize(ui.session)) return;
  integer_row(ui, "view.resize_width", 0.5f);
  integer_row(ui, "view.resize_height", 0.5f);
  bool_row(ui, "view.align_corners");
}

// The color below the result: where a picture may be transparent, and where it is set.
void over_rows(Context& ui) {
  const bool on = ui.session.view.over != Over::off;
  if (!on && !ui.state.settings.show_all && ui.session.texture.source != Source::file) return;
  enum_row(ui, "view.over");
  if (on) numbers_row(ui, "view.over_color");
}

// Which plane is shown, and how.
void place_rows(Context& ui) {
  const Dimension dimension = ui.session.texture.dimension;
  const Projection projection = ui.frame.resolution->effective.projection; // the requested one may not fit
  const auto bit = [](Projection p) { return 1u << unsigned(p); };
  unsigned offered = bit(Projection::flat) | bit(Projection::sheet);
  if (is_cube(dimension)) offered |= bit(Projection::net) | bit(Projection::sphere);
  if (dimension == Dimension::d2 || dimension == Dimension::d2_layered)
    offered |= bit(Projection::tilted) | bit(Projection::grid);
  combo_row(ui, "view.projection", offered);
  if (projection == Projection::tilted) number_row(ui, "view.tilt", 0.2f, "%.1f");
  if (projection == Projection::sphere) {
    number_row(ui, "view.yaw", 0.5f, "%.1f");
    number_row(ui, "view.pitch", 0.5f, "%.1f");
  }
  if (is_layered(dimension) && projection != Projection::sheet) integer_row(ui, "fetch.layer", 0.05f);
  if (projection != Projection::flat) return;
  mapping_rows(ui);
  if (is_cube(dimension)) combo_row(ui, "fetch.face");
  if (dimension == Dimension::d3) {
    enum_row(ui, "fetch.slice_axis");
    number_row(ui, "fetch.slice", 0.002f, "%.4f");
    slab_rows(ui);
  }
}

void body_row(Context& ui) {
  const std::string& body = ui.session.fetch.body;
  if (!ui.state.settings.show_all && body.empty()) return;
  const auto lines = 1 + std::count(body.begin(), body.end(), '\n');
  const std::string content = body.empty() ? text(Text::body_write)
                                           : counted(std::size_t(lines), Text::body_line, Text::body_lines) +
                                                 ", " + text(Text::body_edit);
  action_row(ui, "fetch.body", content.c_str(), text(Text::body_edit_help), CommandId::lab_fetch);
}

void fetch_section(Context& ui) {
  section(ui, Text::title_fetch);
  static constexpr int channels[] = {0, 1, 2, 4};
  combo_row(ui, "fetch.function");
  function_rows(ui);
  const FetchSpec& fetch = ui.session.fetch;
  if (ui.state.settings.show_all || fetch.type != FetchType::native) combo_row(ui, "fetch.type");
  if (ui.state.settings.show_all || fetch.type_channels != 0)
    value_row(ui, "type_channels", channels, 4, "fetch.type_channels");
  body_row(ui);
  place_rows(ui);
  enum_row(ui, "fetch.coordinates");
  enum_row(ui, "fetch.sample_at");
  over_rows(ui);
}

void brush_rows(Context& ui) {
  number_row(ui, "write.brush_radius", 0.05f, "%.2f");
  numbers_row(ui, "write.brush_color");
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
  const std::string label = say(Text::clear_strokes, {std::to_string(ui.session.write.strokes.size())});
  if (button(ui, "write.strokes", label.c_str(), text(Text::field_strokes_help)))
    run_command(ui, CommandId::clear_strokes);
  note_row(ui, "write.strokes");
  if (ui.frame.resolution->effective.planes > 1) bool_row(ui, "write.all_planes");
}

void animation_rows(Context& ui) {
  integer_row(ui, "write.frame", 1);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(settings_label_width));
  if (button(ui, "write.pause", text(ui.frame.paused ? Text::go_on : Text::pause), text(Text::command_pause),
             ui.frame.paused))
    run_command(ui, CommandId::pause);
  ImGui::SameLine();
  if (button(ui, "write.step", text(Text::step), text(Text::command_step)))
    run_command(ui, CommandId::step_frame);
  ImGui::SameLine();
  if (button(ui, "write.restart", text(Text::restart), text(Text::command_restart)))
    run_command(ui, CommandId::restart_animation);
}

void write_section(Context& ui) {
  section(ui, Text::title_write);
  enum_row(ui, "write.mode");
  switch (ui.session.write.mode) {
  case WriteMode::off:
    break;
  case WriteMode::pattern:
    enum_row(ui, "write.pattern");
    integer_row(ui, "write.speed", 0.1f);
    animation_rows(ui);
    break;
  case WriteMode::brush:
    brush_rows(ui);
    break;
  case WriteMode::feedback:
    enum_row(ui, "write.feedback");
    animation_rows(ui);
    break;
  }
  enum_row(ui, "write.boundary");
  if (ui.session.texture.levels > 1) enum_row(ui, "write.mips");
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
