// One frame of the CPU backend: a 640 x 480 picture of a 1024 x 1024 texture in a rotated view, for every
// format; and the write kernels. Times are wall-clock times, on two threads.
#include <string>

#include <benchmark/benchmark.h>

#include "kernels/machines/backend/backend.h"
#include "kernels/state/session/format_name.h"

namespace texelscope {
namespace {

constexpr int width = 640, height = 480, side = 1024;

// Smooth enough that floats have ordinary exponents.
std::shared_ptr<const Image> texture(const ElementFormat& format) {
  auto image = std::make_shared<Image>(Image::create(side, side, format));
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x)
      for (int c = 0; c < format.channels; ++c) {
        const std::uint32_t word = encode_real(format, double((x * 7 + y * 13 + c * 101) % 1021) / 1020);
        for (int byte = 0; byte < format.bits / 8; ++byte)
          image->texel(x, y)[c * format.bits / 8 + byte] = std::byte(word >> (8 * byte));
      }
  return image;
}

Session session_of(const ElementFormat& format) {
  Session session;
  session.texture.width = session.texture.height = side;
  session.texture.format = format;
  session.view.rotation = 20;
  session.view.span = 1.5;
  const bool normalizes = format.kind != ElementKind::floating && format.bits < 32;
  session.sampler.read_mode = normalizes ? ReadMode::normalized_float : ReadMode::element;
  return session;
}

void run(benchmark::State& state, Session session) {
  const auto backend = make_cpu_backend(2);
  const auto image = texture(session.texture.format);
  for (auto _ : state) {
    ++session.write.frame;
    const Effective effective = effective_settings(session);
    backend->frame({session, effective, image, width, height});
  }
  state.counters["Mpixel/s"] = benchmark::Counter(double(width) * height * double(state.iterations()) * 1e-6,
                                                  benchmark::Counter::kIsRate);
}

void add(const std::string& title, const Session& session) {
  benchmark::RegisterBenchmark(title.c_str(), [session](benchmark::State& state) { run(state, session); })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

void add_fetches(const ElementFormat& format) {
  Session session = session_of(format);
  const bool filters = format.kind == ElementKind::floating || format.bits < 32;
  session.sampler.filter = FilterMode::point;
  add("fetch/" + format_name(format) + "/point", session);
  if (!filters) return;
  session.sampler.filter = FilterMode::linear;
  add("fetch/" + format_name(format) + "/linear", session);
  session.sampler.address = {AddressMode::border, AddressMode::mirror};
  add("fetch/" + format_name(format) + "/linear-border-mirror", session);
}

void add_writes() {
  for (const PatternKind pattern : {PatternKind::waves, PatternKind::rings, PatternKind::sweep}) {
    Session session = session_of({ElementKind::unsigned_int, 8, 4});
    session.write.mode = WriteMode::pattern;
    session.write.pattern = pattern;
    add("pattern/" + std::string(identifier(pattern)), session);
  }
  for (const FeedbackRule rule : {FeedbackRule::diffuse, FeedbackRule::life, FeedbackRule::drift}) {
    Session session = session_of({ElementKind::unsigned_int, 8, 4});
    session.write.mode = WriteMode::feedback;
    session.write.feedback = rule;
    add("feedback/" + std::string(identifier(rule)), session);
  }
  Session session = session_of({ElementKind::unsigned_int, 8, 4});
  session.write.mode = WriteMode::brush;
  for (int i = 0; i < 1000; ++i)
    session.write.strokes.push_back({float(i), 500, float(i + 1), 501, 8, {1, 0, 0, 1}});
  add("brush/1000-strokes", session);
}

const bool added = [] {
  for (int kind = 0; kind < 3; ++kind)
    for (int bits : {8, 16, 32})
      for (int channels : {1, 2, 4})
        if (kind != 2 || bits != 8) add_fetches({ElementKind(kind), bits, channels});
  Session session = session_of({ElementKind::unsigned_int, 8, 4});
  session.sampler.srgb = true;
  add("fetch/u8x4-srgb/linear", session);
  add_writes();
  return true;
}();

} // namespace
} // namespace texelscope
