// texelscope import-desc: a cudaTextureDesc in C++ becomes a session's sampler.
#include <cstdio>
#include <iostream>
#include <iterator>

#include "app/arguments.h"
#include "app/errors.h"
#include "app/files.h"
#include "app/import_desc.h"
#include "app/messages.h"
#include "app/verbs.h"
#include "kernels/texts.h"

namespace texelscope {

namespace {
std::string read_code(const std::string& file) {
  if (file != "-") return read_text_file(file, max_session_bytes);
  std::string code(max_session_bytes + 1, '\0');
  std::cin.read(code.data(), std::streamsize(code.size()));
  code.resize(std::size_t(std::cin.gcount()));
  if (code.size() > max_session_bytes)
    throw UserError(say(Text::file_too_long, {file, std::to_string(max_session_bytes >> 20)}));
  return code;
}
} // namespace

int run_import_desc(const std::vector<std::string>& words) {
  Arguments arguments("texelscope import-desc", Text::import_about);
  arguments.positional("FILE", Text::import_file_help);
  arguments.option("--out", "SESSION", Text::import_out_help);
  if (!arguments.parse(words)) return 0;
  const std::string file = arguments.words("FILE").value_or("");
  if (file.empty()) throw UserError(text(Text::import_no_file));
  const std::filesystem::path out = arguments.words("--out").value_or("");
  LoadedSession loaded;
  std::error_code ignored;
  if (!out.empty() && std::filesystem::exists(out, ignored)) loaded = load_session(out);
  const ImportedDesc imported = import_desc(read_code(file), file, loaded.session.sampler);
  loaded.session.sampler = imported.sampler;
  const auto tell = out.empty() ? print_note : print_done;
  if (out.empty())
    std::fputs(write_session(loaded.session).c_str(), stdout);
  else
    save_session(out, loaded.session, loaded.base);
  for (const std::string& field : imported.said)
    tell(field);
  tell(text(imported.zeroed ? Text::import_zeroed : Text::import_kept));
  return 0;
}

} // namespace texelscope
