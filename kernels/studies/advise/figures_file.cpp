// The figures of a device as a file.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include <fmt/format.h>

#include "kernels/ground/base/folder_entries.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/described.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/paths.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/advise/device_figures.h"

namespace texelscope::advise {

namespace fs = std::filesystem;

namespace {
constexpr std::size_t max_bytes = std::size_t(16) << 20;
constexpr int max_levels = 8;
constexpr const char* folder = "figures"; // of the assets

// Four digits are more than such measurements repeat.
double rounded(double value) {
  const double near = std::strtod(fmt::format("{:.4g}", value).c_str(), nullptr);
  return std::isfinite(near) ? near : value;
}

struct Positive { // and finite
  Json write(double value) const { return rounded(value); }
  void read(const JsonNode& node, double& value) const {
    not_negative.read(node, value);
    if (value == 0) node.refuse(text(Text::advise_no_time));
  }
};
constexpr Positive positive;

struct SceneName {
  Json write(const FigureScene& scene) const { return name(scene); }
  void read(const JsonNode& node, FigureScene& scene) const {
    const std::string wanted = node.string();
    const auto found =
        std::ranges::find(figure_scenes(), wanted, [](const FigureScene& s) { return name(s); });
    if (found == figure_scenes().end()) node.refuse(say(Text::advise_no_standard_scene, {wanted}));
    scene = *found;
  }
};

// {"array": [1, 2, 3, 4]}; null: the device refused it.
struct Times {
  Json write(const std::map<Way, TypeTimes>& ns) const {
    Json all = Json::object();
    for (const auto& [way, times] : ns) {
      Json list = Json::array();
      for (const double time : times)
        list.push_back(time > 0 ? Json(rounded(time)) : Json());
      all[std::string(name(way))] = list;
    }
    return all;
  }
  void read(const JsonNode& node, std::map<Way, TypeTimes>& ns) const {
    for (const JsonNode& member : node.members()) {
      const auto way = way_named(member.name());
      if (!way) member.refuse(say(Text::advise_no_way, {member.name()}));
      const std::vector<JsonNode> items = member.items();
      TypeTimes& times = ns[*way];
      if (items.size() != times.size())
        member.refuse(say(Text::advise_four_times, {std::to_string(times.size())}));
      for (std::size_t i = 0; i < items.size(); ++i)
        if (!std::holds_alternative<std::monostate>(items[i].value().data)) positive.read(items[i], times[i]);
    }
  }
};
} // namespace

template <class Archive>
void describe(Archive& archive, Described<Archive, FetchFootprint>& footprint) {
  archive("computed", footprint.computed);
  archive("whole_steps", footprint.whole_steps);
  archive("warp_sectors", footprint.warp_sectors, positive);
  archive("warp_squares", footprint.warp_squares, positive);
  archive("fetch_sectors", footprint.fetch_sectors, positive);
  archive("thread_fetches", footprint.thread_fetches, Within{1, most_tile_steps});
  archive("working_set", footprint.working_set, Within{1});
}

template <class Archive>
void describe(Archive& archive, Described<Archive, Figure>& figure) {
  archive("scene", figure.scene, SceneName());
  archive("touches", figure.footprint);
  archive("coordinates", figure.coordinates_ns, positive);
  archive("ns", figure.ns, Times());
}

template <class Archive>
void describe(Archive& archive, Described<Archive, DeviceFigures>& figures) {
  archive.constant("texelscope_figures", DeviceFigures::version);
  archive("device", figures.device.name);
  archive("multiprocessors", figures.device.multiprocessors, Within{1, 1 << 20});
  archive("shared_bytes", figures.device.shared_bytes, Within{0, 1 << 30});
  archive("driver", figures.driver);
  archive("program", figures.program);
  archive("date", figures.date);
  archive("figures", figures.figures);
}

// A line for each scene.
std::string figures_json(const DeviceFigures& figures) {
  DeviceFigures head = figures;
  head.figures.clear();
  std::string all = written(head).dump(1);
  all.resize(all.rfind("[]"));
  all += "[\n";
  for (std::size_t i = 0; i < figures.figures.size(); ++i)
    all += "  " + written(figures.figures[i]).dump() + (i + 1 < figures.figures.size() ? ",\n" : "\n");
  return all + " ]\n}\n";
}

DeviceFigures parse_figures(std::string_view json, std::string_view name_of_file) {
  const JsonText source{json, name_of_file};
  const JsonValue tree = parse_strict_json(source, max_levels);
  const JsonNode root(source, tree);
  const JsonNode format = root.at("texelscope_figures");
  if (format.integer(0, 1000000) != DeviceFigures::version)
    format.refuse(say(Text::bench_version, {std::to_string(DeviceFigures::version)}));
  auto figures = read_described<DeviceFigures>(root);
  std::set<std::string> seen;
  const std::vector<JsonNode> nodes = root.at("figures").items();
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (!seen.insert(name(figures.figures[i].scene)).second)
      nodes[i].at("scene").refuse(text(Text::bench_twice));
  return figures;
}

std::vector<std::string> shipped_figures() {
  std::vector<std::string> names;
  if (assets_folder().empty()) return names;
  std::error_code none;
  for (const fs::path& file : folder_entries(assets_folder() / folder, none))
    if (ending_of(file) == ".json") names.push_back(file.stem().string());
  std::ranges::sort(names);
  return names;
}

DeviceFigures load_figures(const std::string& name_or_file) {
  const std::vector<std::string> names = shipped_figures();
  const bool is_shipped = std::ranges::find(names, name_or_file) != names.end();
  std::error_code none;
  const bool is_name =
      name_or_file.find_first_of("./") == std::string::npos && !fs::exists(fs::path(name_or_file), none);
  if (!is_shipped && is_name) throw UserError(say(Text::advise_no_device, {name_or_file, joined(names)}));
  const fs::path file =
      is_shipped ? assets_folder() / folder / (name_or_file + ".json") : fs::path(name_or_file);
  return parse_figures(read_text_file(file, max_bytes), input_name(file));
}

} // namespace texelscope::advise
