// Internal to the WebGPU export: the part of a session that WebGPU can express, and the parts of its program.
#pragma once

#include "kernels/studies/export/shader.h"

namespace texelscope::program {

// Texels in one of WebGPU's formats.
struct GpuTexels {
  std::string format;
  bool filters = true; // without a feature
};

struct WebGpu {
  explicit WebGpu(const ExportRequest& request); // throws UserError: what cannot be sampled there

  bool is_integer() const { return unit != ResultType::floating; }
  bool gathers() const { return facts.view.function == FetchKind::gather; }
  // No sampler is used for integers, which WebGPU does not sample, and for a row of texels.
  bool loads() const { return is_integer() || reads_row(facts); }
  bool takes_sampler() const { return !loads() || gathers(); }
  // Whether the sampler mixes texels of one level, or of two.
  bool mixes_levels() const {
    return !is_integer() && e.level_count > 1 && e.sampler.mip_filter == FilterMode::linear;
  }
  bool mixes() const { return !loads() && (e.sampler.filter == FilterMode::linear || mixes_levels()); }
  bool wants_filter_feature() const { return !texels.filters && mixes(); }
  bool wants_anisotropy() const {
    return facts.view.function == FetchKind::grad && e.sampler.max_anisotropy > 1;
  }
  // WebGPU has anisotropy where all three filters are linear.
  bool has_anisotropy() const {
    return wants_anisotropy() && !loads() && e.sampler.filter == FilterMode::linear &&
           (e.level_count == 1 || mixes_levels());
  }
  std::string view_dimension() const;

  Facts facts; // with the texels in the format
  const Effective& e;
  const ResultType unit;
  const GpuTexels texels;
};

GpuTexels gpu_texels(Facts& facts);           // makes the texels what the format holds
std::string webgpu_shader(const WebGpu& gpu); // WGSL
// Statements that make `texture`, `taker` and `group`, a bind group.
void webgpu_texture(Code& code, const WebGpu& gpu);
void webgpu_sampler(Code& code, const WebGpu& gpu);
void webgpu_bindings(Code& code, const WebGpu& gpu);

} // namespace texelscope::program
