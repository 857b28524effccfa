#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/base/float_steps.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/compare/values.h"
#include "kernels/studies/explain/explain_components.h"
#include "kernels/studies/explain/explain_report.h"

namespace texelscope {

namespace {
using Json = nlohmann::ordered_json;

Json optional_number(double value) {
  return std::isnan(value) ? Json() : Json(value);
}
std::string hex(std::uint32_t bits) {
  return fmt::format("{:08x}", bits);
}
Json float_json(float value) {
  return {{"value", double(value)}, {"bits", hex(float_bits(value))}};
}
Json vector_json(const Gradient& g) {
  return {double(g.x), double(g.y), double(g.z)};
}

Json at_json(const Explanation& e) {
  const FetchAt& at = e.at;
  Json json = {{"function", function_name(e.function, e.effective.dimension)}};
  if (e.function == FetchKind::texel) {
    json["index"] = at.texel;
    return json;
  }
  json["coordinate"] = {float_json(at.x), float_json(at.y), float_json(at.z)};
  json["normalized"] = e.effective.sampler.normalized_coords;
  if (is_layered(e.effective.dimension)) json["layer"] = {{"asked", at.layer}, {"read", e.trace.layer}};
  if (is_cube(e.effective.dimension)) json["face"] = identifier(CubeFace(e.trace.face));
  if (e.function == FetchKind::lod) json["lod"] = double(at.lod);
  if (e.function == FetchKind::gather) json["component"] = at.component;
  if (e.function == FetchKind::grad) json.update({{"dx", vector_json(at.dx)}, {"dy", vector_json(at.dy)}});
  return json;
}

Json lod_json(const Explanation& e) {
  const ExplainedLod& lod = *e.lod;
  Json json = Json::object();
  if (e.function == FetchKind::grad)
    json = {{"gradient_lengths", {lod.length[0], lod.length[1]}},
            {"longer_axis", lod.major},
            {"axis_ratio", lod.ratio ? Json(*lod.ratio) : Json()},
            {"anisotropy", lod.anisotropy}};
  json.update({{"asked_over_256", lod.exact},
               {"bias", double(lod.bias)},
               {"taken_bias_over_256", lod.taken_bias},
               {"fraction_slope", lod.slope / 4.0},
               {"biased_over_256", lod.biased},
               {"lowest_over_256", lod.lowest},
               {"highest_over_256", lod.highest},
               {"used_over_256", lod.lod},
               {"ideal", lod.ideal}});
  return json;
}

Json axis_json(const Explanation& e, const LevelTrace& level, std::size_t i) {
  const AxisTrace& a = level.axis[i];
  Json json = {{"name", axis_name(e, i)}, {"given", a.given}, {"taken_as", a.coordinate}};
  if (a.fraction_bits != 0)
    json.update({{"fixed_point", a.fixed}, {"fraction_bits", a.fraction_bits}, {"reflected", a.odd_period}});
  json["position"] = a.position;
  if (level.tap_count > 1) json["snapped_over_256"] = a.snapped;
  json["address_mode"] = identifier(acting_mode(e, i));
  json["footprint"] = a.footprint;
  json["texels"] = {a.texel[0] < 0 ? Json() : Json(a.texel[0]), a.texel[1] < 0 ? Json() : Json(a.texel[1])};
  if (level.tap_count > 1) json["second_weight_over_256"] = a.weight;
  return json;
}

Json memory_json(const MemoryTexel& memory) {
  Json json = {{"byte", memory.byte}};
  json["texel"] = memory.texel ? Json(*memory.texel) : Json();
  return json;
}

Json block_json(const BlockTexel& block) {
  Json json = {{"format", block_format_name(block.format)},
               {"place", {block.column, block.row}},
               {"mode", block.mode < 0 ? Json() : Json(block.mode)},
               {"reserved", block.reserved},
               {"rotation", block.rotation},
               {"planes", Json::array()}};
  for (int i = 0; i < block.planes; ++i) {
    const BlockTexel::Plane& plane = block.plane[std::size_t(i)];
    Json made = {{"first_channel", plane.first_channel}, {"channels", plane.channels}};
    for (std::size_t end = 0; end < 2 && plane.palette != bc::Palette::stated; ++end) {
      const auto first = plane.endpoints[end].expanded.begin() + plane.first_channel;
      made["end_points"].push_back(std::vector<int>(first, first + plane.channels));
    }
    made.update({{"index", plane.index}, {"largest_index", (1 << plane.index_bits) - 1}});
    json["planes"].push_back(std::move(made));
  }
  return json;
}

Json texel_json(const Explanation& e, const ExplainedPart& part, const ExplainedTexel& texel) {
  const LevelTrace& level = part.trace;
  const TapTrace& tap = level.tap[texel.tap];
  Json json = {{"exists", tap.exists}, {"border", tap.border}};
  if (tap.exists && !tap.border) json["place"] = {tap.x, tap.y, tap.z};
  json["weight"] = texel.weight;
  json["weight_bits"] = level.weight_bits;
  json["exact_weight"] = optional_number(texel.exact_weight);
  if (const auto& memory = part.memory[texel.tap]) json["memory"] = memory_json(*memory);
  if (const auto& block = part.block[texel.tap]) json["block"] = block_json(*block);
  if (!tap.exists || !e.has_values) return json;
  for (std::size_t c = 0; c < std::size_t(e.effective.format.channels); ++c) {
    json["stored"].push_back(fmt::format("{:0{}x}", tap.stored[c], e.effective.format.bits / 4));
    json["decoded"].push_back(tap.value[c]);
  }
  return json;
}

Json part_json(const Explanation& e, const ExplainedPart& part) {
  const LevelTrace& level = part.trace;
  Json json = {{"level", level.level}, {"weight", level.weight}, {"weight_bits", level.weight_bits}};
  if (e.anisotropic()) json["offset_over_256"] = level.offset;
  json["axes"] = Json::array();
  for (int i = 0; i < level.axis_count; ++i)
    json["axes"].push_back(axis_json(e, level, std::size_t(i)));
  for (const ExplainedTexel& texel : part.texels)
    json["texels"].push_back(texel_json(e, part, texel));
  return json;
}

Json measured_json(const Explanation& e, const MachineWeights& weights) {
  const MeasuredWeights& found = weights.found;
  Json json = {{"device", weights.machine},
               {"equal", found.equal()},
               {"weight_bits", found.weight_bits},
               {"texels", Json::array()}};
  const std::size_t words = e.function == FetchKind::gather ? 4 : std::size_t(e.effective.format.channels);
  for (const MeasuredTexel& texel : found.texels) {
    Json made = {{"border", !texel.place}};
    if (texel.place)
      made.update(
          {{"level", texel.place->level}, {"place", {texel.place->x, texel.place->y, texel.place->plane}}});
    made["weight"] = texel.weight;
    made["model_weight"] = texel.of_model ? Json(texel.model_weight) : Json();
    for (std::size_t i = 0; i < words; ++i)
      made["returned"].push_back(hex(texel.returned[i]));
    for (std::size_t i = 0; texel.of_model && i < words; ++i)
      made["model_returned"].push_back(hex(texel.model_returned[i]));
    made["same"] = texel.of_model && texel.equal();
    json["texels"].push_back(std::move(made));
  }
  json.update({{"sum", found.sum},
               {"total", found.total},
               {"total_same", found.total_equal},
               {"searched", found.searched},
               {"complete", found.complete},
               {"fetches", found.fetches}});
  return json;
}

std::string rgb_text(const Rgb& color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color[0], color[1], color[2]);
}
Json rgb_json(const std::optional<Rgb>& color) {
  return color ? Json(rgb_text(*color)) : Json();
}

Json picture_axis_json(const PictureAxis& axis) {
  return {{"name", axis.name},
          {"given", optional_number(axis.given)},
          {"action", axis.action.empty() ? Json() : Json(axis.action)},
          {"landed", axis.landed ? Json(*axis.landed) : Json()},
          {"texel_name", axis.texel_name},
          {"position", axis.position}};
}

Json picture_texel_json(const PictureTexel& texel) {
  Json json = {{"level", texel.level},
               {"place", texel.place},
               {"border", texel.border},
               {"exists", texel.exists},
               {"weight", texel.weight},
               {"weight_text", texel.shown},
               {"exact", optional_number(texel.exact)}};
  if (texel.exists && !texel.border) json["at"] = {texel.x, texel.y, texel.plane};
  if (texel.component) json["component"] = *texel.component;
  json.update({{"largest", texel.largest},
               {"column", texel.column},
               {"row", texel.row},
               {"slice", texel.slice},
               {"color", rgb_json(texel.color)},
               {"value", texel.value}});
  return json;
}

Json picture_footprint_json(const PictureFootprint& footprint) {
  Json json = {{"level", footprint.level},
               {"columns", footprint.columns},
               {"rows", footprint.rows},
               {"slices", footprint.slices},
               {"texels", Json::array()},
               {"more", footprint.more},
               {"more_weight", footprint.more_weight}};
  for (const PictureTexel& texel : footprint.texels)
    json["texels"].push_back(picture_texel_json(texel));
  return json;
}

// The table that every face draws.
Json picture_json(const FetchPicture& picture) {
  Json json = {{"component", picture.component}, {"color", rgb_json(picture.color)},
               {"function", picture.function},   {"words", Json::array()},
               {"facts", Json::array()},         {"axes", Json::array()},
               {"levels", Json::array()},        {"footprints", Json::array()}};
  for (const PictureWord& word : picture.words)
    json["words"].push_back(
        {{"name", word.name}, {"value", optional_number(word.value)}, {"text", word.value_text}});
  for (const PictureFact& fact : picture.facts)
    json["facts"].push_back({fact.label, fact.value});
  for (const PictureAxis& axis : picture.axes)
    json["axes"].push_back(picture_axis_json(axis));
  for (const PictureLevel& level : picture.levels)
    json["levels"].push_back({{"level", level.level},
                              {"weight", level.weight},
                              {"weight_text", weight_256ths(level.weight)},
                              {"probes", level.probes}});
  for (const PictureFootprint& footprint : picture.footprints)
    json["footprints"].push_back(picture_footprint_json(footprint));
  json.update({{"titles",
                {{"coordinate", text(Text::picture_coordinate)},
                 {"levels", levels_title(picture)},
                 {"texels", texels_title(picture)},
                 {"sum", sum_title(picture)}}},
               {"sum", sum_line(picture)},
               {"error",
                {{"ideal", optional_number(picture.error.ideal)},
                 {"error", optional_number(picture.error.error)},
                 {"sentence", picture.error.sentence}}}});
  return json;
}

Json sum_json(const Explanation& e, const SumTrace& sum) {
  Json json = {{"steps", Json::array()}};
  for (const SumTrace::Step& step : sum.steps) {
    Json made = Json::object();
    if (step.tap == SumTrace::Step::addition)
      made["adds"] = "quads";
    else
      made.update({{"texel", e.texel_number(step.tap)}, {"product", step.product}});
    made.update({{"sum", step.sum}, {"unit", step.unit}, {"means", step_value(sum, step.sum, step.unit)}});
    json["steps"].push_back(std::move(made));
  }
  if (sum.largest_wide != 0)
    json.update({{"largest_code", sum.largest_code}, {"wide", sum.wide}, {"largest_wide", sum.largest_wide}});
  if (sum.digits != 0) json["digits"] = sum.digits;
  return json;
}

Json word_json(const Explanation& e, std::size_t i) {
  const ExplainedComponent& w = e.components[i];
  Json json = {{"name", word_name(e, i)},    {"value", w.value},
               {"bits", hex(w.bits)},        {"ideal", w.ideal},
               {"error", w.value - w.ideal}, {"weights_error", w.weights_error},
               {"sum_error", w.sum_error},   {"float_steps", w.steps ? Json(*w.steps) : Json()}};
  if (w.specified) json["specified"] = *w.specified;
  if (e.returned && i < std::size_t(e.handed_count) && (e.returned_mask >> i & 1) != 0) {
    const std::uint32_t bits = (*e.returned)[i];
    json["returned"] = {{"bits", hex(bits)}, {"same", bits == e.handed[i]}};
    if (const auto steps = float_steps(bits_float(bits), bits_float(e.handed[i]));
        steps && e.effective.result == ResultType::floating)
      json["returned"]["float_steps"] = *steps;
  }
  json["sum"] = sum_json(e, w.sum);
  return json;
}

Json body_json(const Explanation& e, const ExplainedBody& body) {
  const auto values = [&](const TexelBits& bits) {
    Json all = Json::array();
    for (std::size_t i = 0; i < std::size_t(body.component_count); ++i)
      all.push_back({{"value", number_of(e.effective.result, bits[i])}, {"bits", hex(bits[i])}});
    return all;
  };
  Json json = {{"name", body.name}, {"result", values(body.pixel.value)}, {"fetches", Json::array()}};
  for (const cpu::BodyFetch& fetch : body.pixel.fetches) {
    Json made = {{"function", function_name(fetch.kind, e.effective.dimension)},
                 {"at", {fetch.x, fetch.y}},
                 {"result", values(fetch.value)}};
    if (fetch.kind == FetchKind::gather) made["component"] = fetch.component;
    json["fetches"].push_back(std::move(made));
  }
  return json;
}
} // namespace

