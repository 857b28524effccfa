// A profiler without a device, whose answers a test gives.
#pragma once

#include <functional>
#include <memory>

#include "kernels/reports/profile/measure/profiler.h"

namespace texelscope::tests {

// The launches of a prepared cell.
struct FakeLaunches {
  std::int64_t texels = 1000;
  std::function<profile::Sample()> launch = [] { return profile::Sample{1, 0}; };
  std::function<double()> largest_error = [] { return 0.0; };
};

class FakeProfiler : public profile::Profiler {
public:
  using Cell = profile::BenchmarkCase;
  std::function<FakeLaunches(const Cell&)> launches_of = [](const Cell&) { return FakeLaunches(); };
  std::function<std::optional<profile::Obstacle>(const Cell&)> refuses = [](const Cell&) {
    return std::optional<profile::Obstacle>();
  };
  std::function<std::unique_ptr<profile::CounterReader>()> opens_counters;
  bool beside_another = false;
  int visit_count = 1, multiprocessor_count = 0;
  std::int64_t size_of_l2 = 0;
  profile::Machine on = {};

  bool brief() const { return is_brief; } // a roof sample, or the visit of an anchor

  profile::Machine machine() override { return on; }
  int visits() const override { return visit_count; }
  std::optional<profile::Obstacle> obstacle_here(const Cell& cell) const override { return refuses(cell); }
  std::unique_ptr<profile::Prepared> prepare(const Cell& cell, profile::WordMask) override {
    return std::make_unique<Prepared>(launches_of(cell));
  }
  void use_counters() override { counters = opens_counters(); }

protected:
  int multiprocessors() const override { return multiprocessor_count; }
  std::int64_t l2_bytes() const override { return size_of_l2; }
  bool others_work() override { return beside_another; }

private:
  struct Prepared : profile::Prepared {
    explicit Prepared(FakeLaunches of) : launches(std::move(of)) {}
    std::int64_t texels() const override { return launches.texels; }
    profile::Sample launch(int) override { return launches.launch(); }
    double largest_error() override { return launches.largest_error(); }
    profile::FetchCount fetch_count() override { return {launches.texels, launches.texels}; }
    void count(profile::CounterReader& reader, profile::Counts& counts) override {
      reader.count(
          0, [] {}, counts);
    }
    FakeLaunches launches;
  };
};

inline std::optional<profile::Obstacle> has_texture_path_only(const profile::BenchmarkCase& cell) {
  return cell.path == profile::Path::tex ? std::nullopt : std::optional(profile::Obstacle::no_backend_path);
}

} // namespace texelscope::tests
