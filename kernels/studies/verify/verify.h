// The conformance test: compares random textures, samplers and requests on a device and on the model bit for
// bit. In three of four cases the model's fast path is used, which is quicker and tests it too; where it
// differs from the device, and in every fourth case, the model itself decides.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/reports/cases/device.h"
#include "kernels/studies/verify/random_cases.h"

namespace texelscope::verify {

// The model's results in the same form. Surface writes change `texels`, the bytes of level 0.
std::vector<std::uint32_t> model_results(const Case& c, const Texture& texture, std::span<const FetchAt> at,
                                         std::byte* texels);
// The results of the fast path, for everything except surfaces.
std::vector<std::uint32_t> fast_results(const Case& c, const Texture& texture, std::span<const FetchAt> at);

struct Mismatch {
  Case setup;
  FetchAt at;
  std::vector<std::uint32_t> device, model; // the components returned for the request
};

// The counts of one group or one element.
struct MismatchCount {
  std::string name;
  std::int64_t fetches = 0, components = 0, mismatches = 0; // mismatches count fetches
  std::int64_t by_model = 0;     // fetches compared with the model; the others with its fast path
  std::int64_t fast_differs = 0; // fetches in which the fast path differed from the model
  std::uint64_t largest_ulp = 0; // of components that differ: steps between floats, or the integers' distance
  std::optional<Mismatch> first;
};

struct Options {
  double fetches = 1e7; // the minimum number of fetches
  std::uint32_t seed = 1;
  std::string only; // part of a class name: only matching cases are drawn
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

// `make_device` is called once in each thread. `progress` gets the finished share, from one thread at a time;
// returning false stops. Throws what the devices throw, and std::invalid_argument if `only` matches no class.
Report verify(const Options& options, const std::function<std::unique_ptr<Device>()>& make_device,
              const std::function<bool(double)>& progress);

} // namespace texelscope::verify