nlohmann::ordered_json explanation_json(const FetchExplanation& explanation, const std::string& device,
                                        const MachineWeights* weights) {
  const Explanation& e = explanation.fetch;
  Json json = {{"device", device}};
  if (e.width > 0)
    json.update({{"pixel", e.pixel ? Json{e.pixel->x, e.pixel->y} : Json()},
                 {"size", {e.width, e.height}},
                 {"view", {e.view[0], e.view[1]}}});
  json.update({{"why", explanation.reasons}, {"empty", e.empty}});
  for (const auto& [axis, step] : e.resize)
    json["resize"][axis] = step;
  if (!e.empty) {
    if (explanation.body) json["body"] = body_json(e, *explanation.body);
    json["fetch"] = at_json(e);
    if (e.lod) json["level_of_detail"] = lod_json(e);
    json["anisotropic"] = e.anisotropic();
    for (const ExplainedPart& part : e.parts)
      json["parts"].push_back(part_json(e, part));
    if (weights != nullptr) json["measured_weights"] = measured_json(e, *weights);
    for (std::size_t i = 0; e.has_values && i < std::size_t(e.word_count); ++i)
      json["result"].push_back(word_json(e, i));
    if (e.slab_samples > 0) json["slab"] = {{"fetch", e.slab_samples / 2 + 1}, {"of", e.slab_samples}};
    for (std::size_t i = 0; e.has_values && i < std::size_t(e.handed_count); ++i)
      json["handed_over"].push_back(hex(e.handed[i]));
    for (std::size_t i = 0; e.has_values && i < std::size_t(e.handed_count); ++i)
      json["handed_over_values"].push_back(number_of(e.effective.result, e.handed[i]));
  }
  json["picture"] = picture_json(explanation.picture);
  return json;
}

