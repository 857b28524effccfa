// The PTX of a module that a device would compile, or why there is none.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "kernels/studies/record_images/module_image.h"

namespace texelscope::modules {

struct Device {
  int architecture = 0;                 // 90 for compute capability 9.0
  std::optional<PtxVersion> newest_ptx; // that its driver compiles, if known
};

struct ChosenPtx {
  std::string text;
  std::size_t entry = 0; // its place in the module
};

struct PtxRefusal {
  NoPtx reason = NoPtx::broken;
  std::string found; // the architectures or the version of the PTX that is there; its size, in MiB
  int device = 0;    // its architecture
  bool operator==(const PtxRefusal&) const = default;
};

std::optional<PtxVersion> newest_ptx(int driver_version); // of a driver of CUDA 13.0: 13000

// The PTX of the highest architecture that the device runs. `linked`: the module's wrapper says so
// (ImageExtent).
std::variant<ChosenPtx, PtxRefusal> ptx_for(const ModuleImage& image, const Device& device,
                                            bool linked = false);

// The architecture of the machine code that the device runs instead of PTX; empty: the module has none for
// it.
std::optional<Architecture> machine_code_for(const ModuleImage& image, int device);

// With which the entry was compiled, for each thread; 0: its options do not say.
std::uint32_t max_registers(const ModuleEntry& entry);

// Of all its functions, by the PTX or else by machine code; empty if neither can be read.
std::optional<TextureUse> texture_use(const ModuleImage& image);

std::string sentence(const PtxRefusal& refusal);
std::string cure(const PtxRefusal& refusal); // empty: none is known

} // namespace texelscope::modules
