#include "kernels/studies/advise/device_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/studies/advise/advice.h"

namespace texelscope::advise {

namespace {
constexpr double max_distance = 2.5; // beyond which scenes are not alike
constexpr double fewer_counts = 0.5; // there: what touches less is hardly slower, and little faster
constexpr double max_growth = 8;     // how much larger than any of such scenes a working set may be

std::size_t type_of(const ElementFormat& texels) {
  if (texels.kind == ElementKind::floating) return texels.bits == 32 ? 0 : 1;
  return texels.bits == 16 ? 2 : 3;
}

Figure figure_of(const FigureScene& scene, const Advice& advice, const FetchFootprint& footprint) {
  Figure figure;
  figure.scene = scene;
  figure.footprint = footprint;
  figure.coordinates_ns = advice.coordinates_ns;
  for (const MeasuredChoice& m : advice.choices)
    if (m.refusal.empty()) figure.ns[m.choice.way][type_of(m.choice.texels)] = m.median_ns();
  return figure;
}
} // namespace

std::optional<DeviceFigures> measure_figures(const MachineMaker& make_machine,
                                             std::span<const FigureScene> scenes,
                                             const FiguresProgress& progress) {
  DeviceFigures all;
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    const auto goes_on = [&](double share) {
      return progress(name(scenes[i]), (double(i) + share) / double(scenes.size()));
    };
    if (!goes_on(0)) return std::nullopt;
    StudiedScene studied;
    studied.scene = made_scene(scenes[i]);
    const FetchFootprint footprint = footprint_of(studied.scene);
    const auto machine = make_machine(studied.scene);
    all.device = machine->device();
    const auto advice =
        advise(studied, *machine, {}, [&](const std::string&, double share) { return goes_on(share); },
               {.compares = false, .finds_limits = false, .visits = 1});
    if (!advice) return std::nullopt;
    all.figures.push_back(figure_of(scenes[i], *advice, footprint));
  }
  return all;
}

FigureLookup::FigureLookup(const DeviceFigures& from, const Scene& of)
    : scene(of), cells(cells_of(of)), touched(footprint_of(of)) {
  const FigureScene kind = {scene.dimension, scene.by_index,
                            scene.is_linear() ? FilterMode::linear : FilterMode::point, scene.own.channels};
  for (const Figure& figure : from.figures)
    if (are_alike(figure.scene, kind) && figure.footprint.computed == touched.computed)
      alike.push_back(&figure);
  std::ranges::stable_sort(alike, {}, [](const Figure* figure) { return figure->footprint.working_set; });
}

std::optional<double> FigureLookup::between(const TimeOf& time, bool tiles) const {
  std::map<FetchOrder, std::vector<const Figure*>> orders;
  for (const Figure* figure : alike)
    if (time(*figure) > 0) orders[figure->scene.order].push_back(figure);

  const auto size_of = [](const Figure* figure) { return std::log(double(figure->footprint.working_set)); };
  const double size = std::log(double(touched.working_set));
  const auto growth = [&](const Figure* figure) { return std::abs(size_of(figure) - size); };
  double nearest = std::numeric_limits<double>::infinity();
  const std::vector<const Figure*>* best = nullptr;
  for (const auto& [order, figures] : orders) {
    if (size > size_of(figures.back()) + std::log(max_growth)) continue;
    const Figure* const as_large = *std::ranges::min_element(figures, {}, growth);
    if (distance(touched, as_large->footprint, tiles, fewer_counts) > max_distance) continue;
    const double apart = distance(touched, as_large->footprint, tiles);
    if (apart < nearest) nearest = apart, best = &figures;
  }
  if (!best) return std::nullopt;

  const auto above =
      std::ranges::find_if(*best, [&](const Figure* figure) { return size_of(figure) >= size; });
  if (above == best->begin()) return time(**above);
  if (above == best->end()) return time(*best->back());
  const Figure *const low = *(above - 1), *const high = *above;
  const double share = (size - size_of(low)) / (size_of(high) - size_of(low));
  return std::exp(std::lerp(std::log(time(*low)), std::log(time(*high)), share));
}

std::optional<double> FigureLookup::ns(const Choice& choice) const {
  // Choices that may take their texels by steps from an index do so in all such scenes, or in none.
  const bool may_step = choice.way == Way::nearest || (choice.way == Way::tile && !scene.is_linear());
  const bool steps = cells && takes_cells(scene, choice, *cells);
  const auto time = [&](const Figure& figure) {
    const auto found = figure.ns.find(choice.way);
    if (found == figure.ns.end() || (may_step && figure.footprint.whole_steps != steps)) return 0.0;
    return found->second[type_of(choice.texels)];
  };
  return between(time, needs_boxes(choice.way));
}

std::optional<double> FigureLookup::coordinates_ns() const {
  return between([](const Figure& figure) { return figure.coordinates_ns; }, false);
}

} // namespace texelscope::advise
