// How C++ AMP treats a texture: what a kernel may do with it, and when and with which message the rest fails.
//
// Sources: Microsoft's articles "Writing to Textures in C++ AMP" and "Graphics (C++ AMP)", and the assertions
// and exceptions of amp_graphics.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/text/text_id.h"
#include "kernels/state/session/spec.h"

namespace texelscope {

enum class AmpScalar : std::uint8_t { signed_int, unsigned_int, floating, double_precision, norm, unorm };
enum class AmpAccelerator : std::uint8_t { gpu, cpu };
enum class AmpAccess : std::uint8_t {
  read,           // by []
  write,          // by set()
  read_and_write, // both in one kernel
  write_by_view,  // by set() of a view that the host made
  make_view,      // make a writable view and write through it
  sample          // by texture_view<const T, N>
};
enum class AmpPlace : std::uint8_t { host, kernel };
enum class AmpView : std::uint8_t { none, texture_view, writeonly_texture_view, const_texture_view };
enum class AmpFailure : std::uint8_t { never, compile_time, run_time };
enum class AmpForm : std::uint8_t {
  none,
  static_assertion,
  compiler_error,
  runtime_exception,
  unsupported_feature
};
// A kernel may read and write one texture only if all three hold.
enum class AmpRule : std::uint8_t { one_component, plain_scalar, bits_32 };

struct AmpTexture {
  AmpScalar scalar = AmpScalar::signed_int;
  int components = 1;
  int rank = 2;
  std::optional<int> bits = {}; // per scalar element; empty: not stated, the default
  AmpAccelerator accelerator = AmpAccelerator::gpu;
  bool operator==(const AmpTexture&) const = default;
};

struct AmpAttempt {
  AmpTexture texture;
  AmpAccess access = AmpAccess::read;
  AmpPlace place = AmpPlace::kernel;    // where the call is made
  AmpView view = AmpView::texture_view; // the class, for write_by_view and make_view
  bool operator==(const AmpAttempt&) const = default;
};

struct AmpOutcome {
  AmpFailure failure = AmpFailure::never;
  AmpForm form = AmpForm::none;
  std::string message;         // the exact text; empty if it is not known
  std::vector<AmpRule> broken; // rules that forbid it; not empty without a failure if the check is lenient
  AmpView needed = AmpView::none;
  std::string reason;
  std::string advice;      // empty: none
  std::string deprecation; // the exact text, since Visual Studio 2013; empty: none
  std::string cuda;        // the equivalent in CUDA today
  bool allowed() const { return failure == AmpFailure::never; }
  std::string shown() const; // the message as the compiler or the run time prints it
  bool operator==(const AmpOutcome&) const = default;
};

struct AmpVerdict {
  AmpOutcome read;
  AmpOutcome write;
  AmpOutcome read_and_write;
  AmpView view = AmpView::none; // the view that writing needs
  std::string sentence;
  bool operator==(const AmpVerdict&) const = default;
};

// One of the article's examples. Declaration and statement are C++ AMP source.
struct AmpExample {
  std::string_view name;
  std::string_view declaration;
  std::string_view statement;
  AmpAttempt configuration;
};

AmpOutcome amp_outcome(const AmpAttempt& configuration);
AmpVerdict amp_verdict(const AmpTexture& texture);

// The rules that the texture breaks.
std::vector<AmpRule> amp_broken_rules(const AmpTexture& texture);
const char* amp_rule_text(AmpRule rule);

// The declaration of this program's texture in C++ AMP. 32-bit integers are never normalized.
AmpTexture amp_texture(const ElementFormat& format, ReadMode read_mode, int dimensions);
std::string amp_value_type(const AmpTexture& texture); // unorm_4
std::string amp_type(const AmpTexture& texture);       // texture<unorm_4, 2>

const std::array<AmpExample, 6>& amp_examples();

} // namespace texelscope
