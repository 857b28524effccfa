// The directives with which PTX begins, and whether it has texture instructions.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace texelscope::modules {

enum class ArchitectureScope : std::uint8_t {
  portable, // for later devices as well, if it is PTX
  family,   // "f": for later devices of the same generation
  specific, // "a": for this architecture alone
};

struct Architecture {
  int number = 0; // 90 for compute capability 9.0, 121 for 12.1
  ArchitectureScope scope = ArchitectureScope::portable;
  bool operator==(const Architecture&) const = default;
};

std::string to_string(Architecture architecture); // "90a"
// Whether a device runs PTX of the architecture.
bool runs_ptx(int device, Architecture architecture);

struct PtxVersion {
  int major = 0, minor = 0;
  auto operator<=>(const PtxVersion&) const = default;
};

struct PtxHead {
  PtxVersion version;
  Architecture target;
  bool debug = false; // ".target sm_90, debug"
};

// Empty if the text is no PTX.
std::optional<PtxHead> read_ptx_head(std::string_view text);

struct TextureUse {
  bool fetches = false;  // tex, tld4
  bool surfaces = false; // suld, sust, sured
};

// By the names of the instructions: one in a comment counts as well.
TextureUse texture_use(std::string_view ptx);

} // namespace texelscope::modules
