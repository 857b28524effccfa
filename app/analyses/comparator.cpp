#include "app/analyses/comparator.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/fields.h"
#include "kernels/unit/fetch/fetch_map.h"

namespace texelscope {

namespace {
constexpr std::size_t max_pins = 4;

// Sessions that differ only in colors have the same values.
Session without_colors(Session session) {
  const ViewSpec given = session.view;
  const bool resize = is_resize(session);
  session.view = {};
  session.view.center_x = given.center_x, session.view.center_y = given.center_y;
  session.view.span = given.span;
  session.view.rotation = given.rotation;
  session.view.projection = given.projection;
  session.view.yaw = given.yaw, session.view.pitch = given.pitch;
  session.view.tilt = given.tilt;
  if (!resize) return session;
  session.view.mapping = given.mapping;
  session.view.resize_width = given.resize_width, session.view.resize_height = given.resize_height;
  session.view.align_corners = given.align_corners;
  // These only say which of its pixels the window shows.
  const ViewSpec standard;
  session.view.center_x = standard.center_x, session.view.center_y = standard.center_y;
  session.view.span = standard.span, session.view.rotation = standard.rotation;
  return session;
}

std::string shown_label(ValueSource source, const std::string& name, const Values& values) {
  const std::string& more = name.empty() ? values.maker : name;
  return label(source) + (more.empty() ? std::string() : ": " + more);
}

// "filter linear": what one session has where another one differs, in short.
std::string own_values(const Session& of, const Session& other) {
  std::string all;
  int count = 0;
  for (const Field* field : differing_fields(other, of)) {
    if (field->path == "write.frame" || field->path == "fetch.body") continue;
    if (++count > 2) return all + "…";
    all += (all.empty() ? "" : ", ") + std::string(text(field->label)) + " " +
           shown_value(*field, field->get(of));
  }
  return all;
}

// What another view of the same picture leaves as it is.
Session without_view(Session session) {
  const bool aligned = session.view.align_corners;
  session.view = {};
  session.view.align_corners = aligned;
  session.write.frame = 0;
  return session;
}
} // namespace

void Comparator::remember(const ShownFrame& frame, std::uint64_t change) {
  if (now && now->session == without_view(frame.session)) {
    now->change = change; // the view moved
    now->texels = frame.image;
    return;
  }
  if (now && now->change != change) before = std::move(now);
  now = {change, without_view(frame.session), frame.image};
}

void Comparator::update(const ui::CompareChoice& choice, const ShownFrame* frame, bool wait) {
  take(false);
  if (choice.mode == ui::CompareMode::off || frame == nullptr) {
    found.computing = false;
    return;
  }
  Key key = {{side_key(choice, 0, *frame), side_key(choice, 1, *frame)},
             choice.mode,
             choice.region,
             frame->session.view};
  stop_if_outdated(key);
  if (latest.wants(key)) start(key, *frame);
  take(wait);
  found.computing = latest.known() != key;
}

// A job that takes long is canceled, but not while the texture moves, which would let none finish.
void Comparator::stop_if_outdated(const Key& key) {
  if (!latest.running() || std::chrono::steady_clock::now() - started < std::chrono::seconds(1)) return;
  Key moved = *latest.running();
  for (std::size_t i = 0; i < 2; ++i)
    moved.sides[i].session.write.frame = key.sides[i].session.write.frame;
  if (!(moved == key)) latest.cancel();
}

Comparator::SideKey Comparator::side_key(const ui::CompareChoice& choice, std::size_t side,
                                         const ShownFrame& frame) const {
  SideKey key;
  key.choice = choice.sides[side];
  if (key.choice.source == ValueSource::file) {
    key.reference = choice.reference;
    return key;
  }
  key.session = without_colors(frame.session);
  key.width = frame.result.width, key.height = frame.result.height;
  key.image = frame.image.get();
  key.backend = frame.backend.info().kind;
  key.steps_left = frame.result.feedback_steps_left;
  if (const Pin* pin = key.choice.source == ValueSource::pinned ? find_pin(key.choice.pin) : nullptr) {
    key.choice.pin = pin->number;
    look_back(key, pin->session, pin->texels.get());
  }
  if (key.choice.source == ValueSource::before && before)
    look_back(key, before->session, before->texels.get());
  return key;
}

// At an earlier state, through the present view.
void Comparator::look_back(SideKey& key, const Session& session, const Image* texels) const {
  const ViewSpec view = key.session.view;
  key.session = session;
  key.session.view = view;
  key.session.view.align_corners = session.view.align_corners; // how it sampled, not what of it is seen
  key.image = texels;
  key.steps_left = 0;
}

const Comparator::Pin* Comparator::find_pin(int number) const {
  if (pins.empty()) return nullptr;
  const auto is_it = [number](const Pin& pin) { return pin.number == number; };
  const auto there = std::find_if(pins.begin(), pins.end(), is_it);
  return there != pins.end() ? &*there : number == 0 ? &pins.back() : nullptr;
}

// The source's texels, or a copy of what the write kernels made of them.
std::shared_ptr<const Image> Comparator::texels_of(const ShownFrame& frame) const {
  if (frame.effective.writes(frame.session).mode == WriteMode::off) return frame.image;
  if (frame.result.all_texels == nullptr) return std::make_shared<const Image>(frame.backend.read_texture());
  Image copy = Image::unwritten(*frame.image);
  copy_bytes(copy.texels.data(), frame.result.all_texels, copy.size_bytes());
  return std::make_shared<const Image>(std::move(copy));
}

int Comparator::pin(const ShownFrame& frame) {
  pins.push_back({++last_pin, without_colors(frame.session), texels_of(frame)});
  if (pins.size() > max_pins) pins.pop_front();
  const Session& s = frame.session;
  const std::string pin_label =
      fmt::format("{} {} {}", label(s.sampler.filter), label(s.sampler.address[0]), label(s.fetch.function));
  found.pins.push_back({last_pin, pin_label});
  if (found.pins.size() > max_pins) found.pins.erase(found.pins.begin());
  return last_pin;
}

// Copies what the frame left, as it will be overwritten. On CUDA this waits for the GPU: once for each change
// of the state, and only while the comparison is on.
Comparator::Side Comparator::prepare(const SideKey& key, const ShownFrame& frame) {
  Side side;
  ValueRequest& request = side.request.emplace();
  request.source = key.choice.source;
  request.session = key.session;
  request.effective = frame.effective;
  request.width = frame.result.width, request.height = frame.result.height;
  request.file = key.reference;
  const auto refuse = [&](const std::string& why) {
    side.request.reset();
    side.found.failure = why;
  };
  switch (key.choice.source) {
  case ValueSource::file:
    break;
  case ValueSource::pinned:
    if (const Pin* pin = find_pin(key.choice.pin)) {
      request.texels = pin->texels;
      request.effective = effective_settings(key.session, frame.backend.info().limits);
    } else {
      refuse(text(Text::compare_nothing_pinned));
    }
    break;
  case ValueSource::before:
    if (!before)
      refuse(text(Text::compare_no_before));
    else if (effective_settings(before->session, frame.backend.info().limits).writes(before->session).mode !=
             WriteMode::off)
      refuse(text(Text::compare_before_written));
    else {
      request.texels = before->texels;
      request.effective = effective_settings(key.session, frame.backend.info().limits);
    }
    break;
  case ValueSource::cuda:
    if (key.backend != BackendKind::cuda) {
      refuse(say(Text::compare_not_cuda, {text(Text::compare_press_f2)}));
      break;
    }
    [[fallthrough]];
  case ValueSource::state:
    request.returned = std::make_shared<const Picture>(frame.backend.read_result());
    request.maker = frame.backend.info().device;
    break;
  default:
    request.texels = texels_of(frame);
  }
  return side;
}

namespace {
bool is_state(ValueSource source) {
  return source == ValueSource::state || source == ValueSource::before || source == ValueSource::pinned;
}
} // namespace

void Comparator::start(const Key& key, const ShownFrame& frame) {
  Done next;
  const std::optional<Key>& known = latest.known();
  for (std::size_t i = 0; i < 2; ++i) {
    const bool is_known = known && known->sides[i] == key.sides[i] && known_sides[i].values;
    if (is_known)
      next.sides[i] = known_sides[i];
    else
      next.sides[i] = prepare(key.sides[i], frame);
    const SideKey &side = key.sides[i], &other = key.sides[1 - i];
    const bool two_states = is_state(side.choice.source) && is_state(other.choice.source);
    next.sides[i].name = two_states ? own_values(side.session, other.session) : "";
  }
  started = std::chrono::steady_clock::now();
  latest.start(key, [this, key, next = std::move(next)](const std::stop_token& stop) {
    return std::make_shared<Done>(run(next, key, opengl, stop));
  });
}

// Runs on the job's thread.
Comparator::Done Comparator::run(Done done, const Key& key, GlSampler& opengl, const std::stop_token& stop) {
  for (Side& side : done.sides) {
    const ValueSource source = key.sides[std::size_t(&side - done.sides.data())].choice.source;
    if (side.values) side.found.label = shown_label(source, side.name, *side.values);
    if (!side.request) continue;
    try {
      Values values = make_values(*side.request, opengl, stop);
      side.found.label = shown_label(source, side.name, values);
      side.found.remark = values.remark;
      side.values = std::make_shared<const Values>(std::move(values));
    } catch (const std::exception& error) {
      side.found.failure = sentence_of(error);
    }
    side.request.reset();
  }
  if (stop.stop_requested()) return done; // the result is dropped
  ui::CompareFound& found = done.found;
  found.sides = {done.sides[0].found, done.sides[1].found};
  found.mode = key.mode;
  const auto &a = done.sides[0].values, &b = done.sides[1].values;
  if (!a || !b) return done;
  found.failure = cannot_compare(*a, *b);
  if (!found.failure.empty()) return done;
  found.compared = true;
  found.width = a->picture.width, found.height = a->picture.height;
  found.metrics = compare(*a, *b, key.region);
  found.linear = difference_histogram(*a, *b, key.region, false);
  found.powers = difference_histogram(*a, *b, key.region, true);
  if (is_map(key.mode)) {
    const Measure measure = measure_of(key.mode);
    const Picture map = largest_map(*a, *b, measure, key.view.show_channel);
    found.reach = map_reach(map);
    done.map = map_colors(map, measure, found.reach);
  } else {
    done.colors = {tone_map(a->picture, key.view), tone_map(b->picture, key.view)};
  }
  return done;
}

void Comparator::take(bool wait) {
  if (!latest.poll(wait)) return;
  if (const std::string& failure = latest.newest().failure; !failure.empty()) {
    ui::CompareFound failed;
    failed.failure = failure;
    found.found = std::make_shared<const ui::CompareFound>(failed);
    known_sides = {};
    return;
  }
  Done done = std::move(**latest.newest().found); // moved, so that its pictures are not kept
  known_sides = std::move(done.sides);
  const int width = done.found.width, height = done.found.height;
  for (std::size_t i = 0; i < 2; ++i)
    if (!done.colors[i].empty()) found.pictures[i] = pictures[i].update(done.colors[i].data(), width, height);
  if (!done.map.empty()) found.map = map.update(done.map.data(), width, height);
  found.found = std::make_shared<const ui::CompareFound>(std::move(done.found));
}

} // namespace texelscope
