// The CUDA backend as the application sees it. The same functions exist in builds without the CUDA Toolkit
// and report that there. No CUDA or OpenGL type appears here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/machines/backend/backend.h"
#include "kernels/state/session/spec.h"

namespace texelscope {

enum class GlBinding : std::uint8_t {
  none,   // nothing draws: pictures are read only by read_result()
  current // an OpenGL 4.5 context is current on this thread, loaded into glad, and draws what frame() returns
};

struct CudaOptions {
  GlBinding gl = GlBinding::current;
  bool share_gl = true; // false: each frame is copied through the host, as if sharing did not work
  int device = -1;      // CUDA ordinal; -1: the one that draws the current GL context, else the first
};

// Throws a MachineError that says what is missing, and the cure. A context that cannot share is not an error:
// pictures are then copied through the host, and info().sharing_note says why.
std::unique_ptr<Backend> make_cuda_backend(const CudaOptions& options = {});

struct CudaDevice {
  std::string name;
  int major = 0, minor = 0; // compute capability
  std::size_t memory = 0;   // bytes
  LargestSizes largest = common_largest_sizes;
  // Bytes: of the base address of linear memory, of its pitch, and of a surface's address.
  std::size_t texture_alignment = 0, texture_pitch_alignment = 0, surface_alignment = 0;
};

struct CudaReport {
  bool built = false;      // with the CUDA Toolkit
  int runtime_version = 0; // 13000 is CUDA 13.0
  int driver_version = 0;  // the newest CUDA that the driver supports, same scale; 0: no driver
  std::string driver_name; // "580.159.04"; empty: unknown
  std::vector<CudaDevice> devices;
  std::string problem; // empty if make_cuda_backend() should work
  std::string cure;
};
// Never throws.
CudaReport cuda_report();

// Each thread has a current CUDA device, the first by default; these carry one thread's device to another.
// Both never throw.
int thread_cuda_device();
void set_thread_cuda_device(int ordinal);

struct SharedFormat {
  ElementFormat format;
  bool shared = false;
};

struct SharedShape {
  Dimension dimension = Dimension::d2;
  bool mipmapped = false;
  std::string refusal; // a sentence; empty: it is shared
};

struct GlSharingReport {
  int device = -1;                   // the CUDA ordinal that draws the current context
  std::vector<SharedFormat> formats; // every element format of a session, in 2-D textures
  std::vector<SharedShape> shapes;   // every dimension, with one level and several, of four 8-bit channels
  std::string problem;               // empty if something can be shared
};
// Tries each of them with a small texture in the GL context that is current on this thread. Never throws.
GlSharingReport gl_sharing_report();

} // namespace texelscope
