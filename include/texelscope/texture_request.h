// What a program requests of CUDA when it creates a texture object, without CUDA's types; and what CUDA and
// the hardware do with it. check.h makes it of CUDA's descriptors.
//
// Numbers that CUDA declares as enumerators are the enumerators' values, so that any value can be checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/texture_desc.h"

namespace texelscope {

// Corresponds to cudaChannelFormatDesc. `kind`: cudaChannelFormatKind.
struct ChannelRequest {
  int x = 0, y = 0, z = 0, w = 0; // bits
  int kind = 0;
};

// The arguments of cudaMallocArray, cudaMalloc3DArray or cudaMallocMipmappedArray.
struct ArrayRequest {
  ChannelRequest channels;
  std::size_t width = 0, height = 0, depth = 0; // cudaExtent: 0 along axes that the array lacks
  unsigned flags = 0;                           // cudaArrayLayered and others
  unsigned levels = 1;                          // of a mipmapped array
};

// Corresponds to cudaResourceViewDesc. `format`: cudaResourceViewFormat.
struct ViewRequest {
  int format = 0;
  std::size_t width = 0, height = 0, depth = 0;
  unsigned first_level = 0, last_level = 0;
  unsigned first_layer = 0, last_layer = 0;
};

// The values equal cudaResourceType.
enum class ResourceKind : int { array, mipmapped_array, linear, pitch_2d };

// What else the program does with the memory.
struct TextureUse {
  bool gather = false;  // tex2Dgather fetches
  bool surface = false; // a surface object is made of it
};

struct TextureRequest {
  ResourceKind resource = ResourceKind::array;
  std::optional<ArrayRequest> array; // of arrays; empty: not known
  // Of linear and pitch memory:
  std::uintptr_t address = 0; // devPtr
  ChannelRequest channels;
  std::size_t size_in_bytes = 0; // linear
  std::size_t width = 0, height = 0, pitch_in_bytes = 0;
  TextureDesc sampler;
  std::optional<ViewRequest> view;
  TextureUse use;
};

enum class CheckKind : std::uint8_t {
  refused,    // CUDA returns an error
  altered,    // CUDA accepts the setting, and the hardware silently does something else
  suspicious, // CUDA does what the setting says, which is seldom what was meant
  unused,     // the setting has no effect
  unchecked   // too little is known of the request
};
std::string_view name(CheckKind kind); // "refused"

struct CheckNote {
  CheckKind kind = CheckKind::refused;
  std::string field;    // CUDA's name: "cudaTextureDesc::addressMode[0]"
  std::string sentence; // what was requested, and what happens instead
  std::string rule;     // the rule behind it
  std::string error;    // refused: "cudaErrorInvalidValue"; otherwise empty
  std::string cure;     // in CUDA's words: "cudaTextureDesc::normalizedCoords = 1"; empty: none is known
};

// All notes on the request, refused ones first. The first note's error is the one that CUDA returns.
// The call needs no driver. It throws nothing but std::bad_alloc.
std::vector<CheckNote> check(const TextureRequest& request);

// "altered: cudaTextureDesc::addressMode[0]: ...", the rule and the cure, in lines that end with "\n".
std::string to_text(const CheckNote& note);

// Receives the notes of TEXELSCOPE_CHECK that are refused, altered or suspicious, if there are any.
using CheckHandler = void (*)(const std::vector<CheckNote>& notes, const char* expression, const char* file,
                              int line);
// Replaces the handler, and returns the one before. The first one, which nullptr brings back, prints the
// notes to stderr and aborts if one of them is refused or altered. Any thread may call this.
CheckHandler set_check_handler(CheckHandler handler);

namespace detail {
// Checks the request and passes what TEXELSCOPE_CHECK reports to the handler.
void report(const TextureRequest& request, const char* expression, const char* file, int line);
} // namespace detail

} // namespace texelscope
