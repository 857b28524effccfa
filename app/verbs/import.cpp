// texelscope import-desc: a cudaTextureDesc in C++ becomes a session's sampler.

#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/import_desc.h"

namespace texelscope {

// Like strict_code() of outputs.h, for fields that were not imported.
static int strict_import_code(bool strict, const ImportedDesc& imported) {
  if (!strict || imported.warnings.empty()) return 0;
  std::string places;
  for (const ImportWarning& warning : imported.warnings)
    places += (places.empty() ? "" : ", ") + warning.place.substr(0, warning.place.size() - 2);
  print_error(say(Text::strict_not_taken, {places}));
  return 3;
}

int run_import_desc(const std::vector<std::string>& args) {
  Arguments arguments("texelscope import-desc", Text::import_about);
  std::optional<std::string> named;
  std::filesystem::path out;
  bool strict = false;
  arguments.positional("FILE", Text::import_file_help, named, Stream::input);
  arguments.option("--out", "SESSION", Text::import_out_help, out);
  arguments.toggle("--strict", Text::strict_import_help, strict);
  if (!arguments.parse(args)) return 0;
  const std::string file = named.value_or("");
  if (file.empty()) throw UserError(text(Text::import_no_file));
  if (out == "-") out.clear(); // the session is printed
  LoadedSession loaded;
  std::error_code ignored;
  if (!out.empty() && std::filesystem::exists(out, ignored)) loaded = load_session(out);
  const ImportedDesc imported =
      import_desc(read_text_file(file, max_session_bytes), input_name(file), loaded.session.sampler);
  for (const ImportWarning& warning : imported.warnings)
    print_placed(warning.place, "warning", warning.sentence);
  loaded.session.sampler = imported.sampler;
  const auto tell = out.empty() ? print_note : print_done;
  if (out.empty())
    print_data(write_session(loaded.session));
  else
    save_session(out, loaded.session, loaded.base);
  for (const std::string& field : imported.said)
    tell(field);
  tell(say(imported.zeroed ? Text::import_zeroed : Text::import_kept, {}));
  return strict_import_code(strict, imported);
}

} // namespace texelscope
