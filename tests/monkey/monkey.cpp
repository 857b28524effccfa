#include "tests/monkey/monkey.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include <fmt/format.h>

#include "kernels/unit/fetch/fetch_map.h"
#include "tests/monkey/model_frame.h"
#include "tests/random_session.h"

namespace texelscope::monkey {

namespace {
// The model's fetches after one step; of a picture that needs more, only every nth pixel is compared.
constexpr std::size_t max_fetches = 40000;
constexpr int kept_changes = 500; // by app/keeping/undo.h

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string kibibytes(std::int64_t bytes) {
  return fmt::format("{:+.1f} KB", double(bytes) / 1024);
}
} // namespace

std::string memory_fault(const std::vector<Return>& returns) {
  if (returns.empty()) return {};
  const Return &first = returns.front(), &last = returns.back();
  if (last.heap - first.heap > heap_room)
    return "the live heap has grown by " + kibibytes(last.heap - first.heap) + " since the first return";
  if (last.device && first.device && *last.device - *first.device > device_room)
    return "device memory has grown by " + kibibytes(*last.device - *first.device) +
           " since the first return";
  std::vector<std::int64_t> heap, device;
  for (const Return& r : returns) {
    heap.push_back(r.heap);
    if (r.device) device.push_back(*r.device);
  }
  if (const Trend of = trend(heap); of.grows(double(heap_room) / 8))
    return "the live heap grows over the last half, by " + kibibytes(std::int64_t(of.rise));
  if (const Trend of = trend(device); of.grows(double(device_room) / 8))
    return "device memory grows over the last half, by " + kibibytes(std::int64_t(of.rise));
  return {};
}

namespace {
// Animated textures of each kind of element: for each, the CPU's code keeps tables.
std::vector<Session> animated_textures() {
  std::vector<Session> sessions;
  for (const ElementKind kind : {ElementKind::unsigned_int, ElementKind::signed_int, ElementKind::floating})
    for (const int bits : {8, 16, 32}) {
      if (kind == ElementKind::floating && bits == 8) continue;
      Session& session = sessions.emplace_back();
      session.texture.format = {kind, bits, 1};
      session.write.mode = WriteMode::pattern;
    }
  return sessions;
}
} // namespace

Monkey::Monkey(const Options& options)
    : options_(options), hand_(options.backend, options.copies), began_(seconds_now()) {
  for (const Session& session : animated_textures()) {
    hand_.paste(session);
    if (const std::string wrong = difference(0); !wrong.empty()) throw std::runtime_error(wrong);
  }
  counts_ = {};
  back_to_start(0);
  began_ = seconds_now();
}

void Monkey::run_block(std::int64_t block, std::int64_t steps, const std::function<bool()>& more) {
  Acts acts(hand_, options_.seed, std::uint64_t(block));
  digest_ = 14695981039346656037u;
  for (std::int64_t step = 1; step <= steps && more(); ++step) {
    const Session before = hand_.explorer().document().session();
    at_ = {options_.seed, block, step};
    std::string act = "an act that was not finished";
    std::string wrong;
    try {
      act = acts.act();
      wrong = difference(step);
      if (!wrong.empty()) {
        hand_.frame();
        const std::string again = difference(step);
        wrong += again.empty() ? "\n  The next frame is right." : "\n  The next frame: " + again;
      }
    } catch (const std::exception& error) {
      wrong = error.what();
    }
    const Session& now = hand_.explorer().document().session();
    if (options_.shows_steps) {
      fmt::print("{:6} {}\n       texelscope render{}\n", step, act, tests::describe(now));
      std::fflush(stdout);
    }
    if (!wrong.empty())
      throw std::runtime_error(fmt::format("seed {}, block {}, step {}, {}:\n  {}\n  texelscope render{}",
                                           options_.seed, block, step, act, wrong, tests::describe(now)));
    ++counts_.steps;
    if (!(now == before)) ++counts_.changed;
  }
}

std::string Monkey::difference(std::int64_t step) {
  const FrameRenderer& renderer = hand_.explorer().renderer();
  if (!renderer.image_is_current()) {
    ++counts_.unshown;
    return {};
  }
  const auto shown = renderer.shown_frame();
  const Session& session = hand_.explorer().document().session();
  if (!(shown->session == session)) return "the frame shows another session than the document's";
  const Effective effective = effective_settings(session, renderer.backend().limits);
  if (!(shown->effective == effective)) return "the effective settings are not the session's";
  Picture picture = renderer.read_result();
  const auto [width, height] = picture_size(session, picture_width, picture_height);
  if (picture.width != width || picture.height != height)
    return fmt::format("the picture has {} x {} pixels", picture.width, picture.height);
  if (options_.fault) options_.fault(step, picture);
  for (const TexelBits& pixel : picture.pixels)
    for (const std::uint32_t word : pixel)
      digest_ = (digest_ ^ word) * 1099511628211u;
  const Image texels = model_texels(session, effective, hand_.explorer().document().base());
  if (std::string wrong = texel_difference(renderer.read_texture(), texels); !wrong.empty()) return wrong;
  if (renderer.on_device() && !is_measured(effective)) {
    ++counts_.unmeasured;
    return {};
  }
  const std::size_t fetches = picture.pixels.size() * std::size_t(fetches_of_pixel(session, effective)),
                    stride = std::max<std::size_t>(1, fetches / max_fetches);
  counts_.pixels += std::int64_t(picture.pixels.size() / stride);
  return picture_difference(picture, session, effective, texels, std::size_t(step) % stride, stride);
}

Return Monkey::back_to_start(std::int64_t block) {
  hand_.put_back();
  hand_.key(ui::command(ui::CommandId::reset_session).key);
  hand_.frame(2);
  if (const ui::MapItem* discard = hand_.find("leaving.discard"))
    hand_.click((discard->x0 + discard->x1) / 2, (discard->y0 + discard->y1) / 2);
  hand_.frame(2);
  if (!(hand_.explorer().document().session() == Session()))
    throw std::runtime_error("Ctrl+N does not lead back to the start session:" +
                             tests::describe(hand_.explorer().document().session()));
  static_assert(kept_changes % 2 == 0);
  for (int i = 0; i < kept_changes; ++i)
    hand_.key(ui::command(ui::CommandId::filter).key);
  hand_.wait(10);                                              // messages vanish
  std::this_thread::sleep_for(std::chrono::milliseconds(300)); // what is computed beside the frames ends
  hand_.frame(8);
  Return now{block, counts_.steps, seconds_now() - began_, live_heap(), std::nullopt};
  if (hand_.explorer().renderer().on_device() && !options_.shares_device) now.device = device_memory();
  return now;
}

} // namespace texelscope::monkey
