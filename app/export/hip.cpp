// A HIP program: the CUDA runtime's, in HIP's names and without what HIP lacks.
#include <cctype>

#include "app/export/facts.h"
#include "kernels/image/image.h"
#include "kernels/text/texts.h"

namespace texelscope::program {

namespace {
bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool is_in_string(std::string_view line, std::size_t at) {
  bool inside = false;
  for (std::size_t i = 0; i < at; ++i) {
    if (inside && line[i] == '\\')
      ++i;
    else if (line[i] == '"')
      inside = !inside;
  }
  return inside;
}

// cudaMalloc, make_cudaExtent and their like; comments and strings stay.
std::string in_hip_names(const std::string& program) {
  std::string out;
  std::size_t at = 0;
  while (at < program.size()) {
    const std::size_t end = program.find('\n', at) + 1;
    std::string line = program.substr(at, end - at);
    at = end;
    const bool comment = line.find_first_not_of(' ') != std::string::npos &&
                         line.compare(line.find_first_not_of(' '), 2, "//") == 0;
    for (std::size_t found = 0; !comment && (found = line.find("cuda", found)) != std::string::npos;
         found += 3) {
      const bool begins = found == 0 || !is_name(line[found - 1]) || line.substr(0, found).ends_with("make_");
      if (begins && !is_in_string(line, found)) line.replace(found, 4, "hip");
    }
    out += line;
  }
  return out;
}

void replace(std::string& words, std::string_view what, std::string_view with) {
  const auto at = words.find(what);
  if (at != std::string::npos) words.replace(at, what.size(), with);
}

// What HIP has of the state, and what is said of the rest.
struct HipState {
  Session session;
  Resolution resolution;
  std::vector<std::string> remarks;

  explicit HipState(const ExportRequest& request) : session(request.session), resolution(request.resolution) {
    remarks.emplace_back(text(Text::export_hip_unit));
    Effective& e = resolution.effective;
    kind(e);
    if (has_view(e)) remarks.emplace_back(text(Text::export_hip_view));
    leave_out(session.sampler.disable_trilinear_optimization, "disableTrilinearOptimization");
    leave_out(session.sampler.seamless_cube, "seamlessCubemap");
  }

  void leave_out(bool& flag, const char* field) {
    if (flag) remarks.push_back(say(Text::export_hip_field, {field}));
    flag = false;
  }

  // Arrays of plain channels in their place.
  void kind(Effective& e) {
    if (e.channel_kind == ChannelKind::plain) return;
    remarks.emplace_back(text(e.channel_kind == ChannelKind::packed   ? Text::export_hip_packed
                              : e.channel_kind == ChannelKind::blocks ? Text::export_hip_blocks
                                                                      : Text::export_hip_kind));
    e.channel_kind = ChannelKind::plain;
    const bool integers = e.format.kind != ElementKind::floating;
    e.sampler.read_mode = e.descriptor_read_mode = session.sampler.read_mode =
        integers ? ReadMode::normalized_float : ReadMode::element;
    std::erase_if(resolution.notes, [](const Note& note) { return note.field == "sampler.read_mode"; });
  }
};
} // namespace

ExportedProgram hip_program(const ExportRequest& request) {
  HipState state(request);
  const ExportRequest requested{state.session,   state.resolution, request.texels, request.width,
                                request.height,  request.name,     request.line,   request.texel_file,
                                request.command, request.file};
  Facts facts(requested, false);
  std::string program = in_hip_names(
      runtime_program(facts, Text::export_hip,
                      "//   hipcc texture.hip -o texture\n//   ./texture [result.bin]", state.remarks));
  replace(program, "<hip_runtime.h>", "<hip/hip_runtime.h>");
  replace(program, "constexpr int width", "#pragma clang fp contract(off)\n\nconstexpr int width");
  return finished(facts, std::move(program), std::move(state.remarks));
}

} // namespace texelscope::program
