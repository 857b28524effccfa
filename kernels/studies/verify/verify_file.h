// The figures of verify as JSON: what `verify --json` writes, and a report holds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "kernels/ground/files/json_node.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/studies/verify/verify.h"

namespace texelscope {

// "NVIDIA H200, compute 9.0, CUDA 13.0, driver 580.159.04"; there must be a device.
std::string verify_device(const CudaReport& cuda);

// 32-bit values in hexadecimal, eight digits each, with blanks in between.
std::string hex_values(const std::vector<std::uint32_t>& values);
// The record that tests/captures/README.md describes, as such values.
std::vector<std::uint32_t> case_values(const verify::Case& c);

nlohmann::ordered_json verify_json(const verify::Report& report, const verify::Options& options,
                                   const std::string& device);

// What such a document says. Values are hex_values().
struct FirstMismatch {
  std::string class_name, request, setup, device, model; // setup: case_values()
};
struct VerifiedClass {
  std::string name;
  std::int64_t fetches = 0, words = 0, mismatches = 0;
  std::uint64_t largest_ulp = 0;
  std::optional<FirstMismatch> first; // where there are mismatches
};
struct VerifyFigures {
  std::string device;
  std::uint32_t seed = 0;
  std::int64_t fetches = 0, mismatches = 0, by_model = 0, fast_differs = 0;
  double seconds = 0;
  int refused = 0; // cases
  std::vector<VerifiedClass> groups, classes;
  const VerifiedClass* find(std::string_view name) const; // of the classes; null: it was not drawn
};
// Throws a UserError with the place for members that are unknown, missing or of another type, for counts that
// do not add up, and for a class that is listed twice.
VerifyFigures read_verify(const JsonNode& document);

} // namespace texelscope
