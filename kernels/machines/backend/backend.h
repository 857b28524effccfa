// The interface of the devices that run the write and fetch kernels: a CUDA device, or the CPU's software
// texture unit.
//
// A backend belongs to one thread, the one whose GL context is current (if any). Methods throw MachineError
// if the machine fails (out of memory, driver error); the backend then keeps its last good texture and stays
// usable.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/ground/base/errors.h"
#include "kernels/reports/profile/live/live.h"
#include "kernels/state/session/spec.h"
#include "kernels/unit/display/picture.h"
#include "kernels/unit/fetch/fetch_map.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/image/texture_plane.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {

enum class BackendKind : std::uint8_t { cpu, cuda };

struct BackendInfo {
  BackendKind kind = BackendKind::cpu;
  std::string device;       // "NVIDIA H200", "CPU, 2 threads, AVX2"
  bool shares_gl = false;   // result and texture are GL textures, and no pixel passes through the host
  std::string sharing_note; // why not, or what is copied; empty if everything is shared
  int architecture = 0;     // 90 is compute capability 9.0; 0: no GPU
  Limits limits;
  std::string uuid = {};   // "GPU-..."; empty: no GPU
  int multiprocessors = 0; // 0: no GPU
};

struct CompiledBody; // fetch_body.h

struct FrameRequest {
  const Session& session;
  const Effective& effective;
  std::shared_ptr<const Image> image; // the source at effective size and format; identity shows a new upload
  int width = 0, height = 0;          // of the result, pixels
  std::int64_t max_feedback_steps = std::numeric_limits<std::int64_t>::max();
  std::optional<Pixel> probe = {};      // read back this pixel of the result
  std::optional<TexelRect> texels = {}; // read back these texels of the shown plane as they are now
  // Runs in place of the plain fetch if Limits::runs_bodies; it must be compiled for this architecture and
  // result type. Identity shows a new one. Null: the plain fetch.
  std::shared_ptr<const CompiledBody> body = {};
  // Requests that the session's fetch is measured after the frame's work, before anything is drawn; empty:
  // data kept for it is released.
  std::optional<profile::LiveRequest> live = {};
  // The result is wanted from read_rows() alone. The CPU then computes its rows there, so that the whole is
  // never in memory, and returns neither `result` nor a probe. False for what needs the whole picture: a
  // comparison, statistics, the window.
  bool by_rows = false;
};

// Where a picture is stored: in a GL texture, or in host memory that stays valid until the next frame.
struct PixelSource {
  unsigned gl_texture = 0; // nonzero: RGBA32UI (result), or the format's integer or float GL format (texture)
  // The GL texture's dimension, and the part of it that is meant. The faces of cubes are the layers of a
  // GL_TEXTURE_2D_ARRAY.
  Dimension dimension = Dimension::d2;
  int level = 0, plane = 0;
  const std::uint32_t* components = nullptr; // the result: four components per pixel
  const std::byte* texels = nullptr;         // texture: the shown plane's, as Image::texels
  std::uint64_t version = 0;                 // changes when host memory changed
};

// Seconds; NaN if a stage did not run or has not been measured.
struct StageTimes {
  std::int64_t frame = -1; // serial number of the measured frame, counted by the backend
  double map = std::numeric_limits<double>::quiet_NaN();   // host time of the map call
  double write = std::numeric_limits<double>::quiet_NaN(); // device time
  double fetch = std::numeric_limits<double>::quiet_NaN(); // device time
  double unmap = std::numeric_limits<double>::quiet_NaN(); // host time of the unmap call
  double copy = std::numeric_limits<double>::quiet_NaN();  // host copies, if sharing does not work
};

struct PixelProbe {
  Pixel pixel;
  TexelBits bits = {};
  ResultType type = ResultType::floating;
};

struct TexelProbe {
  TexelRect rect;
  ElementFormat format;
  std::vector<TexelBits> texels; // rect.width * rect.height, rows from the top
};

// The output of a frame. Probes and times may belong to an earlier frame, because nothing waits for the
// device.
struct FrameResult {
  int width = 0, height = 0;
  ResultType type = ResultType::floating;
  ElementFormat source;                      // of the result: Effective::result_format
  ElementFormat format;                      // of the texels in memory
  int texture_width = 0, texture_height = 0; // of the plane that `texture` shows
  TexturePlane plane;
  const std::byte* all_texels =
      nullptr; // as Image::texels, until the next frame; null: only the device has them
  PixelSource result;
  PixelSource texture;
  std::vector<StageTimes> times; // newly finished measurements, oldest first
  std::optional<PixelProbe> probe;
  std::optional<TexelProbe> texels;
  std::int64_t feedback_steps_left = 0;
  bool of_body = false;                              // FrameRequest::body made it
  std::vector<profile::LiveSample> launches;         // newly measured, oldest first
  std::shared_ptr<const profile::HeatMap> heat = {}; // null: none yet
  std::optional<profile::LiveCounted> counted = {};
  std::string count_failure; // why the launch that was to be counted was not
  std::string live_failure;  // why a launch could not be made; the frame is not affected
};

class Backend {
public:
  virtual ~Backend() = default;
  virtual const BackendInfo& info() const = 0;
  // Runs upload (only if the image changed), write kernel and fetch kernel; returns without waiting for a
  // device.
  virtual FrameResult frame(const FrameRequest& request) = 0;
  // These wait and copy the output of the last frame, for export, statistics and tests rather than the frame
  // loop. read_rows() returns rows [first, end) of the result, as many of them as it has.
  virtual Picture read_rows(int first, int end) = 0;
  Picture read_result() { return read_rows(0, std::numeric_limits<int>::max()); }
  virtual Image read_texture() = 0;
};

// `threads` 0: all cores.
std::unique_ptr<Backend> make_cpu_backend(int threads = 0);

} // namespace texelscope
