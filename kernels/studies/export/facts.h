// Internal to the exports: the facts that every target's writer starts from, and text that several of them
// share.
#pragma once

#include "kernels/ground/text/text_id.h"
#include "kernels/studies/export/code.h"
#include "kernels/studies/export/coordinates.h"
#include "kernels/studies/export/program.h"
#include "kernels/studies/export/texel_data.h"

namespace texelscope::program {

struct Facts {
  // `seen`: the texels as the texture object sees them, not as they lie in memory.
  Facts(const ExportRequest& requested, bool seen);

  const ExportRequest& request;
  const Effective& e;
  FetchView view;
  MemoryShape memory;
  Sampler sampler; // as accepted_sampler()
  TexelData data;
  bool embeds() const { return request.texel_file.empty(); }
};

// The comment above a program: what it is, how to build and run it (one command a line), what the session's
// settings turn into, and what the target cannot express.
void header(Code& code, const Facts& facts, Text what, const std::vector<std::string_view>& build,
            const std::vector<std::string>& remarks);

// A remark that names the fields whose values the program does not have, "sampler.mip_bias: WebGPU has no LOD
// bias: …".
std::string naming(const std::vector<std::string>& fields, const std::string& sentence);
// The fields of the address modes that are border, among the first `axes`, and the border color.
std::vector<std::string> border_fields(const Sampler& sampler, int axes);
// Whether the hidden second axis of a 1-D texture mixes in the border color.
bool mixes_second_axis(const Effective& effective);
// Whether the level of detail follows a steeper slope, as disableTrilinearOptimization turns off.
bool asks_for_full_trilinear(const Effective& effective);

// C++: the texels as an array of 32-bit values, or a function that reads them from their file.
void host_texels(Code& code, const Facts& facts);
// Within main(): `const unsigned char* texels`.
void point_to_texels(Code& code, const Facts& facts);
// Defines void write_picture(const std::vector<std::uint32_t>& words, const char* path).
void write_picture_function(Code& code);
void size_constants(Code& code, const Facts& facts);

// Replaces the channel kind by plain channels, which are read to the same values.
void use_plain_channels(Session& session, Resolution& resolution);

std::string body_remark(); // no program but the page has the session's body

// Adds the texels if they are in a file beside the program.
ExportedProgram finished(Facts& facts, std::string text, std::vector<std::string> remarks = {});

ExportedProgram cuda_program(const ExportRequest& request);
ExportedProgram driver_program(const ExportRequest& request);
ExportedProgram hip_program(const ExportRequest& request);
ExportedProgram opengl_program(const ExportRequest& request);
ExportedProgram webgpu_program(const ExportRequest& request);
ExportedProgram numpy_program(const ExportRequest& request);
ExportedProgram cupy_program(const ExportRequest& request);
ExportedProgram cuda_core_program(const ExportRequest& request);
ExportedProgram torch_program(const ExportRequest& request);
ExportedProgram warp_program(const ExportRequest& request);
ExportedProgram html_program(const ExportRequest& request);

} // namespace texelscope::program
