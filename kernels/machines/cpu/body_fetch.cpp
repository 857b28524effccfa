#include "kernels/machines/cpu/body_fetch.h"

#include <algorithm>

#include "kernels/machines/cpu/fast_pixels.h"
#include "kernels/machines/cpu/host_body.h"
#include "kernels/machines/cpu/rows_in_parallel.h"
#include "kernels/unit/batch/block_fetch.h"

namespace texelscope::cpu {

namespace {
template <class Texel>
Texel texel_of(const std::uint32_t* bits) {
  using Component = decltype(Texel::x);
  return {Component::of_bits(bits[0]), Component::of_bits(bits[1]), Component::of_bits(bits[2]),
          Component::of_bits(bits[3])};
}

template <class Texel>
void put_texel(const Texel& texel, int component_count, std::uint32_t* to) {
  const std::uint32_t bits[4] = {texel.x.bits(), texel.y.bits(), texel.z.bits(), texel.w.bits()};
  // As in the kernel around a body.
  const int kept = component_count < 2 ? 1 : component_count < 3 ? 2 : 4;
  for (int i = 0; i < 4; ++i)
    to[i] = i < kept ? bits[i] : 0;
}

// Calls visit(component) with a value of the type of the result's components.
template <class Visit>
void with_component(ResultType result, Visit&& visit) {
  switch (result) {
  case ResultType::floating:
    return visit(FloatComponent());
  case ResultType::unsigned_int:
    return visit(IntegerComponent<std::uint32_t>());
  case ResultType::signed_int:
    return visit(IntegerComponent<std::int32_t>());
  }
}

// Where the coordinates of a shipped body's fetches lie does not depend on what the fetches before returned.
// A block's bodies therefore run twice: first they name their coordinates, then they get the values, which
// the fast path has fetched in between, the same fetch of all pixels at a time.
struct CallsOfBlock {
  struct Call {
    std::size_t plan = 0;
    float x[block_size] = {}, y[block_size] = {};
  };
  std::vector<Call> calls;
};

template <class Component>
class CallRecorder {
public:
  CallRecorder(CallsOfBlock& block, int pixel) : to(block), lane(pixel) {}
  HostTexel<Component> fetch_plain(float x, float y) { return record(0, x, y); }
  HostTexel<Component> fetch_gather(float x, float y, int component) {
    return record(std::size_t(component), x, y);
  }

private:
  HostTexel<Component> record(std::size_t plan, float x, float y) {
    if (next == to.calls.size()) to.calls.emplace_back();
    CallsOfBlock::Call& call = to.calls[next++];
    call.plan = plan;
    call.x[lane] = x, call.y[lane] = y;
    return {};
  }

  CallsOfBlock& to;
  int lane;
  std::size_t next = 0;
};

template <class Component>
class CallAnswers {
public:
  // `of_pixel`: the pixel's four components of the first call.
  explicit CallAnswers(const std::uint32_t* of_pixel) : next(of_pixel) {}
  HostTexel<Component> fetch_plain(float, float) { return take(); }
  HostTexel<Component> fetch_gather(float, float, int) { return take(); }

private:
  HostTexel<Component> take() {
    const auto texel = texel_of<HostTexel<Component>>(next);
    next += block_size * 4;
    return texel;
  }

  const std::uint32_t* next;
};

// The fetches that a body makes, as the fast path plans them: tex2D, or gathers of each component.
std::vector<BlockPlan> plans_of(ShippedBody body, const Texture& texture) {
  std::vector<BlockPlan> plans;
  plans.reserve(4);
  const bool gathers = body == ShippedBody::gather;
  for (int component = 0; component < (gathers ? 4 : 1); ++component)
    plans.emplace_back(texture, gathers ? FetchKind::gather : FetchKind::plain, 4, component);
  return plans;
}

template <class Component>
class BodyTile {
public:
  BodyTile(const BodyOfPicture& of, const FetchView& through, const std::vector<BlockPlan>& by)
      : body(of), view(through), plans(by) {}

  // Fetches pixels [column, column + size) of a row.
  void fetch(int column, int row, int size, std::uint32_t* to) {
    count = size;
    find_pixels(view, column, row, count, block, pixels);
    std::copy_n(block.at[0], count, x);
    std::copy_n(block.at[1], count, y);
    for (int i = 0; i < count; ++i)
      if (!is_empty(i)) run(CallRecorder<Component>(calls, i), i, column, row);
    answers.resize(calls.calls.size() * block_size * 4);
    for (std::size_t i = 0; i < calls.calls.size(); ++i)
      answer(calls.calls[i], answers.data() + i * block_size * 4);
    for (int i = 0; i < count; ++i) {
      std::fill_n(to + i * 4, 4, 0u);
      if (!is_empty(i))
        put_texel(run(CallAnswers<Component>(answers.data() + i * 4), i, column, row), view.component_count,
                  to + i * 4);
    }
  }

private:
  bool is_empty(int i) const { return pixels.all_empty || (pixels.any_empty && pixels.empty[i]); }

