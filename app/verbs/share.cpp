// texelscope share: a session as one line of text.
#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/studies/texture/texture_source.h"

namespace texelscope {

int run_share(const std::vector<std::string>& args) {
  Arguments arguments("texelscope share", Text::share_about);
  arguments.positional("SESSION", Text::share_session_help, Stream::input);
  arguments.session_fields();
  if (!arguments.parse(args)) return 0;
  LoadedSession loaded = session_from(arguments, "SESSION");
  TextureSource source;
  adopt_file_now(source, loaded);
  const Session& session = loaded.session;
  const ShareLine share = share_line(session);
  if (share.without_strokes) print_warning(text(Text::share_strokes));
  if (session.texture.source == Source::file) print_note(say(Text::share_file, {session.texture.path}));
  print_line(share.line);
  return 0;
}

} // namespace texelscope
