// texelscope import-desc: a descriptor or texture reference in C++ becomes a session's sampler.

#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/import_desc.h"

namespace texelscope {

// Like strict_code() of outputs.h, for values that differ from the code.
static int strict_import_code(bool strict, const ImportedDesc& imported) {
  if (!strict || imported.warnings.empty()) return 0;
  std::string places;
  for (const ImportWarning& warning : imported.warnings)
    places += (places.empty() ? "" : ", ") + warning.place.substr(0, warning.place.size() - 2);
  print_error(say(Text::strict_import_altered, {places}));
  return 3;
}

// "sampler.cpp#2", "sampler.cpp#desc": the file, and which of its descriptors.
static std::pair<std::string, std::string> file_and_choice(const std::string& named) {
  const std::size_t mark = named.find('#');
  std::error_code ignored;
  if (mark == named.npos || mark == 0 || std::filesystem::exists(named, ignored)) return {named, {}};
  return {named.substr(0, mark), named.substr(mark + 1)};
}

int run_import_desc(const std::vector<std::string>& args) {
  Arguments arguments("texelscope import-desc", Text::import_about);
  std::optional<std::string> named;
  std::filesystem::path out;
  bool strict = false;
  arguments.positional("FILE", Text::import_file_or_part_help, named, Stream::input);
  arguments.option("--out", "SESSION", Text::import_out_help, out);
  arguments.toggle("--strict", Text::strict_altered_import_help, strict);
  if (!arguments.parse(args)) return 0;
  const auto [file, which] = file_and_choice(named.value_or(""));
  if (file.empty()) throw UserError(text(Text::import_no_file));
  if (out == "-") out.clear(); // the session is printed
  LoadedSession loaded;
  std::error_code ignored;
  const bool exists = !out.empty() && std::filesystem::exists(out, ignored);
  if (exists) loaded = load_session(out);
  const std::string code = read_text_file(file, max_session_bytes);
  const ImportedDesc imported = import_desc(code, input_name(file), loaded.session.sampler, which);
  for (const ImportWarning& warning : imported.warnings)
    print_placed(warning.place, "warning", warning.sentence);
  ImportedTexture texture;
  if (!exists) texture = take_texture(code, loaded.session);
  take_desc(imported, loaded.session);
  const auto tell = out.empty() ? print_note : print_done;
  if (out.empty())
    print_data(write_session(loaded.session));
  else
    save_session(out, loaded.session, loaded.base);
  for (const std::vector<std::string>& said : {texture.said, imported.said})
    for (const std::string& field : said)
      tell(field);
  tell(say(imported.zeroed ? Text::import_zeroed : Text::import_kept, {}));
  if (texture.several) tell(text(Text::import_several_textures));
  if (!texture.invented.empty()) tell(say(Text::import_invented_fields, {joined(texture.invented)}));
  if (!exists) tell(text(Text::import_invented_texels));
  return strict_import_code(strict, imported);
}

} // namespace texelscope
