// The state as text, to and from the clipboard.
#include <algorithm>

#include <imgui.h>

#include "app/base/errors.h"
#include "app/export/program.h"
#include "app/session/pasted_state.h"
#include "app/session/share_line.h"
#include "app/window/explorer.h"
#include "kernels/text/texts.h"

namespace texelscope {

namespace {
ExportTarget target_of(ui::CommandId id) {
  switch (id) {
  case ui::CommandId::copy_driver:
    return ExportTarget::driver;
  case ui::CommandId::copy_hip:
    return ExportTarget::hip;
  case ui::CommandId::copy_opengl:
    return ExportTarget::opengl;
  case ui::CommandId::copy_webgpu:
    return ExportTarget::webgpu;
  default:
    return ExportTarget::cuda;
  }
}
} // namespace

// Of the state that is on screen, with the texels that it shows.
void Explorer::copy_program(ui::CommandId id) {
  const auto image = source_.image();
  if (!result_ || !image) return notify(NoteKind::altered, text(Text::texture_none));
  try {
    const ExportTarget target = target_of(id);
    const EnumEntry& entry = enum_table<ExportTarget>()[std::size_t(target)];
    const Resolution resolution = resolve(shown_, backend_->info().limits);
    const bool writes = resolution.effective.writes(shown_).mode != WriteMode::off;
    const Image written = writes ? backend_->read_texture() : Image();
    const ExportRequest request{shown_,
                                resolution,
                                writes ? written : *image,
                                result_->width,
                                result_->height,
                                session_path_.empty() ? text(Text::session_unnamed)
                                                      : session_path_.filename().string(),
                                share_line(shown_).line,
                                ""};
    const std::size_t bytes = exported_bytes(target, request);
    if (bytes > embedded_bytes)
      throw UserError(say(Text::export_too_large_to_copy, {std::to_string(bytes >> 10), entry.identifier}));
    const ExportedProgram program = export_program(target, request);
    ImGui::SetClipboardText(program.text.c_str());
    const auto lines = std::count(program.text.begin(), program.text.end(), '\n');
    std::string told = say(Text::copied_program, {text(entry.label), std::to_string(lines)});
    for (const std::string& remark : program.remarks)
      told += " " + remark;
    notify(program.remarks.empty() ? NoteKind::no_effect : NoteKind::altered, told);
  } catch (const std::exception& error) {
    notify(NoteKind::refused, say(Text::not_copied, {error.what()}));
  }
}

void Explorer::copy_line() {
  try {
    const ShareLine share = share_line(session_);
    ImGui::SetClipboardText(share.line.c_str());
    std::string told = say(Text::copied_line, {std::to_string(share.line.size())});
    if (share.without_strokes) told += std::string(" ") + text(Text::share_strokes);
    const bool file = session_.texture.source == Source::file;
    if (file) told += " " + say(Text::share_file, {session_.texture.path});
    notify(share.without_strokes || file ? NoteKind::altered : NoteKind::no_effect, told);
  } catch (const std::exception& error) {
    notify(NoteKind::refused, say(Text::not_copied, {error.what()}));
  }
}

bool Explorer::take_state(const std::string& words) {
  try {
    PastedState pasted = parse_pasted(words, session_);
    trust_.came(pasted.loaded.session.fetch.body,
                is_share_line(words) ? ui::BodyOrigin::share_line : ui::BodyOrigin::text);
    state_.prompt = ui::State::PathPrompt::none;
    if (adopts_file(pasted.loaded.session, pasted.loaded.stated)) {
      start_opening(pasted.loaded.session, base_, pasted.loaded.stated);
    } else {
      session_ = pasted.loaded.session;
      undo_.record(session_, 0);
    }
    notify(NoteKind::no_effect, pasted.told);
    return true;
  } catch (const std::exception& error) {
    const bool requested = state_.prompt == ui::State::PathPrompt::paste;
    if (requested) {
      state_.prompt_error = error.what();
      state_.focus_request = true; // to be mended
    } else
      notify(NoteKind::refused, say(Text::paste_refused, {error.what()}));
    return false;
  }
}

} // namespace texelscope
