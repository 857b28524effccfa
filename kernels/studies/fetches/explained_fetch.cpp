#include "kernels/studies/fetches/explained_fetch.h"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/text_columns.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/studies/explain/explain_report.h"
#include "kernels/studies/texture/texture_recipe.h"
#include "kernels/unit/fetch/fetch_view.h"

namespace texelscope::fetches {

namespace {
using Json = nlohmann::ordered_json;
using trace::TracedObject;
using trace::TraceReport;

// "12,34,5"
template <class Number>
std::string joined(const std::array<Number, 3>& numbers) {
  return fmt::format("{},{},{}", numbers[0], numbers[1], numbers[2]);
}

// Takes on what a session says of the fetch's arguments.
void set_fetch(Session& session, const RecordedFetch& fetch) {
  session.fetch.function = fetch.function;
  session.fetch.layer = fetch.at.layer;
  session.fetch.lod = fetch.at.lod;
  session.fetch.component = fetch.at.component;
  if (fetch.function != FetchKind::grad) return;
  session.fetch.gradients = GradientRule::given;
  session.fetch.dx = {fetch.at.dx.x, fetch.at.dx.y, fetch.at.dx.z};
  session.fetch.dy = {fetch.at.dy.x, fetch.at.dy.y, fetch.at.dy.z};
}

// They were not copied, while those of other explanations are only on the GPU.
void say_texels_are_unknown(FetchExplanation& explanation) {
  const std::string sentence = text(Text::reason_no_copied_texels);
  std::ranges::replace(explanation.reasons, std::string(text(Text::reason_no_values)), sentence);
  explanation.picture.error.sentence = sentence;
}
} // namespace

std::string results_text(const FetchRow& row) {
  std::string line;
  for (std::size_t i = 0; i < row.fetch.result.size(); ++i)
    line += (i == 0 ? "" : " ") +
            ((row.received >> i & 1) != 0 ? result_text(row.type, row.fetch.result[i]) : std::string("-"));
  return line;
}

struct FetchExplainer::Object {
  Session session;
  std::vector<std::string> unsaid;
  std::shared_ptr<const Image> image;
  bool own_texels = false;
  const TracedObject& traced;

