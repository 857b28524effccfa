#include "kernels/studies/export/facts.h"

#include <filesystem>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/version.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/fetch/fetch_view.h"

namespace texelscope::program {

Facts::Facts(const ExportRequest& requested, bool seen)
    : request(requested), e(requested.resolution.effective),
      view(make_fetch_view(requested.session, e, requested.width, requested.height)),
      memory(e.memory_shape()), sampler(accepted_sampler(requested.session, requested.resolution)),
      data(seen ? seen_texels(requested.texels, e) : memory_texels(requested.texels, e)) {}

ExportedProgram finished(Facts& facts, std::string text, std::vector<std::string> remarks) {
  ExportedProgram program{std::move(text), {}, std::move(remarks)};
  if (!facts.request.session.fetch.body.empty()) program.remarks.push_back(body_remark());
  if (!facts.embeds()) program.texels = std::move(facts.data.bytes);
  return program;
}

namespace {
// "nvcc texture.cu -o texture", with the program's own file names.
std::string named(std::string_view build, const std::string& file) {
  if (file.empty()) return std::string(build);
  const std::string stem = comment_text(std::filesystem::path(file).stem().string());
  const std::string whole_name = comment_text(file);
  std::string line(build);
  for (std::size_t at = line.find("texture"); at != std::string::npos; at = line.find("texture", at)) {
    const bool whole = at + 7 < line.size() && line[at + 7] == '.';
    const std::size_t end = whole ? line.find_first_of(" '\n", at) : at + 7;
    line.replace(at, end - at, whole ? whole_name : stem);
    at += (whole ? whole_name : stem).size();
  }
  return line;
}
} // namespace

void header(Code& code, const Facts& facts, Text what, const std::vector<std::string_view>& build,
            const std::vector<std::string>& remarks) {
  const ExportRequest& r = facts.request;
  code.comment(say(Text::export_header, {r.name, text(what), version()}));
  code.comment_line("");
  for (const std::string_view command : build)
    code.comment_line(named(command, r.file));
  const std::string width = std::to_string(r.width), height = std::to_string(r.height);
  code.comment_line("");
  code.comment(say(Text::export_result, {width, height}));
  if (!r.command.empty()) {
    code.comment(text(Text::export_made_by));
    code.comment_line(r.command);
  }
  code.comment(text(Text::export_again));
  code.comment_line("texelscope " + r.line);
  for (const Note& note : r.resolution.notes)
    if (note.kind != NoteKind::no_effect && note.field != "fetch.body")
      code.comment(say(note.kind == NoteKind::refused ? Text::export_refused : Text::export_altered,
                       {note.field, note.sentence}));
  if (facts.e.writes(r.session).mode != WriteMode::off) code.comment(text(Text::export_written));
  for (const std::string& remark : remarks)
    code.comment(remark);
  if (!r.session.fetch.body.empty()) code.comment(body_remark());
  code.line();
}

std::string body_remark() {
  return naming({"fetch.body"}, text(Text::export_body));
}

std::string naming(const std::vector<std::string>& fields, const std::string& sentence) {
  return joined(fields) + ": " + sentence;
}

std::vector<std::string> border_fields(const Sampler& sampler, int axes) {
  static constexpr const char* names[] = {"sampler.address_x", "sampler.address_y", "sampler.address_z"};
  std::vector<std::string> fields;
  for (std::size_t axis = 0; axis < std::size_t(axes); ++axis)
    if (sampler.address[axis] == AddressMode::border) fields.emplace_back(names[axis]);
  if (!fields.empty()) fields.emplace_back("sampler.border_color");
  return fields;
}

bool mixes_second_axis(const Effective& e) {
  return e.dimension == Dimension::d1 && e.sampler.address[1] == AddressMode::border &&
         e.sampler.filter == FilterMode::linear;
}

bool asks_for_full_trilinear(const Effective& e) {
  return e.level_count > 1 && e.sampler.max_anisotropy > 1 && e.sampler.disable_trilinear_optimization;
}

void use_plain_channels(Session& session, Resolution& resolution) {
  Effective& e = resolution.effective;
  e.channel_kind = ChannelKind::plain;
  const bool integers = e.format.kind != ElementKind::floating;
  e.sampler.read_mode = e.descriptor_read_mode = session.sampler.read_mode =
      integers ? ReadMode::normalized_float : ReadMode::element;
  std::erase_if(resolution.notes, [](const Note& note) { return note.field == "sampler.read_mode"; });
}

void size_constants(Code& code, const Facts& facts) {
  code.line("constexpr int width = " + std::to_string(facts.request.width) +
            ", height = " + std::to_string(facts.request.height) + ";");
  code.line();
}

void host_texels(Code& code, const Facts& facts) {
  code.comment(text(Text::export_texels));
  if (facts.embeds()) {
    code.line("alignas(16) static const std::uint32_t texel_words[] = {");
    code.lines(hex_values(facts.data.bytes));
    code.line("};");
    code.line();
    return;
  }
  code.lines(R"(// The file lies beside this program, or beside its source.
static std::FILE* open_beside(const char* program, const char* name) {
  for (const char* path : {program, __FILE__}) {
    const char* end = path;
    for (const char* c = path; *c != 0; ++c)
      if (*c == '/' || *c == '\\') end = c + 1;
    if (std::FILE* file = std::fopen((std::string(path, end) + name).c_str(), "rb")) return file;
  }
  return nullptr;
}

static std::vector<unsigned char> read_texels(const char* path, const char* program, const char* name, std::size_t size) {
  std::vector<unsigned char> bytes(size);
  std::FILE* file = path != nullptr ? std::fopen(path, "rb") : open_beside(program, name);
  if (file == nullptr || std::fread(bytes.data(), 1, size, file) != size) {
    std::fprintf(stderr, "%s: cannot be read, or is too short\n", path != nullptr ? path : name);
    std::exit(1);
  }
  std::fclose(file);
  return bytes;
}
)");
}

void point_to_texels(Code& code, const Facts& facts) {
  if (facts.embeds()) {
    code.line("const auto* texels = reinterpret_cast<const unsigned char*>(texel_words);");
    return;
  }
  code.line(
      "const std::vector<unsigned char> texel_bytes = read_texels(argc > 2 ? argv[2] : nullptr, argv[0], " +
      string_literal(facts.request.texel_file) + ", " + std::to_string(facts.data.bytes.size()) + ");");
  code.line("const unsigned char* texels = texel_bytes.data();");
}

void write_picture_function(Code& code) {
  code.lines(R"(static void write_picture(const std::vector<std::uint32_t>& words, const char* path) {
  if (path == nullptr) {
    for (std::size_t i = 0; i < words.size(); i += 4)
      std::printf("%08x %08x %08x %08x\n", words[i], words[i + 1], words[i + 2], words[i + 3]);
    return;
  }
  std::FILE* file = std::fopen(path, "wb");
  if (file == nullptr || std::fwrite(words.data(), 4, words.size(), file) != words.size() || std::fclose(file) != 0) {
    std::fprintf(stderr, "%s: cannot be written\n", path);
    std::exit(1);
  }
}
)");
}

} // namespace texelscope::program
