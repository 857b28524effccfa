#include "kernels/machines/custom_kernel/nvrtc.h"

#include <algorithm>
#include <filesystem>

#include <dlfcn.h>

#if __has_include(<cuda.h>)
#include <cuda.h>
#endif

#include "kernels/ground/base/errors.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
// From nvrtc.h, which is missing on a machine without the toolkit.
using Program = void*;
using Result = int; // 0: NVRTC_SUCCESS
constexpr Result compilation_failed = 6;

// A driver that runs this program runs what the NVRTC of the same CUDA compiles.
#if defined(CUDA_VERSION) && CUDA_VERSION < 13000
constexpr std::initializer_list<const char*> library_names = {"libnvrtc.so.12", "libnvrtc.so.13"};
#else
constexpr std::initializer_list<const char*> library_names = {"libnvrtc.so.13", "libnvrtc.so.12"};
#endif

// NVRTC opens this library, which lies beside it, when it compiles for the first time.
std::string builtins_beside(const void* function, int major, int minor) {
  Dl_info found = {};
  if (dladdr(function, &found) == 0 || found.dli_fname == nullptr) return {};
  const std::string name = "libnvrtc-builtins.so." + std::to_string(major) + "." + std::to_string(minor);
  return std::filesystem::path(found.dli_fname).replace_filename(name);
}
} // namespace

struct Nvrtc::Functions {
  Result (*create)(Program*, const char*, const char*, int, const char* const*, const char* const*);
  Result (*destroy)(Program*);
  Result (*compile)(Program, int, const char* const*);
  Result (*log_size)(Program, std::size_t*);
  Result (*log)(Program, char*);
  Result (*ptx_size)(Program, std::size_t*);
  Result (*ptx)(Program, char*);
  Result (*code_size)(Program, std::size_t*);
  Result (*code)(Program, char*);
  const char* (*error_string)(Result);
  Result (*version)(int*, int*);
  Result (*architecture_count)(int*);
  Result (*architectures)(int*);

  void check(Result result) const {
    if (result != 0) throw MachineError(say(Text::body_nvrtc_failed, {error_string(result)}));
  }
  template <class Size, class Get, class Bytes>
  void read(Program program, Size size, Get get, Bytes& into) const {
    std::size_t bytes = 0;
    check(size(program, &bytes));
    into.resize(bytes);
    if (bytes > 0) check(get(program, into.data()));
  }
};

Nvrtc::Nvrtc() : library(library_names) {
  auto found = std::make_unique<Functions>();
  const bool whole =
      library.find(found->create, "nvrtcCreateProgram") &&
      library.find(found->destroy, "nvrtcDestroyProgram") &&
      library.find(found->compile, "nvrtcCompileProgram") &&
      library.find(found->log_size, "nvrtcGetProgramLogSize") &&
      library.find(found->log, "nvrtcGetProgramLog") && library.find(found->ptx_size, "nvrtcGetPTXSize") &&
      library.find(found->ptx, "nvrtcGetPTX") && library.find(found->code_size, "nvrtcGetCUBINSize") &&
      library.find(found->code, "nvrtcGetCUBIN") &&
      library.find(found->error_string, "nvrtcGetErrorString") &&
      library.find(found->version, "nvrtcVersion") &&
      library.find(found->architecture_count, "nvrtcGetNumSupportedArchs") &&
      library.find(found->architectures, "nvrtcGetSupportedArchs");
  if (!whole) throw MachineError(text(Text::body_no_nvrtc));
  int major = 0, minor = 0;
  found->check(found->version(&major, &minor));
  const std::string beside = builtins_beside(reinterpret_cast<const void*>(found->version), major, minor);
  if (!beside.empty()) builtins.emplace(std::initializer_list<const char*>{beside.c_str()});
  functions = std::move(found);
}

Nvrtc::~Nvrtc() = default;

std::vector<int> Nvrtc::architectures() const {
  int count = 0;
  functions->check(functions->architecture_count(&count));
  std::vector<int> known(static_cast<std::size_t>(count));
  if (count > 0) functions->check(functions->architectures(known.data()));
  return known;
}

std::string Nvrtc::architecture_option(int architecture) const {
  const std::vector<int> known = architectures();
  if (std::ranges::find(known, architecture) != known.end())
    return "--gpu-architecture=sm_" + std::to_string(architecture);
  int newest = known.front();
  for (const int one : known)
    if (one < architecture) newest = std::max(newest, one);
  return "--gpu-architecture=compute_" + std::to_string(newest);
}

Nvrtc::Output Nvrtc::compile(const File& source, const std::vector<File>& headers,
                             const std::vector<std::string>& options) const {
  std::vector<const char*> names, contents, flags;
  for (const File& header : headers) {
    names.push_back(header.name.c_str());
    contents.push_back(header.content.c_str());
  }
  for (const std::string& option : options)
    flags.push_back(option.c_str());
  const Functions& f = *functions;
  Program program = nullptr;
  f.check(f.create(&program, source.content.c_str(), source.name.c_str(), int(headers.size()),
                   contents.data(), names.data()));
  const auto destroy = [&f](Program* p) { f.destroy(p); };
  const std::unique_ptr<Program, decltype(destroy)> owner(&program, destroy);
  const Result result = f.compile(program, int(flags.size()), flags.data());
  Output output;
  output.good = result == 0;
  if (result != 0 && result != compilation_failed) f.check(result);
  f.read(program, f.log_size, f.log, output.log);
  while (!output.log.empty() && output.log.back() == '\0')
    output.log.pop_back();
  if (!output.good) return output;
  f.read(program, f.ptx_size, f.ptx, output.ptx);
  while (!output.ptx.empty() && output.ptx.back() == '\0')
    output.ptx.pop_back();
  f.read(program, f.code_size, f.code, output.code);
  return output;
}

} // namespace texelscope
