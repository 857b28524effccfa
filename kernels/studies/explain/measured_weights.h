// A machine's own weights for one fetch, measured, beside the exact model's. The model only says where to
// look first: a last texture, with ones everywhere else, shows whether the machine reads other texels too,
// which a bisection then finds.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/machines/backend/weight_probes.h"
#include "kernels/studies/explain/block_lens.h"

namespace texelscope {

struct MeasuredTexel {
  std::optional<TexelPlace> place; // empty: the border color
  bool of_model = true;            // false: the model does not read it
  int model_weight = 0;            // over 2^MeasuredWeights::weight_bits, of all its taps
  double weight = 0; // what the machine returned, as a share of the whole; of a gather the sum of
                     // the four components
  TexelBits returned = {}, model_returned = {}; // the components for a texture with this texel alone
  bool equal() const { return returned == model_returned; }
};

struct MeasuredWeights {
  int weight_bits = 8;
  std::vector<MeasuredTexel> texels; // the model's in the order of its taps, then all others
  double sum = 0;                    // of the weights
  double total = 0;                  // what a texture that holds only ones returns
  bool total_equal = true;           // the model returns the same bits for it
  bool searched = false;             // texels outside the model's footprint contribute
  bool complete = true;              // false: there are more than max_found_texels of these
  int fetches = 0;                   // how many the machine made

  bool equal() const; // every texel and the total, and no other texel contributes
};

// What they show, in sentences.
std::vector<std::string> weights_sentences(const MeasuredWeights& found);

// The machines that are measured, `model` in software, and the weights of one, with its name.
enum class WeighedMachine : std::uint8_t { model, cuda, opengl };
struct MachineWeights {
  std::string machine; // "NVIDIA H200", "llvmpipe (LLVM 15.0.6, 256 bits)"
  MeasuredWeights found;
};

inline constexpr std::size_t max_found_texels = 64;
// The largest texture whose weights are measured: the machine needs a second one of its size.
inline constexpr std::size_t max_measured_bytes = std::size_t(256) << 20;

// A sentence that says why the weights of such a texture cannot be measured; empty if they can.
std::string no_weights(const Effective& effective);

// `like`: the texture's shape and sampler, whose texels are not used; the machine has the same. Empty if it
// was stopped. Throws MachineError.
std::optional<MeasuredWeights> measure_weights(const Texture& like, FetchKind kind, const FetchAt& at,
                                               weights::Machine& machine, const std::stop_token& stop = {});

// The share of each level in a fetch by tex*Lod() at the center of the texture, for each LOD:
// [level][number of the LOD]. Empty if it was stopped. Throws MachineError.
std::vector<std::vector<double>> measure_levels(const Texture& like, std::span<const float> lods,
                                                weights::Machine& machine, const std::stop_token& stop = {});

} // namespace texelscope
