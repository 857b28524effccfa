// texelscope export: a session as a program for another API.
#include <algorithm>

#include "app/cli/arguments.h"
#include "app/cli/outputs.h"
#include "app/cli/verbs.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/write_file.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/studies/export/program.h"
#include "kernels/studies/texture/texture_recipe.h"
#include "kernels/studies/texture/texture_source.h"

namespace texelscope {

namespace {
namespace fs = std::filesystem;

std::string session_name(const Arguments& arguments) {
  const auto file = arguments.value("SESSION");
  return file && is_session_file(*file) ? input_name(fs::path(*file).filename()) : text(Text::export_unnamed);
}

// With "-" the program is printed.
fs::path out_of(const Arguments& arguments) {
  const std::string out = arguments.value("--out").value_or("");
  return out == "-" ? fs::path() : fs::path(out);
}

void print_altered(const Resolution& resolution) {
  for (const Note& note : resolution.notes)
    if (note.kind != NoteKind::no_effect) print_warning(note.field + ": " + note.sentence);
}

void write_program(ExportTarget target, ExportRequest& request, const fs::path& out) {
  const std::size_t bytes = exported_bytes(target, request);
  if (bytes > embedded_bytes) {
    if (out.empty()) throw UserError(say(Text::export_too_large, {std::to_string(bytes >> 10)}));
    request.texel_file = out.filename().string() + ".texels";
  }
  const ExportedProgram program = export_program(target, request);
  for (const std::string& remark : program.remarks)
    print_warning(remark);
  if (out.empty()) {
    print_data(program.text);
    return;
  }
  const char* what = text(enum_table<ExportTarget>()[std::size_t(target)].label);
  if (request.texel_file.empty()) {
    write_text_file(out, program.text);
    print_done(say(Text::export_done, {out.string(), what}));
    return;
  }
  const fs::path texels = out.parent_path() / request.texel_file;
  write_file(texels, {std::span(program.texels)});
  write_text_file(out, program.text);
  print_done(say(Text::export_done_texels, {out.string(), what, texels.string()}));
}
} // namespace

int run_export(const std::vector<std::string>& args) {
  Arguments arguments("texelscope export", Text::export_about);
  arguments.positional("SESSION", Text::export_session_help, Stream::input);
  std::optional<ExportTarget> target;
  bool strict = false;
  arguments.option("--as", Text::export_as_help, target);
  arguments.option("--out", "FILE", Text::export_out_help);
  arguments.option("--size", "WxH", Text::export_size_help);
  arguments.toggle("--strict", Text::strict_help, strict);
  arguments.session_fields();
  if (!arguments.parse(args)) return 0;
  if (!target) throw UserError(text(Text::export_no_target));
  LoadedSession loaded = session_from(arguments, "SESSION");
  const auto [width, height] = picture_size_from(arguments, loaded.session);
  const auto [resolution, image] = open_study(loaded, {}, [](Resolution& made) {
    std::erase_if(made.notes, [](const Note& note) { return note.field == "fetch.body"; });
    print_altered(made);
  });
  const auto texels = written_texels(loaded.session, resolution.effective, image);
  ExportRequest request{loaded.session,
                        resolution,
                        *texels,
                        width,
                        height,
                        session_name(arguments),
                        program_line(loaded.session),
                        ""};
  if (*target == ExportTarget::html && loaded.session.texture.source == Source::file)
    request.picture =
        TextureFiles().read(texture_recipe(loaded.session.texture, resolution.effective, loaded.base),
                            [](double) { return true; });
  const fs::path out = out_of(arguments);
  request.command = command_line("export", args);
  if (!out.empty()) request.file = out.filename().string();
  write_program(*target, request, out);
  return strict_code(strict, resolution);
}

} // namespace texelscope