std::string explain_json(const FetchExplanation& explanation, const std::string& device,
                         const MachineWeights* weights, const nlohmann::ordered_json& report) {
  Json json = explanation_json(explanation, device, weights);
  if (!report.is_null()) json["report"] = report;
  return json_text(std::move(json));
}

std::string settings_json(const std::vector<SettingReport>& settings, Dimension dimension,
                          const std::string& device, const nlohmann::ordered_json& report) {
  Json json = {{"device", device}, {"settings", Json::array()}};
  for (const SettingReport& s : settings) {
    static constexpr const char* changes[] = {"no_effect", "altered", "refused"};
    Json made = {{"field", s.field->path},
                 {"asked", s.requested},
                 {"effective", s.effective},
                 {"change", !s.change   ? "none"
                            : s.rounded ? "rounded"
                                        : changes[std::size_t(*s.change)]}};
    if (s.change) made.update({{"sentence", s.sentence}, {"rule", s.rule}});
    if (!s.no_proof.empty()) made["no_proof"] = s.no_proof;
    if (s.proof)
      made["proof"] = {{"call", proof_call(s, dimension)},
                       {"word", s.proof->word},
                       {"as_asked", s.proof->as_requested},
                       {"as_effective", s.proof->as_effective},
                       {"returned", s.proof->returned ? Json(s.proof->returned_value) : Json()}};
    json["settings"].push_back(std::move(made));
  }
  if (!report.is_null()) json["report"] = report;
  return json_text(std::move(json));
}

} // namespace texelscope
