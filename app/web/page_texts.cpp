// The texts that the modules of ui/web ask for by name.
#include <nlohmann/json.hpp>

#include "app/base/json_text.h"
#include "app/web/page.h"
#include "kernels/text/texts.h"

namespace texelscope::web {

namespace {
struct Named {
  const char* name;
  Text id;
};
constexpr Named texts[] = {
    {"web_tagline", Text::web_tagline},
    {"web_loading", Text::web_loading},
    {"web_failed", Text::web_failed},
    {"web_no_memory", Text::web_no_memory},
    {"web_no_script", Text::web_no_script},
    {"web_language", Text::web_language},
    {"web_theme", Text::web_theme},
    {"web_theme_help", Text::web_theme_help},
    {"web_theme_system", Text::web_theme_system},
    {"web_theme_dark", Text::web_theme_dark},
    {"web_theme_light", Text::web_theme_light},
    {"web_settings", Text::web_settings},
    {"web_view", Text::web_view},
    {"web_choose_picture", Text::web_choose_picture},
    {"web_drop_here", Text::web_drop_here},
    {"web_drop_now", Text::web_drop_now},
    {"web_picture_opened", Text::web_picture_opened},
    {"web_picture_unreadable", Text::web_picture_unreadable},
    {"web_result_help", Text::web_result_help},
    {"web_result_name", Text::web_result_name},
    {"web_texels_help", Text::web_texels_help},
    {"web_pixel", Text::web_pixel},
    {"web_pin_hint", Text::web_pin_hint},
    {"web_reset", Text::web_reset},
    {"web_reset_help", Text::web_reset_help},
    {"web_texel_weights", Text::web_texel_weights},
    {"web_texel", Text::web_texel},
    {"web_decoded", Text::web_decoded},
    {"web_axis", Text::web_axis},
    {"web_channel", Text::web_channel},
    {"web_error", Text::web_error},
    {"web_all_steps", Text::web_all_steps},
    {"web_unpin", Text::web_unpin},
    {"web_level_texels", Text::web_level_texels},
    {"web_asked_and_holds", Text::web_asked_and_holds},
    {"web_asked_no_effect", Text::web_asked_no_effect},
    {"web_returned", Text::web_returned},
    {"web_shown_model", Text::web_shown_model},
    {"web_shown_ideal", Text::web_shown_ideal},
    {"web_shown_difference", Text::web_shown_difference},
    {"web_shown_help", Text::web_shown_help},
    {"web_compare_equal", Text::web_compare_equal},
    {"web_compare_differ", Text::web_compare_differ},
    {"web_compare_scale", Text::web_compare_scale},
    {"web_scope_row", Text::web_scope_row},
    {"web_scope_from_to", Text::web_scope_from_to},
    {"web_share", Text::web_share},
    {"web_share_help", Text::web_share_help},
    {"web_copy_link", Text::web_copy_link},
    {"web_copy_line", Text::web_copy_line},
    {"web_copied", Text::web_copied},
    {"web_copy_by_hand", Text::web_copy_by_hand},
    {"web_open_state", Text::web_open_state},
    {"web_open_hint", Text::web_open_hint},
    {"web_open", Text::web_open},
    {"web_address_bad", Text::web_address_bad},
    {"web_save_session", Text::web_save_session},
    {"web_index_intro", Text::web_index_intro},
    {"web_index_explorer", Text::web_index_explorer},
    {"web_index_explorer_about", Text::web_index_explorer_about},
    {"web_index_examples", Text::web_index_examples},
    {"title_result", Text::title_result},
    {"title_texels", Text::title_texels},
    {"title_texture", Text::title_texture},
    {"title_sampler", Text::title_sampler},
    {"title_fetch", Text::title_fetch},
    {"title_why", Text::title_why},
    {"title_effective", Text::title_effective},
    {"title_scope", Text::title_scope},
    {"settings_idle", Text::settings_idle},
    {"mark_of_accepted", Text::mark_of_accepted},
    {"mark_of_altered", Text::mark_of_altered},
    {"mark_of_refused", Text::mark_of_refused},
    {"more_settings", Text::more_settings},
    {"fewer_settings", Text::fewer_settings},
    {"status_as_asked", Text::status_as_asked},
    {"explain_given", Text::explain_given},
    {"explain_mode", Text::explain_mode},
    {"explain_ideal", Text::explain_ideal},
    {"explain_weight", Text::explain_weight},
    {"web_nothing_here", Text::web_nothing_here},
    {"explain_lod", Text::explain_lod},
    {"explain_lod_used", Text::explain_lod_used},
    {"why_position", Text::why_position},
    {"why_position_help", Text::why_position_help},
    {"why_snapped", Text::why_snapped},
    {"why_snapped_help", Text::why_snapped_help},
    {"why_wanted", Text::why_wanted},
    {"why_wanted_help", Text::why_wanted_help},
    {"why_read", Text::why_read},
    {"why_read_help", Text::why_read_help},
    {"why_second", Text::why_second},
    {"why_second_help", Text::why_second_help},
    {"why_level", Text::why_level},
    {"why_probe", Text::why_probe},
    {"why_border", Text::why_border},
    {"command_undo", Text::command_undo},
    {"command_redo", Text::command_redo},
    {"command_zoom_in", Text::command_zoom_in},
    {"command_zoom_out", Text::command_zoom_out},
    {"command_fit", Text::command_fit},
};
} // namespace

std::string texts_json() {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Named& named : texts)
    json[named.name] = text(named.id);
  return json_text(std::move(json));
}

} // namespace texelscope::web
