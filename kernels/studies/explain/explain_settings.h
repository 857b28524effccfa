// Each sampler field: what was requested, what takes effect, and a fetch that distinguishes the two.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/unit/image/image.h"
#include "kernels/unit/resolve/resolve.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {

// A fetch whose value shows whether the setting took effect as requested.
struct SettingProof {
  FetchKind function = FetchKind::plain;
  FetchAt at;
  std::size_t word = 0;              // of the result: the component that differs most
  double as_requested = 0;           // predicted, if the setting took effect as requested
  double as_effective = 0;           // predicted by the model of the hardware
  std::optional<TexelBits> returned; // by the backend; empty: it was not requested, or is not supported
  double returned_value = 0;         // of `word`
};

struct SettingReport {
  const Field* field = nullptr;
  std::string requested, effective; // as text; effective is empty if the setting has no effect
  std::optional<NoteKind> change;   // empty: it takes effect as requested
  bool rounded = false;             // altered by no more than the precision with which it is stored
  std::string sentence, rule;
  std::optional<SettingProof> proof;
  std::string no_proof; // why a change has no proof
};

// Runs a fetch on the device. `requested`: the texture with the sampler as requested, as far as CUDA accepts
// it; `effective`: with the effective sampler, for backends that implement it directly.
using ProofFetch = std::function<std::optional<TexelBits>(const Texture& requested, const Texture& effective,
                                                          FetchKind function, const FetchAt& at)>;

// `image` has the effective size and kind.
std::vector<SettingReport> explain_settings(const Session& session, const Resolution& resolution,
                                            const Image& image, const ProofFetch& fetch);

// Each note about a field outside the sampler, without a fetch.
std::vector<SettingReport> explain_notes(const Session& session, const Resolution& resolution);

} // namespace texelscope