  explicit Object(const TracedObject& object) : traced(object) {
    trace::ObjectSession opened = trace::object_session(object);
    session = std::move(opened.session);
    own_texels = !object.texels.empty() && object.count == 1;
    unsaid = std::move(opened.unsaid);
    std::erase(unsaid, text(Text::unsaid_fetch));  // here it is shown
    std::erase(unsaid, text(Text::unsaid_texels)); // none stand for them here
    if (!object.texels.empty() && object.count > 1)
      unsaid.push_back(say(Text::fetch_several, {std::to_string(object.count)}));
    TextureFiles files;
    image = make_texture(texture_recipe(session.texture, effective_settings(session), {}), files,
                         [](double) { return true; });
  }
};

FetchExplainer::FetchExplainer(const TraceReport& report) : report(report) {}
FetchExplainer::~FetchExplainer() = default;

ExplainedFetch FetchExplainer::explain(const FetchRow& row) {
  ExplainedFetch explained;
  explained.row = row;
  const auto& sites = report.fetches->sites;
  const TracedObject* const traced = row.object == 0 ? nullptr : object_of(report, row.object);
  if (row.site >= sites.size() || sites[row.site].process != row.process || (row.object != 0 && !traced))
    throw UserError(say(Text::fetch_other_report, {report.fetches->file}));
  explained.site = sites[row.site];
  if (!traced) {
    explained.why_not = text(Text::fetch_why_no_object);
    return explained;
  }
  if (row.incomplete) {
    explained.why_not = say(Text::fetch_why_incomplete, {explained.site.instruction});
    return explained;
  }
  std::unique_ptr<Object>& object = objects[row.object];
  if (!object) object = std::make_unique<Object>(*traced);
  Session session = object->session;
  session.fetch.function = row.fetch.function;
  session.fetch.component = row.fetch.at.component;
  Resolution resolution = resolve(session);
  Effective& effective = resolution.effective;
  const bool index = effective.function == FetchKind::texel;
  const auto geometry = record::named_geometry(explained.site.instruction);
  if (effective.function != row.fetch.function ||
      (!index && (!geometry || dimension_of(*geometry) != effective.dimension))) {
    explained.why_not =
        say(Text::fetch_why_other_kind,
            {explained.site.instruction, index ? "linear memory" : identifier(effective.dimension)});
    return explained;
  }
  if (traced->effective) effective.sampler = *traced->effective;
  explained.own_texels = object->own_texels;
  explained.unsaid = object->unsaid;
  Explanation& e = explained.explanation.fetch;
  e = explain_fetch(session, effective, object->image->texels.data(), row.fetch.at,
                    object->image->compressed.get(), object->own_texels);
  const bool same_type =
      is_float(row.type) == (effective.result == ResultType::floating) && row.type != record::ResultType::f16;
  if (object->own_texels && same_type) {
    e.returned = row.fetch.result;
    e.returned_mask = row.received;
  }
  explained.explanation = texelscope::explained(std::move(e), resolution.notes, session.view);
  if (!object->own_texels) say_texels_are_unknown(explained.explanation);
  return explained;
}

FetchSession fetch_session(const TracedObject& object, const FetchRow& row) {
  FetchSession made{trace::object_session(object), {}};
  std::erase(made.opened.unsaid, text(Text::unsaid_fetch));
  set_fetch(made.opened.session, row.fetch);
  keep_in_range(made.opened);
  const Effective effective = effective_settings(made.opened.session);
  const FetchAt& at = row.fetch.at;
  made.position = {row.fetch.coordinates, counts_texels(made.opened.session, effective), at.layer, {}, 0};
  if (effective.function == FetchKind::lod) made.position.lod = double(at.lod);
  if (effective.function == FetchKind::texel)
    made.position.at[0] = (double(at.texel) + 0.5) / effective.width;
  return made;
}

FetchFile fetch_file_of(const TraceReport& report) {
  if (!report.fetches || report.fetches->file.empty()) throw UserError(text(Text::fetch_no_file));
  if (ending_of(report.fetches->file) != ".npy")
    throw UserError(say(Text::fetch_file_csv, {report.fetches->file}));
  return FetchFile(report.fetches->file);
}

std::vector<FetchRow> first_fetches(FetchFile& file) {
  constexpr std::uint64_t max_of_object = 64, max_rows = 100'000;
  std::map<int, std::uint64_t> of_object;
  std::vector<FetchRow> first;
  std::uint64_t rows = 0;
  file.read([&](const FetchRow& row) {
    if (++of_object[row.object] <= max_of_object) first.push_back(row);
    return ++rows < max_rows;
  });
  return first;
}

FetchRow find_fetch(FetchFile& file, int object, std::uint64_t number) {
  std::optional<FetchRow> found;
  std::uint64_t of_object = 0;
  file.read([&](const FetchRow& row) {
    of_object += row.object == object;
    if (row.object == object && row.number == number) found = row;
    return !found;
  });
  if (!found)
    throw UserError(say(Text::fetch_no_number,
                        {std::to_string(object), std::to_string(of_object), std::to_string(number)}));
  return *found;
}

namespace {
struct ThreadFetches {
  std::vector<ExplainedFetch> first;
  std::uint64_t count = 0;
};

ThreadFetches fetches_of_thread(const TraceReport& report, FetchFile& file, const ThreadPosition& position,
                                int object) {
  constexpr std::uint64_t max_explained = 16;
  const auto wanted = [&](const FetchRow& row) {
    return is_at(row.fetch, position) && (object == 0 || row.object == object);
  };
  std::optional<std::pair<std::uint32_t, std::uint64_t>> launch; // the last one
  file.read([&](const FetchRow& row) {
    if (wanted(row)) launch = {row.process, row.fetch.grid};
    return true;
  });
  if (!launch) throw UserError(say(Text::fetch_thread_none, {joined(position)}));
  ThreadFetches found;
  FetchExplainer explainer(report);
  file.read([&](const FetchRow& row) {
    if (!wanted(row) || std::pair(row.process, row.fetch.grid) != *launch) return true;
    if (++found.count <= max_explained) found.first.push_back(explainer.explain(row));
    return true;
  });
  return found;
}
} // namespace

std::string thread_text(const TraceReport& report, FetchFile& file, const ThreadPosition& position,
                        int object) {
  const ThreadFetches found = fetches_of_thread(report, file, position, object);
  const FetchRow& row = found.first.front().row;
  std::string out = say(Text::fetch_thread_head,
                        {joined(position), counted(found.count, Text::fetch_one, Text::fetch_times),
                         std::to_string(row.fetch.grid), std::to_string(row.process)});
  for (const ExplainedFetch& fetch : found.first)
    out += "\n" + fetch_text(fetch);
  if (const std::uint64_t more = found.count - found.first.size(); more > 0)
    out += counted(more, Text::fetch_thread_one_more, Text::fetch_thread_more);
  return out;
}

nlohmann::ordered_json thread_json(const TraceReport& report, FetchFile& file, const ThreadPosition& position,
                                   int object) {
  const ThreadFetches found = fetches_of_thread(report, file, position, object);
  Json json = {{"thread", position}, {"count", found.count}, {"fetches", Json::array()}};
  for (const ExplainedFetch& fetch : found.first)
    json["fetches"].push_back(fetch_json(fetch));
  return json;
}

std::string fetch_text(const ExplainedFetch& fetch) {
  const FetchRow& row = fetch.row;
  const RecordedFetch& at = row.fetch;
  const std::string place = fetch.site.places.empty() ? "" : " " + fetch.site.places.front();
  std::string out = row.object == 0
                        ? say(Text::fetch_head_unknown, {fetch.site.instruction, fetch.site.function + place})
                        : say(Text::fetch_head, {std::to_string(row.number), std::to_string(row.object),
                                                 fetch.site.instruction, fetch.site.function + place});
  out += say(Text::fetch_where,
             {std::to_string(row.process), std::to_string(at.grid), joined(at.block), joined(at.thread),
              joined(ThreadPosition{at.position(0), at.position(1), at.position(2)})});
  out += say(Text::fetch_got, {results_text(row)});
  constexpr std::size_t line_width = 110;
  for (const std::string& sentence : fetch.unsaid)
    out += two_columns("", sentence, 2, line_width);
  if (!fetch.why_not.empty()) return out + two_columns("", fetch.why_not, 2, line_width);
  return out + "\n" + explain_text(fetch.explanation, text(Text::fetch_the_program));
}

nlohmann::ordered_json fetch_json(const ExplainedFetch& fetch) {
  const FetchRow& row = fetch.row;
  const RecordedFetch& at = row.fetch;
  Json result = Json::array();
  for (std::size_t i = 0; i < at.result.size(); ++i)
    result.push_back((row.received >> i & 1) != 0 ? Json(fmt::format("{:08x}", at.result[i])) : Json());
  Json json = {{"number", row.number},
               {"object", row.object},
               {"process", row.process},
               {"kernel", fetch.site.function},
               {"instruction", fetch.site.instruction},
               {"places", fetch.site.places},
               {"launch", at.grid},
               {"block", at.block},
               {"thread", at.thread},
               {"position", {at.position(0), at.position(1), at.position(2)}},
               {"lane", at.lane},
               {"quad_lane", at.at.quad_lane},
               {"got", result},
               {"own_texels", fetch.own_texels},
               {"unsaid", fetch.unsaid}};
  if (fetch.why_not.empty())
    json.update(explanation_json(fetch.explanation, "the program"));
  else
    json["not_explained"] = fetch.why_not;
  return json;
}

} // namespace texelscope::fetches
