// Copies to the clipboard and pastes from it.
#include <algorithm>

#include <imgui.h>

#include "app/window/explorer.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/pasted_state.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/studies/explain/explain_report.h"
#include "kernels/studies/export/program.h"
#include "kernels/studies/texture/adopt_file.h"

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

// The copied text, and the message about it for the user.
struct Copied {
  std::string content, message;
  NoteKind kind = NoteKind::no_effect;
};

// The program of the state that is on screen, with its texels.
Copied program_of(const FrameRenderer& renderer, ExportTarget target, const std::string& name) {
  const Session& session = renderer.shown_session();
  const auto image = renderer.image();
  const EnumEntry& entry = enum_table<ExportTarget>()[std::size_t(target)];
  const Resolution resolution = resolve(session, renderer.backend().limits);
  const bool writes = resolution.effective.writes(session).mode != WriteMode::off;
  const Image written = writes ? renderer.read_texture() : Image();
  const FrameResult& result = *renderer.result();
  const ExportRequest request{session,       resolution, writes ? written : *image, result.width,
                              result.height, name,       program_line(session),     ""};
  const std::size_t bytes = exported_bytes(target, request);
  if (bytes > embedded_bytes)
    throw UserError(say(Text::export_too_large_to_copy, {std::to_string(bytes >> 10), entry.identifier}));
  const ExportedProgram program = export_program(target, request);
  const auto lines = std::count(program.text.begin(), program.text.end(), '\n');
  Copied copied{program.text, say(Text::copied_program, {text(entry.label), std::to_string(lines)})};
  for (const std::string& remark : program.remarks)
    copied.message += " " + remark;
  if (!program.remarks.empty()) copied.kind = NoteKind::altered;
  return copied;
}

Copied line_of(const Session& session) {
  const ShareLine share = share_line(session);
  Copied copied{share.line, say(Text::copied_line, {std::to_string(share.line.size())})};
  if (share.without_strokes) copied.message += std::string(" ") + text(Text::share_strokes);
  const bool file = session.texture.source == Source::file;
  if (file) copied.message += " " + say(Text::share_file, {session.texture.path});
  if (share.without_strokes || file) copied.kind = NoteKind::altered;
  return copied;
}

Copied json_of(const Session& session) {
  Copied copied{write_session(session), text(Text::copied_session)};
  if (session.texture.source == Source::file)
    copied.message += " " + say(Text::copied_session_file, {session.texture.path});
  return copied;
}

// The value in the status bar; empty if it shows none.
std::optional<Copied> value_of(const ui::UiMap& map) {
  for (const ui::MapItem& item : map)
    if (item.name == "status.value") return Copied{item.text, say(Text::copied, {item.text})};
  return std::nullopt;
}

void copy(const std::optional<Copied>& copied, Notifications& notifications) {
  if (!copied) return;
  ImGui::SetClipboardText(copied->content.c_str());
  notifications.add(copied->kind, copied->message);
}
} // namespace

void Explorer::copy(ui::CommandId id) {
  using Id = ui::CommandId;
  const Session& session = document_.session();
  if (id == Id::copy_value) return texelscope::copy(value_of(map_), notifications_);
  if (id == Id::copy_session) return texelscope::copy(json_of(session), notifications_);
  if (id == Id::copy_explanation) {
    if (const FetchExplanation* explanation = analyses_.explanation())
      texelscope::copy(Copied{explain_text(*explanation, renderer_.backend().device, analyses_.weights()),
                              text(Text::copied_story)},
                       notifications_);
    return;
  }
  if (id != Id::copy_line && (renderer_.result() == nullptr || !renderer_.image()))
    return notify(NoteKind::altered, text(Text::texture_none));
  try {
    texelscope::copy(id == Id::copy_line ? line_of(session)
                                         : program_of(renderer_, target_of(id), document_.name()),
                     notifications_);
  } catch (const std::exception& error) {
    notify(NoteKind::refused, say(Text::not_copied, {sentence_of(error)}));
  }
}

void Explorer::paste(const std::string& content) {
  try {
    const PastedState pasted = parse_pasted(content, document_.session());
    const Session& session = pasted.loaded.session;
    trust_.came(session.fetch.body, is_share_line(content) ? BodyOrigin::share_line : BodyOrigin::text);
    state_.dialogs.prompt = ui::PathPrompt::none;
    if (adopts_file(session, pasted.loaded.stated))
      start_opening(session, {}, document_.base(), pasted.loaded.stated);
    else
      document_.change(session);
    notify(NoteKind::no_effect, pasted.summary);
  } catch (const std::exception& error) {
    if (state_.dialogs.prompt != ui::PathPrompt::paste)
      return notify(NoteKind::refused, say(Text::paste_refused, {sentence_of(error)}));
    state_.dialogs.prompt_error = sentence_of(error);
    state_.dialogs.focus_request = true; // so that it can be corrected
  }
}

} // namespace texelscope
