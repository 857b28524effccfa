#include "kernels/studies/fetches/traced_fetches.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "kernels/ground/base/parallel.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/fetches/fetch_findings.h"
#include "kernels/studies/fetches/object_texels.h"
#include "kernels/studies/trace/trace_findings.h"
#include "kernels/studies/trace_report/symbolizer.h"
#include "kernels/unit/check/request_session.h"

namespace texelscope::fetches {

namespace {
namespace fs = std::filesystem;
using record::RecordOrigin;
using record::WarpRecord;
using trace::TracedObject;

std::vector<std::string> places_of(const record::Site& site) {
  std::vector<std::string> places;
  for (const record::SourcePlace& place : site.places)
    places.push_back(fmt::format("{}:{}", fs::path(place.file).filename().string(), place.line));
  return places;
}

// "resize(float*, int) app.cu:12"
std::string place_of(const record::Site& site) {
  const std::vector<std::string> places = places_of(site);
  return trace::demangled(site.function) + (places.empty() ? "" : " " + places.front());
}

// As the program's own descriptor has it.
TracedObject original_of(TracedObject object) {
  object.request.sampler = *object.original;
  object.effective = effective_sampler(object.request);
  return object;
}

// An object of the report, as its fetches see it.
struct Target {
  explicit Target(const TracedObject& object) : object(object), texture(fetched_texture(object)) {
    for (const trace::TexelFile& file : object.texels)
      with_texels.insert(file.instance);
  }

  const TracedObject& object;
  std::optional<FetchedTexture> texture;
  std::set<std::uint64_t> with_texels; // instances
  bool is_compared = false, has_original = false;
};

// The texels of an instance; null: they cannot be loaded.
struct InstanceTexels {
  std::unique_ptr<ObjectTexels> own, original;
};

// Those that were compared last.
class LoadedTexels {
public:
  const InstanceTexels& of(const TracedObject& object, std::uint64_t instance) {
    const std::pair key(object.number, instance);
    constexpr std::size_t max_loaded = 16;
    if (loaded.size() == max_loaded && !loaded.contains(key)) loaded.clear();
    const auto [place, added] = loaded.try_emplace(key);
    if (added) {
      place->second.own = ObjectTexels::load(object, instance);
      if (object.original) place->second.original = ObjectTexels::load(original_of(object), instance);
    }
    return place->second;
  }

private:
  std::map<std::pair<int, std::uint64_t>, InstanceTexels> loaded;
};

class Collector {
public:
  Collector(const trace::TraceReport& report, const trace::TextureHandles& handles, const TakeFetches& take)
      : handles(handles), take_fetches(take) {
    for (const TracedObject& object : report.objects)
      targets.emplace(object.number, object);
  }

  void take(const record::FetchSite& site, const RecordOrigin& origin, const WarpRecord& record) {
    Handles objects;
    std::map<int, std::vector<RecordedFetch>> by_object;
    for (const RecordedFetch& lane : fetches_of(site.site, record)) {
      const auto [object, first] = objects.try_emplace(lane.handle);
      if (first)
        object->second =
            handles.find_instance({site.process, origin.context, lane.handle, origin.begins, origin.position})
                .value_or(trace::TextureHandles::Found());
      const int number = int(object->second.object);
      if (number == 0 && lane.handle != 0) ++without_object[{site.process, lane.handle}];
      by_object[number].push_back(lane);
    }
    for (auto& [number, fetches] : by_object) {
      if (take_fetches) take_fetches(site, origin.site, number, fetches);
      add(site.site, {origin.site, number}, fetches, objects);
    }
  }

  void finish() {
    for (auto& [key, waiting] : to_compare)
      compare(key, waiting);
    to_compare.clear();
    waiting_fetches = 0;
  }

  const Target* target(int object) const { return object != 0 ? &targets.at(object) : nullptr; }

  struct Key {
    std::size_t site;
    int object;
    auto operator<=>(const Key&) const = default;
  };
  std::map<Key, FetchStatistics> statistics;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t> without_object; // by process and handle
  std::map<int, Target> targets;

private:
  using Handles = std::map<std::uint64_t, trace::TextureHandles::Found>; // of a warp: most have one
  struct Waiting {
    const record::Site* site;
    std::vector<RecordedFetch> fetches;
  };
  struct InstanceKey {
    int object;
    std::uint64_t instance;
    std::size_t site;
    auto operator<=>(const InstanceKey&) const = default;
  };

  void add(const record::Site& site, const Key& key, const std::vector<RecordedFetch>& fetches,
           const Handles& objects) {
    FetchStatistics& sum = statistics[key];
    const Target* const target = this->target(key.object);
    TextureScale scale;
    scale.axes = std::size_t(site.coordinates.count);
    if (target && target->texture) scale = scale_of(*target->texture, site);
    sum.add(fetches, scale);
    sum.split_warps += objects.size() > 1;
    if (!target) return;
    for (const auto& [handle, found] : objects)
      if (int(found.object) == key.object && target->with_texels.contains(found.instance))
        wait(site, {key.object, found.instance, key.site}, fetches, handle);
  }

