// Random sessions over all settings of a picture, for tests that compare two ways to compute one.
#pragma once

#include <memory>
#include <random>
#include <sstream>
#include <string>

#include "kernels/state/session/fields.h"
#include "kernels/unit/image/patterns.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope::tests {

// A session, its effective state, and its image.
struct Setup {
  Session session;
  Effective effective;
  std::shared_ptr<const Image> image;
};

inline Setup setup_of(const Session& session, const Limits& limits = {}) {
  Setup setup{session, effective_settings(session, limits), nullptr};
  const Effective& e = setup.effective;
  TextureSpec spec = session.texture;
  request_shape(spec, e.memory_shape());
  spec.channel_kind = e.channel_kind;
  setup.image = std::make_shared<const Image>(make_pattern(spec));
  return setup;
}

// The flags of `texelscope render` that make the session, except for strokes.
inline std::string describe(const Session& session) {
  std::ostringstream flags;
  for (const Field* field : differing_fields(session, {}))
    if (field->type != FieldType::strokes)
      flags << " --" << field->path << " " << format_value(*field, field->get(session));
  return flags.str();
}

inline Setup random_setup(std::mt19937& random) {
  const auto pick = [&](int below) { return int(random() % unsigned(below)); };
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * double(random() >> 8) * 0x1p-24;
  };
  Session session;
  for (const Field& field : fields()) {
    if (field.part() == "view" && field.path != "view.projection") continue;
    if (field.path == "texture.premultiply") continue; // no file is opened
    if (field.type == FieldType::choice)
      assign(session, field,
             std::string(field.choices[std::size_t(pick(int(field.choices.size())))].identifier));
    if (field.type == FieldType::boolean) assign(session, field, pick(2) == 1);
  }
  TextureSpec& t = session.texture;
  if (session.fetch.slab != Slab::off && pick(4) == 0) { // a flat view of a volume, which has slabs
    t.dimension = Dimension::d3;
    session.view.projection = Projection::flat;
  }
  if (t.source == Source::file || pick(2)) t.source = Source::noise;
  t.seed = std::uint32_t(random());
  t.width = 1 + pick(33);
  t.height = is_cube(t.dimension) ? t.width : 1 + pick(20);
  t.depth = 1 + pick(7);
  t.levels = pick(2) ? 1 : 1 + pick(5);
  t.format = {ElementKind(pick(3)), 8 << pick(3), 1 << pick(3)};
  t.cell = 1 + pick(4);
  if (pick(2)) t.channel_kind = ChannelKind::plain;
  // Mostly views that CUDA takes: another layout of as many bytes.
  const int bytes = t.format.texel_bytes();
  t.view.on = pick(3) == 0;
  t.view.format = {ElementKind(pick(3)), 8 << pick(3), 1 << pick(3)};
  for (int tries = 0; tries < 20 && t.view.format.texel_bytes() != bytes; ++tries)
    t.view.format = {ElementKind(pick(3)), 8 << pick(3), 1 << pick(3)};
  t.view.first_level = pick(t.levels + 1) * pick(2);
  t.view.levels = pick(4);
  t.view.first_layer = pick(t.depth + 1) * pick(2);
  t.view.layers = pick(4);
  t.pitch_offset = pick(3) ? 0 : 32 * (pick(40) - 16) + (pick(8) ? 0 : 4);
  if (pick(3)) t.storage = Storage(pick(2) * 3);
  Sampler& s = session.sampler;
  s.mip_bias = pick(2) ? 0 : float(uniform(-2, 2));
  s.mip_min = pick(2) ? 0 : float(uniform(-1, 3));
  s.mip_max = pick(2) ? 15 : float(uniform(-1, 5));
  for (float& c : s.border_color)
    c = float(uniform(-0.5, 1.5));
  FetchSpec& f = session.fetch;
  f.layer = pick(9) - 1;
  f.slice = uniform(-0.5, 1.5);
  f.slab_thickness = pick(4) ? uniform(0, 1) : 1;
  f.slab_samples = 2 + pick(pick(4) ? 15 : 255);
  f.lod = float(uniform(-1, 6));
  f.gradient_scale = float(uniform(0, 8));
  for (float* g : {f.dx.data(), f.dy.data()})
    for (int i = 0; i < 3; ++i)
      g[i] = float(uniform(-0.3, 0.3));
  f.component = pick(4);
  if (pick(2)) f.type = FetchType::native;
  f.type_channels = pick(2) ? 0 : pick(2) ? 4 : 1 << pick(2);
  session.write.frame = pick(5);
  session.write.strokes = {{3, 2, 9, 8, 2, {1, 0.5f, 0, 1}, pick(8) - 1},
                           {-3, 4, 2, 30, 1.5f, {0.25f, 0, 2, 0.5f}, pick(4) - 1}};
  ViewSpec& v = session.view;
  v.span = std::exp2(uniform(-2, 3));
  v.rotation = pick(3) ? uniform(-180, 180) : 0;
  v.center_x = uniform(-0.5, 1.5);
  v.center_y = uniform(-0.5, 1.5);
  if (session.view.projection != Projection::flat && pick(2)) v.center_x = v.center_y = 0.5, v.span = 1;
  v.yaw = uniform(-180, 180);
  v.pitch = uniform(-90, 90);
  v.tilt = uniform(0, 85);
  v.level = pick(4);
  v.slice = pick(9);
  if (pick(5) == 0) v.mapping = Mapping::resize;
  const bool one_texel =
      t.width == 1 || t.height == 1 || t.depth == 1; // aligned, all pixels sample its center
  v.align_corners = !one_texel && pick(2);
  return setup_of(session);
}

// The same, some with anisotropic fetches.
inline Setup random_anisotropic_setup(std::mt19937& random) {
  Session session = random_setup(random).session;
  session.sampler.max_anisotropy = 1 << random() % 5;
  if (random() % 4 == 0) session.fetch.function = FetchKind::grad;
  return setup_of(session);
}

} // namespace texelscope::tests