  template <class Fetcher>
  HostTexel<Component> run(Fetcher fetcher, int i, int column, int row) const {
    return HostBody<Fetcher, Component>{
        fetcher, x[i], y[i], {column + i, row}, {body.size[0], body.size[1], body.size[2]}, body.normalized}
        .run(body.body);
  }

  void answer(const CallsOfBlock::Call& call, std::uint32_t* to) {
    std::copy_n(call.x, count, block.at[0]);
    std::copy_n(call.y, count, block.at[1]);
    std::fill_n(block.at[2], count, 0.0f);
    plans[call.plan].fetch(pixels, count, block, footprints, to);
    const bool fills_alpha = view.fills_alpha && body.body != ShippedBody::gather;
    for (int i = 0; fills_alpha && i < count; ++i)
      to[i * 4 + 3] = float_bits(1);
  }

  const BodyOfPicture& body;
  const FetchView& view;
  const std::vector<BlockPlan>& plans;
  int count = 0;
  float x[block_size] = {}, y[block_size] = {};
  CallsOfBlock calls;
  std::vector<std::uint32_t> answers;
  Block block;
  Pixels pixels;
  Footprints footprints;
};

// Fetches with the exact model, one after the other.
template <class Component>
class ModelFetcher {
public:
  ModelFetcher(const Texture& of, bool fills, std::vector<BodyFetch>& log)
      : texture(of), fills_alpha(fills), fetches(log) {}
  HostTexel<Component> fetch_plain(float x, float y) { return fetch(FetchKind::plain, x, y, 0); }
  HostTexel<Component> fetch_gather(float x, float y, int component) {
    return fetch(FetchKind::gather, x, y, component);
  }

private:
  HostTexel<Component> fetch(FetchKind kind, float x, float y, int component) {
    FetchAt at;
    at.x = x, at.y = y, at.component = component;
    BodyFetch made = {kind, component, x, y, texelscope::fetch(texture, kind, at)};
    if (fills_alpha && kind == FetchKind::plain) made.value[3] = float_bits(1);
    fetches.push_back(made);
    return texel_of<HostTexel<Component>>(made.value.data());
  }

  const Texture& texture;
  bool fills_alpha;
  std::vector<BodyFetch>& fetches;
};
} // namespace

std::optional<BodyOfPicture> body_of_picture(const Session& session, const Effective& effective) {
  const auto body = cpu_body(session.fetch.body, effective);
  if (!body) return std::nullopt;
  return BodyOfPicture{
      *body, {effective.width, effective.height, 1}, effective.sampler.normalized_coords, effective.result};
}

void fetch_body_rows(const BodyOfPicture& body, const Texture& texture, const FetchView& view, int width,
                     int first, int end, std::uint32_t* components) {
  const std::vector<BlockPlan> plans = plans_of(body.body, texture);
  constexpr int tile_rows = 8; // close rows read close texels
  with_component(body.result, [&](auto component) {
    rows_in_parallel(
        first, end, width,
        [&](int from, int to) {
          BodyTile<decltype(component)> tile(body, view, plans);
          for (int column = 0; column < width; column += block_size)
            for (int row = from; row < to; ++row)
              tile.fetch(column, row, std::min(block_size, width - column),
                         components +
                             (std::size_t(row - first) * std::size_t(width) + std::size_t(column)) * 4);
        },
        tile_rows);
  });
}

BodyPixelValue fetch_body_pixel(const BodyOfPicture& body, const Texture& texture, const FetchView& view,
                                int column, int row) {
  BodyPixelValue made;
  const PixelFetch pixel = rules::pixel_fetch(view, column, row);
  if (pixel.empty) return made;
  with_component(body.result, [&](auto component) {
    using Fetcher = ModelFetcher<decltype(component)>;
    HostBody<Fetcher, decltype(component)> run{
        Fetcher(texture, view.fills_alpha, made.fetches), pixel.at.x,     pixel.at.y, {column, row},
        {body.size[0], body.size[1], body.size[2]},       body.normalized};
    put_texel(run.run(body.body), view.component_count, made.value.data());
  });
  return made;
}

} // namespace texelscope::cpu