  // Those of the handle are compared with others, so that the texels are loaded once for many.
  void wait(const record::Site& site, const InstanceKey& key, const std::vector<RecordedFetch>& fetches,
            std::uint64_t handle) {
    Waiting& waiting = to_compare[key];
    waiting.site = &site;
    const std::size_t before = waiting.fetches.size();
    std::ranges::copy_if(fetches, std::back_inserter(waiting.fetches),
                         [&](const RecordedFetch& fetch) { return fetch.handle == handle; });
    waiting_fetches += waiting.fetches.size() - before;
    constexpr std::size_t at_a_time = 1 << 16, max_waiting = 1 << 20;
    if (waiting.fetches.size() >= at_a_time)
      compare(key, waiting);
    else if (waiting_fetches >= max_waiting)
      finish();
  }

  void compare(const InstanceKey& key, Waiting& waiting) {
    if (waiting.fetches.empty()) return;
    Target& target = targets.at(key.object);
    FetchStatistics& sum = statistics[{key.site, key.object}];
    const InstanceTexels& texels = loaded.of(target.object, key.instance);
    target.is_compared = true;
    target.has_original |= texels.original != nullptr;
    if (texels.own) compare(*texels.own, waiting, sum.model);
    if (texels.original) compare(*texels.original, waiting, sum.original);
    waiting_fetches -= waiting.fetches.size();
    waiting.fetches.clear();
  }

  static void compare(const ObjectTexels& texels, const Waiting& waiting, Comparison& sum) {
    std::vector<std::optional<ObjectTexels::Difference>> differences(waiting.fetches.size());
    loop_in_parallel(int(differences.size()), [&](int i) {
      differences[std::size_t(i)] = texels.difference(*waiting.site, waiting.fetches[std::size_t(i)]);
    });
    for (const auto& each : differences) {
      if (!each) continue;
      ++sum.compared;
      sum.different += each->any;
      sum.greatest = std::max(sum.greatest, each->greatest);
    }
  }

  const trace::TextureHandles& handles;
  const TakeFetches& take_fetches;
  std::map<InstanceKey, Waiting> to_compare;
  std::size_t waiting_fetches = 0;
  LoadedTexels loaded;
};

trace::OriginalComparison original_comparison(const Target& target, const Comparison& sum) {
  trace::OriginalComparison original = {sum.compared, sum.different, sum.greatest, {}};
  if (sum.compared == 0)
    original.why_not = text(!target.is_compared    ? Text::fetch_original_no_texels
                            : !target.has_original ? Text::fetch_original_no_session
                                                   : Text::fetch_original_no_model);
  return original;
}

trace::FetchedObject fetched_object(int number, std::size_t axes, const FetchStatistics& sum,
                                    const Target* target) {
  trace::FetchedObject fetched;
  fetched.object = number;
  fetched.recorded = sum.recorded, fetched.not_finite = sum.not_finite, fetched.outside = sum.outside;
  fetched.compared = sum.model.compared, fetched.different = sum.model.different;
  if (target && target->object.original) fetched.original = original_comparison(*target, sum.original);
  for (std::size_t i = 0; i < axes && sum.axis[i].least <= sum.axis[i].greatest; ++i) {
    fetched.least.push_back(sum.axis[i].least);
    fetched.greatest.push_back(sum.axis[i].greatest);
  }
  return fetched;
}

void add_findings(trace::TraceReport& report, const Collector& collected,
                  const record::FetchRecording& recording) {
  for (TracedObject& object : report.objects) {
    const Target& target = collected.targets.at(object.number);
    std::vector<SiteFetches> sites;
    for (const auto& [key, sum] : collected.statistics)
      if (key.object == object.number)
        sites.push_back({&recording.sites[key.site].site, place_of(recording.sites[key.site].site), sum});
    if (!target.texture) continue;
    for (trace::Finding& each : findings_of(*target.texture, sites))
      object.findings.push_back(std::move(each));
    trace::sort_findings(object.findings);
  }
  for (const auto& [handle, count] : collected.without_object)
    report.findings.push_back(
        {trace::FindingKind::misread,
         {},
         {Text::fetch_no_object,
          {std::to_string(count), fmt::format("{:#x}", handle.second), std::to_string(handle.first)}},
         Text::fetch_no_object_rule,
         {},
         Text::fetch_no_object_cure});
  trace::sort_objects(report);
}
} // namespace

void add_fetches(trace::TraceReport& report, const trace::TextureHandles& handles, const fs::path& folder,
                 const std::vector<record::ServedModule>& modules, const TakeFetches& take) {
  Collector collected(report, handles, take);
  const record::FetchRecording recording =
      record::read_recording(folder, modules, [&](const auto& site, const auto& origin, const auto& record) {
        collected.take(site, origin, record);
      });
  collected.finish();
  trace::FetchesReport& fetches = report.fetches.emplace();
  for (std::size_t i = 0; i < recording.sites.size(); ++i) {
    const record::FetchSite& each = recording.sites[i];
    trace::FetchSite& site = fetches.sites.emplace_back();
    site.process = each.process;
    site.function = trace::demangled(each.site.function);
    site.instruction = each.site.instruction;
    site.places = places_of(each.site);
    site.fetches = each.fetches, site.warps = each.warps;
    for (const auto& [key, sum] : collected.statistics)
      if (key.site == i)
        site.objects.push_back(fetched_object(key.object, std::size_t(each.site.coordinates.count), sum,
                                              collected.target(key.object)));
  }
  for (const record::ServedModule& module : recording.not_recorded)
    fetches.unrecorded.push_back({module.process, module.refusal, module.cure});
  fetches.dropped = recording.dropped;
  fetches.uncounted =
      recording.contexts_without_counts + (recording.contexts == 0 && !recording.sites.empty());
  add_findings(report, collected, recording);
}

} // namespace texelscope::fetches
