// What a program did with textures and surfaces, and what is wrong with it: the result of `texelscope trace`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/text/sentence.h"
#include "kernels/state/session/spec.h"
#include "texelscope/texture_request.h"

namespace texelscope::trace {

// Gravest first.
enum class FindingKind : std::uint8_t {
  refused,    // CUDA returned an error
  altered,    // CUDA accepted it, and the hardware does something else
  freed,      // the object's memory was freed while the object existed
  misread,    // a kernel's fetches cannot mean what they get
  suspicious, // CUDA does what was requested, which is seldom what was meant
  leaked,     // it was never destroyed
  unused,     // a setting has no effect
  unchecked   // too little is known of it
};
std::string_view name(FindingKind kind); // "refused"

// As CheckNote.
struct Finding {
  FindingKind kind = FindingKind::refused;
  std::string field; // "cudaTextureDesc::addressMode[0]"; empty: it is of no setting
  Sentence sentence, rule;
  std::string error;
  Sentence cure;
  bool operator==(const Finding&) const = default;
};

enum class ObjectKind : std::uint8_t { texture, surface, array };
std::string_view name(ObjectKind kind); // "texture"

// A place in the program's code.
struct Frame {
  std::string module;       // the file of code; empty: not known
  std::uint64_t offset = 0; // in it
  std::string function;     // empty: not known
  bool operator==(const Frame&) const = default;
};

// Texels that the trace copied from the device.
struct TexelFile {
  std::string file;
  std::uint64_t launch = 0;   // after which launch since the object was made; 0: when it was destroyed
  std::uint64_t instance = 0; // of which of the objects that are one in the report, from 0
  bool operator==(const TexelFile&) const = default;
};

// A texture object, a surface object or an array that the program made, or that CUDA refused to make. Those
// that the same place in the program makes alike are one, with their count.
struct TracedObject {
  int number = 0; // from 1, in the order in which the first ones were made
  ObjectKind kind = ObjectKind::texture;
  std::string call;                   // "cudaCreateTextureObject"
  std::string error;                  // "cudaErrorInvalidValue"; empty: CUDA made it
  std::uint64_t count = 1, alive = 0; // how many, and how many of them existed at the end
  // Of the first one:
  std::uint64_t texture_number =
      0; // among its process's calls that make texture objects, from 1; 0: no texture
  std::uint32_t process = 0, thread = 0;
  int device = -1; // -1: not known
  std::uint64_t context = 0;
  double seconds = 0;       // since the trace began
  std::vector<Frame> stack; // innermost first, CUDA's own left out; empty: not recorded
  TextureRequest request;   // of surfaces and arrays without a sampler
  std::vector<TexelFile> texels;
  bool changed = false;                // the request is not the program's own: TraceReport::set
  std::optional<TextureDesc> original; // then: the program's own sampler
  std::string change_error;            // with which CUDA refused to change it so; empty: it did not
  // What takes effect of the sampler; empty: it is a surface, an array, or not known.
  std::optional<Sampler> effective;
  std::vector<Finding> findings; // gravest first
};

// Values that were fetched of an object that --set changed, beside those that the model computes with the
// program's own descriptor.
struct OriginalComparison {
  std::uint64_t compared = 0, different = 0; // values
  double greatest = 0;                       // difference of a component, of those that are numbers
  std::string why_not;                       // a sentence: why none was compared
  bool operator==(const OriginalComparison&) const = default;
};

// What one texture instruction fetched of one object, as far as it was recorded.
struct FetchedObject {
  int object = 0;                            // its number; 0: it is not known
  std::uint64_t recorded = 0;                // fetches
  std::vector<double> least, greatest;       // of each coordinate; empty: none was a number
  std::uint64_t not_finite = 0;              // with a coordinate that is NaN or infinite
  std::uint64_t outside = 0;                 // beyond the edges along an axis that does not repeat
  std::uint64_t compared = 0, different = 0; // with the model's values for the texels that were copied
  std::optional<OriginalComparison> original = {};
  bool operator==(const FetchedObject&) const = default;
};

// A texture instruction in the program's code, with what its lanes fetched (kernels/studies/record).
struct FetchSite {
  std::uint32_t process = 0;
  std::string function;    // as C++ writes it
  std::string instruction; // "tex.2d.v4.f32.f32"
  std::vector<std::string>
      places; // "app.cu:12": the instruction, then where its function was inlined; may be empty
  std::uint64_t fetches = 0, warps = 0;
  std::vector<FetchedObject> objects; // by number
  bool operator==(const FetchSite&) const = default;
};

// A module with texture instructions that could not be recorded.
struct UnrecordedModule {
  std::uint32_t process = 0;
  std::string reason, cure;
  bool operator==(const UnrecordedModule&) const = default;
};

struct FetchesReport {
  std::vector<FetchSite> sites;
  std::vector<UnrecordedModule> unrecorded;
  std::vector<std::string> notes; // sentences: what was left out, and what ran otherwise than without a trace
  std::uint64_t dropped = 0;      // fetches for whose records there was no memory
  std::uint64_t uncounted = 0;    // contexts that ended before their counts were copied
  std::string file;               // with each recorded fetch; empty: none was written
  bool operator==(const FetchesReport&) const = default;
};

// The launches of a kernel in a run of the program.
struct KernelRun {
  std::uint64_t launches = 0;
  double total_ns = 0;           // on the device
  std::vector<double> ns;        // of each launch, or of a thousand that lie evenly among them
  std::optional<double> fetches; // of a launch, in the mean
  bool operator==(const KernelRun&) const = default;
};

struct KernelTimes {
  std::string function; // as C++ writes it
  KernelRun with;       // its fetches
  KernelRun without;    // numbers in registers stood in their place
  bool operator==(const KernelTimes&) const = default;
};

struct TimesReport {
  std::vector<KernelTimes> kernels; // that have texture instructions
  std::vector<std::string> notes;   // sentences: why times are missing or doubtful
  bool operator==(const TimesReport&) const = default;
};

struct TracedProcess {
  std::uint32_t process = 0, parent = 0;
  std::string program;
  std::string problem; // why nothing of it was traced; empty: it was
};

struct TraceReport {
  std::vector<std::string> command; // the program and its arguments
  int exit_code = 0;                // 128 + the signal that ended it
  std::vector<TracedProcess> processes;
  std::vector<TracedObject> objects;    // gravest first
  std::vector<Finding> findings;        // of no object
  std::string set;                      // how descriptors were changed, "normalizedCoords=1"; empty: not
  std::uint64_t lost = 0;               // records that the trace lacks
  std::optional<FetchesReport> fetches; // if they were asked for
  std::optional<TimesReport> times;     // likewise
};

// How many objects have a finding of the kind as their gravest.
std::size_t count_of(const TraceReport& report, FindingKind kind);
// Whether anything was refused, altered or misread.
bool has_grave_findings(const TraceReport& report);
const TracedObject* object_of(const TraceReport& report, int number); // null: there is none
// How many the process with the most of them made, or was to make.
std::uint64_t max_textures(const TraceReport& report);

std::string module_name(const Frame& frame);         // "app": without its folder
std::string place_text(const Frame& frame);          // "main() (app+0x9f92)"
std::string size_text(const TextureSpec& texture);   // "64 x 32": as many axes as the dimension has
std::string command_text(const TraceReport& report); // its words, one space between them

} // namespace texelscope::trace
