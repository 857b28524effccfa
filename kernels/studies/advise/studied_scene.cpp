#include "kernels/studies/advise/studied_scene.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>

#include "kernels/ground/base/parallel.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/studies/fetches/explained_fetch.h"
#include "kernels/studies/texture/texture_recipe.h"
#include "kernels/studies/trace_report/trace_session.h"
#include "kernels/unit/batch/batch_requests.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/texture_unit/decode.h"
#include "kernels/unit/texture_unit/ideal.h"

namespace texelscope::advise {

namespace {
constexpr std::size_t max_fetches = std::size_t(1) << 24;
constexpr std::int64_t max_texels = std::int64_t(1) << 30,
                       max_indices = std::int64_t(1) << 24; // floats count no further one by one

void refuse_other_textures(const Effective& effective) {
  const Dimension d = effective.dimension;
  if (d != Dimension::d1 && d != Dimension::d2 && d != Dimension::d3)
    throw UserError(say(Text::advise_no_dimension, {identifier(d)}));
  if (effective.level_count > 1)
    throw UserError(say(Text::advise_no_levels, {std::to_string(effective.level_count)}));
  const bool plain =
      effective.channel_kind == ChannelKind::plain || effective.channel_kind == ChannelKind::normalized;
  if (!plain || effective.memory) throw UserError(text(Text::advise_no_storage));
  if (effective.result != ResultType::floating) throw UserError(text(Text::advise_no_integers));
}

// What texels are worth, whatever their coding.
void take_texels(StudiedScene& studied) {
  const Texture& texture = studied.texture;
  Scene& scene = studied.scene;
  // Codes of the sRGB curve: no choice decodes them.
  if (texture.sampler.srgb && can_decode_srgb(texture.format, texture.sampler.read_mode))
    throw UserError(text(Text::advise_no_srgb));
  scene.dimension = texture.dimension;
  scene.size = texture.size_of(0);
  scene.own = texture.format;
  scene.storage = texture.storage;
  scene.sampler = texture.sampler;
  scene.sampler.normalized_coords = texture.takes_normalized();
  scene.by_index = texture.storage == Storage::linear;
  const std::int64_t texels = std::int64_t(scene.texel_count()),
                     most = scene.by_index ? max_indices : max_texels;
  if (texels > most)
    throw UserError(say(Text::advise_too_many_texels, {std::to_string(most), std::to_string(texels)}));
  const auto channels = std::size_t(texture.format.channels);
  for (std::size_t c = 0; c < channels; ++c) // other types could hold what the unit limits
    scene.sampler.border_color[c] = float(unit::ideal_border(texture, int(c)));
  scene.values.resize(scene.texel_count() * channels);
  const auto [width, height, depth] = scene.size;
  loop_in_parallel(height * depth, [&, width = width, height = height](int row) {
    for (int x = 0; x < width; ++x) {
      const TexelBits stored = unit::stored_texel(texture, 0, x, row % height, row / height);
      for (std::size_t c = 0; c < channels; ++c)
        scene.values[(std::size_t(row) * std::size_t(width) + std::size_t(x)) * channels + c] =
            float(unit::decoded_value(texture, int(c), stored[c]));
    }
  });
  scene.set_range();
}
} // namespace

StudiedScene session_scene(const Session& session, const Effective& effective,
                           std::shared_ptr<const Image> image, const std::string& title, int width,
                           int height) {
  refuse_other_textures(effective);
  if (effective.function != FetchKind::plain && effective.function != FetchKind::texel)
    throw UserError(say(Text::advise_no_function, {identifier(effective.function)}));
  if (effective.slab != Slab::off || effective.type != FetchType::native || !session.fetch.body.empty())
    throw UserError(text(Text::advise_no_view));
  StudiedScene studied;
  studied.scene.title = title;
  studied.function = effective.function;
  studied.image = std::move(image);
  studied.texture = texture_of(studied.image->texels.data(), effective);
  take_texels(studied);

  constexpr int side = 16; // of a block; a warp has two of its rows
  FetchList& list = studied.scene.fetches;
  list = FetchList(studied.scene.axes(), side);
  const FetchView view = make_fetch_view(session, effective, width, height);
  for (int block_y = 0; block_y < height; block_y += side)
    for (int block_x = 0; block_x < width; block_x += side) {
      for (int row = block_y; row < block_y + side; row += 2) {
        float at[lanes][3] = {};
        std::uint32_t mask = 0;
        for (int lane = 0; lane < lanes; ++lane) {
          const int x = block_x + lane % side, y = row + lane / side;
          if (x >= width || y >= height) continue;
          const PixelFetch fetch = rules::pixel_fetch(view, x, y);
          if (fetch.empty) continue;
          mask |= 1u << lane;
          at[lane][0] = studied.scene.by_index ? float(fetch.at.texel) : fetch.at.x;
          at[lane][1] = fetch.at.y;
          at[lane][2] = fetch.at.z;
        }
        list.add(at, mask);
        if (list.fetches() >= max_fetches) {
          if (list.fetches() < std::size_t(width) * std::size_t(height))
            studied.notes.push_back({Text::advise_some_pixels, {std::to_string(list.fetches())}});
          list.fill_up(list.entries_of_tile());
          return studied;
        }
      }
      list.fill_up(list.entries_of_tile()); // so that a tile has the pixels of one block
    }
  if (list.entries() == 0) throw UserError(text(Text::advise_no_pixels));
  return studied;
}

namespace {
// A warp's fetch, with its place in the launch: fetches that a block's warps make one after the other.
struct WarpFetch {
  std::uint64_t block = 0;
  std::uint32_t step = 0, warp = 0;
  std::uint32_t mask = 0;
  float at[lanes][3] = {};
  auto order() const { return std::tuple(block, step, warp); }
};

std::uint32_t thread_number(const fetches::RecordedFetch& fetch) {
  return fetch.thread[0] + fetch.block_size[0] * (fetch.thread[1] + fetch.block_size[1] * fetch.thread[2]);
}

constexpr std::uint64_t many_blocks = 1u << 21;

// The blocks' order in the grid, of which a recording knows no more than the blocks.
std::uint64_t block_number(const fetches::RecordedFetch& fetch) {
  return fetch.block[0] + many_blocks * (fetch.block[1] + many_blocks * std::uint64_t(fetch.block[2]));
}

class LastLaunch {
public:
  explicit LastLaunch(bool index) : by_index(index) {}

