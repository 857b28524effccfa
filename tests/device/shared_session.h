// Sessions whose texture is to be OpenGL's, of every dimension, number of levels and format.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/state/session/enums.h"
#include "kernels/unit/resolve/resolve.h"
#include "tests/device/device_fixture.h"
#include "tests/random_session.h"

namespace texelscope::device_tests {

// Sides of no power of two; five slices, layers or cubes.
inline Session shared_session(Dimension dimension, int levels, const ElementFormat& format) {
  Session session;
  TextureSpec& t = session.texture;
  t.source = Source::noise;
  t.storage = Storage::shared;
  t.dimension = dimension;
  t.width = 29;
  t.height = is_cube(dimension) ? 29 : 22;
  t.depth = 5;
  t.levels = levels;
  t.format = format;
  session.fetch.layer = 2;
  session.view.level = levels / 2;
  session.view.slice = 3;
  session.view.span = 1.7;
  session.view.rotation = 17;
  return session;
}

// The fetches that are compared: each function that the texture has, both filters and read modes, all levels
// and planes on one sheet, and a sampler that wraps, mirrors and reads the border.
inline std::vector<Session> fetches_of(const Session& session) {
  std::vector<Session> all;
  for (const FetchKind function : {FetchKind::plain, FetchKind::lod, FetchKind::grad, FetchKind::gather})
    for (const FilterMode filter : {FilterMode::point, FilterMode::linear})
      for (const ReadMode read : {ReadMode::element, ReadMode::normalized_float})
        for (const Projection projection : {Projection::flat, Projection::sheet}) {
          Session one = session;
          one.fetch.function = function;
          one.fetch.lod = 0.6f;
          one.sampler.filter = filter;
          one.sampler.mip_filter = filter;
          one.sampler.read_mode = read;
          one.sampler.address = {AddressMode::wrap, AddressMode::mirror, AddressMode::border};
          one.sampler.border_color = {0.25f, 0.5f, 0.75f, 1};
          one.view.projection = projection;
          if (resolve(one).effective.function == function) all.push_back(one);
        }
  return all;
}

// Three frames of each way to write, with the levels below the first regenerated.
inline std::vector<Session> writes_of(const Session& session) {
  std::vector<Session> all;
  for (const WriteMode mode : {WriteMode::pattern, WriteMode::brush, WriteMode::feedback})
    for (std::int64_t frame = 0; frame < 3; ++frame) {
      Session one = session;
      one.write.mode = mode;
      one.write.frame = frame;
      one.write.mips = WrittenMips::regenerate;
      one.write.strokes = {{3, 2, 19, 14, 2, {1, 0.5f, 0.25f, 1}, 0}, {1, 1, 1, 9, 1, {0.3f, -2, 0, 1}, -1}};
      one.view.projection = Projection::sheet;
      all.push_back(one);
    }
  return all;
}

// The refusal of the backend's present texture; empty if OpenGL's texture holds the texels.
inline std::optional<Unshared> refusal_of(const Backend& backend, const Image& image) {
  const auto& refused = backend.info().limits.unshared;
  return refused && refused->shape == image.shape() && !refused->gathers ? refused : std::nullopt;
}

// Where the shared texture and CUDA's own array first differ, in results or in texels, as text; empty if all
// bits are equal.
inline std::string difference_from_arrays(Backend& shared, Backend& arrays, const std::vector<Session>& all) {
  if (all.empty()) return "nothing was compared";
  const auto image = tests::setup_of(all.front()).image;
  for (const Session& session : all) {
    for (Backend* backend : {&shared, &arrays})
      run(*backend, session, image, small_width, small_height);
    std::string message = difference(shared.read_result(), arrays.read_result());
    if (message.empty()) message = difference(shared.read_texture(), arrays.read_texture());
    if (!message.empty()) return message + tests::describe(session);
  }
  return {};
}

} // namespace texelscope::device_tests
