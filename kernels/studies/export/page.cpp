// A session as a page for any browser: the explorer's page of scripts/web.sh with the session in it.
#include "kernels/studies/export/page.h"

#include <filesystem>

#include <nlohmann/json.hpp>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/files/paths.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/state/stored/share_bytes.h"
#include "kernels/studies/export/facts.h"

namespace texelscope::program {

namespace {
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t max_template = std::size_t(16) << 20, max_picture = std::size_t(16) << 20;
// In the page there is this one, and nothing else like it.
constexpr std::string_view empty_state = R"(<script id="state" type="application/json">null</script>)";

// Beside the program, or where scripts/web.sh leaves it in the source tree.
fs::path template_file() {
  const fs::path assets = assets_folder();
  std::error_code ignored;
  const fs::path shipped = assets / "web/explorer.html";
  return fs::exists(shipped, ignored) ? shipped : (assets / "../dist/web/explorer.html").lexically_normal();
}

std::string template_text(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) throw UserError(say(Text::export_html_no_template, {file.string()}));
  return read_text_file(file, max_template);
}

// All planes of its first level.
Json picture_json(const Image& image) {
  const std::size_t bytes = image.level_offset(1);
  if (bytes > max_picture)
    throw UserError(say(Text::export_html_too_large, {mebibytes(bytes), mebibytes(max_picture)}));
  const auto* first = reinterpret_cast<const std::uint8_t*>(image.texels.data());
  return {{"width", image.width},
          {"height", image.height},
          {"dimension", int(image.dimension)},
          {"planes", image.planes},
          {"kind", int(image.format.kind)},
          {"bits", image.format.bits},
          {"channels", image.format.channels},
          {"texels", base64url(Bytes(first, first + bytes))}};
}

// As it may stand in a script element: no string of it can end the element or begin a comment.
std::string script_text(const Json& json) {
  std::string out;
  for (const char c : json_text(json))
    out += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return out;
}
} // namespace

ExportedProgram page_state(const ExportRequest& request) {
  ExportedProgram program;
  Session session = request.session;
  if (session.texture.channel_kind == ChannelKind::blocks) {
    session.texture.channel_kind = ChannelKind::plain;
    program.remarks.emplace_back(text(Text::export_html_blocks));
  }
  session.texture.path =
      fs::path(session.texture.path).filename().string(); // no folder of the writer's machine
  Json state = {{"name", request.name}, {"session", Json::parse(write_session(session))}};
  if (request.picture) state["picture"] = picture_json(*request.picture);
  program.text = script_text(state);
  return program;
}

ExportedProgram filled_page(std::string page, const std::string& name, const ExportRequest& request) {
  const auto place = page.find(empty_state);
  if (place == std::string::npos) throw UserError(say(Text::export_html_bad_template, {name}));
  ExportedProgram program = page_state(request);
  const auto value = page.find("null", place);
  program.text = page.replace(value, 4, program.text);
  return program;
}

ExportedProgram html_program(const ExportRequest& request) {
  const fs::path file = template_file();
  return filled_page(template_text(file), file.string(), request);
}

} // namespace texelscope::program
