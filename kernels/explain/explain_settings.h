// Each sampler field: what was requested, what takes effect, and a fetch that distinguishes the two.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/image/image.h"
#include "kernels/resolve/resolve.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope {

// A fetch whose value shows which of the two happened.
struct SettingProof {
  FetchKind function = FetchKind::plain;
  FetchAt at;
  std::size_t word = 0;              // of the result: the one that differs most
  double as_requested = 0;           // predicted, if the setting took effect as requested
  double as_effective = 0;           // predicted by the model of the hardware
  std::optional<TexelBits> returned; // by the backend; nothing: it was not asked, or could not
  double returned_value = 0;         // of `word`
};

struct SettingReport {
  const Field* field = nullptr;
  std::string requested, effective; // as text; effective is empty where the setting has no effect
  std::optional<NoteKind> change;   // nothing: it acts as requested
  std::string sentence, rule;
  std::optional<SettingProof> proof;
  std::string no_proof; // why a change has none
};

// Runs a fetch on the machine. `requested`: the texture with the sampler as requested, as far as CUDA accepts
// it; `effective`: with the one in effect, for backends that hold to it by themselves.
using ProofFetch = std::function<std::optional<TexelBits>(const Texture& requested, const Texture& effective,
                                                          FetchKind function, const FetchAt& at)>;

// `image` has the size and kind in effect.
std::vector<SettingReport> explain_settings(const Session& session, const Resolution& resolution,
                                            const Image& image, const ProofFetch& fetch);

} // namespace texelscope
