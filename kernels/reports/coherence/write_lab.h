// Compares the ways to write texels, and finds where surface writes land.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/ground/base/host_device.h"
#include "kernels/state/session/enums.h"

namespace texelscope {
namespace write_lab {

// Surface writes; stores into pitch memory; stores into linear memory followed by a copy into an array.
enum class Route : std::uint8_t { surface, pitch, linear_copy };

// The k-th 32-bit value of the texel that every route writes, scrambled so that a wrong place is noticed.
TEXELSCOPE_HOST_DEVICE constexpr std::uint32_t written_word(int x, int y, int k) {
  std::uint32_t bits =
      std::uint32_t(x) * 0x9e3779b1u ^ std::uint32_t(y) * 0x85ebca77u ^ std::uint32_t(k) * 0xc2b2ae3du;
  bits = (bits ^ bits >> 15) * 0x2c1b3c6du;
  return bits ^ bits >> 13;
}

// The formats whose routes and destinations are compared.
std::span<const ElementFormat> compared_formats();
std::span<const ElementFormat> boundary_formats();

struct RouteTime {
  Route route = Route::surface;
  double seconds = 0;      // device time of the whole route, median of several
  double copy_seconds = 0; // of the copy alone, if there is one
  std::size_t wrong = 0;   // texels whose bits are not those of written_word()
};
struct Comparison {
  ElementFormat format;
  int width = 0, height = 0, runs = 0;
  std::vector<RouteTime> routes;
};
// Throws MachineError if there is no CUDA or memory is short.
Comparison compare_write_paths(const ElementFormat& format, int width, int height);

// cudaBoundaryModeZero, Clamp and Trap.
enum class Boundary : std::uint8_t { zero, clamp, trap };

struct TexelCoord {
  int x = 0, y = 0;
  bool operator==(const TexelCoord&) const = default;
};
// One marked texel, written to an empty surface at the requested coordinates.
struct WriteDestination {
  TexelCoord requested;
  int x_bytes = 0;                // the x argument of surf2Dwrite
  bool misaligned = false;        // not a multiple of the texel's bytes: not written, see surface_fault()
  std::vector<TexelCoord> landed; // the texels that changed
  bool whole = true;              // every byte of them changed
  bool right() const { return landed.size() == 1 && landed.front() == requested && whole; }
  bool operator==(const WriteDestination&) const = default;
};
struct BoundaryTest {
  ElementFormat format;
  int width = 8, height = 4;
  Boundary boundary = Boundary::zero; // not trap, see surface_fault()
  bool x_in_texels = false;           // the classic mistake: x is not multiplied by the texel's bytes
  bool operator==(const BoundaryTest&) const = default;
};
// All coordinates from two texels outside on one side to two texels outside on the other.
std::vector<TexelCoord> places(const BoundaryTest& boundary_test);
std::vector<WriteDestination>
requested_destinations(const BoundaryTest& boundary_test); // the same, before anything is written
// The destinations by the rules of kernels/unit/texture_unit/surface.h, and those measured on the device
// (throws MachineError).
std::vector<WriteDestination> landings_by_rule(const BoundaryTest& boundary_test);
std::vector<WriteDestination> landings_on_device(const BoundaryTest& boundary_test);

struct BoundaryResult {
  BoundaryTest boundary_test;
  std::vector<WriteDestination> destinations; // on the device, else by rule
  int unlike_rule = 0;                        // destinations that differ from the rule's
};

// Surface writes after which the process may lose the device: outside with cudaBoundaryModeTrap, and at an x
// that is not a multiple of the texel's bytes.
enum class Fault : std::uint8_t { trap, misaligned };
// CUDA's result codes for a correct write, the faulty one, and the next call.
struct FaultReport {
  std::string right, faulty, after; // "cudaSuccess"
};
// May end the use of CUDA in this process, so it must run in a subprocess.
FaultReport surface_fault(Fault fault);

} // namespace write_lab

template <>
EnumTable enum_table<write_lab::Route>();
template <>
EnumTable enum_table<write_lab::Boundary>();
template <>
EnumTable enum_table<write_lab::Fault>();

} // namespace texelscope
