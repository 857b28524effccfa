// What is wrong with the fetches of a texture object.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/studies/fetches/fetch_statistics.h"
#include "kernels/studies/trace/trace_report.h"

namespace texelscope::fetches {

// A texture object as its fetches see it.
struct FetchedTexture {
  Dimension dimension = Dimension::d2;
  std::array<int, 3> size = {1, 1, 1}; // texels, 1 along axes that it lacks
  int channels = 1;
  int layers = 0, levels = 1;                    // layers: of cubes in layers the cubes; 0: it has none
  bool linear_memory = false;                    // only fetches by index
  bool returns_floats = true, is_signed = false; // else integers; their sign
  Sampler sampler;                               // what takes effect
};
// Empty: it is no texture, or its texels are not known.
std::optional<FetchedTexture> fetched_texture(const trace::TracedObject& object);

// How an instruction counts the texture's texels.
TextureScale scale_of(const FetchedTexture& texture, const record::Site& site);

struct SiteFetches {
  const record::Site* site = nullptr;
  std::string place; // "resize(float*, int) app.cu:12"
  FetchStatistics statistics;
};

// `sites`: the instructions that fetched of it. Gravest first.
std::vector<trace::Finding> findings_of(const FetchedTexture& texture, std::span<const SiteFetches> sites);

} // namespace texelscope::fetches
