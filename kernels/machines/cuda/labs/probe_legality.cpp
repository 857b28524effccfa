#include "kernels/reports/support_matrix/legality_probe.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/cuda/labs/legality_texture.h"

namespace texelscope::legality {

using namespace cuda;

namespace {
constexpr std::size_t max_fetches = 16;

class Prober {
public:
  Prober()
      : requests(make_device_memory(max_fetches * sizeof(FetchAt))),
        fetched(make_device_memory(max_fetches * sizeof(uint4))) {}

  Outcome answer(const Configuration& configuration) {
    LegalityTexture texture(configuration);
    Outcome made;
    if (const std::optional<Refusal> refusal = texture.make()) {
      if (is_sticky(refusal->error)) throw CudaError(refusal->call, refusal->error);
      made = {Verdict::refused, refusal->call, cudaGetErrorName(refusal->error), {}};
    } else {
      made.changes = texture.described_changes();
      for (std::string& change : fetched_changes(configuration, texture))
        made.changes.push_back(std::move(change));
      if (texture.surface() && !writes(configuration, texture))
        made.changes.emplace_back("surface:write=lost");
      const auto is_change = [](const std::string& change) { return change != "fetch:none"; };
      if (std::any_of(made.changes.begin(), made.changes.end(), is_change)) made.verdict = Verdict::altered;
    }
    TEXELSCOPE_CUDA(cudaDeviceSynchronize);
    check(cudaGetLastError(), "cudaGetLastError");
    return made;
  }

private:
  // If the texels cannot be copied in, the result is "fetch:none".
  std::vector<std::string> fetched_changes(const Configuration& configuration, LegalityTexture& texture) {
    using Count = LegalityTexture::Count;
    std::vector<std::string> changes = {"fetch:none"};
    for (const Count count : {Count::texels, Count::blocks}) {
      const cudaError_t error = texture.fill(count);
      if (is_sticky(error)) check(error, "cudaMemcpy3D");
      if (error == cudaSuccess) changes = judge(configuration, fetch(configuration, texture));
      const auto lost = [](const std::string& change) { return change.starts_with("fetch:value=0x"); };
      const bool understood = error == cudaSuccess && std::none_of(changes.begin(), changes.end(), lost);
      if (understood || !configuration.format->is_block() || configuration.memory == Memory::linear ||
          configuration.memory == Memory::pitch)
        break;
    }
    return changes;
  }

  std::vector<std::vector<TexelBits>> fetch(const Configuration& configuration,
                                            const LegalityTexture& texture) {
    std::vector<std::vector<TexelBits>> results;
    for (const Question& question : questions(configuration)) {
      const std::size_t count = question.at.size();
      TEXELSCOPE_CUDA(cudaMemcpy, requests.get(), question.at.data(), count * sizeof(FetchAt),
                      cudaMemcpyHostToDevice);
      launch_unit_fetch(texture.object(), configuration.dimension, question.kind, result_type(configuration),
                        static_cast<const FetchAt*>(requests.get()), static_cast<uint4*>(fetched.get()),
                        int(count), nullptr);
      results.emplace_back(count);
      TEXELSCOPE_CUDA(cudaMemcpy, results.back().data(), fetched.get(), count * sizeof(TexelBits),
                      cudaMemcpyDeviceToHost);
    }
    return results;
  }

  // Whether a texel that is written through the surface is read back from it. The faces of cubes count as
  // layers.
  bool writes(const Configuration& configuration, const LegalityTexture& texture) {
    const std::vector<std::byte> texel = texel_of(*configuration.format, level1_code);
    const int bytes = int(texel.size());
    TexelBits written = {}, found = {};
    std::memcpy(written.data(), texel.data(), texel.size());
    const FetchAt at = {
        .layer = size_of(configuration).z - 1, .texel = 3 * bytes, .row = size_of(configuration).y - 1};
    TEXELSCOPE_CUDA(cudaMemcpy, requests.get(), &at, sizeof at, cudaMemcpyHostToDevice);
    TEXELSCOPE_CUDA(cudaMemcpy, fetched.get(), &written, sizeof written, cudaMemcpyHostToDevice);
    const auto* const from = static_cast<const FetchAt*>(requests.get());
    auto* const word = static_cast<uint4*>(fetched.get());
    launch_surface_write(texture.surface(), configuration.dimension, bytes, BoundaryMode::zero, from, word, 1,
                         nullptr);
    TEXELSCOPE_CUDA(cudaMemset, fetched.get(), 0, sizeof found);
    launch_surface_read(texture.surface(), configuration.dimension, bytes, BoundaryMode::zero, from, word, 1,
                        nullptr);
    TEXELSCOPE_CUDA(cudaMemcpy, &found, fetched.get(), sizeof found, cudaMemcpyDeviceToHost);
    return found == written;
  }

  DeviceMemory requests, fetched;
};
} // namespace

std::vector<Outcome> probe(std::span<const Configuration> tried) {
  Prober prober;
  std::vector<Outcome> answers;
  for (const Configuration& configuration : tried) {
    try {
      answers.push_back(prober.answer(configuration));
    } catch (const CudaError& error) {
      if (error.device_lost)
        throw MachineError(say(Text::legality_broken, {identifier(configuration), error.what()}));
      answers.push_back(
          {Verdict::altered, {}, {}, {std::string("fetch:error=") + cudaGetErrorName(error.code)}});
    }
  }
  return answers;
}

double object_us() {
  constexpr int batches = 41, objects = 50;
  const Format& format = *std::ranges::find(formats(), "u8x4", &Format::name);
  const Configuration configuration{.format = &format};
  LegalityTexture texture(configuration);
  const auto must = [](const std::optional<Refusal>& refusal) {
    if (refusal) throw CudaError(refusal->call, refusal->error);
  };
  must(texture.make());
  std::vector<double> times;
  for (int batch = 0; batch < batches; ++batch) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < objects; ++i)
      must(texture.make_object());
    const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - start;
    times.push_back(taken.count() / objects);
  }
  std::ranges::nth_element(times, times.begin() + batches / 2);
  return times[batches / 2];
}

} // namespace texelscope::legality
