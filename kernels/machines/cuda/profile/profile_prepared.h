// A cell on a CUDA device: its texture, and launches of its kernel that are long enough to be timed.
#pragma once

#include <span>
#include <vector>

#include "kernels/machines/cuda/profile/profile_texture.h"
#include "kernels/reports/profile/cell/access_pattern_of.h"
#include "kernels/reports/profile/measure/check.h"
#include "kernels/reports/profile/measure/profiler.h"

namespace texelscope::cuda {

struct DeviceFacts {
  int ordinal = 0, multiprocessors = 0;
  double top_clock_mhz = 0;
  std::size_t l2_bytes = 0;
};

class CudaPrepared : public profile::Prepared {
public:
  // For warm cells, a launch takes about `launch_ms` in the fastest way, or fixed_steps steps of each block
  // if that is not 0.
  CudaPrepared(const profile::BenchmarkCase& cell, profile::WordMask texels, const DeviceFacts& on,
               double launch_ms, int fixed_steps);

  std::int64_t texels() const override { return extent(plan).texels(); }
  profile::Sample launch(int times) override;
  double largest_error() override;
  profile::FetchCount fetch_count() override;
  void count(profile::CounterReader& reader, profile::Counts& counts) override;

private:
  // Either blocks stay and loop over their regions: as many as are resident at once or fewer, which start
  // only once. Or each block takes one region or a few and ends, so that none waits for a slower one.
  struct Plan {
    profile::Layout layout = profile::Layout::strips;
    int resident = 0; // number of blocks that stay; 0: blocks end
    int rounds = 1;   // steps of those that stay, or blocks for each plane
    int regions = 1;  // of a block that ends
    int steps() const { return resident > 0 ? rounds : regions; }
  };
  int blocks(const Plan& p) const {
    return p.resident > 0 ? p.resident : p.rounds * arguments.pattern.planes;
  }
  profile::Extent extent(const Plan& p) const {
    return {blocks(p), p.steps(), profile::chains_of(cell.path)};
  }

  int blocks_at_once() const;
  Plan fastest_plan();
  struct Tried {
    Plan plan;
    double rate = 0;
  };
  std::vector<Tried> tried(std::span<const Plan> plans, double ms);
  Tried fastest(std::span<const Plan> plans);
  bool is_worth(const Plan& staying, Plan going);
  Plan lengthened(Plan p, double wanted_ms);
  Plan evened(Plan p) const;
  Plan as_long_as(Plan p, const Plan& other) const;
  // Whether it is larger than half the L2, which may keep a copy in each half.
  bool streams() const { return cell.bytes > std::int64_t(device.l2_bytes / 2); }
  double rate(const Plan& p);
  void flush();
  void start_kernel(const Plan& p);
  double time_kernel(const Plan& p); // milliseconds
  profile::Sample run(const Plan& p,
                      int max_launches = 1); // their mean time; stops once that measures the clock

  profile::BenchmarkCase cell;
  profile::WordMask texels_mask;
  Stream stream;
  ProfileTexture texture;
  ProfileArguments arguments;
  ProfileKernel kernel;
  DeviceFacts device;
  DeviceMemory clocks, sums, flushed;
  std::size_t flushed_bytes = 0;
  Event start = make_event(true), end = make_event(true);
  Plan plan;
};

} // namespace texelscope::cuda
