// A fetch that the user writes: the body of a function in CUDA C++, compiled by NVRTC while it is typed.
//
// A body runs once for each pixel of the picture and returns a Texel: float4, uint4 or int4, like tex2D for
// the texture's element. It sees
//   tex                 the texture object, with the session's sampler
//   x, y, z             float: the coordinate, the same bits as tex2D and its like are given
//   layer, lod, texel   int, float, int: layer, level of detail, index of tex1Dfetch
//   dx, dy              float3: the coordinate's change from pixel to pixel, right and down
//   pixel, picture      int2: the pixel, and the picture's size
//   size                int3: the texture's texels
//   normalized          bool: whether coordinates are
// All its loops together make at most 65536 rounds, after which the pixel's components are all ones (a
// NaN); it may not `goto`. Products and sums are not contracted: --fmad=false.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/machines/custom_kernel/nvrtc.h"
#include "kernels/state/session/fetch_enums.h"

namespace texelscope {

inline constexpr int min_architecture = 75; // Turing: the target if there is no GPU

struct Effective; // resolve.h

// The target of a compilation: the coordinates of one projection, and the texel's type.
struct BodyTarget {
  ResultType result = ResultType::floating;
  Projection projection = Projection::flat;
  Dimension dimension = Dimension::d2;
  int architecture = min_architecture; // 90 is compute capability 9.0
  bool operator==(const BodyTarget&) const = default;
};
BodyTarget body_target(const Effective& effective, int architecture); // 0: no GPU

struct BodySource {
  std::string body;
  BodyTarget target;
  bool operator==(const BodySource&) const = default;
};

struct BodyMessage {
  int line = 0; // of the body, from 1; 0: of no line, sentence is the whole log
  bool error = true;
  std::string sentence;
  int column = 1; // from 1: the column of the compiler's caret
  bool operator==(const BodyMessage&) const = default;
};

// An instruction of the texture or surface unit.
struct BodyInstruction {
  int line = 0;          // of the body that it belongs to, from 1; 0: of the kernel around it
  std::string statement; // PTX
  bool operator==(const BodyInstruction&) const = default;
};

struct CompiledBody {
  BodySource source;
  bool good = false;
  std::vector<BodyMessage> messages; // in the compiler's order
  std::vector<BodyInstruction> instructions;
  std::string ptx;
  // Cubin; empty if NVRTC does not know the architecture, and the driver compiles the PTX.
  std::vector<char> code;

  int errors() const;
  std::string first_error() const; // "line 3: ...", empty if there is none
};

// What NVRTC reported and compiled, with line numbers of the body.
CompiledBody compiled_body(const BodySource& source, Nvrtc::Output output);

// Keeps NVRTC open. Compiling takes about a tenth of a second, or all the memory and time there is: a few
// lines of C++ can request that, and #include reads files. The program therefore compiles in
// kernels/studies/bodies/body_process.h.
class BodyCompiler {
public:
  // Both throw MachineError if NVRTC fails.
  Nvrtc::Output output(const BodySource& source) const;
  CompiledBody compile(const BodySource& source) const { return compiled_body(source, output(source)); }

private:
  Nvrtc nvrtc;
};

const char* texel_type(ResultType result); // "float4"

// The messages of NVRTC's log, and the texture instructions of its PTX, by lines of the file named `body`. If
// the log has no error about the body, its first error about the kernel around it (as after a missing brace)
// is attributed to the body's last line.
std::vector<BodyMessage> body_messages(std::string_view log, int body_lines);
std::vector<BodyInstruction> body_instructions(std::string_view ptx);

} // namespace texelscope
