// Sessions of any values, extreme ones above all, as tiny pictures.
#include <algorithm>
#include <vector>

#include "kernels/machines/backend/backend.h"
#include "kernels/studies/explain/explain.h"
#include "tests/fuzz/parsers.h"
#include "tests/fuzz/picks.h"
#include "tests/fuzz/properties.h"
#include "tests/random_session.h"
#include "tests/small_limits.h"

namespace texelscope::fuzz {

namespace {
constexpr int width = 5, height = 3;

Session picked_session(std::string_view bytes) {
  Picks picks(bytes);
  Session session;
  while (!picks.ended()) {
    const Field& field = fields()[picks.byte() % fields().size()];
    assign(session, field, picks.value(field));
  }
  if (session.texture.source == Source::file) session.texture.source = Source::noise;
  return session;
}

// A device whose textures are small, so that pictures take no time.
Limits tiny_limits() {
  constexpr int side = 24;
  Limits limits = tests::limits_of_sides(side, side);
  for (LargestSize& largest : limits.largest)
    largest[2] = std::min(largest[2], side);
  limits.max_bytes = std::int64_t(1) << 20;
  return limits;
}

// Draws the picture, and explains some of its pixels.
void draw(const tests::Setup& setup) {
  const auto backend = make_cpu_backend(1);
  backend->frame({.session = setup.session,
                  .effective = setup.effective,
                  .image = setup.image,
                  .width = width,
                  .height = height,
                  .max_feedback_steps = 2});
  const Picture picture = backend->read_result();
  const Image texels = backend->read_texture();
  for (const Pixel pixel : {Pixel{0, 0}, Pixel{2, 1}, Pixel{4, 2}}) {
    const Explanation e = explain(setup.session, setup.effective, texels.texels.data(), width, height, pixel);
    require(e.empty || e.handed == picture.pixels[std::size_t(pixel.y * width + pixel.x)],
            "a pixel has the value that is explained");
  }
  require(tone_map(picture, setup.session.view).size() == std::size_t(width * height * 4),
          "every pixel has a color");
}
} // namespace

void render(std::string_view bytes) {
  const Session session = picked_session(bytes);
  require_valid(session);
  const Limits limits = tiny_limits();
  for (const Note& note : resolve(session, limits).notes)
    if (note.kind != NoteKind::no_effect) require_sentence(note.sentence, {}); // the others are short labels
  draw(tests::setup_of(session, limits));
}

} // namespace texelscope::fuzz
