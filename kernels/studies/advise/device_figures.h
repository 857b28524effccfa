// The figures of a device: how fast it fetches the standard scenes in each way, measured once and stored, so
// that other machines can predict what it does with a scene of their own.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/reports/advise/cells.h"
#include "kernels/reports/advise/choice_machine.h"
#include "kernels/studies/advise/fetch_footprint.h"
#include "kernels/studies/advise/figure_scenes.h"

namespace texelscope::advise {

// Nanoseconds of a fetch from texels of the types f32, f16, u16 and u8; 0: the device refused it.
using TypeTimes = std::array<double, 4>;

struct Figure {
  FigureScene scene;
  FetchFootprint footprint;
  double coordinates_ns = 0; // of a fetch: its coordinates alone
  std::map<Way, TypeTimes> ns;
  bool operator==(const Figure&) const = default;
};

struct DeviceFigures {
  static constexpr int version = 1; // of the file format
  ChoiceDevice device;
  std::string driver, program; // "580.159.04"; "0.1.0"
  std::string date;            // "2026-11-29"
  std::vector<Figure> figures;
};

// --- measuring ---

using MachineMaker = std::function<std::unique_ptr<ChoiceMachine>(const Scene&)>;
using FiguresProgress = std::function<bool(const std::string& scene, double share)>;

// `progress` is called often, and false stops the work: then nothing is returned. Driver, program and date
// are left to the caller. Throws MachineError if the device fails.
std::optional<DeviceFigures> measure_figures(const MachineMaker& make_machine,
                                             std::span<const FigureScene> scenes,
                                             const FiguresProgress& progress);

// --- files ---

std::string figures_json(const DeviceFigures& figures);
// Throws a UserError with the place for text that is not JSON, another version, members that are unknown,
// missing or of another type, scenes that are none of the standard ones or listed twice, and times that are
// not positive.
DeviceFigures parse_figures(std::string_view json, std::string_view name);
// A file, or a shipped one by its name, such as "h200". Throws UserError, and names those that are known.
DeviceFigures load_figures(const std::string& name_or_file);
std::vector<std::string> shipped_figures(); // their names, sorted

// --- looking up ---

// What the figures say of a scene. Times lie between those of the scenes that are most alike: the line
// through them, with both axes logarithmic, at the scene's working set.
class FigureLookup {
public:
  FigureLookup(const DeviceFigures& from, const Scene& scene); // both must outlive it

  const FetchFootprint& footprint() const { return touched; }
  // Nanoseconds of a fetch. Empty: no standard scene with such a choice is enough alike.
  std::optional<double> ns(const Choice& choice) const;
  std::optional<double> coordinates_ns() const;

private:
  using TimeOf = std::function<double(const Figure&)>; // 0: it has none
  std::optional<double> between(const TimeOf& time, bool tiles) const;

  const Scene& scene;
  std::optional<Cells> cells;
  std::vector<const Figure*> alike; // but for size and order, the smallest working sets first
  FetchFootprint touched;
};

} // namespace texelscope::advise
