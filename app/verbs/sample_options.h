// The options of `texelscope sample`, and the sampler that they give with a texture.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "app/cli/arguments.h"
#include "kernels/studies/texture/sample_texture.h"

namespace texelscope {

struct SampleOptions {
  SampleTextureRequest texture;
  std::filesystem::path coords; // FetchKind::texel: empty
  std::filesystem::path out;
  std::optional<std::filesystem::path> lod, gradients, layers, indices;
  Session session;              // the sampler and the fetch that the flags set
  std::set<std::string> stated; // the paths of the session's fields that they set
  BackendKind backend = BackendKind::cpu;
};

void declare_sample_options(Arguments& arguments, SampleOptions& options);
// Takes the rest of them from what was parsed. Throws UserError.
void finish_sample_options(SampleOptions& options, const Arguments& arguments);

// The effective sampler. Throws UserError if CUDA rejects it; prints on stderr what the hardware silently
// changes.
Sampler sampler_for(const SampleOptions& options, const SampleTexture& texture);

} // namespace texelscope