  void add(const fetches::FetchRow& row) {
    const fetches::RecordedFetch& fetch = row.fetch;
    if (row.incomplete || fetch.function != (by_index ? FetchKind::texel : FetchKind::plain)) return;
    if (fetch.grid < launch) return;
    if (fetch.grid > launch) {
      launch = fetch.grid;
      warps.clear();
      steps.clear();
      count = 0;
      lanes_in_row = fetch.block_size[0];
    }
    const std::uint32_t thread = thread_number(fetch), lane = thread % lanes;
    const std::uint64_t block = block_number(fetch);
    const bool same = !warps.empty() && row.site == site && warps.back().block == block &&
                      warps.back().warp == thread / lanes && warps.back().mask >> lane == 0;
    if (!same) {
      site = row.site;
      const std::uint32_t step = steps[{block, thread / lanes}]++;
      warps.push_back({block, step, thread / lanes, 0, {}});
    }
    WarpFetch& warp = warps.back();
    warp.mask |= 1u << lane;
    for (std::size_t axis = 0; axis < 3; ++axis)
      warp.at[lane][axis] = float(fetch.coordinates[axis]);
    ++count;
  }

  // `incomplete`: not all fetches were recorded, so that blocks of which much is missing are left out.
  FetchList list(int axes, bool incomplete) {
    std::ranges::stable_sort(warps, {}, &WarpFetch::order);
    const bool rows = lanes_in_row > 0 && lanes % lanes_in_row == 0;
    FetchList made(axes, rows ? int(lanes_in_row) : lanes);
    made.set_fetches_of_thread(steps.empty() ? 1 : double(warps.size()) / double(steps.size()));
    const std::vector<std::span<const WarpFetch>> blocks = by_blocks();
    std::vector<std::size_t> sizes;
    for (const auto& block : blocks)
      sizes.push_back(block.size());
    std::ranges::nth_element(sizes, sizes.begin() + std::ptrdiff_t(sizes.size() / 2));
    const std::size_t usual = sizes[sizes.size() / 2], tile = made.entries_of_tile();
    std::uint64_t last_row = 0;
    for (const auto& block : blocks) {
      if (made.fetches() >= max_fetches) break;
      if (incomplete && block.size() < usual / 2) continue;
      // Blocks that fill a tile have their own; of small ones those that lie in a row share one.
      const std::uint64_t row = block.front().block / many_blocks;
      if (usual > tile / 2 || row != last_row) made.fill_up(tile);
      last_row = row;
      for (const WarpFetch& warp : block)
        made.add(warp.at, warp.mask);
    }
    made.fill_up(tile);
    return made;
  }
  std::size_t fetches_made() const { return count; }

private:
  std::vector<std::span<const WarpFetch>> by_blocks() const {
    std::vector<std::span<const WarpFetch>> blocks;
    for (std::size_t i = 0, first = 0; i < warps.size(); ++i)
      if (i + 1 == warps.size() || warps[i + 1].block != warps[i].block) {
        blocks.push_back(std::span(warps).subspan(first, i + 1 - first));
        first = i + 1;
      }
    return blocks;
  }

  bool by_index;
  std::uint64_t launch = 0;
  std::size_t site = 0, count = 0;
  std::uint32_t lanes_in_row = lanes;
  std::vector<WarpFetch> warps;
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint32_t> steps; // of each block's warps
};
} // namespace

StudiedScene recorded_scene(const trace::TraceReport& report, const trace::TracePlace& place) {
  const trace::TracedObject& object = trace::find_object(report, place);
  const trace::ObjectSession opened = trace::object_session(object);
  const Effective effective = effective_settings(opened.session);
  refuse_other_textures(effective);
  StudiedScene studied;
  TextureFiles files;
  studied.image = make_texture(texture_recipe(opened.session.texture, effective, place.file.parent_path()),
                               files, [](double) { return true; });
  studied.texture = texture_of(studied.image->texels.data(), effective);
  if (object.effective) studied.texture.sampler = *object.effective;
  studied.scene.title = place.file.filename().string() + "#" + std::to_string(place.number);
  take_texels(studied);
  studied.function = studied.scene.by_index ? FetchKind::texel : FetchKind::plain;
  studied.scene.texels_are_known = !object.texels.empty();
  if (object.texels.empty())
    studied.notes.push_back({Text::advise_unknown_texels, {std::to_string(place.number)}});

  LastLaunch last(studied.scene.by_index);
  fetches::FetchFile file = fetches::fetch_file_of(report);
  file.read([&](const fetches::FetchRow& row) {
    if (row.object == place.number) last.add(row);
    return true;
  });
  if (last.fetches_made() == 0)
    throw UserError(say(Text::advise_no_fetches, {place.file.string(), std::to_string(place.number)}));
  studied.scene.fetches = last.list(studied.scene.axes(), report.fetches->dropped > 0);
  if (studied.scene.fetches.fetches() < last.fetches_made())
    studied.notes.push_back({Text::advise_some_fetches, {std::to_string(studied.scene.fetches.fetches())}});
  return studied;
}

} // namespace texelscope::advise
