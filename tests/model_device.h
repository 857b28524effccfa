// The model in place of a device, with faults that tests inject.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/studies/verify/verify.h"

namespace texelscope::tests {

class ModelDevice : public verify::Device {
public:
  std::function<void(const verify::Case&, std::vector<std::uint32_t>&)> fault =
      [](const verify::Case&, std::vector<std::uint32_t>&) {};
  std::function<bool(const verify::Case&)> refuses = [](const verify::Case&) { return false; };

  std::optional<std::vector<std::uint32_t>> run(const verify::Case& c, const Texture&,
                                                std::span<const FetchAt> at, std::string& refusal) override {
    if (refuses(c)) {
      refusal = "no";
      return std::nullopt;
    }
    verify::Specimen specimen(c); // a texture of its own: writes change it
    std::vector<std::uint32_t> results =
        verify::model_results(c, specimen.texture(), at, specimen.bytes().data());
    fault(c, results);
    return results;
  }
};

} // namespace texelscope::tests
