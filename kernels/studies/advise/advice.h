// Which way to get a scene's values is worth it: each choice's rate on a device and its error against exact
// arithmetic, and the choice that follows from them.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/ground/text/sentence.h"
#include "kernels/reports/advise/choice_machine.h"
#include "kernels/reports/profile/report/verdict.h"
#include "kernels/state/session/enums.h"
#include "kernels/studies/advise/studied_scene.h"

namespace texelscope::advise {

// What a choice's fetches wait for. texture, loads: the texture unit, or the kernel's own loads and
// instructions, though all texels lie in the L1.
enum class Limit : std::uint8_t { coordinates, texture, loads, l2, memory };

struct MeasuredChoice {
  Choice choice;
  Sentence refusal;       // why the device does not run it; then the other members are empty
  std::vector<double> ns; // of each launch: its time over its fetches, in nanoseconds
  std::vector<int> visit; // of each launch: in which of the run's visits it was
  double worst_error = 0; // of a component, against exact arithmetic; infinite if a result is no number
  double mean_error = 0;  // of each fetch's worst component
  std::size_t lost = 0;   // fetches that are NaN or infinite by exact arithmetic, and are something else here
  std::size_t bytes = 0;  // of its texels on the device
  double upload_ms = 0;   // until they can be fetched
  double ns_in_l1 = 0, ns_in_l2 = 0; // of a fetch, were its texels there (Part); 0: not measured
  Limit limit = Limit::texture;
  bool on_front = false;                      // nothing that keeps NaN as well is both faster and more exact
  std::optional<profile::Judged> against_own; // its time, over that of the present choice

  double median_ns() const;
  double fetches_per_second() const { return 1e9 / median_ns(); }
  // Of the rate that it has with all texels in the L1.
  double share_of_peak() const { return std::min(1.0, ns_in_l1 / median_ns()); }
};

// Rates follow from stored figures of the device (device_figures.h), and nothing was measured.
struct Prediction {
  std::string date, driver; // of the figures
  // A choice counts as faster if it is predicted to take so much less time than the present one.
  static constexpr double margin = 0.1;
};

struct Advice {
  ChoiceDevice device;
  bool planes = false;                   // ChoiceMachine::coordinates_are_planes()
  bool filters = false;                  // the scene is linear
  std::size_t fetches = 0, compared = 0; // of the scene; of those how many results were compared
  std::size_t not_finite = 0;          // of the compared: those that are NaN or infinite by exact arithmetic
  std::vector<MeasuredChoice> choices; // the present one first
  double allowed_error = 0;
  std::optional<std::size_t> best;      // among `choices`; empty: none has so small an error
  double coordinates_ns = 0;            // of a fetch: reading or computing its coordinates alone
  std::optional<Prediction> prediction; // empty: it was measured

  const MeasuredChoice& own() const { return choices.front(); }
};

// Called now and then with what is being measured and the finished share; false stops the work, and the
// advice is empty.
using AdviceProgress = std::function<bool(const std::string& what, double share)>;

struct AdviceExtent {
  bool compares = true; // with exact arithmetic; otherwise errors are 0
  bool finds_limits = true;
  int visits = 3; // of each choice
};

// `allowed_error`: empty: that of the present choice. Throws MachineError if the device fails.
std::optional<Advice> advise(const StudiedScene& studied, ChoiceMachine& machine,
                             std::optional<double> allowed_error, const AdviceProgress& progress,
                             const AdviceExtent& extent = {});

// What is allowed if nothing else is said: the error of the present choice.
double present_error(const Advice& advice);
// Whether the device runs it, and it loses at most as many NaN and infinities as the present choice.
bool is_usable(const Advice& advice, const MeasuredChoice& measured);

// Chooses among what was measured: sets `best`, `against_own`, `on_front` and `limit`.
void decide(Advice& advice);

} // namespace texelscope::advise

namespace texelscope {
template <>
EnumTable enum_table<advise::Limit>();
}
