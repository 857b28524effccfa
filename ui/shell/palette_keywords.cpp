// The palette's keywords, and how well they match a query.
#include <algorithm>
#include <cctype>

#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"
#include "ui/shell/palette.h"

namespace texelscope::ui {

namespace {
struct Keywords {
  std::string_view name;
  Text content;
};
constexpr Keywords table[] = {{"save_picture", Text::find_export_picture},
                              {"save_picture_as", Text::find_export_picture},
                              {"save_window_picture", Text::find_export_picture},
                              {"save_texture_as", Text::find_export_texture},
                              {"copy_cuda", Text::find_export_program},
                              {"copy_driver", Text::find_export_program},
                              {"copy_hip", Text::find_export_program},
                              {"copy_opengl", Text::find_export_program},
                              {"copy_webgpu", Text::find_export_program},
                              {"save_scope", Text::find_export_table},
                              {"save_legality", Text::find_export_table},
                              {"save_bench", Text::find_export_table},
                              {"save_as", Text::find_export_session},
                              {"copy_session", Text::find_export_session},
                              {"copy_line", Text::find_export_session},
                              {"open", Text::find_open},
                              {"open_reference", Text::find_open},
                              {"paste", Text::find_open},
                              {"quit", Text::find_quit},
                              {"reset_session", Text::find_new},
                              {"fit_view", Text::find_view},
                              {"one_to_one", Text::find_view},
                              {"zoom_in", Text::find_view},
                              {"zoom_out", Text::find_view},
                              {"go_to", Text::find_go_to},
                              {"pin", Text::find_go_to},
                              {"sampler.filter.linear", Text::find_linear},
                              {"sampler.filter.point", Text::find_point},
                              {"sampler.mip_filter.linear", Text::find_trilinear},
                              {"sampler.mip_filter.point", Text::find_point},
                              {"texture.levels", Text::find_mips},
                              {"texture.mips.box", Text::find_mips},
                              {"sampler.mip_bias", Text::find_mips},
                              {"sampler.mip_min", Text::find_mips},
                              {"sampler.mip_max", Text::find_mips},
                              {"fetch.lod", Text::find_mips},
                              {"fetch.function.lod", Text::find_mips},
                              {"sampler.max_anisotropy", Text::find_anisotropy},
                              {"fetch.function.grad", Text::find_anisotropy},
                              {"view.show_a", Text::find_alpha_channel},
                              {"view.over", Text::find_alpha_channel},
                              {"view.over_color", Text::find_alpha_color},
                              {"sampler.border_color", Text::find_alpha_color},
                              {"write.brush_color", Text::find_alpha_color},
                              {"address_wrap", Text::find_wrap},
                              {"sampler.address_x.wrap", Text::find_wrap},
                              {"sampler.address_y.wrap", Text::find_wrap},
                              {"sampler.address_z.wrap", Text::find_wrap},
                              {"address_clamp", Text::find_clamp},
                              {"sampler.address_x.clamp", Text::find_clamp},
                              {"sampler.address_y.clamp", Text::find_clamp},
                              {"sampler.address_z.clamp", Text::find_clamp},
                              {"sampler.srgb", Text::find_srgb},
                              {"auto_range", Text::find_brightness},
                              {"view.false_color", Text::find_color_map},
                              {"toggle_theme", Text::find_theme},
                              {"scale_up", Text::find_scale},
                              {"scale_down", Text::find_scale},
                              {"scale_reset", Text::find_scale},
                              {"shortcuts", Text::find_keys},
                              {"tour", Text::find_tour},
                              {"present", Text::find_present},
                              {"add_step", Text::find_add_step},
                              {"record_answers", Text::find_record_answers},
                              {"palette", Text::find_keys},
                              {"profile", Text::find_speed},
                              {"lab_bench", Text::find_speed},
                              {"lab_advise", Text::find_speed},
                              {"advise_start", Text::find_speed},
                              {"lab_trace", Text::find_program},
                              {"open_trace", Text::find_program},
                              {"bench_start", Text::find_speed},
                              {"time_writes", Text::find_speed},
                              {"undo", Text::find_history},
                              {"redo", Text::find_history},
                              {"toggle_backend", Text::find_backend},
                              {"pause", Text::find_animation},
                              {"step_frame", Text::find_animation},
                              {"restart_animation", Text::find_animation},
                              {"lab_fetch", Text::find_kernel},
                              {"toggle_compare", Text::find_difference},
                              {"show_difference", Text::find_difference},
                              {"pin_state", Text::find_difference}};

std::string lower(std::string content) {
  for (char& c : content)
    c = char(std::tolower(static_cast<unsigned char>(c)));
  return content;
}

std::vector<std::string> split(const std::string& query) {
  std::vector<std::string> all(1);
  for (char c : query) {
    if (c != ' ')
      all.back() += c;
    else if (!all.back().empty())
      all.emplace_back();
  }
  if (all.back().empty()) all.pop_back();
  return all;
}

// Whether a word of `content` begins with `part`. Chinese is written without spaces, so a word may begin
// anywhere.
bool begins_in(const std::string& content, const std::string& part) {
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t at = content.find(part); at != std::string::npos; at = content.find(part, at + 1))
    if (at == 0 || !is_letter(part[0]) || !is_letter(content[at - 1])) return true;
  return false;
}
} // namespace

std::string palette_keywords(std::string_view name) {
  const auto found = std::ranges::find(table, name, &Keywords::name);
  if (found == std::end(table)) return {};
  return std::string(translation(found->content, Language::english)) + "\n" +
         translation(found->content, Language::chinese);
}

int palette_rank(const std::string& query, const std::string& label, const std::string& keywords) {
  const std::vector<std::string> parts = split(lower(query));
  const std::string in_label = lower(label), in_keywords = lower(keywords),
                    in_all = in_label + " " + in_keywords;
  const auto each = [&](const auto& holds) { return std::ranges::all_of(parts, holds); };
  if (!each([&](const std::string& part) { return in_all.find(part) != std::string::npos; })) return -1;
  std::string phrase;
  for (const std::string& part : parts)
    phrase += (phrase.empty() ? "" : " ") + part;
  if (phrase.empty() || in_label.starts_with(phrase)) return 0;
  if (("\n" + in_keywords).find("\n" + phrase) != std::string::npos) return 1; // its most usual name
  if (begins_in(in_label, phrase)) return 2;
  if (each([&](const std::string& part) { return begins_in(in_label, part); })) return 3;
  if (begins_in(in_keywords, phrase)) return 4;
  return each([&](const std::string& part) { return begins_in(in_all, part); }) ? 5 : 6;
}

} // namespace texelscope::ui
