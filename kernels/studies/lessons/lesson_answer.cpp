#include "kernels/studies/lessons/lesson_answer.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/cpu/view_fetch.h"
#include "kernels/reports/profile/live/warp_footprint.h"
#include "kernels/studies/compare/values.h"
#include "kernels/studies/explain/effective_session.h"
#include "kernels/studies/explain/one_fetch.h"
#include "kernels/studies/lessons/lesson_probes.h"
#include "kernels/studies/texture/texture_recipe.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/texture_view.h"

namespace texelscope {

namespace {

// A session's texture with the effective sampler.
struct Sampled {
  Sampled(const Session& requested, const std::filesystem::path& base)
      : session(requested), resolution(resolve(requested)) {
    TextureFiles files;
    const Effective& e = resolution.effective;
    image = make_texture(texture_recipe(session.texture, e, base), files, [](double) { return true; });
    texture = make_texture_view(image->texels.data(), e, reinterpreted);
  }
  Sampled(const Sampled&) = delete;

  FetchKind function() const { return resolution.effective.function; }
  // The sampler as requested, because a GPU overrides it by itself.
  Texture as_requested() const {
    Texture requested = texture;
    requested.sampler.address = session.sampler.address;
    return requested;
  }

  Session session;
  Resolution resolution;
  std::shared_ptr<const Image> image;
  Image reinterpreted;
  Texture texture;
};

class Fetcher {
public:
  Fetcher(const Sampled& of, const AnswerMachine& machine) : from(of) {
    if (machine.on_device) device = make_device_batch(from.as_requested());
  }
  double value(const FetchAt& at, int channel) const {
    const Texture& texture = from.texture;
    return number_of(texture.result_type(),
                     fetch_one(device.get(), texture, from.function(), at)[std::size_t(channel)]);
  }
  std::string source() const { return text(device ? Text::lesson_by_gpu : Text::lesson_by_model); }

private:
  const Sampled& from;
  std::unique_ptr<DeviceBatch> device;
};

const LevelTrace& first_level(const Trace& trace) {
  return trace.probes.empty() ? trace.level[0] : trace.probes[0];
}

// Counts the texels with a weight, of all levels and probes.
int weighed_taps(const Trace& trace) {
  int count = 0;
  const auto add = [&](const LevelTrace& level) {
    for (int i = 0; i < level.tap_count; ++i)
      count += level.tap[std::size_t(i)].exists && level.tap[std::size_t(i)].weight != 0;
  };
  for (int i = 0; i < trace.level_count; ++i)
    add(trace.level[std::size_t(i)]);
  std::for_each(trace.probes.begin(), trace.probes.end(), add);
  return count;
}

double part_of_trace(const Quantity& q, const Sampled& sampled, const FetchAt& at) {
  const Trace trace = fetch_traced(sampled.texture, sampled.function(), at);
  const LevelTrace& level = first_level(trace);
  switch (q.part) {
  case AnswerPart::error:
    return number_of(sampled.texture.result_type(), trace.result[std::size_t(q.channel)]) -
           trace.ideal[std::size_t(q.channel)];
  case AnswerPart::texel_x:
    return level.tap[0].x;
  case AnswerPart::texel_y:
    return level.tap[0].y;
  case AnswerPart::weight:
    return level.axis[0].weight / 256.0;
  case AnswerPart::taps:
    return weighed_taps(trace);
  case AnswerPart::bytes:
    return weighed_taps(trace) * sampled.texture.format.texel_bytes();
  case AnswerPart::lod:
    return trace.lod / 256.0;
  case AnswerPart::probes:
    return double(trace.probes.size());
  default:
    throw std::invalid_argument(text(Text::lesson_no_part));
  }
}

LessonTruth fetched(const Quantity& q, const Sampled& sampled, const FetchAt& at,
                    const AnswerMachine& machine) {
  if (q.part != AnswerPart::value) return {part_of_trace(q, sampled, at), text(Text::lesson_by_model)};
  const Fetcher fetcher(sampled, machine);
  return {fetcher.value(at, q.channel), fetcher.source()};
}

LessonTruth pixel(const Quantity& q, const Session& session, const AnswerMachine& machine) {
  const Sampled sampled(session, machine.base);
  const FetchView view = make_fetch_view(session, sampled.resolution.effective, q.width, q.height);
  const PixelFetch fetch = pixel_fetch_in_quad(view, q.pixel.x, q.pixel.y, q.width);
  if (fetch.empty) throw std::invalid_argument(text(Text::lesson_empty_pixel));
  return fetched(q, sampled, fetch.at, machine);
}

LessonTruth warp(const Quantity& q, const Session& session, const AnswerMachine& machine) {
  const Sampled sampled(session, machine.base);
  const profile::WarpFootprint touched = profile::warp_footprint(session, sampled.resolution.effective,
                                                                 *sampled.image, q.width, q.height, q.pixel);
  const auto found = [](int count) { return LessonTruth{double(count), text(Text::lesson_by_rules)}; };
  if (q.part == AnswerPart::texels) return found(touched.texels);
  if (q.part == AnswerPart::sectors) return found(touched.sectors);
  if (q.part == AnswerPart::lines) return found(touched.lines);
  throw std::invalid_argument(text(Text::lesson_no_part));
}

LessonTruth distinct(const Quantity& q, const Session& session, const AnswerMachine& machine) {
  const Sampled sampled(session, machine.base);
  const Fetcher fetcher(sampled, machine);
  std::set<double> values;
  for (int i = 0; i < q.count; ++i) {
    const float t = q.count > 1 ? float(i) / float(q.count - 1) : 0;
    FetchAt at = q.at;
    at.x += (q.to.x - q.at.x) * t;
    at.y += (q.to.y - q.at.y) * t;
    at.z += (q.to.z - q.at.z) * t;
    at.lod += (q.to.lod - q.at.lod) * t;
    values.insert(fetcher.value(at, q.channel));
  }
  return {double(values.size()), fetcher.source()};
}

double number_of(const LessonTruth& truth) {
  if (const auto* number = std::get_if<double>(&truth.value)) return *number;
  throw std::invalid_argument(say(Text::lesson_no_number, {std::get<std::string>(truth.value)}));
}

LessonTruth combined(const Quantity& q, const Session& session, const AnswerMachine& machine) {
  const LessonTruth first = compute_answer(q.operands[0], session, machine);
  const double a = number_of(first), b = number_of(compute_answer(q.operands[1], session, machine));
  if (q.kind == Quantity::Kind::difference) return {a - b, first.source};
  if (q.kind == Quantity::Kind::ratio) return {a / b, first.source};
  return {std::string(a < b ? "less" : a > b ? "greater" : "equal"), first.source};
}

LessonTruth effective(const Quantity& q, const Session& session) {
  const Session taken = effective_session(session, effective_settings(session));
  const Field* field = find_field(q.word);
  return {format_value(*field, field->get(taken)), text(Text::lesson_by_rules)};
}

LessonTruth note(const Quantity& q, const Session& session) {
  static constexpr const char* kinds[] = {"no_effect", "altered", "refused"};
  const Resolution resolution = resolve(session);
  const Note* note = resolution.note_for(q.word);
  return {std::string(note ? kinds[std::size_t(note->kind)] : "as_asked"), text(Text::lesson_by_rules)};
}
} // namespace

LessonTruth compute_answer(const Quantity& q, const Session& requested, const AnswerMachine& machine) {
  using Kind = Quantity::Kind;
  Session session = requested;
  apply(q.fields, session);
  switch (q.kind) {
  case Kind::fetch:
    return fetched(q, Sampled(session, machine.base), q.at, machine);
  case Kind::pixel:
    return pixel(q, session, machine);
  case Kind::distinct:
    return distinct(q, session, machine);
  case Kind::difference:
  case Kind::ratio:
  case Kind::compare:
    return combined(q, session, machine);
  case Kind::effective:
    return effective(q, session);
  case Kind::note:
    return note(q, session);
  case Kind::staleness:
    return staleness_answer(q, machine.on_device);
  case Kind::legality:
    return legality_answer(q, machine.on_device);
  case Kind::landing:
    return landing_answer(q, machine.on_device);
  case Kind::amp:
    return amp_answer(q);
  case Kind::warp:
    return warp(q, session, machine);
  case Kind::time: {
    Session over = requested;
    apply(q.over, over);
    return time_answer(session, over, machine);
  }
  case Kind::number:
    return {q.number, {}};
  }
  throw std::invalid_argument(text(Text::lesson_no_part));
}

bool same_picture(const Session& requested, const Session& sound, const std::filesystem::path& base) {
  constexpr int width = 192, height = 144, max_texels = 2048 * 2048;
  Session session = requested;
  session.view = sound.view;
  if (session == sound) return true;
  const TextureSpec& t = session.texture;
  if (!(session.write == sound.write) || std::int64_t(t.width) * t.height * t.planes() > max_texels)
    return false;
  const auto picture = [&](const Session& of) {
    const Sampled sampled(of, base);
    const FetchView view = make_fetch_view(of, sampled.resolution.effective, width, height);
    std::vector<TexelBits> texels(std::size_t(width) * height);
    cpu::fetch_view(sampled.texture, view, width, height, texels.data()->data());
    return std::pair(sampled.resolution.effective.result, std::move(texels));
  };
  return picture(session) == picture(sound);
}

} // namespace texelscope
