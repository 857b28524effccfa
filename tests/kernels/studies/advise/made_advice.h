// Advices of which the measurements are made up.
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "kernels/studies/advise/advice.h"

namespace texelscope::tests {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr ElementFormat f32 = {ElementKind::floating, 32, 1}, f16 = {ElementKind::floating, 16, 1},
                               u8 = {ElementKind::unsigned_int, 8, 1};

// Nine launches that differ by a thousandth.
inline advise::MeasuredChoice measured(advise::Way way, const ElementFormat& texels, double ns, double error,
                                       double noise = 1e-3) {
  advise::MeasuredChoice m;
  m.choice = {way, texels};
  m.worst_error = error;
  m.mean_error = error / 4;
  m.upload_ms = 1;
  for (int i = 0; i < 9; ++i) {
    m.ns.push_back(ns * (1 + noise * (i % 3 - 1)));
    m.visit.push_back(i / 3);
  }
  return m;
}
inline advise::MeasuredChoice refused(advise::Way way, const ElementFormat& texels) {
  advise::MeasuredChoice m;
  m.choice = {way, texels};
  m.refusal = "too large";
  return m;
}

inline advise::Advice decided(std::vector<advise::MeasuredChoice> choices, double allowed) {
  advise::Advice advice;
  advice.device.name = "a device";
  advice.filters = true;
  advice.fetches = 1000;
  advice.choices = std::move(choices);
  advice.allowed_error = allowed;
  advise::decide(advice);
  return advice;
}

} // namespace texelscope::tests
