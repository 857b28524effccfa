// A session as a program that samples the same texture at the same coordinates, in the language of one of
// several APIs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/state/session/enums.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {

// The CUDA runtime and driver APIs, HIP, OpenGL, WebGPU; Python with this program's package, with CuPy, with
// CUDA Python, with PyTorch, and with NVIDIA Warp; a page for browsers.
enum class ExportTarget : std::uint8_t {
  cuda,
  driver,
  hip,
  opengl,
  webgpu,
  numpy,
  cupy,
  cuda_core,
  torch,
  warp,
  html
};
template <>
EnumTable enum_table<ExportTarget>();

struct ExportRequest {
  const Session& session;
  const Resolution& resolution;
  const Image& texels;           // what lies in memory, as written
  int width = 640, height = 480; // of the picture, pixels
  std::string name;              // of the session, for people
  std::string line;              // that opens it again, share_line()
  std::string texel_file;        // where the program finds its texels, beside itself; empty: within itself
  std::string command = "";      // that made the program; empty: none, the window did
  std::string file = "";         // the program's name; empty: "texture" and the target's ending
  std::shared_ptr<const Image> picture = {}; // of the file that the session names, as read; null: none
};

struct ExportedProgram {
  std::string text;
  std::vector<std::byte> texels;    // what its texel file holds
  std::vector<std::string> remarks; // sentences: what the target cannot express, and what replaces it
};

// Texels up to this many bytes are embedded in the program.
inline constexpr std::size_t embedded_bytes = std::size_t(64) << 10;
std::size_t exported_bytes(ExportTarget target, const ExportRequest& request);

// The texels of the source, or what the write kernels make of them.
std::shared_ptr<const Image> written_texels(const Session& session, const Effective& effective,
                                            const std::shared_ptr<const Image>& source);

// Throws UserError if the target has no equivalent.
ExportedProgram export_program(ExportTarget target, const ExportRequest& request);

// The line that a program has of its session: a picture's file without the folders of this machine.
std::string program_line(const Session& session);

// The file's ending, ".cu".
const char* program_ending(ExportTarget target);

// "desc.filterMode = cudaFilterModeLinear;\n" and all other fields of `cudaTextureDesc desc = {};` that are
// not zero.
std::string cuda_texture_desc(const Sampler& sampler);

} // namespace texelscope
