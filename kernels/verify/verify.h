// The conformance test: random textures, samplers and requests on a device and on the model, compared bit for
// bit. The model's fast path stands for it in three of four cases, which is quicker and tests it too: where
// it differs from the device, and in the fourth case, the model itself decides.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/verify/random_cases.h"

namespace texelscope::verify {

// Fetches on a device. One belongs to one thread.
class Device {
public:
  virtual ~Device() = default;
  // result_component_count() components per request; nothing where the texture or its sampler is refused, and
  // `refusal` says why.
  // Throws MachineError when the device fails.
  virtual std::optional<std::vector<std::uint32_t>>
  run(const Case& c, const Texture& texture, std::span<const FetchAt> at, std::string& refusal) = 0;
};
// Throws MachineError where there is no CUDA.
std::unique_ptr<Device> make_cuda_device();

// The model's answer, of the same shape. Surface writes change `texels`, the bytes of level 0.
std::vector<std::uint32_t> model_results(const Case& c, const Texture& texture, std::span<const FetchAt> at,
                                         std::byte* texels);
// The fast path's, for all but surfaces.
std::vector<std::uint32_t> fast_results(const Case& c, const Texture& texture, std::span<const FetchAt> at);
// What surface write number `index` writes.
SurfaceBits written_value(const Case& c, std::size_t index);

struct Mismatch {
  Case setup;
  FetchAt at;
  std::vector<std::uint32_t> device, model; // the components returned for the request
};

// One group's or one element's share.
struct MismatchCount {
  std::string name;
  std::int64_t fetches = 0, components = 0, mismatches = 0; // mismatches count fetches
  std::int64_t by_model = 0;     // fetches that were held against the model, the others against its fast path
  std::int64_t fast_differs = 0; // fetches in which the fast path was seen to differ from the model
  std::uint64_t largest_ulp = 0; // of components that differ: steps between floats, or the integers' distance
  std::optional<Mismatch> first;
};

struct Options {
  double fetches = 1e7; // at least so many are made
  std::uint32_t seed = 1;
  std::string only; // part of a class name: only such cases are drawn
  int threads = 0;  // 0: all cores
};

struct Report {
  std::vector<MismatchCount> groups;  // in the order of Group
  std::vector<MismatchCount> classes; // by class_name, sorted
  std::int64_t fetches = 0, mismatches = 0, by_model = 0, fast_differs = 0;
  int refused = 0;                   // cases
  std::vector<std::string> refusals; // the first few, as sentences
  double seconds = 0;
};

// `make_device` is called once in each thread. `progress` gets the share done, from one thread at a time;
// false stops. Throws what the devices throw, and std::invalid_argument where `only` fits no class.
Report verify(const Options& options, const std::function<std::unique_ptr<Device>()>& make_device,
              const std::function<bool(double)>& progress);

} // namespace texelscope::verify
