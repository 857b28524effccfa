// The options of `texelscope sample`, and the sampler that they give with a texture.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/cli/arguments.h"
#include "app/texture/sample_texture.h"

namespace texelscope {

struct SampleOptions {
  std::vector<std::filesystem::path> textures; // level 0 first
  std::filesystem::path coords, out;
  std::optional<std::filesystem::path> lod, gradients, layers;
  Dimension dimension = Dimension::d2;
  std::optional<int> channels;
  Sampler sampler; // the part that the flags set
  bool address_given = false;
  std::optional<ReadMode> read_mode;
  std::optional<std::array<float, 2>> lod_clamp;
  BackendKind backend = BackendKind::cpu;
};

void declare_sample_options(Arguments& arguments);
SampleOptions sample_options_from(const Arguments& arguments); // throws UserError

// The effective sampler. Throws UserError if CUDA rejects it; prints on stderr what the hardware silently
// changes.
Sampler sampler_for(const SampleOptions& options, const SampleTexture& texture);

} // namespace texelscope
