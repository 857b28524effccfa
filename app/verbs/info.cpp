// texelscope info: what a picture or array holds.
#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/texture/file_info.h"

namespace texelscope {

int run_info(const std::vector<std::string>& args) {
  Arguments arguments("texelscope info", Text::info_about);
  bool json = false;
  arguments.positional("FILE", Text::info_file_help, Stream::input);
  arguments.toggle("--json", Text::explain_json_help, json);
  arguments.session_fields();
  if (!arguments.parse(args)) return 0;
  const LoadedSession loaded = session_from(arguments, "FILE");
  const TextureSpec& texture = loaded.session.texture;
  if (texture.source != Source::file || texture.path.empty()) throw UserError(text(Text::info_no_file));
  const FileInfo info = read_file_info(texture, loaded.base);
  json ? print_data(info_json(info)) : print_text(info_text(info));
  return 0;
}

} // namespace texelscope
